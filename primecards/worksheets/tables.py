"""Tables as spreadsheets write them: comma, semicolon or tab, in several encodings, or a workbook (.xlsx)."""

from __future__ import annotations

import csv
import io
import re
import zipfile
import zlib
from datetime import date, datetime
from pathlib import Path
from xml.etree.ElementTree import ParseError

from primecards.errors import UnreadableError
from primecards.messages import Formula, msg

MOST_BYTES = 20_000_000
# A workbook is compressed: what it grows to is limited before any of it is unpacked.
MOST_UNPACKED = 100_000_000
MOST_PARTS = 1000
MOST_ROWS, MOST_COLUMNS = 50_000, 400
DELIMITERS = ",;\t"
HEBREW, WESTERN = Formula("--encoding cp1255"), Formula("--encoding cp1252")
_END = "\x1e"


def read_bytes(path: Path) -> bytes:
    """Read a file of reasonable size, or raise UnreadableError."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise UnreadableError(msg("{file} cannot be read: {reason}.", file=str(path), reason=reason)) from None
    except ValueError:  # a name with a null in it
        raise UnreadableError(msg("{file} cannot be read: {reason}.", file=str(path), reason="ValueError")) from None
    if len(content) > MOST_BYTES:
        raise UnreadableError(msg("{file} is too large.", file=path.name))
    return content


def read_table(path: Path, encoding: str = "utf-8") -> list[list[str]]:
    """Read the rows of a table: text in *encoding* (UTF-8 and UTF-16 tell themselves by their mark), or .xlsx.

    Raises UnreadableError for a file that is neither, is too large, or is written in another encoding.
    """
    content = read_bytes(path)
    if content.startswith(b"PK\x03\x04"):
        return _workbook(content, path.name)
    text = _decoded(content, encoding, path.name).removeprefix("\ufeff")
    delimiter = _delimiter(text)
    if re.match(r"sep=.\r?\n", text):  # which Excel reads, and writes for itself
        delimiter, text = text[4], text.split("\n", 1)[1]
    # A row after the last: missing where a quotation mark is opened and never closed.
    reader = csv.reader(io.StringIO(f"{text}\n{_END}", newline=""), delimiter=delimiter)
    try:
        *rows, last = reader
    except csv.Error:
        last, rows = [], []
    if last != [_END]:
        raise UnreadableError(msg("{file} has a quotation mark that is opened and never closed.", file=path.name))
    return rows if rows and rows[-1] else rows[:-1]


def _decoded(content: bytes, encoding: str, name: str) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding = "utf-16"
    elif content.startswith(b"\xef\xbb\xbf"):
        encoding = "utf-8"
    elif b"\0" in content:
        raise UnreadableError(msg("{file} is not a table of text: save it as .csv first.", file=name))
    try:
        return content.decode(encoding)
    except UnicodeError:
        raise UnreadableError(
            msg(
                "{file} is not written in {encoding}: try {hebrew} for Hebrew, {western} for Western European names.",
                file=name,
                encoding=encoding,
                hebrew=HEBREW,
                western=WESTERN,
            )
        ) from None
    except (LookupError, ValueError):
        raise UnreadableError(
            msg(
                "There is no encoding {name}: try {hebrew} for Hebrew, {western} for Western European names.",
                name=encoding[:20],
                hebrew=HEBREW,
                western=WESTERN,
            )
        ) from None


def _delimiter(text: str) -> str:
    """Find what stands between the cells: what the first line has most of, outside quotation marks."""
    first_line = re.sub(r'"[^"\n]*"', "", text.lstrip("\r\n").split("\n", 1)[0])
    return max(DELIMITERS, key=first_line.count)


def _workbook(content: bytes, name: str) -> list[list[str]]:
    """Read the first sheet of a workbook as it was last reckoned."""
    import openpyxl
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            parts = packed.infolist()
            if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
                raise UnreadableError(msg("{file} is too large.", file=name))
        book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        sheet = book.worksheets[0]
        sheet.reset_dimensions()  # what the file says of its own size need not be so
        rows = []
        for number, row in enumerate(sheet.iter_rows(max_col=MOST_COLUMNS, values_only=True)):
            if number >= MOST_ROWS:
                raise UnreadableError(msg("{file} is too large.", file=name))
            rows.append([_cell(value) for value in row])
    except UnreadableError:
        raise
    except (  # what a file that only looks like a workbook brings about, in one library or another
        ArithmeticError, AssertionError, AttributeError, EOFError, InvalidFileException, LookupError, OSError,
        ParseError, RuntimeError, TypeError, ValueError, zipfile.BadZipFile, zlib.error,
    ):  # fmt: skip
        raise UnreadableError(msg("{file} is not a workbook that can be read: save it as .csv.", file=name)) from None
    return rows


def _cell(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return str(value).upper()
        case float() if value.is_integer():
            return str(int(value))
        case datetime() | date():
            return value.isoformat()
    return str(value)
