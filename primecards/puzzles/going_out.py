"""What the kinds about going out have in common: hands planted as series and a card too many, and how they are told.

Everything planted here fits one key only, unless it is a decoy; what holds of the whole hand each kind proves itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random

from primecards.chance import between, pick, shuffled
from primecards.messages import Message, msg, nmsg
from primecards.puzzles.deduction import Deduction
from primecards.puzzles.grading import Grade
from primecards.puzzles.item import Step
from primecards.puzzles.reasons import fit_or_not, how_all_fit
from primecards.rules.cards import WILD, Card, in_order
from primecards.rules.hands import Arrangement, best_arrangement
from primecards.rules.masks import BIT
from primecards.rules.numbers import HIGHEST, PRIMES, family, fits, is_prime
from primecards.rules.ruleset import BASIC, Rules
from primecards.rules.series import Series, does_not_fit


@dataclass(frozen=True, slots=True)
class Planted:
    """Number cards as their *series*, the key first in each, and the card *left* over."""

    series: tuple[tuple[int, ...], ...]
    left: int

    @property
    def numbers(self) -> list[int]:
        """All the cards."""
        return [*(n for one in self.series for n in one), self.left]


def one_series(rng: Random, least: int) -> Planted:
    """Plant a key with composites enough for the whole hand, and a composite that does not fit it."""
    size = 2 * least + 1
    key = pick(rng, [p for p in PRIMES if sum(not is_prime(n) for n in family(p)) >= size - 1])
    return Planted(((key, *composites(rng, key)[: size - 1]),), stranger(rng, key))


def two_series(rng: Random, least: int) -> Planted:
    """Plant two keys that share no digit with composites of their own, and any card that fits neither."""
    key, other = apart(rng, 2)
    series = (key, *composites(rng, key, other)[:least]), (other, *composites(rng, other, key)[: least - 1])
    return Planted(series, stranger(rng, key, other, prime=between(rng, 1, 2) == 1))


def two_series_and_a_decoy(rng: Random, least: int) -> Planted:
    """Plant two series, the first with a prime that seems a key, and a card to leave over that fits only that prime.

    It seems a key as long as `least` cards fit it besides its true key: itself, the card left over, one card of the
    other series, and as many of its own as it takes.
    """
    while True:
        key, other = apart(rng, 2)
        decoy = pick(rng, [n for n in family(key) if is_prime(n)] or [other])
        if fits(decoy, other):
            continue
        own = composites(rng, key, other)
        mates = [n for n in own if fits(n, decoy)][: least - 3]
        singles = [n for n in own if not fits(n, decoy)][: least - 1 - len(mates)]
        far = [n for n in composites(rng, other, key) if fits(n, decoy)][:1]
        others = composites(rng, other, key, decoy)[: least - 1 - len(far)]
        left = composites(rng, decoy, key, other)[:1]
        if far and left and len(mates) == least - 3:
            return Planted(((key, decoy, *mates, *singles), (other, *far, *others)), left[0])


def apart(rng: Random, count: int) -> list[int]:
    """Draw *count* primes of which no two share a digit."""
    keys: list[int] = []
    for prime in shuffled(rng, PRIMES):
        if len(keys) < count and not any(fits(prime, key) for key in keys):
            keys.append(prime)
    return keys


def composites(rng: Random, key: int, *others: int) -> list[int]:
    """List the composites and 1 that fit *key* and none of *others*, in random order."""
    return shuffled(rng, (n for n in family(key) if not is_prime(n) and not any(fits(n, other) for other in others)))


def stranger(rng: Random, *keys: int, prime: bool = False) -> int:
    """Draw a number that fits none of *keys*: a *prime*, or none."""
    return pick(
        rng, [n for n in range(1, HIGHEST + 1) if is_prime(n) is prime and not any(fits(n, key) for key in keys)]
    )


def cards_of(rng: Random, numbers: list[int], wilds: int = 0) -> tuple[Card, ...]:
    """Shuffle a hand."""
    return tuple(shuffled(rng, (*(Card(n) for n in numbers), *(WILD,) * wilds)))


def with_least(question: Message, rules: Rules) -> Message:
    """Add to a *question* how long a series has to be, if that is not as in the basic game."""
    if rules.min_series == BASIC.min_series:
        return question
    return msg("{question} A series has at least {least} cards here.", question=question, least=rules.min_series)


def home_of(card: Card, cards: tuple[Card, ...], rules: Rules) -> Series:
    """Find the series in which *card* lies when all the *cards*, which can be laid, are laid."""
    return next(series for series in best_arrangement(cards, rules=rules).series if card in series.cards)


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return *cards* less *card*."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def left_at_best(cards: tuple[Card, ...], rules: Rules) -> tuple[Card, ...]:
    """Return the cards that are in no series when as many as possible are."""
    return in_order(best_arrangement(cards, rules=rules).deadwood)


def mistaken_discard(card: Card, laid: Arrangement, rules: Rules) -> str:
    """Name the mistake of discarding *card*, which is of use in the cards as they are best *laid*."""
    if not card:
        return "discards-the-wild-card"
    for series in laid.series:
        if card == series.key:
            return "discards-the-key"
        if card in series.cards and len(series.cards) == rules.min_series:
            return "too-short"
    return "leaves-a-card-over"


def how_it_lies(card: Card, series: Series) -> Message:
    """Say how *card* belongs to its *series*: as the key, or by which digit it fits the key."""
    if not card:
        return msg("The wild card lies in the series of {key}.", key=series.key)
    if card == series.key:
        return msg("{card} is the key here. {reason}", card=card, reason=how_all_fit(card, series.cards))
    return fit_or_not(card, series.key)


def fits_no_key(card: Card, cards: tuple[Card, ...], rules: Rules) -> Message:
    """Say of *card*, which fits no key when all the other *cards* are laid, which digits keep it out."""
    reasons = [does_not_fit(card, series.key) for series in best_arrangement(cards, rules=rules).series]
    if len(reasons) == 1:
        return reasons[0]
    return msg("{reason} {other}", reason=reasons[0], other=reasons[1])


def primes_first(cards: tuple[Card, ...]) -> Step:
    """Begin a solution with the primes of a hand."""
    primes = tuple(sorted(card for card in cards if card.is_prime))
    return Step(msg("A key is prime. The primes here: {primes}.", primes=primes), primes)


def lay(cards: tuple[Card, ...], rules: Rules) -> Iterator[Step]:
    """Tell how as many of the *cards* as possible are laid in series."""
    yield from tell_series(best_arrangement(cards, rules=rules).series)


def tell_series(laid: Iterable[Series]) -> Iterator[Step]:
    """Tell of series that are *laid* by which digits their cards fit, and what the wild cards are there."""
    for series in laid:
        if any(card and card != series.key for card in series.cards):
            yield Step(how_all_fit(series.key, series.cards), series.cards)
        else:
            yield Step(msg("Key {key}: all its other cards are wild cards.", key=int(series.key)), series.cards)
        if WILD not in series.cards:
            continue
        if len(series.wilds) > 1:
            yield Step(msg("There the wild cards can stand for {numbers}.", numbers=series.wilds), (WILD,))
            continue
        if series.key in series.cards:
            told = msg(
                "There the wild card completes the series: it can stand for {number}, for example.",
                number=series.wilds[0],
            )
        else:
            told = msg("There the wild card is the key: it stands for {key}.", key=series.key)
        yield Step(told, (WILD,))


def tell(deductions: tuple[Deduction, ...]) -> Iterator[Step]:
    """Tell the *deductions* that find the card to be left over, up to that card."""
    for deduction in deductions:
        if deduction.rule not in ("stranger", "lonely"):
            yield Step(_told(deduction), tuple(Card(n) for n in deduction.cards or (deduction.subject,)))


# The rules that `tell` has words for: what is planted needs no others, a hand that was played may.
TOLD = frozenset(("stranger", "lonely", "weak", "pair", "full", "twins", "wild-and-discard"))


def can_tell(solved: Grade) -> bool:
    """Whether `tell` has words for every deduction of *solved*."""
    return TOLD.issuperset(deduction.rule for deduction in solved.deductions)


def as_bits(numbers: Iterable[int]) -> int:
    """Return *numbers* as the solver wants them."""
    return sum(BIT[n] for n in numbers)


def _told(deduction: Deduction) -> Message:
    subject, cards = deduction.subject, deduction.cards
    match deduction.rule:
        case "weak":
            return nmsg(
                "Only {cards} itself could lie in a series of {prime}: too few, so {prime} is not a key.",
                "Only {cards} could lie in a series of {prime}: too few, so {prime} is not a key.",
                len(cards),
                cards=cards,
                prime=subject,
            )
        case "pair":
            return msg(
                "Of the primes left, {key} is the only one that {cards} fit. At most one card is left over, so {key} "
                "is a key.",
                cards=tuple(sorted(cards)),
                key=subject,
            )
        case "full":
            return msg("There are not enough cards for another series, so the keys are {keys}.", keys=cards)
        case "twins":
            return msg(
                "Too few cards fit {key} or {prime} to make two series of them, so {prime} is not a key.",
                key=cards[0],
                prime=subject,
            )
        case _:
            return msg(
                "The wild card is tried in every series, and as a key. Only {card} can be left over.", card=subject
            )
