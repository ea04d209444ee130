"""The marks of a class: what every response is worth, how each question went, and what the class misunderstands."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from statistics import mean, pstdev
from typing import Any

import pytest

import primecards as pc
from primecards import cli

CODE = "is-prime.4x3+fits-key.2x2+factor-pair.5x1#class"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> tuple[int, str, str]:
        status = cli.run([*map(str, arguments), "--lang", "en"])
        return status, *capsys.readouterr()

    return run


def sheet() -> pc.Worksheet:
    return pc.Worksheet.from_code(CODE)


def written(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def right() -> list[str]:
    return [written(item.to_dict()["answer"]["sample"]) for item in sheet().items]


def wrong() -> list[str]:
    """A response to each question that shows a misconception: the first that the item knows of."""
    found = []
    for item in sheet().items:
        told = item.to_dict()
        if told["response"]["form"] == "choice":
            options = {json.dumps(option["value"]): option["id"] for option in told["response"]["options"]}
            found.append(options[json.dumps(told["mistakes"][0]["value"])])
        elif told["response"]["form"] == "blanks":
            found.append(f"1 {item.given['number']}")
        else:
            found.append(written([told["mistakes"][0]["value"]]))
    return found


def table(rows: dict[str, list[str]], heading: str = "Name", between: str = ",") -> str:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=between)
    writer.writerow([heading, *range(1, len(next(iter(rows.values()))) + 1)])
    writer.writerows([name, *responses] for name, responses in rows.items())
    return text.getvalue()


def report(path: str = "report.csv") -> list[list[str]]:
    content = Path(path).read_bytes()
    assert content.startswith(b"\xef\xbb\xbf")  # Excel reads UTF-8 only with its mark
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))


CLASS = {"Noa": right(), 'Adam "Adi" Levi, jr.': right()[:3] + wrong()[3:], "דנה": wrong(), "Lia 😀": [""] * 6}


def test_the_report_has_the_points_of_every_pupil_and_question(run: Run) -> None:
    Path("class.csv").write_text(table(CLASS), encoding="utf-8")
    assert run("mark-class", CODE, "class.csv", "-o", "report.csv")[:2] == (0, "report.csv\n")
    lines = report()
    assert lines[0] == ["Name", "1", "2", "3", "4", "5", "6", "Total", "Percent"]
    assert lines[1] == ["Noa", *["1"] * 6, "6", "100"]
    assert lines[2][:5] == ['Adam "Adi" Levi, jr.', "1", "1", "1", "0"]
    assert lines[3] == ["דנה", *["0"] * 6, "0", "0"]
    assert lines[4] == ["Lia 😀", *["0"] * 6, "0", "0"]


def test_facility_is_the_mean_and_discrimination_the_correlation_with_the_rest(run: Run) -> None:
    Path("class.csv").write_text(table(CLASS), encoding="utf-8")
    status, out, _ = run("mark-class", CODE, "class.csv", "-o", "report.csv", "--json")
    assert status == 0
    data = json.loads(out)
    points = [[fraction(p) for p in pupil["points"]] for pupil in data["pupils"]]
    for place, question in enumerate(data["questions"]):
        own = [row[place] for row in points]
        rest = [sum(row) - row[place] for row in points]
        assert question["facility"] == pytest.approx(mean(own))
        covariance = mean(a * b for a, b in zip(own, rest, strict=True)) - mean(own) * mean(rest)
        assert question["discrimination"] == pytest.approx(covariance / pstdev(own) / pstdev(rest))


def fraction(text: str) -> float:
    above, _, below = text.partition("/")
    return int(above) / int(below or 1)


def test_the_common_mistakes_of_a_question_and_of_the_class_are_named(run: Run) -> None:
    Path("class.csv").write_text(table(CLASS), encoding="utf-8")
    data = json.loads(run("mark-class", CODE, "class.csv", "-o", "report.csv", "--json")[1])
    behind = [pc.mark(item, response).mistakes for item, response in zip(sheet().items, wrong(), strict=True)]
    assert all(behind)
    assert set(data["questions"][0]["mistakes"]) == set(behind[0])
    assert data["questions"][5]["mistakes"] == {"one-as-a-factor": 2}
    assert {"mistake": "one-as-a-factor", "times": 2, "pupils": 2} in data["mistakes"]
    assert [entry["times"] for entry in data["mistakes"]] == sorted(
        (e["times"] for e in data["mistakes"]), reverse=True
    )
    assert any("writes a product with 1 as a factor (2)" in line[-1] for line in report() if line)


def test_where_all_pupils_are_alike_a_question_discriminates_nothing(run: Run) -> None:
    Path("class.csv").write_text(table({"a": right(), "b": right()}), encoding="utf-8")
    data = json.loads(run("mark-class", CODE, "class.csv", "-o", "report.csv", "--json")[1])
    assert [question["discrimination"] for question in data["questions"]] == [None] * 6
    assert [question["facility"] for question in data["questions"]] == [1] * 6


@pytest.mark.parametrize("between", [",", ";", "\t"])
@pytest.mark.parametrize("heading", ["Name", "pupil", "שם", "שם התלמיד", "\ufeffName"])
def test_tables_are_read_as_spreadsheets_write_them(run: Run, between: str, heading: str) -> None:
    Path("class.csv").write_text(table(CLASS, heading, between).replace("\n", "\r\n"), encoding="utf-8")
    assert run("mark-class", CODE, "class.csv", "-o", "report.csv")[0] == 0
    assert [line[0] for line in report()[1:5]] == list(CLASS)


def test_an_old_hebrew_table_is_read_with_its_encoding_or_refused_with_that_advice(run: Run) -> None:
    Path("class.csv").write_bytes(table({"דנה": right()}, "שם").encode("cp1255"))
    status, _, error = run("mark-class", CODE, "class.csv", "-o", "report.csv")
    assert status == 2
    assert "--encoding cp1255" in error
    assert not Path("report.csv").exists()
    assert run("mark-class", CODE, "class.csv", "-o", "report.csv", "--encoding", "cp1255")[0] == 0
    assert report()[1][0] == "דנה"


def test_a_response_that_cannot_be_read_earns_nothing_and_is_listed_with_the_reason(run: Run) -> None:
    rows = {"Noa": [*right()[:5], "three and seventeen"]}
    Path("class.csv").write_text(table(rows), encoding="utf-8")
    assert run("mark-class", CODE, "class.csv", "-o", "report.csv")[0] == 0
    assert report()[1][-3:] == ["0", "5", "83.33"]
    assert report()[-1] == ["Noa", "6", "three and seventeen", "Not read: three. Write whole numbers."]


def test_an_empty_cell_is_not_answered_also_where_nothing_is_right_and_a_word_for_none_is(run: Run) -> None:
    sheet = pc.Worksheet.from_code("fits-key.4x8#a")
    nothing = next(n for n, item in enumerate(sheet.items) if item.answer.sample == ())
    given = ["none" if n == nothing else "" for n in range(8)]
    Path("class.csv").write_text(table({"Noa": given, "Dan": [""] * 8}), encoding="utf-8")
    assert run("mark-class", sheet.code, "class.csv", "-o", "report.csv")[0] == 0
    assert [line[-2] for line in report()[1:3]] == ["1", "0"]


def test_a_table_that_is_not_there_is_refused_by_name(run: Run) -> None:
    Path("report.csv").write_text("old", encoding="utf-8")
    status, _, error = run("mark-class", CODE, "nosuch.csv", "-o", "report.csv")
    assert (status, Path("report.csv").read_text(encoding="utf-8")) == (2, "old")
    assert "nosuch.csv cannot be read" in error


def test_the_report_in_hebrew_opens_in_a_spreadsheet(run: Run) -> None:
    Path("class.csv").write_text(table(CLASS), encoding="utf-8")
    assert cli.run(["mark-class", CODE, "class.csv", "-o", "report.csv", "--lang", "he"]) == 0
    assert report()[0][0] == "שם"
    assert any("כותבים מכפלה שאחד הגורמים בה הוא 1" in cell for line in report() for cell in line)


def test_what_a_pupil_writes_is_never_a_formula_of_the_spreadsheet(run: Run) -> None:
    rows = {"=1+1": [*right()[:5], "=HYPERLINK(1)"], "@x": right(), "+a": right(), "-b": right()}
    Path("class.csv").write_text(table(rows), encoding="utf-8")
    assert run("mark-class", CODE, "class.csv", "-o", "report.csv")[0] == 0
    assert not [
        cell for line in report() for cell in line if cell[:1] in "=@+-" and len(cell) > 1 and not cell[1].isdigit()
    ]


def test_a_manifest_gives_every_pupil_questions_of_their_own(run: Run) -> None:
    sheets = {name: pc.Worksheet.make(["find-key.1x2"], seed=name.lower()) for name in ("Noa", "Dan")}
    pupils = [
        {"pupil": name, "code": own.code, "items": [{"number": n, "id": i.id} for n, i in enumerate(own.items, 1)]}
        for name, own in sheets.items()
    ]
    Path("manifest.json").write_text(json.dumps({"format": 1, "pupils": pupils}), encoding="utf-8")
    answers = {name: [written(i.to_dict()["answer"]["sample"]) for i in own.items] for name, own in sheets.items()}
    Path("class.csv").write_text(table(answers), encoding="utf-8")
    assert run("mark-class", "manifest.json", "class.csv", "-o", "report.csv")[0] == 0
    assert [line[-1] for line in report()[1:3]] == ["100", "100"]


def class_of(*names: str) -> Callable[..., str]:
    """Write a manifest of one question a pupil; return what writes a table of right answers for the names it is given.

    A name may be several cells.
    """
    sheets = {name: pc.Worksheet.make(["is-prime.1x1"], seed=place) for place, name in enumerate(names)}
    pupils = [{"pupil": name, "items": [{"id": own.items[0].id}]} for name, own in sheets.items()]
    Path("manifest.json").write_text(json.dumps({"format": 1, "pupils": pupils}), encoding="utf-8")

    def responses(*rows: str, heading: str = "Name") -> str:
        answers = [own.items[0].to_dict()["answer"]["sample"] for own in sheets.values()]
        lines = [f"{heading},1", *(f"{row},{answer}" for row, answer in zip(rows, answers, strict=False))]
        Path("class.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        return "class.csv"

    return responses


def test_two_rows_of_one_name_are_refused_and_told_how_the_manifest_calls_them(run: Run) -> None:
    responses = class_of("Noa Levi", "Dan", "Noa Levi (2)")
    status, _, error = run("mark-class", "manifest.json", responses("Noa Levi", "Dan", "noa levi"), "-o", "r.csv")
    assert (status, error.count("\n"), Path("r.csv").exists()) == (2, 1, False)
    assert "Noa Levi has two rows, 2 and 4: call the pupils as the manifest does, Noa Levi, Noa Levi (2)." in error
    error = run("mark-class", "manifest.json", responses("Dan", "Dan"), "-o", "r.csv")[2]
    assert "Dan has two rows, 2 and 3, and got one sheet." in error
    assert run("mark-class", "manifest.json", responses("Noa Levi", "Dan", "Noa Levi (2)"), "-o", "r.csv")[0] == 0
    assert [line[-1] for line in report("r.csv")[1:4]] == ["100"] * 3


def test_pupils_of_one_name_are_told_apart_by_the_classes_of_the_responses(run: Run) -> None:
    responses = class_of("Noa (5a)", "Noa (5b)")("Noa,5a", "Noa,5b", heading="name,class")
    assert run("mark-class", "manifest.json", responses, "-o", "r.csv")[0] == 0
    assert [(line[0], line[-1]) for line in report("r.csv")[1:3]] == [("Noa (5a)", "100"), ("Noa (5b)", "100")]


@pytest.mark.parametrize("heading", ["First name,Last name", "שם פרטי,שם משפחה", "Preferred Name,Surname"])
def test_names_of_responses_are_read_under_the_headings_of_a_roster(run: Run, heading: str) -> None:
    responses = class_of("Noa Levi", "Dan Cohen")("Noa,Levi", "Dan,Cohen", heading=heading)
    assert run("mark-class", "manifest.json", responses, "-o", "r.csv")[0] == 0
    assert [(line[0], line[-1]) for line in report("r.csv")[1:3]] == [("Noa Levi", "100"), ("Dan Cohen", "100")]


def test_a_name_that_differs_in_capitals_and_spaces_is_the_pupil_s(run: Run) -> None:
    responses = class_of("Noa Levi", "Dan")(" NOA  levi\u200f", "dan")
    assert run("mark-class", "manifest.json", responses, "-o", "r.csv")[0] == 0
    assert [(line[0], line[-1]) for line in report("r.csv")[1:3]] == [("Noa Levi", "100"), ("Dan", "100")]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        (
            "Noa Lewi",
            "Row 3: the manifest has no sheet of Noa Lewi; the closest names in it are Noa Levi. Only capitals",
        ),
        (
            "Stranger",
            "Row 3: the manifest has no sheet of Stranger; its pupils are Dan, Noa Levi. Only capitals and sp",
        ),
        ("", "Row 3 of the responses has no name."),
    ],
)
def test_a_pupil_without_a_sheet_is_refused_with_the_row_and_the_names_there_are(
    run: Run, name: str, says: str
) -> None:
    status, _, error = run("mark-class", "manifest.json", class_of("Dan", "Noa Levi")("Dan", name), "-o", "r.csv")
    assert (status, error.count("\n"), Path("r.csv").exists()) == (2, 1, False)
    assert says in error


def test_pupils_who_handed_nothing_in_are_listed(run: Run) -> None:
    responses = class_of("Dan", "Noa", "Lia")("Dan")
    assert json.loads(run("mark-class", "manifest.json", responses, "-o", "r.csv", "--json")[1])[
        "without_responses"
    ] == ["Noa", "Lia"]
    assert report("r.csv")[-3:] == [["Without responses"], ["Noa"], ["Lia"]]


def test_the_json_file_of_a_sheet_is_a_manifest(run: Run) -> None:
    sheet().write("sheet.json")
    Path("class.csv").write_text(table(CLASS), encoding="utf-8")
    assert run("mark-class", "sheet.json", "class.csv", "-o", "report.csv")[0] == 0
    assert report()[1][-1] == "100"


@pytest.mark.parametrize(
    ("manifest", "content", "output", "says"),
    [
        (CODE, "", "r.csv", "holds no responses"),
        (CODE, "Name,1\n", "r.csv", "holds no responses"),
        (CODE, "Name,first\nNoa,a\n", "r.csv", "a column for each question"),
        (CODE, "Name,1,1\nNoa,a,b\n", "r.csv", "more than one column for question 1"),
        (CODE, "Name,1,2,3,4,5,6\nNoa,a,a,a,1,2,3,4\n", "r.csv", "row 2, has more cells than headings"),
        (CODE, 'Name,1,2,3,4,5,6\nNoa,a,a,a,"1,2,3,4\n', "r.csv", "a quotation mark that is opened and never closed"),
        (CODE, "Name,1,2,3,4,5,6,7\nNoa,a,a,a,1,2,3,4\n", "r.csv", "question 7, and the sheet has 6 questions"),
        (CODE, "Name,1,2\nNoa,a,b\n", "r.csv", "no columns for 4 questions: 3, 4, 5, 6"),
        (CODE, "Name,1\0\nNoa,a\n", "r.csv", "save it as .csv first"),
        (CODE, "Name,1\nNoa,a\n", "class.csv", "a .csv file of its own"),
        (CODE, "Name,1\nNoa,a\n", "r.pdf", "a .csv file of its own"),
        (CODE, "Name,1,2,3,4,5,6\nNoa,a\n", "nowhere/r.csv", "cannot be written"),
        ("missing.json", "Name,1\nNoa,a\n", "r.csv", "missing.json cannot be read"),
        ("class.csv", "Name,1\nNoa,a\n", "r.csv", "neither a sheet"),
        ("find-key.9x1#a", "Name,1\nNoa,a\n", "r.csv", "1–5, not 9"),
        ("deep.json", "Name,1\nNoa,a\n", "r.csv", "neither a sheet"),
        ("later.json", "Name,1\nNoa,a\n", "r.csv", "format 2, not 1"),
    ],
)
def test_what_cannot_be_marked_is_refused_in_one_line_and_nothing_is_written(
    run: Run, tmp_path: Path, manifest: str, content: str, output: str, says: str
) -> None:
    Path("class.csv").write_text(content, encoding="utf-8")
    Path("deep.json").write_text("[" * 100_000, encoding="utf-8")
    Path("later.json").write_text('{"format": 2, "pupils": []}', encoding="utf-8")
    before = {path.name for path in tmp_path.iterdir()}
    status, out, error = run("mark-class", manifest, "class.csv", "-o", output)
    assert (status, out) == (2, "")
    assert error.count("\n") == 1
    assert says in error
    assert {path.name for path in tmp_path.iterdir()} == before
