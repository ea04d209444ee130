"""The expert: it weighs what its own cards are worth against what its discard gives the next player.

With two series a hand (the basic game), worth is the logarithm of the odds to win (see `outlook`):

    a draw      the exposed card is taken if the best discard then leaves more than the hand is worth before a draw from
                the stock (the mean over every card not seen, slower by far, was no better: 54.3 % both, 10,000 games)
    a discard   of two players without wild cards: the mean chance to win after the reply of the other, played exactly
                for hands that the other may hold (see `hidden_hand`, `look_ahead`), and a little of the cards' worth
    or else     the worth of the cards kept, less what is lost with a prime, less a price times the chance that the next
                player takes it; the price rises with the rounds and with the cards that player is known to have taken

Why so, in shares of two-player games won against the rule of thumb without wild cards (of a compiled prototype, each
line on other deals, give or take 0.3; unless told otherwise):

    53.8 %      by what the next player may want in place of the look ahead (the third line); 52.4 % if that is ignored
    + 0.4       with that chance taken from `hidden_hand`
    + 0.7       with the look ahead at up to 120 hands, as here (40,000 games); 1.0 with 150, 1.1 with 250 of more
                discards (13,500 games each, give or take 0.5)
    + 0.6       by 62 counts of both hands, weighed by 8 playouts of each of 2.2 million discards; with the look ahead
                they explain little more than it does alone
    57.9 %      if it were known what the next player takes; 61 % (2,000 games) if the whole hand were

This player won 55.2 % of the 2,000 games of `tests.tournament`, where the third line alone won 54.3 %, and 56.1 % of
2,500 others, where that won 55.2 %: these deals are kind to both, and over very many it would be some 54.5 %. A
decision took 6.6 ms in the mean there, 30 ms in the 99th percentile, 43 ms at most (the bound is 50). Playouts to the
end cost far more for as much: 500 of each of four discards, over hands weighed by replaying whole pasts, won 0.8 more
than the third line (6,000 games, give or take 1.3).

With more series (the advanced game) it draws by the rule of thumb, and its discard is worth, in cards covered:

    the numbers that the best keys cover without it, as the rule of thumb has it
  + the chance to go out on the next draw, where one draw is enough
  - the chance that the next player wants it, and far more that it lets that player go out, on the mean of the guesses
  - a little for a prime, and for every card held beside it that fits it.

Both look at what the next player threw, took and left (see `neighbour`).
"""

from __future__ import annotations

from random import Random

from primecards.game.events import Event
from primecards.game.hidden_hand import HiddenHand
from primecards.game.look_ahead import LookAhead
from primecards.game.moves import banned_discard, discard, draw_from, going_out
from primecards.game.neighbour import GUESSES, guesses, next_player, unseen, wanted
from primecards.game.outlook import Outlook
from primecards.game.rule_of_thumb import best_keys, rule_of_thumb, throw
from primecards.game.view import PlayerView
from primecards.rules.masks import BIT, NEAR_OF, PRIME_BITS, draws_and_outs, numbers_in, winning_discards

TWO_SERIES = TWO_PLAYERS = 2
# Discards worth so much less than the best are not looked into; how many hands are; what the own worth counts beside.
MARGIN = 0.4
HANDS = 120
REPLIES = 400
PRESENT = 0.055
# For the chance that the next player takes the discard: at once, by the round, by the cards known, and squared.
TAKEN = 0.383
TAKEN_LATE = 0.035
TAKEN_KNOWN = 0.123
TAKEN_SQUARED = -0.27
ASKED_ONCE_IN = 4
# In cards covered.
GIVEN = 1.0
GIVEN_THE_GAME = 2.7
OUT_NEXT = 5.0
PRIME = 0.33
COMPANION = 0.017


def expert(view: PlayerView, rng: Random) -> Event:
    """Draw and discard by what the own hand is worth, with an eye on the next player."""
    two = view.rules.hand_size // view.rules.min_series == TWO_SERIES
    if view.phase == "draw":
        return _drawing(view) if two else rule_of_thumb(view, rng)
    banned = banned_discard(view)
    card, wins = throw(view.numbers, view.wilds, view.rules.min_series, banned)
    if wins:
        return going_out(view, card)
    cards = view.numbers & ~banned
    if two and cards:
        open_game = len(view.sizes) == TWO_PLAYERS and not view.rules.wild_cards
        return discard(view, _looking_ahead(view, cards, rng) if open_game else _two_series(view, cards))
    choices = _worth(view, cards)
    if len(choices) > 1:
        best = max(choices.values())
        choices = {card: worth for card, worth in choices.items() if worth > best - GIVEN}
    if len(choices) > 1:
        harm = _harm(view, tuple(choices), rng)
        card = max(choices, key=lambda card: choices[card] - harm[card])
    else:
        card = next(iter(choices), card)
    return discard(view, card)


def _drawing(view: PlayerView) -> Event:
    """Take the exposed card if it is wild, lets the holder go out, or is worth more than one from the stock."""
    if view.upcard is None:
        return draw_from(view, "stock")
    card, least = BIT[view.upcard], view.rules.min_series
    if not view.upcard or winning_discards(view.numbers | card, view.wilds, least):
        return draw_from(view, "upcard")
    outlook = Outlook(view)
    takes = outlook.best_discard(view.numbers | card, view.wilds) > outlook.next_draw(view.numbers, view.wilds)
    return draw_from(view, "upcard" if takes else "stock")


def _looking_ahead(view: PlayerView, cards: int, rng: Random) -> int:
    """Choose the discard of *cards* by the chance to win after the reply of the other player."""
    outlook = Outlook(view)
    worth = {}
    for card in map(BIT.__getitem__, numbers_in(cards)):
        worth[card] = outlook.value(view.numbers ^ card, 0) - outlook.loss(card)
    least = max(worth.values()) - MARGIN
    choices = [card for card, value in worth.items() if value > least]
    if len(choices) == 1 or not view.stock:
        return max(choices, key=worth.__getitem__)
    hands = HiddenHand(view).hands(min(HANDS, REPLIES // len(choices)), rng)
    chances = LookAhead(outlook, view.numbers, rng).chances(choices, hands)
    return max(choices, key=lambda card: chances[card] + PRESENT * worth[card])


def _two_series(view: PlayerView, cards: int) -> int:
    """Choose the discard of *cards* by the odds to win."""
    outlook = Outlook(view)
    choices = [BIT[number] for number in numbers_in(cards)]
    known = view.known[next_player(view)][0].bit_count()
    price = TAKEN + TAKEN_LATE * view.round + TAKEN_KNOWN * known

    def worth(card: int) -> float:
        taken = chances[card]
        kept = outlook.value(view.numbers ^ card, view.wilds) - outlook.loss(card)
        return kept - taken * (price + TAKEN_SQUARED * taken)

    chances = wanted(view, choices)
    return max(choices, key=worth)


def _worth(view: PlayerView, cards: int) -> dict[int, float]:
    """Say what a player has, in cards covered, after discarding each of *cards*."""
    least = view.rules.min_series
    size = view.numbers.bit_count() + view.wilds - 1
    most = size // least
    hidden, hidden_wilds = unseen(view)
    count = max(1, hidden.bit_count() + hidden_wilds)
    worth = {}
    for number in numbers_in(cards):
        card = BIT[number]
        kept = view.numbers ^ card
        covered = max(0, best_keys(kept, most)[2])
        value = covered - COMPANION * (kept & NEAR_OF[card]).bit_count() - (PRIME if card & PRIME_BITS else 0)
        if covered + view.wilds >= size - 1:
            draws, outs = draws_and_outs(kept, view.wilds, least)
            value += OUT_NEXT * ((outs & hidden).bit_count() + hidden_wilds) / count if draws == 1 else 0
        worth[card] = value
    return worth


def _harm(view: PlayerView, cards: tuple[int, ...], rng: Random) -> dict[int, float]:
    """Say what each of *cards* is worth to the next player, in cards covered, on the mean of the guesses."""
    least = view.rules.min_series
    harm = dict.fromkeys(cards, 0.0)
    for turn, (numbers, wilds, reach, covered) in enumerate(guesses(view, rng)):
        count = numbers.bit_count()
        useful = reach | PRIME_BITS
        # Asking for the win takes longest, so that only some hands that may be near it are asked.
        asked = turn % ASKED_ONCE_IN == 0 and covered >= count - 1
        for card in cards:
            if card & useful and covered < count:
                harm[card] += GIVEN / GUESSES
            if asked and card & useful and winning_discards(numbers | card, wilds, least):
                harm[card] += GIVEN_THE_GAME * ASKED_ONCE_IN / GUESSES
    return harm
