"""Moments of played games: found again from their codes, what they are called, and every step of thought true."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import Any

import pytest

import primecards as pc
from primecards.game.codes import GameCode, Position, hashed_seeds, read_game_code, read_position
from primecards.game.moments import MOMENTS, Moment, find_moment, moments_in, read_moment
from primecards.messages import Message
from primecards.puzzles.from_games import seeds_from_games
from primecards.puzzles.grading import grade
from primecards.puzzles.played_examples import items_of, worked_example
from primecards.words import LANGUAGES
from tests import brute_force as brute
from tests.judges import in_one_order, judge
from tests.test_analysis import not_seen
from tests.test_items import ONLY_FOR_THE_TEACHER, SCHEMA, Deductions, as_text

GAMES = [GameCode("moments"), GameCode("moments", wilds=4), GameCode("moments", players=4, wilds=4)]
GAMES += [GameCode("moments", advanced=True), GameCode("moments", advanced=True, wilds=2, players=3)]
# The levels that played games yield; what they do not is made up.
YIELDED = [("best-discard", level) for level in (2, 3, 4, 5)] + [("take-or-draw", level) for level in (2, 3, 4, 5)]
YIELDED += [("arrange-hand", level) for level in (2, 4, 5)] + [("score-hands", level) for level in (1, 2, 3)]


@cache
def found(kind: str, advanced: bool, count: int = 6) -> list[Moment]:
    """The first moments of *kind* in a row of games, half of them with wild cards if the kind does not need them."""
    moments: list[Moment] = []
    for number, seed in enumerate(hashed_seeds("moments")):
        wilds = 4 if kind == "wild-as-key" else 2 * (number % 2)
        moments += list(moments_in(GameCode(seed, advanced, wilds, 2 + number % 3), kind))[:2]
        if len(moments) >= count:
            return moments[:count]
    raise AssertionError


CASES = [(kind, advanced) for kind in MOMENTS for advanced in (False, True) if kind != "last-step" or advanced]


def split(cards: Any) -> tuple[tuple[int, ...], int]:
    row = [int(card) for card in cards]
    return tuple(sorted(card for card in row if card)), row.count(0)


def less(cards: tuple[pc.Card, ...], card: pc.Card) -> list[pc.Card]:
    left = list(cards)
    left.remove(card)
    return left


# --- Codes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_code_names_one_game_and_its_positions(game: GameCode) -> None:
    assert read_game_code(str(game)) == game
    assert game.record == read_game_code(str(game)).record
    assert game.states == tuple(pc.replay(game.record))
    position = Position(game, 2)
    assert read_position(str(position)) == position
    assert position.state == game.states[2]
    with pytest.raises(pc.OutOfRangeError):
        _ = Position(game, len(game.states)).state


def test_the_games_that_codes_name_are_what_they_were() -> None:
    """Another rule of thumb would make other items under the ids that are printed on sheets."""
    texts = "".join(game.record.to_text() for game in GAMES)
    assert sha256(texts.encode()).hexdigest()[:16] == "eca4208eb28ec807"


def test_a_seed_is_a_position_only_in_the_whole_of_the_reserved_form() -> None:
    for seed in ("game", "game.1", "game.x", "k7f2q9", "agame.x.1", "game.x.y", "game.x.1.", "game..1"):
        assert read_position(seed) is None
    assert read_position("game.x.1") == Position(GameCode("x"), 1)
    assert read_position("game.aw4p3.x.12") == Position(GameCode("x", True, 4, 3), 12)


@pytest.mark.parametrize("seed", ["game.w0p9.x.1", "game.w11p2.x.1", "game.aw0p5.x.1", "game.w0p1.x.1"])
def test_settings_that_there_are_not_are_refused(seed: str) -> None:
    with pytest.raises(pc.OutOfRangeError):
        pc.make_item("best-discard", level=2, seed=seed)


# --- Moments ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "advanced"), CASES)
def test_a_moment_is_found_again_from_its_code(kind: str, advanced: bool) -> None:
    for moment in found(kind, advanced):
        assert read_moment(str(moment)) == moment
        state = moment.position.state
        assert state.hand(moment.player) == moment.hand
        assert (state.round, state.drawn, moment.view.phase, moment.before.phase) == (
            *(moment.turn, moment.drawn),
            *("discard", "draw"),
        )
    assert find_moment(kind, seed="a", advanced=advanced) == find_moment(kind, seed="a", advanced=advanced)


@pytest.mark.parametrize(("kind", "advanced"), CASES)
def test_a_moment_is_what_its_kind_says(kind: str, advanced: bool) -> None:
    for moment in found(kind, advanced):
        least = moment.position.game.rules.min_series
        if kind != "tempting-discard":
            assert brute.can_arrange(*split(less(moment.hand, moment.discard)), least)
        IS[kind](moment, least)


def _winning(moment: Moment, least: int) -> None:
    assert not brute.can_arrange(*split(moment.before.hand), least)
    if least == 3:
        assert brute.winning_discards(*split(moment.hand), least) == {int(moment.discard)}


def _tempting(moment: Moment, least: int) -> None:
    good, bad = (split(less(moment.hand, card)) for card in (moment.discard, moment.card))
    if brute.can_arrange(*good, least):
        assert not brute.can_arrange(*bad, least)
    elif least == 3:
        assert len(brute.outs(*bad, least)) < 99
        analysis = pc.analyse(moment.position.state)
        better, worse = analysis.after(moment.discard), analysis.after(moment.card)
        assert (better.draws or 0) < (worse.draws or 0) or better.chance > worse.chance


def _wild(moment: Moment, _: int) -> None:
    assert moment.hand.count(pc.WILD) == 1
    assert isinstance(moment.move, pc.GoOut)
    assert any(series.key not in series.cards for series in moment.move.series)


def _shared(moment: Moment, least: int) -> None:
    ways = brute.arrangements(*split(less(moment.hand, moment.discard)), least)
    homes = {key for way in ways for key, numbers, _ in way if moment.card in numbers}
    assert len(homes) == 1
    assert isinstance(moment.move, pc.GoOut)
    assert sum(brute.shares_a_digit(moment.card, series.key) for series in moment.move.series) >= 2


def _last(moment: Moment, _: int) -> None:
    assert len(moment.hand) == 15
    assert moment.position.event == len(moment.position.game.record.events) - 1


IS: dict[str, Callable[[Moment, int], None]] = {
    "winning-draw": _winning,
    "tempting-discard": _tempting,
    "wild-as-key": _wild,
    "shared-card": _shared,
    "last-step": _last,
}


@pytest.mark.parametrize(
    "asked",
    [
        {"kind": "nonsense"},
        {"kind": "last-step", "advanced": False},
        {"kind": "wild-as-key", "wilds": 0},
        {"kind": "winning-draw", "players": 7},
        {"kind": "winning-draw", "advanced": True, "players": 5},
    ],
)
def test_what_no_game_has_is_refused_at_once(asked: dict[str, Any]) -> None:
    with pytest.raises(pc.PrimecardsError):
        find_moment(asked.pop("kind"), seed="a", **asked)


@pytest.mark.parametrize(
    "code", ["", "winning-draw", "winning-draw#k7f2q9", "winning-draw#game.k7f2q9.0", "x#game.a.1"]
)
def test_a_code_that_names_no_moment_is_refused(code: str) -> None:
    with pytest.raises(pc.PrimecardsError):
        read_moment(code)


# --- Steps of thought ---------------------------------------------------------------------------------------------


class Thought:
    """Judges the sentences of a worked example from its position alone."""

    def __init__(self, moment: Moment) -> None:
        self.moment = moment
        self.least = moment.position.game.rules.min_series
        self.hand = [int(card) for card in moment.hand]
        self.primes = [card for card in self.hand if card in brute.PRIMES]
        self.seen = {int(card) for card in (*moment.hand, *moment.view.discards)}

    def over(self, cards: list[pc.Card]) -> int:
        return len(cards) - brute.most_placed(*split(cards), self.least)

    def says(self, message: Message) -> bool:  # noqa: C901 - one case a sentence
        value: dict[str, Any] = dict(message.values)
        card, key = value.get("card", 0), value.get("key", 0)
        match message.template:
            case "A key is prime. The primes here: {primes}.":
                return [int(n) for n in value["primes"]] == sorted(self.primes)
            case template if template.startswith("Key {key}: the "):
                named = (*value.get("units", ()), *value.get("tens", ()))
                return key in brute.PRIMES and all(n in self.hand and brute.shares_a_digit(n, key) for n in named)
            case "Key {key}: all its other cards are wild cards.":
                return self.hand.count(0) >= self.least - 1
            case "There the wild card is the key: it stands for {key}.":
                return key in brute.PRIMES and key not in self.hand and 0 in self.hand
            case "There the wild card completes the series: it can stand for {number}, for example.":
                return value["number"] not in self.hand and 0 in self.hand
            case "There the wild cards can stand for {numbers}.":
                return len(value["numbers"]) == len(set(value["numbers"])) <= self.hand.count(0)
            case (
                "{card} does not fit key {key}: its units digit is {units}, not {key_units}, "
                "and its tens digit is {tens}, not {key_tens}."
            ):
                shown = (value["tens"], value["units"], value["key_tens"], value["key_units"])
                return shown == (*divmod(card, 10), *divmod(key, 10)) and not brute.shares_a_digit(card, key)
            case template if template.startswith("{card} fits key {key}"):
                return brute.shares_a_digit(card, key)
            case "So discard {card}: all the other cards are laid.":
                return brute.can_arrange(*split(less(self.moment.hand, card)), self.least)
            case "Before this card, at best one card was left over: {cards}.":
                before = list(self.moment.before.hand)
                return (value["n"], len(value["cards"])) == (self.over(before),) * 2
            case "Without {card}, at best one card is left over: {cards}.":
                return (value["n"], len(value["cards"])) == (self.over(less(self.moment.hand, card)),) * 2
            case (
                "These numbers, not seen yet, would finish the hand: {numbers}."
                | "Without {card}, these numbers not seen yet would finish the hand: {numbers}."
            ):
                held = less(self.moment.hand, card) if card else list(self.moment.before.hand)
                known = self.seen - {int(self.moment.drawn)} if not card else self.seen
                right = brute.outs(*split(held), self.least)
                return set(value["numbers"]) <= right and right - set(value["numbers"]) <= known | self.shown()
            case "Not seen yet are {unseen} cards. One of them finishes the hand: the chance is {chance}.":
                counts = len(not_seen(self.moment.before)), len(not_seen(self.moment.view))
                there = value["unseen"] in counts
                return there and re.match(rf"{value['n']}/{value['unseen']}\b", value["chance"].text) is not None
            case "Not seen yet are {unseen} cards. None of them finishes the hand.":
                return value["unseen"] in (len(not_seen(self.moment.before)), len(not_seen(self.moment.view)))
            case "A wild card would finish it too, and one is not seen yet.":
                return not_seen(self.moment.before).count(0) == int(value["n"])
            case "{what} {others}":  # the reason of the analysis, which has its own tests
                return message == pc.analyse(self.moment.position.state).why
            case "Without {card}, one more draw would be needed at least.":
                held = less(self.moment.hand, card)
                return pc.draws_needed(held, rules=self.moment.position.game.rules) == int(value["n"])
            case "None of {cards} is a prime that all of them fit, so the wild card is the key.":
                cards = value["cards"]
                return not any(n in brute.PRIMES and all(brute.shares_a_digit(m, n) for m in cards) for n in cards)
            case "With {other}, it would leave only {cards} for key {key}: too few. So it lies with {key}.":
                return len(value["cards"]) == self.least - 1 and key in value["cards"]
            case "So all the cards but one lie in one series of {sizes} cards.":
                sizes = [int(size) for size in value["sizes"].text.split(" + ")]
                return sum(sizes) == 14 and len(sizes) == value["n"] and min(sizes) >= 4
            case "It is tempting to discard {card}: it makes only a pair, with {other}.":
                mates = [n for n in self.hand if n and n != card and brute.shares_a_digit(n, card)]
                return mates == [value["other"]] and (card in self.primes or value["other"] in self.primes)
            case "It is tempting to discard {card}: it fits no prime of the hand.":
                return not any(brute.shares_a_digit(card, prime) for prime in self.primes if prime != card)
            case _:
                return False

    def shown(self) -> set[int]:
        """The numbers that others have been seen to take, or that lie on the discard pile before the draw."""
        taken = {n for numbers, _ in self.moment.view.known for n in range(1, 100) if numbers >> n & 1}
        return taken | {int(card) for card in self.moment.before.discards}


@pytest.mark.parametrize(("kind", "advanced"), CASES)
def test_every_step_of_a_worked_example_is_true(kind: str, advanced: bool) -> None:
    for moment in found(kind, advanced):
        example = worked_example(moment)
        judge_of_steps = Thought(moment)
        assert len(example.solution) >= 3
        for step in example.solution:
            assert judge_of_steps.says(step.message), (str(moment), step.message.text())
        assert example.answer.sample == (moment.discard,)
        for language in LANGUAGES:
            told = example.in_language(language)
            assert told.stem
            assert all(step.message.text(language) for step in told.solution)


# --- Items --------------------------------------------------------------------------------------------------------


@cache
def played(kind: str, level: int, count: int = 3) -> list[pc.Item]:
    seeds = seeds_from_games(pc.puzzle_kinds()[kind], level, pc.BASIC, "tests")
    return [pc.make_item(kind, level=level, seed=seed) for seed, _ in zip(seeds, range(count), strict=False)]


@pytest.mark.parametrize(("kind", "level"), YIELDED)
def test_an_item_from_a_game_holds_all_that_a_made_up_one_does(kind: str, level: int) -> None:
    items = played(kind, level)
    assert items
    for item in items:
        whole, copy = item.to_dict(), item.to_dict(answers=False)
        right = judge(copy)
        assert right == {in_one_order(copy, value) for value in whole["answer"]["all"]}, item.id
        for language in LANGUAGES:
            told = item.in_language(language)
            for answers in (True, False):
                assert not [error.message for error in SCHEMA.iter_errors(told.to_dict(answers=answers))], item.id
            assert pc.item_from_id(item.id, language).to_dict() == told.to_dict()
            assert pc.Item.from_dict(json.loads(json.dumps(told.to_dict()))).to_dict() == told.to_dict()
        assert set(whole) - set(copy) == ONLY_FOR_THE_TEACHER | {"from_game"}
        assert re.fullmatch(r"[a-z-]+\.[1-5]#game\.(aw?\dp\d\.|w\dp\d\.)?[a-z0-9]+\.\d+", item.id)
        for value in whole["answer"]["all"]:
            assert pc.mark(item, value).correct
            assert pc.mark(item.id, as_text(item, value)).correct


@pytest.mark.parametrize(("kind", "level"), YIELDED)
def test_an_item_from_a_game_shows_the_position_that_it_names(kind: str, level: int) -> None:
    for item in played(kind, level):
        position = read_position(item.seed)
        assert position is not None
        state = position.state
        assert item.to_dict()["from_game"] == {
            "game": str(position.game),
            "turn": state.round,
            "event": position.event,
        }
        if kind == "score-hands":
            hands = [split(0 if card == "w" else card for card in hand["cards"]) for hand in item.given["hands"]]
            assert hands == [split(state.hand(player)) for player in range(len(hands))]
        else:
            player = state.out[-1] if state.over else state.player
            assert split(0 if card == "w" else card for card in item.given["cards"]) == split(state.hand(player))
            assert item.given.get("upcard") in (None, state.upcard)


@pytest.mark.parametrize(("kind", "level"), [case for case in YIELDED if case[0] in ("best-discard", "arrange-hand")])
def test_an_item_from_a_game_has_the_level_that_the_graded_solver_proves(kind: str, level: int) -> None:
    for item in played(kind, level):
        cards = item.given["cards"]
        numbers, spare = [card for card in cards if card != "w"], int(kind == "best-discard")
        solved = grade(numbers, cards.count("w"), item.rules.min_series, spare=spare)
        if (kind, level) == ("best-discard", 4):
            assert solved is None
            assert item.answer.count == 2
        else:
            assert solved is not None
            assert solved.level == level
        if kind == "arrange-hand":
            deductions = Deductions(item)
            for step in item.solution:
                assert deductions.says(step.message), (item.id, step.message.text())


@pytest.mark.parametrize("kind", ["find-key", "is-prime"])
def test_a_kind_that_asks_about_no_position_refuses_one(kind: str) -> None:
    with pytest.raises(pc.OutOfRangeError, match="makes no"):
        pc.make_item(kind, level=1, seed="game.k7f2q9.3")


def test_a_position_without_the_level_is_refused() -> None:
    item = played("best-discard", 2)[0]
    with pytest.raises(pc.OutOfRangeError, match="makes no"):
        pc.make_item("best-discard", level=3, seed=item.seed)


def test_the_items_of_a_moment_are_of_its_game() -> None:
    made = [item for kind, advanced in CASES for moment in found(kind, advanced)[:3] for item in items_of(moment)]
    assert {item.kind for item in made} >= {"best-discard", "take-or-draw", "arrange-hand"}
    assert all(item.from_game for item in made)


# --- Sheets -------------------------------------------------------------------------------------------------------


def test_a_sheet_takes_its_examples_from_games_where_they_have_the_level_and_its_code_rebuilds_it() -> None:
    specs = [("best-discard", 2, 1), ("take-or-draw", 3, 1), ("arrange-hand", 4, 1), ("find-key", 2, 1)]
    sheet = pc.Worksheet.make(specs, seed="abc", examples_from="games", examples="faded")
    assert sheet.code == "best-discard.2x1+take-or-draw.3x1+arrange-hand.4x1+find-key.2x1+faded+games#abc"
    assert pc.Worksheet.from_code(sheet.code).entries == sheet.entries
    examples = [entry for entry in sheet.entries if entry.number is None]
    assert all((entry.item.from_game is None) == (entry.item.kind == "find-key") for entry in examples)
    assert all(entry.item.from_game is None for entry in sheet.entries if entry.number)
    without = pc.Worksheet.make(specs, seed="abc", examples="faded")
    assert sheet.items == without.items
    assert pc.Worksheet.make(specs, seed="abc", examples_from="games").code.endswith("+worked+games#abc")


def test_a_sheet_makes_an_example_up_where_no_game_has_one() -> None:
    sheet = pc.Worksheet.make([("score-hands", 4, 1)], seed="a", examples_from="games")
    assert [entry.item.from_game for entry in sheet.entries] == [None, None]


@pytest.mark.parametrize("wrong", [{"examples_from": "books"}, {"seed": "game.x"}, {"seed": "game.w0p2.x"}])
def test_a_sheet_refuses_another_source_of_examples_and_a_seed_that_names_positions(wrong: dict[str, str]) -> None:
    with pytest.raises(pc.InputError):
        pc.Worksheet.make([("find-key", 1, 1)], **{"seed": "a", **wrong})
