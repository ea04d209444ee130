"""The way in: which kinds there are, an item by its name, and the mark of a response."""

from __future__ import annotations

import re
import secrets
from dataclasses import replace
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from primecards import chance
from primecards.chance import random_for
from primecards.errors import OutOfRangeError, UnknownNameError, UnreadableError
from primecards.game.codes import read_position
from primecards.languages import require_language
from primecards.messages import Formula, msg
from primecards.puzzles import kinds
from primecards.puzzles.difficulty import measured
from primecards.puzzles.from_games import item_of_position
from primecards.puzzles.item import FORMAT, LEVELS, Item, Kind, spec_name
from primecards.puzzles.marking import Mark, leave_out, mark_item
from primecards.rules.cards import without_marks
from primecards.rules.ruleset import BASIC, Rules, allowed_range

MOST_MIN_SERIES = 6
MOST_SEED = 40
# A fresh seed is read aloud and typed: no letters or digits that are taken for each other.
_SEED_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


_FOUND: dict[str, Kind] = {}


def puzzle_kinds() -> MappingProxyType[str, Kind]:
    """Return the kinds of puzzle by name, in alphabetical order: every module in `kinds/` is one.

    >>> "find-key" in puzzle_kinds()
    True
    """
    names = sorted(module.name for module in iter_modules(kinds.__path__))
    found: list[Kind] = [import_module(f"{kinds.__name__}.{name}").KIND for name in names]
    return MappingProxyType({kind.name: kind for kind in found})


def _known() -> dict[str, Kind]:
    """Return the kinds by name, looked for once: to look through the folder takes longer than to make an item."""
    if not _FOUND:
        _FOUND.update(puzzle_kinds())
    return _FOUND


def find_kind(name: str) -> Kind:
    """Return the kind called *name*, or raise UnknownNameError saying which there are."""
    known = _known()
    if not isinstance(name, str) or name not in known:
        known.update(puzzle_kinds())
    if not isinstance(name, str) or name not in known:
        raise UnknownNameError(
            msg("There is no kind {name}; there are {names}.", name=str(name)[:30], names=Formula(", ".join(known)))
        )
    return known[name]


def asks_primes(item: Item) -> bool:
    """Say whether which numbers are prime is part of what *item* asks; an item of no known kind asks something else."""
    kind = _known().get(item.kind)
    return kind is not None and kind.asks_primes


def make_item(
    kind: str,
    *,
    level: int = 1,
    seed: str | int | None = None,
    rules: Rules = BASIC,
    language: str = "en",
) -> Item:
    """Make the item of *kind* and *level* (1..5) that belongs to *seed*: always the same one, on every machine.

    Without a seed a fresh one is drawn. Only `min_series` of *rules* matters (3..6). Raises UnknownNameError for a kind
    or language that is not there, OutOfRangeError for a level or series length, UnreadableError for a seed that is not
    letters, digits, dots, - and _. A seed such as "game.k7f2q9.12" names a position of a played game (`from_games`).

    >>> make_item("find-key", level=3, seed="k7f2q9").id
    'find-key.3#k7f2q9'
    """
    found = find_kind(kind)
    if isinstance(level, bool) or not isinstance(level, int) or level not in LEVELS:
        raise OutOfRangeError(allowed_range("level", level, LEVELS[0], LEVELS[-1]))
    if rules.min_series > MOST_MIN_SERIES:
        raise OutOfRangeError(allowed_range("min_series", rules.min_series, BASIC.min_series, MOST_MIN_SERIES))
    seed = fresh_seed() if seed is None else check_seed(seed)
    name = spec_name(kind, level, rules)
    require_language(language)
    rng, rules = random_for(FORMAT, name, seed), replace(BASIC, min_series=rules.min_series)
    position = read_position(seed)
    item = found.make(rng, level, rules) if position is None else item_of_position(found, rng, position, level, rules)
    if item is None:
        raise OutOfRangeError(
            msg("The position {position} makes no {name}.", position=Formula(seed), name=Formula(name))
        )
    return replace(
        item,
        id=f"{name}#{seed}",
        kind=kind,
        level=level,
        seed=seed,
        language=language,
        difficulty=measured(item),
    )


def item_from_id(item_id: str, language: str = "en") -> Item:
    """Rebuild the item whose `id` is *item_id*, such as "find-key.3#k7f2q9".

    An id of another format than this library's ends in its number, "~2". Raises UnreadableError for one of those, or
    for text that is no id, and as `make_item` does.
    """
    name, mark, seed = of_this_format(without_marks(item_id).strip()).partition("#")
    if not mark:
        raise UnreadableError(
            msg("{text} is not an item id, such as {example}.", text=item_id[:40] or '""', example=EXAMPLE_ID)
        )
    kind, level, min_series = read_spec_name(name)
    return make_item(kind, level=level, seed=seed, rules=replace(BASIC, min_series=min_series), language=language)


EXAMPLE_ID = Formula("find-key.3#k7f2q9")


def of_this_format(name: str) -> str:
    """Return the id or code *name* without the number of its format, or raise UnreadableError if it is of another."""
    plain, version, number = name.rpartition("~")
    if not version or number == str(FORMAT):
        return plain or name
    raise UnreadableError(
        msg(
            "{name} is written in format {given}: it needs a version of primecards that reads it; this one reads "
            "format {known}.",
            name=Formula(name[:60]),
            given=number.partition("#")[0][:20],
            known=FORMAT,
        )
    )


def read_spec_name(name: str) -> tuple[str, int, int]:
    """Read the name of a kind at a level, "find-key.3" or "find-key.3m4", as kind, level and least series."""
    match = re.fullmatch(r"([a-z][a-z-]*)\.(\d{1,3})(?:m(\d{1,3}))?", name)
    if not match:
        raise UnreadableError(
            msg(
                "{text} does not name a kind and a level, such as {example}.",
                text=name[:40],
                example=Formula("find-key.3"),
            )
        )
    kind, level, min_series = match.groups()
    return kind, int(level), int(min_series or BASIC.min_series)


def mark(item: Item | str, response: object) -> Mark:
    """Mark *response* to *item*, an item or its id: points 0..1 as an exact fraction, and feedback.

    A response is text as people write it, or the JSON of the item's form. Raises UnreadableError for a response that
    cannot be read (it says what was read and what was not).

    >>> mark(make_item("find-key", level=1, seed="k7f2q9"), "no idea")
    Traceback (most recent call last):
    ...
    primecards.errors.UnreadableError: Not read: no, idea. Write cards as numbers 1–99, and w for a wild card.
    """
    found = item_from_id(item) if isinstance(item, str) else item
    if not isinstance(found, Item):
        raise UnreadableError(msg("{value} is no item, nor the id of one.", value=repr(item)[:40]))
    return mark_item(found, response, find_kind(found.kind))


def not_answered(item: Item) -> Mark:
    """Mark *item* as left out: no points, whatever is right."""
    return leave_out(item, find_kind(item.kind))


def fresh_seed() -> str:
    """Draw a seed of six letters and digits that are not mistaken for each other."""
    return "".join(secrets.choice(_SEED_LETTERS) for _ in range(6))


def check_seed(seed: str | int, most: int = MOST_SEED) -> str:
    """Return *seed* as text, or raise UnreadableError saying what a seed is made of."""
    return chance.check_seed(seed, most)
