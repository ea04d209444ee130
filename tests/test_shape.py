"""The house stands as it was drawn: who may import whom, what loads when, what is documented, what stays out."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import inspect
import re
import socket
import subprocess
import sys
import typing
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import click
import pytest

import primecards as pc
from primecards import cli
from primecards.puzzles import exhibits, kinds, registry, responses
from primecards.worksheets import printing

PACKAGE = Path(pc.__file__).parent
ROOT = PACKAGE.parent
# From the ground up: a room may import from its own floor and from those below.
FLOORS = [
    {"errors", "messages", "languages", "chance", "spreading"},
    {"rules"},
    {"game"},
    {"puzzles"},
    {"words"},
    {"worksheets", "exports", "terminal"},
    {"web", "cli"},
]
HEAVY = {
    "sympy",
    "weasyprint",
    "jinja2",
    "babel",
    "rich",
    "segno",
    "markupsafe",
    "distributed",
    "docx",
    "matplotlib",
    "openpyxl",
    "pikepdf",
}


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def modules() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if "templates" not in path.parts)


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports_of(path: Path) -> Iterator[tuple[str, ast.AST]]:
    """Every module of primecards that a file imports, wherever in the file it does."""
    package = ["primecards", *path.relative_to(PACKAGE).parent.parts]
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            source = ".".join(filter(None, (base, node.module)))
            names = [f"{source}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from ((name, node) for name in names if name.split(".")[0] == "primecards")


def floor_of(room: str) -> int:
    return next(floor for floor, rooms in enumerate(FLOORS) if room in rooms)


# --- Imports ------------------------------------------------------------------------------------------------------


def test_every_room_of_the_house_has_a_floor() -> None:
    rooms = {room_of(path) for path in modules()} - {"__init__", "__main__"}
    assert rooms
    assert rooms <= set().union(*FLOORS)


def test_imports_go_one_way_and_only_a_message_asks_upstairs_for_its_words() -> None:
    breaches = set()
    for path in modules():
        room = room_of(path)
        if room in ("__init__", "__main__"):
            continue
        for name, node in imports_of(path):
            target = name.split(".")[1] if "." in name else "__init__"
            if target in ("__init__", "__all__") or floor_of(target) > floor_of(room):
                breaches.add((path.relative_to(PACKAGE).as_posix(), name, bool(getattr(node, "col_offset", 0))))
    assert breaches == {("messages.py", "primecards.words.say", True)}


def test_kinds_know_nothing_of_other_kinds() -> None:
    files = [path for path in modules() if path.parent.name == "kinds" and path.name != "__init__.py"]
    assert len(files) == len(pc.puzzle_kinds())
    for path in files:
        assert not [name for name, _ in imports_of(path) if ".kinds" in name], path.name


def test_the_rule_book_has_no_randomness_no_files_and_no_clock() -> None:
    banned = {"random", "secrets", "os", "pathlib", "io", "json", "time", "datetime", "tempfile", "locale", "gettext"}
    for path in modules():
        if room_of(path) != "rules":
            continue
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Import):
                assert not banned & {alias.name.split(".")[0] for alias in node.names}, path.name
            elif isinstance(node, ast.ImportFrom):
                assert (node.module or "").split(".")[0] not in banned, path.name


def test_only_printing_and_its_engine_know_the_libraries_of_paper() -> None:
    users: dict[str, set[str]] = {}
    for path in modules():
        for node in ast.walk(tree_of(path)):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            for name in names:
                users.setdefault(name.split(".")[0], set()).add(path.stem)
    assert users["jinja2"] == {"printing"}
    assert users["segno"] == {"printing"}
    assert users["weasyprint"] == {"engine"}


def test_nothing_draws_from_the_global_random_generator() -> None:
    seen = 0
    for path in modules():
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ImportFrom) and node.module == "random":
                assert {alias.name for alias in node.names} == {"Random"}, path.name
                seen += 1
            elif isinstance(node, ast.Import):
                assert "random" not in {alias.name for alias in node.names}, path.name
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Random":
                assert node.args, f"{path.name}: a generator without a seed"
    assert seen


# --- Light import -------------------------------------------------------------------------------------------------


def loaded_by(*arguments: str) -> set[str]:
    """The top-level packages that a Python process imports, by its own account."""
    done = subprocess.run([sys.executable, "-X", "importtime", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    modules = re.findall(r"^import time:\s+\d+ \|\s+\d+ \|\s+(\S+)$", done.stderr, re.MULTILINE)
    assert "primecards" in modules
    return {module.split(".")[0] for module in modules}


def test_importing_primecards_loads_nothing_that_only_puzzles_paper_or_hebrew_need() -> None:
    loaded = loaded_by("-c", "import primecards")
    assert not loaded & (HEAVY | {"click"})


@pytest.mark.parametrize("cards", ["23 3 13", "51 57 21", "23 27 57", "23 w"])
def test_checking_a_series_loads_nothing_that_only_puzzles_paper_or_hebrew_need(cards: str) -> None:
    assert not loaded_by("-m", "primecards", "check", "--lang", "en", *cards.split()) & HEAVY


def test_what_is_imported_later_is_there_when_it_is_asked_for() -> None:
    program = (
        "import sys, primecards as pc; before = set(sys.modules); pc.Worksheet, pc.mark, pc.Item;"
        "print(not any(m.startswith('primecards.puzzles') for m in before), 'primecards.worksheets' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "True True\n"


# --- The public face ----------------------------------------------------------------------------------------------


def test_all_is_what_is_there() -> None:
    everything = {name: getattr(pc, name) for name in pc.__all__}
    assert len(everything) == len(pc.__all__)
    assert set(pc.__all__) <= set(dir(pc))
    helpers = {"annotations", "Any", "TYPE_CHECKING"}
    public = {name for name, value in vars(pc).items() if name[0] != "_" and not inspect.ismodule(value)} - helpers
    assert public <= set(pc.__all__)


def test_every_error_is_drawn_in_the_tree_and_exported() -> None:
    errors = importlib.import_module("primecards.errors")
    defined = {name for name, value in vars(errors).items() if inspect.isclass(value) and name.endswith("Error")}
    assert defined <= set(pc.__all__)
    for name in defined:
        assert name in str(errors.__doc__)
        assert issubclass(getattr(errors, name), pc.PrimecardsError)
        assert issubclass(getattr(errors, name), ValueError) == issubclass(getattr(errors, name), pc.InputError)


def test_everything_public_has_a_docstring_of_its_own() -> None:
    for name in pc.__all__:
        value = getattr(pc, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            own = vars(value).get("__doc__") if inspect.isclass(value) else value.__doc__
            assert own, name
            assert not own.startswith(f"{name}("), f"{name} has only the docstring that dataclass makes"


def test_an_unknown_name_of_the_package_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        _ = pc.nonsense


def test_no_module_has_more_than_400_lines() -> None:
    lines = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in modules()}
    assert len(lines) > 20
    assert not {name: count for name, count in lines.items() if count > 400}


def test_every_value_is_frozen_and_slotted() -> None:
    found = 0
    for path in modules():
        if path.name == "__main__.py":
            continue
        name = ".".join(("primecards", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")
        module = importlib.import_module(name)
        for value in vars(module).values():
            if inspect.isclass(value) and value.__module__ == name and dataclasses.is_dataclass(value):
                assert value.__dataclass_params__.frozen, value  # type: ignore[attr-defined]
                assert hasattr(value, "__slots__"), value
                found += 1
    assert found > 20


# --- What is documented -------------------------------------------------------------------------------------------


def commands() -> dict[str, click.Command]:
    context = click.Context(cli.primecards)
    names = cli.primecards.list_commands(context)
    found = {name: cli.primecards.get_command(context, name) for name in names}
    return {name: command for name, command in found.items() if command is not None}


@pytest.mark.parametrize("name", sorted(commands()))
def test_every_command_is_in_the_readme_and_shows_an_example_in_its_help(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"primecards {name}" in readme
    assert cli.run([name, "--help"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert f"Example: primecards {name} " in told
    for option in commands()[name].params:
        if isinstance(option, click.Option):
            assert option.help, f"{name} {option.opts}"


def test_the_commands_of_the_design_are_there() -> None:
    assert {"check", "solve", "kinds", "item", "mark", "worksheet"} <= set(commands())


def test_every_option_of_a_sheet_is_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    options = [opt for param in commands()["worksheet"].params for opt in param.opts if opt.startswith("--")]
    assert len(options) > 10
    missing = [option for option in options if option not in ("--output", "--json") and f"`{option}" not in readme]
    assert not missing


# --- Templates ----------------------------------------------------------------------------------------------------


def kebab(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()


def test_every_exhibit_and_every_response_form_has_a_template() -> None:
    parts = {path.name for path in printing.template_dir().glob("part-*.html")}
    shown = [kebab(exhibit.__name__) for exhibit in typing.get_args(exhibits.Exhibit)]
    forms = [
        str(next(field.default for field in dataclasses.fields(form) if field.name == "form"))
        for form in typing.get_args(responses.ResponseForm)
    ]
    assert len(shown) >= 2
    assert sorted(forms) == ["arrangement", "blanks", "cards", "choice"]
    assert {f"part-{name}.html" for name in (*shown, *forms)} <= parts


def test_every_part_that_is_printed_has_a_template_and_every_template_is_printed() -> None:
    used = {
        node.args[0].value
        for path in modules()
        if room_of(path) == "worksheets"
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id.endswith("Part")
        and node.args
        and isinstance(node.args[0], ast.Constant)
    }
    parts = {path.stem.removeprefix("part-") for path in printing.template_dir().glob("part-*.html")}
    assert used == parts
    written = "\n".join(path.read_text(encoding="utf-8") for path in printing.template_dir().glob("*.html"))
    others = {path.name for path in printing.template_dir().glob("*.html") if not path.name.startswith("part-")}
    assert {name for name in others if f'"{name}"' not in written} == {"deck.html", "overview.html", "sheet.html"}


# --- A kind is one file -------------------------------------------------------------------------------------------

DROPPED_IN = '''
"""tens-and-units: the two digits of a number (dropped in by a test)."""

from random import Random

from primecards.messages import Message, msg
from primecards.chance import between
from primecards.puzzles.exhibits import CardRow
from primecards.puzzles.item import Answer, Difficulty, Item, Kind, Step
from primecards.puzzles.responses import Blanks
from primecards.rules.cards import Card
from primecards.rules.ruleset import Rules


def make(rng: Random, level: int, rules: Rules) -> Item:
    number = between(rng, 10, 19 * level)
    return Item(
        question=msg("Which digits has {number}?", number=number),
        given={"number": number},
        exhibits=(CardRow((Card(number),)),),
        response=Blanks((msg("tens"), msg("units"))),
        answer=Answer.of((number // 10, number % 10)),
        solution=(Step(msg("They are {tens} and {units}.", tens=number // 10, units=number % 10)),),
        difficulty=Difficulty(level),
        rules=rules,
    )


def explain(item: Item, card: Card) -> Message:
    return msg("{card} has two digits.", card=card)


KIND = Kind(
    name="tens-and-units",
    title=msg("Tens and units"),
    teaches=msg("Place value"),
    levels=(msg("a level"),) * 5,
    hint=msg("Look."),
    make=make,
    explain=explain,
)
'''


def test_a_kind_dropped_into_the_folder_works_everywhere_without_another_edit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "kinds").mkdir()
    (tmp_path / "kinds" / "tens_and_units.py").write_text(DROPPED_IN, encoding="utf-8")
    monkeypatch.setattr(kinds, "__path__", [*kinds.__path__, str(tmp_path / "kinds")])
    monkeypatch.chdir(tmp_path)

    assert "tens-and-units" in pc.puzzle_kinds()
    item = pc.make_item("tens-and-units", level=4, seed="a")
    (right,) = item.answer.all or ()
    assert pc.mark(item, right).correct
    assert pc.mark(item, "1 99").points < 1

    def said(*arguments: str) -> str:
        assert cli.run(list(arguments)) == 0
        return capsys.readouterr().out

    assert "tens-and-units: Tens and units" in said("kinds", "--lang", "en")
    assert f"Which digits has {item.given['number']}?" in said("item", item.id, "--lang", "en")
    assert "Correct." in said("mark", item.id, " ".join(map(str, right)), "--lang", "en")
    for ending in ("pdf", "html", "md", "json"):
        assert said("worksheet", "tens-and-units.4x3", "find-key.1x1", "--seed", "a", "-o", f"sheet.{ending}")
        assert (tmp_path / f"sheet.{ending}").stat().st_size > 500
    assert "tens" in (tmp_path / "sheet.html").read_text(encoding="utf-8")

    monkeypatch.undo()
    del sys.modules["primecards.puzzles.kinds.tens_and_units"]
    registry._FOUND.clear()
    assert "tens-and-units" not in pc.puzzle_kinds()


# --- Nothing of a machine -----------------------------------------------------------------------------------------


def committed_texts() -> dict[str, str]:
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    texts = {}
    for name in done.stdout.decode().split("\0"):
        path = ROOT / name
        if name and path.is_file() and path.suffix not in (".png", ".ttf", ".otf"):
            texts[name] = path.read_text(encoding="utf-8")
    return texts


def hosts_of_this_machine() -> set[str]:
    """Names that belong to the machine that the tests run on: its own, and where its packages come from."""
    pip = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False)
    addresses = re.findall(r"(?:https?|file)://[^\s'\"]+", pip.stdout)
    hosts = {urlsplit(address).hostname or urlsplit(address).path for address in addresses}
    return {host for host in hosts | {socket.gethostname()} if len(host) > 5 and host not in ("pypi.org", "localhost")}


def test_no_path_registry_or_host_of_a_machine_is_in_a_committed_file() -> None:
    texts = committed_texts()
    assert "primecards/__init__.py" in texts
    home = re.compile(r"(?<![\w.])/(?:home|Users|root|work|mnt|opt)/\w|(?<![\w.])[A-Z]:\\(?:Users|Windows)")
    address = re.compile(r"(?<![\w.])(?!127\.0\.0\.1|0\.0\.0\.0)\d{1,3}(?:\.\d{1,3}){3}(?![\w.])")
    hosts = hosts_of_this_machine()
    for name, text in texts.items():
        assert not [found for pattern in (home, address) for found in pattern.findall(text)], name
        assert not [host for host in hosts if host in text], name
