"""A member of an archive, and its name as a checked path."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NoReturn

from arena.errors import ConfigError
from arena.store.archive.limits import MAX_DEPTH, MAX_PART_BYTES, MAX_PATH_BYTES

SET_ID: Final = 0o6000
"""The mode bits that let a file act as its owner or group."""
EXECUTABLE: Final = 0o100
_SHOWN: Final = 80
"""Characters of a name that a message quotes."""
_UNPRINTABLE: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode categories: controls, formats as the right-to-left override, line breaks."""


@dataclass(frozen=True, slots=True)
class FileMember:
    """A regular file."""

    path: tuple[str, ...]
    executable: bool
    content: Iterator[bytes]
    """To be read to its end before the next member: only then it is checked."""


@dataclass(frozen=True, slots=True)
class FolderMember:
    """A folder; the top itself has no parts."""

    path: tuple[str, ...]


Member = FileMember | FolderMember


def refuse_member(name: bytes, wanted: str, found: str) -> NoReturn:
    """Raise what is wrong with the member *name*.

    Raises:
        ConfigError: always.
    """
    raise ConfigError(f"member {quoted(name)}: expected {wanted}, got {found}")


def quoted(name: bytes) -> str:
    """*name* as a message shows it: printable, whatever is in it, and not too long."""
    text = name.decode("utf-8", "backslashreplace")
    return ascii(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}...")


def parse_path(name: bytes) -> tuple[str, ...]:
    """The parts of a member's *name*; none for the top itself.

    A leading ``./`` is what tar writes for ``tar -c .``, and a slash at the end
    what it writes for a folder; neither is a part. Whether a name may end with a
    slash is for the reader to say.

    Raises:
        ConfigError: it is not the relative path of a file that every system can hold.
    """
    if len(name) > MAX_PATH_BYTES:
        refuse_member(name, f"a path of at most {MAX_PATH_BYTES} bytes", f"{len(name)}")
    text = _text(name)
    if text.startswith("/"):
        refuse_member(name, "a relative path", "an absolute one")
    text = text.removesuffix("/")
    if text == ".":
        return ()
    parts = tuple(text.removeprefix("./").split("/"))
    for part in parts:
        _check_part(name, part)
    if len(parts) > MAX_DEPTH:
        refuse_member(name, f"at most {MAX_DEPTH} parts", f"{len(parts)}")
    return parts


def _text(name: bytes) -> str:
    try:
        text = name.decode()
    except UnicodeDecodeError:
        refuse_member(name, "a name in UTF-8", "other bytes")
    if any(unicodedata.category(each) in _UNPRINTABLE for each in text):
        refuse_member(name, "a printable name", "control characters")
    if "\\" in text:
        refuse_member(name, "parts joined by /", "a backslash")
    return text


def _check_part(name: bytes, part: str) -> None:
    if part == "..":
        refuse_member(name, "a path without ..", "one that leaves its folder")
    if part in ("", "."):
        refuse_member(name, "a path of names", "an empty name" if not part else "a part .")
    if len(part.encode()) > MAX_PART_BYTES:
        refuse_member(name, f"names of at most {MAX_PART_BYTES} bytes", f"{len(part.encode())}")
