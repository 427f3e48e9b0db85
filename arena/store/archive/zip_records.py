"""The records of a zip archive that describe its members, each compared with the others.

Source: APPNOTE.TXT 6.3.10.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from arena.errors import ConfigError
from arena.store.archive.limits import MAX_ENTRIES
from arena.store.archive.member import quoted, refuse_member

ENCRYPTED: Final = 0x0001 | 0x0040 | 0x2000
"""Flags of members, of their headers and of how strongly."""
_END: Final = struct.Struct("<4s4H2LH")
_ENTRY: Final = struct.Struct("<4s4x2H4x3L4H2x2L")
_LOCAL: Final = struct.Struct("<4s2x2H4x3L2H")
_EXTRA: Final = struct.Struct("<2H")
_DESCRIPTOR: Final = struct.Struct("<3L")
_END_MARK: Final = b"PK\5\6"
_ENTRY_MARK: Final = b"PK\1\2"
_LOCAL_MARK: Final = b"PK\3\4"
_DESCRIPTOR_MARK: Final = b"PK\7\x08"
_MAX_COMMENT: Final = 0xFFFF
_HAS_DESCRIPTOR: Final = 0x0008
_AGREEING: Final = ENCRYPTED | _HAS_DESCRIPTOR | 0x0800
"""The flags that both descriptions of a member must share, UTF-8 names the last."""
_LARGE: Final = 0xFFFFFFFF
"""Stands for a number that is in a zip64 field."""
_UNICODE_NAME: Final = 0x7075
"""The extra field with another spelling of the name, which some programs prefer."""


@dataclass(frozen=True, slots=True)
class Checks:
    """What the bytes of a member are compared with, in the order of the format."""

    crc: int
    packed: int
    size: int


@dataclass(frozen=True, slots=True)
class ZipEntry:
    """A member as the directory describes it."""

    name: bytes
    flags: int
    method: int
    checks: Checks
    attributes: int
    offset: int

    @property
    def mode(self) -> int:
        """As Unix has it; 0 if no Unix made it."""
        return self.attributes >> 16


def read_directory(archive: memoryview) -> tuple[Sequence[ZipEntry], int]:
    """What the directory lists, and where it begins.

    Raises:
        ConfigError: the archive does not end in one directory of this one file.
    """
    end = _find_end(archive)
    _, disk, first_disk, here, count, size, offset, _ = _END.unpack_from(archive, end)
    if 0xFFFF in (disk, here, count) or _LARGE in (size, offset):
        raise ConfigError("expected a plain zip archive, got a zip64 one")
    if disk or first_disk or here != count:
        raise ConfigError("expected a whole zip archive, got one of several parts")
    if count > MAX_ENTRIES:
        raise ConfigError(f"expected at most {MAX_ENTRIES} files and folders, got {count}")
    if offset + size != end:
        raise ConfigError(f"expected the directory to end at byte {end}, got {offset + size}")
    entries = []
    at = offset
    for _ in range(count):
        entry, at = _read_entry(archive[:end], at)
        entries.append(entry)
    if at != end:
        raise ConfigError(f"expected {count} members in the directory, got {end - at} bytes more")
    return entries, offset


def _find_end(archive: memoryview) -> int:
    """Where the end record begins, whose comment ends the file."""
    begin = bytes(archive[:4])
    if begin not in (_LOCAL_MARK, _END_MARK):
        wanted = f"expected a zip archive, which begins with {_LOCAL_MARK!r}"
        raise ConfigError(f"{wanted}, got {begin!r}")
    first = max(0, len(archive) - _END.size - _MAX_COMMENT)
    tail = bytes(archive[first:])
    at = tail.rfind(_END_MARK)
    if at < 0 or len(tail) - at < _END.size:
        raise ConfigError("damaged: expected a zip archive's end record, got none")
    *_, comment = _END.unpack_from(tail, at)
    after = len(tail) - at - _END.size
    if comment != after:
        raise ConfigError(f"expected {comment} bytes after the end record, got {after}")
    return first + at


def _read_entry(archive: memoryview, at: int) -> tuple[ZipEntry, int]:
    """The entry at *at*, and where the next one begins."""
    if len(archive) - at < _ENTRY.size:
        raise ConfigError("damaged: expected another member in the directory, got its end")
    (
        mark,
        flags,
        method,
        crc,
        packed,
        size,
        name_size,
        extra,
        comment,
        disk,
        attributes,
        offset,
    ) = _ENTRY.unpack_from(archive, at)
    begin = at + _ENTRY.size
    after = begin + name_size + extra + comment
    if mark != _ENTRY_MARK or after > len(archive):
        raise ConfigError(f"damaged: expected a member in the directory at byte {at}, got none")
    name = bytes(archive[begin : begin + name_size])
    if disk:
        refuse_member(name, "a member of this file", "one of another part")
    if _LARGE in (packed, size, offset):
        refuse_member(name, "a plain zip archive", "zip64 numbers")
    _check_other_name(name, archive[begin + name_size : after - comment])
    return ZipEntry(name, flags, method, Checks(crc, packed, size), attributes, offset), after


def check_local(archive: memoryview, entry: ZipEntry) -> int:
    """How long the header of *entry* is, with which *archive* begins.

    Raises:
        ConfigError: it says something else than the directory.
    """
    if len(archive) < _LOCAL.size:
        refuse_member(entry.name, "a header before its bytes", "the directory")
    name_size: int
    extra: int
    mark, flags, method, crc, packed, size, name_size, extra = _LOCAL.unpack_from(archive)
    if mark != _LOCAL_MARK:
        refuse_member(entry.name, "a header before its bytes", "none")
    name = bytes(archive[_LOCAL.size : _LOCAL.size + name_size])
    if name != entry.name:
        refuse_member(entry.name, "the same name before its bytes", quoted(name))
    if method != entry.method or (flags ^ entry.flags) & _AGREEING:
        refuse_member(entry.name, "the same method and flags before its bytes", "others")
    known = (entry.checks.crc, entry.checks.packed, entry.checks.size)
    unknown_yet = 0 if flags & _HAS_DESCRIPTOR else None
    said = (crc, packed, size)
    if any(one not in (other, unknown_yet) for one, other in zip(said, known, strict=True)):
        refuse_member(entry.name, "the same sizes and checksum before its bytes", "others")
    size = _LOCAL.size + name_size + extra
    _check_other_name(name, archive[_LOCAL.size + name_size : size])
    return size


def _check_other_name(name: bytes, extra: memoryview) -> None:
    at = 0
    while at + _EXTRA.size <= len(extra):
        kind, size = _EXTRA.unpack_from(extra, at)
        at += _EXTRA.size
        other = bytes(extra[at + 5 : at + size])
        if kind == _UNICODE_NAME and other != name:
            refuse_member(name, "one name", f"also {quoted(other)}")
        at += size


def descriptor_size(archive: memoryview, entry: ZipEntry) -> int:
    """How long the descriptor of *entry* is, with which *archive* begins; 0 if it needs none.

    Raises:
        ConfigError: it says something else than the directory.
    """
    if not entry.flags & _HAS_DESCRIPTOR:
        return 0
    marked = bytes(archive[:4]) == _DESCRIPTOR_MARK
    fields = bytes(archive[4 if marked else 0 :][: _DESCRIPTOR.size])
    if len(fields) < _DESCRIPTOR.size or Checks(*_DESCRIPTOR.unpack(fields)) != entry.checks:
        refuse_member(entry.name, "the same sizes and checksum after its bytes", "others")
    return _DESCRIPTOR.size + (4 if marked else 0)
