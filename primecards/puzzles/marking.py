"""Marking: what a response is worth, and what to say about it."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from primecards.messages import Message, msg, nmsg
from primecards.puzzles.item import Item, Kind
from primecards.puzzles.mistakes import advice_on, describe
from primecards.puzzles.responses import (
    ArrangementResponse,
    Blanks,
    CardSet,
    Choice,
    Group,
    Value,
    read_response,
    value_to_json,
)
from primecards.rules.cards import Card, in_order
from primecards.rules.numbers import is_prime, why_not_prime
from primecards.rules.ruleset import Rules
from primecards.rules.series import check_series


@dataclass(frozen=True, slots=True)
class Mark:
    """The *points* of a response, 0..1, and what to tell the pupil.

    `feedback` says all that is wrong and right, with reasons; `hint` only the next step. `read` is the response as it
    was understood, None for a blank one. `mistakes` names the misconceptions that it shows.
    """

    points: Fraction
    read: Value | None
    messages: tuple[Message, ...]
    hint_message: Message
    language: str = "en"
    mistakes: tuple[str, ...] = ()

    @property
    def correct(self) -> bool:
        """Whether the response earns every point."""
        return self.points == 1

    @property
    def feedback(self) -> tuple[str, ...]:
        """What to tell the pupil, sentence by sentence."""
        return tuple(message.text(self.language) for message in self.messages)

    @property
    def hint(self) -> str:
        """The next step, without the answer."""
        return self.hint_message.text(self.language)

    def to_dict(self) -> dict[str, Any]:
        """Write the mark as JSON."""
        return {
            "points": str(self.points),
            "correct": self.correct,
            "feedback": list(self.feedback),
            "hint": self.hint,
            "mistakes": list(self.mistakes),
            "read": value_to_json(self.read),
        }


MOST_GROUPS_WEIGHED = 12
MOST_EXPLAINED = 3  # of the cards that are missing: the others are only named
CORRECT = msg("Correct.")
ALMOST = msg("Almost.")
TRY_AGAIN = msg("Try again.")


def mark_item(item: Item, response: object, kind: Kind) -> Mark:
    """Mark *response*, text or JSON, to *item* of *kind*; see `primecards.mark`."""
    reading = read_response(item.response, response, item.language)
    value = reading.value
    if value is None and item.answer.sample != ():
        return leave_out(item, kind)
    points, said, hint = _mark_value(item, value or (), kind)
    if kind.score:
        points = kind.score(item, value or ())
    reviewed = list(kind.review(item, value or ())) if kind.review and points < 1 else []
    said = [message for message, _ in reviewed] or said
    opening = CORRECT if points == 1 else ALMOST if points >= Fraction(1, 2) else TRY_AGAIN
    messages = tuple(dict.fromkeys((opening, *said, *reading.notes)))
    return Mark(
        points, value, messages, CORRECT if points == 1 else hint, item.language, _mistakes(item, value, reviewed)
    )


def leave_out(item: Item, kind: Kind) -> Mark:
    """Mark an *item* that was not answered, without scolding."""
    return Mark(Fraction(0), None, (msg("Not answered."),), kind.hint, item.language)


def _mistakes(item: Item, value: Any, reviewed: list[tuple[Message, str | None]]) -> tuple[str, ...]:
    """Name the misconceptions behind the wrong cards or the option of *value*, and those its review found."""
    shown: Iterable[str] = ()
    match item.response:
        case CardSet():
            right = {card for cards in _rights(item) for card in cards}
            shown = (mistake for card, mistake in item.mistakes if card in (value or ()) and card not in right)
        case Choice(options):
            shown = (option.mistake for option in options if option.id == value and option.mistake)
    return tuple(dict.fromkeys((*shown, *(mistake for _, mistake in reviewed if mistake))))


Marked: TypeAlias = tuple[Fraction, list[Message], Message]


def _mark_value(item: Item, value: Any, kind: Kind) -> Marked:
    points, advice = Fraction(0), None
    match item.response:
        case CardSet(choose_from=offered):
            return _mark_cards(item, value, offered, kind)
        case ArrangementResponse(cards=hand):
            return _mark_arrangement(item, value, hand, kind)
        case Blanks():
            hits = max(sum(map(operator.eq, value, right)) for right in _rights(item))
            points = Fraction(hits, len(value))
        case Choice(options):
            points = Fraction(value in _rights(item))
            mistake = next((option.mistake for option in options if option.id == value), None)
            advice = advice_on(mistake) if mistake else None
    if points == 1:
        return points, [], kind.hint
    return points, [*([advice] if advice else []), *(step.message for step in item.solution)], kind.hint


def _rights(item: Item) -> tuple[Any, ...]:
    return item.answer.all or (item.answer.sample,)


def _mark_cards(item: Item, value: tuple[Card, ...], offered: tuple[Card, ...] | None, kind: Kind) -> Marked:
    """Mark a set of cards: (hits - false) / cards wanted, for the right response nearest to it."""
    given = set(value)
    rights = [set(right) for right in _rights(item)]
    nearest = max(rights, key=lambda right: len(right & given))
    false = in_order(given.difference(*rights))
    missing = in_order(nearest - given)
    if nearest:
        points = max(Fraction(0), Fraction(len(nearest & given) - len(false), len(nearest)))
    else:
        points = Fraction(0 if given else 1)
    said = []
    for card in false:
        if offered is not None and card not in offered:
            said.append(msg("{card} is not among the cards to choose from.", card=card))
        else:
            said += why_wrong(item, card, kind)
    for card in missing[:MOST_EXPLAINED]:
        said += why_missing(item, card, kind)
    if unsaid := missing[MOST_EXPLAINED:]:
        said.append(msg("These are right as well: {cards}.", cards=unsaid))
    if false:
        hint = msg("Look again at {cards}. {hint}", cards=false, hint=kind.hint)
    else:
        hint = nmsg("One is still missing. {hint}", "{n} are still missing. {hint}", len(missing), hint=kind.hint)
    wanted = item.response.how_many if isinstance(item.response, CardSet) else None
    if points == 1 and wanted and len(given) > wanted:
        said.append(nmsg("One was enough.", "{n} were enough.", wanted))
    return points, said, hint


def why_wrong(item: Item, card: Card, kind: Kind) -> list[Message]:
    """Say what is behind taking the wrong *card*, and why it is wrong."""
    behind = describe(dict(item.mistakes).get(card, ""), card, item.given.get("key"))
    reason = kind.explain(item, card) if kind.explain else None
    return [*([behind] if behind else []), *([reason] if reason and not _says(behind, reason) else [])]


def why_missing(item: Item, card: Card, kind: Kind) -> list[Message]:
    """Say why *card*, which was left out, is right."""
    return [kind.explain(item, card)] if kind.explain else []


def _says(said: Message | None, reason: Message) -> bool:
    """Whether *said* holds *reason* already."""
    return said is not None and (said == reason or any(value == reason for _, value in said.values))


def _mark_arrangement(item: Item, groups: tuple[Group, ...], hand: tuple[Card, ...], kind: Kind) -> Marked:
    """Mark groups: the cards in valid, disjoint series, of the cards to place; of groups that overlap, the best."""
    held = Counter(hand)
    written = tuple(dict.fromkeys(group for group in groups if group.cards))
    problems = {group: _problems(group, held, item.rules) for group in written}
    laid = _best_disjoint(tuple(group for group in written if not problems[group]), held)
    left = held - Counter(card for group in laid for card in group.cards)
    said: list[Message] = []
    for group in written:
        if Counter(group.cards) - held:
            said += problems[group]
        elif problems[group]:
            said += [msg("Not a series: {cards}.", cards=group.cards), *problems[group]]
            said += _repair(group, in_order(left.elements()), item.rules)
        elif group not in laid:
            said.append(msg("A card lies in one series only: {cards} are laid twice.", cards=_shared(group, laid)))
        elif group.key is None:
            said.append(_name_the_key(group, check_series(group.cards, rules=item.rules).keys))
    if left:
        over = in_order(left.elements())
        said.append(
            nmsg(
                "One card is in no series yet: {cards}.",
                "{n} cards are in no series yet: {cards}.",
                len(over),
                cards=over,
            )
        )
    return Fraction(len(hand) - left.total(), len(hand)), said, kind.hint


def _problems(group: Group, held: Counter[Card], rules: Rules) -> list[Message]:
    """Say everything that keeps *group* from being a series laid from the hand *held*."""
    if absent := Counter(group.cards) - held:
        cards = in_order(absent)
        if any(held[card] for card in cards):
            return [msg("There are not so many of these in the hand: {cards}.", cards=cards)]
        return [msg("Not in the hand: {cards}.", cards=cards)]
    if group.key is not None and not is_prime(group.key):
        return [msg("A key has to be prime: {reason}", reason=why_not_prime(group.key))]
    return list(verdict.messages) if not (verdict := check_series(group.cards, key=group.key, rules=rules)).ok else []


def _best_disjoint(groups: tuple[Group, ...], held: Counter[Card]) -> tuple[Group, ...]:
    """Choose groups that share no card, with as many cards as possible; beyond a dozen, from the first on."""
    if not groups:
        return ()
    first, others = groups[0], groups[1:]
    without = _best_disjoint(others, held) if len(groups) <= MOST_GROUPS_WEIGHED else ()
    if Counter(first.cards) - held:
        return without if len(groups) <= MOST_GROUPS_WEIGHED else _best_disjoint(others, held)
    with_first = (first, *_best_disjoint(others, held - Counter(first.cards)))
    return max(with_first, without, key=lambda chosen: sum(len(group.cards) for group in chosen))


def _shared(group: Group, laid: tuple[Group, ...]) -> tuple[Card, ...]:
    taken = Counter(card for other in laid for card in other.cards)
    return in_order(card for card in group.cards if taken[card])


def _name_the_key(group: Group, keys: tuple[int, ...]) -> Message:
    if len(keys) == 1:
        return msg("{cards} is a series; its key, which you did not name, is {keys}.", cards=group.cards, keys=keys)
    return msg(
        "{cards} is a series; its key, which you did not name, can be any of {keys}.", cards=group.cards, keys=keys
    )


def _repair(group: Group, left: tuple[Card, ...], rules: Rules) -> list[Message]:
    """Find the series nearest to a *group* that is none: another key, a card less, or a card more of those *left*."""
    if keys := check_series(group.cards, rules=rules).keys:
        return [msg("With another key it is a series: {keys}.", keys=keys)]
    for card in group.cards:
        fewer = tuple(other for other in group.cards if other is not card)
        if check_series(fewer, rules=rules).ok:
            return [msg("Without {card} it is a series.", card=card)]
    for card in (other for other in left if other.is_wild or other not in group.cards):
        if check_series((*group.cards, card), rules=rules).ok:
            return [msg("With {card} as well it is a series.", card=card)]
    return []
