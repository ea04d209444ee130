"""Rosters as schools have them: who is in them, and what is refused."""

from __future__ import annotations

import csv
import io
import zipfile
from pathlib import Path

import openpyxl
import pytest

from primecards.errors import OutOfRangeError, UnreadableError
from primecards.worksheets import tables
from primecards.worksheets.file_names import file_names
from primecards.worksheets.roster import Pupil, read_roster

NAMES = ["Noa Levi", "Levi, Adam", 'Dan "Dani" Cohen', "דנה [ה2] (Dana)", "ז'קלין צ'רני", "😀 Lia", "A/B", "אביגיל-רות"]


def roster(path: Path, content: str | bytes, encoding: str = "utf-8") -> Path:
    path = path / "roster.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode(encoding))
    return path


def names(path: Path, content: str | bytes, encoding: str = "utf-8") -> list[str]:
    return [pupil.name for pupil in read_roster(roster(path, content, encoding))]


def table(between: str, heading: str) -> str:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=between)
    writer.writerows([[heading, "Class"], *([name, "5b"] for name in NAMES)])
    return text.getvalue()


# --- What is read -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("between", [",", ";", "\t"])
@pytest.mark.parametrize("heading", ["Name", "FULL NAME", "pupil's name", "שם", "שם התלמיד/ה", "\ufeffשם מלא:"])
def test_every_pupil_is_read_and_the_heading_is_none(tmp_path: Path, between: str, heading: str) -> None:
    assert names(tmp_path, table(between, heading)) == NAMES


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings_that_tell_themselves_need_not_be_named(tmp_path: Path, encoding: str) -> None:
    assert names(tmp_path, table(",", "שם"), encoding) == NAMES


def test_an_old_hebrew_roster_is_read_with_its_encoding_or_refused_with_that_advice(tmp_path: Path) -> None:
    path = roster(tmp_path, "שם;כיתה\r\nדנה;ה2\r\n", "cp1255")
    assert read_roster(path, "cp1255") == (Pupil("דנה", "ה2"),)
    with pytest.raises(UnreadableError, match="--encoding cp1255"):
        read_roster(path)


@pytest.mark.parametrize("encoding", ["utf-8", "klingon"])
def test_a_roster_in_another_encoding_is_refused_with_the_likely_ones(tmp_path: Path, encoding: str) -> None:
    path = roster(tmp_path, "name\nJosé\nZoë\n", "cp1252")
    with pytest.raises(UnreadableError) as caught:
        read_roster(path, encoding)
    assert "--encoding cp1255 for Hebrew, --encoding cp1252 for Western European names" in str(caught.value)
    assert read_roster(path, "cp1252") == (Pupil("José"), Pupil("Zoë"))


def test_the_advice_on_a_missing_column_of_names_is_in_words_of_the_reader(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError) as caught:
        read_roster(roster(tmp_path, "כיתה;ת״ז\nה2;77\n"))
    assert str(caught.value).endswith("give that column the heading Name.")
    assert "שם" in caught.value.message.text("he")
    assert "ame" not in caught.value.message.text("he")


def test_a_utf8_mark_is_believed_more_than_the_encoding_given(tmp_path: Path) -> None:
    assert read_roster(roster(tmp_path, "שם\nדנה\n", "utf-8-sig"), "cp1255") == (Pupil("דנה"),)


def test_first_and_last_names_in_two_columns_are_joined_whatever_their_order(tmp_path: Path) -> None:
    assert names(tmp_path, "First name,Last name\nNoa,Levi\nDan,\n") == ["Noa Levi", "Dan"]
    assert names(tmp_path, "שם משפחה;שם פרטי;ת.ז.\nלוי;נועה;123\n") == ["נועה לוי"]


@pytest.mark.parametrize(
    "heading", ["Student name (full)", "Preferred Name", "Full name", "Name of the pupil", "שם חיבה"]
)
def test_a_heading_with_the_word_name_is_that_of_names_unless_they_are_others_names(
    tmp_path: Path, heading: str
) -> None:
    for other in ("Class name", "Name of parent", "School name", "שם בית הספר", "שם המחנכת"):
        assert names(tmp_path, f"{other},{heading}\nx,Noa\ny,Dan\n") == ["Noa", "Dan"]
        with pytest.raises(UnreadableError):
            names(tmp_path, f"ID,{other}\n1,x\n2,y\n")


def test_without_headings_every_row_is_a_pupil(tmp_path: Path) -> None:
    assert names(tmp_path, "Noa\nDan\n") == ["Noa", "Dan"]
    assert names(tmp_path, "1;Noa;\n2;Dan;\n") == ["Noa", "Dan"]


def test_blank_rows_trailing_separators_and_a_title_above_are_no_pupils(tmp_path: Path) -> None:
    assert names(tmp_path, "Class 5b,,\n,,\nName,Class,\nNoa,5b,\n,,\n  ,\n\nDan,5b,\n,,,\n") == ["Noa", "Dan"]
    assert names(tmp_path, "sep=;\nname;class\nLevi, Noa;5\n") == ["Levi, Noa"]


def test_a_comma_in_a_column_of_names_alone_is_of_the_name(tmp_path: Path) -> None:
    assert names(tmp_path, 'Name\nLevi, Noa\n"Cohen, Dan"\nLia\n') == ["Levi, Noa", "Cohen, Dan", "Lia"]


def test_class_and_seat_are_read_where_they_are_there(tmp_path: Path) -> None:
    path = roster(tmp_path, "מקום ישיבה,שם,כיתה\n3,נועה,ה2\n,דן,\n")
    assert read_roster(path) == (Pupil("נועה", "ה2", "3"), Pupil("דן"))


def test_names_are_cleaned_of_what_steers_a_line_and_of_nothing_else(tmp_path: Path) -> None:
    family = "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}"
    given = ["\u202eNoa\u200f  Levi ", family, "e\u0301", "No\u00a0a", "Tab\there"]
    assert names(tmp_path, "name\n" + "\n".join(given)) == ["Noa Levi", family, "é", "No a", "Tab here"]


def test_a_workbook_is_read_as_it_was_last_reckoned(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    for row in (["כיתה ה2"], [], ["שם", "כיתה", "מקום"], ["דנה", 5, 3.0], [None], ["  ", None], ["Levi, Noa", "ה", 12]):
        sheet.append(row)
    book.save(tmp_path / "roster.xlsx")
    assert read_roster(tmp_path / "roster.xlsx") == (Pupil("דנה", "5", "3"), Pupil("Levi, Noa", "ה", "12"))


def test_a_district_of_three_thousand_is_read(tmp_path: Path) -> None:
    assert len(names(tmp_path, "name\n" + "".join(f"Pupil {n}\n" for n in range(3000)))) == 3000


# --- What is refused ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "roster.csv has no pupil in it."),
        ("\n\n,,\n", "no pupil"),
        ("Name,Class\n", "no pupil"),
        ("Class,ID\n5b,77\n", "no column of names"),
        ("כיתה;ת״ז\nה2;77\n", "no column of names"),
        ("Noa,Levi\nDan,Cohen\n", "several columns and no headings"),
        ('name\n"Noa\nDan\nLia\n', "never closed"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0", "save it as .csv"),
        (b"PK\x03\x04 but nothing else", "not a workbook"),
    ],
)
def test_what_is_no_roster_is_refused_in_one_line(tmp_path: Path, content: str | bytes, says: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        read_roster(roster(tmp_path, content))
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_a_folder_and_an_unknown_encoding_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.csv", tmp_path):
        with pytest.raises(UnreadableError, match="cannot be read"):
            read_roster(path)
    for encoding in ("rot13", "klingon", "a\0b"):
        with pytest.raises(UnreadableError, match="no encoding"):
            read_roster(roster(tmp_path, "name\nNoa\n"), encoding)


def test_too_many_pupils_and_a_name_too_long_are_refused_with_what_is_allowed(tmp_path: Path) -> None:
    with pytest.raises(OutOfRangeError, match="has 20001 pupils; the most is 20000"):
        names(tmp_path, "name\n" + "x\n" * 20_001)
    with pytest.raises(OutOfRangeError, match="more than 400 letters"):
        names(tmp_path, "name\n" + "x" * 401)
    assert names(tmp_path, "name\n" + "x" * 300) == ["x" * 300]


def test_a_workbook_that_would_grow_beyond_measure_is_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bomb = tmp_path / "bomb.xlsx"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/worksheets/sheet1.xml", b"\0" * (tables.MOST_UNPACKED + 1))
    assert bomb.stat().st_size < 1_000_000
    with pytest.raises(UnreadableError, match="too large"):
        read_roster(bomb)
    with zipfile.ZipFile(tmp_path / "other.xlsx", "w") as packed:
        packed.writestr("readme.txt", "no workbook")
    with pytest.raises(UnreadableError, match="not a workbook"):
        read_roster(tmp_path / "other.xlsx")
    monkeypatch.setattr(tables, "MOST_ROWS", 3)
    book = openpyxl.Workbook()
    for _ in range(5):
        book.worksheets[0].append(["Noa"])
    book.save(tmp_path / "long.xlsx")
    with pytest.raises(UnreadableError, match="too large"):
        read_roster(tmp_path / "long.xlsx")


# --- Names as names of files --------------------------------------------------------------------------------------

NASTY = [
    "A/B", "A-B", "../../x", "C:\\x", "CON", "con.txt", "nul", "COM1", ".", "..", "...", "", " ", "x" * 300,
    "x" * 299 + "y", "ש" * 300, "\N{GRINNING FACE}" * 100, "דנה", "דנה", "noa", "NOA", "Noa", "Noa (2)",
    "Stra\u00dfe", "STRASSE", "a\0b", "e\u0301", "\u00e9", "trailing.", "trailing", "-rf", "~", "$HOME", "%TEMP%",
    "\u202egpj.exe", "a\nb", "tab\t", "`x`",
]  # fmt: skip


def test_every_name_becomes_a_file_inside_the_folder_and_none_is_lost(tmp_path: Path) -> None:
    files = file_names(NASTY, nameless="no name")
    for name in files:
        (tmp_path / f"{name}.pdf").write_bytes(b"")
    assert sorted(path.name for path in tmp_path.rglob("*")) == sorted(f"{name}.pdf" for name in files)
    assert len({name.casefold() for name in files}) == len(NASTY)
    for name in files:
        assert not set(name) & set('<>:"/\\|?*\0\n')
        assert name.split(".")[0].upper() not in ("CON", "NUL", "COM1")
        assert name == name.strip(" .")
        assert len(f"{name}.pdf".encode()) <= 200


def test_names_stay_readable_in_the_names_of_files() -> None:
    given = ["Noa Levi", "Levi, Adam", "דנה [ה2] (Dana)", "A/B", "CON", "noa levi", "\N{GRINNING FACE} Lia"]
    expected = ("Noa Levi", "Levi, Adam", "דנה [ה2] (Dana)", "A-B", "_CON", "noa levi (2)", "\N{GRINNING FACE} Lia")
    assert file_names(given, nameless="?") == expected
