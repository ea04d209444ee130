"""A moment of a played game as a worked example: the position, the steps of thought, and what is right.

It looks like an item, so that it is printed like one, but it is of no kind and level: nobody has to solve it. The items
that the same moment makes are those of `items_of`.
"""

from __future__ import annotations

from collections.abc import Iterator

from primecards.errors import OutOfRangeError
from primecards.game.analysis import Move, analyse
from primecards.game.events import Draw
from primecards.game.moments import Moment, pair_of
from primecards.game.state import STOCK, UPCARD
from primecards.messages import Formula, Message, msg, nmsg
from primecards.puzzles.exhibits import Exhibit, Upcard
from primecards.puzzles.going_out import as_bits, left_at_best, primes_first, tell_series, with_least, without
from primecards.puzzles.item import LEVELS, Aids, Answer, Difficulty, FromGame, Item, Step
from primecards.puzzles.reasons import fit_or_not
from primecards.puzzles.registry import find_kind, make_item
from primecards.puzzles.responses import CardSet
from primecards.rules.cards import WILD, Card, cards_to_json
from primecards.rules.hands import arrange
from primecards.rules.numbers import fits, is_prime
from primecards.rules.ruleset import Rules
from primecards.rules.series import Series, does_not_fit

_ASKED_OF = (("take-or-draw", -1), ("best-discard", 0), ("arrange-hand", 1), ("score-hands", 1))


def worked_example(moment: Moment, language: str = "en") -> Item:
    """Work the position of *moment* out, step by step."""
    hand = moment.hand
    return Item(
        question=_question(moment),
        given={"cards": cards_to_json(hand), "drawn": cards_to_json([moment.drawn])[0], "moment": moment.kind},
        exhibits=_exhibits(moment),
        response=CardSet(hand, 1),
        answer=Answer.of((moment.discard,)),
        solution=tuple(_steps(moment)),
        difficulty=Difficulty(0),
        id=str(moment),
        seed=str(moment.position),
        aids=Aids(primes_marked=True),  # the first step names them: nobody is asked
        language=language,
        rules=moment.position.game.rules,
        from_game=FromGame(str(moment.position.game), moment.turn, moment.position.event),
    )


def items_of(moment: Moment, language: str = "en") -> tuple[Item, ...]:
    """Make the items of every kind and level that the game makes round *moment*: before the draw, after it, at the end.

    The end is asked about where the moment is the last of its game.
    """
    rules = moment.position.game.rules
    found = []
    last = len(moment.position.game.states) - 1
    for name, later in _ASKED_OF:
        event = moment.position.event + later
        if later == 1 and event != last:
            continue
        kind = find_kind(name)
        for level in LEVELS:
            item = _item(kind.name, level, f"game.{moment.position.game}.{event}", rules, language)
            found += [item] if item else []
    return tuple(found)


def _item(kind: str, level: int, seed: str, rules: Rules, language: str) -> Item | None:
    try:
        return make_item(kind, level=level, seed=seed, rules=rules, language=language)
    except OutOfRangeError:
        return None


def _question(moment: Moment) -> Message:
    draw = moment.position.game.record.events[moment.position.event - 1]
    turn, player, card = moment.turn, moment.player + 1, moment.drawn
    if isinstance(draw, Draw) and draw.source == UPCARD:
        told = msg(
            "Turn {turn}: player {player} has taken the exposed card {card}.", turn=turn, player=player, card=card
        )
    else:
        told = msg("Turn {turn}: player {player} has drawn {card} from the stock.", turn=turn, player=player, card=card)
    return with_least(msg("{told} Which card is best to discard?", told=told), moment.position.game.rules)


def _exhibits(moment: Moment) -> tuple[Exhibit, ...]:
    upcard = moment.view.upcard
    return (Upcard(upcard),) if upcard is not None else ()


def _steps(moment: Moment) -> Iterator[Step]:
    """Think the position through: what could be drawn, the primes, the series, what has to go, and why."""
    hand, rules = moment.hand, moment.position.game.rules
    if moment.kind == "winning-draw":
        yield from _what_could_be_drawn(moment)
    yield primes_first(hand)
    kept = without(hand, moment.discard)
    laid = arrange(kept, rules=rules)
    if laid is None:
        yield from _compare(moment)
        return
    yield from tell_series(laid.series)
    yield from _about(moment, laid.series)
    yield from _left_over(moment.discard, laid.series)
    if moment.kind == "tempting-discard":
        yield from _temptation(moment)
        over = left_at_best(without(hand, moment.card), rules)
        yield Step(
            nmsg(
                "Without {card}, at best one card is left over: {cards}.",
                "Without {card}, at best {n} cards are left over: {cards}.",
                len(over),
                card=moment.card,
                cards=over,
            ),
            over,
        )
    yield Step(msg("So discard {card}: all the other cards are laid.", card=moment.discard), (moment.discard,))


def _what_could_be_drawn(moment: Moment) -> Iterator[Step]:
    """Tell what was over before the draw, and how likely the stock was to finish the hand."""
    before = moment.before
    over = left_at_best(before.hand, moment.position.game.rules)
    yield Step(
        nmsg(
            "Before this card, at best one card was left over: {cards}.",
            "Before this card, at best {n} cards were left over: {cards}.",
            len(over),
            cards=over,
        ),
        over,
    )
    stock = next(move for move in analyse(before).moves if move.source == STOCK)
    if stock.outs:
        yield Step(msg("These numbers, not seen yet, would finish the hand: {numbers}.", numbers=stock.outs))
    if stock.wilds:
        yield Step(
            nmsg(
                "A wild card would finish it too, and one is not seen yet.",
                "A wild card would finish it too, and {n} are not seen yet.",
                stock.wilds,
            )
        )
    yield Step(stock.explain_chance())


def _about(moment: Moment, laid: tuple[Series, ...]) -> Iterator[Step]:
    """Say what the moment is about, where it is more than the draw."""
    if moment.kind == "wild-as-key":
        for series in laid:
            numbers = tuple(card for card in series.cards if card)
            if series.key not in series.cards and not _has_key(numbers):
                yield Step(
                    msg("None of {cards} is a prime that all of them fit, so the wild card is the key.", cards=numbers),
                    (WILD,),
                )
    if moment.kind == "shared-card":
        home = next(series for series in laid if moment.card in series.cards)
        for other in laid:
            if other is not home and fits(moment.card, other.key):
                yield Step(fit_or_not(moment.card, other.key), (moment.card,))
                left = tuple(c for c in moment.hand if c is not moment.card and fits(c, home.key))
                yield Step(
                    msg(
                        "With {other}, it would leave only {cards} for key {key}: too few. So it lies with {key}.",
                        other=other.key,
                        cards=left,
                        key=home.key,
                    ),
                    left,
                )
    if moment.kind == "last-step":
        yield Step(
            nmsg(
                "So all the cards but one lie in one series of {sizes} cards.",
                "So all the cards but one lie in {n} series, of {sizes} cards.",
                len(laid),
                sizes=Formula(" + ".join(str(len(series.cards)) for series in laid)),
            )
        )


def _has_key(numbers: tuple[Card, ...]) -> bool:
    return any(is_prime(key) and all(fits(n, key) for n in numbers) for key in numbers)


def _left_over(card: Card, laid: tuple[Series, ...]) -> Iterator[Step]:
    """Say of the card to discard which digits keep it out of every series, or that it is one more than is needed."""
    home = next((series for series in laid if fits(card, series.key)), None)
    if home is None:
        yield from (Step(does_not_fit(card, series.key), (card,)) for series in laid)
    else:
        yield Step(msg("{card} fits key {key} as well, but one card has to go.", card=card, key=home.key), (card,))


def _temptation(moment: Moment) -> Iterator[Step]:
    card = moment.card
    other = pair_of(as_bits(n for n in moment.hand if n), card)
    if other is not None:
        yield Step(
            msg("It is tempting to discard {card}: it makes only a pair, with {other}.", card=card, other=other),
            (card,),
        )
    else:
        yield Step(msg("It is tempting to discard {card}: it fits no prime of the hand.", card=card), (card,))


def _compare(moment: Moment) -> Iterator[Step]:
    """Compare the tempting discard with the best: draws needed, and the cards that would finish the hand."""
    analysis = analyse(moment.view)
    yield from _temptation(moment)
    yield from _after(analysis.after(moment.card))
    yield from _after(analysis.best)
    yield Step(analysis.why, (moment.discard,))


def _after(move: Move) -> Iterator[Step]:
    card = move.discard or WILD
    if move.draws != 1:
        yield Step(
            nmsg(
                "Without {card}, one more draw would be needed at least.",
                "Without {card}, {n} more draws would be needed at least.",
                move.draws or 0,
                card=card,
            ),
            (card,),
        )
        return
    if move.outs:
        yield Step(
            msg(
                "Without {card}, these numbers not seen yet would finish the hand: {numbers}.",
                card=card,
                numbers=move.outs,
            ),
            (card,),
        )
    yield Step(move.explain_chance())
