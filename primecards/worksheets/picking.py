"""Picking the exercises of a sheet: all different, in an order, with examples, and alike from form to form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count

from primecards.errors import NotEnoughItemsError
from primecards.messages import Formula, Message, msg
from primecards.puzzles.from_games import seeds_from_games
from primecards.puzzles.item import Item, spec_name
from primecards.puzzles.registry import find_kind, make_item
from primecards.puzzles.responses import Choice
from primecards.worksheets.spec import Code, Spec

# A space that runs out is known (`Kind.space`); where none is, so many vain tries mean that something is wrong.
MOST_TRIES = 20_000
# So many tries are spent on spreading the right options of a sheet over their places: pupils see a pattern.
MOST_FOR_EVEN_PLACES = 30
LEAD = 1  # a place may have so many more right options than the one with the fewest


class Picker:
    """Draws the items of one sheet, in all its forms, from streams that the sheet's seed names."""

    def __init__(self, code: Code, language: str) -> None:
        """Begin with nothing asked yet."""
        self.code = code
        self.language = language
        self.asked: set[str] = set()

    def exercises(self) -> list[list[Item]]:
        """Draw the exercises, spec by spec; of parallel forms, those of this form."""
        self._refuse_too_many()
        streams: dict[tuple[str, int, int], Iterator[Item]] = {}
        drawn: dict[int, list[Item]] = {}
        # What can run out is drawn first, so that a larger space does not take it away.
        for place in sorted(range(len(self.code.specs)), key=lambda place: _space_size(self.code.specs[place])):
            spec = self.code.specs[place]
            stream = streams.setdefault(spec.drawn_from, self._stream(spec))
            drawn[place] = [next(stream) for _ in range(spec.count)]
        return [drawn[place] for place in range(len(drawn))]

    def examples(self, spec: Spec) -> Iterator[Item]:
        """Draw examples of *spec*, different from every exercise; if asked, from played games while these have any."""
        if self.code.examples_from == "games":
            yield from self._from_games(spec)
        yield from self._different(spec, "e")

    def _from_games(self, spec: Spec) -> Iterator[Item]:
        for seed in seeds_from_games(find_kind(spec.kind), spec.level, spec.rules, self.code.seed):
            item = make_item(spec.kind, level=spec.level, seed=seed, rules=spec.rules, language=self.language)
            if item.asks not in self.asked:
                self.asked.add(item.asks)
                yield item

    def _stream(self, spec: Spec) -> Iterator[Item]:
        """Draw item after item; of parallel forms, one of as many items of equal difficulty."""
        if self.code.forms == 1:
            yield from self._different(spec, "")
            return
        alike: dict[object, list[Item]] = {}
        complete = 0
        try:
            for item in self._different(spec, ""):
                same = alike.setdefault(item.difficulty, [])
                same.append(item)
                if len(same) == self.code.forms:
                    complete += 1
                    yield same[self.code.form]
                    same.clear()
        except NotEnoughItemsError:
            raise NotEnoughItemsError(
                msg(
                    "In {forms} forms of equal difficulty there are no more than {available} different exercises of "
                    "{spec} in each.",
                    forms=self.code.forms,
                    available=complete,
                    spec=_name(spec),
                )
            ) from None

    def _different(self, spec: Spec, stream: str) -> Iterator[Item]:
        """Draw items that ask what was not asked yet.

        The n-th try has the seed "SEED.n", so that a further exercise leaves the earlier ones as they were.
        """
        drawn = vain = 0
        space = spec.space
        places: Counter[str] = Counter()
        for number in count(1):
            seed = f"{self.code.seed}.{stream}{number}"
            item = make_item(spec.kind, level=spec.level, seed=seed, rules=spec.rules, language=self.language)
            if item.asks not in self.asked and (vain > MOST_FOR_EVEN_PLACES or _is_even(item, places)):
                self.asked.add(item.asks)
                drawn, vain = drawn + 1, 0
                yield item
            vain += 1
            if space is not None and space <= self.asked and stream:
                raise NotEnoughItemsError(_no_example(spec, len(space)))
            if vain > MOST_TRIES or (space is not None and space <= self.asked):
                raise NotEnoughItemsError(_too_many(_name(spec), drawn))

    def _refuse_too_many(self) -> None:
        """Refuse at once more exercises than exist, where that is known; of equal forms, only drawing tells."""
        if self.code.forms > 1:
            return
        spaces: dict[str, list[frozenset[str]]] = {}
        wanted: dict[str, int] = {}
        for spec in self.code.specs:
            space = spec.space
            if space is None:
                continue
            if spec.count > len(space):
                raise NotEnoughItemsError(_too_many(_name(spec), len(space)))
            spaces.setdefault(spec.kind, []).append(space)
            wanted[spec.kind] = wanted.get(spec.kind, 0) + spec.count
            together = frozenset().union(*spaces[spec.kind])
            if wanted[spec.kind] > len(together):
                raise NotEnoughItemsError(_too_many(Formula(spec.kind), len(together)))


def _is_even(item: Item, places: Counter[str]) -> bool:
    """Say whether the right option of *item* stands where few of the others do, and if so count it among *places*."""
    if not isinstance(item.response, Choice):
        return True
    right = str(item.answer.sample)
    if places[right] > min(places[option.id] for option in item.response.options) + LEAD:
        return False
    places[right] += 1
    return True


def _space_size(spec: Spec) -> float:
    return float("inf") if spec.space is None else len(spec.space)


def _too_many(name: Formula, available: int) -> Message:
    return msg("There are no more than {available} different exercises of {spec}.", available=available, spec=name)


def _no_example(spec: Spec, available: int) -> Message:
    return msg(
        "There are no more than {available} different exercises of {spec}, examples included.",
        available=available,
        spec=_name(spec),
    )


def _name(spec: Spec) -> Formula:
    return Formula(spec_name(spec.kind, spec.level, spec.rules))


def interleaved(blocks: list[list[Item]]) -> list[Item]:
    """Deal exercises out so that neighbours are of different kinds as far as possible: the fullest kind first."""
    left = [list(block) for block in blocks]
    dealt: list[Item] = []
    while any(left):
        waiting: dict[str, int] = {}
        for block in left:
            if block:
                waiting[block[0].kind] = waiting.get(block[0].kind, 0) + len(block)
        last = dealt[-1].kind if dealt else None
        choices = [block for block in left if block and block[0].kind != last] or [block for block in left if block]
        dealt.append(max(choices, key=lambda block: waiting[block[0].kind]).pop(0))
    return dealt
