"""The static site: Check and Practise as plain files in both languages, for any web host and any folder of it.

    index.html      the first page; en/ and he/: the pages in each language
    assets/         styles, scripts, fonts
    items/          the exercises of Practise, sealed: items/LANGUAGE/KIND.LEVEL.json
    offline.js      the service worker: after the first visit everything is there without a connection

The same arguments give the same files to the byte.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from primecards.chance import random_for
from primecards.errors import OutOfRangeError, PrintingError
from primecards.languages import LANGUAGES
from primecards.messages import Message, msg
from primecards.puzzles.item import LEVELS, Item
from primecards.puzzles.registry import check_seed, make_item, puzzle_kinds
from primecards.rules.ruleset import allowed_range
from primecards.web import assets, pupil_pages
from primecards.web.exercises import practice
from primecards.words import say
from primecards.worksheets.printing import template_dir, to_page

MOST_ITEMS = 100
NAMES_OF_LANGUAGES = {"en": "English", "he": "עברית"}
MARK = ".primecards-site"  # in a folder that may be written anew
PAGES: tuple[tuple[str, Message], ...] = (("check", pupil_pages.CHECK), ("practise", pupil_pages.PRACTISE))


def write_site(folder: str | Path, *, items: int = 20, seed: str | int = "site") -> Path:
    """Write the site to *folder*, with at most so many *items* of each kind and level; returns the folder.

    It is built beside the folder and put in its place at the end. An older site there is replaced; raises
    PrintingError if anything else is in the folder or it cannot be written, OutOfRangeError for a number of items.
    """
    if isinstance(items, bool) or not isinstance(items, int) or not 1 <= items <= MOST_ITEMS:
        raise OutOfRangeError(allowed_range("items", items, 1, MOST_ITEMS))
    seed, target = check_seed(seed), Path(folder)
    _require_place(target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(prefix=".primecards-", dir=target.resolve().parent))
        try:
            for name, content in _all_files(items, seed):
                (beside / name).parent.mkdir(parents=True, exist_ok=True)
                (beside / name).write_bytes(content)
            beside.chmod(0o777 & ~_umask())
            _put_in_place(beside, target)
        finally:
            shutil.rmtree(beside, ignore_errors=True)
    except OSError as error:
        what = error.strerror or str(error)
        raise PrintingError(msg("{folder} cannot be written: {what}", folder=str(folder)[-60:], what=what)) from None
    return target


def _umask() -> int:
    """Return the mask of new files; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _require_place(target: Path) -> None:
    if target.exists() and not target.is_dir():
        raise PrintingError(msg("{folder} is a file; give the name of a folder.", folder=str(target)[-60:]))
    if target.is_dir() and any(target.iterdir()) and not (target / MARK).is_file():
        given = str(target)[-60:]
        raise PrintingError(
            msg("{folder} holds other files: give a new or an empty folder, or that of an older site.", folder=given)
        )


def _put_in_place(beside: Path, target: Path) -> None:
    """Rename the folder that is done; an older site steps aside first and is removed last."""
    if not target.is_dir():
        beside.rename(target)
        return
    if not any(target.iterdir()):
        target.rmdir()
        beside.rename(target)
        return
    old = Path(tempfile.mkdtemp(prefix=".primecards-old-", dir=target.resolve().parent)) / "site"
    target.rename(old)
    try:
        beside.rename(target)
    except OSError:
        old.rename(target)
        raise
    finally:
        shutil.rmtree(old.parent, ignore_errors=True)


def _all_files(items: int, seed: str) -> Iterator[tuple[str, bytes]]:
    """Make every file of the site, the service worker last: it lists the others and changes when one does."""
    digest, names = sha256(), []
    for name, content in _files(items, seed):
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
        names.append(name)
        yield name, content
    worker = (template_dir() / "web" / "offline-worker.js").read_text(encoding="utf-8")
    listed = {"version": digest.hexdigest()[:16], "files": sorted(names)}
    yield "offline.js", f"const SITE = {json.dumps(listed)};\n{worker}".encode()
    yield MARK, b"A folder with this file in it may be written anew by: primecards site\n"


def _files(items: int, seed: str) -> Iterator[tuple[str, bytes]]:
    yield "index.html", _page("start.html", LANGUAGES[0], "", "index.html").encode()
    for language in LANGUAGES:
        yield f"{language}/index.html", _page("start.html", language, "../", "index.html").encode()
        yield f"{language}/check.html", _page("check.html", language, "../", "check.html").encode()
        yield f"{language}/practise.html", _page("practise.html", language, "../", "practise.html").encode()
        yield f"{language}/site.webmanifest", _manifest(language)
    for name, content in assets.files().items():
        yield f"assets/{name}", content
    yield "assets/visit.js", (template_dir() / "web" / "visit.js").read_bytes()
    yield "assets/icon.svg", (template_dir() / "web" / "icon.svg").read_bytes()
    for kind in puzzle_kinds():
        for level in LEVELS:
            pool = _pool(kind, level, items, seed)
            for language, data in practice(pool, *LANGUAGES).items():
                text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
                yield f"items/{language}/{kind}.{level}.json", text.encode()


def _pool(kind: str, level: int, most: int, seed: str) -> list[Item]:
    """Make *most* items that ask different things, or as many as turn up."""
    rng = random_for("site", seed, kind, level)
    found: dict[str, Item] = {}
    for _ in range(4 * most):
        item = make_item(kind, level=level, seed=f"{int(rng.random() * 36**6):06x}")
        found.setdefault(item.asks, item)
        if len(found) == most:
            break
    return list(found.values())


def _page(template: str, language: str, up: str, here: str) -> str:
    doors = [{"address": f"{language}/{name}.html", "title": title} for name, title in PAGES]
    context = {
        "language": language,
        "up": up,
        "home": f"{up}{language}/index.html",
        "here": f"{language}/{here}",
        "lang": "",
        "doors": doors,
        "about": {f"{language}/{name}.html": pupil_pages.ABOUT[name] for name, _ in PAGES},
        "others": [(code, NAMES_OF_LANGUAGES[code], f"{up}{code}/{here}") for code in LANGUAGES if code != language],
        "icon": f"{up}assets/icon.svg",
        "manifest": f"{up}{language}/site.webmanifest",
        **_shown(template, language),
    }
    return to_page(f"web/{template}", context, language)


def _shown(template: str, language: str) -> dict[str, Any]:
    match template:
        case "check.html":
            return pupil_pages.check_context(language)
        case "practise.html":
            return pupil_pages.practise_context(language, f"../items/{language}/{{kind}}.{{level}}.json")
        case _:
            return {"title": msg("Primes, digits and cards")}


def _manifest(language: str) -> bytes:
    data = {
        "name": f"primecards – {say(msg('Primes, digits and cards'), language)}",
        "short_name": "primecards",
        "lang": language,
        "dir": "rtl" if language == "he" else "ltr",
        "start_url": "index.html",
        "scope": "../",
        "display": "standalone",
        "background_color": "#f4f2ee",
        "theme_color": "#0b5394",
        "icons": [{"src": "../assets/icon.svg", "sizes": "any", "type": "image/svg+xml"}],
    }
    return json.dumps(data, ensure_ascii=False, indent=1).encode()
