"""Cards, and reading them from what people write."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import SupportsIndex, TypeAlias

from primecards.errors import OutOfRangeError, RepeatedCardError, UnreadableError
from primecards.messages import Formula, Message, msg, short
from primecards.rules.masks import BIT
from primecards.rules.numbers import HIGHEST, is_prime
from primecards.rules.ruleset import BASIC, MAX_WILD_CARDS, Rules

MAX_TEXT = 10_000


class Card(int):
    """A card: a number card, equal to its number 1..99, or `WILD`, whose number is 0.

    There is one object for each card, so cards may be compared with `is`. Raises OutOfRangeError for anything but a
    whole number 1..99 (rules: Deck).

    >>> Card(23), Card(23) == 23, int(WILD), Card(23).is_prime
    (Card(23), True, 0, True)
    """

    __slots__ = ()

    def __new__(cls, number: int) -> Card:
        """Return the card of *number* 1..99."""
        if type(number) is Card:
            return number
        if type(number) is not int or not 1 <= number <= HIGHEST:
            raise OutOfRangeError(_no_such_card(number))
        return _CARDS[number]

    @property
    def is_wild(self) -> bool:
        """Whether this is a wild card."""
        return int(self) == 0

    @property
    def is_prime(self) -> bool:
        """Whether this is a number card with a prime number."""
        return is_prime(self)

    @property
    def units(self) -> int:
        """The units digit, 0..9."""
        return int(self) % 10

    @property
    def tens(self) -> int:
        """The tens digit, 0..9; 0 for a single-digit number."""
        return int(self) // 10

    def __repr__(self) -> str:
        return f"Card({int(self)})" if self else "WILD"

    def __str__(self) -> str:
        return str(int(self)) if self else "w"

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return _card_numbered, (int(self),)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self


# Made behind the back of Card.__new__, which lets nobody else make a card numbered 0.
_CARDS = tuple(int.__new__(Card, number) for number in range(HIGHEST + 1))
WILD = _CARDS[0]
NUMBER_CARDS = _CARDS[1:]
_CARD_OF = dict(zip(BIT, _CARDS, strict=True))

CardsLike: TypeAlias = "str | Iterable[int]"


def _card_numbered(number: SupportsIndex) -> Card:
    return _CARDS[number]


def deck(rules: Rules = BASIC) -> tuple[Card, ...]:
    """List every card of a deck: the numbers 1..99, then the wild cards of *rules* (rules: Deck).

    >>> len(deck()), len(deck(Rules(wild_cards=4)))
    (99, 103)
    """
    return NUMBER_CARDS + (WILD,) * rules.wild_cards


def parse_cards(cards: CardsLike) -> tuple[Card, ...]:
    """Read *cards*, written as text or given as a sequence of numbers, `Card` and `WILD`, in their order.

    Text is read forgivingly: any separator, "and", a Hebrew prefix, full-width and Arabic-Indic digits; wild cards are
    w, *, ★, free, wild or חופשי. Raises UnreadableError for text that is not cards (it says what was read and what was
    not), OutOfRangeError for a number outside 1..99 or more than 10 wild cards, RepeatedCardError for a number twice.

    >>> parse_cards("23, 3 and 13"), parse_cards("w ٢٣"), parse_cards([5, WILD])
    ((Card(23), Card(3), Card(13)), (WILD, Card(23)), (Card(5), WILD))
    """
    read = read_cards(cards)
    if len(set(read)) != len(read):
        check_repeats(read)
    return tuple(read)


def read_cards(cards: CardsLike) -> list[Card]:
    """Read *cards* as `parse_cards` does, but with repeats: a number twice, or more wild cards than there are."""
    return read_text(cards) if isinstance(cards, str) else _read_sequence(cards)


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Put *cards* in order: numbers from the smallest up, each once, then all the wild cards."""
    given = tuple(cards)
    return (*sorted({card for card in given if card}), *(card for card in given if not card))


def card_of(bit: int) -> Card:
    """Return the card of a bit: the wild card for bit 0."""
    return _CARD_OF[bit]


def cards_in(numbers: int, wilds: int = 0) -> tuple[Card, ...]:
    """List the cards of a hand held as bits (see `masks`) in order, wild cards last."""
    found = []
    while numbers:
        low = numbers & -numbers
        numbers ^= low
        found.append(_CARD_OF[low])
    return (*found, *(WILD,) * wilds)


def cards_to_json(cards: Iterable[Card]) -> list[int | str]:
    """Write number cards as their numbers and wild cards as "w"."""
    return [int(card) if card else "w" for card in cards]


def cards_from_json(data: Iterable[int | str]) -> tuple[Card, ...]:
    """Read back what `cards_to_json` wrote; raises OutOfRangeError for anything else."""
    return tuple(WILD if value == "w" else Card(value) for value in data)  # type: ignore[arg-type]


def check_repeats(read: Sequence[Card]) -> None:
    """Refuse a number given twice, and more wild cards than a deck has."""
    seen = set()
    for card in read:
        if card and card in seen:
            raise RepeatedCardError(msg("{card} is given twice: there is one card of each number.", card=card))
        seen.add(card)
    if read.count(WILD) > MAX_WILD_CARDS:
        raise OutOfRangeError(
            msg("{n} wild cards are too many: a deck has at most {most}.", n=read.count(WILD), most=MAX_WILD_CARDS)
        )


def _read_sequence(cards: Iterable[int]) -> list[Card]:
    if isinstance(cards, (bytes, bytearray)) or not isinstance(cards, Iterable):
        example = Formula("23 3 13 w")
        raise UnreadableError(
            msg("{value} is not cards: give text such as {example}, or a list.", value=short(cards), example=example)
        )
    read = []
    for card in cards:
        if type(card) is int and 0 < card <= HIGHEST:
            read.append(_CARDS[card])
        elif type(card) is Card:
            read.append(card)
        else:
            raise OutOfRangeError(_no_such_card(card))
    return read


def _no_such_card(value: object) -> Message:
    return msg(
        "{value} is not a card: cards are the whole numbers {range} and the wild card w.",
        value=short(value),
        range=RANGE,
    )


RANGE = Formula(f"1–{HIGHEST}")
WILD_WORDS = ("w", "*", "★", "☆", "free", "wild", "חופשי", "החופשי")
FILLERS = frozenset(
    (
        *("and", "the", "card", "cards", "number", "numbers", "key", "keys", "discard"),
        *("ו", "וגם", "קלף", "קלפים", "הקלף", "הקלפים", "מספר", "המספר", "מפתח", "המפתח"),
    )
)
_TOKENS = {str(number): _CARDS[number] for number in range(1, HIGHEST + 1)} | dict.fromkeys(WILD_WORDS, WILD)
_UNSEEN = re.compile("[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\u061c\ufeff]")
_SEPARATORS = re.compile(r"[\s,;:،؛、/|+&(){}\[\]]+")
_PREFIX = re.compile(r"^(?:and|ו)[-־–]?(?=\d|[a-z]|[*★☆]|ה?חופשי)")


def read_text(text: str) -> list[Card]:
    """Read every card in *text*, repeats included, or raise as `parse_cards` does."""
    if len(text) > MAX_TEXT:
        raise UnreadableError(
            msg(
                "The text is too long to be cards: {n} characters, at most {most} are read.", n=len(text), most=MAX_TEXT
            )
        )
    try:
        return [_TOKENS[token] for token in text.split()]
    except KeyError:
        return _read_carefully(text)


def _read_carefully(text: str) -> list[Card]:
    cards, unread = [], []
    for token in _SEPARATORS.split(normalise(text)):
        word = token.strip(".\"'״”“")
        if not word or word in FILLERS:
            continue
        card = _TOKENS.get(word, _TOKENS.get(_bare(word)))
        if card is not None:
            cards.append(card)
        elif re.fullmatch(r"[-−–—+]?\d+", word):
            raise OutOfRangeError(_no_such_number(word))
        else:
            unread.append(token)
    if unread:
        raise UnreadableError(_unreadable(unread, cards))
    return cards


def _bare(word: str) -> str:
    """Take the "and" before a number, and leading zeros, off *word*."""
    return _PREFIX.sub("", word, count=1).lstrip("0") if not word.startswith("-") else word


def _no_such_number(word: str) -> Message:
    shown = Formula(word if len(word) <= 20 else word[:17] + "...")
    return msg(
        "{number} is not a card: cards are the whole numbers {range} and the wild card w.", number=shown, range=RANGE
    )


def _unreadable(unread: Sequence[str], cards: Sequence[Card]) -> Message:
    what = ", ".join(unread[:5])
    what = what if len(what) <= 60 else what[:57] + "..."
    if not cards:
        return msg(
            "Not read: {unread}. Write cards as numbers {range}, and w for a wild card.", unread=what, range=RANGE
        )
    return msg(
        "Read {read}; not read: {unread}. Write cards as numbers {range}, and w for a wild card.",
        read=tuple(cards),
        unread=what,
        range=RANGE,
    )


def normalise(text: str) -> str:
    """Put what people type into plain form: ASCII digits, lower case, no invisible marks."""
    # Raised and circled digits are left as they are: 2³ is not 23.
    plain = without_marks(
        "".join(c if unicodedata.category(c) == "No" else unicodedata.normalize("NFKC", c) for c in text)
    )
    plain = plain.lower()
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() and c > "9" else c for c in plain)


def without_marks(text: str) -> str:
    """Take invisible direction marks and joiners out of *text*, which copying from a Hebrew page brings along."""
    return _UNSEEN.sub("", text)
