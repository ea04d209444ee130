"""The deck: each card once, backs behind fronts, primes told apart in grey, and the rules on one page."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from lxml import etree
from PIL import Image, ImageChops
from pypdf import PdfReader

import primecards as pc
from primecards.errors import InputError, PrintingError
from primecards.rules.numbers import PRIMES
from primecards.worksheets import deck as decks
from primecards.worksheets import deck_faces
from primecards.worksheets.deck import Deck, to_pdf, write_deck
from primecards.worksheets.outlines import to_png
from primecards.worksheets.printing import template_dir
from tests.test_cli import Run, english_and_elsewhere, refused, run

__all__ = ["english_and_elsewhere", "run"]  # fixtures

MM = 72 / 25.4
WIDTH, HEIGHT = 63.0, 88.0
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
LOOKS = [("en", "a4", "plain"), ("he", "letter", "low-ink"), ("en", "letter", "low-ink"), ("he", "a4", "plain")]
RULES = 24  # the number of pages before the rules


@cache
def printed(language: str = "en", paper: str = "a4", style: str = "plain", backs: str = "pages") -> bytes:
    return to_pdf(Deck(4, language, paper, style, backs))


@cache
def reader(*look: str) -> PdfReader:
    return PdfReader(io.BytesIO(printed(*look)))


def drawn(page: Any, paper: str) -> dict[tuple[float, float], str]:
    """What is drawn on a page, by its place: millimetres from the left and from the top."""
    content = page.get_contents().get_data().decode("latin-1")
    found = re.findall(r"q ([\d.]+) 0 0 -([\d.]+) ([\d.]+) ([\d.]+) cm /([a-z0-9-]+) Do Q", content)
    assert all(abs(float(scale) - MM) < 1e-4 for wide, high, *_ in found for scale in (wide, high))
    return {
        (float(x) / MM, PAPERS[paper][1] - float(y) / MM): name for _, _, x, y, name in found if name != "cut-marks"
    }


def words(pdf: bytes, page: int) -> Iterator[tuple[str, float, float, float, float]]:
    """The words of a page, each with its edges in millimetres: left, top, right, bottom."""
    command = ["pdftotext", "-bbox", "-f", str(page), "-l", str(page), "-", "-"]
    text = subprocess.run(command, input=pdf, capture_output=True, check=True).stdout.decode()
    edges = r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</word>'
    for *found, word in re.findall(edges, text):
        left, top, right, bottom = (float(edge) / MM for edge in found)
        yield word, left, top, right, bottom


def in_grey(pdf: bytes, page: int, dots: int = 100) -> Image.Image:
    command = ["pdftoppm", "-gray", "-r", str(dots), "-f", str(page), "-l", str(page), "-"]
    return Image.open(io.BytesIO(subprocess.run(command, input=pdf, capture_output=True, check=True).stdout))


# --- The cards ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "word"), [("en", "wild"), ("he", "חופשי")])
def test_each_card_is_printed_once_and_read_as_its_number_or_its_word(language: str, word: str) -> None:
    fronts = reader(language).pages[:RULES:2]
    texts = []
    for number in range(1, RULES, 2):
        found = list(words(printed(language), number))
        found.sort(key=lambda word: (word[2], word[1] if language == "en" else -word[1]))
        texts += [word for word, *_ in found]
    # What pdftotext tells with places is in the order in which it is seen, from the left.
    assert texts == [*map(str, range(1, 100)), *[word if language == "en" else word[::-1]] * 4]
    names = Counter(name for page in fronts for name in drawn(page, "a4").values())
    wilds = [f"wild-{place}" for place in range(1, 5)]
    assert names == Counter([*(f"card-{n:02}" for n in range(1, 100)), *wilds, "prime-numbers", "hundred-chart"])


@pytest.mark.parametrize("wilds", [0, 1, 10])
def test_a_deck_has_as_many_wild_cards_as_are_asked_for(wilds: int) -> None:
    cards = Deck(wilds).cards
    assert Counter(card.kind for card in cards) == Counter(
        {"number": 99, "prime-numbers": 1, "hundred-chart": 1} | ({"wild": wilds} if wilds else {})
    )
    assert len({card.name for card in cards}) == len(cards)


def test_a_screen_reader_hears_prime_after_the_primes_and_after_no_other_number() -> None:
    document = reader("en")
    root: Any = document.root_object
    spoken: list[str] = []

    def listen(element: Any) -> None:
        for child in element.get("/K", []):
            child = child.get_object()
            if isinstance(child, dict):
                if "/Alt" in child:
                    spoken.append(str(child["/Alt"]))
                elif child.get("/S") == "/P":
                    spoken.append("P")
                listen(child)

    listen(root["/StructTreeRoot"])
    numbers = [place for place, said in enumerate(spoken) if said == "P"][:99]
    assert [n for n, place in enumerate(numbers, 1) if spoken[place + 1] == "prime"] == list(PRIMES)
    assert spoken.count("prime") == 25
    assert f"The prime numbers: {', '.join(map(str, PRIMES))}" in spoken


@pytest.mark.parametrize(("paper", "style", "backs"), [("a4", "plain", "none"), ("letter", "low-ink", "pages")])
def test_a_grey_printer_still_tells_primes_from_the_others(paper: str, style: str, backs: str) -> None:
    pdf, every = printed("en", paper, style, backs), 1 if backs == "none" else 2
    look = deck_faces.LOOKS[style]
    wide, high = (2 * side for side in deck_faces.MARK)
    seen = []
    for number in range(1, 100 if style == "plain" else 28):
        page, place = divmod(number - 1, 9)
        picture = grey_page(pdf, page * every + 1)
        dots = 100 / 25.4
        columns, rows = decks.grid(paper)
        x, y = deck_faces.mark_of(number, look)
        left, top = columns[place % 3] + x - wide / 2, rows[place // 3] + y - high / 2
        box = tuple(round(edge * dots) for edge in (left, top, left + wide, top + high))
        ink = 255 - Image.Image.resize(picture.crop(box), (1, 1), Image.Resampling.BOX).getpixel((0, 0))  # type: ignore[operator, arg-type]
        seen.append(ink)
        assert (ink > 25) == (number in PRIMES), number
    assert min(ink for n, ink in enumerate(seen, 1) if n in PRIMES) > 10 * max(
        ink for n, ink in enumerate(seen, 1) if n not in PRIMES
    )


@cache
def grey_page(pdf: bytes, page: int) -> Image.Image:
    return in_grey(pdf, page)


def test_numbers_that_read_as_another_upside_down_have_a_line_in_every_place() -> None:
    look = deck_faces.LOOKS["plain"]
    for number in range(1, 100):
        shapes = list(deck_faces.number_face(number, look))
        bars = [
            shape for shape in shapes if len(shape.path) == 5 and len({y for _, ps in shape.path for _, y in ps}) == 2
        ]
        assert len(bars) == (3 if number in (6, 9, 66, 68, 86, 89, 98, 99) else 0), number


# --- Paper --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("look", LOOKS)
def test_each_back_lies_behind_its_front_when_the_paper_is_turned_along_its_long_edge(look: tuple[str, ...]) -> None:
    paper = look[1]
    pages = reader(*look).pages[:RULES]
    grid = set(drawn(pages[0], paper))
    assert len(grid) == 9
    for front, behind in zip(pages[::2], pages[1::2], strict=True):
        backs = drawn(behind, paper)
        places = set(drawn(front, paper))
        assert places <= grid
        assert set(backs.values()) == {"back"}
        mirrored = [(PAPERS[paper][0] - x - WIDTH, y) for x, y in places]
        assert len(mirrored) == len(backs)
        for x, y in mirrored:
            assert min(max(abs(x - a), abs(y - b)) for a, b in backs) < 0.01


def test_front_and_back_held_against_the_light_cover_each_other() -> None:
    front, behind = (in_grey(printed("he"), page) for page in (1, 2))
    columns, rows = decks.grid("a4")
    dots = 100 / 25.4

    def frame(picture: Image.Image, column: int, row: int) -> list[float]:
        box = (columns[column], rows[row], columns[column + 1], rows[row + 1])
        ink = ImageChops.invert(picture.crop([round(edge * dots) for edge in box])).point(lambda dot: 255 * (dot > 40))  # type: ignore[arg-type]
        return [edge / dots for edge in ink.getbbox() or ()]

    turned = behind.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    for column in range(3):
        for row in range(3):
            one, other = frame(front, column, row), frame(turned, column, row)
            assert max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 0.5


def test_the_back_is_the_same_upside_down() -> None:
    for look in deck_faces.LOOKS.values():
        picture = Image.open(io.BytesIO(to_png(deck_faces.back(look), 62.992, 87.9687))).convert("L")
        difference = ImageChops.difference(picture, picture.transpose(Image.Transpose.ROTATE_180))
        assert sum(difference.histogram()[90:]) < 0.001 * picture.width * picture.height


@pytest.mark.parametrize("look", LOOKS)
def test_pages_have_the_size_of_their_paper_and_nothing_leaves_its_card(look: tuple[str, ...]) -> None:
    paper = look[1]
    pages = reader(*look).pages
    assert len(pages) == RULES + 1
    for page in pages:
        assert [round(float(side) / MM, 1) for side in page.mediabox[2:]] == list(PAPERS[paper])
    for number in (1, 7, 23):
        cards = drawn(pages[number - 1], paper)
        for _, left, _, right, _ in words(printed(*look), number):
            assert any(x + 4 < left and right < x + WIDTH - 4 for x, _ in cards)
    for word, left, top, right, bottom in words(printed(*look), RULES + 1):
        assert left > 13, word
        assert right < PAPERS[paper][0] - 13
        assert top > 9
        assert bottom < PAPERS[paper][1] - 9


def test_marks_to_cut_along_lie_outside_the_cards() -> None:
    for paper, (wide, high) in PAPERS.items():
        columns, rows = decks.grid(paper)
        assert columns[-1] - columns[0] == 3 * WIDTH
        assert rows[-1] - rows[0] == 3 * HEIGHT
        marks = list(deck_faces.cut_marks(columns, rows))
        assert len(marks) == 16
        for mark in marks:
            for x, y in (point for _, points in mark.path for point in points):
                assert 0 < x < wide
                assert 0 < y < high
                assert not (columns[0] < x < columns[-1] and rows[0] < y < rows[-1])


def test_a_deck_without_backs_has_the_same_fronts() -> None:
    pages = reader("en", "a4", "plain", "none").pages
    assert len(pages) == 13
    fronts = reader("en").pages[:RULES:2]
    assert [page.extract_text() for page in pages[:12]] == [page.extract_text() for page in fronts]
    assert [drawn(page, "a4") for page in pages[:12]] == [drawn(page, "a4") for page in fronts]


def test_a_deck_is_a_sound_tagged_file_with_fonts_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "deck.pdf").write_bytes(printed())
    subprocess.run(["qpdf", "--check", str(tmp_path / "deck.pdf")], capture_output=True, check=True)
    document = reader("he")
    root: Any = document.root_object
    assert root["/Lang"] == "he"
    assert root["/MarkInfo"]["/Marked"]
    assert document.metadata is not None
    assert document.metadata.title
    fonts = subprocess.run(["pdffonts", str(tmp_path / "deck.pdf")], capture_output=True, check=True, text=True).stdout
    assert len(fonts.splitlines()) > 3
    for line in fonts.splitlines()[2:]:
        assert re.search(r"\+(Rubik|Primecards-Cards)\S*\s.*\syes yes yes ", line), line


def test_a_deck_is_the_same_to_the_byte_in_every_process() -> None:
    program = "import sys; from tests.test_deck import printed; sys.stdout.buffer.write(printed())"
    environment = {**os.environ, "PYTHONHASHSEED": "77", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, check=True)
    assert done.stdout == printed()


def test_in_a_row_that_is_not_full_the_backs_change_sides_with_the_paper(caplog: pytest.LogCaptureFixture) -> None:
    front, behind, _ = PdfReader(io.BytesIO(to_pdf(Deck(0, "he")))).pages[-3:]
    columns, rows = decks.grid("a4")
    fronts, backs = (sorted(drawn(page, "a4")) for page in (front, behind))
    assert [round(x, 2) for x, _ in fronts] == [columns[1], columns[2]]
    assert [round(x, 2) for x, _ in backs] == [columns[0], columns[1]]
    assert {round(y, 2) for _, y in backs} == {rows[0]}
    assert not caplog.records  # WeasyPrint has nothing to complain about


# --- The rules ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("language", ["en", "he"])
def test_the_rules_are_one_page_in_the_readers_language(language: str, paper: str) -> None:
    style = next(style for lang, page, style in LOOKS if (lang, page) == (language, paper))
    pages = reader(language, paper, style).pages
    assert len(pages) == RULES + 1
    text = pages[RULES].extract_text()
    assert bool(re.search("[A-Za-z]", text)) == (language == "en")
    assert bool(re.search("[א-ת]", text)) == (language == "he")
    for number in ("99", "14", "8", "100%"):
        assert number in text


def test_the_series_drawn_with_the_rules_are_series_with_the_key_that_has_the_ring() -> None:
    rules = (template_dir() / "deck-rules.html").read_text(encoding="utf-8")
    drawn = re.findall(r"\{\{ cards\((\d+), \"([\d ]+)\"\) \}\}", rules)
    assert len(drawn) == 4
    for key, others in drawn:
        assert pc.check_series(f"{key} {others}").keys == (int(key),)
    assert sum(len(others.split()) + 1 for _, others in drawn[2:]) == 7


# --- Pictures -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "he"])
def test_every_card_is_a_drawing_that_needs_no_font_and_no_other_file(tmp_path: Path, language: str) -> None:
    files = write_deck(Deck(language=language), f"{tmp_path}/cards/")
    assert sorted(path.name for path in (tmp_path / "cards").iterdir()) == sorted(path.name for path in files)
    assert {"card-01.svg", "card-23.svg", "wild-4.svg", "prime-numbers.svg", "hundred-chart.svg", "back.svg"} <= {
        path.name for path in files
    }
    assert len(files) == 99 + 4 + 2 + 1
    for path in files:
        root = etree.parse(path).getroot()
        assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("63mm", "88mm", "0 0 63 88")
        assert {etree.QName(element).localname for element in root.iter()} == {"svg", "title", "path"}
        colours = {element.get("fill") for element in root.iter("{*}path")}
        if path.name.startswith("card"):
            number = int(path.stem[-2:])
            assert ("#c00000" in colours) == (number in PRIMES)
            assert (root.findtext("{*}title") == str(number)) == (number not in PRIMES)


def test_every_card_is_a_picture_of_300_dots_an_inch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Deck, "cards", tuple(card for card in Deck(1).cards if card.name[-1] in "49dts"))
    files = write_deck(Deck(), str(tmp_path), "png")
    assert {"card-04", "card-29", "wild", "prime-numbers", "hundred-chart", "back"} <= {file.stem for file in files}
    for path in files:
        picture, name = Image.open(path), path.stem
        assert picture.size == (744, 1039), name
        assert [round(dots) for dots in picture.info["dpi"]] == [300, 300]
        colours = picture.convert("RGB").getcolors(10**6) or []
        red = sum(count for count, colour in colours if colour == (0xC0, 0, 0))
        if name.startswith("card"):
            assert (red > 1000) == (int(name[-2:]) in PRIMES), name
            assert sum(count for count, colour in colours if colour == (0x1A, 0x1A, 0x1A)) > 10_000


def test_pictures_of_more_wild_cards_than_there_are_now_go_and_all_others_stay(tmp_path: Path) -> None:
    write_deck(Deck(wilds=4), str(tmp_path), "svg")
    for name in ("wild-3.png", "wild-11.svg", "mine.svg", "wilder.svg"):
        (tmp_path / name).write_bytes(b"mine")
    write_deck(Deck(wilds=1, backs="none"), str(tmp_path), "svg")
    names = {path.stem for path in tmp_path.iterdir()}
    assert {name for name in names if name.startswith("wil")} == {"wild", "wild-3", "wild-11", "wilder"}
    assert {"mine", "back"} <= names  # a back of one's own may stand beside a deck without backs
    own = tmp_path / "own"
    own.mkdir()
    (own / "wild-2.svg").write_bytes(b"mine")  # in a folder that held no deck
    write_deck(Deck(wilds=0), str(own), "svg")
    assert (own / "wild-2.svg").read_bytes() == b"mine"


def test_a_folder_with_the_name_of_the_file_to_be_printed_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "e.pdf"
    folder.mkdir()
    with pytest.raises(PrintingError, match="Is a directory"):
        write_deck(Deck(), str(folder))
    assert not list(folder.iterdir())
    assert len(write_deck(Deck(), f"{folder}/")) > 100


def test_a_picture_of_a_card_is_what_is_printed() -> None:
    front = in_grey(printed(), 19, 300)  # 82..90
    columns, rows = decks.grid("a4")
    left, top = round(columns[1] * 300 / 25.4), round(rows[2] * 300 / 25.4)
    own = Image.open(io.BytesIO(to_png(Deck().cards[88].face(Deck()), WIDTH, HEIGHT))).convert("L")
    page = front.crop((left, top, left + own.width, top + own.height))
    difference = ImageChops.difference(own, page).resize((62, 88), Image.Resampling.BOX)
    assert max(difference.tobytes()) < 90


# --- Refusals -----------------------------------------------------------------------------------------------------


def test_the_command_writes_the_deck_and_says_how_to_print_it(run: Run) -> None:
    done = run("deck", "-o", "deck.pdf", "--wilds", 2, "--paper", "letter", "--backs", "none", "--json")
    assert done.status == 0
    assert done.data == {"files": ["deck.pdf"], "cards": 103, "wilds": 2, "pages": 13, "card_mm": [63, 88]}
    assert len(PdfReader("deck.pdf").pages) == 13
    done = run("deck", "-o", "cards/", "--wilds", 0, "--style", "low-ink")
    assert done.out == "cards: 102 pictures of 63 x 88 mm.\n"
    assert len(list(Path("cards").iterdir())) == 102
    Path("there").mkdir()
    assert run("deck", "-o", "there", "--wilds", 1).status == 0
    assert Path("there", "wild.svg").is_file()
    assert run("deck", "-o", "new", "--each", "svg").status == 0
    assert Path("new", "card-99.svg").is_file()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--wilds", "11"), "wilds is a whole number in the range 0–10, not 11."),
        (("--wilds", "-1"), "0–10"),
        (("--wilds", "x"), "0–10"),
        (("--paper", "a5"), "There is no paper a5; there are a4, letter."),
        (("--style", "large-print"), "There is no style large-print; there are plain, low-ink."),
        (("--backs", "some"), "backs is one of pages, none, not some."),
        (("--each", "gif"), "each is one of svg, png, not gif."),
        (("--each", "svg"), "cards/"),
        (("--lang", "xx"), "en, he"),
        (("-o", "deck.doc"), "a folder, such as cards/"),
        (("-o", ""), "a folder, such as cards/"),
        (("-o", "nowhere/deck.pdf"), "cannot be written"),
        (("-o", "/proc/none/cards/"), "cannot be written"),
    ],
)
def test_what_cannot_be_printed_is_refused_in_one_line_and_nothing_is_written(
    run: Run, arguments: tuple[str, ...], told: str
) -> None:
    given = arguments if "-o" in arguments else ("-o", "deck.pdf", *arguments)
    assert told in refused(run("deck", *given))
    assert not list(Path().iterdir())


def test_a_folder_that_was_not_there_is_not_left_behind_when_a_picture_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("primecards.worksheets.files.os.fdopen", full)
    with pytest.raises(PrintingError, match="No space left"):
        write_deck(Deck(), str(tmp_path / "cards/") + "/")
    assert not list(tmp_path.iterdir())
    monkeypatch.undo()
    (tmp_path / "cards").write_text("mine", encoding="utf-8")
    with pytest.raises(PrintingError, match="cannot be written"):
        write_deck(Deck(), str(tmp_path / "cards/"), "png")
    assert (tmp_path / "cards").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("wilds", [True, 2.0, "4", -1, 11, None])
def test_a_number_of_wild_cards_that_is_none_is_refused(wilds: Any) -> None:
    with pytest.raises(InputError, match="0–10"):
        Deck(wilds)
