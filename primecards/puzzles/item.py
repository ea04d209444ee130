"""One exercise and its parts, as frozen values, and its public JSON form (format 1, `item-schema.json`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random
from typing import Any

from primecards.errors import UnreadableError
from primecards.messages import Message, literal, msg
from primecards.puzzles.exhibits import Exhibit, cards_from_json, cards_to_json, exhibit_from_dict, exhibit_to_dict
from primecards.puzzles.responses import ResponseForm, Value, form_from_dict
from primecards.rules.cards import Card
from primecards.rules.ruleset import BASIC, Rules

FORMAT = 1
LEVELS = (1, 2, 3, 4, 5)
MOST_ANSWERS_LISTED = 200


@dataclass(frozen=True, slots=True)
class Step:
    """A line of a worked solution and the cards it speaks of."""

    message: Message
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """Every right response: all of them when there are at most 200, else None; always how many, and one of them."""

    all: tuple[Value, ...] | None
    count: int
    sample: Value

    @classmethod
    def of(cls, *right: Value) -> Answer:
        """Make the answer whose right responses are exactly *right*."""
        return cls(right, len(right), right[0])


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard an item is: the *steps* of deduction it needs and a *score* that adds up what makes it harder."""

    score: float
    steps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Aids:
    """What helps a pupil who does not know the primes yet: red corners with a diamond, or the list of primes."""

    primes_marked: bool = False
    primes_list: bool = False


@dataclass(frozen=True, slots=True)
class Item:
    """One exercise: what is shown and asked, every right answer, and why.

    `seed` names the item within its kind, level and rules; `id` is all four, and rebuilds it. `mistakes` pairs a wrong
    card or option with the misconception that leads to it. Points are 1 unless a sheet says otherwise.
    """

    question: Message
    given: dict[str, Any] = field(hash=False)
    exhibits: tuple[Exhibit, ...]
    response: ResponseForm
    answer: Answer
    solution: tuple[Step, ...]
    mistakes: tuple[tuple[Value, str], ...] = ()
    aids: Aids = Aids()
    difficulty: Difficulty = Difficulty(0)
    points: int = 1
    kind: str = ""
    level: int = 1
    seed: str = ""
    language: str = "en"
    rules: Rules = BASIC

    @property
    def id(self) -> str:
        """The item's name, from which `make_item` rebuilds it."""
        return f"{spec_name(self.kind, self.level, self.rules)}#{self.seed}"

    @property
    def stem(self) -> str:
        """The question, in the item's language."""
        return self.question.text(self.language)

    def in_language(self, language: str) -> Item:
        """Return the same item, to be told in *language*."""
        return replace(self, language=language)
