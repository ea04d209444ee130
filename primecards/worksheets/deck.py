"""The deck to print and cut out: number cards, wild cards, two cards to look things up on, backs, and the rules."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from primecards.errors import OutOfRangeError, PrintingError, UnknownNameError
from primecards.messages import Formula, Message, msg
from primecards.rules.cards import NUMBER_CARDS
from primecards.rules.numbers import PRIMES
from primecards.rules.ruleset import MAX_WILD_CARDS, allowed_range
from primecards.words import DIRECTIONS, require_language, say
from primecards.worksheets import deck_faces
from primecards.worksheets.deck_faces import HEIGHT, LOOKS, MARK, WIDTH
from primecards.worksheets.files import write_whole
from primecards.worksheets.outlines import Shape, polygon, to_operators, to_png, to_svg
from primecards.worksheets.spacing import PAPERS

BACKS = ("pages", "none")
PICTURES = ("svg", "png")
IN_A_ROW, ROWS = 3, 3
ON_A_PAGE = IN_A_ROW * ROWS
_POINTS = 72 / 25.4
_BASELINE = (1 + 0.935 - 0.25) / 2  # of Rubik in a line as high as the type: how far down, in parts of the type size


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck with *wilds* wild cards, to print in *language* on *paper* in *style*, with or without *backs*.

    Raises OutOfRangeError or UnknownNameError for what there is not.
    """

    wilds: int = 4
    language: str = "en"
    paper: str = "a4"
    style: str = "plain"
    backs: str = "pages"

    def __post_init__(self) -> None:
        """Refuse what cannot be printed as soon as it is asked for."""
        if type(self.wilds) is not int or not 0 <= self.wilds <= MAX_WILD_CARDS:
            raise OutOfRangeError(allowed_range("wilds", self.wilds, 0, MAX_WILD_CARDS))
        require_language(self.language)
        names = Formula(", ".join(PAPERS))
        if self.paper not in PAPERS:
            raise UnknownNameError(
                msg("There is no paper {name}; there are {names}.", name=str(self.paper)[:20], names=names)
            )
        names = Formula(", ".join(LOOKS))
        if self.style not in LOOKS:
            raise UnknownNameError(
                msg("There is no style {name}; there are {names}.", name=str(self.style)[:20], names=names)
            )
        if self.backs not in BACKS:
            names = Formula(", ".join(BACKS))
            raise UnknownNameError(
                msg("{name} is one of {names}, not {value}.", name="backs", names=names, value=str(self.backs)[:20])
            )

    @property
    def cards(self) -> tuple[DeckCard, ...]:
        """The cards in the order in which they are printed."""
        numbers = (DeckCard(f"card-{number:02}", number=int(number)) for number in NUMBER_CARDS)
        wilds = (DeckCard(f"wild-{place}" if self.wilds > 1 else "wild") for place in range(1, self.wilds + 1))
        return (*numbers, *wilds, DeckCard("prime-numbers"), DeckCard("hundred-chart"))


@dataclass(frozen=True, slots=True)
class DeckCard:
    """A card to print: a number card, a wild card, or one to look things up on; *name* is also its file's."""

    name: str
    number: int = 0

    @property
    def kind(self) -> str:
        """What it is: number, wild, prime-numbers or hundred-chart."""
        return "number" if self.number else "wild" if self.name.startswith("wild") else self.name

    def face(self, deck: Deck, *, middle: bool = True) -> tuple[Shape, ...]:
        """Draw its face; without what stands in its *middle*, where that is set as text."""
        look = LOOKS[deck.style]
        match self.kind:
            case "number":
                return tuple(deck_faces.number_face(self.number, look, middle=middle))
            case "wild":
                return tuple(deck_faces.wild_face(look, say(msg("wild"), deck.language) if middle else ""))
            case "prime-numbers":
                return tuple(deck_faces.primes_face(look, deck.language))
            case _:
                return tuple(deck_faces.chart_face(look, deck.language))

    def described(self, language: str) -> str:
        """Say in words what is drawn."""
        match self.kind:
            case "number" if self.number in PRIMES:
                return f"{self.number}, {say(msg('prime'), language)}"
            case "number":
                return str(self.number)
            case "wild":
                return say(msg("wild card"), language)
            case "prime-numbers":
                return f"{say(msg('The prime numbers'), language)}: {', '.join(map(str, PRIMES))}"
            case _:
                return say(msg("The numbers from 1 to 99 in rows of ten, with the primes in frames"), language)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a card lies on its page, in millimetres from the left and from the top, and its *card*."""

    left: float
    top: float
    card: DeckCard


def grid(paper: str) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return where the cuts run on *paper*: from the left and from the top; the cards lie in its middle."""
    wide, high = PAPERS[paper]
    left, top = (wide - IN_A_ROW * WIDTH) / 2, (high - ROWS * HEIGHT) / 2
    return (
        tuple(left + column * WIDTH for column in range(IN_A_ROW + 1)),
        tuple(top + row * HEIGHT for row in range(ROWS + 1)),
    )


def pages(deck: Deck) -> Iterator[tuple[tuple[Place, ...], tuple[Place, ...]]]:
    """Lay the cards out: the fronts of each sheet of paper, and the backs as they lie behind them.

    The paper is turned over along its long edge, so that left and right change sides.
    """
    columns, rows = grid(deck.paper)
    from_right = DIRECTIONS[deck.language] == "rtl"
    for first in range(0, len(deck.cards), ON_A_PAGE):
        fronts, behind = [], []
        for place, card in enumerate(deck.cards[first : first + ON_A_PAGE]):
            row, column = divmod(place, IN_A_ROW)
            column = IN_A_ROW - 1 - column if from_right else column
            fronts.append(Place(columns[column], rows[row], card))
            behind.append(Place(columns[IN_A_ROW - 1 - column], rows[row], card))
        yield tuple(fronts), tuple(behind)


def to_pdf(deck: Deck) -> bytes:
    """Print *deck* as a tagged PDF (PDF/UA-1), the same to the byte on every run: fronts and backs, then the rules."""
    from primecards.worksheets.printing import Layout, print_pages

    layout = Layout(deck.paper, deck.style)
    return print_pages("deck.html", _context(deck), deck.language, layout, under=partial(_lay_faces, deck))


def _context(deck: Deck) -> dict[str, Any]:
    look = LOOKS[deck.style]
    mark_size = (2 * MARK[0], 2 * MARK[1])
    return {
        "deck": deck,
        "paper": PAPERS[deck.paper],
        "card": (WIDTH, HEIGHT),
        "pages": [fronts for fronts, _ in pages(deck)],
        "frame": _address(to_svg([deck_faces.frame(look)], WIDTH, HEIGHT)),
        "mark": _address(to_svg([deck_faces.prime_mark(*MARK, look)], *mark_size)),
        "mark_size": mark_size,
        "marks": {prime: deck_faces.mark_of(prime, look) for prime in PRIMES},
        "primes": PRIMES,
        "baseline": _BASELINE,
        "number_size": deck_faces.BIG,
        "number_line": deck_faces.BIG_LINE,
        "word_size": deck_faces.WORD,
        "word_line": deck_faces.WORD_LINE,
    }


def _lay_faces(deck: Deck, pdf: Any) -> None:
    """Draw on the pages of *pdf* what is no text: frames and corners, backs, marks to cut along.

    It is decoration that nobody reads out. Each drawing is in the file once; through HTML it takes ten times as long.
    """
    import pydyf

    numbers = iter(pdf.pages["Kids"][::3])
    drawings: dict[str, Any] = {}
    paper = PAPERS[deck.paper]

    def draw(name: str, shapes: Iterable[Shape], size: tuple[float, float]) -> None:
        kind = {"Type": "/XObject", "Subtype": "/Form", "BBox": pydyf.Array((0, 0, *size))}
        drawings[name] = pydyf.Stream([to_operators(shapes)], kind, compress=True)
        pdf.add_object(drawings[name])

    def lay(places: Iterable[tuple[str, float, float]]) -> None:
        page = pdf.objects[next(numbers)]
        content, resources = (pdf.objects[int(page[key].split()[0])] for key in ("Contents", "Resources"))
        laid = [b"/Artifact BMC"]
        for name, left, top in places:
            resources["XObject"][name] = drawings[name].reference
            place = f"{_POINTS:.6f} 0 0 {-_POINTS:.6f} {left * _POINTS:.4f} {(paper[1] - top) * _POINTS:.4f}"
            laid.append(f"q {place} cm /{name} Do Q".encode())
        content.stream[:0] = [*laid, b"EMC"]

    draw("cut-marks", deck_faces.cut_marks(*grid(deck.paper)), paper)
    draw("back", deck_faces.back(LOOKS[deck.style]), (WIDTH, HEIGHT))
    for fronts, behind in pages(deck):
        for place in fronts:
            draw(place.card.name, place.card.face(deck, middle=False), (WIDTH, HEIGHT))
        lay([("cut-marks", 0, 0), *((place.card.name, place.left, place.top) for place in fronts)])
        if deck.backs == "pages":
            lay([("cut-marks", 0, 0), *(("back", place.left, place.top) for place in behind)])


def _address(svg: str) -> str:
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"


# --- Files --------------------------------------------------------------------------------------------------------


def write_deck(deck: Deck, path: str, each: str | None = None) -> tuple[Path, ...]:
    """Write *deck* to *path* and return the files: one .pdf, or in a folder a picture of every card.

    The pictures are "svg" unless *each* says "png". A folder's name ends in /, or it is there and its name is not that
    of a file, or *each* is given and the name has no ending. The wild cards of a larger deck in it are removed. Files
    are written whole or not at all. Raises UnknownNameError for another ending or kind of picture, PrintingError for
    what cannot be written.
    """
    if each is not None and each not in PICTURES:
        names = Formula(", ".join(PICTURES))
        raise UnknownNameError(
            msg("{name} is one of {names}, not {value}.", name="each", names=names, value=str(each)[:20])
        )
    target = Path(path)
    printed = each is None and target.suffix.lower() == ".pdf"  # even if there is a folder of that name
    folder = (target.is_dir() and not printed) or (each is not None and not target.suffix)
    if path and (path.endswith(("/", "\\")) or folder):
        return _write_pictures(deck, target, each or PICTURES[0])
    if each is not None or target.suffix.lower() != ".pdf":
        raise UnknownNameError(_unknown(path))
    return write_whole({target: to_pdf(deck)})


def _write_pictures(deck: Deck, folder: Path, kind: str) -> tuple[Path, ...]:
    made = not folder.exists()
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise PrintingError(msg("{file} cannot be written: {reason}.", file=str(folder), reason=reason)) from None
    of_a_deck = (folder / f"card-01.{kind}").is_file()
    try:
        written = write_whole({folder / f"{name}.{kind}": content for name, content in pictures(deck, kind)})
    except PrintingError:
        if made:
            folder.rmdir()
        raise
    if of_a_deck:  # which may have had more wild cards
        names = ("wild", *(f"wild-{number}" for number in range(1, MAX_WILD_CARDS + 1)))
        for path in {folder / f"{name}.{kind}" for name in names}.difference(written):
            path.unlink(missing_ok=True)
    return written


def pictures(deck: Deck, kind: str) -> Iterator[tuple[str, bytes]]:
    """Draw every card and the back, by name, as "svg" or "png"."""
    faces = [(card.name, card.face(deck), card.described(deck.language)) for card in deck.cards]
    if deck.backs == "pages":
        faces.append(("back", tuple(deck_faces.back(LOOKS[deck.style])), say(msg("back of a card"), deck.language)))
    for name, shapes, said in faces:
        if kind == "png":
            yield name, to_png(shapes, WIDTH, HEIGHT)
        else:
            paper = Shape(polygon(((0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT))), "#ffffff")
            yield name, to_svg((paper, *shapes), WIDTH, HEIGHT, said, deck.language).encode()


def _unknown(path: str) -> Message:
    return msg(
        "{path}: give a file whose name ends in {pdf}, or for single pictures a folder, such as {folder}.",
        path=path[-60:] or '""',
        pdf=Formula(".pdf"),
        folder=Formula("cards/"),
    )
