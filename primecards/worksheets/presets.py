"""Teaching sequences that a teacher picks by name: which kinds and levels, in which order, with which examples."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from primecards.errors import UnknownNameError
from primecards.messages import Formula, Message, msg
from primecards.puzzles.curriculum import STRANDS
from primecards.worksheets.spec import SpecLike


@dataclass(frozen=True, slots=True)
class Preset:
    """A sequence of *specs*, what it *teaches*, and the *strand* of the curriculum that it belongs to."""

    name: str
    title: Message
    teaches: Message
    strand: str
    specs: tuple[str, ...]
    order: str = "block"
    examples: str = "none"

    @property
    def curriculum(self) -> Message:
        """Where in the curriculum the sequence sits."""
        return STRANDS[self.strand]


_ALL = (
    Preset(
        "place-value",
        msg("Tens and units"),
        msg("What each digit of a two-digit number is worth, and comparing numbers digit by digit"),
        "place-value",
        ("digit-place.1x4", "digit-match.1x4", "digit-place.3x4", "digit-match.3x4", "hundred-chart.1x2"),
        examples="worked",
    ),
    Preset(
        "primes",
        msg("Prime or not"),
        msg("Telling primes from composites up to 99, and proving that a number is not prime"),
        "primes",
        ("is-prime.1x4", "factor-pair.1x4", "is-prime.3x4", "sort-primes.2x2", "factor-pair.3x4", "sort-primes.4x2"),
        examples="worked",
    ),
    Preset(
        "first-series",
        msg("The first series"),
        msg("What makes a series: a prime key, and cards that share its units digit or its tens digit"),
        "series",
        ("fits-key.1x3", "find-key.1x4", "valid-series.1x4", "complete-series.1x3", "odd-one-out.1x3"),
        examples="faded",
    ),
    Preset(
        "wild-cards",
        msg("Wild cards"),
        msg("A wild card stands for the number that a series lacks, the key included"),
        "series",
        ("complete-series.3x3", "wild-card.1x3", "wild-card.3x3", "valid-series.5x3", "arrange-hand.4x2"),
        examples="worked",
    ),
    Preset(
        "hands",
        msg("A whole hand"),
        msg("Laying all cards of a hand in series, and choosing what to discard and what to take"),
        "hands",
        (
            "arrange-hand.1x2",
            "arrange-hand.2x2",
            "best-discard.1x2",
            "best-discard.2x2",
            "count-outs.1x2",
            "take-or-draw.2x2",
        ),
        examples="faded",
    ),
    Preset(
        "advanced",
        msg("For advanced players"),
        msg("Hands of 14 cards, series of at least four, and the score of a match"),
        "hands",
        (
            "bridge-cards.4x2",
            "find-mistake.4x2",
            "arrange-hand.5x2",
            "best-discard.4x2",
            "take-or-draw.5x2",
            "score-hands.4x1",
        ),
        order="interleave",
    ),
    Preset(
        "review",
        msg("Review"),
        msg("A little of everything, mixed: no two neighbours of one kind"),
        "series",
        (
            "digit-match.3x2",
            "is-prime.4x2",
            "fits-key.3x2",
            "find-key.3x2",
            "valid-series.3x2",
            "odd-one-out.3x2",
            "arrange-hand.2x2",
        ),
        order="interleave",
    ),
)
PRESETS: Mapping[str, Preset] = MappingProxyType({preset.name: preset for preset in _ALL})


def find_preset(name: str) -> Preset:
    """Return the preset called *name*, or raise UnknownNameError saying which there are."""
    if name not in PRESETS:
        raise UnknownNameError(
            msg("There is no preset {name}; there are {names}.", name=name[:30], names=Formula(", ".join(PRESETS)))
        )
    return PRESETS[name]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a sheet is to be: its *specs*, and the order, examples and title where they are said."""

    specs: tuple[SpecLike, ...]
    order: str | None = None
    examples: str | None = None
    title: str = ""

    def after(self, preset: str | None, language: str) -> Wanted:
        """Put the preset of that name, if any, before it; what it says itself stands. Raises as `find_preset`."""
        if preset is None:
            return self
        chosen = find_preset(preset)
        return Wanted(
            (*chosen.specs, *self.specs),
            self.order or chosen.order,
            self.examples or chosen.examples,
            self.title or chosen.title.text(language),
        )
