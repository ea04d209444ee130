"""What is asked for: specs such as "find-key.3x6", and the code of a sheet, which rebuilds it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeAlias

from primecards.errors import OutOfRangeError, UnknownNameError, UnreadableError
from primecards.game.codes import read_position
from primecards.messages import Formula, Message, msg
from primecards.puzzles.item import LEVELS, spec_name
from primecards.puzzles.registry import (
    MOST_MIN_SERIES,
    check_seed,
    find_kind,
    fresh_seed,
    of_this_format,
    read_spec_name,
)
from primecards.rules.cards import without_marks
from primecards.rules.ruleset import BASIC, Rules, allowed_range

MOST_EXERCISES = 300
MOST_SHEET_SEED = 30  # its items have a number after it
ORDERS = ("block", "interleave")
EXAMPLES = ("none", "worked", "faded")
EXAMPLES_FROM = ("generator", "games")
_WORDS = {"order": ORDERS, "examples": EXAMPLES, "examples_from": EXAMPLES_FROM}
FORMS = "ABCD"
EMPTY = '""'
EXAMPLE_SPEC = Formula("find-key.3x6")
EXAMPLE_CODE = Formula("find-key.3x6+fits-key.2x4#k7f2q9")


@dataclass(frozen=True, slots=True)
class Spec:
    """So many exercises (*count*, 1..300) of a *kind* at a *level*, under *rules* of which the least series counts."""

    kind: str
    level: int
    count: int = 1
    rules: Rules = BASIC

    def __post_init__(self) -> None:
        """Refuse what no sheet can hold as soon as it is asked for."""
        find_kind(self.kind)
        _require_in("level", self.level, LEVELS[0], LEVELS[-1])
        _require_in("count", self.count, 1, MOST_EXERCISES)
        _require_in("min_series", self.rules.min_series, BASIC.min_series, MOST_MIN_SERIES)

    def __str__(self) -> str:
        return f"{spec_name(self.kind, self.level, self.rules)}x{self.count}"

    @property
    def drawn_from(self) -> tuple[str, int, int]:
        """What names the exercises to draw from: specs that differ only in their count share them."""
        return self.kind, self.level, self.rules.min_series

    @property
    def space(self) -> frozenset[str] | None:
        """All that exercises like these can ask, where that is so little that it can run out."""
        return _space(self.kind, self.level, self.rules)


@lru_cache(maxsize=64)
def _space(kind: str, level: int, rules: Rules) -> frozenset[str] | None:
    space = find_kind(kind).space
    return None if space is None else space(level, rules)


SpecLike: TypeAlias = "Spec | str | tuple[str, int] | tuple[str, int, int]"


def _require_in(name: str | Message, value: object, least: int, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise OutOfRangeError(allowed_range(name, value, least, most))


def read_spec(text: str) -> Spec:
    """Read "KIND.LEVELxCOUNT", such as "find-key.3x6"; "m4" after the level asks for series of at least 4.

    >>> read_spec("find-key.3x6"), str(read_spec("arrange-hand.2m4"))
    (Spec(kind='find-key', level=3, count=6, ...), 'arrange-hand.2m4x1')
    """
    match = re.fullmatch(r"([^.\s]+)\.(-?[\d.]+)(m\d+)?(?:[x×](-?[\d.]+))?", text.strip())
    if not match:
        raise UnreadableError(
            msg(
                "{text} is not an exercise spec KIND.LEVELxCOUNT, such as {example}.",
                text=text[:60] or EMPTY,
                example=EXAMPLE_SPEC,
            )
        )
    kind, level, min_series, count = match.groups()
    find_kind(kind)
    _, _, least = read_spec_name(f"{kind}.1{min_series or ''}")
    if least < BASIC.min_series:
        raise OutOfRangeError(allowed_range("min_series", least, BASIC.min_series, MOST_MIN_SERIES))
    return Spec(kind, _number("level", level), _number("count", count or "1"), replace(BASIC, min_series=least))


def _number(name: str, text: str) -> int:
    ends = (1, MOST_EXERCISES) if name == "count" else (LEVELS[0], LEVELS[-1])
    if not re.fullmatch(r"-?\d{1,9}", text):
        raise OutOfRangeError(allowed_range(name, text[:20], *ends))
    return int(text)


def to_specs(specs: Iterable[SpecLike]) -> tuple[Spec, ...]:
    """Read specs as text, tuples (kind, level[, count]) or `Spec`; refuse none at all, or more than a sheet holds."""
    read = tuple(map(_to_spec, specs))
    _require_in(msg("the number of exercises"), sum(spec.count for spec in read), 1, MOST_EXERCISES)
    return read


def _to_spec(spec: Any) -> Spec:
    match spec:
        case Spec():
            return spec
        case str():
            return read_spec(spec)
        case (str(kind), level) | [str(kind), level]:
            return Spec(kind, level)
        case (str(kind), level, count) | [str(kind), level, count]:
            return Spec(kind, level, count)
    raise UnreadableError(
        msg(
            "{text} is not an exercise spec KIND.LEVELxCOUNT, such as {example}.",
            text=repr(spec)[:60],
            example=EXAMPLE_SPEC,
        )
    )


@dataclass(frozen=True, slots=True)
class Code:
    """All that decides which exercises a sheet has and in which order; `str` writes it, `read_code` reads it.

    A sheet may be one of up to four parallel *forms*, A to D: *form* counts from 0.
    """

    specs: tuple[Spec, ...]
    seed: str
    order: str = "block"
    examples: str = "none"
    form: int = 0
    forms: int = 1
    examples_from: str = "generator"

    def __post_init__(self) -> None:
        """Refuse a seed, an order or examples that there are not."""
        check_seed(self.seed, MOST_SHEET_SEED)
        _require_in("forms", self.forms, 1, len(FORMS))
        _require_in("form", self.form + 1, 1, self.forms)
        if read_position(f"{self.seed}.1") is not None:
            raise UnreadableError(
                msg("The seed {seed} names a position of a game, and a sheet needs another.", seed=Formula(self.seed))
            )
        for name, value, allowed in (
            ("order", self.order, ORDERS),
            ("examples", self.examples, EXAMPLES),
            ("examples_from", self.examples_from, EXAMPLES_FROM),
        ):
            if value not in allowed:
                names = Formula(", ".join(allowed))
                raise UnknownNameError(
                    msg("{name} is one of {names}, not {value}.", name=name, names=names, value=str(value)[:20])
                )

    def in_forms(self, forms: int) -> tuple[Code, ...]:
        """Return the codes of so many parallel forms; of one, this code."""
        return (self,) if forms == 1 else tuple(replace(self, form=form, forms=forms) for form in range(forms))

    def __str__(self) -> str:
        options = [self.order] if self.order != "block" else []
        options += [self.examples] if self.examples != "none" else []
        options += [self.examples_from] if self.examples_from != "generator" else []
        options += [f"form-{FORMS[self.form].lower()}{self.forms}"] if self.forms > 1 else []
        return f"{'+'.join([*map(str, self.specs), *options])}#{self.seed}"


def read_code(text: str) -> Code:
    """Read a sheet's code, such as "find-key.3x6+fits-key.2x4#k7f2q9".

    >>> str(read_code("find-key.3x6+interleave+worked#k7f2q9"))
    'find-key.3x6+interleave+worked#k7f2q9'
    """
    asked, mark, seed = of_this_format(without_marks(text).strip()).partition("#")
    if not mark:
        raise UnreadableError(
            msg("{text} is not a sheet's code, such as {example}.", text=text[:60] or EMPTY, example=EXAMPLE_CODE)
        )
    return code_of([asked], seed=seed)


def code_of(
    asked: Iterable[SpecLike],
    *,
    seed: str | int | None = None,
    order: str | None = None,
    examples: str | None = None,
    examples_from: str | None = None,
) -> Code:
    """Put together what is *asked*: specs, several of them joined by "+", or one whole code.

    *order*, *examples* and *examples_from* overrule those of a code; examples from games are worked ones unless it is
    said how they are shown; a fresh *seed* is drawn where none is given. Raises
    UnreadableError, UnknownNameError or OutOfRangeError for what cannot be asked.
    """
    parts: list[SpecLike] = []
    named: dict[str, str] = {}
    form = (0, 1)
    if not isinstance(asked, Iterable):
        asked = (asked,)
    for spec in (asked,) if isinstance(asked, str) else asked:
        if not isinstance(spec, str):
            parts.append(spec)
            continue
        text, mark, own_seed = of_this_format(without_marks(spec).strip()).partition("#")
        if mark and seed is not None:
            raise UnreadableError(msg("{code} holds its seed already: give no other.", code=Formula(spec[:60])))
        seed = own_seed if mark else seed
        for part in text.split("+"):
            name = next((name for name, words in _WORDS.items() if part in words), None)
            if name:
                named[name] = part
            elif one_of := re.fullmatch(r"form-([a-d])([2-4])", part):
                form = (FORMS.index(one_of[1].upper()), int(one_of[2]))
            else:
                parts.append(part)
    source = examples_from or named.get("examples_from", EXAMPLES_FROM[0])
    return Code(
        to_specs(parts),
        fresh_seed() if seed is None else check_seed(seed, MOST_SHEET_SEED),
        order or named.get("order", ORDERS[0]),
        examples or named.get("examples", EXAMPLES[source == "games"]),
        *form,
        source,
    )
