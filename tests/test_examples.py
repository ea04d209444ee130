"""The examples run in an empty folder and do what they say."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import primecards as pc

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
NAMES = sorted(path.name for path in EXAMPLES.glob("*.py"))


def run(name: str, folder: Path) -> str:
    environment = {**os.environ, "PYTHONWARNINGS": "error", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, EXAMPLES / name],
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_there_is_an_example_for_a_teacher_a_pupil_and_a_programmer_and_each_is_short() -> None:
    assert NAMES == ["programmer.py", "pupil.py", "teacher.py"]
    for name in NAMES:
        text = (EXAMPLES / name).read_text(encoding="utf-8")
        assert len(text.splitlines()) <= 80
        assert text.startswith('"""A ')


def test_the_teachers_example_prints_a_class_sheet_in_both_languages(tmp_path: Path) -> None:
    out = run("teacher.py", tmp_path)
    written = {path.name for path in tmp_path.iterdir()}
    assert written == {"primes-en.pdf", "primes-he.pdf", "large.html", "large-answers.html"}
    for name in ("primes-en.pdf", "primes-he.pdf"):
        assert (tmp_path / name).read_bytes().startswith(b"%PDF")
    code = re.search(r"For the class: (\S+)", out)
    assert code is not None
    sheet = pc.Worksheet.from_code(code[1])
    answers = [str(item.to_dict()["answer"]["sample"][0]) for item in sheet.items if item.kind == "find-key"]
    assert out.splitlines()[-1] == f"Answers: {' '.join(answers)}"
    assert "large-print" in (tmp_path / "large.html").read_text(encoding="utf-8")


def test_the_pupils_example_explains_every_series_and_ends_with_a_right_answer(tmp_path: Path) -> None:
    out = run("pupil.py", tmp_path)
    assert "23 27 57: not a series\n57 does not fit key 23: its units digit is 7, not 3" in out
    assert "51 = 3 × 17 is not prime." in out
    assert re.findall(r"My answer is (\d+): (\d) points", out) == [("51", "0"), ("41", "0"), ("71", "1")]
    assert out.endswith("Correct.\n")
    assert not list(tmp_path.iterdir())


def test_the_programmers_example_marks_responses_and_solves_hands(tmp_path: Path) -> None:
    out = run("programmer.py", tmp_path)
    items = json.loads((tmp_path / "items.json").read_text(encoding="utf-8"))
    assert len(items) == 5
    assert all("answer" not in item for item in items)
    assert [pc.item_from_id(item["id"]).to_dict(answers=False) for item in items] == items
    assert "fits-key.2#lesson4: Not read: no, idea." in out
    marked = re.findall(r"^(fits-key\.2#lesson\d): (\{.*\})$", out, re.MULTILINE)
    assert len(marked) == 4
    total = sum(pc.mark(name, json.loads(mark)["read"]).points for name, mark in marked)
    assert total > 1
    assert f"Points in all: {total} of 5\nTrue\n" in out
    assert "  key 3: 3 13 23\n" in out
    assert "  left over: 41 45 50\n" in out
    assert out.endswith("Discard 50 and go out.\n")


@pytest.mark.parametrize("name", NAMES)
def test_an_example_uses_only_the_public_face(name: str) -> None:
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    assert "import primecards as pc" in text
    assert not re.search(r"from primecards|import primecards\.", text)
    used = set(re.findall(r"\bpc\.(\w+)", text))
    assert used
    assert used <= set(pc.__all__)
