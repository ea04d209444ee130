"""PDFs for a screen reader: every file that may be read on a screen passes the checker of PDF/UA-1, all of it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from pdfua import validate

from primecards import cli
from primecards.languages import LANGUAGES
from primecards.worksheets.class_set import ClassSet
from primecards.worksheets.deck import Deck
from primecards.worksheets.deck import to_pdf as deck_to_pdf
from primecards.worksheets.printing import STYLES, Layout, to_pdf
from tests.sheets import every_exhibit, every_form, sheet, with_examples


def findings(pdf: bytes, path: Path) -> list[str]:
    path.write_bytes(pdf)
    subprocess.run(["qpdf", "--check", str(path)], capture_output=True, check=True)
    return [f"{found.rule_id} {found.message}" for found in validate(str(path)).findings]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("style", STYLES)
def test_a_sheet_with_every_form_and_exhibit_and_its_key_pass_the_checker(
    style: str, language: str, tmp_path: Path
) -> None:
    entries = [*every_form(language).entries, *every_exhibit(language).entries, *with_examples(language).entries]
    everything = sheet(tuple(entry.item for entry in entries), language, "Digits", "Herzl school")
    layout = Layout(style=style, points=True, helpers="chart" if style == "plain" else "auto")
    assert not findings(to_pdf(everything, layout), tmp_path / "sheet.pdf")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_deck_and_its_rules_pass_the_checker(language: str, tmp_path: Path) -> None:
    assert not findings(deck_to_pdf(Deck(language=language)), tmp_path / "deck.pdf")


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_example_out_of_a_game_passes_the_checker(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "example.pdf"
    assert not cli.run(["example", "--kind", "tempting-discard", "--seed", "b2", "-o", str(path), "--lang", language])
    assert not findings(path.read_bytes(), path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_file_of_every_pupil_passes_the_checker(language: str, tmp_path: Path) -> None:
    specs = ["hundred-chart.2x1", "score-hands.4x1", "digit-place.2x1", "find-key.3x2"]
    ClassSet.make(["Noa", "דן"], specs, seed="ua", language=language).write(tmp_path, each=True)
    files = sorted((tmp_path / "pupils").iterdir())
    assert len(files) == 2
    assert not [found for path in files for found in findings(path.read_bytes(), path)]
