"""take-or-draw: does taking the exposed card let you go out, and with which discard?

Series and a card too many are planted. Where taking wins, the exposed card is one of those; where it does not, another
stands in its place and only seems to do: it shares no digit with the key in the same place or, where the key itself is
gone, it is not prime. The solver that tries everything finds one winning discard, or none.

Where taking wins, the graded solver finds the discard by the rules of the level `proof` and not by those below; levels
3 and 4 need the same rules and differ in what is taken, at 4 the key itself. Where it does not win, a level is the
mistake that would take the card, the easiest to see through first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from random import Random
from typing import Any

from primecards.chance import between, pick, sample, shuffled
from primecards.game.state import GameState
from primecards.messages import Message, msg
from primecards.puzzles.exhibits import CardRow, Upcard
from primecards.puzzles.going_out import (
    Planted,
    can_tell,
    cards_of,
    fits_no_key,
    lay,
    mistaken_discard,
    one_series,
    primes_first,
    tell,
    tell_series,
    two_series,
    two_series_and_a_decoy,
    with_least,
    without,
)
from primecards.puzzles.grading import Grade, grade, sieve_cost
from primecards.puzzles.item import Aids, Answer, Difficulty, Item, Kind, Step
from primecards.puzzles.mistakes import misfit, why_not_key
from primecards.puzzles.oracle import winning
from primecards.puzzles.responses import Choice, Option
from primecards.rules import masks
from primecards.rules.cards import WILD, Card, cards_to_json, in_order
from primecards.rules.hands import best_arrangement
from primecards.rules.masks import BIT, numbers_in
from primecards.rules.numbers import HIGHEST, fits, is_prime, why_not_prime
from primecards.rules.ruleset import Rules
from primecards.rules.series import does_not_fit


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is planted at a level: the shape, what proves a win, and the mistakes that see one where there is none."""

    shape: str
    proof: int
    seems: tuple[str, ...] = ()
    takes_key: bool = False
    wilds: int = 0


WRONG_PLACE = ("digits-swapped", "wrong-place", "no-tens-digit")
SEEMS_PRIME = ("looks-prime", "odd-means-prime", "one-is-prime")
LEVELS = {
    1: _Plan("one series", proof=1),
    2: _Plan("two series", proof=2, seems=("no-shared-digit",)),
    3: _Plan("a decoy", proof=3, seems=("chain",)),
    4: _Plan("a decoy", proof=3, seems=(*WRONG_PLACE, *SEEMS_PRIME), takes_key=True),
    5: _Plan("two series", proof=5, seems=("chain", *WRONG_PLACE), wilds=1),
}
DISCARDS_OFFERED = 3
HIGHEST_LEVEL_WITH_MARKS = 2


@dataclass(frozen=True, slots=True)
class _Deal:
    """A hand and the exposed card; the graded solution if taking wins, else the mistake that takes it, and the keys."""

    numbers: list[int]
    upcard: int
    solved: Grade | None = None
    seems: str = ""
    keys: tuple[int, ...] = ()
    useless: int = 0


def make(rng: Random, level: int, rules: Rules) -> Item:
    """Decide whether taking wins, then plant hands until one is proved to be so and of the *level*; most are."""
    plan = LEVELS[level]
    wins = not plan.seems or between(rng, 1, 2) == 1
    while True:
        deal = _winning(rng, plan, rules.min_series) if wins else _seeming(rng, plan, rules.min_series)
        if deal:
            return _item(rng, deal, level, rules)


def _plant(rng: Random, plan: _Plan, least: int) -> Planted:
    match plan.shape:
        case "one series":
            return one_series(rng, least)
        case "two series":
            return two_series(rng, least)
        case _:
            return two_series_and_a_decoy(rng, least)


def _winning(rng: Random, plan: _Plan, least: int) -> _Deal | None:
    """Take one of the cards that lie in series for the exposed card: the last key, or another of the last series."""
    planted = _plant(rng, plan, least)
    key, *others = planted.series[-1]
    upcard = key if plan.takes_key else pick(rng, others)
    numbers = [n for n in planted.numbers if n != upcard]
    numbers = _give_up(rng, numbers, plan.wilds, keep=planted.left)
    if masks.can_arrange(sum(BIT[n] for n in numbers), plan.wilds, least):
        return None
    solved = grade([*numbers, upcard], plan.wilds, least, spare=1)
    return _Deal(numbers, upcard, solved) if solved and solved.level == plan.proof else None


def _seeming(rng: Random, plan: _Plan, least: int) -> _Deal | None:
    """Lose a card of the last series, its key or another, and expose one that only seems to stand in for it."""
    planted = _plant(rng, plan, least)
    (first, *_), (key, *others) = planted.series
    seems = pick(rng, plan.seems)
    lost = key if seems in SEEMS_PRIME else pick(rng, others)
    left = [n for n in (key, *others) if n != lost]
    strangers = [n for n in range(1, HIGHEST + 1) if n not in planted.numbers and not fits(n, first)]
    if seems in SEEMS_PRIME:
        seeming = [
            n for n in strangers if not is_prime(n) and all(fits(n, x) for x in left) and why_not_key(n) == seems
        ]
    else:
        seeming = [n for n in strangers if not fits(n, key) and misfit(n, key, tuple(left)) == seems]
    numbers = _give_up(rng, [n for n in planted.numbers if n != lost], plan.wilds, keep=planted.left)
    if not seeming:
        return None
    upcard = pick(rng, seeming)
    if masks.winning_discards(sum(BIT[n] for n in (*numbers, upcard)), plan.wilds, least):
        return None
    return _Deal(numbers, upcard, None, seems, (first, key), planted.left)


def _give_up(rng: Random, numbers: list[int], wilds: int, keep: int) -> list[int]:
    """Take out a card of the hand, not the one to *keep*, for every wild card that comes in."""
    gone = sample(rng, (n for n in numbers if n != keep), wilds)
    return [n for n in numbers if n not in gone]


def from_position(rng: Random, state: GameState, level: int, rules: Rules) -> Item | None:
    """Ask a player about the exposed card, where it lets the hand go out or is the last thing that it seems to lack."""
    plan, upcard = LEVELS[level], state.upcard
    numbers, wilds = state.hands[state.player]
    if state.phase != "draw" or not upcard or state.rules.min_series != rules.min_series or wilds != plan.wilds:
        return None
    if masks.can_arrange(numbers, wilds, rules.min_series):
        return None
    played = _played_to_win if masks.winning_discards(numbers | BIT[upcard], wilds, rules.min_series) else _played_short
    deal = played(plan, numbers_in(numbers), upcard, rules)
    return _item(rng, deal, level, rules) if deal else None


def _played_to_win(plan: _Plan, numbers: list[int], upcard: int, rules: Rules) -> _Deal | None:
    """Prove of a hand that wins with *upcard* that it is of the level of *plan*."""
    held = [*numbers, upcard]
    solved = grade(held, plan.wilds, rules.min_series, spare=1)
    if solved is None or solved.level != plan.proof or not can_tell(solved) or not solved.left_over:
        return None
    series = best_arrangement([*(n for n in held if n != solved.left_over), *(WILD,) * plan.wilds], rules=rules).series
    takes_key = any(upcard == one.key for one in series)
    if len(series) != (1 if plan.shape == "one series" else 2) or takes_key != plan.takes_key:
        return None
    return _Deal(numbers, upcard, solved)


def _played_short(plan: _Plan, numbers: list[int], upcard: int, rules: Rules) -> _Deal | None:
    """Find a series, the rest of a second, and a useless card, such that *upcard* only seems to complete the second."""
    primes = [n for n in numbers if is_prime(n)]
    for first, key in permutations(primes, 2) if not plan.wilds else ():
        useless = [n for n in numbers if not fits(n, first) and not fits(n, key)]
        if len(useless) != 1 or fits(upcard, first) or fits(upcard, key):
            continue
        kept = [n for n in numbers if n != useless[0]]
        laid = best_arrangement(kept, rules=rules)
        left = in_order((*laid.deadwood, Card(key)))
        seems = misfit(upcard, key, tuple(n for n in left if fits(n, key)))
        if [series.key for series in laid.series] == [first] and key in laid.deadwood and seems in plan.seems:
            return _Deal(numbers, upcard, None, seems, (first, key), useless[0])
    return None


def _item(rng: Random, deal: _Deal, level: int, rules: Rules) -> Item:
    plan = LEVELS[level]
    hand = cards_of(rng, deal.numbers, plan.wilds)
    upcard = Card(deal.upcard)
    held = (*hand, upcard)
    options = _options(rng, deal, hand, held, rules)
    right = next(option.id for option in options if option.mistake is None)
    sieve = sum(sieve_cost(n) for n in held if n) / 4
    return Item(
        question=with_least(
            msg(
                "The exposed card is {upcard}. Can you go out if you take it? Which card do you discard?", upcard=upcard
            ),
            rules,
        ),
        given={"cards": cards_to_json(hand), "upcard": int(upcard)},
        exhibits=(CardRow(hand), Upcard(upcard)),
        response=Choice(options),
        answer=Answer.of(right),
        solution=tuple(_solve(deal, held, rules)),
        difficulty=Difficulty(
            level + (deal.solved.score if deal.solved else plan.proof) + sieve,
            tuple(deduction.rule for deduction in deal.solved.deductions) if deal.solved else (deal.seems,),
        ),
        mistakes=tuple((option.value, option.mistake) for option in options if option.mistake),
        aids=Aids(primes_marked=level <= HIGHEST_LEVEL_WITH_MARKS),
        rules=rules,
    )


def _options(
    rng: Random, deal: _Deal, hand: tuple[Card, ...], held: tuple[Card, ...], rules: Rules
) -> tuple[Option, ...]:
    """Offer to take the card with one of three discards, and not to take it, in random order."""
    first = Card((deal.solved.left_over if deal.solved else None) or deal.useless)
    laid = best_arrangement(without(held, first), rules=rules)
    discards = [first, *sample(rng, (card for card in dict.fromkeys(hand) if card is not first), DISCARDS_OFFERED - 1)]
    offers: list[tuple[Any, Message, str | None]] = [
        ({"take": False}, msg("No: taking it does not help."), "overlooks-the-fit" if deal.solved else None)
    ]
    for card in discards:
        text = msg("Yes, and discard {card}.", card=card) if card else msg("Yes, and discard the wild card.")
        mistake = mistaken_discard(card, laid, rules) if card is not first else deal.seems or None
        offers.append(({"take": True, "discard": "w" if card is WILD else int(card)}, text, mistake))
    return tuple(
        Option(letter, value, text, mistake)
        for letter, (value, text, mistake) in zip("abcd", shuffled(rng, offers), strict=True)
    )


def _solve(deal: _Deal, held: tuple[Card, ...], rules: Rules) -> Iterator[Step]:
    """Write the thought out: the primes, then the series and the discard, or what keeps the exposed card out."""
    upcard = Card(deal.upcard)
    yield primes_first(held)
    if deal.solved:
        discard = Card(deal.solved.left_over or 0)
        kept = without(held, discard)
        yield from tell(deal.solved.deductions)
        yield from lay(kept, rules)
        yield Step(fits_no_key(discard, kept, rules), (discard,))
        yield Step(
            msg("Take {upcard} and discard {card}: all the other cards are laid.", upcard=upcard, card=discard),
            (upcard, discard),
        )
        return
    yield from _why_not(deal, held, rules)


def _why_not(deal: _Deal, held: tuple[Card, ...], rules: Rules) -> Iterator[Step]:
    """Lay as many of the cards *held* as can be, and say why the others stay over, the exposed card first."""
    upcard = Card(deal.upcard)
    laid = best_arrangement(held, rules=rules)
    over = in_order(laid.deadwood)
    yield from tell_series(laid.series)
    if deal.seems in SEEMS_PRIME:
        yield Step(why_not_prime(upcard), (upcard,))
    for series in laid.series:
        if upcard in over:
            yield Step(does_not_fit(upcard, series.key), (upcard,))
    for key in deal.keys:
        short = tuple(card for card in over if fits(card, key))
        if key in over and 1 < len(short) < rules.min_series:
            yield Step(msg("For a series of {key} there would be too few cards: {cards}.", key=key, cards=short), short)
            if not fits(upcard, key):
                yield Step(does_not_fit(upcard, key), (upcard,))
    yield Step(msg("At best these are still left over: {cards}. Only one card can be discarded.", cards=over), over)
    yield Step(msg("So taking {upcard} does not let you go out.", upcard=upcard), (upcard,))


def oracle(given: dict[str, Any], least: int) -> list[Any]:
    """Try every discard after taking the card, by the plain rules."""
    discards = winning([*given["cards"], given["upcard"]], least)
    return [{"take": True, "discard": card} for card in discards] or [{"take": False}]


KIND = Kind(
    name="take-or-draw",
    title=msg("Take it or draw"),
    teaches=msg("Deciding by reasoning whether a card completes the hand"),
    levels=(
        msg("one series, and the card fits it"),
        msg("two series, and the card fits one or plainly does not"),
        msg("the card fits, or only matches a card that is not the key"),
        msg("the card is the missing key, or only seems to do: a digit in the wrong place, or not prime at all"),
        msg("a wild card in the hand"),
    ),
    hint=msg("Put the exposed card with the hand. Can all the cards but one be laid?"),
    strand="hands",
    make=make,
    oracle=oracle,
    from_position=from_position,
)
