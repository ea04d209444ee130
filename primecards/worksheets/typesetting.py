"""The reasons of an answer key, set line by line: text with numbers in it, which no two keys have alike.

WeasyPrint shapes the words, each once; here they are put one after another, as it does where a paragraph is text and
numbers and nothing else. What could break or run in any other way is not set here: `UnplaceableError` is raised.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape, unescape
from typing import Any
from unicodedata import bidirectional

from primecards.worksheets.shaping import Drawn, Glyph, Glyphs, Shaped, Text, drawn_texts, glyphs_in, shape
from primecards.worksheets.slabs import Letter, Slabs, UnplaceableError, has_attribute

_PARAGRAPH = re.compile(r'<p class="(step|behind)">(.*?)</p>', re.DOTALL)
_PIECE = re.compile(r'<span> </span>|<bdi dir="ltr" class="([a-z ]+)">([^<]+)</bdi>|([^<]+)')
_JOINED = re.compile(r'<span class="joined">([^<]*<bdi[^>]*>[^<]*</bdi>)</span>')
# Where a line may end though there is no space, and where it may not though there is one.
_BREAKS = re.compile(r"\S[-–—/!?…]\S|\s[)\]}!?/,;:.]|[(\[{]\s|[\n\t\xa0\xad\u200b]")
_BREAKS_AT_END = tuple("-–—/!?…")
_MAQAF = "־"  # a line ends after it before what breaks itself, not before a letter, nor before what is joined
_TEXTS_A_PAGE = 300
_HIDDEN_LINE = 'style="border-bottom-color: transparent"'


@dataclass(frozen=True, slots=True)
class Look:
    """Where the lines of a paragraph begin, the first and the others, where they end, how far apart they are."""

    first: float
    other: float
    far: float
    pitch: float
    colour: bytes
    space: float


@dataclass(frozen=True, slots=True)
class _Atom:
    """A word of a text, and how wide the space before it is, where a line may end, if there is one."""

    text: int
    word: int
    width: float
    space: float | None


@dataclass(frozen=True, slots=True)
class Reasons:
    """Paragraphs that have been set: what draws them in an entry whose edge is at 0, and how high the entry is.

    A *rule* between them is drawn by its name, from so far below the edge on.
    """

    drawn: tuple[bytes, ...]
    height: float
    rule: float | None
    letters: frozenset[Letter]


Paragraph = tuple[str, tuple[Text, ...]]


class Typesetter:
    """Sets the paragraphs of the last column of an answer key whose main element has the tag *main*."""

    def __init__(self, slabs: Slabs, main: str, *, from_right: bool) -> None:
        self._slabs, self._main, self._from_right = slabs, main, from_right
        self._shaped: dict[Text, Shaped] = {}
        self._looks: dict[str, Look] = {}
        self._down: dict[tuple[str, str], float] = {}  # from the baseline of a kind, or the edge, to that of the next
        self.rule = b""  # what draws the rule between two kinds
        self._rule_shift = 0.0

    def read(self, html: str) -> tuple[Paragraph, ...]:
        """Read paragraphs; raise UnplaceableError if there is anything else."""
        if _PARAGRAPH.sub("", html).strip():
            raise UnplaceableError
        return tuple(
            (kind, tuple(self._texts(kind, " ".join(text.split())))) for kind, text in _PARAGRAPH.findall(html)
        )

    def _texts(self, kind: str, html: str) -> Iterator[Text]:
        html = _JOINED.sub(r"\1", html)
        if _PIECE.sub("", html):
            raise UnplaceableError
        before = " "
        for looks, inside, plain in _PIECE.findall(html):
            if looks:
                bold = bool({"number", "formula"} & set(looks.split()))
                text = Text(kind, bold, "short" not in looks.split() and " " in inside, unescape(inside), True)
            else:
                text = Text(kind, False, True, unescape(plain) or " ")
            if before.endswith(_BREAKS_AT_END) and text.text[0] != " ":
                raise UnplaceableError
            if text.breaks:
                self._refuse_what_breaks_or_turns(text.text, isolated=bool(looks))
            before = text.text
            yield text

    def _refuse_what_breaks_or_turns(self, text: str, *, isolated: bool) -> None:
        kinds = {bidirectional(letter) for letter in text}
        # Text of both directions, or of none in a line from the right, cannot be taken apart at its spaces.
        if self._from_right and not isolated:
            turns = bool(kinds & {"L", "EN", "AN", "AL"}) or ("R" not in kinds and " " in text.strip())
        else:
            turns = bool(kinds & {"R", "AL", "AN"})
        if turns or _BREAKS.search(text):
            raise UnplaceableError

    # --- What WeasyPrint is asked ---------------------------------------------------------------------------------

    def learn(self, paragraphs: Iterable[Paragraph]) -> None:
        """Have the texts shaped that are new."""
        if not self._looks:
            self._learn_looks()
        new: dict[Text, None] = {}
        for text in dict.fromkeys(text for _, texts in paragraphs for text in texts if text.text != " "):
            for one in _words(text) if text.apart else (text,):
                if one not in self._shaped:
                    new[one] = None
        lines = list(new)
        for start in range(0, len(lines), _TEXTS_A_PAGE):
            self._shape(lines[start : start + _TEXTS_A_PAGE])

    def _shape(self, texts: Sequence[Text]) -> None:
        """Shape *texts*, each on a line of its own; but numbers, which are many, all on one."""
        kinds = dict.fromkeys((text.kind, text.bold) for text in texts if text.apart)
        numbers = {
            kind: [text.text for text in texts if text.apart and (text.kind, text.bold) == kind] for kind in kinds
        }
        rest = [text for text in texts if not text.apart]
        lines = [Text(*kind, True, " ".join(("0", *words)), True) for kind, words in numbers.items()] + rest
        said = "".join(f'<p class="{text.kind}">{_html(text)}</p>' for text in lines)
        painted = self._slabs.paint([self._entry(f'<div class="why" style="white-space: pre">{said}</div>')])
        ((drawn, _),) = painted.layers
        found = list(drawn_texts(drawn))
        if len(found) != len(lines):
            raise UnplaceableError
        for text, one in zip(lines, found, strict=True):
            shaped = shape(text, one, painted.fonts[one.font])
            if not text.apart:
                self._shaped[text] = shaped
                continue
            for word, glyphs in zip(text.text.split(), shaped.words, strict=True):
                self._shaped[Text(text.kind, text.bold, False, word, True)] = Shaped(
                    (glyphs,), shaped.spaces[:1], shaped.font, frozenset()
                )

    def _entry(self, why: str, how: str = "") -> str:
        return (
            f'{self._main}<section class="block"><article class="entry" data-slab="" {how}><b class="no"></b>'
            f'<div class="marked"></div>{why}</article></section></main>'
        )

    def _learn_looks(self) -> None:
        letter = "א" if self._from_right else "a"
        of = {kind: f'<p class="{kind}">{letter}<br>{letter} {letter}</p>' for kind in ("step", "behind")}
        both = "".join((of["step"], of["step"], of["behind"], of["behind"]))
        empty = '<p class="step"></p><p class="behind"></p>'
        painted = self._slabs.paint(
            self._entry(f'<div class="why">{inside}</div>', how)
            for inside, how in ((both, ""), (of["step"], ""), (of["behind"], ""), (empty, _HIDDEN_LINE))
        )
        whole, step, behind, rule = painted.layers
        for page, kinds in ((whole, ("step", "step", "behind", "behind")), (step, ("step",)), (behind, ("behind",))):
            top, bottom = _edges(page[1])
            texts = list(drawn_texts(page[0]))
            before, kind_before = top, ""
            for place, kind in enumerate(kinds):
                first, other = texts[2 * place : 2 * place + 2]
                self._down.setdefault((kind_before, kind), first.y - before)
                before, kind_before = other.y, kind
            self._down[kind_before, ""] = bottom - before
        self._looks = {
            kind: self._look(kind, drawn_texts(page[0]), page[1], painted.fonts)
            for kind, page in (("step", step), ("behind", behind))
        }
        at = next(box for box in whole[1].descendants() if _is_paragraph(box, "behind")).border_box_y()
        baseline = list(drawn_texts(whole[0]))[4].y
        placed = next(box for box in rule[1].descendants() if _is_paragraph(box, "behind")).border_box_y()
        self.rule, self._rule_shift = b"\n".join(rule[0]), at - baseline - placed

    def _look(self, kind: str, texts: Iterable[Drawn], page: Any, fonts: dict[str, Any]) -> Look:
        first, other = texts
        glyphs = {text: glyphs_in(text, fonts[text.font]) for text in (first, other)}
        begin, begin_others = (
            text.x + sum(one.advance for one, _ in glyphs[text]) * self._from_right for text in (first, other)
        )
        space = next(one.advance for one, number in glyphs[other] if fonts[other.font].to_unicode[number] == " ")
        box = next(box for box in page.descendants() if _is_paragraph(box, kind))
        far = box.content_box_x() + (0 if self._from_right else box.width)
        return Look(begin, begin_others, far, other.y - first.y, other.colour, space)

    # --- Lines ----------------------------------------------------------------------------------------------------

    def set(self, paragraphs: Sequence[Paragraph]) -> Reasons:
        """Set *paragraphs* that have been learned."""
        drawn: list[bytes] = []
        letters: set[Letter] = set()
        y, before, rule = 0.0, "", None
        for kind, texts in paragraphs:
            look = self._looks[kind]
            y += self._down[before, kind]
            if (before, kind) == ("step", "behind"):
                rule = y + self._rule_shift
            shaped = [self._of(text) for text in texts]
            letters.update(*(one.letters for one in shaped))
            drawn += (look.colour, b"BT")
            font = b""
            for number, line in enumerate(_lines(texts, shaped, look)):
                y += look.pitch if number else 0
                for x, own_font, written in self._placed(line, texts, shaped, look.other if number else look.first):
                    drawn.append(f"1 0 0 -1 {x:.6f} {y:.6f} Tm".encode())
                    if own_font != font:
                        drawn.append(font := own_font)
                    drawn.append(b"[<" + written + b">] TJ")
            drawn.append(b"ET")
            before = kind
        return Reasons(tuple(drawn), y + self._down[before, ""], rule, frozenset(letters))

    def _of(self, text: Text) -> Shaped:
        if text.text == " ":
            space = (Glyph(b"", self._looks[text.kind].space),)
            return Shaped(((), ()), (space,), b"", frozenset())
        if not text.apart:
            return self._shaped[text]
        words = [self._shaped[word] for word in _words(text)]
        glyphs = [word.words[0] for word in words]
        spaces = [word.spaces[0] for word in words[1:]]
        if text.breaks:
            return Shaped(tuple(glyphs), tuple(spaces), words[0].font, frozenset())
        whole = [*glyphs[0], *(glyph for pair in zip(spaces, glyphs[1:], strict=True) for run in pair for glyph in run)]
        return Shaped((tuple(whole),), (), words[0].font, frozenset())

    def _placed(
        self, line: Sequence[_Atom], texts: Sequence[Text], shaped: Sequence[Shaped], x: float
    ) -> Iterator[tuple[float, bytes, bytes]]:
        """Say where each run of a line is drawn, in which font, and what."""
        side = -1 if self._from_right else 1
        start = 0
        for end in range(1, len(line) + 1):
            if end < len(line) and line[end].text == line[start].text:
                continue
            text, whole = texts[line[start].text], shaped[line[start].text]
            runs: list[Glyphs] = []
            for place in range(start, end):
                atom = line[place]
                if place and atom.space is not None and atom.word:
                    runs.append(whole.spaces[atom.word - 1])
                elif place and atom.space is not None:
                    x += side * atom.space
                runs.append(whole.words[atom.word])
            glyphs = [
                glyph for run in (runs[::-1] if self._from_right and not text.isolated else runs) for glyph in run
            ]
            width = sum(glyph.advance for glyph in glyphs)
            yield min(x, x + side * width), whole.font, b"".join(glyph.written for glyph in glyphs)
            x += side * width
            start = end


def _lines(texts: Sequence[Text], shaped: Sequence[Shaped], look: Look) -> Iterator[list[_Atom]]:
    """Fill one line after another, each ended at the last space before it is full."""
    room = abs(look.far - look.first)
    line: list[_Atom] = []
    used = 0.0
    for group in _groups(texts, shaped):
        space, width = group[0].space or 0.0, sum(atom.width for atom in group)
        if line and used + space + width > room:
            yield line
            line, used, room = [], 0.0, abs(look.far - look.other)
        used += width + (space if line else 0.0)
        line += group
    if line:
        yield line


def _groups(texts: Sequence[Text], shaped: Sequence[Shaped]) -> Iterator[list[_Atom]]:
    """Part texts where a line may end."""
    group: list[_Atom] = []
    space: float | None = None
    for number, text in enumerate(shaped):
        if number and texts[number - 1].text.endswith(_MAQAF) and texts[number].breaks:
            space = 0.0
        for place, word in enumerate(text.words):
            if place:
                space = sum(glyph.advance for glyph in text.spaces[place - 1])
            if not word:
                continue
            if space is not None and group:
                yield group
                group = []
            group.append(_Atom(number, place, sum(glyph.advance for glyph in word), space))
            space = None
    if group:
        yield group


def _words(text: Text) -> list[Text]:
    return [Text(text.kind, text.bold, False, word, True) for word in text.text.split()]


def _html(text: Text) -> str:
    if not text.isolated:
        return escape(text.text)
    return f'<bdi dir="ltr"{" class=number" if text.bold else ""}>{escape(text.text)}</bdi>'


def _edges(page: Any) -> tuple[float, float]:
    """Find the upper and the lower edge of the entry on a page."""
    box = next(box for box in page.descendants() if has_attribute(box, "data-slab"))
    return box.border_box_y(), box.border_box_y() + box.border_height()


def _is_paragraph(box: Any, kind: str) -> bool:
    return bool(box.element_tag == "p" and box.element.get("class") == kind)
