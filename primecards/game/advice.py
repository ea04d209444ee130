"""What the rule of thumb would do, and why, in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from primecards.game.events import Discard, Draw, Event, GoOut
from primecards.game.moves import banned_discard
from primecards.game.rule_of_thumb import best_keys, rule_of_thumb
from primecards.game.view import PlayerView
from primecards.messages import Message, msg, nmsg
from primecards.rules.cards import Card
from primecards.rules.masks import BIT, KEYS_OF, NEAR_OF, PRIME_BITS, WILD_BIT, numbers_in, winning_discards


@dataclass(frozen=True, slots=True)
class Advice:
    """A move and why: what *code* says of the *card* in question and of the *keys*.

    The best keys are those of `best_keys`, and cover what fits one of them.

    | code             | keys      | what holds |
    |------------------|-----------|------------|
    | takes-wild       |           | the exposed card is wild |
    | takes-to-go-out  |           | with the exposed `card`, some discard goes out |
    | takes-key        | the new   | the exposed `card` is prime, and one of the best keys if taken: they cover more |
    | takes-for-key    | it fits   | the exposed `card` is taken for the best keys that it fits: they cover more |
    | nothing-wanting  | the best  | the exposed `card` does not let one go out, and the best keys cover all numbers |
    | adds-nothing     | the best  | the exposed `card` does not let one go out, nor do best keys cover more with it |
    | no-key-yet       |           | no prime is held, and the exposed `card` is none; nor does it let one go out |
    | only-wild-yet    |           | as no-key-yet, but a wild card is held, which can be a key |
    | goes-out         |           | all the cards but `card` can be laid in series; "goes-out-wild" of a wild card |
    | no-key           |           | no prime is held |
    | only-wild        |           | as no-key, but a wild card is held, which can be a key |
    | fits-nothing     |           | `card`, not prime, fits none of the primes held |
    | fits-no-best-key | the best  | `card` fits none of the best keys |
    | can-be-spared    | the best  | the best keys cover all numbers; `card` is none of them |
    | keep-taken       |           | the exposed card was taken, and may not be discarded at once |
    | only-keys        |           | there are only keys and wild cards |
    """

    event: Event
    code: str
    card: Card | None = None
    keys: tuple[int, ...] = ()

    @property
    def reason(self) -> Message:
        """The reason as a sentence."""
        return _sentence(self.code, self.card, self.keys)

    @property
    def told(self) -> Message:
        """The reason as others tell it: not to the player, but of the player."""
        return _told(self.code, self.event.player + 1, self.card, self.keys)


def advise(view: PlayerView) -> Advice:
    """Choose the move of the rule of thumb, and say why."""
    event = rule_of_thumb(view, Random(0))
    return _why_draw(view, event) if isinstance(event, Draw) else _why_discard(view, event)


def _why_draw(view: PlayerView, event: Draw) -> Advice:
    upcard = view.discards[-1]
    card = BIT[upcard]
    most = view.rules.hand_size // view.rules.min_series
    keys, reach, covered = best_keys(view.numbers, most)
    if event.source == "stock":
        if covered == view.numbers.bit_count():
            return Advice(event, "nothing-wanting", upcard, _numbers(sum(keys)))
        without = "only-wild-yet" if view.wilds else "no-key-yet"
        return Advice(event, "adds-nothing" if keys else without, upcard, _numbers(sum(keys)))
    if card == WILD_BIT:
        return Advice(event, "takes-wild", upcard)
    if winning_discards(view.numbers | card, view.wilds, view.rules.min_series):
        return Advice(event, "takes-to-go-out", upcard)
    if not card & reach:
        keys = best_keys(view.numbers | card, most)[0]
    if card in keys:
        return Advice(event, "takes-key", upcard, (int(upcard),))
    return Advice(event, "takes-for-key", upcard, _numbers(sum(keys) & KEYS_OF[card]))


def _why_discard(view: PlayerView, event: Discard | GoOut) -> Advice:
    card = BIT[event.card]
    if isinstance(event, GoOut):
        return Advice(event, "goes-out" if event.card else "goes-out-wild", event.card)
    keys, reach, covered = best_keys(view.numbers, view.rules.hand_size // view.rules.min_series)
    best = _numbers(sum(keys))
    if card == WILD_BIT or card in keys:
        return Advice(event, "keep-taken" if banned_discard(view) else "only-keys", event.card)
    if card & reach:
        spared = covered == view.numbers.bit_count()
        return Advice(event, "can-be-spared", event.card, best) if spared else Advice(event, "keep-taken", event.card)
    if not view.numbers & PRIME_BITS:
        return Advice(event, "only-wild" if view.wilds else "no-key", event.card)
    if not card & PRIME_BITS and not view.numbers & PRIME_BITS & NEAR_OF[card]:
        return Advice(event, "fits-nothing", event.card)
    return Advice(event, "fits-no-best-key", event.card, best)


def _numbers(keys: int) -> tuple[int, ...]:
    return tuple(numbers_in(keys))


def _sentence(code: str, card: Card | None, keys: tuple[int, ...]) -> Message:
    it = card or 0
    key = keys[0] if keys else 0
    sentences = {
        "takes-wild": msg("A wild card can stand for any number: take it."),
        "takes-to-go-out": msg("With {card} you can go out: take it.", card=it),
        "takes-key": msg("{card} is prime, and with it as a key more of your cards fit a key: take it.", card=it),
        "takes-for-key": msg("{card} fits the key {key}, one of your best: take it.", card=it, key=key),
        "nothing-wanting": msg(
            "With {card} you cannot go out, and all your numbers fit a key already: draw from the stock.", card=it
        ),
        "adds-nothing": nmsg(
            "{card} adds nothing to your best key, {keys}: draw from the stock.",
            "{card} adds nothing to your best keys, {keys}: draw from the stock.",
            len(keys),
            card=it,
            keys=keys,
        ),
        "no-key-yet": msg("You have no prime, and {card} is not prime: draw from the stock.", card=it),
        "only-wild-yet": msg(
            "Of your cards only a wild card can be a key, and {card} is not prime: draw from the stock.", card=it
        ),
        "goes-out": msg("All your other cards can be laid in series: discard {card} and go out.", card=it),
        "goes-out-wild": msg("All your other cards can be laid in series: discard a wild card and go out."),
        "no-key": msg("You have no prime, so {card} fits no key: discard it.", card=it),
        "only-wild": msg("Only a wild card can be a key, so {card} fits no key that you hold: discard it.", card=it),
        "fits-nothing": msg("{card} is not prime and fits no prime that you hold: discard it.", card=it),
        "fits-no-best-key": nmsg(
            "{card} does not fit your best key, {keys}: discard it.",
            "{card} fits none of your best keys, {keys}: discard it.",
            len(keys),
            card=it,
            keys=keys,
        ),
        "can-be-spared": nmsg(
            "All your numbers fit the key {keys}, and {card} can be spared: discard it.",
            "All your numbers fit a key, one of {keys}, and {card} can be spared: discard it.",
            len(keys),
            card=it,
            keys=keys,
        ),
        "keep-taken": msg("The card just taken may not be discarded, so another has to go."),
        "only-keys": msg("You have only keys and wild cards, so one of them has to go."),
    }
    return sentences[code]


def _told(code: str, player: int, card: Card | None, keys: tuple[int, ...]) -> Message:
    it = card or 0
    key = keys[0] if keys else 0
    sentences = {
        "takes-wild": msg("A wild card can stand for any number."),
        "takes-to-go-out": msg("With {card}, player {player} can go out.", card=it, player=player),
        "takes-key": msg(
            "{card} is prime, and with it as a key more cards of player {player} fit a key.", card=it, player=player
        ),
        "takes-for-key": msg(
            "{card} fits the key {key}, one of the best of player {player}.", card=it, key=key, player=player
        ),
        "nothing-wanting": msg(
            "With {card}, player {player} could not go out, and all numbers of this hand fit a key already.",
            card=it,
            player=player,
        ),
        "adds-nothing": nmsg(
            "{card} adds nothing to {keys}, the best key of player {player}.",
            "{card} adds nothing to {keys}, the best keys of player {player}.",
            len(keys),
            card=it,
            player=player,
            keys=keys,
        ),
        "no-key-yet": msg("Player {player} holds no prime, and {card} is not prime.", card=it, player=player),
        "only-wild-yet": msg(
            "Of the cards of player {player} only a wild card can be a key, and {card} is not prime.",
            card=it,
            player=player,
        ),
        "goes-out": msg("All the cards of player {player} but {card} can be laid in series.", card=it, player=player),
        "goes-out-wild": msg("All the cards of player {player} but a wild card can be laid in series.", player=player),
        "no-key": msg("Player {player} holds no prime, so {card} fits no key.", card=it, player=player),
        "only-wild": msg(
            "Of the cards of player {player} only a wild card can be a key, so {card} fits no key.",
            card=it,
            player=player,
        ),
        "fits-nothing": msg("{card} is not prime and fits no prime of player {player}.", card=it, player=player),
        "fits-no-best-key": nmsg(
            "{card} does not fit {keys}, the best key of player {player}.",
            "{card} fits none of {keys}, the best keys of player {player}.",
            len(keys),
            card=it,
            player=player,
            keys=keys,
        ),
        "can-be-spared": nmsg(
            "All the numbers of player {player} fit the key {keys}, and {card} can be spared.",
            "All the numbers of player {player} fit a key, one of {keys}, and {card} can be spared.",
            len(keys),
            card=it,
            player=player,
            keys=keys,
        ),
        "keep-taken": msg("Player {player} may not discard the card just taken: another has to go.", player=player),
        "only-keys": msg("Player {player} holds only keys and wild cards: one of them has to go.", player=player),
    }
    return sentences[code]
