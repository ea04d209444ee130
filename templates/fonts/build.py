"""Build Rubik-Regular.ttf and Rubik-Bold.ttf: Latin and Hebrew merged into one static file a weight.

One file a weight, because WeasyPrint prints wrong glyphs when several files share a family and a weight. Run by
``make fonts``; it needs npm and fontTools. The same fontTools writes the same bytes: the only time stamp in the files
is that of the font's makers.
"""

from __future__ import annotations

import base64
import hashlib
import io
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph

HERE = Path(__file__).parent
PACKAGE = "@fontsource/rubik@5.3.0"
SHA512 = "Nks2mn7vlE1jZVHuVgoKU2Ejqjvd+GJzLRdraCjo1xc79oo7O6vJ8pcvSfmKPGX3/Ln7nt09XWFzPeu2jWf0xQ=="
WEIGHTS = {"Regular": 400, "Bold": 700}
SCRIPTS = ("latin", "latin-ext", "hebrew")  # the first to have a character supplies it

# Marks of direction and joining that Rubik lacks. Nothing is drawn for them; being there keeps a program that lays
# text out from reaching for another font.
INVISIBLE = [*range(0x200B, 0x2010), *range(0x202A, 0x202F), 0x2060, *range(0x2066, 0x206A), 0xFEFF]

# What the sheets need, checked before a file is written: ASCII, signs, the Hebrew letters and points.
NEEDED = [
    *range(0x20, 0x7F),
    *map(ord, "×÷±°·–—…“”„‘’−€₪־״׳"),
    *range(0x05D0, 0x05EB),
    *range(0x05B0, 0x05BD),
    *INVISIBLE,
]


def main() -> None:
    """Fetch the package, merge each weight, write the two fonts and the licence."""
    with tempfile.TemporaryDirectory() as folder, fetch(Path(folder)) as package:
        for name, weight in WEIGHTS.items():
            font = merged(package, weight, Path(folder))
            tidy(font, name, weight)
            missing = [f"U+{code:04X}" for code in NEEDED if code not in font.getBestCmap()]
            if missing:
                sys.exit(f"Rubik-{name} lacks {' '.join(missing)}")
            font.save(HERE / f"Rubik-{name}.ttf")
            print(f"Rubik-{name}.ttf: {len(font.getBestCmap())} characters")
        licence = read(package, "LICENSE").decode().splitlines()
        # Two of Rubik's sources, upright and italic, run together on the first line; only the upright is used.
        licence[0] = licence[0].split(" Rubik-Italic")[0]
        (HERE / "OFL.txt").write_text("\n".join(line.rstrip() for line in licence) + "\n", encoding="utf-8")


def fetch(folder: Path) -> tarfile.TarFile:
    """The package, its checksum verified."""
    subprocess.run(["npm", "pack", "--silent", PACKAGE], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    (archive,) = folder.glob("*.tgz")
    if base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode() != SHA512:
        sys.exit(f"{PACKAGE} is not the package this script was written for")
    return tarfile.open(archive)


def read(package: tarfile.TarFile, name: str) -> bytes:
    """The bytes of one file in the package."""
    member = package.extractfile(f"package/{name}")
    assert member is not None, name
    return member.read()


def merged(package: tarfile.TarFile, weight: int, folder: Path) -> TTFont:
    """One font of all the scripts, each character taken once."""
    parts, taken = [], set[int]()
    for script in SCRIPTS:
        # WOFF and not WOFF2: reading it needs no Brotli, and its name table is the static font's own.
        source = read(package, f"files/rubik-{script}-{weight}-normal.woff")
        font = TTFont(io.BytesIO(source), recalcTimestamp=False)
        own = set(font.getBestCmap()) - taken
        taken |= own
        subsetter = Subsetter(Options(layout_features=["*"], name_IDs=["*"], notdef_outline=True))
        subsetter.populate(unicodes=own)
        subsetter.subset(font)
        font.flavor = None
        part = folder / f"{script}-{weight}.ttf"
        font.save(part)
        parts.append(str(part))
    whole = Merger().merge(parts)
    whole.recalcTimestamp = False
    made = TTFont(parts[0])["head"].created  # the day of Rubik's makers; the merger wrote today's
    whole["head"].created = whole["head"].modified = made
    return whole


def tidy(font: TTFont, name: str, weight: int) -> None:
    """Name the font for what it is, add the invisible characters."""
    bold = name == "Bold"
    font["head"].macStyle = int(bold)
    font["OS/2"].usWeightClass = weight
    font["OS/2"].fsSelection = 1 << 7 | (1 << 5 if bold else 1 << 6)  # use typographic metrics; bold or regular
    if "STAT" in font:
        del font["STAT"]  # describes the variable font this weight was cut from
    names = {1: "Rubik", 2: name, 3: f"2.300;primecards;Rubik-{name}", 4: f"Rubik {name}", 6: f"Rubik-{name}"}
    for record in list(font["name"].names):
        if record.nameID > 14:  # names of the variable font's axes and instances
            font["name"].removeNames(nameID=record.nameID)
    for number, text in names.items():
        font["name"].setName(text, number, 3, 1, 0x409)
    for code in INVISIBLE:
        glyph = f"uni{code:04X}"
        if code in font.getBestCmap():
            continue
        font.setGlyphOrder([*font.getGlyphOrder(), glyph])
        font["glyf"][glyph] = Glyph()
        font["hmtx"][glyph] = (0, 0)
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap[code] = glyph


if __name__ == "__main__":
    main()
