"""The strands of what is taught, and where schools teach them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from primecards.messages import Formula, Message, msg

STRANDS: Mapping[str, Message] = MappingProxyType(
    {
        "place-value": msg("Tens and units: grades {grades}", grades=Formula("1–2")),
        "primes": msg(
            "Primes and factors: grade 4 in Israel; {standard} in the United States; Year 5 in England",
            standard=Formula("CCSS 4.OA.B.4"),
        ),
        "series": msg("Reasoning by a rule, with place value and primes: grades {grades}", grades=Formula("3–6")),
        "hands": msg("Deduction and planning in the game: from grade 4"),
    }
)
