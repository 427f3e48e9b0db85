"""Why a bot did not start, in words that let its author mend it."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

_SHEBANG_BYTES = 256
_ARENAS_PYTHON = '; for the Python that the arena runs with, say runtime = "python" in bot.toml'


def explain_exec(
    argv: Sequence[str],
    folder: Path,
    path: str,
    error: int,
    *,
    sees: Callable[[Path], bool] = lambda _: True,
) -> str:
    """Why executing *argv* in *folder* gave the errno *error*: file, mode, interpreter.

    Args:
        path: the PATH in which a bare command was looked for.
        sees: whether a file of the host is there for the bot too.
    """
    said = f"cannot execute {argv[0]!r}: {os.strerror(error)}"
    file = _file_of(argv[0], folder, path)
    if file is None:
        where = f"PATH {path}" if "/" not in argv[0] else folder
        hint = _ARENAS_PYTHON if argv[0].startswith("python") else ""
        return f"{said}: no such command in {where}{hint}"
    if not sees(file):
        return f"{said}: {file} is outside of what a confined bot can see: submit it with the bot"
    if file.is_dir():
        return f"{said}: {file} is a folder"
    mode = file.stat().st_mode & 0o7777
    if not mode & 0o111:
        return f"{said}: {file} has mode {mode:04o}: expected an executable (chmod +x)"
    shebang = _shebang_of(file)
    interpreter = Path(shebang)
    if error == errno.ENOENT and shebang and interpreter.exists() and not sees(interpreter):
        outside = "which is outside of what a confined bot can see"
        return f"{said}: {file} names the interpreter {shebang!r}, {outside}"
    if error == errno.ENOENT and shebang:
        return f"{said}: {file} names the interpreter {shebang!r}, which is not there"
    if error == errno.ENOEXEC and not shebang:
        return f"{said}: {file} is neither a program of this machine nor a script with a #! line"
    return f"{said}: {file} has mode {mode:04o}" + (f", interpreter {shebang!r}" if shebang else "")


def _file_of(word: str, folder: Path, path: str) -> Path | None:
    if "/" in word:
        file = folder / word
        return file if file.exists() else None
    found = shutil.which(word, os.F_OK, path)
    return Path(found) if found else None


def _shebang_of(file: Path) -> str:
    """The interpreter that a script's first line names; empty if it has none."""
    try:
        with file.open("rb") as opened:
            start = opened.read(_SHEBANG_BYTES)
    except OSError:
        return ""
    line = start.split(b"\n")[0]
    words = line[2:].decode(errors="replace").split() if line.startswith(b"#!") else []
    return words[0] if words else ""
