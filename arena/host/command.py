"""How a bot is started: its argv, its folder, and the whole environment it gets."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.wire.hello import PROTOCOL_VERSIONS, format_versions

_SYSTEM_PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_PYTHON_WORDS: Final = ("python", "python3")


@dataclass(frozen=True, slots=True)
class BotCommand:
    """What ``[run]`` and ``[env]`` of a bot.toml say, and where its submission lies."""

    argv: tuple[str, ...]
    """The command as written, never a shell line; not empty."""
    folder: Path
    """The submission: what the bot starts in."""
    env: Mapping[str, str]
    """What its bot.toml sets."""
    runtime: str
    """``python``, ``node`` or ``none``."""


def argv_of(command: BotCommand) -> tuple[str, ...]:
    """*command*'s argv with the name of its runtime replaced by the program it stands for.

    Python is told not to write bytecode: a frozen submission stays as it is.
    """
    word, *rest = command.argv
    if command.runtime == "python" and word in _PYTHON_WORDS:
        return (sys.executable, "-B", *rest)
    if command.runtime == "node" and word == "node":
        return (shutil.which("node") or word, *rest)
    return command.argv


def environment_of(command: BotCommand, address: str, home: str) -> dict[str, str]:
    """The bot's environment, in which nothing of the arena's own is left.

    Args:
        address: the path of the socket it is to listen on.
        home: its scratch, where its temporary files go too.
    """
    path = _SYSTEM_PATH
    if command.runtime == "python":  # so that "#!/usr/bin/env python3" is the same interpreter
        path = f"{os.path.dirname(sys.executable)}:{path}"  # noqa: PTH120 - not resolved
    return {
        "PATH": path,
        "LANG": "C.UTF-8",
        "HOME": home,
        "TMPDIR": home,
        "PYTHONHASHSEED": "0",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        **command.env,
        "ARENA_BOT_ADDRESS": f"unix:{address}",
        "ARENA_PROTOCOL_VERSIONS": format_versions(PROTOCOL_VERSIONS),
    }
