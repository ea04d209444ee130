"""Which names this machine has no letters for: what no font here draws would be printed as a crossed box."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterable
from functools import lru_cache
from typing import Any
from unicodedata import category

from primecards.worksheets.printing import template_dir

_LIBRARY = {"darwin": "libfontconfig.1.dylib", "win32": "libfontconfig-1.dll"}
_CHARSET = b"charset"
_SELECTORS = range(0xFE00, 0xFE10)


def without_a_font(texts: Iterable[str]) -> tuple[str, ...]:
    """Find those of *texts* that have a letter which neither our fonts nor any other font of this machine has."""
    return tuple(text for text in texts if not all(map(_is_drawn, text)))


@lru_cache(maxsize=4096)
def _is_drawn(letter: str) -> bool:
    if letter.isascii() or "א" <= letter <= "ת":
        return True
    # Joiners, marks that choose a look and the like are not drawn themselves.
    if category(letter) in ("Cf", "Mn", "Zs") or ord(letter) in _SELECTORS:
        return True
    return ord(letter) in _our_letters() or _is_in_a_font(ord(letter))


@lru_cache(maxsize=1)
def _our_letters() -> frozenset[int]:
    from fontTools.ttLib import TTFont

    with TTFont(template_dir() / "fonts" / "Rubik-Regular.ttf", lazy=True) as font:
        return frozenset(font.getBestCmap())


def _is_in_a_font(letter: int) -> bool:
    """Ask fontconfig, which chooses fonts for WeasyPrint; where it cannot be asked, hope."""
    library = _fontconfig()
    if library is None:
        return True
    letters, pattern = library.FcCharSetCreate(), library.FcPatternCreate()
    wanted = library.FcObjectSetCreate()
    try:
        library.FcCharSetAddChar(letters, letter)
        library.FcPatternAddCharSet(pattern, _CHARSET, letters)
        found = library.FcFontList(None, pattern, wanted)
        any_font = bool(found and ctypes.cast(found, ctypes.POINTER(ctypes.c_int))[0])
        if found:
            library.FcFontSetDestroy(found)
        return any_font
    finally:
        library.FcObjectSetDestroy(wanted)
        library.FcPatternDestroy(pattern)
        library.FcCharSetDestroy(letters)


@lru_cache(maxsize=1)
def _fontconfig() -> Any:
    try:
        library = ctypes.CDLL(_LIBRARY.get(sys.platform, "libfontconfig.so.1"))
    except OSError:
        return None
    pointer = ctypes.c_void_p
    for name in ("FcCharSetCreate", "FcPatternCreate", "FcObjectSetCreate"):
        getattr(library, name).restype = pointer
        getattr(library, name).argtypes = ()
    for name in ("FcCharSetDestroy", "FcPatternDestroy", "FcObjectSetDestroy", "FcFontSetDestroy"):
        getattr(library, name).restype = None
        getattr(library, name).argtypes = (pointer,)
    library.FcCharSetAddChar.argtypes = (pointer, ctypes.c_uint32)
    library.FcPatternAddCharSet.argtypes = (pointer, ctypes.c_char_p, pointer)
    library.FcFontList.argtypes = (pointer, pointer, pointer)
    library.FcFontList.restype = pointer
    return library
