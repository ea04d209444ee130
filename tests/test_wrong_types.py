"""Whoever gives the functions of the game something else than they take is told so in one line, and what is allowed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import primecards as pc
from primecards.game.players import PLAYERS
from primecards.game.random_player import random_player
from primecards.game.scoring import Result
from primecards.game.state import deal, verify

STATE = deal(pc.BASIC, "types")
WRONG: tuple[Any, ...] = (None, 5, "state", [], {"rules": 1}, pc.BASIC)
HUGE = 10**5000  # Python refuses to write it as text


def refusal(call: Callable[[], object]) -> str:
    with pytest.raises(pc.InputError) as caught:
        call()
    told = str(caught.value)
    assert told
    assert "\n" not in told
    assert len(told) < 200
    assert caught.value.message.text("he") != told  # in both languages
    return told


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_no_game_is_refused_by_whatever_asks_for_one(wrong: Any) -> None:
    draw = pc.Draw(0, "stock")
    for call in (
        lambda: pc.verify(wrong, draw),
        lambda: pc.apply(wrong, draw),
        lambda: pc.legal_events(wrong),
        lambda: Result.of(wrong),
        lambda: pc.Match().with_game(wrong),
        lambda: pc.Match.of([wrong]),
    ):
        assert "is not the state of a game." in refusal(call)
    assert "is not the state of a game, nor a view of one." in refusal(lambda: pc.analyse(wrong))


def test_a_match_is_made_of_rules_and_results() -> None:
    wrong: Any = "basic"
    assert refusal(lambda: pc.Match(wrong)) == "'basic' is not the rules of a game."
    assert refusal(lambda: pc.Match(results=(wrong,))) == "'basic' is not the result of a game."
    assert "games is a whole number from 0 up" in refusal(lambda: pc.Match.play("s", ["random"] * 2, games=wrong))


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"rules": "basic"}, "'basic' is not the rules of a game."),
        ({"rules": None}, "None is not the rules of a game."),
        ({"executor": 2}, "2 is no executor: give one of concurrent.futures, or what workers(2) gives."),
        ({"players": 2}, "Each seat needs a player: a list of names (random, rule-of-thumb, expert) or of"),
        ({"players": None}, "Each seat needs a player"),
        ({"players": ["random", 7]}, "There is no player 7; there are random, rule-of-thumb, expert."),
        ({"seed": None}, "The seed None is not 1 to 50 letters, digits, dots, - and _."),
        ({"seed": HUGE}, "The seed 0x"),
        ({"seed": b"s"}, "The seed b's' is not"),
    ],
)
def test_a_simulation_refuses_what_it_cannot_use(asked: dict[str, Any], says: str) -> None:
    assert says in refusal(lambda: pc.simulate(3, **asked))


def test_a_game_is_played_out_by_names_as_well_as_by_strategies() -> None:
    by_name = pc.play_out("types", ["random", "rule-of-thumb"])
    assert by_name == pc.play_out("types", [random_player, PLAYERS["rule-of-thumb"].strategy])
    wrong: Any = "expert"
    assert "Each seat needs a player: a list of names" in refusal(lambda: pc.play_out("types", wrong))
    assert "There is no player nobody; there are random" in refusal(lambda: pc.play_out("types", ["nobody"] * 2))
    assert "2 players need as many strategies, not 1." in refusal(lambda: pc.play_out("types", ["expert"]))
    match = pc.Match.play("types", ["random", "rule-of-thumb"], games=2)
    assert len(match.results) == 2


@pytest.mark.parametrize("player", [False, 0.0, "0", None])
def test_a_move_of_no_player_is_no_move(player: Any) -> None:
    (refused,) = verify(STATE, pc.Draw(player, "stock"))
    assert refused.code == "not-an-event"


@pytest.mark.parametrize("source", [None, 1, ["stock"], "deck"])
def test_a_draw_from_nowhere_is_refused(source: Any) -> None:
    (refused,) = verify(STATE, pc.Draw(0, source))
    assert refused.code == "no-such-source"


def test_numbers_too_long_to_be_written_are_refused_in_one_line() -> None:
    for call in (
        lambda: pc.Rules(turn_limit=HUGE),
        lambda: pc.Rules(players=HUGE),
        lambda: pc.Card(HUGE),
        lambda: pc.deal(pc.BASIC, "types", HUGE),
        lambda: pc.make_item("find-key", seed=HUGE),
    ):
        assert "0x" in refusal(call)
