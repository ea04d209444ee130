"""Going out: the arrangements that may be laid down, and every reason why one that is laid down is false."""

from __future__ import annotations

from collections.abc import Iterator

from primecards.errors import Refusal
from primecards.game.events import GoOut
from primecards.game.refusals import refuse
from primecards.messages import msg
from primecards.rules.cards import WILD, Card, cards_in, in_order
from primecards.rules.hands import arrange_bits
from primecards.rules.masks import BIT, NEAR_OF, PRIME_BITS, WILD_BIT, numbers_in, winning_discards
from primecards.rules.numbers import HIGHEST, fits, is_prime, why_not_prime
from primecards.rules.ruleset import Rules
from primecards.rules.series import Fault, Series

_CARDS_ONLY = frozenset((Card,))


def held_back(drawn: Card | None, wilds: int, *, taken: bool, rules: Rules) -> Card | None:
    """Return the card that may not be discarded in this turn, if there is one (rules: Play, `allow_return_taken`).

    That is the exposed card just taken, where it may not be returned. Wild cards are all the same: who holds another
    may discard it, so some card can always be discarded.
    """
    if rules.allow_return_taken or not taken or (drawn is WILD and wilds > 1):
        return None
    return drawn


def claims(player: int, numbers: int, wilds: int, rules: Rules, kept: Card | None = None) -> Iterator[GoOut]:
    """Go through the ways to go out with the cards held, one for each winning discard other than *kept*.

    The cards are as in a `PlayerView` of the phase "discard": one more than are laid down.
    """
    winning = winning_discards(numbers, wilds, rules.min_series)
    if kept is not None:
        winning &= ~BIT[kept]
    for number in numbers_in(winning & ~WILD_BIT):
        yield claim(player, numbers ^ BIT[number], wilds, Card(number), rules)
    if winning & WILD_BIT:
        yield claim(player, numbers, wilds - 1, WILD, rules)


def claim(player: int, numbers: int, wilds: int, discard: Card, rules: Rules) -> GoOut:
    """Lay down all of the cards given, which can be arranged, and discard *discard*."""
    arrangement = arrange_bits(numbers, wilds, rules.min_series)
    return GoOut(player, arrangement.series if arrangement else (), discard)


def faults_of(laid: object, numbers: int, wilds: int, rules: Rules, discard: Card | None = None) -> list[Refusal]:
    """Find every reason why the series *laid* down do not hold exactly the cards given (rules: Play, "Go out").

    The cards are the hand less the *discard*. Each series has to be valid with the key it names, and to tell, for each
    of its wild cards, the number that it stands for.
    """
    if not isinstance(laid, tuple) or not all(map(_is_readable, laid)):
        return [refuse("not-series", msg("What is laid down is not a row of series."))]
    found: list[Refusal] = []
    seen = twice = seen_wilds = 0
    for series in laid:
        if sound := _sound(series, rules.min_series):
            twice |= seen & sound
            seen |= sound
            continue
        found += _faults_of_series(series, rules)
        for card in series.cards:
            if card:
                twice |= seen & BIT[card]
                seen |= BIT[card]
            else:
                seen_wilds += 1
    if twice:
        found.append(refuse("laid-twice", msg("Laid down more than once: {cards}.", cards=cards_in(twice))))
    for card in (card for card in cards_in(seen & ~numbers) if card is discard):
        found.append(refuse("not-to-lay", msg("{card} is both laid down and discarded.", card=card)))
    if strange := tuple(c for c in cards_in(seen & ~numbers, seen_wilds - wilds) if not c or c is not discard):
        found.append(refuse("not-to-lay", msg("Not in the hand: {cards}.", cards=strange)))
    if left := cards_in(numbers & ~seen, wilds - seen_wilds):
        found.append(refuse("left-over", msg("In no series: {cards}.", cards=left)))
    return found


def _sound(series: Series, least: int) -> int:
    """Return the cards as bits of a series without wild cards that has no fault, as nearly all have; or else 0."""
    key, cards = series.key, 0
    for card in series.cards:
        cards |= BIT[card]
    prime = BIT[key] & PRIME_BITS
    if not prime & cards or cards & ~NEAR_OF[prime] or series.wilds:
        return 0
    return cards if least <= cards.bit_count() == len(series.cards) else 0


def _is_readable(series: object) -> bool:
    return (
        type(series) is Series
        and _is_number(series.key)
        and type(series.cards) is tuple
        and _CARDS_ONLY.issuperset(map(type, series.cards))
        and type(series.wilds) is tuple
        and all(map(_is_number, series.wilds))
    )


def _is_number(value: object) -> bool:
    return type(value) in (int, Card) and 1 <= value <= HIGHEST  # type: ignore[operator]


def _faults_of_series(series: Series, rules: Rules) -> Iterator[Refusal]:
    """Find what is wrong with one series and with what its wild cards stand for."""
    key, cards = series.key, in_order(series.cards)
    faults = []
    if len(cards) < rules.min_series:
        faults.append(Fault("too-short", cards=cards, least=rules.min_series))
    if not is_prime(key):
        yield refuse("key-not-prime", msg("In {cards}: {why}", cards=cards, why=why_not_prime(key)))
    else:
        faults += [Fault("card-does-not-fit", card, key) for card in cards if card and not fits(card, key)]
    if key not in cards and key not in series.wilds:
        faults.append(Fault("key-not-held", key=key))
    for fault in faults:
        for why in fault.messages:
            yield refuse(fault.code, msg("In {cards}: {why}", cards=cards, why=why))
    yield from _faults_of_wilds(series, cards)


def _faults_of_wilds(series: Series, cards: tuple[Card, ...]) -> Iterator[Refusal]:
    if len(series.wilds) != cards.count(WILD):
        yield refuse("wilds-not-told", msg("In {cards}: each wild card stands for one number.", cards=cards))
    numbers = set(cards)
    for number in series.wilds:
        if number in numbers:
            yield refuse(
                "number-twice",
                msg("In {cards}: {number} is there already, and no number comes twice.", cards=cards, number=number),
            )
        elif is_prime(series.key) and not fits(number, series.key):
            yield refuse(
                "wild-does-not-fit",
                msg(
                    "In {cards}: a wild card cannot stand for {number}, which does not fit key {key}.",
                    cards=cards,
                    number=number,
                    key=series.key,
                ),
            )
        numbers.add(Card(number))
