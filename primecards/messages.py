"""What a person is told, before it is put into words.

A `Message` holds an English template, which is also its name in the catalogues, and the values that go into it. Rules
and puzzles make messages; only `words` turns them into sentences, in the reader's language and direction.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Formula:
    """Text that reads left to right in every language: an equation, a range, a card list, an answer code."""

    text: str


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Text that is said as it stands, with no isolation round it: a whole sentence, not a part of one."""

    text: str


VERBATIM = "{text}"
Value: TypeAlias = "int | str | Formula | Verbatim | tuple[int, ...] | Message"


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence to be: *template* (with *plural* for counts other than one) and its named *values*.

    Values are numbers, cards, tuples of cards, formulas, other messages, or text somebody else wrote.
    """

    template: str
    values: tuple[tuple[str, Value], ...] = ()
    plural: str = ""

    def text(self, language: str = "en") -> str:
        """Say the message in *language* ("en" or "he") as plain text.

        >>> msg("The key is {key}.", key=23).text()
        'The key is 23.'
        """
        # The one import that looks up the house: a value knows how to ask for its words, and nothing below knows them.
        from primecards.words import say

        return say(self, language)

    def __str__(self) -> str:
        return self.text()


def msg(template: str, /, **values: Value) -> Message:
    """Make a message from an English *template* with named places and the *values* that fill them."""
    return Message(template, tuple(values.items()))


def nmsg(one: str, many: str, /, n: int, **values: Value) -> Message:
    """Make a message that counts: *one* for n = 1 and *many* for every other *n*, which both may name as {n}."""
    return Message(one, (("n", n), *values.items()), plural=many)


def short(value: object, most: int = 40) -> str:
    """Write *value*, whatever it is, in at most *most* letters, to be shown to whoever gave it."""
    try:
        text = repr(value)
    except ValueError:  # Python writes no whole number of thousands of digits, unless in hexadecimal
        text = hex(value) if isinstance(value, int) else type(value).__name__
    return text if len(text) <= most else text[: most - 3] + "..."


def literal(text: str) -> Message:
    """Make a message that says exactly *text*, in every language (text read back from a file)."""
    return Message(VERBATIM, (("text", Verbatim(text)),))
