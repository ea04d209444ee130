"""What is told at the table, as messages: only what the one at the keyboard may know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

from primecards.game.events import Discard, Draw, Event, GoOut
from primecards.game.players import PLAYERS
from primecards.game.scoring import counts, place_points, points
from primecards.game.state import DISCARD, UPCARD
from primecards.messages import Message, Value, msg, nmsg
from primecards.rules.cards import Card, in_order
from primecards.rules.hands import best_arrangement
from primecards.rules.masks import NEAR
from primecards.rules.series import Series
from primecards.terminal.seats import Seat, label
from primecards.terminal.sitting import Sitting


def listed(parts: Sequence[Value]) -> Message:
    """Put *parts* in a row, with commas."""
    row = msg("{only}", only=parts[0])
    return reduce(lambda first, second: msg("{first}, {second}", first=first, second=second), parts[1:], row)


def in_a_row(lines: Sequence[Message]) -> Message:
    """Put whole sentences into one line."""
    return reduce(lambda first, second: msg("{first} {second}", first=first, second=second), lines)


def in_words(card: Card) -> Message:
    """Name *card* with what its looks tell: that it is prime, or wild."""
    if card.is_wild:
        return msg("wild card")
    return msg("prime {number}", number=card) if card.is_prime else msg("{only}", only=card)


def by_key(cards: Iterable[Card]) -> list[tuple[Card | None, tuple[Card, ...]]]:
    """Put *cards* in groups: the prime that most fit, with all that fit it, and so on; None with the others."""
    cards = tuple(cards)
    left = [card for card in cards if card]
    groups: list[tuple[Card | None, tuple[Card, ...]]] = []
    while primes := [card for card in left if card.is_prime]:
        reach = {key: [card for card in left if NEAR[key] >> card & 1] for key in primes}
        key = max(primes, key=lambda prime: (len(reach[prime]), -prime))
        if len(reach[key]) < 2:
            break
        groups.append((key, (key, *(card for card in reach[key] if card is not key))))
        left = [card for card in left if card not in reach[key]]
    left += [card for card in cards if not card]
    return [*groups, (None, tuple(left))] if left else groups


# --- The table ----------------------------------------------------------------------------------------------------


def heading(sitting: Sitting) -> Message:
    """Say which round it is and whose turn."""
    state = sitting.state
    if sitting.people == 1:
        turn = msg("Round {round}. It is your turn.", round=state.round)
    else:
        turn = msg(
            "Round {round}. It is the turn of: {name}", round=state.round, name=label(sitting.seats, state.player)
        )
    if sitting.games == 1:
        return turn
    return msg("Game {number} of {games}. {turn}", number=sitting.number, games=sitting.games, turn=turn)


def others(sitting: Sitting) -> Message:
    """Say how many cards each of the others holds, or that a player is out."""
    state = sitting.state
    told: list[Value] = []
    for seat in range(len(sitting.seats)):
        name = label(sitting.seats, seat)
        if seat in state.out:
            told.append(msg("{name}: out", name=name))
        elif seat != state.player:
            told.append(msg("{name}: {count}", name=name, count=sitting.rules.hand_size))
    return msg("Cards of the others: {list}.", list=listed(told))


def stock(sitting: Sitting) -> Message:
    """Say how many cards the stock has."""
    return nmsg("The stock has one card.", "The stock has {n} cards.", len(sitting.state.face_down))


def exposed(sitting: Sitting, *, words: bool) -> Message:
    """Say which card is exposed."""
    card = sitting.state.upcard
    if card is None:
        return msg("There is no exposed card.")
    return msg("The exposed card: {card}.", card=in_words(card) if words else card)


def choices(sitting: Sitting) -> Message:
    """Say what can be done now."""
    if sitting.state.phase == DISCARD:
        return msg("Write the number of a card to discard (w: wild card), out or hint. ? tells more.")
    return msg("Write draw (from the stock), take (the exposed card) or hint. ? tells more.")


# --- What happened ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as all saw it; *drawn* is the card where it was the exposed one, or the teller's own."""

    player: int
    taken: bool
    drawn: Card | None
    end: Event | None = None


def turns(sitting: Sitting, teller: int, first: int = 0) -> Iterator[Turn]:
    """Go through the turns from the event *first* on, as *teller* may tell them."""
    turn = None
    for event, after in zip(sitting.events[first:], sitting.states[first + 1 :], strict=True):
        if isinstance(event, Draw):
            taken = event.source == UPCARD
            turn = Turn(event.player, taken, after.drawn if taken or event.player == teller else None)
        elif turn is not None:
            yield Turn(turn.player, turn.taken, turn.drawn, event)
            turn = None
    if turn is not None:
        yield turn


def told(turn: Turn, seats: Sequence[Seat], teller: int) -> Message:
    """Tell *turn* in a sentence."""
    drew = _drew(turn, label(seats, turn.player), own=turn.player == teller)
    if isinstance(turn.end, GoOut):
        return msg("{drew} and went out, discarding {card}.", drew=drew, card=turn.end.card)
    if isinstance(turn.end, Discard):
        return msg("{drew} and discarded {card}.", drew=drew, card=turn.end.card)
    return msg("{drew}.", drew=drew)


def _drew(turn: Turn, name: str | Message, *, own: bool) -> Message:
    if turn.drawn is None:
        return msg("{name} drew from the stock", name=name)
    if turn.taken:
        if own:
            return msg("You took the exposed card {card}", card=turn.drawn)
        return msg("{name} took the exposed card {card}", name=name, card=turn.drawn)
    return msg("You drew {card} from the stock", card=turn.drawn)


def news(sitting: Sitting) -> list[Message]:
    """Tell the one to move what has happened since that player's own last move, and what was just drawn."""
    player, events = sitting.state.player, sitting.events
    if sitting.state.phase == DISCARD:
        return [told(turn, sitting.seats, player) for turn in turns(sitting, player, len(events) - 1)]
    first = next((place for place in range(len(events), 0, -1) if events[place - 1].player == player), 0)
    return [told(turn, sitting.seats, player) for turn in turns(sitting, player, first)]


def story(sitting: Sitting) -> Iterator[Message]:
    """Tell the game so far to the one to move."""
    player = sitting.state.player
    yield msg("The first exposed card: {card}.", card=sitting.states[0].discards[-1])
    for number, turn in enumerate(turns(sitting, player), 1):
        yield msg("{number}. {turn}", number=number, turn=told(turn, sitting.seats, player))


def greeting(sitting: Sitting) -> Iterator[Message]:
    """Say who plays, and what makes the same game again."""
    for place, seat in enumerate(sitting.seats):
        if not seat.is_person:
            yield msg("{name}: {how}.", name=label(sitting.seats, place), how=PLAYERS[seat.player].title)
    yield msg("The seed of this game: {seed}.", seed=sitting.seed)


# --- The end ------------------------------------------------------------------------------------------------------


def series_line(series: Series) -> Message:
    """Tell a series with its key, and what its wild cards stand for."""
    if series.wilds:
        return nmsg(
            "Key {key}: {cards}; the wild card stands for {wilds}.",
            "Key {key}: {cards}; the wild cards stand for {wilds}.",
            len(series.wilds),
            key=series.key,
            cards=in_order(series.cards),
            wilds=series.wilds,
        )
    return msg("Key {key}: {cards}.", key=series.key, cards=in_order(series.cards))


def gone_out(sitting: Sitting) -> list[GoOut]:
    """List how each player who is out went out, the winner first."""
    return [event for event in sitting.events if isinstance(event, GoOut)]


def who_won(sitting: Sitting) -> Message:
    """Say who won the game, or that nobody did."""
    ways = gone_out(sitting)
    if not ways:
        return msg("The game has ended, and nobody has gone out.")
    out = ways[0]
    name = label(sitting.seats, out.player)
    if sitting.seats[out.player].is_person and sitting.people == 1 and not sitting.seats[out.player].name:
        return msg("You have won this game, discarding {card}.", card=out.card)
    return msg("The winner: {name}, discarding {card}.", name=name, card=out.card)


def later_out(sitting: Sitting, place: int, out: GoOut) -> Message:
    """Say who went out after the winner, as the player of that *place*."""
    name = label(sitting.seats, out.player)
    return msg("Place {place}: {name}, discarding {card}.", place=place, name=name, card=out.card)


def reckoning(sitting: Sitting) -> Iterator[Message]:
    """Tell the points of the game just ended, and of the match."""
    state = sitting.state
    for seat, sum_ in enumerate(points(state)):
        hand = state.hand(seat)
        if sitting.rules.scoring == "unmatched":
            hand = best_arrangement(hand, rules=sitting.rules).deadwood
        scored = tuple(card for card in hand if counts(card))
        held = sum_ and sitting.rules.scoring != "places"
        worth = nmsg("{n} point", "{n} points", sum_)
        name = label(sitting.seats, seat)
        if held:
            yield msg("{name}: {points} ({cards}).", name=name, points=worth, cards=scored)
        else:
            yield msg("{name}: {points}.", name=name, points=worth)
    if sitting.games > 1:
        yield from _match(sitting)


def _match(sitting: Sitting) -> Iterator[Message]:
    match = sitting.match
    sums: list[Value] = [
        msg("{name}: {count}", name=label(sitting.seats, seat), count=total) for seat, total in enumerate(match.totals)
    ]
    yield nmsg("After one game: {list}.", "After {n} games: {list}.", sitting.number, list=listed(sums))
    if sitting.over:
        best = [label(sitting.seats, seat) for seat in match.leaders]
        if len(best) == 1:
            yield msg("The winner of the match: {name}.", name=best[0])
        else:
            yield msg("The match is shared by: {list}.", list=listed(best))


# --- The rules ----------------------------------------------------------------------------------------------------


def rules_told(sitting: Sitting) -> Iterator[Message]:
    """Tell the rules on one screen, as they are for this table."""
    rules = sitting.rules
    yield msg("A series is {least} cards or more, and one of them is its key: a prime number.", least=rules.min_series)
    yield msg("Every other card has the key's units digit, or its tens digit, in the same place.")
    yield msg("Key 23: 3, 13, 33 ... fit by their units; 20, 21, 22 ... by their tens.")
    yield msg("With a key of one digit, such as 7, all the numbers of one digit fit.")
    if rules.wild_cards:
        yield nmsg(
            "One wild card is in the deck: it stands for any number from 1 to 99, even for the key.",
            "{n} wild cards are in the deck: each stands for any number from 1 to 99, even for the key.",
            rules.wild_cards,
        )
    yield msg("The numbers of a series are all different. Their order means nothing.")
    yield msg("In your turn, draw a card: the next one of the stock, or the exposed card.")
    yield msg("Then discard one card: it is the new exposed card.")
    if not rules.allow_return_taken:
        yield msg("The exposed card just taken may not be discarded in the same turn.")
    if rules.stock_empty == "reshuffle":
        yield msg("When the stock is empty, all discards but the exposed card are shuffled and become the stock.")
    else:
        yield msg("When the stock is empty, the game ends.")
    yield msg("If all the other {n} cards lie in series, go out: you have won the game.", n=rules.hand_size)
    yield msg("A false claim is told its faults, and the game goes on.")
    if rules.scoring == "places":
        yield msg(
            "Play goes on for places until one player is left: 0 points for the first, then 2, 3 and so on, "
            "and {points} for whoever is left.",
            points=place_points(rules.players - 1),
        )
    elif rules.scoring == "unmatched":
        yield msg("The others get a point for every prime and every wild card that lies in no series of theirs.")
    else:
        yield msg("The others get a point for every prime and every wild card that they hold.")
    yield nmsg("After one round the game ends.", "After {n} rounds the game ends.", rules.turn_limit)
    if sitting.games > 1:
        yield msg("After {games} games the lowest sum of points wins.", games=sitting.games)
