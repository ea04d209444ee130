"""A game as one frozen value, and the one way on: `apply`, which verifies what it is given.

Hands are pairs (numbers, wilds): bit n of the first is the number card n, the second counts wild cards. A stock is one
shuffled tuple of which *top* is the next card: it is never copied.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from primecards.chance import check_seed, random_for, shuffled
from primecards.errors import IllegalEventError, OutOfRangeError, Refusal
from primecards.game.claims import claims, faults_of, held_back
from primecards.game.events import Discard, Draw, Event, GoOut
from primecards.game.quick import quick
from primecards.game.refusals import refuse, told
from primecards.game.view import MEMORY, PlayerView, packed
from primecards.messages import Formula, msg, short
from primecards.rules.cards import WILD, Card, cards_in, deck
from primecards.rules.masks import BIT
from primecards.rules.ruleset import ADVANCED, BASIC, Rules, allowed_range, check_rules

FORMAT = 1  # of the shuffling: the same seed deals the same cards as long as this stands
HAND_SIZES = (BASIC.hand_size, ADVANCED.hand_size)
STOCK, UPCARD = SOURCES = "stock", "upcard"
DRAW, DISCARD, OVER = "draw", "discard", "over"
MOST_SEED = 50
_EVENTS = (Draw, Discard, GoOut)

T = TypeVar("T")
Hand: TypeAlias = "tuple[int, int]"


@dataclass(frozen=True, slots=True)
class GameState:
    """A game between two moves, hidden cards included.

    *player* is to do what *phase* says: "draw" or "discard"; the phase "over" is the end. *drawn* is the card just
    drawn, *taken* whether it was the exposed card. *hands* keeps the cards of who has gone out as they were laid down;
    *known* has those cards of each hand that all have seen go there. *out* lists who has gone out, first to last;
    *round* counts from 1; *recent* has the last turns (see `Turn`), at most MEMORY.
    """

    rules: Rules
    seed: str
    starts: int
    hands: tuple[Hand, ...]
    known: tuple[Hand, ...]
    stock: tuple[Card, ...]
    top: int
    discards: tuple[Card, ...]
    player: int
    phase: str = DRAW
    drawn: Card | None = None
    taken: bool = False
    out: tuple[int, ...] = ()
    round: int = 1
    reshuffles: int = 0
    recent: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == OVER

    @property
    def winner(self) -> int | None:
        """Who went out first, if anybody has."""
        return self.out[0] if self.out else None

    @property
    def upcard(self) -> Card | None:
        """The exposed card, if there is one."""
        return self.discards[-1] if self.discards else None

    @property
    def face_down(self) -> tuple[Card, ...]:
        """The cards of the stock, the next one first."""
        return self.stock[self.top :]

    def hand(self, player: int) -> tuple[Card, ...]:
        """List the cards of *player*, held or laid down, in order, wild cards last."""
        return cards_in(*self.hands[player])


_game_state, _player_view = quick(GameState), quick(PlayerView)


def deal(rules: Rules, seed: str | int, starts: int = 0) -> GameState:
    """Shuffle by *seed*, deal the hands, turn up one card, and let the player *starts* begin (rules: Play).

    Raises OutOfRangeError for settings that can be asked about in puzzles but not played, and for a player that there
    is not; UnreadableError for a seed that is not letters, digits, dots, - and _.

    >>> state = deal(BASIC, "k7f2q9")
    >>> [len(state.hand(player)) for player in (0, 1)], len(state.discards), len(state.face_down)
    ([7, 7], 1, 84)
    """
    check_rules(rules)
    size, players = rules.hand_size, rules.players
    if size not in HAND_SIZES:
        sizes = Formula(", ".join(map(str, HAND_SIZES)))
        raise OutOfRangeError(msg("A game is played with hands of {sizes} cards, not {n}.", sizes=sizes, n=size))
    if size == ADVANCED.hand_size and players > ADVANCED.max_players:
        raise OutOfRangeError(allowed_range("players", players, 2, ADVANCED.max_players))
    if type(starts) is not int or not 0 <= starts < players:
        raise OutOfRangeError(allowed_range("starts", starts, 0, players - 1))
    seed = check_seed(seed, MOST_SEED)
    cards = tuple(shuffled(random_for("deal", FORMAT, seed), deck(rules)))
    hands = tuple(_hand_of(cards[size * player : size * (player + 1)]) for player in range(players))
    top = size * players
    return _game_state(
        rules, seed, starts, hands, ((0, 0),) * players, cards, top + 1, (cards[top],), starts, DRAW, None, False, (),
        1, 0, (),
    )  # fmt: skip


def check_state(state: object) -> None:
    """Refuse what is no `GameState`; raises OutOfRangeError."""
    if not isinstance(state, GameState):
        raise OutOfRangeError(msg("{value} is not the state of a game.", value=short(state)))


def _hand_of(cards: tuple[Card, ...]) -> Hand:
    return sum(BIT[card] for card in cards if card), cards.count(WILD)


def verify(state: GameState, event: Event) -> tuple[Refusal, ...]:
    """Say why *event* may not happen next; empty: it may (rules: Play).

    A claim to go out is checked by the arrangement it carries, and told every fault. Raises OutOfRangeError where
    *state* is no state of a game.
    """
    check_state(state)
    if type(event) not in _EVENTS or type(event.player) is not int:
        return (refuse("not-an-event", msg("A move is to draw, to discard or to go out.")),)
    if state.phase == OVER:
        return (refuse("game-over", msg("The game is over.")),)
    if event.player != state.player:
        return (refuse("not-your-turn", msg("It is the turn of player {player}.", player=state.player + 1)),)
    if isinstance(event, Draw):
        return _faults_of_draw(state.phase, event.source)
    if state.phase == DRAW:
        return (refuse("draw-first", msg("A turn begins with drawing a card.")),)
    return _faults_of_discard(state, event)


def _faults_of_draw(phase: str, source: object) -> tuple[Refusal, ...]:
    if phase != DRAW:
        return (refuse("already-drawn", msg("A card has been drawn already: one has to be discarded.")),)
    if source not in SOURCES:
        sources = Formula(", ".join(SOURCES))
        return (refuse("no-such-source", msg("A card is drawn from one of these: {sources}.", sources=sources)),)
    return ()


def _faults_of_discard(state: GameState, event: Discard | GoOut) -> tuple[Refusal, ...]:
    """Look at the card discarded, then at what is laid down of the others."""
    numbers, wilds = state.hands[state.player]
    card = event.card
    found = []
    if type(card) is not Card:
        found.append(refuse("not-a-card", msg("What is discarded is not a card.")))
    elif not (numbers & BIT[card] if card else wilds):
        found.append(refuse("card-not-held", msg("{card} is not in the hand.", card=card)))
    else:
        if state.taken and card is held_back(state.drawn, wilds, taken=True, rules=state.rules):
            found.append(
                refuse("just-taken", msg("{card} has just been taken: it cannot be returned at once.", card=card))
            )
        numbers, wilds = _minus((numbers, wilds), card)
    if isinstance(event, GoOut):
        found += faults_of(event.series, numbers, wilds, state.rules, card)
    return tuple(found)


def apply(state: GameState, event: Event) -> GameState:
    """Return the game after *event*; raise IllegalEventError with every refusal, and nothing happens, if it may not be.

    >>> state = apply(deal(BASIC, "k7f2q9"), Draw(0, "stock"))
    >>> state.phase, len(state.hand(0)), apply(state, Discard(0, state.hand(0)[0])).player
    ('discard', 8, 1)
    """
    refusals = verify(state, event)
    if refusals:
        raise IllegalEventError(told(refusals), refusals)
    if isinstance(event, Draw):
        return _after_draw(state, event.source)
    return _after_turn(state, event.card, went_out=isinstance(event, GoOut))


def _after_draw(state: GameState, source: str) -> GameState:
    seat, top, discards, known = state.player, state.top, state.discards, state.known
    if source == STOCK:
        card = state.stock[top]
        top += 1
    else:
        card = discards[-1]
        discards = discards[:-1]
        known = _with(known, seat, _plus(known[seat], card))
    hands = _with(state.hands, seat, _plus(state.hands[seat], card))
    return _game_state(
        state.rules, state.seed, state.starts, hands, known, state.stock, top, discards, seat, DISCARD, card,
        source != STOCK, state.out, state.round, state.reshuffles, state.recent,
    )  # fmt: skip


def _after_turn(state: GameState, card: Card, *, went_out: bool) -> GameState:
    """Lay *card* on the discard pile, and find whose turn it is or that the game is over."""
    rules, seat, starts, out = state.rules, state.player, state.starts, state.out
    hand = _minus(state.hands[seat], card)
    known = state.known
    if went_out:
        out = (*out, seat)
        known = _with(known, seat, hand)
    elif known[seat] != (0, 0):
        known = _with(known, seat, _minus(known[seat], card))
    exposed = state.drawn if state.taken else state.upcard
    # Tuples are added up, not unpacked: that takes a third of the time.
    recent = state.recent[1 - MEMORY :] + (packed(seat, exposed, state.taken, card),)  # noqa: RUF005
    discards = state.discards + (card,)  # noqa: RUF005
    stock, top, reshuffles, phase, turns = state.stock, state.top, state.reshuffles, DRAW, state.round
    if went_out and (rules.scoring != "places" or len(out) == rules.players - 1):
        phase = OVER
    else:
        after = _next_player(seat, out, rules.players)
        if (after - starts) % rules.players < (seat - starts) % rules.players:
            turns += 1
        if turns > rules.turn_limit:
            turns, phase = rules.turn_limit, OVER
        elif top == len(stock):
            if rules.stock_empty == "end" or len(discards) == 1:
                phase = OVER
            else:
                reshuffles += 1
                stock = tuple(shuffled(random_for("reshuffle", FORMAT, state.seed, reshuffles), discards[:-1]))
                top, discards = 0, discards[-1:]
        if phase == DRAW:
            seat = after
    return _game_state(
        rules, state.seed, starts, _with(state.hands, state.player, hand), known, stock, top, discards, seat, phase,
        None, False, out, turns, reshuffles, recent,
    )  # fmt: skip


def _next_player(seat: int, out: tuple[int, ...], players: int) -> int:
    """Find who plays after *seat*; who has gone out is passed over."""
    seat = (seat + 1) % players
    while seat in out:
        seat = (seat + 1) % players
    return seat


def _with(row: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    changed = list(row)
    changed[seat] = value
    return tuple(changed)


def _plus(hand: Hand, card: Card) -> Hand:
    return (hand[0] | BIT[card], hand[1]) if card else (hand[0], hand[1] + 1)


def _minus(hand: Hand, card: Card) -> Hand:
    """Take *card* out, if it is there."""
    return (hand[0] & ~BIT[card], hand[1]) if card else (hand[0], max(0, hand[1] - 1))


def legal_events(state: GameState) -> Iterator[Event]:
    """Go through what may happen next; of going out, one arrangement for each winning discard.

    Raises OutOfRangeError where *state* is no state of a game.

    >>> list(legal_events(deal(BASIC, "k7f2q9")))
    [Draw(player=0, source='stock'), Draw(player=0, source='upcard')]
    """
    check_state(state)
    return _legal_events(state)


def _legal_events(state: GameState) -> Iterator[Event]:
    if state.phase == OVER:
        return
    player = state.player
    if state.phase == DRAW:
        yield from (Draw(player, source) for source in SOURCES)
        return
    numbers, wilds = state.hands[player]
    kept = held_back(state.drawn, wilds, taken=state.taken, rules=state.rules)
    yield from (Discard(player, card) for card in dict.fromkeys(state.hand(player)) if card is not kept)
    yield from claims(player, numbers, wilds, state.rules, kept)


def view(state: GameState) -> PlayerView:
    """Show the game to the player to move: the own cards, and what all have seen. Raises OutOfRangeError at the end."""
    if state.phase == OVER:
        raise OutOfRangeError(msg("The game is over."))
    rules, player, out = state.rules, state.player, state.out
    numbers, wilds = state.hands[player]
    sizes = (rules.hand_size,) * rules.players
    if state.phase == DISCARD:
        sizes = _with(sizes, player, rules.hand_size + 1)
    return _player_view(
        rules, player, state.phase, numbers, wilds, state.drawn, state.taken, state.discards,
        len(state.stock) - state.top, sizes, state.known, out, state.round, state.recent,
    )  # fmt: skip
