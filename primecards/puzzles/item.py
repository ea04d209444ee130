"""One exercise and its parts, as frozen values, and its public JSON form (format 1, `item-schema.json`)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any

from primecards.errors import UnreadableError
from primecards.messages import Formula, Message, literal, msg
from primecards.puzzles.exhibits import Exhibit, exhibit_from_dict, exhibit_to_dict
from primecards.puzzles.responses import (
    ResponseForm,
    Value,
    form_from_dict,
    form_to_dict,
    value_from_json,
    value_to_json,
)
from primecards.rules.cards import Card, cards_from_json, cards_to_json
from primecards.rules.ruleset import BASIC, Rules

if TYPE_CHECKING:
    from primecards.game.state import GameState

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
    """How hard an item is: a *score* for the thought it takes, the *steps* of deduction, and what can be measured.

    *cards* are the numbers to look at, *sieve* the divisions that tell which are prime, *decoys* the tempting mistakes
    on offer, *keys* the keys that a card may belong to, on average and rounded.
    """

    score: float
    steps: tuple[str, ...] = ()
    cards: int = 0
    sieve: int = 0
    decoys: int = 0
    keys: int = 0


@dataclass(frozen=True, slots=True)
class Aids:
    """Help for pupils who do not know the primes yet: red corners with a second mark, or the list of primes."""

    primes_marked: bool = False
    primes_list: bool = False


@dataclass(frozen=True, slots=True)
class FromGame:
    """The played game an item is a position of: the code of the *game*, the *turn* (round), and the events before."""

    game: str
    turn: int
    event: int


@dataclass(frozen=True, slots=True)
class Item:
    """One exercise: what is shown and asked, every right answer, and why.

    `id`, such as "find-key.3#k7f2q9", names the kind, level, least series if it is not 3, and seed: all that rebuilds
    the item. `mistakes` pairs a wrong card or option value with the misconception that leads to it. `from_game` tells
    the teacher of which played game the item is a position, if it is one.
    """

    question: Message
    given: dict[str, Any] = field(hash=False)
    exhibits: tuple[Exhibit, ...]
    response: ResponseForm
    answer: Answer
    solution: tuple[Step, ...]
    difficulty: Difficulty
    mistakes: tuple[tuple[Any, str], ...] = field(default=(), hash=False)
    aids: Aids = Aids()
    points: int = 1
    id: str = ""
    kind: str = ""
    level: int = 1
    seed: str = ""
    language: str = "en"
    rules: Rules = BASIC
    from_game: FromGame | None = None

    @property
    def stem(self) -> str:
        """The question, in the item's language."""
        return self.question.text(self.language)

    @property
    def asks(self) -> str:
        """What the item asks, whatever the order of cards or options: equal for two items that ask the same thing."""
        return asks(self.kind, self.rules, self.given)

    def in_language(self, language: str) -> Item:
        """Return the same item, told in *language*."""
        return replace(self, language=language)

    def to_dict(self, *, answers: bool = True) -> dict[str, Any]:
        """Write the item as JSON (`item-schema.json`); without *answers*, a pupil's copy with no trace of them."""
        data: dict[str, Any] = {
            "format": FORMAT,
            "id": self.id,
            "kind": self.kind,
            "level": self.level,
            "seed": self.seed,
            "language": self.language,
            "rules": {"min_series": self.rules.min_series},
            "stem": self.stem,
            "given": deepcopy(self.given),
            "exhibits": [exhibit_to_dict(exhibit) for exhibit in self.exhibits],
            "aids": {"primes_marked": self.aids.primes_marked, "primes_list": self.aids.primes_list},
            "response": form_to_dict(self.response, self.language),
            "points": self.points,
        }
        if answers:
            right = self.answer.all
            data["answer"] = {
                "all": None if right is None else [value_to_json(value) for value in right],
                "count": self.answer.count,
                "sample": value_to_json(self.answer.sample),
            }
            data["mistakes"] = [
                {"value": cards_to_json((value,))[0] if isinstance(value, Card) else value, "mistake": mistake}
                for value, mistake in self.mistakes
            ]
            data["solution"] = [
                {"text": step.message.text(self.language), "cards": cards_to_json(step.cards)} for step in self.solution
            ]
            data["difficulty"] = {
                "level": self.level,
                **{name: getattr(self.difficulty, name) for name in ("score", "cards", "sieve", "decoys", "keys")},
                "steps": list(self.difficulty.steps),
            }
            if self.from_game is not None:
                data["from_game"] = asdict(self.from_game)
        return data

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Item:
        """Read back what `to_dict` wrote, answers included; its texts stay as they were written.

        Raises UnreadableError for another format, a pupil's copy, or data that is no item.
        """
        try:
            if data["format"] != FORMAT:
                raise UnreadableError(
                    msg(
                        "The item is written in format {given}; this version of primecards reads format {known}.",
                        given=str(data["format"])[:20],
                        known=FORMAT,
                    )
                )
            if "answer" not in data:
                raise UnreadableError(
                    msg(
                        "This is a pupil's copy, without answers: rebuild the item from its id, {id}.",
                        id=Formula(data["id"]),
                    )
                )
            return _item_from(data)
        except (KeyError, TypeError, AttributeError, IndexError) as error:
            raise UnreadableError(msg("This is not an item: {problem}.", problem=repr(error)[:60])) from None


def _unordered(value: Any) -> Any:
    """Put every list of *value* in one order, so that order makes no difference."""
    if isinstance(value, dict):
        return {name: _unordered(part) for name, part in value.items()}
    return sorted(map(_unordered, value), key=json.dumps) if isinstance(value, list) else value


def _item_from(data: dict[str, Any]) -> Item:
    form = form_from_dict(data["response"], data["mistakes"])
    cards = form.form != "choice"
    mistakes = tuple(
        (cards_from_json([m["value"]])[0] if cards else m["value"], m["mistake"]) for m in data["mistakes"]
    )
    answer = data["answer"]
    right = None if answer["all"] is None else tuple(value_from_json(form, value) for value in answer["all"])
    return Item(
        question=literal(data["stem"]),
        given=data["given"],
        exhibits=tuple(exhibit_from_dict(exhibit) for exhibit in data["exhibits"]),
        response=form,
        answer=Answer(right, answer["count"], value_from_json(form, answer["sample"])),
        solution=tuple(Step(literal(step["text"]), cards_from_json(step["cards"])) for step in data["solution"]),
        difficulty=_difficulty_from(data["difficulty"]),
        mistakes=mistakes,
        aids=Aids(data["aids"]["primes_marked"], data["aids"]["primes_list"]),
        points=data["points"],
        id=data["id"],
        kind=data["kind"],
        level=data["level"],
        seed=data["seed"],
        language=data["language"],
        rules=replace(BASIC, min_series=data["rules"]["min_series"]),
        from_game=FromGame(**data["from_game"]) if "from_game" in data else None,
    )


def _difficulty_from(data: dict[str, Any]) -> Difficulty:
    steps = tuple(data["steps"])
    return Difficulty(data["score"], steps, data["cards"], data["sieve"], data["decoys"], data["keys"])


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of puzzle: what its file exports as KIND.

    `make` builds an item of a level and proves it. `levels` says in a phrase what each level is, `hint` the first step
    of the thought, without the answer, and `strand` which part of the curriculum it serves (`curriculum.STRANDS`).
    `asks_primes` says that which numbers are prime is (part of) what is asked: help given elsewhere would tell.

    What a kind does not need is None. `explain` says why a card is right or wrong in an item; `review` what is wrong
    with a response, sentence by sentence, and which misconception each shows, if it is one; `score` gives points
    0..1 where the kind has marks of its own; `space` lists what the items of a level can ask (`asks`) where that can
    run out; `oracle` lists, from `given` and the least series, every right response as JSON, by the plain rules of
    `oracle.py` alone; `from_position` makes an item of a position of a played game and proves it to be of the level, or
    returns None where it is not.
    """

    name: str
    title: Message
    teaches: Message
    levels: tuple[Message, ...]
    hint: Message
    make: Callable[[Random, int, Rules], Item]
    strand: str = "series"
    asks_primes: bool = False
    explain: Callable[[Item, Card], Message] | None = None
    review: Callable[[Item, Any], Iterator[tuple[Message, str | None]]] | None = None
    score: Callable[[Item, Any], Fraction] | None = None
    space: Callable[[int, Rules], frozenset[str] | None] | None = None
    oracle: Callable[[dict[str, Any], int], list[Any]] | None = None
    from_position: Callable[[Random, GameState, int, Rules], Item | None] | None = None
    page_rule: str = ""


def asks(kind: str, rules: Rules, given: dict[str, Any]) -> str:
    """Name what an item of *kind* with *given* asks, whatever the order of its cards or options."""
    return json.dumps([kind, rules.min_series, _unordered(given)], sort_keys=True)


def spec_name(kind: str, level: int, rules: Rules = BASIC) -> str:
    """Name a kind at a level, with the least series if it is not 3: "find-key.3", "find-key.3m4"."""
    return f"{kind}.{level}" if rules.min_series == BASIC.min_series else f"{kind}.{level}m{rules.min_series}"
