"""Writing files whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from primecards.errors import PrintingError
from primecards.messages import msg


def write_whole(files: Mapping[Path, bytes]) -> tuple[Path, ...]:
    """Write every one of *files*, each under another name first and then renamed; on failure none is left half-written.

    Raises PrintingError saying which file cannot be written and why.
    """
    made: list[tuple[Path, Path]] = []
    target = Path()
    try:
        for target, content in files.items():
            if target.is_dir():
                raise IsADirectoryError(21, "Is a directory")
            handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.")
            made.append((Path(name), target))
            with os.fdopen(handle, "wb") as file:
                file.write(content)
        for temporary, target in made:
            temporary.chmod(0o666 & ~_umask())
            temporary.replace(target)
    except OSError as error:
        for temporary, _ in made:
            temporary.unlink(missing_ok=True)
        raise unwritable(target, error) from None
    return tuple(files)


def move_whole(files: Mapping[Path, Path]) -> tuple[Path, ...]:
    """Give finished files, from here, the names to which they are mapped, in place of whatever had them.

    Raises PrintingError saying which file cannot be written and why.
    """
    target = Path()
    try:
        for target in files.values():
            if target.is_dir():
                raise IsADirectoryError(21, "Is a directory")
        for source, target in files.items():
            source.replace(target)
    except OSError as error:
        raise unwritable(target, error) from None
    return tuple(files.values())


def unwritable(target: Path, error: OSError) -> PrintingError:
    """Say why *target* cannot be written."""
    reason = error.strerror or type(error).__name__
    return PrintingError(msg("{file} cannot be written: {reason}.", file=str(target), reason=reason))


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
