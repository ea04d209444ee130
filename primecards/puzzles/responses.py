"""The forms of response: a small closed set, and reading what pupils write in each.

The value of a response is an option's id (choice), a tuple of cards in order (cards), a tuple of numbers and None (blanks) or
a tuple of groups (arrangement).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from primecards.messages import Message
from primecards.rules.cards import Card


@dataclass(frozen=True, slots=True)
class Option:
    """A choice on offer: its *id* a..e, its language-free *value*, its text, and the mistake that leads a pupil to it."""

    id: str
    value: str
    text: Message
    mistake: str | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """A series as a pupil gives it: the *cards*, and the *key* if one was named."""

    key: int | None
    cards: tuple[Card, ...]


Value: TypeAlias = "str | tuple[Card, ...] | tuple[int | None, ...] | tuple[Group, ...]"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of two to five labelled options."""

    options: tuple[Option, ...]
    form: str = "choice"


@dataclass(frozen=True, slots=True)
class CardSet:
    """A set of cards: chosen from *choose_from*, or written freely when that is None; *how_many* if the question says so."""

    choose_from: tuple[Card, ...] | None = None
    how_many: int | None = None
    form: str = "cards"


@dataclass(frozen=True, slots=True)
class Blanks:
    """Whole numbers in order, one to a label."""

    labels: tuple[Message, ...]
    form: str = "blanks"


@dataclass(frozen=True, slots=True)
class ArrangementResponse:
    """Groups of the *cards*, each with its key; room is drawn for *groups* of them."""

    cards: tuple[Card, ...]
    groups: int
    form: str = "arrangement"


ResponseForm: TypeAlias = Choice | CardSet | Blanks | ArrangementResponse
