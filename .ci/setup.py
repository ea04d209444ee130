"""Everything a machine needs before ``make sheet`` or ``make test``: system libraries, then ``.venv``.

    python3 .ci/setup.py [EXTRA ...]

Written for any Python 3, so that one too old is told so in a sentence and not in a traceback.
"""

import ctypes
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def module(name):
    return lambda: find_spec(name) is not None


def program(name):
    return lambda: shutil.which(name) is not None


def library(*names):
    """A probe that tries to load the library under each of its names (Linux, macOS, Windows)."""

    def loads(name):
        try:
            ctypes.CDLL(name)
        except OSError:
            return False
        return True

    return lambda: any(map(loads, names))


# The one list of what comes from the system: Debian's package -> is it there already?
TO_PRINT = {
    "python3-venv": module("ensurepip"),
    "libpango-1.0-0": library("libpango-1.0.so.0", "libpango-1.0.dylib", "libpango-1.0-0.dll"),
    "libpangoft2-1.0-0": library("libpangoft2-1.0.so.0", "libpangoft2-1.0.dylib", "libpangoft2-1.0-0.dll"),
    "libharfbuzz-subset0": library("libharfbuzz-subset.so.0", "libharfbuzz-subset.dylib", "libharfbuzz-subset-0.dll"),
}
TO_TEST = {
    "chromium": program("chromium"),  # opens the pages
    "default-jre-headless": program("java"),  # runs the Nu HTML checker
    "poppler-utils": program("pdftotext"),  # reads the sheets
    "qpdf": program("qpdf"),  # checks the sheets
}
ELSEWHERE = {
    "Fedora": ("sudo dnf install pango harfbuzz", "chromium java-latest-openjdk-headless poppler-utils qpdf"),
    "macOS": ("brew install pango", "chromium openjdk poppler qpdf"),
    "Windows (MSYS2)": ("pacman -S mingw-w64-ucrt-x86_64-pango", "mingw-w64-ucrt-x86_64-{poppler,qpdf}"),
}


def main(extras):
    if sys.version_info < (3, 11):
        sys.exit(
            "primecards needs Python 3.11 or newer and python3 here is {}.{}; if a newer one is installed, name it: "
            "make sheet PYTHON=python3.12".format(*sys.version_info)
        )
    system(testing="test" in extras)
    environment(extras)


def system(testing):
    """Install by apt what is missing, or say the command that does and stop."""
    wanted = {**TO_PRINT, **TO_TEST} if testing else TO_PRINT
    missing = [package for package, there in wanted.items() if not there()]
    if not missing:
        return
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    if not (root and shutil.which("apt-get")):
        commands = {"Debian, Ubuntu": ("sudo apt-get install " + " ".join(missing), ""), **ELSEWHERE}
        said = [f"{where}: {base} {more if testing else ''}".rstrip() for where, (base, more) in commands.items()]
        print("primecards needs libraries of the system.", " | ".join(said), file=sys.stderr)
        sys.exit(2)
    print("setup: apt-get install", *missing, flush=True)
    run("apt-get", "update")
    run("apt-get", "install", "--yes", "--no-install-recommends", *missing, DEBIAN_FRONTEND="noninteractive")


def environment(extras):
    """Make .venv and install the checkout into it, editable."""
    target = ".[{}]".format(",".join(extras)) if extras else "."
    print("setup: pip install", target, "into .venv (minutes the first time)", flush=True)
    run(sys.executable, "-m", "venv", ".venv")
    scripts = "Scripts" if os.name == "nt" else "bin"
    run(ROOT / ".venv" / scripts / "python", "-m", "pip", "install", "--editable", target)


def run(*command, **environ):
    """Run quietly; when it fails, show what it said and stop."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
        env={**os.environ, **environ},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if done.returncode:
        sys.stderr.write(done.stdout.decode(errors="replace"))
        sys.exit("setup: failed: " + " ".join(map(str, command)))


if __name__ == "__main__":
    main(sys.argv[1:])
