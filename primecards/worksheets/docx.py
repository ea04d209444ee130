"""A sheet as a Word document (DOCX), for teachers who go on editing it; right to left where the language runs so.

It is drawn from the views that the templates are given, so a pupil's document holds no answer either.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain
from types import ModuleType
from typing import Any

from primecards.errors import PrintingError
from primecards.languages import require_language
from primecards.messages import Formula, Message, msg, nmsg
from primecards.rules.numbers import PRIMES
from primecards.words import DIRECTIONS
from primecards.worksheets.docx_exhibits import Hand
from primecards.worksheets.docx_ink import BARE, FOOT, GREY, LRM, SPACE, Look, Pen, run, twips
from primecards.worksheets.measures import Measures, measures
from primecards.worksheets.printing import Layout
from primecards.worksheets.spacing import PAPERS, plan_pages, shape_of
from primecards.worksheets.views import (
    FORM_NAMES,
    STORY,
    Block,
    EntryView,
    Sheet,
    answer_blocks,
    pupil_blocks,
    shows_chart,
    with_helpers,
    with_page_starts,
)

FONT = "Arial"  # has Hebrew, and is on every system or has its double there
MENDS = "pip install python-docx"
SIDE, TOP, FOOT_ROOM = 16.0, 15.0, 22.0  # margins in millimetres
TAGS = {"en": "en-US", "he": "he-IL"}
CREAM = "FBF4DF"
NO_TIME = datetime(2000, 1, 1)  # noqa: DTZ001 - the same bytes on every run: no moment, and in no zone
ZIP_TIME = (1980, 1, 1, 0, 0, 0)
SPACED_LINE, LINE = 1.5, 1.15


def to_docx(sheet: Sheet, layout: Layout | None = None, part: str = "all") -> bytes:
    """Write *sheet* as a Word document, the same to the byte on every run; *part* is as in `to_html`.

    Templates and their style sheets have no say in it. Raises PrintingError if python-docx is not installed.
    """
    docx, layout = _load(), layout or Layout()
    language = require_language(sheet.language)
    for_pupil = part in ("all", "pupil")
    for_teacher = part == "answers" or (part == "all" and layout.answers == "same-file")
    young = all(entry.item.level <= 2 for entry in sheet.entries)
    writer = _Writer(sheet, layout, language, measures(layout.style, young=young))
    body = chain(writer.pupil() if for_pupil else (), writer.key(new_page=for_pupil) if for_teacher else ())
    document = docx.Document()
    _fill(document, body)
    _set_page(document, layout, rtl=DIRECTIONS[language] == "rtl")
    _set_styles(document, layout, writer.sizes, language)
    _set_foot(document, sheet.code, writer)
    _set_properties(document, writer.title, language)
    return _packed(document)


def _load() -> ModuleType:
    try:
        import docx
    except ImportError:
        raise PrintingError(
            msg("DOCX needs the package python-docx: {command}. Other files do without it.", command=Formula(MENDS))
        ) from None
    module: ModuleType = docx
    return module


class _Writer:
    """Writes the parts of a sheet, paragraph by paragraph and table by table."""

    def __init__(self, sheet: Sheet, layout: Layout, language: str, sizes: Measures) -> None:
        self.sheet, self.layout, self.sizes = sheet, layout, sizes
        self.width = PAPERS[layout.paper][0] - 2 * SIDE
        self.pen = Pen(language, self.width)
        self.entries = with_helpers(sheet.entries, layout.helpers)
        self.shape = shape_of(layout.paper, sizes, language)

    @property
    def title(self) -> str:
        """The heading of the sheet."""
        return self.sheet.title or self.pen.say(msg("Worksheet"))

    # --- What the pupil gets --------------------------------------------------------------------------------------

    def pupil(self) -> Iterator[str]:
        """Write the pupil's part."""
        pen, sheet = self.pen, self.sheet
        if sheet.school:
            yield pen.paragraph(pen.own(sheet.school), "School")
        form = run(" – ", rtl=pen.rtl) + pen.words(FORM_NAMES[sheet.form]) if sheet.form else ""
        yield pen.paragraph(pen.own(self.title) + form, "Heading1")
        exercises = [entry.item for entry in self.entries if entry.number]
        if exercises:
            yield from self._name_line(sum(item.points for item in exercises))
        points = self.layout.points or len({item.points for item in exercises}) > 1
        for block in self._blocks():
            yield from self._block(block, points=points)
        if sheet.story:
            yield pen.paragraph(pen.words(STORY), "Heading2")
            for line in sheet.story:
                yield pen.paragraph(pen.words(line), keep=False)

    def _blocks(self) -> Sequence[Block]:
        chart = shows_chart(self.entries, self.layout.helpers)
        blocks = pupil_blocks(self.entries, self.shape, chart=chart)
        if self.layout.per_page is None:
            return blocks  # Word breaks the pages
        plan = plan_pages(
            blocks,
            self.sheet.language,
            self.layout.paper,
            self.sizes,
            school=bool(self.sheet.school),
            per_page=self.layout.per_page,
        )
        return with_page_starts(blocks, plan.starts, plan.tall)

    def _name_line(self, total: int) -> Iterator[str]:
        """Write name, class, date and score, each with room to write."""
        pen = self.pen
        cells, widths = [], []
        shares = ((msg("Name"), 0.45), (msg("Class"), 0.17), (msg("Date"), 0.2), (msg("Score"), 0.18))
        labels = [self.sizes.width(pen.say(label)) * 1.1 + 4 for label, _ in shares]
        score = self.sizes.width(f"/ {total}") * 1.1 + 4
        room = self.width - sum(labels) - score
        known = (self.sheet.pupil, self.sheet.class_name, "", "")
        for (label, share), width, text in zip(shares, labels, known, strict=True):
            cells.append(pen.cell(pen.words(label), width, replace(BARE, place="bottom"), align=""))
            cells.append(pen.cell(pen.own(text) if text else "", room * share, FOOT, align=""))
            widths += [width, room * share]
        # From the right, the total stands before the line to write on: so it is read after it.
        place = -1 if pen.rtl else len(cells)
        cells.insert(place, pen.cell(pen.formula(f"/ {total}"), score, replace(BARE, place="bottom"), align=""))
        widths.insert(place, score)
        yield pen.table([cells], widths, 9, pen.say(msg("Name")))
        yield pen.gap(10)

    def _block(self, block: Block, *, points: bool) -> Iterator[str]:
        pen, hand = self.pen, Hand(self.pen, self.sizes, self.width)
        new_page = block.starts_page
        if block.chart:
            yield from hand.blank_chart()
        if block.primes_list:
            label = pen.words(msg("The prime numbers:"), Look(bold=True)) + run(" ", rtl=pen.rtl)
            yield pen.paragraph(label + pen.formula(" ".join(map(str, PRIMES))), "Helper")
        if block.instruction:
            yield pen.paragraph(pen.words(block.instruction), "Instruction", new_page=new_page)
            new_page = False
        for entry in block.entries:
            yield from self._entry(entry, points=points and entry.number is not None, new_page=new_page)
            new_page = False

    def _entry(self, entry: EntryView, *, points: bool, new_page: bool) -> Iterator[str]:
        pen = replace(self.pen, indent=self.sizes.indent)
        hand = Hand(pen, self.sizes, self.width - self.sizes.indent)
        heading = _HEADINGS.get(entry.role)
        if heading:
            yield self.pen.paragraph(self.pen.words(heading), "Heading2", new_page=new_page)
        number = f"{entry.number}." if entry.number else ""
        if entry.question or points or new_page:
            yield self._asked(entry, number, points=points, new_page=new_page and not heading)
            number = ""
        yield from hand.entry(entry.beside, entry.parts, number)
        for place, step in enumerate(entry.steps, 1):
            yield pen.paragraph(self._nth(place) + pen.words(step), "Step", keep=not entry.tall, hanging=6)
        for place in range(entry.empty_steps):
            yield pen.paragraph(self._nth(len(entry.steps) + place + 1) + run(hand.rule(hand.width - 12)), hanging=6)
        yield pen.gap(18 if self.layout.style == "dyslexia" else 12, keep=False)

    def _asked(self, entry: EntryView, number: str, *, points: bool, new_page: bool) -> str:
        pen = self.pen
        runs = run(f"{number}\t", Look(bold=True), rtl=pen.rtl) if number else ""
        runs += pen.words(entry.question) if entry.question else ""
        if points:
            worth = nmsg("{n} point", "{n} points", entry.points)
            look = Look(size=self.sizes.label, colour=GREY)
            runs += (
                run(" (" if entry.question else "(", look, rtl=pen.rtl)
                + pen.words(worth, look)
                + run(")", look, rtl=pen.rtl)
            )
        return pen.paragraph(runs, hanging=self.sizes.indent, new_page=new_page)

    def _nth(self, place: int) -> str:
        return run(f"{place}.\t", rtl=self.pen.rtl)

    # --- What the teacher gets ------------------------------------------------------------------------------------

    def key(self, *, new_page: bool) -> Iterator[str]:
        """Write the answer key, on a page of its own if there is one before it."""
        pen, sheet = self.pen, self.sheet
        yield pen.paragraph(pen.words(msg("Answer key")), "Heading1", new_page=new_page)
        form = run(" – ", rtl=pen.rtl) + pen.words(FORM_NAMES[sheet.form]) if sheet.form else ""
        pupil = pen.own(sheet.pupil, Look(bold=True)) + run(" – ", rtl=pen.rtl) if sheet.pupil else ""
        yield pen.paragraph(pupil + pen.own(self.title) + form, "School")
        for block in answer_blocks(self.entries, self.shape):
            if block.instruction:
                yield pen.paragraph(pen.words(block.instruction), "Instruction")
            for entry in block.entries:
                yield from self._answered(entry)

    def _answered(self, entry: EntryView) -> Iterator[str]:
        pen = replace(self.pen, indent=9, small=True)
        hand = Hand(pen, replace(self.sizes, indent=9), self.width - 9)
        heading = _HEADINGS.get(entry.role)
        if heading:
            yield pen.paragraph(pen.words(heading, Look(bold=True)), "Small")
        number = f"{entry.number}." if entry.number else ""
        if entry.question:
            lead = run(f"{number}\t", Look(bold=True), rtl=pen.rtl) if number else ""
            yield self.pen.paragraph(lead + pen.words(entry.question), "Small", hanging=9)
            number = ""
        yield from hand.entry(entry.beside, entry.parts, number)
        for note in entry.notes:
            yield pen.paragraph(pen.words(note), "Small")
        for step in entry.steps:
            yield pen.paragraph(pen.words(step), "Small")
        for mistake in entry.behind:
            yield pen.paragraph(pen.words(mistake, Look(colour=GREY, size=9)), "Small")
        yield pen.gap(9, keep=False)


_HEADINGS: dict[str, Message] = {"worked": msg("Worked example"), "faded": msg("Finish this example")}


# --- The document around it ---------------------------------------------------------------------------------------


def _xml(text: str) -> Any:
    from docx.oxml import parse_xml

    return parse_xml(text)


def _fill(document: Any, body: Iterable[str]) -> None:
    """Put the paragraphs and tables of *body* before the section's end."""
    end = document.element.body.sectPr
    for element in _xml(f"<w:body {SPACE}>{''.join(body)}</w:body>"):
        end.addprevious(element)


def _set_page(document: Any, layout: Layout, *, rtl: bool) -> None:
    from docx.shared import Mm

    section = document.sections[0]
    section.page_width, section.page_height = map(Mm, PAPERS[layout.paper])
    section.left_margin = section.right_margin = Mm(SIDE)
    section.top_margin, section.bottom_margin = Mm(TOP), Mm(FOOT_ROOM)
    section.footer_distance = Mm(10)
    if rtl:
        # After the columns, and before the grid, which the order of the schema wants last.
        section._sectPr.find("{*}cols").addnext(_xml(f"<w:bidi {SPACE}/>"))  # noqa: SLF001 - python-docx has no name for it
    if layout.cream:
        document.element.insert(0, _xml(f'<w:background {SPACE} w:color="{CREAM}"/>'))
        document.settings.element.find("{*}zoom").addnext(_xml(f"<w:displayBackgroundShape {SPACE}/>"))


def _set_styles(document: Any, layout: Layout, sizes: Measures, language: str) -> None:
    """Set the styles: real headings, a font that every system has, both languages' sizes, the direction."""
    rtl = DIRECTIONS[language] == "rtl"
    size = sizes.type_size
    line = SPACED_LINE if layout.style == "dyslexia" else LINE
    spread = size * sizes.letter_space
    _set(document, "Normal", size, rtl, line=line, after=4, spread=spread)
    _set(document, "Heading 1", sizes.title, rtl, bold=True, after=6)
    _set(document, "Heading 2", size, rtl, bold=True, after=3)
    _set(document, "Footer", 9, rtl)
    _add(document, "Instruction", size, rtl, before=6, after=6, line=line, spread=spread, bold=True)
    _add(document, "School", max(10, sizes.label), rtl, after=2)
    _add(document, "Helper", size * 0.9, rtl, after=8, fill="EFE4C2" if layout.cream else "F1F1F1")
    _add(document, "Label", sizes.label, rtl, after=1)
    _add(document, "Step", size * sizes.step, rtl, after=2, line=line, spread=spread)
    _add(document, "Small", 13 if layout.style == "large-print" else 10, rtl, after=1)
    _add(document, "InCell", size, rtl)
    defaults = document.styles.element.find("{*}docDefaults/{*}rPrDefault/{*}rPr")
    fonts, lang = defaults.find("{*}rFonts"), defaults.find("{*}lang")
    fonts.getparent().replace(fonts, _fonts())
    lang.getparent().replace(lang, _xml(f'<w:lang {SPACE} w:val="en-US" w:eastAsia="en-US" w:bidi="he-IL"/>'))
    settings, space = document.settings.element, SPACE.partition('"')[2].strip('"')
    settings.find("{*}themeFontLang").set(f"{{{space}}}bidi", "he-IL")
    settings.find("{*}zoom").set(f"{{{space}}}percent", "100")


def _fonts() -> Any:
    names = " ".join(f'w:{script}="{FONT}"' for script in ("ascii", "hAnsi", "eastAsia", "cs"))
    return _xml(f"<w:rFonts {SPACE} {names}/>")


def _add(document: Any, name: str, size: float, rtl: bool, **more: Any) -> None:
    from docx.enum.style import WD_STYLE_TYPE

    style = document.styles.add_style(name, WD_STYLE_TYPE.PARAGRAPH)
    style.base_style = document.styles["Normal"]
    style.quick_style = True
    _set(document, name, size, rtl, **more)


def _set(
    document: Any,
    name: str,
    size: float,
    rtl: bool,
    *,
    bold: bool = False,
    before: float = 0,
    after: float = 0,
    line: float = 1.0,
    spread: float = 0.0,
    fill: str = "",
) -> None:
    """Set a style anew, whatever it was: its type in both scripts, and the room about its lines."""
    style = document.styles[name].element
    for old in (*style.findall("{*}rPr"), *style.findall("{*}pPr")):
        style.remove(old)
    level = f'<w:outlineLvl w:val="{int(name[-1]) - 1}"/>' if name.startswith("Heading") else ""
    tabs = f'<w:tabs><w:tab w:val="right" w:pos="{twips(176)}"/></w:tabs>' if name == "Footer" else ""
    style.append(
        _xml(
            f"<w:pPr {SPACE}>{'<w:keepNext/>' if level else ''}"
            + (f'<w:shd w:val="clear" w:color="auto" w:fill="{fill}"/>' if fill else "")
            + tabs
            + ("<w:bidi/>" if rtl else "")
            + f'<w:spacing w:before="{round(before * 20)}" w:after="{round(after * 20)}"'
            f' w:line="{round(line * 240)}" w:lineRule="auto"/>{level}</w:pPr>'
        )
    )
    fonts = " ".join(f'w:{script}="{FONT}"' for script in ("ascii", "hAnsi", "eastAsia", "cs"))
    weight = "<w:b/><w:bCs/>" if bold else '<w:b w:val="0"/><w:bCs w:val="0"/>'
    spaced = f'<w:spacing w:val="{round(spread * 20)}"/>' if spread else ""
    style.append(
        _xml(
            f'<w:rPr {SPACE}><w:rFonts {fonts}/>{weight}<w:color w:val="1A1A1A"/>{spaced}'
            f'<w:sz w:val="{round(size * 2)}"/><w:szCs w:val="{round(size * 2)}"/></w:rPr>'
        )
    )


def _set_foot(document: Any, code: str, writer: _Writer) -> None:
    """Put the code and the number of the page at the foot of every page."""
    pen = writer.pen
    page = "".join(
        f"<w:r>{inside}</w:r>"
        for inside in (
            '<w:fldChar w:fldCharType="begin"/>',
            '<w:instrText xml:space="preserve"> PAGE </w:instrText>',
            '<w:fldChar w:fldCharType="separate"/>',
            "<w:t>1</w:t>",
            '<w:fldChar w:fldCharType="end"/>',
        )
    )
    text = run(f"{LRM}{code}{LRM}" if pen.rtl else code) + "<w:r><w:tab/></w:r>" + page
    foot = pen.paragraph(text, "Footer", keep=False).replace("<w:p>", f"<w:p {SPACE}>", 1)
    old = document.sections[0].footer.paragraphs[0]._p  # noqa: SLF001 - the element that is replaced
    old.getparent().replace(old, _xml(foot))


def _set_properties(document: Any, title: str, language: str) -> None:
    core = document.core_properties
    core.title, core.language = "".join(c if c.isprintable() else " " for c in title)[:255], TAGS[language]
    core.author = core.last_modified_by = core.comments = core.keywords = core.subject = ""
    core.created = core.modified = NO_TIME
    core.revision = 1
    package = document.part.package
    for name in [name for name, relation in package.rels.items() if relation.reltype.endswith("/thumbnail")]:
        del package.rels[name]  # a picture of some other document


def _packed(document: Any) -> bytes:
    """Save *document* with no time of day in it."""
    saved, packed = io.BytesIO(), io.BytesIO()
    document.save(saved)
    with zipfile.ZipFile(saved) as given, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as target:
        for name in given.namelist():
            entry = zipfile.ZipInfo(name, ZIP_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 0  # the same on Windows as elsewhere
            target.writestr(entry, given.read(name))
    return packed.getvalue()
