"""A worksheet as HTML and as PDF. Only this module knows the templates.

    Worksheet -> views (what is printed) -> spacing (where) -> templates -> HTML -> engine (WeasyPrint) -> PDF

A teacher's own folders of templates come first, file by file: a `cards.css` in one of them replaces ours, and all
else stays.
"""

from __future__ import annotations

import re
import traceback
from base64 import b64encode
from dataclasses import dataclass, replace
from functools import lru_cache
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn
from unicodedata import bidirectional

from primecards.errors import OutOfRangeError, PrimecardsError, PrintingError, UnknownNameError
from primecards.messages import Formula, Message, msg, nmsg
from primecards.rules.numbers import HIGHEST, PRIMES
from primecards.rules.ruleset import allowed_range
from primecards.words import DIRECTIONS, WILD_SIGN, require_language, say, say_html
from primecards.worksheets.measures import measures
from primecards.worksheets.spacing import PAPERS, plan_pages, shape_of
from primecards.worksheets.views import (
    FORM_NAMES,
    Entry,
    Overview,
    Sheet,
    answer_blocks,
    pupil_blocks,
    shows_chart,
    starts_by_count,
    with_helpers,
    with_page_starts,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from jinja2 import Environment
    from markupsafe import Markup

STYLES = ("plain", "large-print", "low-ink", "dyslexia")
ANSWERS = ("none", "same-file", "separate")
HELPERS = ("auto", "none", "primes", "chart", "primes,chart")
MOST_PER_PAGE = 50
PARTS = ("all", "pupil", "answers")
CARD_FONTS = {"plain": "fonts/Primecards-Cards.ttf", "low-ink": "fonts/Primecards-Cards-Light.ttf"}
_BLOCK_ENDS = r"\s+(?=</(?:p|div|h\d|header|footer|article|section|main|body)>)"
_TYPES = {".ttf": "font/ttf", ".otf": "font/otf", ".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg"}


@dataclass(frozen=True, slots=True)
class Layout:
    """How a sheet is printed: *paper*, *style*, where the *answers* go, and a teacher's folders of *templates*.

    The page may be *cream*, each exercise say its *points*, and a page hold *per_page* exercises at most. *helpers* are
    what pupils get to work with: "auto" (the list of primes where the level shows it), "none", "primes", "chart" or
    "primes,chart". Raises UnknownNameError for a paper, a style, a place for the answers or helpers that there are not,
    OutOfRangeError for a number of exercises.
    """

    paper: str = "a4"
    style: str = "plain"
    answers: str = "same-file"
    templates: tuple[Path, ...] = ()
    cream: bool = False
    points: bool = False
    per_page: int | None = None
    helpers: str = "auto"

    def __post_init__(self) -> None:
        _require(self.paper, tuple(PAPERS), msg("There is no paper {name}; there are {names}."))
        _require(self.style, STYLES, msg("There is no style {name}; there are {names}."))
        _require(self.answers, ANSWERS, msg("The answers cannot go to {name}; the choice is {names}."))
        _require(self.helpers, HELPERS, msg("There are no helpers {name}; the choice is {names}."))
        if self.per_page is not None and self.per_page not in range(1, MOST_PER_PAGE + 1):
            raise OutOfRangeError(allowed_range("per_page", self.per_page, 1, MOST_PER_PAGE))

    @property
    def folders(self) -> tuple[Path, ...]:
        """Where templates are looked for, in this order."""
        return (*self.templates, template_dir())


def template_dir() -> Path:
    """Return the folder of the package's own templates: inside it when installed, beside it in a checkout."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "templates"
    return inside if inside.is_dir() else package.parent / "templates"


def to_html(sheet: Sheet, layout: Layout | None = None, part: str = "all") -> str:
    """Write *sheet* as one self-contained HTML page for the screen.

    *part* is "pupil", "answers", or "all": both if the answers go into the same file, else the pupil's. Raises
    PrintingError if a teacher's template cannot be used, UnknownNameError for a part or language that there is not.
    """
    return _html(sheet, layout or Layout(), part, on_paper=False)


def to_pdf(sheet: Sheet, layout: Layout | None = None, part: str = "all") -> bytes:
    """Write *sheet* as a tagged PDF (PDF/UA-1), the same to the byte on every run; *part* is as in `to_html`.

    Raises PrintingError if a teacher's template cannot be used or the Pango library is missing.
    """
    from primecards.worksheets.engine import write_pdf

    layout = layout or Layout()
    html = _html(sheet, layout, part, on_paper=True)
    return write_pdf(html, layout.folders, from_right=_from_right(sheet.language))


def to_print(sheets: Sequence[Sheet], layout: Layout, part: str) -> tuple[bytes, tuple[int, ...]]:
    """Write *part* of all *sheets* into one PDF for the printer, without tags; return it, and the pages of each.

    A few at a time: what is laid out takes some megabytes a page. `pdf_join` joins such files.
    """
    from primecards.worksheets.engine import write_together
    from primecards.worksheets.placed_pdf import place_together

    htmls = [_html(sheet, layout, part, on_paper=True) for sheet in sheets]
    from_right = _from_right(sheets[0].language)
    if layout.templates or layout.cream:  # measures and grounds that are not known here
        return write_together(htmls, layout.folders, from_right=from_right)
    return place_together(htmls, layout.paper, layout.folders, from_right=from_right)


def overview_to_pdf(overview: Overview, layout: Layout) -> bytes:
    """Write what a class set holds, pupil by pupil, as `to_print` writes sheets."""
    from primecards.worksheets.engine import write_together
    from primecards.worksheets.overview import share_out

    printer = _Printer(layout, require_language(overview.language), on_paper=True)
    context = {
        "overview": overview,
        "shared": share_out(overview, layout.paper),
        "heading": overview.title or say(msg("Worksheet"), overview.language),
        "form_names": FORM_NAMES,
        "formula": Formula,
        "sheet": {"language": overview.language},
        "layout": layout,
        "direction": DIRECTIONS[overview.language],
        **printer.helpers(),
    }
    from_right = _from_right(overview.language)
    return write_together([printer.render("overview.html", context)], layout.folders, from_right=from_right)[0]


def _from_right(language: str) -> bool:
    return DIRECTIONS[require_language(language)] == "rtl"


def print_pages(
    template: str, context: dict[str, Any], language: str, layout: Layout, under: Callable[[Any], None] | None = None
) -> bytes:
    """Print other pages than a sheet's from *template* as `to_pdf` does; *under* is as in `write_pdf`."""
    from primecards.worksheets.engine import write_pdf

    printer = _Printer(layout, require_language(language), on_paper=True)
    given = {"sheet": {"language": language}, "layout": layout, "direction": DIRECTIONS[language], **context}
    html = printer.render(template, {**given, **printer.helpers()})
    return write_pdf(html, layout.folders, from_right=_from_right(language), under=under)


def to_page(template: str, context: dict[str, Any], language: str) -> str:
    """Write a page for the screen that is no sheet, from *template*, with what it finds in *context*."""
    printer = _Printer(Layout(), require_language(language), on_paper=False)
    given = {"sheet": {"language": language}, "direction": DIRECTIONS[language], **context}
    # Browsers have the star in some font, and what is text can be copied and read aloud.
    return printer.fill(template, {**given, **printer.helpers()}).replace(_STAR, WILD_SIGN)


def _require(name: str, names: tuple[str, ...], refusal: Message) -> None:
    if name not in names:
        values = (("name", str(name)[:20]), ("names", Formula(", ".join(names))))
        raise UnknownNameError(replace(refusal, values=values))


def _html(sheet: Sheet, layout: Layout, part: str, *, on_paper: bool) -> str:
    _require(part, PARTS, msg("There is no part {name}; there are {names}."))
    language = require_language(sheet.language)
    for_pupil = part in ("all", "pupil")
    for_teacher = part == "answers" or (part == "all" and layout.answers == "same-file")
    printer = _Printer(layout, language, on_paper)
    context = {
        "sheet": {
            "school": sheet.school,
            "language": language,
            "code": sheet.code,
            "form": FORM_NAMES.get(sheet.form),
            "pupil": sheet.pupil,
            "class_name": sheet.class_name,
        },
        "layout": layout,
        "direction": DIRECTIONS[language],
        "on_paper": on_paper,
        "primes": PRIMES,
        "chart": [range(first, min(first + 10, HIGHEST + 1)) for first in range(1, HIGHEST + 1, 10)],
        **_titles(sheet, language, for_pupil=for_pupil),
        **_contents(sheet, layout, for_pupil=for_pupil, for_teacher=for_teacher),
        "qr": _qr(sheet.code),
        **printer.helpers(),
    }
    return printer.render("sheet.html", context)


def _titles(sheet: Sheet, language: str, *, for_pupil: bool) -> dict[str, str]:
    heading = sheet.title or say(msg("Worksheet"), language)
    document = f"{heading} – {say(FORM_NAMES[sheet.form], language)}" if sheet.form else heading
    document = document if for_pupil else say(msg("Answer key"), language) + f" – {document}"
    return {"heading": heading, "document_title": document}


def _contents(sheet: Sheet, layout: Layout, *, for_pupil: bool, for_teacher: bool) -> dict[str, Any]:
    """Build the blocks of the parts wanted, and what is known of all exercises together."""
    entries: Sequence[Entry] = with_helpers(sheet.entries, layout.helpers)
    exercises = [entry.item for entry in entries if entry.role == "exercise"]
    young = all(entry.item.level <= 2 for entry in entries)
    sizes = measures(layout.style, young=young)
    shape = shape_of(layout.paper, sizes, sheet.language)
    chart = shows_chart(entries, layout.helpers)
    pupil = pupil_blocks(entries, shape, chart=chart) if for_pupil else ()
    gap = 0
    if pupil and layout.templates:  # another's style sheets have other measures
        pupil = with_page_starts(pupil, starts_by_count(entries, layout.per_page), frozenset())
    elif pupil:
        plan = plan_pages(
            pupil,
            sheet.language,
            layout.paper,
            sizes,
            school=bool(sheet.school),
            points=layout.points,
            per_page=layout.per_page,
        )
        pupil, gap = with_page_starts(pupil, plan.starts, plan.tall), plan.gap
    return {
        "pupil": pupil,
        "answers": answer_blocks(entries, shape) if for_teacher else (),
        "story": sheet.story if for_pupil else (),
        "gap": gap,
        "young": young,
        "primes_marked": layout.style != "low-ink" and any(entry.item.aids.primes_marked for entry in entries),
        "total_points": sum(item.points for item in exercises),
        "points_shown": layout.points or len({item.points for item in exercises}) > 1,
    }


@lru_cache(maxsize=32)
def _qr(code: str) -> str:
    import segno

    return segno.make(code, error="m", micro=False).svg_data_uri(border=0, omitsize=True, svgclass=None, lineclass=None)


@dataclass(frozen=True, slots=True)
class _Printer:
    """The templates, and what they may call."""

    layout: Layout
    language: str
    on_paper: bool

    def render(self, name: str, context: dict[str, Any]) -> str:
        return self._spare_weasyprint(self.fill(name, context))

    def fill(self, name: str, context: dict[str, Any]) -> str:
        from jinja2 import TemplateError

        try:
            return self._environment().get_template(name).render(context)
        except PrimecardsError:
            raise
        # What a template does wrong can be anything that an expression can raise.
        except (TemplateError, TypeError, ValueError, LookupError, ArithmeticError, AttributeError) as error:
            self._blame_template(error)

    def helpers(self) -> dict[str, Any]:
        """Return what every template may call, and the file of its cards."""
        return {
            "_": self.say_template,
            "ngettext": self.say_count,
            "css": self.css,
            "asset": self.asset,
            "card_font": CARD_FONTS.get(self.layout.style, CARD_FONTS["plain"]),
        }

    def _spare_weasyprint(self, html: str) -> str:
        """Write *html* so that three faults of WeasyPrint (70) do not show."""
        # White space before the end of a block pushes its last word to a line of its own in right-to-left text.
        html = re.sub(_BLOCK_ENDS, "", html)
        # It does not find the direction of a <bdi> by itself.
        html = re.sub(r"<bdi>([^<]*)", lambda found: f'<bdi dir="{_direction(found[1])}">{found[1]}', html)
        # At some widths it breaks a line after its first word, when the line ends in a space before an element.
        return html.replace(" <bdi", "<span> </span><bdi") if self.on_paper else html

    def say_template(self, template: str, /, **values: Any) -> Markup:
        return _say(msg(template, **values), self.language)

    def say_count(self, one: str, many: str, n: int) -> Markup:
        return _say(nmsg(one, many, n), self.language)

    def css(self, name: str) -> Markup:
        from markupsafe import Markup

        return Markup(self._find(name).read_text(encoding="utf-8"))

    def asset(self, name: str) -> str:
        """Return the address of a file in a template folder; on screen the file itself, so that no other is needed."""
        path = self._find(name)
        if self.on_paper:
            return path.resolve().as_uri()
        kind = _TYPES.get(path.suffix.lower(), "application/octet-stream")
        return f"data:{kind};base64,{b64encode(path.read_bytes()).decode()}"

    def _find(self, name: str) -> Path:
        for folder in self.layout.folders:
            path = folder / name
            if path.is_file() and path.resolve().is_relative_to(folder.resolve()):
                return path
        raise PrintingError(msg("There is no file {name} in the template folders.", name=name))

    def _environment(self) -> Environment:
        for folder in self.layout.templates:
            if not folder.is_dir():
                raise PrintingError(msg("There is no folder of templates {folder}.", folder=str(folder)))
        stamps = tuple(folder.stat().st_mtime_ns for folder in self.layout.folders)
        return _environment(self.layout.folders, stamps)

    def _blame_template(self, error: Exception) -> NoReturn:
        """Say in which file and line a template went wrong, and what."""
        from jinja2 import TemplateSyntaxError

        folders = tuple(str(folder) for folder in self.layout.folders)
        if isinstance(error, TemplateSyntaxError):
            file, line = error.filename or error.name or "?", error.lineno
        else:
            frames = traceback.extract_tb(error.__traceback__)
            file, line = next(
                (
                    (frame.filename, frame.lineno or 0)
                    for frame in reversed(frames)
                    if frame.filename.startswith(folders)
                ),
                ("?", 0),
            )
        raise PrintingError(
            msg(
                "The template {file}, line {line}: {what}",
                file=file,
                line=line,
                what=str(error) or type(error).__name__,
            )
        ) from None


def _direction(text: str) -> str:
    """Find the direction of *text* as browsers do: that of its first letter."""
    kinds = (bidirectional(letter) for letter in unescape(text))
    return "rtl" if next((kind for kind in kinds if kind in ("L", "R", "AL")), "L") != "L" else "ltr"


_STAR = '<i class="star"></i>'


def _say(message: Message, language: str) -> Markup:
    from markupsafe import Markup

    # No font has the star, so it is drawn.
    return Markup(str(say_html(message, language)).replace(WILD_SIGN, _STAR))


@lru_cache(maxsize=8)
def _environment(folders: tuple[Path, ...], stamps: tuple[int, ...]) -> Environment:
    """Read the templates of *folders*, as they are at the times of *stamps*."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
    from jinja2.runtime import Context

    @pass_context
    def say_in_context(context: Context, message: Message) -> Markup:
        return _say(message, context["sheet"]["language"])

    del stamps  # they only tell one state of the folders from another
    environment = Environment(
        loader=FileSystemLoader(folders),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["say"] = say_in_context
    return environment
