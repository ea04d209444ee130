"""`primecards class`: a different sheet for every pupil of a roster."""
# ruff: noqa: N999 - a command's file has its name, and nobody imports it by an import statement

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from primecards.cli._layout import with_layout
from primecards.cli._shared import Whole, as_json, print_json, require_specs, with_language
from primecards.cli._work import INTERRUPTED, cores, progress_bar, spread_out
from primecards.errors import InputError
from primecards.messages import Formula, Message, msg, nmsg

if TYPE_CHECKING:
    from primecards.worksheets.class_set import ClassSet

MOST_NAMED = 10


@click.command("class")
@click.argument("roster", metavar="ROSTER")
@click.argument("specs", nargs=-1, metavar="SPEC...")
@click.option("-o", "--output", required=True, metavar="FOLDER", help="Where the files go; made if it is not there.")
@click.option("--preset", default=None, metavar="NAME", help="A teaching sequence by name: see primecards presets.")
@click.option("--forms", type=Whole("forms", 2, 4), default=None, help="Parallel sheets A, B, C, D in seating order.")
@click.option("--each", is_flag=True, help="Also a tagged file per pupil, in the folder pupils.")
@click.option("--duplex", is_flag=True, help="Every sheet begins on the front of a leaf.")
@click.option("--seed", default=None, help="The same seed makes the same sheets; without one, fresh sheets.")
@click.option("--title", default="", help="The heading.")
@click.option("--school", default="", help="The name above the heading.")
@click.option("--class-name", default="", help="The class of all pupils whose class is not in the roster.")
@click.option("--examples", default=None, help="none, worked or faded.")
@click.option("--order", default=None, help="block or interleave.")
@with_layout
@click.option(
    "--encoding",
    default="utf-8",
    show_default=True,
    help="Of the roster: cp1255 for older Hebrew files, cp1252 for Western European.",
)
@spread_out
@as_json
@with_language
def command(
    roster: str,
    specs: tuple[str, ...],
    output: str,
    preset: str | None,
    forms: int | None,
    each: bool,
    duplex: bool,
    seed: str | None,
    title: str,
    school: str,
    class_name: str,
    examples: str | None,
    order: str | None,
    look: dict[str, Any],
    encoding: str,
    processes: int | None,
    cluster: str | None,
    as_json: bool,
    lang: str,
) -> int:
    """Print a different sheet of SPECs for every pupil of ROSTER, all answer keys, and a manifest for mark-class.

    ROSTER is a table as Excel and Google write it, .csv or .xlsx, with the names under a heading such as "name". FOLDER
    gets class.pdf, answers.pdf and manifest.json. A pupil's sheet depends on the seed and the name alone: others may
    come and go. What was interrupted goes on where it stopped when the same command is given again.

    Example: primecards class roster.csv find-key.1x4 fits-key.2x4 -o tuesday --title "Primes"
    """
    from primecards.spreading import workers
    from primecards.worksheets.class_files import EACH, PUPILS_A_TASK, Printing, seed_to_go_on_with
    from primecards.worksheets.class_set import ClassSet
    from primecards.worksheets.presets import Wanted
    from primecards.worksheets.printing import Layout
    from primecards.worksheets.roster import read_roster

    if processes is not None and cluster is not None:
        raise InputError(msg("The sheets are printed by processes here or on a cluster, not both."))
    require_specs(specs, preset)
    wanted = Wanted(specs, order, examples, title).after(preset, lang)

    def warn(message: Message) -> None:
        click.echo(f"primecards: {message.text(lang)}", err=True)

    class_set = ClassSet.make(
        read_roster(roster, encoding, warn),
        wanted.specs,
        seed=seed,
        forms=forms or 0,
        language=lang,
        title=wanted.title,
        school=school,
        class_name=class_name,
        order=wanted.order,
        examples=wanted.examples,
    )
    printing = Printing(Layout(**{**look, "templates": tuple(map(Path, look["templates"]))}), each, duplex)
    if seed is None and not any("#" in spec for spec in specs):
        begun = seed_to_go_on_with(class_set, Path(output), printing)
        class_set = replace(class_set, code=replace(class_set.code, seed=begun)) if begun else class_set
    _warn(class_set, printing.layout.helpers, warn)
    pupils = len(class_set.pupils)
    finished = 0
    try:
        with (
            progress_bar(pupils) as show,
            workers(processes or min(cores(), -(-pupils // PUPILS_A_TASK)), cluster) as executor,
        ):

            def progress(done: int) -> None:
                nonlocal finished
                finished = done
                show(done)

            files = class_set.write(output, each=each, duplex=duplex, executor=executor, progress=progress, **look)
    except (KeyboardInterrupt, SystemExit) as ended:  # SystemExit: told to end by a signal
        stopped = msg(
            "Stopped after {done} of {n} pupils; the same command goes on from there.", done=finished, n=pupils
        )
        click.echo(stopped.text(lang), err=True)
        return ended.code if isinstance(ended, SystemExit) and isinstance(ended.code, int) else INTERRUPTED
    if as_json:
        print_json(
            {
                "seed": class_set.code.seed,
                "files": [str(file) for file in files],
                "pupils": [{"pupil": sheet.label, "code": str(sheet.code)} for sheet in class_set.sheets],
            }
        )
        return 0
    sheets, keys, manifest = (Formula(str(file)) for file in files[:3])
    told: list[Message] = [
        nmsg("{file}: the sheet of one pupil", "{file}: the sheets of {n} pupils", pupils, file=sheets),
        msg("{file}: an overview of the class and every answer key", file=keys),
        msg("{file}: who got which sheet, for primecards mark-class", file=manifest),
    ]
    if each:
        alone = Formula(str(Path(output) / EACH))
        told.append(nmsg("{folder}: a file for one pupil", "{folder}: files for {n} pupils", pupils, folder=alone))
    if seed is None:
        told.append(msg("The same sheets again: {option}", option=Formula(f"--seed {class_set.code.seed}")))
    for message in told:
        click.echo(message.text(lang))
    return 0


def _warn(class_set: ClassSet, helpers: str, warn: Callable[[Message], object]) -> None:
    """Name the pupils in whose names are letters that no font has here; say if the chart wanted is not printed."""
    from primecards.worksheets.letters import without_a_font
    from primecards.worksheets.views import CHART_IS_DROPPED, helper_chart_is_dropped

    if helper_chart_is_dropped(class_set.first_sheet().entries, helpers):
        warn(CHART_IS_DROPPED)

    if names := without_a_font(sheet.name for sheet in class_set.sheets):
        warn(
            msg(
                "No font here has all letters of {names}: crossed boxes are printed for them. Install fonts, such as "
                "{fonts}.",
                names=", ".join(names[:MOST_NAMED]) + (", …" if len(names) > MOST_NAMED else ""),
                fonts=Formula("fonts-noto fonts-noto-color-emoji"),
            )
        )
