"""Everything that can go wrong, in one tree.

    PrimecardsError
    ├── InputError (also ValueError)
    │   ├── UnreadableError       text that cannot be read; says what was read and what was not
    │   ├── OutOfRangeError       a number, size or kind of value outside what is allowed; says what is allowed
    │   ├── RepeatedCardError     one number card twice
    │   ├── UnknownNameError      no kind, language, paper or style of that name; says which there are
    │   ├── NotEnoughItemsError   more different exercises asked for than exist; says how many there are
    │   └── IllegalEventError     a move that the game does not allow; carries every `Refusal`
    └── PrintingError             a page that cannot be printed or a file that cannot be written; says what mends it

Every error carries a `Message`, so that it can be told in the reader's language; `str(error)` is English.
"""

from __future__ import annotations

from dataclasses import dataclass

from primecards.messages import Message


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason why a move is not allowed: a *code* for programs, a *message* for people, and the *rule* it breaks."""

    code: str
    message: Message
    rule: Message


class PrimecardsError(Exception):
    """Anything this library refuses or cannot do."""

    def __init__(self, message: Message) -> None:
        """Keep the *message* that tells a person what is wrong and what is allowed."""
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return self.message.text()


class InputError(PrimecardsError, ValueError):
    """What was given cannot be used."""


class UnreadableError(InputError):
    """Text that cannot be read."""


class OutOfRangeError(InputError):
    """A value outside what is allowed."""


class RepeatedCardError(InputError):
    """One number card given twice."""


class UnknownNameError(InputError):
    """A name that nothing here answers to."""


class NotEnoughItemsError(InputError):
    """More different exercises asked for than exist."""


class IllegalEventError(InputError):
    """A move that the game does not allow: *refusals* has every reason."""

    def __init__(self, message: Message, refusals: tuple[Refusal, ...]) -> None:
        """Keep the *message*, which tells all the reasons, and the *refusals* one by one."""
        super().__init__(message)
        self.refusals = refusals

    def __reduce__(self) -> tuple[type[IllegalEventError], tuple[Message, tuple[Refusal, ...]]]:
        return type(self), (self.message, self.refusals)


class PrintingError(PrimecardsError):
    """A page that cannot be printed, or a file that cannot be written."""
