"""The programs that a sandbox is made with, found where the system keeps them."""

from __future__ import annotations

import os
import shutil
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


@dataclass(frozen=True, slots=True)
class Tools:
    """Whole paths."""

    bwrap: str
    setpriv: str | None
    """None where the arena is an ordinary user: nobody has to be become."""


class MissingToolError(Exception):
    """A program is not there, or not to be used; the sentence says why, `fix` what to do."""

    def __init__(self, why: str, fix: str) -> None:
        super().__init__(why)
        self.fix = fix


def find_tools() -> Tools:
    """What bubblewrap's levels need.

    Raises:
        MissingToolError: something is not there, or not safe to use.
    """
    bwrap = _find("bwrap", "bubblewrap")
    if os.stat(bwrap).st_mode & stat.S_ISUID:  # noqa: PTH116
        # Its set-id mode has had holes of its own (CVE-2020-5291, CVE-2026-41163).
        raise MissingToolError(f"{bwrap} is set-uid", f"remove that bit: chmod u-s {bwrap}")
    return Tools(bwrap, find_setpriv() if os.geteuid() == 0 else None)


def find_setpriv() -> str:
    """What a root's bot becomes another user with.

    Raises:
        MissingToolError: it is not there.
    """
    return _find("setpriv", "util-linux")


def _find(name: str, package: str) -> str:
    found = shutil.which(name, path=_PATH)
    if found is None:
        raise MissingToolError(f"{name} is not there", f"apt-get install {package}")
    return str(Path(found))
