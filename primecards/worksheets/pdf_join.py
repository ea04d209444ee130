"""Many printed sheets in one file, with one copy of every font and card that they share.

What is joined is for the printer: the tags that a screen reader needs stay in the files of single sheets.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from hashlib import sha256
from typing import Any, TypeAlias

# What sheets share, by kind and name: the digest of each, and what it has in turn.
Shared: TypeAlias = "dict[tuple[str, str], tuple[bytes, Shared]]"
_KINDS = ("/Font", "/XObject", "/Pattern")
_FOR_THE_SCREEN = ("/Annots", "/StructParents", "/Tabs")


class Joined:
    """Sheets one after another. Of what a sheet shares with an earlier one, no second copy is kept."""

    def __init__(self) -> None:
        """Begin with no page."""
        import pikepdf

        self._pdf = pikepdf.new()
        self._known: dict[bytes, Any] = {}
        self._letters: dict[bytes, dict[bytes, bytes]] = {}
        self._marks: list[tuple[str, int]] = []

    @property
    def pages(self) -> int:
        """How many pages there are by now."""
        return len(self._pdf.pages)

    def mark(self, name: str) -> None:
        """Let a bookmark lead to the page that comes next."""
        self._marks.append((name, self.pages))

    def add(self, content: bytes, pages: slice = slice(None)) -> int:
        """Add the *pages* of a PDF; return how many there were."""
        import pikepdf

        source = pikepdf.open(io.BytesIO(content))
        taken: dict[tuple[int, int], Shared] = {}
        chosen = source.pages[pages]
        for page in chosen:
            resources = page.obj["/Resources"]
            shared = taken.get(resources.objgen)
            if shared is None:
                shared = taken[resources.objgen] = self._take_out(resources)
            for name in _FOR_THE_SCREEN:
                if name in page.obj:
                    del page.obj[name]
            self._pdf.pages.append(page)
            self._put_back(self._pdf.pages[-1].obj["/Resources"], shared)
        return len(chosen)

    def _take_out(self, resources: Any) -> Shared:
        """Take out of *resources* what is known already; return what all of them are, and what those have in turn."""
        shared: Shared = {}
        for kind in _KINDS:
            entries = resources.get(kind, {})
            for name in list(entries.keys()):
                digest = _digest(entries[name])
                if "/ToUnicode" in entries[name]:
                    letters = self._letters.setdefault(digest, {})
                    for glyph, text in letters_in(entries[name]["/ToUnicode"].read_bytes()):
                        letters.setdefault(glyph, text)
                own = {} if digest in self._known else self._take_out(entries[name].get("/Resources", {}))
                shared[kind, name] = digest, own
                if digest in self._known:
                    del entries[name]
        return shared

    def _put_back(self, resources: Any, shared: Shared) -> None:
        for (kind, name), (digest, own) in shared.items():
            if digest in self._known:
                resources[kind][name] = self._known[digest]
            else:
                self._known[digest] = resources[kind][name]
                self._put_back(resources[kind][name].get("/Resources", {}), own)

    def add_blank(self) -> None:
        """Add an empty page, as large as the last one."""
        box = self._pdf.pages[-1].mediabox
        self._pdf.add_blank_page(page_size=(float(box[2]), float(box[3])))

    def content(self, *, title: str = "", language: str = "") -> bytes:
        """Return the file, the same to the byte for the same sheets."""
        import pikepdf

        for digest, letters in self._letters.items():
            self._known[digest]["/ToUnicode"] = self._pdf.make_stream(to_unicode(letters))
        if title:
            self._pdf.docinfo["/Title"] = title
            self._pdf.Root["/ViewerPreferences"] = pikepdf.Dictionary(DisplayDocTitle=True)
        if language:
            self._pdf.Root["/Lang"] = pikepdf.String(language)
        if self._marks:
            with self._pdf.open_outline() as outline:
                outline.root.extend(pikepdf.OutlineItem(name, page) for name, page in self._marks)
        target = io.BytesIO()  # not a file on a disk that may be full: that would be the end of the process
        self._pdf.save(target, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
        return target.getvalue()


def joined(contents: Iterable[bytes]) -> tuple[bytes, tuple[int, ...]]:
    """Join whole files into one; return it, and the pages of each."""
    together = Joined()
    pages = tuple(together.add(content) for content in contents)
    return together.content(), pages


def letters_in(to_unicode: bytes) -> list[tuple[bytes, bytes]]:
    """Read which letters each glyph of a font stands for."""
    blocks = re.findall(rb"beginbfchar(.*?)endbfchar", to_unicode, re.DOTALL)
    return [pair for block in blocks for pair in re.findall(rb"<([0-9a-f]{4})> <([0-9a-f]*)>", block)]


def to_unicode(letters: dict[bytes, bytes]) -> bytes:
    """Write which letters each glyph of a font stands for, in all the sheets together."""
    lines = [b"<%s> <%s>" % pair for pair in sorted(letters.items())]
    blocks = [lines[start : start + 100] for start in range(0, len(lines), 100)]
    body = b"".join(b"%d beginbfchar\n%s\nendbfchar\n" % (len(block), b"\n".join(block)) for block in blocks)
    return _CMAP % body


_CMAP = b"""/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
%sendcmap
CMapName currentdict /CMap defineresource pop
end
end
"""


def _digest(thing: Any) -> bytes:
    """Name *thing* by what it is made of, all that it refers to included; which letters a font stands for is no part.

    That is put together from all sheets, since each tells it of what it uses.
    """
    import pikepdf

    made = sha256(type(thing).__name__.encode())
    match thing:
        case pikepdf.Stream():
            made.update(thing.read_raw_bytes())
            entries = [(key, value) for key, value in thing.items() if key != "/Length"]
        case pikepdf.Dictionary() | pikepdf.Array():
            written = thing.unparse(resolved=True)
            if b" 0 R" not in written:  # long lists of widths, say
                return sha256(written).digest()
            named = thing.items() if isinstance(thing, pikepdf.Dictionary) else (("", value) for value in thing)
            entries = [(key, value) for key, value in named if key != "/ToUnicode"]
        case _:
            return repr(thing).encode()
    for key, value in sorted(entries, key=lambda entry: entry[0]):
        made.update(key.encode() + b"\0" + _digest(value))
    return made.digest()
