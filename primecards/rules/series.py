"""Series: what is valid, which cards can be the key, and every reason why not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from primecards.messages import Message, msg, nmsg
from primecards.rules.cards import Card, CardsLike, cards_to_json, parse_cards
from primecards.rules.masks import KEYS_OF, NEAR, PRIME_BITS, numbers_in
from primecards.rules.numbers import fits, require_key, why_not_prime
from primecards.rules.ruleset import BASIC, Rules


@dataclass(frozen=True, slots=True)
class Series:
    """A valid series: its *key*, its *cards* in order, wild cards last, and the numbers the wild cards stand for."""

    key: int
    cards: tuple[Card, ...]
    wilds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason why cards are not a series.

    | code              | card | key | means |
    |-------------------|------|-----|-------|
    | too-short         |      |     | fewer than `min_series` cards |
    | no-prime          |      |     | neither a prime nor a wild card among `cards`, so no key |
    | key-not-held      |      | yes | the key asked about is not there, nor a wild card that could be it |
    | card-does-not-fit | yes  | yes | `card` shares neither digit, in its place, with `key` |
    | no-common-key     |      |     | no prime at all fits all the number cards `cards`: no wild card can be the key |
    | too-many-wilds    |      | yes | the family of `key` has too few numbers for so many wild cards |
    """

    code: str
    card: Card | None = None
    key: int | None = None
    cards: tuple[Card, ...] = ()
    least: int | None = None

    @property
    def messages(self) -> tuple[Message, ...]:
        """The fault as sentences."""
        return tuple(_SENTENCES[self.code](self))

    def to_dict(self) -> dict[str, Any]:
        """Write the fault as JSON."""
        return {"code": self.code, "card": None if self.card is None else int(self.card), "key": self.key}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What `check_series` finds: `ok`, every prime that can be the key (held or stood for by a wild), every fault."""

    ok: bool
    keys: tuple[int, ...]
    faults: tuple[Fault, ...]
    cards: tuple[Card, ...]

    @property
    def messages(self) -> tuple[Message, ...]:
        """The verdict as sentences."""
        if not self.ok:
            return tuple(message for fault in self.faults for message in fault.messages)
        held = tuple(key for key in self.keys if key in self.cards)
        stood_for = tuple(key for key in self.keys if key not in self.cards)
        messages = []
        if len(held) == 1:
            messages.append(msg("This is a valid series. Its key is {key}.", key=held[0]))
        elif held:
            messages.append(msg("This is a valid series. Each of these cards can be its key: {keys}.", keys=held))
        else:
            messages.append(msg("This is a valid series. A wild card is its key."))
        if stood_for:
            messages.append(msg("As the key, a wild card can stand for: {keys}.", keys=stood_for))
        return tuple(messages)

    def explain(self, language: str = "en") -> str:
        """Say the verdict in *language* ("en" or "he"), a sentence a line.

        >>> print(check_series("23 27 57").explain())
        57 does not fit key 23: its units digit is 7, not 3, and its tens digit is 5, not 2.
        """
        return "\n".join(message.text(language) for message in self.messages)

    def to_dict(self) -> dict[str, Any]:
        """Write the verdict as JSON."""
        return {
            "ok": self.ok,
            "cards": cards_to_json(self.cards),
            "keys": list(self.keys),
            "faults": [fault.to_dict() for fault in self.faults],
        }


def check_series(cards: CardsLike, *, key: int | None = None, rules: Rules = BASIC) -> Verdict:
    """Decide whether *cards* are a valid series, and find every possible key or every fault (rules: Series 1-7).

    With *key*, only that prime is considered as the key. Order does not matter. Raises as `parse_cards` does, and
    OutOfRangeError when *key* is not a prime.

    >>> check_series("23 3 13 20").keys, check_series("23 27 w").keys, check_series("90 94 96 98 w").keys
    ((23,), (23, 29), (97,))
    """
    read = parse_cards(cards)
    allowed = PRIME_BITS if key is None else 1 << require_key(key)
    numbers = tuple(card for card in read if card)
    wilds = len(read) - len(numbers)
    hand = sum(1 << card for card in numbers)

    common = allowed
    for card in numbers:
        common &= KEYS_OF[1 << card]
    possible = numbers_in(common if wilds else common & hand)
    keys = tuple(k for k in possible if len(read) <= NEAR[k].bit_count())

    faults = []
    if len(read) < rules.min_series:
        faults.append(Fault("too-short", cards=read, least=rules.min_series))
    if possible and not keys:
        faults += [Fault("too-many-wilds", key=k) for k in possible]
    elif not keys and read:
        candidates = numbers_in(allowed & hand) if key is None or not wilds else [key]
        faults += [Fault("card-does-not-fit", card, k) for k in candidates for card in numbers if not fits(card, k)]
        if key is not None and not candidates:
            faults.append(Fault("key-not-held", key=key))
        elif wilds and key is None:
            faults.append(Fault("no-common-key", cards=numbers))
        elif not candidates:
            faults.append(Fault("no-prime", cards=numbers))
    return Verdict(not faults, () if faults else keys, tuple(faults), read)


def _too_short(fault: Fault) -> list[Message]:
    return [
        nmsg(
            "A series has at least {least} cards, and here is only one.",
            "A series has at least {least} cards, and here are {n}.",
            n=len(fault.cards),
            least=fault.least or 0,
        )
    ]


def _no_prime(fault: Fault) -> list[Message]:
    reasons = [why_not_prime(card) for card in fault.cards]
    return [msg("None of these cards is prime, so none can be the key."), *reasons]


def _key_not_held(fault: Fault) -> list[Message]:
    return [msg("The key {key} is not among these cards.", key=fault.key or 0)]


def _does_not_fit(fault: Fault) -> list[Message]:
    return [does_not_fit(fault.card or 0, fault.key or 0)]


def _no_common_key(fault: Fault) -> list[Message]:
    return [msg("A wild card cannot be the key: no prime fits all of {cards}.", cards=fault.cards)]


def _too_many_wilds(fault: Fault) -> list[Message]:
    return [
        msg(
            "The numbers of a series are all different, and key {key} has too few numbers for so many wild cards.",
            key=fault.key or 0,
        )
    ]


_SENTENCES = {
    "too-short": _too_short,
    "no-prime": _no_prime,
    "key-not-held": _key_not_held,
    "card-does-not-fit": _does_not_fit,
    "no-common-key": _no_common_key,
    "too-many-wilds": _too_many_wilds,
}


def does_not_fit(card: int, key: int) -> Message:
    """Say which digits keep *card*, which does not fit *key*, out of its series."""
    return msg(
        "{card} does not fit key {key}: its units digit is {units}, not {key_units}, "
        "and its tens digit is {tens}, not {key_tens}.",
        card=int(card),
        key=int(key),
        units=card % 10,
        key_units=key % 10,
        tens=card // 10,
        key_tens=key // 10,
    )
