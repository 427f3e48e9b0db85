"""What of the host's files a confined bot can see: programs and libraries, nothing else.

Everything shown keeps its own path and is read-only. The arena's package is among it, since
the launcher and the SDK are in it; its checkout is not, nor any data folder or run folder,
which are hidden even where they lie below something shown.
"""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import arena

_SYSTEM: Final = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_FILES: Final = ("/etc/ld.so.cache", "/etc/localtime", "/etc/alternatives")
_INSTALLED: Final = ("site-packages", "dist-packages")
_PREFIX_PARTS: Final = ("bin", "lib", "lib64", "pyvenv.cfg")
"""Of an interpreter's prefix, which may be somebody's home."""


@dataclass(frozen=True, slots=True)
class View:
    """Paths of the host, in the order in which they are put in place."""

    links: tuple[tuple[str, Path], ...]
    """Target and path of the links that the system's folders are, as in ``/bin`` to usr/bin."""
    shown: tuple[Path, ...]
    """Folders and files."""
    hidden: tuple[Path, ...]
    """Folders below one that is shown."""

    def shows(self, file: Path) -> bool:
        """Whether *file* is among it, by the name it has or by what that leads to."""
        names = (file, file.resolve())
        return any(name.is_relative_to(path) for name in names for path in self.shown)


def view_of_host(program: str, hidden: Iterable[Path]) -> View:
    """What a bot started as *program* needs to see.

    Args:
        program: by its whole path where it is outside the submission.
        hidden: what it must not see in any case.
    """
    system = [Path(name) for name in _SYSTEM]
    links = tuple((str(path.readlink()), path) for path in system if path.is_symlink())
    folders = [path for path in system if path.is_dir() and not path.is_symlink()]
    files = [Path(name) for name in _FILES]
    wanted = [*folders, *files, *interpreter_paths(), *_program(program)]
    shown = _outermost(path for path in wanted if path.exists())
    beneath = dict.fromkeys(place for path in hidden for place in _within(path, shown))
    return View(links, shown, tuple(beneath))


@cache
def interpreter_paths() -> tuple[Path, ...]:
    """What the arena's interpreter needs to run the launcher, the SDK and the packages."""
    parts = {
        Path(prefix) / part
        for prefix in (sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix)
        for part in _PREFIX_PARTS
    }
    package = Path(arena.__file__).parent
    # A checkout that is installed in place is on the path as a whole, with all that lies in it.
    checkout = None if package.parent.name in _INSTALLED else package.parent
    others = (folder for folder in import_folders() if folder != checkout)
    return _outermost([*parts, *_links(Path(sys.executable)), *others, package])


@cache
def import_folders() -> tuple[Path, ...]:
    """Where the arena's interpreter looks for modules when nothing else is set."""
    asked = subprocess.run(
        [sys.executable, "-I", "-B", "-c", "import json, sys; print(json.dumps(sys.path))"],
        capture_output=True,
        check=True,
    )
    return tuple(map(Path, json.loads(asked.stdout)))


def closed_to_others(file: Path) -> Path | None:
    """The folder above *file* that lets no other user in; None if every user reaches it."""
    for above in reversed(file.parents):
        if not above.stat().st_mode & stat.S_IXOTH:
            return above
    return None


def _program(word: str) -> tuple[Path, ...]:
    """A program outside the system's folders, by each of its names, and the prefix it is from."""
    if not word.startswith("/"):
        return ()
    file = Path(word).resolve()
    if file.parent.name != "bin":
        return tuple(_links(Path(word)))
    return (*_links(Path(word)), *(file.parents[1] / part for part in _PREFIX_PARTS))


def _links(program: Path) -> Iterator[Path]:
    """*program*, and what each link on the way to it leads to: each is a name that is needed."""
    yield program
    while program.is_symlink():
        program = Path(os.path.normpath(program.parent / program.readlink()))
        yield program


def _within(path: Path, shown: Iterable[Path]) -> Iterator[Path]:
    """Where *path*, which may be a link, is seen among what is shown."""
    place = path.resolve()
    for above in shown:
        if place.is_relative_to(above.resolve()):
            yield above / place.relative_to(above.resolve())


def _outermost(paths: Iterable[Path]) -> tuple[Path, ...]:
    """*paths* without those that lie below another, in order of their names."""
    kept: list[Path] = []
    for path in sorted(set(paths)):
        if not any(path.is_relative_to(above) for above in kept):
            kept.append(path)
    return tuple(kept)
