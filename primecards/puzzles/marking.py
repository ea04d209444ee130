"""Marking: what a response is worth, and what to say about it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from primecards.messages import Message, msg, nmsg
from primecards.puzzles.item import Item, Kind
from primecards.puzzles.mistakes import describe
from primecards.puzzles.responses import CardSet, Group, Value, read_response, value_to_json
from primecards.rules.cards import WILD, Card, in_order
from primecards.rules.numbers import is_prime, why_not_prime
from primecards.rules.series import check_series


@dataclass(frozen=True, slots=True)
class Mark:
    """The *points* of a response, 0..1, and what to tell the pupil.

    `feedback` says all that is wrong and right, with reasons; `hint` only the next step. `read` is the response as it was
    understood, None for a blank one.
    """

    points: Fraction
    read: Value | None
    messages: tuple[Message, ...]
    hint_message: Message
    language: str = "en"

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
            "read": value_to_json(self.read),
        }


CORRECT = msg("Correct.")
ALMOST = msg("Almost.")
TRY_AGAIN = msg("Try again.")


def mark_item(item: Item, response: object, kind: Kind) -> Mark:
    """Mark *response*, text or JSON, to *item* of *kind*; see `primecards.mark`."""
    reading = read_response(item.response, response, item.language)
    value = reading.value
    nothing_is_right = item.answer.sample == () and isinstance(item.response, CardSet)
    if value is None and not nothing_is_right:
        return Mark(Fraction(0), None, (msg("Not answered."),), kind.hint, item.language)
    match item.response.form:
        case "cards":
            points, said, hint = _mark_cards(item, value or (), kind)
        case "arrangement":
            points, said, hint = _mark_arrangement(item, value or (), kind)
        case "blanks":
            points, said, hint = _mark_blanks(item, value or (), kind)
        case _:
            points, said, hint = _mark_choice(item, value, kind)
    opening = CORRECT if points == 1 else ALMOST if points >= Fraction(1, 2) else TRY_AGAIN
    return Mark(points, value, (opening, *said, *reading.notes), hint, item.language)


def _mark_cards(item: Item, value: Value, kind: Kind) -> tuple[Fraction, list[Message], Message]:
    """Mark a set of cards: (hits - false) / cards wanted, for the right response nearest to it."""
    given = {card for card in value if isinstance(card, Card)}
    rights = [{card for card in right if isinstance(card, Card)} for right in item.answer.all or (item.answer.sample,)]
    nearest = max(rights, key=lambda right: len(right & given))
    false = in_order(given.difference(*rights))
    missing = in_order(nearest - given)
    if nearest:
        points = max(Fraction(0), Fraction(len(nearest & given) - len(false), len(nearest)))
    else:
        points = Fraction(0 if given else 1)
    offered = item.response.choose_from if isinstance(item.response, CardSet) else None
    mistakes = dict(item.mistakes)
    said = []
    for card in false:
        if offered is not None and card not in offered:
            said.append(msg("{card} is not among the cards to choose from.", card=card))
            continue
        behind = describe(mistakes.get(card, ""), card, item.given.get("key"))
        said += [message for message in (behind, kind.explain(item, card)) if message]
    said += [kind.explain(item, card) for card in missing]
    if false:
        hint = msg("Look again at {cards}. {hint}", cards=false, hint=kind.hint)
    elif missing:
        hint = nmsg("One card is still to be found. {hint}", "{n} cards are still to be found. {hint}", len(missing), hint=kind.hint)
    else:
        hint = CORRECT
    return points, list(dict.fromkeys(said)), hint


def _mark_arrangement(item: Item, value: Value, kind: Kind) -> tuple[Fraction, list[Message], Message]:
    """Mark groups: the cards in valid, disjoint series, of the cards to place."""
    left = list(item.response.cards) if isinstance(item.response, ArrangementResponse) else []
    total = len(left)
    said: list[Message] = []
    wrong: list[Group] = []
    for group in value:
        if not isinstance(group, Group):
            continue
        problems = _take_from_hand(group, left, item)
        if not problems and (verdict := _verdict(group, item.rules)) is not None:
            if verdict.ok and group.key is None:
                said.append(msg("{cards} is a series; name its key too: {keys}.", cards=group.cards, keys=verdict.keys))
            problems = list(verdict.messages) if not verdict.ok else []
        elif not problems:
            problems = [msg("The key of a series is a prime number."), why_not_prime(group.key or 1)]
        if problems:
            wrong.append(group)
            said += [msg("{cards}: this is not a series.", cards=group.cards), *problems]
            said += _repair(group, item, tuple(left))
    placed = total - len(left) - sum(len(group.cards) for group in wrong if group in wrong)
    return Fraction(0), said, kind.hint
