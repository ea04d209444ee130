"""The solver: bare questions on masks next to other solvers, and the public functions next to the bare questions."""

from collections.abc import Callable, Sequence
from random import Random
from time import process_time

from primecards import (
    ADVANCED,
    BASIC,
    arrange,
    draws_needed,
    outs,
    winning_discards,
)
from primecards.rules import masks
from tests.benchmarks import rivals
from tests.benchmarks.measure import Bench, Side
from tests.strategies import Hand, as_cards, built_hand, random_hand

Masks = tuple[int, int]
Ask = Callable[[int, int, int], object]

LEAST = BASIC.min_series
NUMBERS = sum(1 << n for n in range(1, 100))


def on_masks(hand: Hand) -> Masks:
    """A hand as the solver takes it."""
    return sum(1 << n for n in hand[0]), hand[1]


def bare(name: str, ask: Ask, hands: Sequence[Masks], least: int = LEAST, repeat: int = 20) -> Side:
    """Ask about every hand, *repeat* times over, so that a round is long enough to be timed."""

    def run() -> None:
        for _ in range(repeat):
            for numbers, wilds in hands:
                ask(numbers, wilds, least)

    return Side(name, run, repeat * len(hands))


def sevens(wilds: int, count: int) -> list[Hand]:
    """Random hands of seven cards."""
    rng = Random(f"sevens {wilds}")
    return [random_hand(rng, 7, wilds) for _ in range(count)]


def eights(wilds: int, count: int) -> list[Hand]:
    """Random hands of eight cards."""
    rng = Random(f"eights {wilds}")
    return [random_hand(rng, 8, wilds) for _ in range(count)]


def fourteens(wilds: int, count: int) -> list[Hand]:
    """Hands of fourteen cards built from series of four and more; in every third, one card is exchanged for any."""
    rng = Random(f"fourteens {wilds}")
    return [built_hand(rng, 14, wilds, ADVANCED.min_series) for _ in range(count)]


# Next to other solvers

Rival = Callable[[tuple[int, ...], int, int], bool]


def against(
    work: str, hands: list[Hand], rival: tuple[str, Rival], faster: float | None, *, least: int = LEAST, rounds: int = 7
) -> Bench:
    """Can the cards be arranged? Ours and a rival's answer, on the same hands."""
    name, solve = rival

    def check() -> None:
        for hand in hands:
            numbers, wilds = on_masks(hand)
            if masks.can_arrange(numbers, wilds, least) is not solve(*hand, least):
                raise AssertionError(f"{name} disagrees on {hand}")

    def run() -> None:
        for numbers, wilds in hands:
            solve(numbers, wilds, least)

    ours = bare("masks", masks.can_arrange, list(map(on_masks, hands)), least)
    return Bench(work, ours, Side(name, run, len(hands)), faster=faster, rounds=rounds, clock=process_time, check=check)


CP_SAT = ("OR-Tools CP-SAT, 1 worker", rivals.cp_sat)
EXACT_COVER = ("exact-cover", rivals.exact_cover)
BY_KEYS = ("exact-cover, rows found key by key", rivals.exact_cover_by_keys)

SOLVERS = (
    against("can 7 random cards be arranged? 0 wilds", sevens(0, 200), CP_SAT, 400),
    against("can 7 random cards be arranged? 0 wilds", sevens(0, 200), EXACT_COVER, 80),
    against("can 7 random cards be arranged? 0 wilds", sevens(0, 200), BY_KEYS, None),
    against("can 7 random cards be arranged? 2 wilds", sevens(2, 100), CP_SAT, 150),
    against("can 7 random cards be arranged? 2 wilds", sevens(2, 200), EXACT_COVER, 12),
    against("can 7 random cards be arranged? 2 wilds", sevens(2, 200), BY_KEYS, None),
    against("advanced: can 14 cards with 2 wilds be arranged?", fourteens(2, 40), CP_SAT, 150, least=4),
    against("advanced: can 14 cards with 2 wilds be arranged?", fourteens(2, 4), BY_KEYS, None, least=4, rounds=5),
)


# Next to each other


def asking_each_card(numbers: int, wilds: int, least: int) -> tuple[int | None, int]:
    """The draws needed and the outs, by asking for each number not held whether, with it, some discard wins."""
    found = 0
    for n in range(1, 100):
        new = 1 << n
        if not numbers & new and masks.winning_discards(numbers | new, wilds, least):
            found |= new
    return masks.draws_needed(numbers, wilds, least), found


def draws_and_outs(work: str, hands: list[Masks], faster: float | None) -> Bench:
    """At once by masks, and asking for each of the cards not held."""

    def check() -> None:
        for hand in hands:
            if masks.draws_and_outs(*hand, LEAST) != asking_each_card(*hand, LEAST):
                raise AssertionError(f"the outs of {hand} differ")

    rival = bare("asking for each card not held", asking_each_card, hands, repeat=1)
    return Bench(
        work,
        bare("masks", masks.draws_and_outs, hands, repeat=5),
        rival,
        faster=faster,
        clock=process_time,
        check=check,
    )


def one_draw_away(wilds: int, count: int) -> list[Masks]:
    """Random hands of seven that one draw completes, where every out has to be found."""
    rng = Random(f"one draw away {wilds}")
    found: list[Masks] = []
    while len(found) < count:
        hand = on_masks(random_hand(rng, 7, wilds))
        if masks.draws_needed(*hand, LEAST) == 1:
            found.append(hand)
    return found


def discards(wilds: int) -> Bench:
    """All winning discards of eight cards, and whether seven can be arranged."""
    eight, seven = list(map(on_masks, eights(wilds, 300))), list(map(on_masks, sevens(wilds, 300)))
    work = f"all winning discards of 8 random cards, {wilds} wilds"
    rival = bare("can 7 random cards be arranged?", masks.can_arrange, seven)
    return Bench(work, bare("masks", masks.winning_discards, eight), rival, within=12, rounds=25, clock=process_time)


EACH_OTHER = (
    discards(0),
    discards(2),
    draws_and_outs("draws needed and outs of 7 random cards, 0 wilds", list(map(on_masks, sevens(0, 40))), 20),
    draws_and_outs("draws needed and outs of 7 random cards, 2 wilds", list(map(on_masks, sevens(2, 40))), 20),
    draws_and_outs("draws needed and outs of 7 cards one draw away, 0 wilds", one_draw_away(0, 40), None),
)


# The public functions

Given = str | list[int]
Public = Callable[[Given], object]
QUESTIONS: tuple[tuple[Public, Ask, int], ...] = (
    (arrange, masks.can_arrange, 7),
    (winning_discards, masks.winning_discards, 8),
    (draws_needed, masks.draws_needed, 7),
    (outs, masks.draws_and_outs, 7),
)


def all_in_series(count: int) -> list[Hand]:
    """Hands of seven cards that can be arranged, where there is something to lay."""
    rng = Random("all in series")
    hands = (built_hand(rng, 7, 0, LEAST) for _ in range(10 * count))
    return [hand for hand in hands if masks.can_arrange(*on_masks(hand), LEAST)][:count]


def public(function: Public, ask: Ask, hands: list[Hand], which: str, *, as_text: bool) -> Bench:
    """A public function given text or lists, next to the bare question on masks."""
    given: list[Given] = []
    for hand in hands:
        cards = as_cards(hand)
        given.append(" ".join(map(str, cards)) if as_text else [card if card.is_wild else int(card) for card in cards])

    def run() -> None:
        for cards in given:
            function(cards)

    name = getattr(function, "__name__", "")
    work = f"{name}({'text' if as_text else 'list'}), {which}"
    rival = bare("the bare question on masks", ask, list(map(on_masks, hands)), repeat=4)
    return Bench(work, Side(name, run, len(given)), rival, within=6, rounds=51, clock=process_time)


PUBLIC = (
    *(
        public(
            function,
            ask,
            sevens(wilds, 200) if size == 7 else eights(wilds, 200),
            f"{size} random cards, {wilds} wilds",
            as_text=as_text,
        )
        for wilds in (0, 2)
        for function, ask, size in QUESTIONS
        for as_text in (True, False)
    ),
    public(arrange, masks.can_arrange, all_in_series(200), "7 cards all in series", as_text=True),
    public(arrange, masks.can_arrange, all_in_series(200), "7 cards all in series", as_text=False),
)

BENCHES = SOLVERS + EACH_OTHER + PUBLIC
