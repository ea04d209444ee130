"""Class sets: who gets which sheet, what is in the files, and that interrupting them does no harm."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

import primecards as pc
from primecards import cli
from primecards.spreading import workers
from primecards.worksheets import class_files, letters
from primecards.worksheets.class_files import PUPILS_AN_OVERVIEW
from primecards.worksheets.class_pieces import Facts, Piece, Pieces
from primecards.worksheets.class_set import ClassSet
from primecards.worksheets.files import unwritable
from primecards.worksheets.printing import Layout, overview_to_pdf, to_pdf
from primecards.worksheets.roster import Pupil
from primecards.worksheets.views import Overview, Seat
from tests.clusters import cluster

SPECS = ("is-prime.4x2", "fits-key.2x1")
NAMES = ("Noa Levi", "Levi, Adam", "דנה כהן", "A/B", "Noa Levi", "")
FILES = {"class.pdf", "answers.pdf", "manifest.json"}
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object, lang: str = "en") -> tuple[int, str, str]:
        status = cli.run([*map(str, arguments), "--lang", lang])
        return status, *capsys.readouterr()

    return run


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A class set of six, a file each, printed by this process."""
    folder = tmp_path_factory.mktemp("class")
    of(NAMES).write(folder, each=True)
    return folder


def of(pupils: Iterable[Pupil | str], **how: Any) -> ClassSet:
    return ClassSet.make(pupils, SPECS, **{"seed": "tuesday", "title": "Digits", **how})


def codes(pupils: Iterable[Pupil | str], **how: Any) -> list[str]:
    return [str(sheet.code) for sheet in of(pupils, **how).sheets]


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def texts(path: Path) -> list[str]:
    """The text of every page."""
    done = subprocess.run(["pdftotext", str(path), "-"], capture_output=True, text=True, check=True)
    return done.stdout.split("\f")[:-1]


def red_dots(pdf: bytes) -> int:
    """Count the red dots of the first page, seen from afar."""
    command = ["pdftoppm", "-r", "40", "-l", "1", "-singlefile", "-"]
    picture = subprocess.run(command, input=pdf, capture_output=True, check=True).stdout
    dots = picture.split(b"255\n", 1)[1]
    return sum(red > 150 and max(rest) < 90 for red, *rest in zip(dots[::3], dots[1::3], dots[2::3], strict=True))


def bookmarks(path: Path) -> list[tuple[str, int]]:
    reader = PdfReader(path)
    return [(str(one.title), reader.get_destination_page_number(one) or 0) for one in reader.outline]  # type: ignore[union-attr, arg-type]


def roster(folder: Path, *lines: str) -> str:
    (folder / "roster.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return "roster.csv"


# --- Who gets which sheet -----------------------------------------------------------------------------------------


def test_every_pupil_gets_another_sheet_which_another_seed_changes() -> None:
    names = [f"Pupil {number}" for number in range(300)]
    assert len(set(codes(names))) == 300
    assert not set(codes(names)) & set(codes(names, seed="wednesday"))


def test_a_sheet_depends_on_the_seed_and_the_name_and_not_on_the_others_or_their_order() -> None:
    all_of_them = dict(zip("abcdefgh", codes("abcdefgh"), strict=True))
    assert codes("hfdb") == [all_of_them[name] for name in "hfdb"]


def test_two_of_a_name_get_two_sheets_and_where_their_classes_differ_not_even_they_depend_on_each_other() -> None:
    assert len(set(codes(["Noa", "Noa", "Noa"]))) == 3
    assert codes(["Noa", "Noa"])[0] == codes(["Noa"])[0]
    first, second = Pupil("Noa", "5a"), Pupil("Noa", "5b")
    assert codes([first, second])[::-1] == codes([second, first])
    assert codes([second]) == codes([first, second])[1:]


def test_pupils_of_one_name_are_told_apart_by_class_or_number() -> None:
    pupils: list[Pupil | str] = [
        Pupil("Noa", "5a"),
        Pupil("Noa", "5b"),
        Pupil("Noa", "5b"),
        "Dan",
        "Dan",
        "Dan (2)",
        "",
        "",
    ]
    labels = [sheet.label for sheet in of(pupils).sheets]
    assert labels[:5] == ["Noa (5a)", "Noa (5b)", "Noa (2)", "Dan", "Dan (2)"]
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("forms", [2, 3, 4])
def test_neighbours_in_seating_order_never_have_the_same_form(forms: int) -> None:
    seats = [7, 1, 12, 3, 10, 2, 5, 4, 11, 9, 8, 6]
    pupils = [Pupil(f"P{seat}", "", str(seat)) for seat in seats]
    of_seat = dict(zip(seats, codes(pupils, forms=forms), strict=True))
    assert all(of_seat[seat] != of_seat[seat + 1] for seat in range(1, 12))
    assert len(set(of_seat.values())) == forms
    assert all(one != other for one, other in pairwise(codes([f"P{n}" for n in range(9)], forms=forms)))


@pytest.mark.parametrize(
    ("pupils", "forms"), [([], 0), (["Noa"], 1), (["Noa"], 5), (["Noa"], True), (["x"] * 20_001, 0)]
)
def test_no_pupils_too_many_or_other_numbers_of_forms_are_refused(pupils: list[str], forms: int) -> None:
    with pytest.raises(pc.OutOfRangeError):
        of(pupils, forms=forms)


# --- The files ----------------------------------------------------------------------------------------------------


def test_the_folder_has_the_sheets_the_keys_the_manifest_and_a_file_each(printed: Path) -> None:
    each = {"Noa Levi", "Levi, Adam", "דנה כהן", "A-B", "Noa Levi (2)", "no name"}
    assert set(contents(printed)) == FILES | {str(Path("pupils", f"{name}.pdf")) for name in each}


def test_the_sheets_are_in_the_order_of_the_roster_each_with_its_name_and_code(printed: Path) -> None:
    pages = texts(printed / "class.pdf")
    assert len(pages) == 6
    for page, name, code in zip(pages, NAMES, codes(NAMES), strict=True):
        assert name in page
        assert code in page
    assert "Noa Levi (2)" in pages[4]
    labels = ["Noa Levi", "Levi, Adam", "דנה כהן", "A/B", "Noa Levi (2)", "no name"]
    assert bookmarks(printed / "class.pdf") == [(label, page) for page, label in enumerate(labels)]


def test_the_keys_follow_in_the_same_order_after_an_overview_of_all_answers(printed: Path) -> None:
    overview, *keys = texts(printed / "answers.pdf")
    assert "Class overview" in overview
    for code, key in zip(codes(NAMES), keys, strict=True):
        assert code.partition("#")[2] in overview
        assert code in key
        fits = pc.Worksheet.from_code(code).items[2].answer.sample
        assert ", ".join(map(str, fits)) in " ".join(overview.split())


def test_a_hebrew_class_set_reads_in_order(tmp_path: Path) -> None:
    of(["נועה לוי", "דן כהן"], language="he", title="מספרים ראשוניים", class_name="ה2").write(tmp_path)
    sheet, _ = texts(tmp_path / "class.pdf")
    assert "נועה לוי" in sheet
    overview, key, _ = texts(tmp_path / "answers.pdf")
    assert "נועה לוי" in overview
    assert "נועה לוי" in key
    for name in ("class.pdf", "answers.pdf"):
        root: Any = PdfReader(tmp_path / name).root_object
        assert root["/Lang"] == "he"


def test_the_joined_files_are_sound_titled_and_have_one_copy_of_each_font(printed: Path, tmp_path: Path) -> None:
    of(NAMES[:2]).write(tmp_path)
    for path in (tmp_path / "class.pdf", tmp_path / "answers.pdf", printed / "class.pdf"):
        subprocess.run(["qpdf", "--check", str(path)], capture_output=True, check=True)
        reader = PdfReader(path)
        assert reader.metadata is not None
        assert str(reader.metadata.title).endswith("Digits")
        listed = subprocess.run(["pdffonts", str(path)], capture_output=True, text=True, check=True)
        fonts = [line.split()[0] for line in listed.stdout.splitlines()[2:]]
        assert len(fonts) == len(set(fonts)) or path.parent == printed  # there each sheet is a file by itself too


def test_marked_primes_are_red_in_a_class_set_as_they_are_in_a_single_sheet(tmp_path: Path) -> None:
    """What is joined has no tags, by which the red was placed once."""
    class_set = ClassSet.make(["Noa"], ["fits-key.2x2"], seed="a")
    class_set.write(tmp_path)
    alone = to_pdf(replace(class_set.first_sheet(), pupil="Noa"), part="pupil")
    assert red_dots((tmp_path / "class.pdf").read_bytes()) == red_dots(alone) > 20


def test_a_file_per_pupil_is_tagged_for_a_screen_reader(printed: Path) -> None:
    for path in (printed / "pupils").iterdir():
        root: Any = PdfReader(path).root_object
        assert root["/MarkInfo"]["/Marked"]
        assert "/StructTreeRoot" in root


def test_removing_a_pupil_leaves_the_files_of_the_others_as_they_were(printed: Path, tmp_path: Path) -> None:
    of(NAMES[1:4]).write(tmp_path, each=True)
    others = contents(tmp_path / "pupils")
    assert len(others) == 3
    assert others.items() <= contents(printed / "pupils").items()


def test_with_forms_the_sheets_have_names_and_there_is_one_key_a_form(tmp_path: Path) -> None:
    of(["Noa", "Dan", "Lia"], forms=2).write(tmp_path)
    sheets = texts(tmp_path / "class.pdf")
    assert [("Form A" in page, "Form B" in page) for page in sheets] == [(True, False), (False, True), (True, False)]
    assert [name in page for name, page in zip(("Noa", "Dan", "Lia"), sheets, strict=True)] == [True] * 3
    assert [title for title, _ in bookmarks(tmp_path / "answers.pdf")] == ["Class overview", "Form A", "Form B"]
    manifest = json.loads((tmp_path / "manifest.json").read_text(encoding="utf-8"))
    assert [pupil["form"] for pupil in manifest["pupils"]] == ["A", "B", "A"]


def test_printed_on_both_sides_every_sheet_begins_on_the_front_of_a_leaf(tmp_path: Path) -> None:
    of(["Noa", "Dan", "Lia"]).write(tmp_path, duplex=True, paper="letter")
    assert [page for _, page in bookmarks(tmp_path / "class.pdf")] == [0, 2, 4]
    assert {tuple(page.mediabox[2:]) for page in PdfReader(tmp_path / "class.pdf").pages} == {(612, 792)}


def test_a_long_overview_is_laid_out_in_parts_and_counts_on(tmp_path: Path) -> None:
    class_set = of([f"Pupil {number}" for number in range(2 * PUPILS_AN_OVERVIEW + 1)])
    labels = [sheet.label for sheet in class_set.sheets]
    parts = list(class_files._overviews(class_set, labels, [Facts((), ("7",))] * len(labels), []))
    assert [(part.number, len(part.seats)) for part in parts] == [(1, 100), (101, 100), (201, 1)]


@pytest.mark.parametrize(("language", "paper"), [("en", "a4"), ("en", "letter"), ("he", "letter")])
@pytest.mark.parametrize("pupils", [25, 40])
def test_a_class_of_25_or_40_with_ten_questions_each_is_on_one_page_of_the_overview(
    language: str, paper: str, pupils: int
) -> None:
    pages = overview_texts(pupils, language, paper)
    assert len(pages) == 1
    assert pages[0].count("47: 7, 42, 44, 47 | 61: 51, 61, 65") == pupils


@pytest.mark.parametrize("language", ["en", "he"])
def test_where_one_page_does_not_hold_the_overview_the_others_have_its_heading_and_a_number(language: str) -> None:
    first, *others = overview_texts(100, language, "a4", page=3)
    assert len(others) == 2
    assert first.count("Digits") == 1
    for page, text in enumerate(others, 5):
        heading = text[text.index("Digits") - 25 :]
        assert {"en": "Class overview", "he": "סיכום"}[language] in heading
        assert re.search(rf"\b{page}\b", heading)
    seen = [int(n) for text in (first, *others) for n in re.findall(r"Pupil-(\d+)", text)]
    assert seen == list(range(1, 101))


def overview_texts(pupils: int, language: str, paper: str, page: int = 0) -> list[str]:
    """The text of every page of an overview whose answers are of every length."""
    short = ("31", "3", "b", "53", "33, 50, 54, 83, 93", "11, 16, 59, 79, 89", "", "11, 66, 68", "91 = 7 × 13")
    answers = (*short, "47: 7, 42, 44, 47 | 61: 51, 61, 65")
    seats = tuple(Seat(f"Pupil-{number}", "", "q7k4tgqc", answers) for number in range(1, pupils + 1))
    shown = Overview(seats, "find-key.1x10#", language=language, title="Digits", school="Herzl", page=page)
    pdf = overview_to_pdf(shown, Layout(paper))
    done = subprocess.run(["pdftotext", "-raw", "-", "-"], input=pdf, capture_output=True, check=True)
    return done.stdout.decode().split("\f")[:-1]


def test_from_the_roster_to_the_marks(run: Run, tmp_path: Path) -> None:
    file = roster(tmp_path, "Name;Class", '"Levi; Adam";5b', "דנה;5b", "דנה;5a", "😀;")
    assert run("class", file, *SPECS, "-o", "out", "--seed", "s", "--processes", 1)[0] == 0
    manifest = json.loads(Path("out/manifest.json").read_text(encoding="utf-8"))
    with Path("responses.csv").open("w", encoding="utf-8", newline="") as file_:
        writer = csv.writer(file_)
        writer.writerow(["Name", 1, 2, 3])
        for pupil in manifest["pupils"]:
            right = [pc.item_from_id(item["id"]).to_dict()["answer"]["sample"] for item in pupil["items"]]
            writer.writerow(
                [pupil["pupil"], *(" ".join(map(str, one)) if isinstance(one, list) else one for one in right)]
            )
    assert run("mark-class", "out/manifest.json", "responses.csv", "-o", "report.csv")[0] == 0
    report = csv.reader(io.StringIO(Path("report.csv").read_text(encoding="utf-8-sig")))
    rows = [(row[0], row[-1]) for row in list(report)[1:5]]
    assert rows == [(name, "100") for name in ("Levi; Adam", "דנה (5b)", "דנה (5a)", "😀")]


# --- Anywhere, and interrupted ------------------------------------------------------------------------------------


def test_the_files_are_the_same_to_the_byte_on_two_processes(printed: Path, tmp_path: Path) -> None:
    with workers(2) as executor:
        of(NAMES).write(tmp_path, each=True, executor=executor)
    assert contents(tmp_path) == contents(printed)


def test_the_files_are_the_same_to_the_byte_on_a_cluster(printed: Path, tmp_path: Path) -> None:
    (tmp_path / "dask").mkdir()
    with cluster(tmp_path / "dask") as dask, workers(cluster=dask.address) as executor:
        of(NAMES).write(tmp_path / "out", each=True, executor=executor)
    assert contents(tmp_path / "out") == contents(printed)


def test_killed_midway_the_same_command_goes_on_and_ends_with_the_same_bytes(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put = Pieces.put
    names = [f"Pupil {number}" for number in range(8)]
    file = roster(tmp_path, "name", *names)
    command = ("class", file, SPECS[0], "-o", "out", "--processes", "1")  # no seed: that too is found again
    begun = begun_midway(tmp_path, *command)
    begun.kill()
    begun.communicate()
    (partial,) = tmp_path.glob("out/.partial-*")
    seed = (partial / "seed").read_text()
    (partial / "00001").write_bytes(b'{"digest": "cut off')  # by a failure of power
    pieces: list[int] = []

    def note(self: Pieces, place: int, piece: Piece) -> None:
        pieces.append(place)
        put(self, place, piece)

    monkeypatch.setattr(Pieces, "put", note)
    status, out, _ = run(*command)
    assert (status, seed in out, pieces) == (0, True, [1])
    ClassSet.make(names, SPECS[:1], seed=seed).write(tmp_path / "again")
    assert contents(tmp_path / "out") == contents(tmp_path / "again")


def begun_midway(folder: Path, *command: str) -> subprocess.Popen[str]:
    """A class set that a process of its own prints into *folder*/out; the first piece is there."""
    begun = subprocess.Popen(
        [sys.executable, "-m", "primecards", *command],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        cwd=folder,
        stderr=subprocess.PIPE,
        text=True,
    )
    until = time.monotonic() + 60
    while not list(folder.glob("out/.partial-*/00000")):
        assert time.monotonic() < until
        assert begun.poll() is None
        time.sleep(0.01)
    return begun


def test_told_to_end_the_command_says_how_far_it_came_and_how_to_go_on(tmp_path: Path) -> None:
    file = roster(tmp_path, "name", *(f"Pupil {number}" for number in range(400)))
    begun = begun_midway(tmp_path, "class", file, SPECS[0], "-o", "out", "--processes", "1", "--lang", "en")
    begun.terminate()
    said = begun.communicate()[1]
    assert begun.returncode == 143
    assert re.fullmatch(r"Stopped after \d+ of 400 pupils; the same command goes on from there\.\n", said)


def test_what_is_finished_is_not_printed_again_unless_something_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(class_files, "PUPILS_A_TASK", 1)
    told: list[int] = []

    def breaks_off(done: int) -> None:
        told.append(done)
        if done == 1:
            raise KeyboardInterrupt

    for title, expected in (("Digits", [0, 1]), ("Other", [0, 1]), ("Other", [1])):
        told.clear()
        with pytest.raises(KeyboardInterrupt):
            of(NAMES[:2], title=title).write(tmp_path, progress=breaks_off)
        assert told == expected
    assert len(list(tmp_path.glob(".partial-*"))) == 2
    told.clear()
    of(NAMES[:2]).write(tmp_path, progress=told.append)
    assert told == [1, 2]
    assert set(contents(tmp_path)) == FILES


def test_files_of_an_earlier_class_set_are_replaced_and_all_others_stay(tmp_path: Path) -> None:
    (tmp_path / "class.pdf").write_bytes(b"old")
    (tmp_path / "notes.txt").write_bytes(b"mine")
    of(["Noa"]).write(tmp_path)
    assert (tmp_path / "class.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "notes.txt").read_bytes() == b"mine"
    assert set(contents(tmp_path)) == FILES | {"notes.txt"}


def test_the_files_of_pupils_of_an_earlier_class_set_go_and_a_teacher_s_own_stay(tmp_path: Path) -> None:
    of(["Noa", "Dan", "Lia", "Adam"]).write(tmp_path, each=True)
    (tmp_path / "pupils" / "My notes.pdf").write_bytes(b"mine")
    of(["noa", "Dan", "Eva"], seed="wednesday").write(tmp_path, each=True)
    assert {path.name for path in (tmp_path / "pupils").iterdir()} == {"noa.pdf", "Dan.pdf", "Eva.pdf", "My notes.pdf"}
    of(["Dan"]).write(tmp_path)
    assert {path.name for path in (tmp_path / "pupils").iterdir()} == {"My notes.pdf"}
    (tmp_path / "pupils" / "Dan.pdf").write_bytes(b"mine too")
    of(["Noa"]).write(tmp_path)
    assert {path.name for path in (tmp_path / "pupils").iterdir()} == {"My notes.pdf", "Dan.pdf"}


def test_a_manifest_names_no_file_elsewhere_that_would_be_removed(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    of(["Noa"]).write(folder, each=True)
    (tmp_path / "mine.pdf").write_bytes(b"mine")
    manifest = json.loads((folder / "manifest.json").read_bytes())
    names = ("../../mine.pdf", "..", "/etc/passwd", str(tmp_path / "mine.pdf"), 7, "Noa.pdf")
    manifest["pupils"] = [{**manifest["pupils"][0], "file": name} for name in names]
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    of(["Noa"]).write(folder)
    assert (tmp_path / "mine.pdf").read_bytes() == b"mine"
    assert not (folder / "pupils").exists()


def test_a_disk_that_is_full_leaves_the_old_files_and_what_is_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "class.pdf").write_bytes(b"old")

    def full(files: dict[Path, bytes]) -> None:
        raise unwritable(next(iter(files)), OSError(28, "No space left on device"))

    monkeypatch.setattr(class_files, "write_whole", full)
    with pytest.raises(pc.PrintingError, match=r"class\.pdf cannot be written: No space left on device\."):
        of(["Noa"]).write(tmp_path)
    assert (tmp_path / "class.pdf").read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir() if not path.name.startswith(".partial-")] == ["class.pdf"]
    monkeypatch.undo()
    told: list[int] = []
    of(["Noa"]).write(tmp_path, progress=told.append)
    assert told == [1]


# --- The command --------------------------------------------------------------------------------------------------


def test_the_command_says_what_it_wrote_in_both_languages(run: Run, tmp_path: Path) -> None:
    file = roster(tmp_path, "שם", "דנה")
    status, out, error = run("class", file, SPECS[0], "-o", "out", "--seed", "a", "--each", "--processes", 1)
    assert (status, error) == (0, "")
    assert [line.split(":")[0] for line in out.splitlines()] == [
        str(Path("out", name)) for name in ("class.pdf", "answers.pdf", "manifest.json", "pupils")
    ]
    status, out, _ = run("class", file, "--preset", "first-series", "-o", "he", "--json", "--processes", 1, lang="he")
    told = json.loads(out)
    assert status == 0
    assert [pupil["pupil"] for pupil in told["pupils"]] == ["דנה"]
    assert told["pupils"][0]["code"].endswith("#" + told["pupils"][0]["code"].partition("#")[2])
    assert "דנה" in texts(tmp_path / "he" / "class.pdf")[0]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("none.csv", "find-key.1x1", "-o", "out"), "none.csv cannot be read"),
        (("empty.csv", "find-key.1x1", "-o", "out"), "no pupil"),
        (("classes.csv", "find-key.1x1", "-o", "out"), "no column of names"),
        (("old.csv", "find-key.1x1", "-o", "out"), "--encoding cp1255"),
        (("roster.csv", "find-key.1x1", "-o", "roster.csv"), "roster.csv cannot be written"),
        (("roster.csv", "find-key.1x1", "-o", "nowhere/out"), "nowhere/out cannot be written"),
        (("roster.csv", "-o", "out"), "SPEC is missing: give one such as find-key.3x6, or --preset NAME."),
        (("roster.csv", "nonsense.1x1", "-o", "out"), "There is no kind nonsense"),
        (("roster.csv", "find-key.1x301", "-o", "out"), "1–300"),
        (("roster.csv", "is-prime.1x90", "-o", "out"), "no more than"),
        (("roster.csv", "find-key.1x1", "-o", "out", "--forms", "5"), "2–4"),
        (("roster.csv", "find-key.1x1", "-o", "out", "--forms", "1"), "2–4"),
        (("roster.csv", "find-key.1x1", "-o", "out", "--paper", "a5"), "a4, letter"),
        (("roster.csv", "find-key.1x1", "-o", "out", "--templates", "none"), "no folder of templates"),
        (("roster.csv", "find-key.1x1#a", "-o", "out", "--seed", "b"), "holds its seed already"),
        (("roster.csv", "find-key.1x1", "-o", "out", "--processes", "0"), "1–256"),
        (("roster.csv", "find-key.1x1", "-o", "out", "--processes", "1", "--cluster", "tcp://x:1"), "not both"),
        (("roster.csv", "find-key.1x1"), "-o / --output is missing"),
    ],
)
def test_what_cannot_be_printed_is_refused_in_one_line_and_nothing_is_written(
    run: Run, tmp_path: Path, arguments: tuple[str, ...], says: str
) -> None:
    roster(tmp_path, "name", "Noa")
    (tmp_path / "empty.csv").write_text("name\n")
    (tmp_path / "classes.csv").write_text("class\n5b\n")
    (tmp_path / "old.csv").write_text("שם\nדנה\n", encoding="cp1255")
    before = contents(tmp_path)
    status, out, error = run("class", *arguments)
    assert (status, out) == (2, "")
    assert says in error
    assert error.count("\n") == 1
    assert contents(tmp_path) == before
    assert not (tmp_path / "out").exists()


def test_a_class_set_takes_every_look_of_a_sheet(run: Run, tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text("Name\nNoa\nDan\n", encoding="utf-8")
    look = ("--style", "dyslexia", "--cream", "--points", "--per-page", "2", "--helpers", "chart", "--paper", "letter")
    assert run("class", "roster.csv", "find-key.3x5", "-o", "set", "--seed", "look", *look)[0] == 0
    pages = PdfReader(tmp_path / "set" / "class.pdf").pages
    assert len(pages) == 2 * 3
    assert pages[0].mediabox.width == 612
    first = pages[0].extract_text()
    assert "99" in first
    assert "1 point" in first


def test_rows_without_a_name_are_left_out_and_counted(run: Run, tmp_path: Path) -> None:
    file = roster(tmp_path, "name,class", "Noa,5b", ",5b", ",5b", ",")
    status, out, error = run("class", file, SPECS[0], "-o", "out", "--seed", "a", "--processes", 1, "--json")
    assert (status, error) == (0, "primecards: roster.csv: 2 rows without a name were left out.\n")
    assert [pupil["pupil"] for pupil in json.loads(out)["pupils"]] == ["Noa"]


def test_names_that_no_font_here_can_print_are_told_and_printed_as_they_are(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(letters, "_is_in_a_font", lambda _: False)
    letters._is_drawn.cache_clear()
    file = roster(tmp_path, "name", "Noa", "José O’Neill", "דָּנָה", "Żaneta", "\N{GRINNING FACE} Lia", "आरव")
    status, _, error = run("class", file, SPECS[0], "-o", "out", "--seed", "a", "--processes", 1)
    letters._is_drawn.cache_clear()
    assert status == 0
    assert error.startswith("primecards: No font here has all letters of \N{GRINNING FACE} Lia, आरव: crossed boxes")
    assert error.endswith("fonts-noto fonts-noto-color-emoji.\n")
    assert error.count("\n") == 1


def test_letters_that_some_font_has_and_letters_that_none_has_are_told_apart() -> None:
    assert letters.without_a_font(["Noa", "\N{GREEK SMALL LETTER OMEGA}", "\U0007fffe"]) == ("\U0007fffe",)


def test_of_a_font_of_the_machine_a_class_set_has_only_what_it_uses(tmp_path: Path) -> None:
    foreign = next((one for one in ("王芳", "\N{BLACK CHESS KNIGHT}") if not letters.without_a_font([one])), "Noa")
    of([foreign, "Noa", "Dan"]).write(tmp_path)
    assert (tmp_path / "class.pdf").stat().st_size < 500_000
    assert foreign in " ".join(texts(tmp_path / "class.pdf"))


def test_a_chart_that_the_sheet_has_no_use_for_is_left_out_and_that_is_said(run: Run, tmp_path: Path) -> None:
    file = roster(tmp_path, "name", "Noa")
    look = ("--helpers", "primes,chart", "--seed", "a")
    for command in (
        ("class", file, "hundred-chart.2x1", "-o", "out"),
        ("worksheet", "hundred-chart.2x1", "-o", "a.pdf"),
    ):
        status, _, error = run(*command, *look)
        assert status == 0
        assert error == "primecards: The hundred chart is left out: the sheet has charts of its own to write in.\n"


def test_a_list_of_primes_that_would_tell_the_answers_of_a_class_is_refused_and_nothing_is_left(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "roster.csv").write_text("Name\nNoa\nDan\n", encoding="utf-8")
    status, _, said = run("class", "roster.csv", "is-prime.4x3", "-o", "set", "--helpers", "primes")
    assert status == 2
    assert said.count("\n") == 1
    assert "would tell the answers" in said
    assert not (tmp_path / "set").exists()
