"""Commands run as an ordinary user, by a root whose home and interpreter nobody else can enter."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import arena

UID = 50_000 + os.getpid() % 10_000
"""No account's as a rule, none that the arena takes for its bots, and no other run's: the kernel
counts processes by user."""


def why_not() -> str:
    """What is missing for it; empty if nothing is."""
    lacking = [name for name in ("bwrap", "setpriv") if shutil.which(name) is None]
    return f"no {' and no '.join(lacking)} to become an ordinary user with" if lacking else ""


def as_ordinary_user(folder: Path) -> list[str]:
    """What comes before a command to have it run as UID, *folder* being its own.

    The command sees the same files, but what root keeps to itself is replaced by empty folders
    that hold only what a Python needs.
    """
    os.chown(folder, UID, UID)
    options = []
    needed = sorted(set(_needed()))
    for closed in sorted({top for path in needed for top in _closed(path)}):
        options += ["--perms", "0755", "--tmpfs", str(closed)]
        for path in (path for path in needed if path.is_relative_to(closed)):
            for parent in reversed(path.relative_to(closed).parents):
                if parent != Path():
                    options += ["--perms", "0755", "--dir", str(closed / parent)]
            options += ["--ro-bind", str(path), str(path)]
    dropped = [f"--reuid={UID}", f"--regid={UID}", "--clear-groups", "--inh-caps=-all"]
    env = ["env", "-i", f"PATH={os.environ['PATH']}", "LANG=C.UTF-8", f"TMPDIR={folder}"]
    return ["bwrap", "--dev-bind", "/", "/", *options, "--", "setpriv", *dropped, "--", *env]


def _needed() -> Iterator[Path]:
    """The interpreter, its packages, and the repository."""
    repository = Path(__file__).parents[2]
    package = Path(arena.__file__).parents[1]
    yield from (repository, package, Path(sys.prefix), Path(sys.base_prefix))
    yield from (path for path in map(Path, sys.path) if path.is_dir() and path.is_absolute())


def _closed(path: Path) -> Iterator[Path]:
    """The outermost folder above *path* that lets no other user in."""
    for above in reversed(path.resolve().parents):
        if not above.stat().st_mode & 0o001:
            yield above
            return
