"""The interactive sheet: one HTML file that a pupil answers in any browser, from a USB stick or from a web host.

Nothing is fetched and nothing sent. The file forbids itself both, and any script or style but its own, by a
Content-Security-Policy.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from primecards.errors import UnknownNameError
from primecards.messages import Formula, Message, msg
from primecards.rules.numbers import HIGHEST, PRIMES
from primecards.web import assets
from primecards.web.exercises import Shown, in_page, screen_shape, shown
from primecards.web.sealing import Sealed
from primecards.words import say
from primecards.worksheets.printing import Layout, to_page
from primecards.worksheets.views import FORM_NAMES, Entry, EntryView, pupil_blocks, shows_chart, with_helpers
from primecards.worksheets.worksheet import Worksheet, write_forms

STYLES = ("plain", "large-print", "dyslexia")


@dataclass(frozen=True, slots=True)
class _Part:
    """An exercise, with its number, or an example, and the help that stands before it."""

    question: Message
    entry: Shown | EntryView
    number: int | None = None
    primes_list: bool = False
    chart: bool = False


def write_interactive(sheet: Worksheet, path: str | Path, **look: Any) -> Path:
    """Write *sheet* to *path*, an .html file, to be answered in a browser; returns the file.

    Of the *look*: style="large-print" or "dyslexia", cream=True, points=True, helpers="primes,chart", paper="letter".
    Raises UnknownNameError for another ending or style, PrintingError where writing fails.
    """
    return write_interactive_forms([sheet], path, **look)[0][0]


def write_interactive_forms(sheets: Sequence[Worksheet], path: str | Path, **look: Any) -> tuple[tuple[Path, ...], ...]:
    """Write *sheets* as `write_interactive` does, all or none; of several, each has its letter after its name."""
    if Path(path).suffix.lower() != ".html":
        example = Formula("sheet.html")
        raise UnknownNameError(
            msg(
                "{path}: an interactive sheet is an .html file, such as {example}.",
                path=str(path)[-60:],
                example=example,
            )
        )
    style = look.get("style", "plain")
    if style not in STYLES:
        names = Formula(", ".join(STYLES))
        raise UnknownNameError(
            msg("An interactive sheet has no style {name}; there are {names}.", name=str(style)[:20], names=names)
        )

    def render(sheet: Worksheet, _: str, layout: Layout, __: str) -> bytes:
        return to_interactive(sheet, layout).encode()

    return write_forms(sheets, path, answers="none", render=render, **look)


def to_interactive(sheet: Worksheet, layout: Layout | None = None) -> str:
    """Write *sheet* as one HTML page that asks for nothing else."""
    from markupsafe import Markup

    layout = layout or Layout()
    entries = with_helpers(sheet.entries, layout.helpers)
    heading = sheet.title or say(msg("Worksheet"), sheet.language)
    form = FORM_NAMES.get(sheet.form)
    title = heading if form is None else f"{heading} – {say(form, sheet.language)}"
    exercises = [entry.item for entry in entries if entry.number is not None]
    data = {
        "code": sheet.code,
        "title": title,
        "language": sheet.language,
        "told": assets.told("sheet", sheet.language),
        "sealed": Sealed.of(exercises).told(sheet.language),
    }
    script = assets.script("sheet")
    style = _style(sheet, layout, marked=any(entry.item.aids.primes_marked for entry in entries))
    context = {
        "language": sheet.language,
        "policy": _policy(script, style),
        "document_title": title,
        "style": Markup(style),
        "script": Markup(script),
        "data": Markup(in_page(data)),
        "layout": layout,
        "school": sheet.school,
        "heading": heading,
        "form": form,
        "pupil": sheet.pupil,
        "code": sheet.code,
        "primes": PRIMES,
        "chart": [range(first, min(first + 10, HIGHEST + 1)) for first in range(1, HIGHEST + 1, 10)],
        "parts": list(_parts(entries, sheet.language, chart=shows_chart(entries, layout.helpers))),
        "points_shown": layout.points or len({item.points for item in exercises}) > 1,
    }
    return to_page("web/sheet.html", context, sheet.language)


def _parts(entries: Sequence[Entry], language: str, *, chart: bool) -> Iterator[_Part]:
    blocks = pupil_blocks(entries, screen_shape(language), chart=chart)
    views = [(view, block if place == 0 else None) for block in blocks for place, view in enumerate(block.entries)]
    for entry, (view, block) in zip(entries, views, strict=True):
        question = entry.item.question
        own = shown(entry.item) if entry.number is not None else replace(view, question=question)
        helps, charted = (block.primes_list, block.chart) if block else (False, False)
        yield _Part(question, own, entry.number, helps, charted)


def _style(sheet: Worksheet, layout: Layout, *, marked: bool) -> str:
    """Write the styles with the fonts in them, and in these the letters of the language and of the headings."""
    more = {letter for letter in sheet.title + sheet.school + sheet.pupil if letter.isalpha()}
    hebrew = assets.HEBREW if sheet.language == "he" or more & set(assets.HEBREW) else ""
    letters = assets.LATIN + hebrew + "".join(sorted(more - set(assets.LATIN + hebrew)))

    def font(name: str) -> str:
        return f"data:font/woff2;base64,{b64encode(assets.font(name, letters)).decode()}"

    css = assets.style("pages.css", "exercises.css", font=font)
    if not marked:
        css = re.sub(r'@font-face \{ font-family: "Primecards Cards Marked";.*\n', "", css)
    return f"{css}\n@page {{ size: {layout.paper} }}"


def _policy(script: str, style: str) -> str:
    """Allow the page its own script and style, by their hashes, and what is written in it; nothing else."""

    def own(text: str) -> str:
        return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"

    allowed = {
        "default-src": "'none'",
        "script-src": own(script),
        "style-src": own(style),
        "font-src": "data:",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return "; ".join(f"{what} {where}" for what, where in allowed.items())
