"""Reasons that several kinds give: why a card fits a key, and how a whole series does."""

from __future__ import annotations

from collections.abc import Iterable

from primecards.messages import Formula, Message, msg
from primecards.rules.cards import Card
from primecards.rules.numbers import fits
from primecards.rules.series import does_not_fit


def fit_or_not(card: int, key: int) -> Message:
    """Say by which digit *card* fits *key*, or by which digits it does not."""
    if card == key:
        return msg("{card} is the key.", card=card)
    if not fits(card, key):
        return does_not_fit(card, key)
    if card % 10 == key % 10:
        return msg("{card} fits key {key}: both have the units digit {digit}.", card=card, key=key, digit=key % 10)
    if key < 10:
        return msg(
            "{card} fits key {key}: {key} has 0 tens, like all the numbers {range}.",
            card=card,
            key=key,
            range=ONE_DIGIT,
        )
    return msg("{card} fits key {key}: both have the tens digit {digit}.", card=card, key=key, digit=key // 10)


ONE_DIGIT = Formula("1–9")


def how_all_fit(key: int, cards: Iterable[Card]) -> Message:
    """Say by which digit each of *cards*, which all fit *key*, does; the key itself and wild cards need no reason."""
    others = tuple(card for card in cards if card and card != key)
    units = tuple(card for card in others if card % 10 == key % 10)
    tens = tuple(card for card in others if card % 10 != key % 10)
    if not tens:
        return msg("Key {key}: the units digit {unit} is shared by {units}.", key=int(key), unit=key % 10, units=units)
    if not units:
        return msg("Key {key}: the tens digit {ten} is shared by {tens}.", key=int(key), ten=key // 10, tens=tens)
    return msg(
        "Key {key}: the units digit {unit} is shared by {units}, and the tens digit {ten} by {tens}.",
        key=int(key),
        unit=key % 10,
        units=units,
        ten=key // 10,
        tens=tens,
    )
