"""Pages measured: every exercise whole, nothing outside the margins, no instruction left alone, in every look.

python -m tests.pages           200 random sheets in every style, paper and language: half an hour on two cores
python -m tests.pages --sheets N
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random

import primecards as pc
from primecards.languages import LANGUAGES
from primecards.worksheets.printing import STYLES, Layout
from primecards.worksheets.spacing import PAPERS
from primecards.worksheets.worksheet import Worksheet
from tests.sheets import Box, inked, lay_out

LOOKS = tuple((language, paper, style) for style in STYLES for paper in PAPERS for language in LANGUAGES)
SHEETS = 200


def random_sheet(seed: int, language: str) -> Worksheet:
    """Make a sheet of four kinds at random, of any level, now and then with examples."""
    random = Random(f"layout-{seed}")
    kinds = random.sample(sorted(pc.puzzle_kinds()), 4)
    specs = [(kind, random.randint(1, 5), random.randint(1, 3)) for kind in kinds]
    examples = random.choice(("none", "none", "none", "worked", "faded"))
    heads = {"title": "Digits", "school": "Herzl school"} if seed % 3 == 0 else {}
    return Worksheet.make(specs, seed=f"r{seed}", language=language, examples=examples, **heads)


def random_layout(seed: int, paper: str, style: str) -> Layout:
    """Choose what else a layout may have."""
    random = Random(f"look-{seed}")
    return Layout(paper, style, points=random.random() < 0.5, per_page=random.choice((None, None, 3)))


def faults(sheet: Worksheet, layout: Layout) -> list[str]:
    """Measure the pages of *sheet* and say what is wrong with them."""
    pages, boxes = lay_out(sheet, layout)
    entries = [box for box in boxes if box.element.tag == "article"]
    found = []
    whole = [box for box in entries if "tall" not in box.name.split()]  # examples longer than a page may go over
    if len(whole) != len({box.element for box in whole}):
        found.append("an exercise is split")
    if len({box.element for box in entries}) != len(sheet.entries):
        found.append("an exercise is missing")
    width, height = PAPERS[layout.paper]
    # The frame of an example that goes over may stand into the margin by its own room, 3.3 mm; what is in it not.
    framed = {box for box in boxes if box.element.tag == "section" or {"worked", "faded"} & set(box.name.split())}
    for box in boxes:
        lowest = height - (28.6 if box in framed else 31.9)
        if not (15.9 <= box.left <= box.right <= width - 15.9 and 14.9 <= box.top <= box.bottom <= lowest):
            found.append(f"outside the margins: {box.name or box.element.tag} {box}")
    for page in range(pages):
        ends = [box.bottom for box in entries if box.page == page]
        heads = [
            box.bottom for box in boxes if box.page == page and box.name.split()[:1] in (["instruction"], ["helper"])
        ]
        if not ends:
            found.append(f"page {page + 1} has no exercise")
        elif heads and max(heads) >= max(ends):
            found.append(f"an instruction is left alone on page {page + 1}")
        exercises = sum(box.page == page and "exercise" in box.name.split() for box in entries)
        if exercises > (layout.per_page or exercises):
            found.append(f"page {page + 1} has {exercises} exercises")
    found += points_overprinted(sheet, layout)
    return [f"{sheet.code} {layout.paper} {layout.style}: {fault}" for fault in found]


def points_overprinted(sheet: Worksheet, layout: Layout) -> list[str]:
    """Measure whether the points of an exercise lie on anything else that is printed; say on what."""
    ink = inked(sheet, layout)
    points = [box for box in ink if box.name.split()[:1] == ["points"]]
    if layout.points and not points:
        return ["there are no points"]
    return [
        f"the points lie on {other.name or other.element.tag} {other}"
        for one in points
        for other in ink
        if other.element is not one.element and _overlap(one, other)
    ]


def _overlap(one: Box, other: Box) -> bool:
    # A line of text is higher than its letters.
    room = (one.bottom - one.top) / 5
    return (
        one.page == other.page
        and min(one.right, other.right) - max(one.left, other.left) > 0.1
        and min(one.bottom, other.bottom) - max(one.top, other.top) > room
    )


def random_faults(seed: int, look: tuple[str, str, str]) -> list[str]:
    """Measure the random sheet of *seed* in one look: language, paper and style."""
    language, paper, style = look
    return faults(random_sheet(seed, language), random_layout(seed, paper, style))


def _in_every_look(seed: int) -> list[str]:
    return [fault for found in map(partial(random_faults, seed), LOOKS) for fault in found]


def main() -> None:
    """Measure them all; the exit status is 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sheets", type=int, default=SHEETS)
    sheets = parser.parse_args().sheets
    wrong = 0
    with ProcessPoolExecutor() as workers:
        for done, found in enumerate(workers.map(_in_every_look, range(sheets)), 1):
            wrong += len(found)
            print(*found, sep="\n", end="\n" if found else "")
            print(f"\r{done} of {sheets} sheets, {wrong} faults", end="", file=sys.stderr, flush=True)
    print(f"\n{sheets} sheets in {len(LOOKS)} looks: {wrong} faults")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
