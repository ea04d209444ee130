"""A worked example out of a played game as a page: printed as the worked entry of a sheet, with nothing to fill in."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from primecards.errors import UnknownNameError
from primecards.game.moments import Moment
from primecards.game.record import GameRecord
from primecards.game.telling import by_turn, tell_game
from primecards.messages import Formula, Message, msg
from primecards.puzzles.item import FORMAT, Item
from primecards.rules.cards import cards_to_json
from primecards.worksheets.files import write_whole
from primecards.worksheets.worksheet import FILE_TYPES, Entry


@dataclass(frozen=True, slots=True)
class ExamplePage:
    """A page with one worked example; its *code*, such as "winning-draw#game.k7f2q9.12", finds the moment again."""

    code: str
    entries: tuple[Entry, ...]
    language: str
    title: str
    school: str = ""
    form: str = ""
    pupil: str = ""
    class_name: str = ""
    story: tuple[Message, ...] = ()

    @classmethod
    def of(cls, example: Item, game: GameRecord | None = None) -> ExamplePage:
        """Make the page of *example*, and tell the whole *game* below it if it is given."""
        entry = Entry(example, None, "worked", len(example.solution))
        title = msg("An example from a game").text(example.language)
        return cls(example.id, (entry,), example.language, title, story=() if game is None else by_turn(game))


def example_to_dict(moment: Moment, example: Item, *, whole_game: bool = False) -> dict[str, Any]:
    """Write *moment* as JSON: the position, the steps of thought, the result, the record, and the *whole_game* told."""
    record = moment.position.game.record
    return {
        "format": FORMAT,
        "code": example.id,
        "moment": moment.kind,
        "language": example.language,
        "game": str(moment.position.game),
        "turn": moment.turn,
        "event": moment.position.event,
        "player": moment.player,
        "question": example.stem,
        "cards": cards_to_json(moment.hand),
        "drawn": cards_to_json([moment.drawn])[0],
        "about": cards_to_json([moment.card])[0],
        "discard": cards_to_json([moment.discard])[0],
        "steps": example.to_dict()["solution"],
        "record": record.to_dict(),
        **({"told": told(record, example.language)} if whole_game else {}),
    }


def told(record: GameRecord, language: str) -> list[str]:
    """Tell the game of *record* in *language*, a sentence a line."""
    return [line.message.text(language) for line in tell_game(record)]


def write_example(moment: Moment, example: Item, path: str | Path, *, whole_game: bool = False) -> None:
    """Write *example* to *path*: .pdf, .html, .json, .md or .docx by its ending; raises as `Worksheet.write` does.

    The *whole_game* is told turn by turn below it, if that is wanted.
    """
    from primecards.worksheets.docx import to_docx
    from primecards.worksheets.markdown import to_markdown
    from primecards.worksheets.printing import to_html, to_pdf

    page, target = ExamplePage.of(example, moment.position.game.record if whole_game else None), Path(path)
    match target.suffix.lower():
        case ".pdf":
            content = to_pdf(page, part="pupil")
        case ".html":
            content = to_html(page, part="pupil").encode()
        case ".md":
            content = to_markdown(page, "pupil").encode()
        case ".docx":
            content = to_docx(page, part="pupil")
        case ".json":
            data = example_to_dict(moment, example, whole_game=whole_game)
            content = (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()
        case _:
            raise UnknownNameError(_unknown(str(path)))
    write_whole({target: content})


def _unknown(path: str) -> Message:
    return msg(
        "{path}: give the file a name that ends in one of {names}, such as {example}.",
        path=path[-60:] or '""',
        names=Formula(" ".join(FILE_TYPES)),
        example=Formula("example.pdf"),
    )
