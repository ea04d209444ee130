"""`primecards mark-class`: marks and statistics of a class."""

from __future__ import annotations

from pathlib import Path

import click

from primecards.cli._shared import as_json, print_json, with_language
from primecards.errors import UnreadableError
from primecards.messages import msg


@click.command("mark-class")
@click.argument("manifest")
@click.argument("responses", metavar="RESPONSES.csv")
@click.option("-o", "--output", required=True, metavar="REPORT.csv", help="The report to write.")
@click.option(
    "--encoding",
    default="utf-8",
    show_default=True,
    help="Of the responses: cp1255 for older Hebrew files, cp1252 for Western European.",
)
@as_json
@with_language
def command(manifest: str, responses: str, output: str, encoding: str, as_json: bool, lang: str) -> None:
    """Mark the responses of a class to the sheets of MANIFEST and write a report.

    MANIFEST is a sheet's code or its .json file, if everybody got the same, or a class manifest. RESPONSES.csv has a
    row a pupil and a column a question, headed by its number. The report gives points, the facility and discrimination
    of every question, the mistakes of the class, and who has no row.

    Example: primecards mark-class find-key.1x4#k7f2q9 responses.csv -o report.csv
    """
    from primecards.worksheets.class_report import mark_class, to_csv
    from primecards.worksheets.class_responses import read_manifest, read_responses
    from primecards.worksheets.files import write_whole

    if Path(output).suffix.lower() != ".csv" or _same(output, responses):
        raise UnreadableError(msg("The report goes into a .csv file of its own, not into {file}.", file=output))
    report = mark_class(read_manifest(manifest), read_responses(Path(responses), encoding), lang)
    write_whole({Path(output): to_csv(report, lang)})
    if as_json:
        print_json(
            {
                "pupils": [
                    {"pupil": pupil.pupil, "points": [str(points) for points in pupil.points]}
                    for pupil in report.pupils
                ],
                "questions": [
                    {
                        "number": question.number,
                        "facility": question.facility,
                        "discrimination": question.discrimination,
                        "mistakes": dict(question.mistakes),
                    }
                    for question in report.questions
                ],
                "mistakes": [
                    {"mistake": mistake, "times": times, "pupils": pupils} for mistake, times, pupils in report.mistakes
                ],
                "without_responses": report.absent,
            }
        )
    else:
        click.echo(output)


def _same(one: str, other: str) -> bool:
    return Path(one).exists() and Path(other).exists() and Path(one).samefile(other)
