"""What scripts decide in a browser is what Python decides: the rules of a series, the points, every sentence."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page

import primecards as pc
from primecards.languages import LANGUAGES
from primecards.messages import Message
from primecards.puzzles.item import Item
from primecards.puzzles.responses import ArrangementResponse, Blanks, CardSet, Choice, Group
from primecards.rules.cards import WILD, Card, read_text
from primecards.rules.numbers import PRIMES
from primecards.rules.series import check_series
from primecards.web import assets
from primecards.web.sealing import Sealed
from primecards.words import say_html

SEEDS = 2
RESPONSES = 9


@pytest.fixture(scope="module")
def scripts(chromium: Browser) -> Iterator[Page]:
    """An empty page with all the scripts of exercises."""
    page = chromium.new_page()
    page.set_content("<title>scripts</title>")
    core = "\n".join((assets.script("sheet").partition("(function sheet()")[0], REPORT))
    page.add_script_tag(content=core)
    yield page
    page.close()


REPORT = """
function report(data, told, responses) {
  speak(data.language, told);
  const items = itemsOf(data);
  return responses.map(([i, value]) => {
    const { points, messages, hint } = mark(items[i], value);
    return [points.join("/"), messages.map(say), say(hint)];
  });
}
function setsOf(size, each) {
  const go = (cards, from) => {
    if (cards.length === size) return each(cards);
    for (let n = from; n <= 99; n++) go([...cards, n], n + 1);
  };
  go([], 1);
}
function verdicts(size) {
  const said = [];
  setsOf(size, (cards) => {
    const { keys, faults } = checkSeries(cards);
    said.push(keys.join(",") + "|" + faults.map((f) => [f.code, f.card ?? "", f.key ?? ""].join(" ")).join(";"));
  });
  return [said.length, [...sha256(bytesOf(said.join("\\n")))].map((b) => b.toString(16).padStart(2, "0")).join("")];
}
function heldKeys(size) {
  let asked = 0;
  const valid = Object.fromEntries(PRIMES.map((key) => [key, []]));
  setsOf(size, (cards) => {
    for (const key of PRIMES) {
      asked++;
      if (checkSeries(cards, key).ok) valid[key].push(cards);
    }
  });
  return [asked, valid];
}
"""


def some_responses(item: Item, rng: Random) -> Iterator[Any]:
    """Right, wrong, partial and blank responses to *item*, as a page gives them (None: blank)."""
    rights: tuple[Any, ...] = item.answer.all or (item.answer.sample,)
    yield from (as_page(value) for value in rights[:3])
    yield None
    form = item.response
    match form:
        case Choice(options):
            yield from (option.id for option in options)
        case CardSet(choose_from):
            offered = choose_from if choose_from is not None else tuple(map(Card, range(1, 100)))
            for _ in range(RESPONSES):
                right = [card for card in rng.choice(rights) if rng.random() < 0.7]
                more = rng.sample(offered, min(len(offered), rng.choice((0, 0, 1, 2, 5))))
                yield as_page(sorted({*right, *more} - {WILD}) + [WILD] * (WILD in offered and rng.random() < 0.4))
        case Blanks():
            for _ in range(RESPONSES):
                near = (None, 0, 1, 2, 3, 5, 10, 20, 30, 40, 70, 99, -2, 12345, *rights[0])
                numbers = [rng.choice(near) if rng.random() < 0.6 else value for value in rng.choice(rights)]
                yield None if numbers.count(None) == len(numbers) else numbers
        case ArrangementResponse(cards=hand):
            for _ in range(RESPONSES):
                yield some_groups(rights[0], hand, form.groups, rng) or None


def as_page(value: Any) -> Any:
    """A response as scripts have it, where a wild card is 0."""
    if isinstance(value, Group):
        return {"key": value.key, "cards": as_page(value.cards)}
    if isinstance(value, str | int | None):
        return value if value is None or isinstance(value, str) else int(value)
    return [as_page(part) for part in value]


def some_groups(right: Any, hand: tuple[Card, ...], groups: int, rng: Random) -> list[dict[str, Any]]:
    """An arrangement that went wrong somewhere: cards moved, left over, keys that are none or not named."""
    home = {i: place for place, group in enumerate(right) for i, card in enumerate(hand) if card in group.cards}
    for i in range(len(hand)):
        if rng.random() < 0.25:
            home[i] = rng.randrange(groups + 1)
    laid = []
    for place in range(groups):
        cards = [int(hand[i]) for i in range(len(hand)) if home.get(i) == place]
        if cards:
            key = rng.choice((None, right[place].key, right[place].key, *filter(None, cards)))
            laid.append({"key": key, "cards": sorted(filter(None, cards)) + [0] * cards.count(0)})
    return laid


def as_python(item: Item, value: Any) -> Any:
    if value is None or isinstance(value, str) or isinstance(item.response, Blanks):
        return value
    if isinstance(item.response, ArrangementResponse):
        return [{**group, "cards": [card or "w" for card in group["cards"]]} for group in value]
    return tuple(WILD if card == 0 else Card(card) for card in value) or "none"


def test_a_page_gives_every_response_the_points_and_the_sentences_that_python_gives(scripts: Page) -> None:
    rng = Random(7)
    names = [
        (kind, level, f"page{seed}") for kind in pc.puzzle_kinds() for level in range(1, 6) for seed in range(SEEDS)
    ]
    items = [pc.make_item(kind, level=level, seed=seed) for kind, level, seed in names]
    asked = [(i, value) for i, item in enumerate(items) for value in some_responses(item, rng)]
    marks = [pc.mark(items[i], as_python(items[i], value)) for i, value in asked]
    assert len({mark.points for mark in marks}) > 10
    sealed = Sealed.of(items)
    for language in LANGUAGES:
        data, told = sealed.told(language), assets.told("sheet", language)
        found = scripts.evaluate("([data, told, asked]) => report(data, told, asked)", [data, told, asked])
        for (i, value), mark, (scored, said, hint) in zip(asked, marks, found, strict=True):
            there = (items[i].id, value)
            assert scored == f"{mark.points.numerator}/{mark.points.denominator}", there
            assert said == [html(message, language) for message in mark.messages], there
            assert hint == html(mark.hint_message, language), there


def html(message: Message, language: str) -> str:
    return str(say_html(message, language))


# --- The rules ----------------------------------------------------------------------------------------------------


def verdicts(size: int) -> list[Any]:
    """Count the verdicts on all sets of so many cards, and hash what they say."""
    said = []
    for cards in combinations(map(Card, range(1, 100)), size):
        verdict = check_series(cards)
        faults = ";".join(f"{f.code} {f.card or ''} {f.key or ''}" for f in verdict.faults)
        said.append(",".join(map(str, verdict.keys)) + "|" + faults)
    return [len(said), sha256("\n".join(said).encode()).hexdigest()]


def test_every_pair_and_every_triple_of_cards_gets_the_verdict_and_the_faults_that_python_finds(scripts: Page) -> None:
    assert scripts.evaluate("verdicts(2)") == verdicts(2)
    assert scripts.evaluate("verdicts(3)") == verdicts(3)


def test_every_triple_is_asked_about_with_each_key_and_gets_the_verdict_that_python_finds(scripts: Page) -> None:
    asked, valid = scripts.evaluate("heldKeys(3)")
    assert asked == 156_849 * len(PRIMES)
    for key in PRIMES:
        others = combinations((n for n in range(1, 100) if n != key), 2)  # no triple without the key is a series of it
        found = (sorted((key, *pair)) for pair in others if check_series(map(Card, (key, *pair)), key=key).ok)
        assert valid[str(key)] == sorted(found), key


cards_with_wilds = st.tuples(st.sets(st.integers(1, 99), max_size=20), st.integers(0, 10)).map(
    lambda both: [*sorted(both[0]), *[0] * both[1]]
)


@settings(max_examples=10)
@given(st.lists(st.tuples(cards_with_wilds, st.sampled_from((None, *PRIMES)), st.integers(3, 6)), max_size=60))
def test_sets_of_any_size_with_wild_cards_and_a_key_get_the_verdict_of_python(
    scripts: Page, asked: list[tuple[list[int], int | None, int]]
) -> None:
    found = scripts.evaluate(
        """asked => speak("en", {}) ?? asked.map(([cards, key, least]) => {
            const verdict = checkSeries(cards, key, least);
            return [verdict.ok, verdict.keys, explainVerdict(verdict).map(say)];
        })""",
        asked,
    )
    for (cards, key, least), (ok, keys, said) in zip(asked, found, strict=True):
        verdict = check_series([Card(n) if n else WILD for n in cards], key=key, rules=pc.Rules(min_series=least))
        assert (ok, tuple(keys)) == (verdict.ok, verdict.keys)
        assert said == [html(message, "en") for message in verdict.messages]
        if key is not None:
            everything = check_series(verdict.cards, rules=pc.Rules(min_series=least))
            assert verdict.ok == (key in everything.keys)


# --- Reading ------------------------------------------------------------------------------------------------------

PIECES = (
    *("23", "3", "w", "★", "free", "חופשי", "ו-13", "ו13", "and", "קלף", ",", ";", "٢٣", "２３", "07", "100", "-3"),
    *("2³", "x", "w3", "\u200f5", "0", "999999999999999999999", ".", "(7)", "נ", "and7"),
)
TYPED = st.one_of(
    st.text(st.characters(exclude_categories=("Cs", "Cn")), max_size=30),
    st.lists(st.sampled_from(PIECES), max_size=8).map(" ".join),
)


@settings(max_examples=12)
@given(st.lists(TYPED, max_size=60))
def test_what_people_type_is_read_on_a_page_as_python_reads_it(scripts: Page, texts: list[str]) -> None:
    found = scripts.evaluate(
        """texts => speak("en", {}) ?? texts.map((text) => {
            const { cards, problem } = readCards(text);
            return [cards ?? null, problem ? say(problem) : null];
        })""",
        texts,
    )
    assert found == [as_read(text) for text in texts]


def as_read(text: str) -> list[Any]:
    try:
        return [[int(card) for card in read_text(text)], None]
    except pc.InputError as refused:
        return [None, html(refused.message, "en")]
