"""The analysis of a position: what every sensible move leads to, counted exactly, and why the best one is best.

Chances are over the cards that the player has not seen: the deck less the own cards, the discard pile and what the
others are known to hold. Each of them is as likely as any other to be the next card of the stock; what the others keep
and throw is not reasoned about, and cards that were shuffled in again count as not seen.

Moves are ranked by what can be proved of them, in this order:

1. the fewest draws still needed (none: the hand goes out),
2. the greater chance to have gone out with the next card from the stock; for a draw from the stock, which brings one
   card now, with this card or that of the next turn, the hand being kept as it is till then,
3. the stock before the exposed card, a number before a wild card to discard,
4. the card that the fewest others of the hand fit, a composite before a prime, the lowest.

So a rank says what is near, not who wins: of hands far from going out the rule of thumb judges better.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import gcd

from primecards.errors import OutOfRangeError
from primecards.game.claims import held_back
from primecards.game.state import STOCK, UPCARD, GameState
from primecards.game.state import view as view_of
from primecards.game.view import PlayerView
from primecards.messages import Formula, Message, msg, nmsg, short
from primecards.rules.cards import WILD, Card, in_order
from primecards.rules.masks import BIT, NEAR_OF, NUMBERS, draws_and_outs, numbers_in
from primecards.rules.numbers import is_prime

_NEVER = 99


@dataclass(frozen=True, slots=True)
class Move:
    """A sensible move and what it leads to.

    *source* is where to draw from, "stock" or "upcard", and None where a card has been drawn; *discard* is the card to
    discard, and None for the stock, whose card is not known yet. *draws* counts the least draws needed after it (0: the
    hand goes out; None: no draws are enough); for the stock, those of the hand as it is, this draw among them.

    *outs* are the numbers and *wilds* counts the wild cards that finish the hand if they come next from the stock, all
    among the *unseen* cards. *near* counts the other cards of the hand that *discard* fits.
    """

    source: str | None
    discard: Card | None
    draws: int | None
    outs: tuple[int, ...]
    wilds: int
    unseen: int
    near: int = 0

    @property
    def good(self) -> int:
        """How many of the unseen cards finish the hand."""
        return len(self.outs) + self.wilds

    @property
    def chance(self) -> Fraction:
        """The chance that the next card from the stock finishes the hand; 1 where the hand goes out without it."""
        if self.draws == 0:
            return Fraction(1)
        return Fraction(self.good, self.unseen or 1)

    @property
    def by_next_turn(self) -> Fraction:
        """The chance to have gone out with the card that the next turn brings from the stock.

        A draw from the stock brings one card now and one then, while the hand is kept as it is.
        """
        if self.source != STOCK or self.unseen < 2:
            return self.chance
        return 1 - (1 - self.chance) * (1 - Fraction(self.good, self.unseen - 1))

    def explain_chance(self) -> Message:
        """Say how the chance is counted, and reduce it by the divisor that its numbers have in common."""
        if self.draws == 0:
            return msg("No luck is needed: you can go out.")
        if not self.good:
            return msg("Not seen yet are {unseen} cards. None of them finishes the hand.", unseen=self.unseen)
        return nmsg(
            "Not seen yet are {unseen} cards. One of them finishes the hand: the chance is {chance}.",
            "Not seen yet are {unseen} cards. {n} of them finish the hand: the chance is {chance}.",
            self.good,
            unseen=self.unseen,
            chance=Formula(_reduced(self.good, self.unseen)),
        )


def _reduced(part: int, whole: int) -> str:
    """Reduce a fraction in the open: "6/84 = (1 × 6)/(14 × 6) = 1/14"."""
    common = gcd(part, whole)
    if common == 1:
        return f"{part}/{whole}"
    over, under = part // common, whole // common
    return f"{part}/{whole} = ({over} × {common})/({under} × {common}) = {Fraction(part, whole)}"


@dataclass(frozen=True, slots=True)
class Analysis:
    """The position of *view*, judged: the sensible *moves*, the best first, and the *draws* needed before a draw.

    In the phase "discard", *draws* are those after the best discard.
    """

    view: PlayerView
    moves: tuple[Move, ...]
    draws: int | None

    @property
    def best(self) -> Move:
        """The move ranked first."""
        return self.moves[0]

    @property
    def chance(self) -> Fraction:
        """The chance to go out in this turn, over both places to draw from; in the phase "discard", 1 or 0."""
        now = (move for move in self.moves if move.draws == 0 or move.source == STOCK)
        return max((move.chance for move in now), default=Fraction(0))

    @property
    def why(self) -> Message:
        """Why the best move is best."""
        return _why_discard(self.moves) if self.view.phase != "draw" else _why_draw(self)

    def after(self, discard: Card) -> Move:
        """Return the best of the moves that discard that card; raises OutOfRangeError where there is none."""
        for move in self.moves:
            if move.discard == discard and move.discard is not None:
                return move
        raise OutOfRangeError(msg("{card} is not a sensible discard here.", card=discard))


def analyse(view: PlayerView | GameState) -> Analysis:
    """Judge every sensible move of the player who sees *view*: to draw, and with a card too many, to discard.

    Of a `GameState`, only what the player to move sees is used. Every discard that is allowed is sensible, and so is
    every way to draw; but an exposed card is taken to be kept. Raises OutOfRangeError at the end of a game, and for
    what is neither.

    >>> from primecards.game.state import deal
    >>> from primecards.rules.ruleset import BASIC
    >>> print(analyse(deal(BASIC, "k7f2q9")).why)
    Draw from the stock: 29 of 91 cards not seen yet finish the hand. If you took 74, one draw would still be ...
    """
    if isinstance(view, GameState):
        view = view_of(view)
    elif not isinstance(view, PlayerView):
        raise OutOfRangeError(msg("{value} is not the state of a game, nor a view of one.", value=short(view)))
    least = view.rules.min_series
    if view.phase != "draw":
        kept = held_back(view.drawn, view.wilds, taken=view.taken, rules=view.rules)
        moves = sorted(_discards(view, None, view.numbers, view.wilds, kept), key=_rank)
        return Analysis(view, tuple(moves), moves[0].draws)
    draws, outs = draws_and_outs(view.numbers, view.wilds, least)
    upcard = view.discards[-1]
    numbers, wilds = (view.numbers | BIT[upcard], view.wilds) if upcard else (view.numbers, view.wilds + 1)
    moves = [_move(view, STOCK, None, draws, outs), *_discards(view, UPCARD, numbers, wilds, upcard)]
    return Analysis(view, tuple(sorted(moves, key=_rank)), draws)


def _discards(view: PlayerView, source: str | None, numbers: int, wilds: int, kept: Card | None) -> Iterator[Move]:
    """Go through the discards, other than *kept*, from a card too many."""
    least = view.rules.min_series
    for number in numbers_in(numbers):
        if number != kept:
            left = numbers ^ BIT[number]
            near = (left & NEAR_OF[BIT[number]]).bit_count()
            yield _move(view, source, Card(number), *draws_and_outs(left, wilds, least), near)
    if wilds and kept is not WILD:
        draws, outs = draws_and_outs(numbers, wilds - 1, least)
        yield _move(view, source, WILD, draws, outs, numbers.bit_count())


def _move(
    view: PlayerView,
    source: str | None,
    discard: Card | None,
    draws: int | None,
    outs: int,
    near: int = 0,
) -> Move:
    """Count for a move that leaves a hand with *draws* and *outs*."""
    unseen, unseen_wilds = _unseen(view)
    outs &= unseen
    # A wild card can stand for a number that is missing: it finishes whatever one draw can finish.
    finishing = unseen_wilds if draws is not None and draws <= 1 else 0
    return Move(source, discard, draws, tuple(numbers_in(outs)), finishing, unseen.bit_count() + unseen_wilds, near)


def _unseen(view: PlayerView) -> tuple[int, int]:
    """Find the numbers, as bits, and count the wild cards that the player has not seen."""
    numbers, wilds = NUMBERS & ~view.numbers, view.rules.wild_cards - view.wilds
    for card in view.discards:
        if card:
            numbers &= ~BIT[card]
        else:
            wilds -= 1
    for player, (known, known_wilds) in enumerate(view.known):
        if player != view.player:
            numbers &= ~known
            wilds -= known_wilds
    return numbers, wilds


def _rank(move: Move) -> tuple[object, ...]:
    """Order moves as the module's docstring says."""
    card = move.discard
    return (
        _NEVER if move.draws is None else move.draws,
        -move.by_next_turn,
        move.source == UPCARD,
        card is WILD,
        move.near,
        card is not None and is_prime(card),
        int(card or 0),
    )


def _as_good(move: Move, other: Move) -> bool:
    """Whether two moves bring the hand as near to going out."""
    return (move.draws, move.by_next_turn) == (other.draws, other.by_next_turn)


def _why_discard(moves: tuple[Move, ...]) -> Message:
    best = moves[0]
    card = best.discard or WILD
    equal = in_order(move.discard or WILD for move in moves[1:] if _as_good(move, best))
    if best.draws == 0 and not equal:
        return msg("Discard {card}: all the other cards lie in series. No other discard goes out.", card=card)
    if best.draws == 0:
        return msg(
            "Discard {card}: all the other cards lie in series. These discards go out as well: {cards}.",
            card=card,
            cards=equal,
        )
    return msg("{what} {others}", what=_what_follows(best, card), others=_what_of_others(moves, equal))


def _what_follows(best: Move, card: Card) -> Message:
    if best.draws != 1:
        return nmsg(
            "Discard {card}: then one more draw is needed at least.",
            "Discard {card}: then {n} more draws are needed at least.",
            best.draws or _NEVER,
            card=card,
        )
    return nmsg(
        "Discard {card}: then one of {unseen} cards not seen yet finishes the hand.",
        "Discard {card}: then {n} of {unseen} cards not seen yet finish the hand.",
        best.good,
        card=card,
        unseen=best.unseen,
    )


def _what_of_others(moves: tuple[Move, ...], equal: tuple[Card, ...]) -> Message:
    best = moves[0]
    if equal and best.near == 0 and best.discard:
        return msg("{cards} would do as well, but {card} fits no other card.", cards=equal, card=best.discard)
    if equal:
        return msg("{cards} would do as well.", cards=equal)
    if len(moves) == 1:
        return msg("There is no other discard.")
    other = moves[1]
    if other.draws != best.draws:
        return msg("After any other discard {draws} draws are needed at least.", draws=other.draws or _NEVER)
    return nmsg(
        "After any other discard it is one of them at most.",
        "After any other discard it is {n} of them at most.",
        other.good,
    )


def _why_draw(analysis: Analysis) -> Message:
    best, before = analysis.best, analysis.draws
    upcard = analysis.view.upcard or WILD
    stock = next((move for move in analysis.moves if move.source == STOCK), None)
    take = next((move for move in analysis.moves if move.source == UPCARD), None)
    if best.source == STOCK:
        return _why_stock(best, take, upcard)
    card = best.discard or WILD
    if best.draws == 0:
        return msg("Take {upcard} and discard {card}: all the other cards lie in series.", upcard=upcard, card=card)
    if stock is None:
        return msg("Take {upcard} and discard {card}: there is no other card to draw.", upcard=upcard, card=card)
    if best.draws != before:
        return nmsg(
            "Take {upcard} and discard {card}: then one more draw is needed at least, without it {before}.",
            "Take {upcard} and discard {card}: then {n} more draws are needed at least, without it {before}.",
            best.draws or _NEVER,
            upcard=upcard,
            card=card,
            before=before or _NEVER,
        )
    return msg(
        "Take {upcard} and discard {card}: then {good} of {unseen} cards not seen yet finish the hand at the next "
        "turn, a chance of {chance}. Two cards from the stock, in this turn and the next, finish the hand as it is "
        "with a chance of {other}.",
        upcard=upcard,
        card=card,
        good=best.good,
        unseen=best.unseen,
        chance=_told(best.chance),
        other=_told(stock.by_next_turn),
    )


def _why_stock(best: Move, take: Move | None, upcard: Card) -> Message:
    if best.draws == 0:
        return msg("Draw from the stock: the hand lies in series already, and goes out with any card.")
    if best.draws == 1 and best.good:
        found = nmsg(
            "Draw from the stock: one of {unseen} cards not seen yet finishes the hand.",
            "Draw from the stock: {n} of {unseen} cards not seen yet finish the hand.",
            best.good,
            unseen=best.unseen,
        )
    else:
        found = msg("Draw from the stock.")
    if take is None:
        return found
    told = nmsg(
        "If you took {upcard}, one draw would still be needed at least.",
        "If you took {upcard}, {n} draws would still be needed at least.",
        take.draws or _NEVER,
        upcard=upcard,
    )
    return msg("{what} {others}", what=found, others=told)


def _told(chance: Fraction) -> Formula:
    return Formula(str(chance))
