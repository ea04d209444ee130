"""The wheel: everything that is needed is inside and nothing else, and it works where there is no checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import time
import tomllib
import venv
import zipfile
from collections.abc import Callable
from email.parser import Parser
from importlib.util import find_spec
from pathlib import Path

import pytest
from pypdf import PdfReader

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
# The quick part of the tests, by name: one of everything that can depend on how the package lies on the disk.
QUICK = "test_rulebook or pupil or programmer or models or schema or they_were"


def run(*command: str | Path, cwd: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run without any sight of the checkout."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST", "COV"))
    }
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env={**environment, **environ},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder that the first worker to come here makes, while the others wait for it."""
    base = factory.getbasetemp()
    folder = (base.parent if base.name.startswith("popen-") else base) / name
    done = folder.with_suffix(".done")
    try:
        folder.mkdir()
    except FileExistsError:
        while not done.exists():
            time.sleep(0.1)
    else:
        try:
            make(folder)
        finally:
            done.touch()
    return folder


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive, and the wheel that is built from it."""
    offline = ["--no-isolation"] if find_spec("hatchling") else []

    def build(folder: Path) -> None:
        run(sys.executable, "-m", "build", *offline, "--outdir", folder, ROOT, cwd=folder)

    return made_once(tmp_path_factory, "dist", build)


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    (built,) = dist.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an empty environment with the wheel in it, and its dependencies lent by ours."""

    def install(folder: Path) -> None:
        venv.create(folder, with_pip=False)
        ours = folder / "bin" / "python"
        run(sys.executable, "-m", "pip", "--python", ours, "install", "--no-deps", "--no-index", wheel, cwd=folder)
        # A path file names folders and reads no path files in them: what is editable in ours stays out of sight.
        packages = run(ours, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).stdout.strip()
        lent = {path for path in sys.path if Path(path).name in ("site-packages", "dist-packages")}
        (Path(packages) / "lent.pth").write_text("\n".join(sorted(lent)) + "\n", encoding="utf-8")

    return made_once(tmp_path_factory, "empty-venv", install) / "bin" / "python"


def in_checkout(folder: str) -> set[str]:
    files = (path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(ROOT).as_posix() for path in files}


def test_the_wheel_holds_the_package_and_the_templates_and_no_script_that_built_them(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    own = {name for name in names if not name.split("/")[0].endswith(".dist-info")}
    templates = in_checkout("templates") - {"templates/fonts/build.py", "templates/fonts/build_cards.py"}
    assert own == in_checkout("primecards") | {f"primecards/{name}" for name in templates}
    for needed in (
        "py.typed",
        "templates/sheet.html",
        "templates/sheet.css",
        "templates/fonts/Rubik-Regular.ttf",
        "templates/fonts/Primecards-Cards.ttf",
        "templates/fonts/OFL.txt",
        "puzzles/item-schema.json",
        "words/catalogues/he.po",
    ):
        assert f"primecards/{needed}" in own


def test_the_wheel_says_what_it_is_what_it_needs_and_under_which_licences(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
    told = Parser().parsestr(archive.read(name).decode())
    assert (told["Name"], told["Version"]) == (PROJECT["name"], PROJECT["version"])
    assert told["License-Expression"] == "MIT"
    assert told["Requires-Python"] == PROJECT["requires-python"]
    needs = {need.replace(" ", "") for need in told.get_all("Requires-Dist", []) if "extra" not in need}
    assert needs == {need.replace(" ", "") for need in PROJECT["dependencies"]}
    for licence in ("LICENSE", "templates/fonts/OFL.txt"):
        assert archive.read(name.replace("METADATA", f"licenses/{licence}"))
    assert "primecards = primecards.cli:main" in archive.read(name.replace("METADATA", "entry_points.txt")).decode()


def test_the_source_archive_holds_what_is_needed_to_test_and_build_it(dist: Path) -> None:
    (archive,) = dist.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    assert in_checkout("primecards") | in_checkout("templates") <= names
    assert {"pyproject.toml", "README.md", "LICENSE", "Makefile", "tests/test_wheel.py"} <= names


def test_the_installed_wheel_checks_series_and_prints_a_sheet_in_an_empty_folder(python: Path, tmp_path: Path) -> None:
    where = run(python, "-c", "import primecards; print(primecards.__file__)", cwd=tmp_path).stdout
    assert Path(where.strip()).is_relative_to(python.parent.parent)
    program = python.with_name("primecards")
    assert run(program, "check", "--lang", "en", "23", "3", "13", "20", cwd=tmp_path).stdout == (
        "This is a valid series. Its key is 23.\n"
    )
    assert run(program, "--version", cwd=tmp_path).stdout == f"primecards, version {PROJECT['version']}\n"
    run(program, "worksheet", "find-key.1x2", "arrange-hand.2x1", "--lang", "he", "-o", "x.pdf", cwd=tmp_path)
    resources = PdfReader(tmp_path / "x.pdf").pages[0]["/Resources"].get_object()
    fonts = [str(font.get_object()["/BaseFont"]) for font in resources["/Font"].get_object().values()]  # type: ignore[index]
    assert fonts
    assert all("Rubik" in font or "Primecards-Cards" in font for font in fonts)
    assert [path.name for path in tmp_path.iterdir()] == ["x.pdf"]


def test_the_installed_wheel_passes_the_tests(python: Path, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "tests", tmp_path / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, tmp_path / name)
    pytest_ = (python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
    files = [f"tests/test_{name}.py" for name in ("rulebook", "items", "words", "examples")]
    for chosen in ((*files, "-k", QUICK), ("README.md", "--pyargs", "primecards")):
        done = run(*pytest_, *chosen, cwd=tmp_path)
        assert " passed" in done.stdout
        assert " skipped" not in done.stdout
    assert not (tmp_path / "primecards").exists()


def test_whoever_uses_the_wheel_gets_its_types(python: Path, tmp_path: Path) -> None:
    (tmp_path / "use.py").write_text(
        "import primecards as pc\n"
        "keys: tuple[int, ...] = pc.check_series('23 3 13').keys\n"
        "mark: pc.Mark = pc.mark(pc.make_item('find-key', level=1, seed='a'), '3')\n"
        "reveal_type(mark.points)\n",
        encoding="utf-8",
    )
    command = (
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--python-executable",
        python,
        "--cache-dir",
        tmp_path / "cache",
    )
    done = run(*command, "use.py", cwd=tmp_path)
    assert 'Revealed type is "fractions.Fraction"' in done.stdout
