"""Items: true, complete, the same everywhere, of their level, and silent about the answer in a pupil's copy."""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import primecards as pc
from primecards import puzzles
from primecards.messages import Message
from primecards.puzzles.grading import RULE_LEVEL, grade
from primecards.puzzles.item import LEVELS, MOST_ANSWERS_LISTED
from primecards.words import LANGUAGES
from tests import brute_force as brute
from tests.judges import JUDGES, in_one_order, judge

KINDS = sorted(pc.puzzle_kinds())
CASES = [(kind, level) for kind in KINDS for level in LEVELS]
SCHEMA = Draft202012Validator(
    json.loads(Path(puzzles.__file__).with_name("item-schema.json").read_text(encoding="utf-8"))
)
GOLDEN = Path(__file__).with_name("golden")
# How many items of each level a judge tries, fewer where that takes long; PRIMECARDS_ITEMS=10 tries ten times as many.
JUDGED = {"find-key": 300, "fits-key": 300, "arrange-hand": 300, "complete-series": 15, "count-outs": 15}
TIMES = int(os.environ.get("PRIMECARDS_ITEMS", "1"))
ONLY_FOR_THE_TEACHER = {"answer", "mistakes", "solution", "difficulty"}
HELP_WITHDRAWN_FROM_LEVEL = 3
# Where primality is what is asked, no mark may give it away.
PRIMALITY_IS_ASKED = {"is-prime", "factor-pair", "sort-primes", "find-key", "valid-series"}


def make(kind: str, level: int, least: int, seed: str, language: str = "en") -> pc.Item:
    return pc.make_item(kind, level=level, seed=seed, rules=pc.Rules(min_series=least), language=language)


_MADE: dict[tuple[str, int, int], list[pc.Item]] = {}


def some(kind: str, level: int, least: int, count: int) -> list[pc.Item]:
    """The first *count* of a row of items that is the same for every test."""
    made = _MADE.setdefault((kind, level, least), [])
    made += [make(kind, level, least, f"s{number}") for number in range(len(made), count)]
    return made[:count]


def both(kind: str, level: int, count: int) -> list[pc.Item]:
    """The first *count* items with series of 3 at least, and some with series of 4."""
    return [*some(kind, level, 3, count), *some(kind, level, 4, -(-count // 5))]


def as_text(item: pc.Item, response: Any) -> str:
    """A response's JSON as a pupil would write it."""
    if isinstance(response, str):
        return response
    if response and isinstance(response[0], dict):
        return " | ".join(f"{group['key']}: {' '.join(map(str, group['cards']))}" for group in response)
    return ", ".join(map(str, response)) or "none"


# --- The schema and the pupil's copy ------------------------------------------------------------------------------


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA.schema)


@pytest.mark.parametrize(("kind", "level"), CASES)
def test_every_item_validates_in_both_languages_with_and_without_answers(kind: str, level: int) -> None:
    for item in both(kind, level, 2):
        for language in LANGUAGES:
            for answers in (True, False):
                data = json.loads(json.dumps(item.in_language(language).to_dict(answers=answers)))
                assert not [error.message for error in SCHEMA.iter_errors(data)], item.id


def test_the_schema_refuses_what_is_no_item() -> None:
    whole = make("find-key", 3, 3, "a").to_dict()
    for change in (
        {"format": 2},
        {"level": 6},
        {"language": "fr"},
        {"points": 0},
        {"stem": ""},
        {"hint": "23"},
        {"given": {"cards": [100]}},
        {"given": {"key": 9}},
        {"answer": {"all": [], "count": 0, "sample": []}},
    ):
        assert not SCHEMA.is_valid({**whole, **change}), change
    for missing in whole:
        left = {name: value for name, value in whole.items() if name != missing}
        assert not SCHEMA.is_valid(left), missing


@pytest.mark.parametrize(("kind", "level"), CASES)
def test_a_pupils_copy_is_the_item_without_answer_solution_mistakes_and_difficulty(kind: str, level: int) -> None:
    for item in both(kind, level, 2):
        whole, copy = item.to_dict(), item.to_dict(answers=False)
        assert copy == {name: value for name, value in whole.items() if name not in ONLY_FOR_THE_TEACHER}
        assert set(whole) - set(copy) == ONLY_FOR_THE_TEACHER
        told = json.dumps(copy)
        for tag in {entry["mistake"] for entry in whole["mistakes"]}:
            assert tag not in told, item.id


@pytest.mark.parametrize(("kind", "level"), CASES)
def test_an_item_survives_json_and_a_pupils_copy_cannot_be_taken_for_one(kind: str, level: int) -> None:
    for item in both(kind, level, 2):
        for language in LANGUAGES:
            told = item.in_language(language)
            data = json.loads(json.dumps(told.to_dict()))
            back = pc.Item.from_dict(data)
            assert back.to_dict() == told.to_dict()
            assert pc.mark(back, back.answer.sample).to_dict() == pc.mark(told, told.answer.sample).to_dict()
            with pytest.raises(pc.UnreadableError, match=re.escape(item.id)):
                pc.Item.from_dict(told.to_dict(answers=False))


def test_data_that_is_no_item_is_refused_in_one_line() -> None:
    whole = make("arrange-hand", 4, 3, "a").to_dict()
    bad: list[Any] = [{}, [], None, 5, "x", {**whole, "format": 2}, {**whole, "response": {"form": "cards"}}]
    bad += [
        {name: value for name, value in whole.items() if name != missing} for missing in whole if missing != "rules"
    ]
    bad += [{**whole, "given": None, "answer": 7}, {**whole, "solution": 3}, {**whole, "mistakes": [[]]}]
    for data in bad:
        with pytest.raises(pc.InputError) as caught:
            pc.Item.from_dict(data)
        assert "\n" not in str(caught.value)


def test_changing_what_to_dict_gave_changes_no_item() -> None:
    for kind in KINDS:
        item = make(kind, 2, 3, "a")
        before = json.dumps(item.to_dict())
        data = item.to_dict()
        for value in data["given"].values():
            if isinstance(value, list):
                value.clear()
        data["given"]["extra"] = 1
        assert json.dumps(item.to_dict()) == before


# --- The answer ---------------------------------------------------------------------------------------------------


def test_every_kind_has_a_judge_of_its_own() -> None:
    assert set(KINDS) <= set(JUDGES)


@pytest.mark.parametrize(("kind", "level"), CASES)
def test_the_answers_are_those_that_brute_force_finds(kind: str, level: int) -> None:
    for item in both(kind, level, JUDGED.get(kind, 40) * TIMES):
        told, copy = item.to_dict()["answer"], item.to_dict(answers=False)
        right = judge(copy)
        assert right, item.id
        assert told["count"] == len(right), item.id
        if told["all"] is None:
            assert len(right) > MOST_ANSWERS_LISTED
        else:
            listed = [in_one_order(copy, value) for value in told["all"]]
            assert len(set(listed)) == len(listed), item.id
            assert set(listed) == right, item.id
        assert in_one_order(copy, told["sample"]) in right, item.id


@pytest.mark.parametrize(("kind", "level"), CASES)
def test_every_right_response_earns_full_marks_as_json_and_as_text(kind: str, level: int) -> None:
    for item in both(kind, level, 6):
        answer = item.to_dict()["answer"]
        for response in (answer["all"] or [answer["sample"]])[:10]:
            for given in (response, json.dumps(response), as_text(item, response)):
                mark = pc.mark(item, given)
                assert mark.points == 1, (item.id, given)
                assert mark.correct
                assert mark.feedback[0] == "Correct."
        for value in (item.answer.all or (item.answer.sample,))[:10]:
            assert pc.mark(item, value).correct
            assert pc.mark(item.id, value).correct


@pytest.mark.parametrize(("kind", "level"), CASES)
def test_what_is_shown_is_what_is_given_and_a_wrong_choice_carries_the_mistake_behind_it(kind: str, level: int) -> None:
    for item in both(kind, level, 30):
        told = item.to_dict()
        mistakes = {json.dumps(entry["value"]): entry["mistake"] for entry in told["mistakes"]}
        assert all(re.fullmatch("[a-z]+(-[a-z]+)*", mistake) for mistake in mistakes.values())
        right = told["answer"]["all"] or []
        match told["response"]:
            case {"form": "cards", "choose_from": list(cards)}:
                assert len(set(cards)) == len([card for card in cards if card != "w"]) + ("w" in cards)
                wrong = [card for card in cards if not any(card in value for value in right)]
                assert {json.dumps(card) for card in wrong} == set(mistakes), item.id
                assert all(set(value) <= set(cards) for value in right)
            case {"form": "choice", "options": options}:
                values = [json.dumps(option["value"]) for option in options]
                assert [option["id"] for option in options] == list("abcde"[: len(options)])
                assert len(set(values)) == len(values)
                assert len({option["text"] for option in options}) == len(values)
                assert len(right) == 1
                wrong_values = {json.dumps(option["value"]) for option in options if option["id"] != right[0]}
                assert wrong_values == set(mistakes), item.id
            case {"form": "arrangement", "cards": cards, "groups": groups}:
                assert sorted(map(str, cards)) == sorted(map(str, told["given"]["cards"]))
                assert groups == len(told["answer"]["sample"])


def on_offer(item: pc.Item) -> list[Any]:
    """The cards or the ids of the options that an item offers, in their order; none where the answer is written."""
    response = item.to_dict(answers=False)["response"]
    return [option["id"] for option in response.get("options", [])] or response.get("choose_from") or []


OFFERING = [(kind, level) for kind in KINDS for level in LEVELS if on_offer(make(kind, level, 3, "a"))]


@pytest.mark.parametrize(("kind", "level"), OFFERING)
def test_the_place_of_what_is_right_is_spread_evenly(kind: str, level: int) -> None:
    items = some(kind, level, 3, JUDGED.get(kind, 80))
    size = len(on_offer(items[0]))
    places = Counter(
        place
        for item in items
        for place, value in enumerate(on_offer(item))
        if value in item.to_dict()["answer"]["sample"]
    )
    fair = places.total() / size
    assert all(abs(places[place] - fair) < 4 * fair**0.5 for place in range(size)), places


# --- The same item everywhere -------------------------------------------------------------------------------------


def fingerprint(backwards: bool = False, answers: bool = True) -> str:
    """A hash over items of every kind and level, and marks."""
    names = [(kind, level, number) for kind in KINDS for level in LEVELS for number in range(2)]
    lines = []
    for kind, level, number in reversed(names) if backwards else names:
        item = pc.make_item(kind, level=level, seed=f"f{number}", language=LANGUAGES[number % 2])
        mark = pc.mark(item, item.answer.sample).to_dict()
        data = {**item.to_dict(answers=answers), **{name: item.to_dict()[name] for name in ONLY_FOR_THE_TEACHER}}
        lines.append(json.dumps([data, mark], sort_keys=True))
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()


@pytest.mark.parametrize("hash_seed", ["0", "4242"])
def test_an_id_means_the_same_item_in_every_process_with_or_without_answers_and_after_any_others(
    hash_seed: str,
) -> None:
    program = "from tests.test_items import fingerprint; print(fingerprint(True, False))"
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == fingerprint()


@pytest.mark.parametrize("kind", KINDS)
def test_an_item_is_rebuilt_from_its_id_and_asks_the_same_in_every_language(kind: str) -> None:
    for level in LEVELS:
        for least in (3, 4, 5, 6):
            item = make(kind, level, least, "k7f2q9")
            assert item.id == f"{kind}.{level}{'' if least == 3 else f'm{least}'}#k7f2q9"
            assert pc.item_from_id(item.id).to_dict() == item.to_dict()
            hebrew = pc.item_from_id(f"\u200f {item.id} \u200f", "he")
            assert hebrew.to_dict() == item.in_language("he").to_dict()
            assert (hebrew.given, hebrew.answer, hebrew.asks) == (item.given, item.answer, item.asks)
            assert not re.search(r"[A-Za-z{}]", hebrew.stem)
            assert not re.search(r"[א-ת{}]", item.stem)


def test_no_call_touches_the_global_random_state_and_the_callers_seed_changes_nothing(tmp_path: Path) -> None:
    def everything() -> list[object]:
        hand = "3 13 23 41 47 43 45 50"
        made = [make(kind, level, 3, "a") for kind in KINDS for level in LEVELS]
        sheet = pc.Worksheet.make([("find-key", 3, 3), ("fits-key", 2, 2)], seed="a", order="interleave")
        (written,) = sheet.write(tmp_path / "x.html")
        seen: list[object] = [
            pc.arrange(hand),
            list(pc.arrangements(hand)),
            pc.outs(hand[:-3]),
            pc.check_series("3 w w"),
        ]
        seen += [pc.winning_discards(hand), pc.draws_needed(hand), pc.best_arrangement(hand), written.read_bytes()]
        seen += [item.to_dict() for item in made] + [pc.mark(item, item.answer.sample).to_dict() for item in made]
        pc.make_item("find-key")
        return seen

    random.seed(1)
    before = random.getstate()
    first = everything()
    assert random.getstate() == before
    random.seed(2)
    assert everything() == first


@pytest.mark.parametrize("kind", KINDS)
def test_neighbouring_seeds_share_no_more_items_than_others(kind: str) -> None:
    for level in (1, 3, 5):
        asked = [make(kind, level, 3, str(seed)).asks for seed in range(200, 260)]
        sheets = [set(asked[first : first + 6]) for first in range(0, 60, 6)]
        neighbours = sum(one == other for one, other in pairwise(asked))
        strangers = sum(one == other for one, other in zip(asked, asked[30:] + asked[:29], strict=False))
        assert neighbours <= 2 * strangers + 6, (kind, level)
        in_common = sum(len(one & other) for one, other in pairwise(sheets))
        elsewhere = sum(len(one & other) for one, other in zip(sheets, sheets[5:] + sheets[:4], strict=False))
        assert in_common <= 2 * elsewhere + 6, (kind, level)


@pytest.mark.parametrize("kind", KINDS)
def test_items_are_what_they_were(kind: str) -> None:
    """The golden items: PRIMECARDS_BLESS=1 writes them anew."""
    items = [make(kind, level, 3, seed) for level in LEVELS for seed in ("gold", "silver", "bronze")]
    told = [item.to_dict() for item in items]
    told += [item.in_language("he").to_dict() for item in items if item.seed == "gold"]
    path = GOLDEN / f"{kind}.json"
    if os.environ.get("PRIMECARDS_BLESS"):
        GOLDEN.mkdir(exist_ok=True)
        lines = ",\n".join(json.dumps(item, ensure_ascii=False) for item in told)
        path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    assert told == json.loads(path.read_text(encoding="utf-8"))


# --- Levels -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_each_level_is_harder_than_the_one_before_on_average(kind: str) -> None:
    scores = []
    for level in LEVELS:
        items = some(kind, level, 3, 80)
        assert {item.level for item in items} == {level}
        assert {item.to_dict()["difficulty"]["level"] for item in items} == {level}
        scores.append(sum(item.difficulty.score for item in items) / len(items))
    assert scores == sorted(set(scores)), scores


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_says_in_both_languages_what_it_teaches_and_what_each_level_is(kind: str) -> None:
    known = pc.puzzle_kinds()[kind]
    assert known.name == kind
    assert len(known.levels) == len(LEVELS)
    assert len({level.template for level in known.levels}) == len(LEVELS)
    for message in (known.title, known.teaches, known.hint, *known.levels):
        assert message.text("en")
        assert re.search("[א-ת]", message.text("he"))


@pytest.mark.parametrize(("level", "least"), [(level, least) for level in LEVELS for least in (3, 4, 5, 6)])
def test_a_hand_to_arrange_yields_to_the_rules_of_its_level_and_not_to_those_below(level: int, least: int) -> None:
    for item in some("arrange-hand", level, least, 60):
        cards = item.given["cards"]
        numbers = [card for card in cards if card != "w"]
        wilds, minimum = cards.count("w"), item.rules.min_series
        assert max(RULE_LEVEL[step] for step in item.difficulty.steps) == level
        assert grade(numbers, wilds, minimum, level=level) is not None
        for lower in range(1, level):
            assert grade(numbers, wilds, minimum, level=lower) is None, item.id
        together = {
            frozenset((numbers, wilds) for _, numbers, wilds in way)
            for way in brute.arrangements(tuple(numbers), wilds, minimum)
        }
        assert len(together) == 1, item.id


@pytest.mark.parametrize(("kind", "level"), CASES)
def test_help_with_primes_is_for_the_lower_levels_and_no_mark_gives_away_what_is_asked(kind: str, level: int) -> None:
    for item in both(kind, level, 2):
        if level >= HELP_WITHDRAWN_FROM_LEVEL:
            assert not item.aids.primes_marked
            assert not item.aids.primes_list
        if kind in PRIMALITY_IS_ASKED:
            assert not item.aids.primes_marked
        told = item.to_dict(answers=False)["aids"]
        assert told == {"primes_marked": item.aids.primes_marked, "primes_list": item.aids.primes_list}


@pytest.mark.parametrize(
    ("kind", "level", "cards", "primes", "wilds"),
    [
        ("find-key", 1, {3}, {1}, {0}),
        ("find-key", 2, {4}, {2}, {0}),
        ("find-key", 3, {5}, {3, 4}, {0}),
        ("fits-key", 1, {6}, None, {0}),
        ("fits-key", 3, {9}, None, {0}),
        ("fits-key", 5, {12}, None, {0}),
        ("arrange-hand", 1, {7}, {1}, {0}),
        ("arrange-hand", 2, {7}, {3}, {0}),
        ("arrange-hand", 4, {7}, None, {1}),
        ("arrange-hand", 5, {14}, None, {0}),
    ],
)
def test_a_level_has_the_cards_that_its_description_promises(
    kind: str, level: int, cards: set[int], primes: set[int] | None, wilds: set[int]
) -> None:
    hands = [item.given["cards"] for item in some(kind, level, 3, 300)]
    assert {len(hand) for hand in hands} == cards
    assert {hand.count("w") for hand in hands} == wilds
    if primes:
        assert {sum(card in brute.PRIMES for card in hand) for hand in hands} == primes


def test_fits_key_asks_for_single_digit_keys_at_level_5_only_and_may_have_no_answer_from_level_4() -> None:
    for level in LEVELS:
        items = some("fits-key", level, 3, 300)
        assert {item.given["key"] < 10 for item in items} == {level == 5}
        assert any(item.answer.sample == () for item in items) == (level >= 4)
        assert all(item.given["key"] not in item.given["cards"] for item in items)


def test_find_key_has_two_keys_from_level_4_and_three_at_level_5() -> None:
    keys = {level: {len(item.answer.sample) for item in some("find-key", level, 3, 300)} for level in LEVELS}
    assert keys == {1: {1}, 2: {1}, 3: {1}, 4: {1, 2}, 5: {1, 2, 3}}


# --- Worked solutions ---------------------------------------------------------------------------------------------


def digits_of(cards: Any) -> list[int]:
    return [int(card) for card in cards]


def fit(cards: Any, key: int) -> bool:
    return all(brute.shares_a_digit(card, key) for card in digits_of(cards))


def is_true(step: Message, item: pc.Item) -> bool:  # noqa: C901 - one case a sentence
    """Whether a sentence of a worked solution that can be judged by itself is true; False for one not known here."""
    value: dict[str, Any] = dict(step.values)
    cards = [card for card in item.given["cards"] if card != "w"]
    primes = sorted(card for card in cards if card in brute.PRIMES)
    key = value.get("key", 0)
    match step.template:
        case "A key is prime. The primes here: {primes}.":
            return digits_of(value["primes"]) == primes
        case (
            "{card} does not fit key {key}: its units digit is {units}, not {key_units}, "
            "and its tens digit is {tens}, not {key_tens}."
        ):
            shown = (value["tens"], value["units"], value["key_tens"], value["key_units"])
            there = value["card"] in cards and key in cards
            return shown == (*divmod(value["card"], 10), *divmod(key, 10)) and there and not fit([value["card"]], key)
        case "Key {key}: the units digit {unit} is shared by {units}.":
            return all(card % 10 == key % 10 == value["unit"] for card in digits_of(value["units"]))
        case "Key {key}: the tens digit {ten} is shared by {tens}.":
            return all(card // 10 == key // 10 == value["ten"] for card in digits_of(value["tens"]))
        case "Key {key}: the units digit {unit} is shared by {units}, and the tens digit {ten} by {tens}.":
            units, tens = digits_of(value["units"]), digits_of(value["tens"])
            return all(card % 10 == key % 10 == value["unit"] for card in units) and all(
                card // 10 == key // 10 == value["ten"] for card in tens
            )
        case "The units digit of {key} is {digit}, as in {cards}.":
            return value["digit"] == key % 10 and digits_of(value["cards"]) == [
                card for card in sorted(cards) if card % 10 == key % 10
            ]
        case "No card has the units digit of {key}, {digit}.":
            return value["digit"] == key % 10 and not [card for card in cards if card % 10 == key % 10]
        case "The tens digit of {key} is {digit}, as in {cards}.":
            same = [card for card in sorted(cards) if card // 10 == key // 10]
            return key > 10 and value["digit"] == key // 10 and digits_of(value["cards"]) == same
        case "{key} has 0 tens, like all the numbers {range}, so {cards} fit.":
            return key < 10 and digits_of(value["cards"]) == [card for card in sorted(cards) if card < 10]
        case "No card has the tens digit of {key}, {digit}.":
            return value["digit"] == key // 10 and not [card for card in cards if card // 10 == key // 10]
        case "So one card fits: {cards}.":
            right = [card for card in sorted(cards) if fit([card], key or item.given["key"])]
            return digits_of(value["cards"]) == right and value["n"] == len(right)
        case "So no card fits.":
            return not [card for card in cards if fit([card], item.given["key"])]
        case _:
            return False


@pytest.mark.parametrize(("kind", "level"), [case for case in CASES if case[0] in ("find-key", "fits-key")])
def test_every_step_of_a_worked_solution_is_true_and_the_last_gives_the_answer(kind: str, level: int) -> None:
    for item in both(kind, level, 120):
        assert len(item.solution) >= 2
        for step in item.solution:
            assert is_true(step.message, item), (item.id, step.message.text())
            assert set(step.cards) <= set(item.given["cards"])
        said = [dict(step.message.values) for step in item.solution]
        if kind == "find-key":
            right = {key for value in item.answer.all or () for key in value}
            shown = [(value["key"], "card" in value) for value in said[1:]]
            assert {key for key, ruled_out in shown if not ruled_out} == right
            primes = {card for card in item.given["cards"] if card in brute.PRIMES}
            assert {key for key, ruled_out in shown if ruled_out} == primes - right
        else:
            assert item.solution[-1].cards == item.answer.sample


class Deductions:
    """A hand being arranged: what the solution has said so far, checked sentence by sentence against brute force."""

    def __init__(self, item: pc.Item) -> None:
        cards = item.given["cards"]
        self.hand: list[int] = [card for card in cards if card != "w"]
        self.size = len(cards)
        self.least = item.rules.min_series
        self.primes = [card for card in self.hand if card in brute.PRIMES]
        self.series: dict[int, list[int]] = {
            group["key"]: [card for card in group["cards"] if card != "w"]
            for group in item.to_dict()["answer"]["sample"]
        }
        self.home = {card: key for key, group in self.series.items() for card in group}
        self.no_keys: set[int] = set()
        self.settled: set[int] = set()

    def fitting(self, key: int) -> set[int]:
        return {card for card in self.hand if brute.shares_a_digit(card, key)}

    def says(self, step: Message) -> bool:  # noqa: C901 - one case a sentence
        """Whether *step* follows from what was said before and holds in the arrangement."""
        value: dict[str, Any] = dict(step.values)
        key, prime = value.get("key", 0), value.get("prime", 0)
        match step.template:
            case "A key is prime. The primes here: {primes}.":
                return digits_of(value["primes"]) == sorted(self.primes)
            case "Every card fits one prime only. The keys: {keys}.":
                once = all(sum(fit([card], prime) for prime in self.primes) == 1 for card in self.hand)
                return once and set(value["keys"]) == set(self.series)
            case (
                "Only {cards} itself could lie in a series of {prime}: too few, so {prime} is not a key."
                | "Only {cards} could lie in a series of {prime}: too few, so {prime} is not a key."
            ):
                self.no_keys.add(prime)
                few = set(value["cards"])
                others_lie_elsewhere = self.fitting(prime) - few <= self.settled
                return few <= self.fitting(prime) and len(few) < self.least and others_lie_elsewhere
            case (
                "{card} fits no other prime that is left, so it is a key itself."
                | "{card} fits {key} and no other prime that is left, so {key} is a key."
            ):
                card, home = value["card"], key or value["card"]
                left = {prime for prime in self.primes if fit([card], prime)} - self.no_keys
                self.settled |= {card, home}
                return left <= {home} and self.home[card] == home and home in self.series
            case "There are not enough cards for another series, so the keys are {keys}.":
                self.no_keys |= set(self.primes) - set(self.series)
                return set(value["keys"]) == set(self.series) and (len(self.series) + 1) * self.least > self.size
            case "Too few cards are left for a series of {key} and one of {prime} as well, so {prime} is not a key.":
                self.no_keys.add(prime)
                elsewhere = {card for card in self.settled if self.home[card] not in (key, prime)}
                either = (self.fitting(key) | self.fitting(prime)) - elsewhere
                return len(either) < 2 * self.least and key in self.series and prime not in self.series
            case "{prime} lies in the series of {key}, so it is not a key.":
                self.no_keys.add(prime)
                return self.home[prime] == key and prime not in self.series
            case "For key {key} only {cards} are left, so they all lie in its series.":
                self.settled |= set(value["cards"])
                return set(value["cards"]) <= set(self.series[key]) and self.fitting(key) <= self.settled
            case "If {prime} were a key, some cards could not be laid. So it is not a key.":
                self.no_keys.add(prime)
                return prime not in self.series
            case "If {prime} were not a key, some cards could not be laid. So it is a key.":
                self.settled.add(prime)
                return prime in self.series
            case "{card} can lie only with {keys}: otherwise some cards could not be laid.":
                return self.home[value["card"]] in value["keys"]
            case "The wild card is tried with every key. It works in one place only.":
                return self.size > len(self.hand)
            case "There are many cards: begin with those that fit one prime only.":
                return self.size > 3 * self.least
            case "There the wild card is the key: it stands for {key}.":
                return key in self.series and key not in self.hand
            case "There the wild card completes the series: it can stand for {number}, for example.":
                number = value["number"]
                return number not in self.hand and any(
                    fit([number], key) and len(group) < self.least for key, group in self.series.items()
                )
            case template if template.startswith("Key {key}: the "):
                named = set(digits_of((*value.get("units", ()), *value.get("tens", ()))))
                return named == set(self.series[key]) - {key} and fit(named, key)
            case _:
                return False


@pytest.mark.parametrize(("level", "least"), [(level, least) for level in LEVELS for least in (3, 4, 5, 6)])
def test_every_deduction_of_an_arranged_hand_follows_and_ends_in_the_arrangement(level: int, least: int) -> None:
    for item in some("arrange-hand", level, least, 60):
        so_far = Deductions(item)
        for step in item.solution:
            assert so_far.says(step.message), (item.id, item.given, step.message.text())
            assert set(step.cards) <= set(item.given["cards"]) | {0}
        keys = [dict(step.message.values)["key"] for step in item.solution if step.message.template.startswith("Key ")]
        assert sorted(map(str, keys)) == sorted(map(str, so_far.series))
        for key, group in so_far.series.items():
            assert fit(group, key)


# --- Making and refusing ------------------------------------------------------------------------------------------


def test_a_fresh_item_has_a_seed_of_its_own_that_rebuilds_it() -> None:
    fresh = [pc.make_item("fits-key", level=2) for _ in range(20)]
    assert len({item.seed for item in fresh}) == 20
    for item in fresh:
        assert re.fullmatch("[a-hj-km-np-z2-9]{6}", item.seed)
        assert pc.make_item("fits-key", level=2, seed=item.seed).to_dict() == item.to_dict()


def test_a_number_is_a_seed_like_the_text_of_it() -> None:
    assert pc.make_item("find-key", seed=7).to_dict() == pc.make_item("find-key", seed="7").to_dict()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"level": 0}, "1–5, not 0"),
        ({"level": 6}, "1–5, not 6"),
        ({"level": -1}, "1–5, not -1"),
        ({"level": 1.5}, "1–5, not 1.5"),
        ({"level": 3.0}, "1–5, not 3.0"),
        ({"level": True}, "1–5, not True"),
        ({"level": "3"}, "1–5, not 3"),
        ({"level": None}, "1–5, not None"),
        ({"level": 10**9}, "1–5, not 1000000000"),
        ({"kind": "nonsense"}, "There is no kind nonsense; there are arrange-hand"),
        ({"kind": ""}, "there are arrange-hand"),
        ({"kind": None}, "there are arrange-hand"),
        ({"kind": "find-key.3"}, "there are arrange-hand"),
        ({"language": "fr"}, "There is no language fr; there are en, he."),
        ({"language": None}, "there are en, he."),
        ({"seed": ""}, "1 to 40 letters"),
        ({"seed": "a b"}, "1 to 40 letters"),
        ({"seed": "א"}, "1 to 40 letters"),
        ({"seed": "a" * 41}, "1 to 40 letters"),
        ({"seed": "a\n"}, "1 to 40 letters"),
        ({"seed": True}, "1 to 40 letters"),
        ({"rules": pc.Rules(min_series=7)}, "3–6, not 7"),
    ],
)
def test_what_there_is_not_is_refused_with_what_there_is(wrong: dict[str, Any], says: str) -> None:
    asked = {"kind": "find-key", "level": 1, "seed": "a", **wrong}
    with pytest.raises(pc.InputError) as caught:
        pc.make_item(asked.pop("kind"), **asked)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "name",
    [
        *("", "#", "#a", "find-key", "find-key.3", "find-key.3#", "find-key.6#a", "find-key.0#a", "find-key.x#a"),
        *("find-key.3m2#a", "find-key.3m7#a", "find-key.3m#a", "find-key.3x6#a", "find-key.3#a b", "nope.3#a"),
        *("../../etc.3#a", "find-key.3#a#b", "find-key.33333#a", f"find-key.3#{'a' * 41}", "x" * 100_000),
    ],
)
def test_an_id_that_names_no_item_is_refused_in_one_short_line(name: str) -> None:
    for call in (pc.item_from_id, lambda text: pc.mark(text, "3")):
        with pytest.raises(pc.InputError) as caught:
            call(name)
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 300


@pytest.mark.parametrize("name", ["find-key.3#a~2", "find-key.3#k7f2q9~17", "new-kind.7z#a~3", "~2"])
def test_an_id_of_another_format_is_refused_with_the_format_it_needs(name: str) -> None:
    with pytest.raises(pc.UnreadableError) as caught:
        pc.item_from_id(name)
    given = name.rpartition("~")[2]
    assert f"is written in format {given}: it needs a version of primecards that reads it" in str(caught.value)
    assert "reads format 1" in str(caught.value)


def test_an_id_may_name_the_format_it_is_in() -> None:
    assert pc.item_from_id("find-key.3#a~1") == pc.item_from_id("find-key.3#a")


def test_items_can_be_kept_in_sets() -> None:
    items = [pc.make_item(kind, level=5, seed="a") for kind in KINDS]
    assert len({*items, *items}) == len(KINDS)
