"""`primecards worksheet`: a sheet to print, and its answer key."""

from __future__ import annotations

import click

from primecards.cli._shared import as_json, print_json, with_language


@click.command("worksheet")
@click.argument("specs", nargs=-1, required=True, metavar="SPEC...")
@click.option("-o", "--output", required=True, metavar="FILE", help="A .pdf, .html, .json or .md file.")
@click.option("--seed", default=None, help="The same seed makes the same sheet; without one, a fresh sheet.")
@click.option("--paper", default="a4", show_default=True, help="a4 or letter.")
@click.option(
    "--answers", default="same-file", show_default=True, help="none, separate (a file of its own) or same-file."
)
@click.option("--style", default="plain", show_default=True, help="plain, large-print or low-ink.")
@click.option("--title", default="", help="The heading.")
@click.option("--school", default="", help="The name above the heading.")
@click.option("--examples", default=None, help="none (unless the code says otherwise), worked or faded.")
@click.option("--order", default=None, help="block (unless the code says otherwise) or interleave.")
@click.option("--templates", multiple=True, metavar="FOLDER", help="A folder of your own templates, which come first.")
@as_json
@with_language
def command(
    specs: tuple[str, ...],
    output: str,
    seed: str | None,
    paper: str,
    answers: str,
    style: str,
    title: str,
    school: str,
    examples: str | None,
    order: str | None,
    templates: tuple[str, ...],
    as_json: bool,
    lang: str,
) -> None:
    """Make a sheet of SPECs, each KIND.LEVELxCOUNT, or rebuild the sheet whose code SPEC is, and write it to FILE.

    Example: primecards worksheet find-key.1x4 fits-key.2x4 -o sheet.pdf --lang he
    """
    from primecards.worksheets.spec import code_of
    from primecards.worksheets.worksheet import Worksheet

    code = code_of(specs, seed=seed, order=order, examples=examples)
    sheet = Worksheet.of(code, language=lang, title=title, school=school)
    files = sheet.write(output, paper=paper, style=style, answers=answers, templates=templates)
    if as_json:
        print_json({"code": sheet.code, "files": [str(file) for file in files], "items": [i.id for i in sheet.items]})
        return
    for file in files:
        click.echo(f"{file}: {sheet.code}")
