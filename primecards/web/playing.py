"""Games against the computer: the tables that are kept while they are played, and what may be done at one.

A table is a frozen value; what is done at one makes another. Only its player ever sees anything of it, by a name that
cannot be guessed, and of the seed and the hidden cards not even the player.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from time import monotonic

from primecards.errors import IllegalEventError, InputError, UnreadableError
from primecards.game.advice import advise
from primecards.game.events import Discard, Draw, Event, GoOut
from primecards.game.state import DRAW, STOCK, UPCARD, view
from primecards.messages import Message, msg
from primecards.puzzles.registry import fresh_seed
from primecards.rules.cards import Card, read_text
from primecards.rules.ruleset import ADVANCED, BASIC
from primecards.terminal import hints, telling
from primecards.terminal.laying import read_claim, ways_out
from primecards.terminal.seats import Seat, called, check_player
from primecards.terminal.sitting import Sitting, after, after_computer, sit_down, taken_back

MOST_TABLES = 1_000
KEPT = 6 * 60 * 60.0  # seconds that a table is kept without being played at
MOST_ROUNDS = 100
MOST_OPPONENTS = 5
OVER = "d"  # where the discard lies


@dataclass(frozen=True, slots=True)
class Table:
    """A game as its player has it: the *sitting*, what was *said* last and in which *tone*.

    The tone is "hint", "refused" or "done". *hints* counts those asked for since the last move; *laid* keeps what was
    laid down in vain, a place for each card in the hand's order; *found* is a way to go out that was asked for.
    """

    sitting: Sitting
    said: tuple[Message, ...] = ()
    tone: str = "done"
    hints: int = 0
    laid: tuple[str, ...] = ()
    found: GoOut | None = None
    by_key: bool = False

    @property
    def move(self) -> int:
        """Count what has happened: a form says at which move it was made."""
        return len(self.sitting.events)


def new_table(against: Sequence[str], rules: str, wilds: int, name: str = "") -> Table:
    """Sit down *against* the computer's players, by "basic" or "advanced" *rules*; the player may have a *name*.

    Raises InputError for players, numbers or a name that there cannot be.
    """
    for opponent in against:
        check_player(opponent)
    seats = called([Seat(), *map(Seat, against)], [name] if name.strip() else [])
    basis = ADVANCED if rules == "advanced" else BASIC
    settings = replace(basis, players=len(seats), wild_cards=wilds, turn_limit=MOST_ROUNDS)
    return Table(sit_down(seats, settings, fresh_seed()))


def act(table: Table, do: str, given: Mapping[str, str]) -> Table:
    """Do what a button at *table* says, with what was *given* along, and let the computer's players move.

    What may not be done leaves the game as it was, and every reason is said.
    """
    action = _ACTIONS.get(do)
    if action is None or table.sitting.state.over:
        return table
    calm = replace(table, said=(), tone="done", laid=(), found=table.found if do == "discard" else None)
    try:
        return action(calm, given)
    except IllegalEventError as refused:
        return replace(calm, said=tuple(refusal.message for refusal in refused.refusals), tone="refused")
    except InputError as refused:
        return replace(calm, said=(refused.message,), tone="refused")


def _moved(table: Table, event: Event) -> Table:
    sitting = after(table.sitting, event)
    while not sitting.state.over and not sitting.persons_turn:
        sitting = after_computer(sitting)
    return replace(table, sitting=sitting, hints=0)


def _draw(source: str) -> Callable[[Table, Mapping[str, str]], Table]:
    return lambda table, _: _moved(table, Draw(table.sitting.state.player, source))


def _discard(table: Table, given: Mapping[str, str]) -> Table:
    """Discard; but a card with which one could go out only when it is chosen again."""
    card = _card(given.get("card", ""))
    if table.found is None or table.found.card is not card:
        found = _find(table, given, card)
        if found.found is not None:
            return found
    return _moved(replace(table, found=None), Discard(table.sitting.state.player, card))


def _card(text: str) -> Card:
    cards = read_text(text[:20])
    if len(cards) != 1:
        raise UnreadableError(msg("Choose one card to discard."))
    return cards[0]


def _lay(table: Table, given: Mapping[str, str]) -> Table:
    """Go out with the series that are laid; if the claim is false, keep it and say every fault."""
    seen = view(table.sitting.state)
    laid = tuple(given.get(f"card-{place}", "")[:1] for place in range(len(seen.hand)))
    kept = replace(table, laid=laid, tone="refused")
    if seen.phase == DRAW:
        return replace(kept, said=(msg("A turn begins with drawing a card."),))
    groups = {
        series: " ".join(str(card) for card, place in zip(seen.hand, laid, strict=True) if place == series)
        for series in places(table)
    }
    over = groups.pop(OVER)
    if not any(groups.values()):
        return replace(kept, said=(msg("Say for each card in which series it lies, and which one you discard."),))
    claim = " | ".join(filter(None, groups.values())) + (f" discard {over}" if over else "")
    try:
        return _moved(table, read_claim(claim, seen))
    except IllegalEventError as refused:
        false = msg("That is not going out, and the game goes on:")
        return replace(kept, said=(false, *(refusal.message for refusal in refused.refusals)))
    except InputError as refused:
        return replace(kept, said=(refused.message,))


def places(table: Table) -> tuple[str, ...]:
    """List where a card may lie when one goes out: in series 1, 2 ..., or as the discard."""
    rules = table.sitting.rules
    return (*map(str, range(1, rules.hand_size // rules.min_series + 1)), OVER)


def _find(table: Table, _: Mapping[str, str], card: Card | None = None) -> Table:
    """Look for a way to go out, with *card* if it is given, and show it: it is laid down by another button."""
    seen = view(table.sitting.state)
    every = () if seen.phase == DRAW else ways_out(seen)
    ways = [way for way in every if card is None or way.card is card]
    if not ways:
        return replace(table, said=(msg("You cannot go out yet: the cards do not all lie in series."),), tone="hint")
    way = ways[0]
    said = (msg("You can go out: discard {card}.", card=way.card), *map(telling.series_line, way.series))
    return replace(table, said=said, tone="hint", found=way)


def _out(table: Table, given: Mapping[str, str]) -> Table:
    """Go out in the way that was found."""
    found = _find(table, given)
    return found if found.found is None else _moved(replace(found, said=(), tone="done", found=None), found.found)


def _hint(table: Table, given: Mapping[str, str]) -> Table:
    """Say what to look for, and when asked again the move and its reason."""
    if table.hints == 0:
        return replace(table, said=tuple(hints.next_step(table.sitting)), tone="hint", hints=1)
    advice = advise(view(table.sitting.state))
    if isinstance(advice.event, GoOut):
        return replace(_find(table, given, advice.event.card), hints=2)
    return replace(table, said=(advice.reason,), tone="hint", hints=2)


def _undo(table: Table, _: Mapping[str, str]) -> Table:
    before = taken_back(table.sitting)
    if before is None:
        return replace(table, said=(msg("There is nothing to take back."),), tone="refused")
    return replace(table, sitting=before, hints=0, said=(msg("Your last decision has been taken back."),))


def _sort(table: Table, _: Mapping[str, str]) -> Table:
    return replace(table, by_key=not table.by_key)


_ACTIONS: dict[str, Callable[[Table, Mapping[str, str]], Table]] = {
    "draw": _draw(STOCK),
    "take": _draw(UPCARD),
    "discard": _discard,
    "lay": _lay,
    "find": _find,
    "out": _out,
    "hint": _hint,
    "undo": _undo,
    "sort": _sort,
}


class Tables:
    """The tables that are kept, by name: those played at last, and not for ever."""

    def __init__(self, most: int = MOST_TABLES, kept: float = KEPT, clock: Callable[[], float] = monotonic) -> None:
        self._most, self._kept, self._clock = most, kept, clock
        self._tables: OrderedDict[str, tuple[Table, float]] = OrderedDict()

    def add(self, table: Table) -> str:
        """Keep a new *table*, and return its name, which nobody can guess."""
        name = secrets.token_urlsafe(16)
        self.put(name, table)
        return name

    def put(self, name: str, table: Table) -> None:
        """Keep *table* under its *name*, and let go of those not played at for long."""
        now = self._clock()
        self._tables[name] = table, now
        self._tables.move_to_end(name)
        while len(self._tables) > self._most or next(iter(self._tables.values()))[1] < now - self._kept:
            self._tables.popitem(last=False)

    def get(self, name: str) -> Table | None:
        """Return the table called *name*, if it is still kept."""
        found = self._tables.get(name)
        return None if found is None or found[1] < self._clock() - self._kept else found[0]
