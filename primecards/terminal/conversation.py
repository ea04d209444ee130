"""The game as a conversation: show the table, read a command, do it, until the match is over or somebody stops."""

from __future__ import annotations

import shlex
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from primecards.errors import IllegalEventError, InputError, PrimecardsError, PrintingError
from primecards.game.events import Discard, Draw, Event
from primecards.game.state import DRAW, STOCK, UPCARD, view
from primecards.messages import Formula, Message, msg
from primecards.rules.cards import normalise, read_text
from primecards.terminal import hints, saving, table, telling
from primecards.terminal.commands import help_lines, read_command
from primecards.terminal.console import Console
from primecards.terminal.drawing import pages, sentences, wrapped
from primecards.terminal.laying import read_claim, ways_out
from primecards.terminal.seats import label
from primecards.terminal.sitting import Sitting, after, after_computer, next_game, taken_back

_YES = frozenset(("", "y", "yes", "ok", "כ", "כן"))
_NO = frozenset(("n", "no", "ל", "לא"))
_BY_KEY = frozenset(("key", "keys", "k", "מפתח", "קלף", "לפי"))
_BY_NUMBER = frozenset(("number", "numbers", "n", "מספר"))


class _Stop(Exception):  # noqa: N818 - nothing has gone wrong
    """Somebody wants to stop."""


class Conversation:
    """A *sitting* played at a *console*; it is kept in the file *path*, after every move if *keeps*."""

    def __init__(self, sitting: Sitting, console: Console, path: Path | None = None, *, keeps: bool = False) -> None:
        self.sitting, self.console, self.look = sitting, console, console.look
        self._path, self._keeps = path, keeps
        self._kept = sitting if path is not None and not keeps else None
        self._seen: Sitting | None = None  # what a reader without a table has been told already
        self._at_keyboard: int | None = None
        self._hints = 0
        self._by_key: set[int] = set()
        self._notice: list[Message] = []
        self._trouble: list[Message] = []
        self._typed = ""
        self._commands: dict[str, Callable[[str], list[Message]]] = {
            "draw": lambda _: self._move(Draw(self.sitting.state.player, STOCK)),
            "take": lambda _: self._move(Draw(self.sitting.state.player, UPCARD)),
            "discard": self._discard,
            "out": self._go_out,
            "hint": self._hint,
            "sort": self._sort,
            "undo": self._undo,
            "table": self._table_again,
            "record": lambda _: list(telling.story(self.sitting)),
            "rules": lambda _: list(telling.rules_told(self.sitting)),
            "save": self._save,
            "resume": self._resume,
            "help": lambda _: list(help_lines(self.look.language)),
            "quit": self._quit,
        }

    def run(self) -> int:
        """Play to the end; return 130 if it was interrupted, else 0. The game is lost in no case."""
        try:
            if self._keeps:
                self._write(self._place())
            self._notice = list(telling.greeting(self.sitting))
            self._play()
        except _Stop:
            return 0
        except (EOFError, KeyboardInterrupt) as end:
            while True:
                try:
                    self._leave()
                    break
                except KeyboardInterrupt:  # a terminal that goes away ends what is read, and interrupts as well
                    continue
            return 130 if isinstance(end, KeyboardInterrupt) else 0
        except Exception:  # whoever read has gone, or a player of the computer's has failed
            self._rescue()
            raise
        return 0

    def _play(self) -> None:
        while True:
            while not self.sitting.state.over:
                if self.sitting.persons_turn:
                    self._decide()
                else:
                    self._go_on(after_computer(self.sitting))
            self._end_of_game()
            if self.sitting.over:
                return
            self._go_on(next_game(self.sitting))

    # --- One command ------------------------------------------------------------------------------------------

    def _decide(self) -> None:
        self._hand_over()
        self._show()
        line = self._ask()
        command = read_command(line, self.sitting.state.phase)
        if command is None:
            self._notice = [msg("Not understood: {text}. Write ? for the commands.", text=line.strip()[:40])]
            return
        name, rest = command
        try:
            self._notice = self._commands[name](rest)
        except IllegalEventError as refused:
            self._notice = [refusal.message for refusal in refused.refusals]
        except PrimecardsError as refused:
            self._notice = [refused.message]

    def _ask(self) -> str:
        """Read a line, unless one was typed already where only Enter was waited for."""
        line, self._typed = self._typed or self.console.ask(), ""
        return line

    def _hand_over(self) -> None:
        player = self.sitting.state.player
        if self.sitting.people > 1 and self._at_keyboard != player:
            self.console.hide()
            name = label(self.sitting.seats, player)
            self._tell([msg("Pass the keyboard to: {name}. Then press Enter.", name=name)])
            typed = self.console.ask()
            if read_command(typed, "") == ("quit", ""):  # nothing else is done before the hand has been seen
                self._typed = typed
            self.console.hide()
        self._at_keyboard = player

    def _show(self) -> None:
        """Show the table, with the answer to the last command; an answer longer than its room is shown first."""
        by_key = self.sitting.state.player in self._by_key
        answer = sentences([*self._notice, *self._trouble], self.look)
        self._trouble = []
        if self.look.drawn:
            room = table.room_for_news(self.sitting, self.look, by_key=by_key)
            if len(answer) > room - 2:  # an empty line before it and after it
                self._page(answer)
                answer = []
            news = answer or sentences(telling.news(self.sitting), self.look)[-room:]
            self.console.screen(table.drawn(self.sitting, self.look, news, by_key=by_key))
        else:
            self.console.tell(answer)
            if self._seen is not self.sitting:
                self._tell(table.told(self.sitting, by_key=by_key))
        self._seen = self.sitting

    def _page(self, lines: Iterable[str]) -> None:
        for page in pages(list(lines), self.look):
            self.console.screen(page)
            if self.look.interactive and self.look.drawn:
                self._tell([msg("Press Enter to go on.")])
                self._typed = self.console.ask().strip()
                if self._typed:
                    return

    def _tell(self, messages: Iterable[Message]) -> None:
        self.console.tell(sentences(messages, self.look))

    def _go_on(self, sitting: Sitting) -> None:
        mine = self.sitting.persons_turn
        self.sitting = sitting
        self._hints = 0
        if self._keeps and (mine or sitting.state.over):
            try:
                self._write(self._place())
            except PrintingError as refused:
                self._keeps, self._trouble = False, [refused.message]

    # --- Moves ------------------------------------------------------------------------------------------------

    def _move(self, event: Event) -> list[Message]:
        self._go_on(after(self.sitting, event))
        return []

    def _discard(self, text: str) -> list[Message]:
        cards = read_text(text)
        if len(cards) != 1:
            return [msg("Write one card to discard: its number, or w for a wild card.")]
        return self._move(Discard(self.sitting.state.player, cards[0]))

    def _go_out(self, text: str) -> list[Message]:
        seen = view(self.sitting.state)
        if seen.phase == DRAW:
            return [msg("A turn begins with drawing a card.")]
        text = text.removeprefix("out").strip()
        try:
            cards = read_text(text)
        except InputError:
            cards = []
        if text and (len(cards) != 1 or ":" in text):
            return self._claim(text)
        ways = [way for way in ways_out(seen) if not cards or way.card is cards[0]]
        if not ways:
            return [msg("You cannot go out like this: the cards do not all lie in series.")]
        way = ways[0]
        lines = [msg("You can go out: discard {card}.", card=way.card), *map(telling.series_line, way.series)]
        if len(ways) > 1:
            over = tuple(other.card for other in ways[1:])
            lines.append(msg("Others that could be discarded instead: {cards}.", cards=over))
        self._page_unasked([*lines, msg("Lay them down? Enter: yes. n: no.")])
        if normalise(self.console.ask()).strip() not in _YES:
            return [msg("Nothing has been laid down.")]
        return self._move(way)

    def _page_unasked(self, messages: Iterable[Message]) -> None:
        lines = sentences(messages, self.look)
        if self.look.drawn:
            self.console.screen(lines)
        else:
            self.console.tell(lines)

    def _claim(self, text: str) -> list[Message]:
        event = read_claim(text, view(self.sitting.state))
        try:
            return self._move(event)
        except IllegalEventError as refused:
            return [
                msg("That is not going out, and the game goes on:"),
                *(refusal.message for refusal in refused.refusals),
            ]

    def _undo(self, _: str) -> list[Message]:
        before = taken_back(self.sitting)
        if before is None and self.sitting.people > 1:
            return [msg("Among people one takes back only the taking of the exposed card, before the next discard.")]
        if before is None:
            return [msg("There is nothing to take back.")]
        self._go_on(before)
        return [msg("Your last decision has been taken back.")]

    # --- Asking -----------------------------------------------------------------------------------------------

    def _hint(self, _: str) -> list[Message]:
        self._hints += 1
        if self._hints == 1:
            return list(hints.next_step(self.sitting))
        return list(hints.the_move(self.sitting, self.look.language))

    def _sort(self, text: str) -> list[Message]:
        player, words = self.sitting.state.player, set(normalise(text).split())
        by_key = player not in self._by_key
        if words & _BY_KEY - words & _BY_NUMBER:
            by_key = True
        elif words & _BY_NUMBER:
            by_key = False
        self._by_key = self._by_key | {player} if by_key else self._by_key - {player}
        self._seen = None
        return []

    def _table_again(self, _: str) -> list[Message]:
        self._seen = None
        return []

    # --- Keeping ----------------------------------------------------------------------------------------------

    def _place(self) -> Path:
        return self._path or saving.file_name(self.sitting)

    def _write(self, path: Path) -> None:
        saving.write_file(path, self.sitting)
        self._path, self._kept = path, self.sitting

    def _save(self, text: str) -> list[Message]:
        path = Path(text) if text else self._place()
        if path != self._path:
            saving.check_free(path)
        self._write(path)
        return self._where()

    def _where(self) -> list[Message]:
        command = Formula(f"primecards play --resume {shlex.quote(str(self._path))}")
        return [msg("The game is saved. To go on with it:"), msg("{only}", only=command)]

    def _resume(self, text: str) -> list[Message]:
        if not text:
            return [msg("Write the name of the file as well.")]
        sitting = saving.read_file(Path(text))
        kept = [] if self._is_kept() else self._save("")
        self.sitting, self._path, self._kept = sitting, Path(text), sitting
        self._hints, self._at_keyboard, self._by_key = 0, None, set()
        return [*kept, *telling.greeting(sitting)]

    def _is_kept(self) -> bool:
        return not self.sitting.begun or self.sitting.over or self._kept is self.sitting

    def _quit(self, _: str) -> list[Message]:
        if not self._is_kept():
            self._page_unasked(
                [msg("Save the game in {file}? Enter: yes. n: no. Or another name.", file=str(self._place()))]
            )
            answer = self.console.ask().strip()
            if normalise(answer) not in _NO:
                self._tell(self._save("" if normalise(answer) in _YES else answer))
        elif self._path is not None and self.sitting.begun and not self.sitting.over:
            self._tell(self._where())
        raise _Stop

    def _leave(self) -> None:
        """Save the game before anything is told, for the terminal may be gone; without a file, write it out."""
        safe = self._rescue()
        with suppress(OSError):
            if not safe:
                self.console.tell(["", *saving.to_text(self.sitting).split("\n")])
            elif self._path is not None and self.sitting.begun and not self.sitting.over:
                self.console.tell([""])
                self._tell(self._where())

    def _rescue(self) -> bool:
        """Save the game where that can be done, if it has to be; say whether it is safe."""
        while True:
            try:
                return self._is_kept() or self._saved_anywhere()
            except KeyboardInterrupt:  # Ctrl-C once more, before it was done
                continue

    def _saved_anywhere(self) -> bool:
        for path in (self._place(), saving.file_name(self.sitting, Path(tempfile.gettempdir()))):
            try:
                self._write(path)
            except PrintingError:
                continue
            return True
        return False

    # --- The end ----------------------------------------------------------------------------------------------

    def _end_of_game(self) -> None:
        self._notice, self._at_keyboard = [], None
        lines = table.ending(self.sitting, self.look) + sentences(self._trouble, self.look)
        if self._keeps:
            lines += sentences([msg("The game is kept in {file}.", file=str(self._place()))], self.look)
        if not self.look.interactive:
            self.console.tell(["", *lines, "", *self.sitting.record.to_text().rstrip().split("\n")])
            return
        while True:
            lines += sentences([msg("Enter: go on. Also: record, save, quit.")], self.look)
            self.console.screen(lines)
            name, rest = read_command(self._ask(), "") or ("", "")
            if name == "table":
                return
            lines = self._at_the_end(name, rest)

    def _at_the_end(self, name: str, rest: str) -> list[str]:
        """Do the command *name* after a game, and return what is to be shown."""
        if name == "record":
            english = replace(self.look, language="en")  # as the record is, whatever is spoken
            lines = self.sitting.record.to_text().rstrip().split("\n")
            self._page([part for line in lines for part in wrapped(line, english)])
        elif name == "quit":
            self._quit(rest)
        elif name == "save":
            try:
                return sentences(self._save(rest), self.look)
            except PrimecardsError as refused:
                return sentences([refused.message], self.look)
        return table.ending(self.sitting, self.look)
