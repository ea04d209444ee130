"""Who sits at the table: people who share the keyboard, and players of the computer's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from primecards.errors import OutOfRangeError, UnknownNameError, UnreadableError
from primecards.game.players import PLAYERS
from primecards.messages import Formula, Message, msg, nmsg

PERSON = "person"
DEFAULT = "rule-of-thumb"  # who plays where nobody was named
MOST_NAME = 20


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays: "person", or a name of `PLAYERS`; and what that player is called, if a name was given."""

    player: str = PERSON
    name: str = ""

    @property
    def is_person(self) -> bool:
        """Whether somebody at the keyboard plays here."""
        return self.player == PERSON


def take_seats(players: int | None, people: int, against: Sequence[str], names: Sequence[str]) -> tuple[Seat, ...]:
    """Seat the people, then the computer's players *against* them, of whom the last also fills the seats left over.

    Without a number of *players* there are as many as were named, and two at least. Raises OutOfRangeError for more
    than the players, and as `called` and `check_player` do.
    """
    for name in against:
        check_player(name)
    named = people + len(against)
    count = max(2, named) if players is None else players
    if named > count:
        raise OutOfRangeError(
            msg(
                "{named} are named to play, people and computers: players is {named} or more, not {given}.",
                named=named,
                given=count,
            )
        )
    spare = against[-1] if against else DEFAULT
    computers = [*against, *(spare,) * (count - named)]
    return called([*(Seat(),) * people, *map(Seat, computers)], names)


def check_player(name: str) -> None:
    """Raise UnknownNameError unless the computer has a player of this *name*."""
    if name not in PLAYERS:
        names = Formula(", ".join(PLAYERS))
        raise UnknownNameError(msg("There is no player {name}; there are {names}.", name=name[:30], names=names))


def called(seats: Sequence[Seat], names: Sequence[str]) -> tuple[Seat, ...]:
    """Give the first of *seats* their *names*.

    Raises UnreadableError for a name that is empty, too long, not to be printed, or somebody else's, and
    OutOfRangeError for more names than seats.
    """
    if len(names) > len(seats):
        raise OutOfRangeError(
            nmsg(
                "One name is too many for {players} players.",
                "{n} names are too many for {players} players.",
                len(names),
                players=len(seats),
            )
        )
    names = [name.strip() for name in names]
    for place, name in enumerate(names):
        if not name:
            raise UnreadableError(msg("Name {number} is empty.", number=place + 1))
        if len(name) > MOST_NAME or not name.isprintable() or name in names[:place]:
            raise UnreadableError(
                msg(
                    "A name has at most {most} letters and is nobody else's, not {name}.",
                    most=MOST_NAME,
                    name=name[:30],
                )
            )
    given = [Seat(seat.player, name) for seat, name in zip(seats, names, strict=False)]
    return (*given, *seats[len(given) :])


def label(seats: Sequence[Seat], place: int) -> str | Message:
    """Return what the player at *place* is called: a name, or a word with a number where there are several such."""
    seat = seats[place]
    if seat.name:
        return seat.name
    alike = [other for other, there in enumerate(seats) if there.is_person == seat.is_person]
    number = alike.index(place) + 1
    if seat.is_person:
        return msg("Player {number}", number=number) if len(alike) > 1 else msg("You")
    return msg("Computer {number}", number=number) if len(alike) > 1 else msg("Computer")
