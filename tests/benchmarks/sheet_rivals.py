"""The sheets of a class as other tools print them: the same exercises, cards, boxes, worked keys, codes and pages.

Both draw from what our templates get (`views`), in the plainest way that their own users would: a card is a box.
"""

import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import segno

from primecards.words import DIRECTIONS, say
from primecards.worksheets.measures import measures
from primecards.worksheets.parts import BoxesPart, CardsPart, GroupsPart, LabelPart, Part, Rows
from primecards.worksheets.printing import template_dir
from primecards.worksheets.spacing import shape_of
from primecards.worksheets.views import EntryView, answer_blocks, pupil_blocks
from primecards.worksheets.worksheet import Worksheet

FONTS = template_dir() / "fonts"
PAGE_AFTER = 4  # exercises of a sheet, so that it has two pages as ours has


def shown(sheet: Worksheet, *, key: bool) -> list[tuple[str, list[EntryView]]]:
    """The blocks of a sheet or of its key: what each asks, and its entries."""
    shape = shape_of("a4", measures("plain", young=True), sheet.language)
    blocks = (answer_blocks if key else pupil_blocks)(sheet.entries, shape)
    return [
        (say(block.instruction, sheet.language) if block.instruction else "", list(block.entries)) for block in blocks
    ]


def rows_of(part: Part) -> Rows:
    """The cards of a part."""
    match part:
        case CardsPart(rows=rows):
            return rows
        case GroupsPart(groups=groups):
            return tuple(row for group in groups for row in group.rows)
    return ()


# --- Typst --------------------------------------------------------------------------------------------------------

_TYPST = """
#set page(paper: "a4", margin: (x: 16mm, top: 15mm, bottom: 32mm))
#set text(font: "Rubik", size: 14pt, lang: "LANG")
#let card(n, ringed: false, prime: false, small: false) = {
  let em = if small { 9pt } else { 16pt }
  box(stroke: if ringed { 1.5pt + rgb("#0b4f8a") } else { 1pt }, radius: .36 * em, width: 2.05 * em, height: 2.83 * em,
    inset: 0pt, {
    if not small {
      let ink = if prime { rgb("#c00000") } else { black }
      place(top + left, dx: 2pt, dy: 2pt, text(.44 * em, fill: ink, n))
      place(bottom + right, dx: -2pt, dy: -2pt, rotate(180deg, text(.44 * em, fill: ink, n)))
    }
    align(center + horizon, text(em, weight: "bold", n))
  })
  h(2mm)
}
#let entry(number, body) = block(breakable: false, below: 11mm, grid(columns: (9mm, 1fr), strong(number), body))
#let answered(number, marked, why) = block(breakable: false, below: 3mm,
  text(10pt, grid(columns: (8mm, 86mm, 1fr), strong(number), marked, { set par(spacing: 4pt); text(9pt, why) })))
#let boxes(n) = grid(columns: (1fr,) * n, gutter: 3mm,
  ..range(n).map(_ => rect(width: 100%, height: 21mm, radius: 2mm)))
#let sheet(code, qr, name, title, body) = {
  set page(footer: context [#text(9pt, code) #h(1fr) #text(9pt)[page #counter(page).display()] #h(3mm)
    #box(image(bytes(qr), format: "svg", width: 18mm))])
  counter(page).update(1)
  text(18pt, weight: "bold", title)
  linebreak()
  text(11pt, name)
  line(length: 100%, stroke: .5pt)
  body
  pagebreak()
}
"""


def typst_source(sheets: Sequence[Worksheet]) -> str:
    """Write the class set as one Typst document: the sheets, then the keys."""
    out = [_TYPST.replace("LANG", sheets[0].language)]
    for key in (False, True):
        for number, sheet in enumerate(sheets):
            body = "".join(_typst_body(sheet, key=key))
            out.append(
                f"#sheet({_text(sheet.code)}, {_text(_svg(sheet.code))}, {_text(f'Pupil {number}')}, "
                f"{_text('Answer key' if key else 'Worksheet')}, [{body}])"
            )
    return "\n".join(out)


def _typst_body(sheet: Worksheet, *, key: bool) -> Iterator[str]:
    done = 0
    for instruction, entries in shown(sheet, key=key):
        if instruction:
            yield f"#par(text({_text(instruction)}))\n"
        for entry in entries:
            number = _text(f"{entry.number}.")
            parts = "".join(_typst_part(part, small=key) for part in (*entry.beside, *entry.parts))
            question = f"#text({_text(say(entry.question, sheet.language))})\n\n" if entry.question else ""
            if key:
                why = " ".join(f"#par(text({_text(say(step, sheet.language))}))" for step in entry.steps)
                yield f"#answered({number}, [{question}{parts}], [{why}])\n"
            else:
                yield f"#entry({number}, [{question}{parts}])\n"
            done += 1
            if not key and done == PAGE_AFTER:
                yield "#pagebreak()\n"


def _typst_part(part: Part, *, small: bool) -> str:
    if isinstance(part, BoxesPart):
        return "".join(f"#boxes({count})\n" for count in part.boxes)
    rows = []
    for row in rows_of(part):
        faces = (
            f"#card({_text(face.number)}, ringed: {_yes(face.ringed)}, prime: {_yes('prime' in face.look)}, "
            f"small: {_yes(small)})"
            for face in row
        )
        rows.append("".join(faces))
    return " \\\n".join(rows) + "\n\n"


def _yes(value: bool) -> str:
    return "true" if value else "false"


def _text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{escaped}"'


def _svg(code: str) -> str:
    out = io.BytesIO()
    segno.make(code, error="m", micro=False).save(out, kind="svg", border=0, xmldecl=False)
    return out.getvalue().decode()


def by_typst(sheets: Sequence[Worksheet]) -> bytes:
    """Print the class set by Typst."""
    import typst

    source: Any = typst_source(sheets).encode()
    pdf = typst.compile(source, font_paths=[str(FONTS)], ignore_system_fonts=True)
    assert isinstance(pdf, bytes)
    return pdf


# --- fpdf2 --------------------------------------------------------------------------------------------------------


def by_fpdf2(sheets: Sequence[Worksheet]) -> bytes:
    """Print the class set by fpdf2: the sheets, then the keys (from the left only)."""
    from fpdf import FPDF

    assert DIRECTIONS[sheets[0].language] == "ltr"
    pdf: Any = FPDF(format="a4")
    pdf.set_auto_page_break(False)
    pdf.set_margins(16, 15, 16)
    pdf.add_font("Rubik", "", str(FONTS / "Rubik-Regular.ttf"))
    pdf.add_font("Rubik", "B", str(FONTS / "Rubik-Bold.ttf"))
    for key in (False, True):
        for number, sheet in enumerate(sheets):
            _Fpdf2(pdf, sheet, key).draw(f"Pupil {number}")
    return bytes(pdf.output())


class _Fpdf2:
    def __init__(self, pdf: Any, sheet: Worksheet, key: bool) -> None:
        self.pdf, self.sheet, self.key = pdf, sheet, key
        self.code = segno.make(sheet.code, error="m", micro=False).matrix
        self.size = 3.2 if key else 5.6  # of the big number, in millimetres

    def page(self, number: int) -> None:
        pdf = self.pdf
        pdf.add_page()
        pdf.set_font("Rubik", "", 9)
        pdf.text(16, 280, self.sheet.code)
        pdf.text(150, 280, f"page {number}")
        module = 18 / len(self.code)
        for y, row in enumerate(self.code):
            for x, dark in enumerate(row):
                if dark:
                    pdf.rect(176 + x * module, 268 + y * module, module, module, style="F")
        pdf.set_xy(16, 15)

    def text(self, text: str, size: float, style: str = "", width: float = 0, x: float | None = None) -> None:
        self.pdf.set_font("Rubik", style, size)
        if x is not None:
            self.pdf.set_x(x)
        self.pdf.multi_cell(width, size * 0.5, text, new_x="LMARGIN", new_y="NEXT")

    def draw(self, name: str) -> None:
        self.page(1)
        self.text("Answer key" if self.key else "Worksheet", 18, "B")
        self.text(name, 11)
        self.pdf.line(16, self.pdf.get_y(), 194, self.pdf.get_y())
        self.pdf.ln(6)
        done = 0
        for instruction, entries in shown(self.sheet, key=self.key):
            if instruction:
                self.text(instruction, 10 if self.key else 14)
            for entry in entries:
                self.entry(entry)
                done += 1
                if not self.key and done == PAGE_AFTER:
                    self.page(2)

    def entry(self, entry: EntryView) -> None:
        pdf, top = self.pdf, self.pdf.get_y()
        self.text(f"{entry.number}.", 10 if self.key else 14, "B", width=9)
        pdf.set_y(top)
        if entry.question:
            self.text(
                say(entry.question, self.sheet.language), 10 if self.key else 14, width=86 if self.key else 0, x=25
            )
        for part in (*entry.beside, *entry.parts):
            self.part(part)
        bottom = pdf.get_y()
        if self.key:
            pdf.set_y(top)
            for step in entry.steps:
                self.text(say(step, self.sheet.language), 9, width=78, x=116)
        pdf.set_y(max(bottom, pdf.get_y()) + (2 if self.key else 11))

    def part(self, part: Part) -> None:
        pdf = self.pdf
        if isinstance(part, LabelPart):
            return
        if isinstance(part, BoxesPart):
            for count in part.boxes:
                width = 169 / count
                for place in range(count):
                    pdf.rect(25 + place * width, pdf.get_y(), width - 3, 21, round_corners=True, corner_radius=2)
                pdf.ln(23)
            return
        for row in rows_of(part):
            y = pdf.get_y()
            for place, face in enumerate(row):
                self.card(25 + place * (2.05 * self.size + 2), y, face)
            pdf.set_y(y + 2.83 * self.size + 2)

    def card(self, x: float, y: float, face: Any) -> None:
        pdf, size = self.pdf, self.size
        wide, high = 2.05 * size, 2.83 * size
        pdf.set_line_width(0.6 if face.ringed else 0.35)
        pdf.rect(x, y, wide, high, round_corners=True, corner_radius=0.36 * size)
        if not self.key:
            pdf.set_text_color(192 if "prime" in face.look else 0, 0, 0)
            pdf.set_font("Rubik", "B", 7)
            pdf.text(x + 1, y + 3, face.number)
            with pdf.rotation(180, x + wide / 2, y + high / 2):
                pdf.text(x + 1, y + 3, face.number)
            pdf.set_text_color(0, 0, 0)
        pdf.set_font("Rubik", "B", size / 0.3528)
        pdf.text(x + wide / 2 - pdf.get_string_width(face.number) / 2, y + high / 2 + size * 0.35, face.number)


def write(path: Path, pdf: bytes) -> None:
    """Keep what a rival printed, to be looked at."""
    path.write_bytes(pdf)
