"""One block of a tar archive as a header, and what extended headers say of the next one.

Source: POSIX.1-2017, pax; GNU tar's manual, "Basic Tar Format".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from arena.errors import ConfigError
from arena.store.archive.member import quoted, refuse_member

BLOCK: Final = 512
FILE: Final = (b"0", b"\0")
FOLDER: Final = b"5"
LONG_NAME: Final = b"L"
PAX: Final = b"x"
PAX_GLOBAL: Final = b"g"
_REFUSED: Final = {
    b"1": "a hard link: put a copy there",
    b"2": "a symbolic link: put its target there",
    b"3": "a device",
    b"4": "a device",
    b"6": "a pipe",
    b"K": "a link",
    b"M": "a part of a file",
    b"S": "a sparse file",
}
_POSIX_MAGIC: Final = b"ustar\0"
_BINARY: Final = (b"\x80", b"\xff")
"""How GNU tar marks a number that has no room in octal, and one below zero."""
_CHECKSUM: Final = slice(148, 156)
_OTHER_MEANING: Final = (
    b"GNU.sparse.",
    b"GNU.volume.",
    b"SCHILY.filetype",
    b"SCHILY.realsize",
)
"""Pax keywords, or how they begin, that make a file something else than its bytes."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a member's own block says."""

    name: bytes
    kind: bytes
    mode: int
    size: int


def parse_header(block: bytes) -> Header:
    """The header in *block*.

    Raises:
        ConfigError: it is none, or one of a member that a submission may not have.
    """
    blank = block[: _CHECKSUM.start] + b" " * 8 + block[_CHECKSUM.stop :]
    if _digits(block[_CHECKSUM]) != sum(blank):
        raise ConfigError("damaged: expected a tar header with its checksum, got other bytes")
    name = _text(block[0:100])
    if block[257:263] == _POSIX_MAGIC and block[345]:
        name = _text(block[345:500]) + b"/" + name
    kind = block[156:157]
    if kind not in (*FILE, FOLDER, LONG_NAME, PAX, PAX_GLOBAL):
        found = _REFUSED.get(kind, f"the unknown kind {kind!r}")
        refuse_member(name, "files and folders", found)
    mode = _octal(name, "mode", block[100:108])
    return Header(name, kind, mode, _octal(name, "size", block[124:136]))


def _text(field: bytes) -> bytes:
    """The bytes of *field* up to its first NUL, after which only NULs may follow."""
    text, _, rest = field.partition(b"\0")
    if rest.strip(b"\0"):
        refuse_member(text, "a name without NUL", "more after one")
    return text


def _octal(name: bytes, what: str, field: bytes) -> int:
    number = _digits(field)
    if number is None:
        found = "a number that needs more" if field[:1] in _BINARY else f"{field!r}"
        refuse_member(name, f"a {what} in octal digits", found)
    return number


def _digits(field: bytes) -> int | None:
    digits = field.strip(b" \0")
    return int(digits, 8) if digits and not digits.strip(b"01234567") else None


def parse_pax(content: bytes, scope: bytes) -> Mapping[bytes, bytes]:
    """The records of an extended header of the kind *scope*.

    Raises:
        ConfigError: they are damaged, or make the next member something else
            than a plain file.
    """
    records = {}
    for key, value in _records(content):
        if key.startswith(_OTHER_MEANING):
            raise ConfigError(f"expected plain files, got one with {quoted(key)}")
        if key in (b"path", b"size") and (scope == PAX_GLOBAL or key in records):
            raise ConfigError(f"expected one {key.decode()} for one member, got more")
        records[key] = value
    return records


def _records(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The keys and values of ``LENGTH KEY=VALUE\\n``, where the length counts all of it."""
    while content:
        digits, blank, _ = content[:20].partition(b" ")
        if not blank or not digits.isdigit():
            raise ConfigError("damaged: expected the length of a pax record, got none")
        length = int(digits)
        record = content[len(digits) + 1 : length]
        key, equals, value = record[:-1].partition(b"=")
        if length > len(content) or record[-1:] != b"\n" or not equals:
            raise ConfigError("damaged: expected a pax record KEY=VALUE, got other bytes")
        yield key, value
        content = content[length:]
