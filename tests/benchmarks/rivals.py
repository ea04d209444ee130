"""The question "can all the cards be laid in series?" as other solvers are asked it.

Each is asked as its own users would: a model for one hand, made and solved at once. Cards are plain numbers and a
count of wild cards; what fits a key is looked up in tables made beforehand.
"""

from itertools import combinations

from exact_cover import get_exact_cover
from exact_cover.error import NoSolution
from ortools.sat.python import cp_model

PRIMES = tuple(n for n in range(2, 100) if all(n % d for d in range(2, n)))
KEYS = {n: frozenset(p for p in PRIMES if n % 10 == p % 10 or n // 10 == p // 10) for n in range(1, 100)}
ANY_KEY = frozenset(PRIMES)


def candidate_keys(numbers: tuple[int, ...], wilds: int, least: int) -> list[int]:
    """The primes worth trying: with enough cards for a series, and held unless a wild card could be the key."""
    count = dict.fromkeys(PRIMES, wilds)
    for n in numbers:
        for key in KEYS[n]:
            count[key] += 1
    return [key for key in (PRIMES if wilds else numbers) if count.get(key, 0) >= least and count[key] > wilds]


def cp_sat(numbers: tuple[int, ...], wilds: int, least: int) -> bool:
    """Ask OR-Tools CP-SAT: which card goes to which key, and how many wild cards; one worker.

    The wild cards are a count, which leaves no symmetry between them. One series a key is enough for a yes or a no: two
    can be laid together.
    """
    if not numbers:
        return wilds == 0 or wilds >= least
    model = cp_model.CpModel()
    keys = candidate_keys(numbers, wilds, least)
    used = {key: model.new_bool_var("") for key in keys}
    lies = {(n, key): model.new_bool_var("") for n in numbers for key in KEYS[n] if key in used}
    wild = {key: model.new_int_var(0, wilds, "") for key in keys} if wilds else {}
    for n in numbers:
        model.add_exactly_one(lies[n, key] for key in KEYS[n] if key in used)
    if wilds:
        model.add(sum(wild.values()) == wilds)
    for key in keys:
        members = [lies[n, key] for n in numbers if (n, key) in lies]
        for member in members:
            model.add_implication(member, used[key])
        model.add(sum(members) + wild.get(key, 0) >= least * used[key])
        if wilds:
            model.add(wild[key] <= wilds * used[key])
            model.add(wild[key] + lies.get((key, key), 0) >= used[key])
        else:
            model.add_implication(used[key], lies[key, key])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.cp_model_presolve = False  # without these two, hands so small are solved sooner
    solver.parameters.linearization_level = 0
    return solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)


def exact_cover(numbers: tuple[int, ...], wilds: int, least: int) -> bool:
    """Ask exact-cover (dancing links in C): a column for every card, a row for every set of cards that is a series."""
    cards = len(numbers) + wilds
    keys = [*map(KEYS.__getitem__, numbers), *[ANY_KEY] * wilds]
    rows = []
    for size in range(least, cards + 1):
        for places in combinations(range(cards), size):
            common = frozenset.intersection(*(keys[place] for place in places))
            if common and (places[-1] >= len(numbers) or any(numbers[place] in common for place in places)):
                rows.append(places)
    return _is_covered(rows, cards)


def exact_cover_by_keys(numbers: tuple[int, ...], wilds: int, least: int) -> bool:
    """Ask exact-cover, but look for the rows key by key among the cards that fit, which spares most sets of cards."""
    cards = len(numbers) + wilds
    rows = set()
    free = range(len(numbers), cards)
    wild_sets = [some for count in range(wilds + 1) for some in combinations(free, count)]
    for key in candidate_keys(numbers, wilds, least):
        fitting = [place for place, n in enumerate(numbers) if key in KEYS[n] and n != key]
        held = (numbers.index(key),) if key in numbers else ()
        for size in range(len(fitting) + 1):
            for some in combinations(fitting, size):
                for wild in wild_sets:
                    if held and size + 1 + len(wild) >= least:
                        rows.add((*held, *some, *wild))
                    if wild and size + len(wild) >= least:
                        rows.add((*some, *wild))
    rows.update(wild for wild in wild_sets if len(wild) >= least)
    return _is_covered(sorted(rows), cards)


def _is_covered(rows: list[tuple[int, ...]], cards: int) -> bool:
    matrix = [[0] * cards for _ in rows or (None,)]
    for line, places in zip(matrix, rows, strict=False):
        for place in places:
            line[place] = 1
    try:
        get_exact_cover(matrix)
    except NoSolution:
        return False
    return True
