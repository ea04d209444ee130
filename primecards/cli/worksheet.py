"""`primecards worksheet`: a sheet to print, and its answer key."""

from __future__ import annotations

from typing import Any

import click

from primecards.cli._layout import with_layout
from primecards.cli._shared import Whole, as_json, print_json, require_specs, with_language
from primecards.errors import PrintingError
from primecards.messages import Formula, msg


@click.command("worksheet")
@click.argument("specs", nargs=-1, metavar="SPEC...")
@click.option("-o", "--output", required=True, metavar="FILE", help="A .pdf, .html, .json, .md or .docx file.")
@click.option("--preset", default=None, metavar="NAME", help="A teaching sequence by name: see primecards presets.")
@click.option("--seed", default=None, help="The same seed makes the same sheet; without one, a fresh sheet.")
@click.option("--answers", default=None, help="none, separate (a file of its own) or same-file, the default.")
@click.option("--title", default="", help="The heading.")
@click.option("--school", default="", help="The name above the heading.")
@click.option("--examples", default=None, help="none (unless the code says otherwise), worked or faded.")
@click.option("--examples-from", default=None, help="generator (unless the code says otherwise) or games, played ones.")
@click.option("--order", default=None, help="block (unless the code says otherwise) or interleave.")
@click.option("--forms", type=Whole("forms", 1, 4), default=1, help="Parallel sheets A, B, C, D, equally hard.")
@click.option("--interactive", is_flag=True, help="An .html file to answer in a browser; it checks and gives hints.")
@with_layout
@as_json
@with_language
def command(
    specs: tuple[str, ...],
    output: str,
    preset: str | None,
    seed: str | None,
    answers: str | None,
    title: str,
    school: str,
    examples: str | None,
    examples_from: str | None,
    order: str | None,
    forms: int,
    interactive: bool,
    look: dict[str, Any],
    as_json: bool,
    lang: str,
) -> None:
    """Make a sheet of SPECs, each KIND.LEVELxCOUNT, or rebuild the sheet whose code SPEC is, and write it to FILE.

    Example: primecards worksheet find-key.1x4 fits-key.2x4 -o sheet.pdf --lang he
    """
    from primecards.worksheets.presets import Wanted
    from primecards.worksheets.spec import code_of
    from primecards.worksheets.views import CHART_IS_DROPPED, helper_chart_is_dropped
    from primecards.worksheets.worksheet import Worksheet, write_forms

    require_specs(specs, preset)
    wanted = Wanted(specs, order, examples, title).after(preset, lang)
    code = code_of(wanted.specs, seed=seed, order=wanted.order, examples=wanted.examples, examples_from=examples_from)
    sheets = [Worksheet.of(form, language=lang, title=wanted.title, school=school) for form in code.in_forms(forms)]
    if helper_chart_is_dropped(sheets[0].entries, look["helpers"]):
        click.echo(f"primecards: {CHART_IS_DROPPED.text(lang)}", err=True)
    if interactive:
        from primecards.web.interactive import write_interactive_forms

        _refuse_what_is_for_paper(answers, look)
        files = write_interactive_forms(sheets, output, **look)
    else:
        files = write_forms(sheets, output, answers=answers or "same-file", **look)
    if as_json:
        written = [
            {"code": sheet.code, "files": [str(file) for file in names], "items": [item.id for item in sheet.items]}
            for sheet, names in zip(sheets, files, strict=True)
        ]
        print_json(written[0] if forms == 1 else written)
        return
    for sheet, names in zip(sheets, files, strict=True):
        for file in names:
            click.echo(f"{file}: {sheet.code}")


def _refuse_what_is_for_paper(answers: str | None, look: dict[str, Any]) -> None:
    """Refuse options that say nothing to an interactive sheet, and take them out of *look*."""
    if answers not in (None, "none"):
        raise PrintingError(msg("An interactive sheet holds no answer key: print one from its code."))
    for option, name in (("--per-page", "per_page"), ("--templates", "templates")):
        if look.pop(name):
            raise PrintingError(msg("{option} is for sheets on paper, not for --interactive.", option=Formula(option)))
