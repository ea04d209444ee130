"""The misconceptions behind wrong answers, and what to say to a pupil who holds one."""

from __future__ import annotations

from primecards.messages import Message, msg
from primecards.rules.numbers import is_prime, why_not_prime

LOOKS_PRIME = (39, 51, 57, 69, 87, 91, 93)
STRANGE_PRIMES = (53, 59, 79, 83, 89, 97)
# What is said of these mistakes names the key; in an item with no key, or with two, the reason alone is given.
NEEDS_A_KEY = ("digits-swapped", "wrong-place", "no-tens-digit", "chain")


def why_not_key(card: int) -> str:
    """Name the mistake of taking *card*, which is not prime, for a key."""
    if card == 1:
        return "one-is-prime"
    if card in LOOKS_PRIME:
        return "looks-prime"
    return "odd-means-prime" if card % 2 else "key-need-not-be-prime"


def misfit(card: int, key: int, right: tuple[int, ...]) -> str:
    """Name the mistake of laying *card*, which does not fit *key*, beside it; *right* are the cards that do fit."""
    tens, units = divmod(card, 10)
    key_tens, key_units = divmod(key, 10)
    if tens and key_tens and (tens, units) == (key_units, key_tens):
        return "digits-swapped"
    if tens == 0 and units == key_tens:
        return "no-tens-digit"
    if (tens and tens == key_units) or (key_tens and units == key_tens):
        return "wrong-place"
    if any(card != other and (card // 10 == other // 10 or card % 10 == other % 10) for other in right):
        return "chain"
    return "every-card-prime" if is_prime(card) else "no-shared-digit"


def describe(mistake: str, card: int, key: int | None = None) -> Message | None:
    """Say what is behind a *mistake* made with *card*, or None where the reason alone says it."""
    return None if key is None and mistake in NEEDS_A_KEY else _describe(mistake, card, key or 0)


def _describe(mistake: str, card: int, key: int) -> Message | None:
    match mistake:
        case "one-is-prime" | "looks-prime" | "key-need-not-be-prime":
            return why_not_prime(card)
        case "odd-means-prime":
            return msg("Not every odd number is prime: {reason}", reason=why_not_prime(card))
        case "prime-but-not-key":
            return msg("{card} is prime, but the key must fit every other card of the series.", card=card)
        case "digits-swapped":
            return msg("{card} has the digits of {key}, but each in the other's place.", card=card, key=key)
        case "wrong-place":
            return msg("{card} and {key} have a digit in common, but not in the same place.", card=card, key=key)
        case "no-tens-digit":
            return msg("The {card} of {key} is its tens digit; {card} alone has it in the units.", card=card, key=key)
        case "chain":
            return msg("{card} matches another card, but every card has to fit the key {key}.", card=card, key=key)
        case "one-key-only":
            return msg("{card} fits one key only, and it has to fit both.", card=card)
        case "every-card-prime":
            return msg("{card} is prime, but only the key has to be prime; the others have to fit it.", card=card)
        case _:
            return None


_ADVICE = {
    "one-is-prime": msg("1 is not prime: it has only one divisor."),
    "two-is-not-prime": msg("2 is even, and prime all the same."),
    "odd-means-prime": msg("Not every odd number is prime."),
    "looks-prime": msg("Some numbers only look prime: try to divide."),
    "strange-prime": msg("Some primes look strange: try to divide before you decide."),
    "prime-not-seen": msg("Look for primes again: one was overlooked."),
    "divisor-missed": msg("Try to divide by 2, 3, 5 and 7."),
    "divisor-imagined": msg("Check the division again."),
    "key-need-not-be-prime": msg("A key has to be prime."),
    "prime-but-not-key": msg("A prime is the key only if every other card fits it."),
    "only-key-prime": msg("Other cards of a series may be prime as well."),
    "every-card-prime": msg("Only the key has to be prime."),
    "digits-swapped": msg("A digit in the other place does not count."),
    "wrong-place": msg("A digit in the other place does not count."),
    "places-mixed-up": msg("The units digit stands on the right, and the tens digit to its left."),
    "no-tens-digit": msg("A single-digit number has 0 tens."),
    "digit-missed": msg("Compare the digits place by place: one is shared."),
    "one-place-only": msg("Compare both places: the units and the tens."),
    "no-shared-digit": msg("Compare the digits place by place: none is shared."),
    "chain": msg("To match another card is not enough: every card has to fit the key."),
    "must-run-in-order": msg("The cards of a series need not run in order."),
    "key-not-counted": msg("The key counts as a card of the series."),
    "counts-key-twice": msg("The key counts once."),
    "too-short": msg("Then a series would be too short."),
    "wild-is-no-key": msg("A wild card can be the key."),
    "wrong-key": msg("Look again which card is the key."),
    "discards-the-key": msg("Without its key a series falls apart."),
    "discards-the-wild-card": msg("The wild card is needed."),
    "leaves-a-card-over": msg("Then another card is left over."),
    "overlooks-the-fit": msg("Look again: a card that fits was overlooked."),
}


def advice_on(mistake: str) -> Message | None:
    """Say in a sentence to a pupil what speaks against a *mistake*, or None where the reasons alone say it."""
    return _ADVICE.get(mistake)


_TITLES = {
    "one-is-prime": msg("takes 1 for a prime"),
    "two-is-not-prime": msg("takes 2 for no prime, since it is even"),
    "odd-means-prime": msg("takes every odd number for a prime"),
    "looks-prime": msg("takes a number that only looks prime for a prime"),
    "strange-prime": msg("does not know a prime that looks strange"),
    "key-need-not-be-prime": msg("forgets that the key has to be prime"),
    "prime-but-not-key": msg("takes any prime for the key"),
    "digits-swapped": msg("swaps the tens digit and the units digit"),
    "wrong-place": msg("compares digits in different places"),
    "no-tens-digit": msg("takes a single digit for a tens digit"),
    "chain": msg("matches a card to another card instead of the key"),
    "every-card-prime": msg("thinks that every card of a series has to be prime"),
    "must-run-in-order": msg("thinks that a series has to run in order"),
    "too-short": msg("takes too few cards for a series"),
    "counts-key-twice": msg("counts the key twice"),
    "no-shared-digit": msg("takes a card that shares no digit with the key"),
    "digit-missed": msg("overlooks a digit that two numbers share"),
    "places-mixed-up": msg("mixes up the tens digit and the units digit"),
    "divisor-missed": msg("overlooks a divisor"),
    "divisor-imagined": msg("sees a divisor where there is none"),
    "one-as-a-factor": msg("writes a product with 1 as a factor"),
    "wrong-product": msg("writes a product of another number"),
    "digit-for-value": msg("writes a digit instead of its value"),
    "value-for-digit": msg("writes the value instead of the digit"),
    "counts-the-winner": msg("counts points for the winner"),
    "wild-not-counted": msg("does not count a wild card"),
    "prime-not-seen": msg("overlooks a prime"),
    "one-key-only": msg("takes a card that fits only one of two keys"),
    "one-place-only": msg("compares the units digits or the tens digits, but not both"),
    "only-key-prime": msg("thinks that only the key may be prime"),
    "wrong-key": msg("takes the wrong card for the key"),
    "wild-is-no-key": msg("thinks that a wild card cannot be the key"),
    "key-not-counted": msg("does not count the key as a card of the series"),
    "shorter-series": msg("stops at a shorter series"),
    "discards-the-key": msg("discards a key"),
    "discards-the-wild-card": msg("discards the wild card"),
    "leaves-a-card-over": msg("leaves a card over that fits no series"),
    "overlooks-the-fit": msg("overlooks that a card fits"),
}


def title_of(mistake: str) -> Message:
    """Name a *mistake* in a phrase, as a teacher's report does."""
    return _TITLES.get(mistake, msg("another mistake"))
