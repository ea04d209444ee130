"""Names of pupils as names of files: readable, inside their folder on every system, and none like another."""

from __future__ import annotations

import re
from collections.abc import Iterable
from unicodedata import category, normalize

MOST_BYTES = 180  # of 255 that file systems have: room for a number and an ending
_TAKEN = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\..*)?", re.IGNORECASE)


def file_names(names: Iterable[str], *, nameless: str) -> tuple[str, ...]:
    """Make a file name, without its ending, of each of *names*; what leaves nothing of itself is called *nameless*.

    Names that a file system could take for one another get a number.

    >>> file_names(["Noa Levi", "A/B", "../../x", "CON", "noa levi", ""], nameless="pupil")
    ('Noa Levi', 'A-B', 'x', '_CON', 'noa levi (2)', 'pupil')
    """
    used: set[str] = set()
    return tuple(_unlike(_harmless(name) or nameless, used) for name in names)


def _harmless(name: str) -> str:
    plain = re.sub(r'[<>:"/\\|?*]', "-", normalize("NFC", name))
    plain = "".join(letter for letter in plain if category(letter) not in ("Cc", "Cf", "Cs"))
    plain = _cut(plain.strip().lstrip(".- "))  # what begins with a dash is an option to many a command
    return f"_{plain}" if _TAKEN.fullmatch(plain) else plain


def _cut(name: str) -> str:
    """Cut *name* to so many bytes, between letters with all that is set on them."""
    end = len(name.encode()[:MOST_BYTES].decode(errors="ignore"))
    while end < len(name) and end and category(name[end]).startswith("M"):
        end -= 1
    return name[:end].rstrip(". ")


def _unlike(name: str, used: set[str]) -> str:
    number, unlike = 1, name
    while (folded := normalize("NFKC", normalize("NFKC", unlike).casefold())) in used:
        number += 1
        unlike = f"{name} ({number})"
    used.add(folded)
    return unlike
