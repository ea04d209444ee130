"""Instructive moments of played games: positions with a card too many, from which there is something to learn.

| kind | what happens |
|---|---|
| winning-draw | the card just drawn completes the hand, and one card only can be discarded |
| tempting-discard | a discard that looks natural would lose the win, or lower the chance; another is right |
| wild-as-key | the one wild card of the hand is the key of a series that is laid down |
| shared-card | a card fits the keys of two series, and only with one of them can all the cards be laid |
| last-step | the last step of a hand of 14 cards in the advanced game |

It looks natural to discard a composite that fits no prime of the hand, or a card of a pair with no third.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from primecards.errors import NotEnoughItemsError, UnknownNameError, UnreadableError
from primecards.game.analysis import Analysis, analyse
from primecards.game.codes import GameCode, Position, hashed_seeds, read_position
from primecards.game.events import Event, GoOut
from primecards.game.state import DISCARD, GameState, view
from primecards.game.view import PlayerView
from primecards.messages import Formula, msg
from primecards.rules import masks
from primecards.rules.cards import WILD, Card, without_marks
from primecards.rules.hands import arrangements
from primecards.rules.masks import BIT, KEYS_OF, NEAR_OF, PRIME_BITS, numbers_in
from primecards.rules.numbers import fits, is_prime
from primecards.rules.ruleset import ADVANCED, BASIC

MOST_GAMES = 3000


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a *kind*: the *position*, in which *player* has just *drawn* one card too many in the round *turn*.

    *hand* are the cards held, *drawn* included, and *upcard* the exposed card that was there before the draw. *discard*
    is the right card, and *card* the one that the moment is about: the tempting one, the shared one; else that drawn.
    """

    kind: str
    position: Position
    turn: int
    player: int
    hand: tuple[Card, ...]
    upcard: Card | None
    drawn: Card
    discard: Card
    card: Card

    def __str__(self) -> str:
        return f"{self.kind}#{self.position}"

    @property
    def before(self) -> PlayerView:
        """What the player saw before the draw."""
        return view(self.position.game.states[self.position.event - 1])

    @property
    def view(self) -> PlayerView:
        """What the player sees."""
        return view(self.position.state)

    @property
    def move(self) -> Event:
        """What the player did."""
        return self.position.game.record.events[self.position.event]


def moments_in(game: GameCode, kind: str) -> Iterator[Moment]:
    """Go through the moments of *kind* in *game*; raises UnknownNameError for a kind that there is not."""
    find = _FINDERS.get(kind)
    if find is None:
        names = Formula(", ".join(MOMENTS))
        raise UnknownNameError(msg("There is no moment {name}; there are {names}.", name=kind[:30], names=names))
    states, events = game.states, game.record.events
    for number, (state, event) in enumerate(zip(states, events, strict=False)):
        if state.phase != DISCARD or state.drawn is None:
            continue
        found = find(state, event)
        if found is not None and found[0]:  # to discard a wild card is no example to follow
            discard, card = found
            yield Moment(
                kind=kind,
                position=Position(game, number),
                turn=state.round,
                player=state.player,
                hand=state.hand(state.player),
                upcard=states[number - 1].upcard,
                drawn=state.drawn,
                discard=discard,
                card=card,
            )


def find_moment(
    kind: str, *, seed: str, advanced: bool | None = None, wilds: int | None = None, players: int = 2
) -> Moment:
    """Find a moment of *kind* in the games that belong to *seed*: always the same one.

    Where it is not said, the game is the basic one without wild cards, unless the moment needs another. Raises
    UnknownNameError for a kind that there is not, NotEnoughItemsError where none of so many games has one.
    """
    advanced = kind == "last-step" if advanced is None else advanced
    wilds = 4 * (kind == "wild-as-key") if wilds is None else wilds
    possible = not (kind == "last-step" and not advanced) and not (kind == "wild-as-key" and not wilds)
    for name in islice(hashed_seeds(seed), MOST_GAMES if possible else 1):
        for moment in moments_in(GameCode(name, advanced, wilds, players), kind):
            return moment
    raise NotEnoughItemsError(msg("With these settings no game has a moment {kind}.", kind=Formula(kind)))


def read_moment(code: str) -> Moment:
    """Find the moment again that `str` names: "winning-draw#game.k7f2q9.12".

    Raises UnreadableError for text that names none, UnknownNameError and OutOfRangeError for what there is not.
    """
    kind, _, seed = without_marks(code).strip().partition("#")
    position = read_position(seed)
    if position is None:
        raise UnreadableError(
            msg("{text} is not the code of an example, such as {example}.", text=code[:60] or '""', example=_EXAMPLE)
        )
    for moment in moments_in(position.game, kind):
        if moment.position == position:
            return moment
    raise NotEnoughItemsError(msg("There is no moment {kind} at {position}.", kind=kind, position=Formula(seed)))


_EXAMPLE = Formula("winning-draw#game.k7f2q9.12")


def _winning_draw(state: GameState, event: Event) -> tuple[Card, Card] | None:
    """Find a hand that the card drawn completes, and from which one card only can go."""
    if not isinstance(event, GoOut) or state.drawn is None:
        return None
    numbers, wilds = state.hands[state.player]
    before = (numbers & ~BIT[state.drawn], wilds) if state.drawn else (numbers, wilds - 1)
    least = state.rules.min_series
    if masks.can_arrange(*before, least) or masks.winning_discards(numbers, wilds, least).bit_count() > 1:
        return None
    return event.card, state.drawn


def _tempting_discard(state: GameState, event: Event) -> tuple[Card, Card] | None:  # noqa: ARG001 - as all finders
    analysis = analyse(view(state))
    best = analysis.best
    if best.draws is None or best.draws > 1 or not best.discard:
        return None
    numbers = state.hands[state.player][0]
    for number in numbers_in(numbers):
        if _looks_natural(numbers, number) and _is_worse(analysis, Card(number)):
            return best.discard, Card(number)
    return None


def _looks_natural(numbers: int, number: int) -> bool:
    """Whether *number* is a composite that fits no prime held, or one of a pair with no third."""
    if not is_prime(number) and not KEYS_OF[BIT[number]] & numbers:
        return True
    return pair_of(numbers, number) is not None


def pair_of(numbers: int, number: int) -> int | None:
    """Return the other card of a pair: the one card that *number* fits, which fits no third, one of them prime."""
    mates = numbers & NEAR_OF[BIT[number]] & ~BIT[number]
    if mates.bit_count() != 1 or (numbers & NEAR_OF[mates]).bit_count() != 2 or not (mates | BIT[number]) & PRIME_BITS:
        return None
    return mates.bit_length() - 1


def _is_worse(analysis: Analysis, card: Card) -> bool:
    best = analysis.best
    move = next((move for move in analysis.moves if move.discard == card), best)
    return (move.draws, move.chance) != (best.draws, best.chance)


def _wild_as_key(state: GameState, event: Event) -> tuple[Card, Card] | None:
    numbers, wilds = state.hands[state.player]
    one = masks.winning_discards(numbers, wilds, state.rules.min_series).bit_count() == 1
    if not isinstance(event, GoOut) or wilds != 1 or not one:
        return None
    if all(series.key in series.cards for series in event.series):
        return None
    return event.card, WILD


def _shared_card(state: GameState, event: Event) -> tuple[Card, Card] | None:
    """Find a card of a series with no card to spare that fits another key as well, where one discard only wins."""
    numbers, wilds = state.hands[state.player]
    least = state.rules.min_series
    if not isinstance(event, GoOut) or masks.winning_discards(numbers, wilds, least).bit_count() > 1:
        return None
    for series in event.series:
        for other in event.series:
            if other is series or len(series.cards) > state.rules.min_series or series.wilds or other.wilds:
                continue
            for card in series.cards:
                too_few = (numbers & NEAR_OF[BIT[series.key]] & ~BIT[card]).bit_count() < least
                if (
                    card != series.key
                    and fits(card, other.key)
                    and too_few
                    and _lies_only_with(event, card, series.key)
                ):
                    return event.card, card
    return None


def _lies_only_with(event: GoOut, card: Card, key: int) -> bool:
    """Whether *card* lies in the series of *key* however all the cards are laid."""
    laid = [other for series in event.series for other in series.cards]
    ways = arrangements(laid, rules=BASIC if len(laid) == BASIC.hand_size else ADVANCED)
    return all(any(series.key == key and card in series.cards for series in way.series) for way in ways)


def _last_step(state: GameState, event: Event) -> tuple[Card, Card] | None:
    if not isinstance(event, GoOut) or state.drawn is None or state.rules.hand_size != ADVANCED.hand_size:
        return None
    return event.card, state.drawn


_FINDERS: dict[str, Callable[[GameState, Event], tuple[Card, Card] | None]] = {
    "winning-draw": _winning_draw,
    "tempting-discard": _tempting_discard,
    "wild-as-key": _wild_as_key,
    "shared-card": _shared_card,
    "last-step": _last_step,
}
MOMENTS = tuple(_FINDERS)
