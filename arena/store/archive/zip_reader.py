"""The members of a zip archive, read as strictly as the format allows.

A zip archive says everything twice: in a header before each member, and in a
directory at its end, where offsets may point anywhere. Programs differ in which
of them they believe, and the standard library takes what it finds, so this
reader takes only archives that leave nothing to believe: the members stand one
after the other from the first byte on, the directory follows the last one, the
end record ends the file, and both descriptions of a member agree. So there is no
room for a second archive, and no two members share their bytes.

Source: APPNOTE.TXT 6.3.10.
"""

from __future__ import annotations

import stat
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from arena.errors import ConfigError
from arena.store.archive.inflate import RAW, Inflation, inflated
from arena.store.archive.limits import CHUNK, MAX_ENTRIES, MAX_FILE_BYTES, MIB
from arena.store.archive.member import (
    EXECUTABLE,
    SET_ID,
    FileMember,
    FolderMember,
    Member,
    parse_path,
    quoted,
    refuse_member,
)

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
_ENCRYPTED: Final = 0x0001 | 0x0040 | 0x2000
_HAS_DESCRIPTOR: Final = 0x0008
_AGREEING: Final = _ENCRYPTED | _HAS_DESCRIPTOR | 0x0800
"""The flags that both descriptions of a member must share, UTF-8 names the last."""
_LARGE: Final = 0xFFFFFFFF
"""Stands for a number that is in a zip64 field."""
_UNICODE_NAME: Final = 0x7075
"""The extra field with another spelling of the name, which some programs prefer."""
_DOS_FOLDER: Final = 0x10
_DOS_REPARSE_POINT: Final = 0x400


class _Method(IntEnum):
    STORED = 0
    DEFLATED = 8


@dataclass(frozen=True, slots=True)
class _Checks:
    """What the bytes of a member are compared with, in the order of the format."""

    crc: int
    packed: int
    size: int


@dataclass(frozen=True, slots=True)
class _Entry:
    """A member as the directory describes it."""

    name: bytes
    flags: int
    method: int
    checks: _Checks
    attributes: int
    offset: int

    @property
    def mode(self) -> int:
        """As Unix has it; 0 if no Unix made it."""
        return self.attributes >> 16


def read_zip(archive: memoryview, inflation: Inflation) -> Iterator[Member]:
    """The members in the order of their bytes; each is checked as it is reached.

    Raises:
        ConfigError: damaged, ambiguous, or a member that a submission may not have.
    """
    end = _find_end(archive)
    at = 0
    entries, directory = _read_directory(archive, end)
    for entry in sorted(entries, key=lambda entry: entry.offset):
        if entry.offset != at:
            refuse_member(entry.name, f"its bytes at {at}, after the last ones", f"{entry.offset}")
        start = _check_local(archive[at:directory], entry) + at
        at = start + entry.checks.packed
        if at > directory:
            refuse_member(entry.name, "bytes before the directory", "bytes in it")
        yield _member(entry, archive[start:at], inflation)
        at += _descriptor_size(archive[at:directory], entry)
    if at != directory:
        raise ConfigError(f"expected the directory at byte {at}, got it at {directory}")


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


def _read_directory(archive: memoryview, end: int) -> tuple[Sequence[_Entry], int]:
    """What the directory lists, and where it begins."""
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


def _read_entry(archive: memoryview, at: int) -> tuple[_Entry, int]:
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
    return _Entry(name, flags, method, _Checks(crc, packed, size), attributes, offset), after


def _check_other_name(name: bytes, extra: memoryview) -> None:
    at = 0
    while at + _EXTRA.size <= len(extra):
        kind, size = _EXTRA.unpack_from(extra, at)
        at += _EXTRA.size
        other = bytes(extra[at + 5 : at + size])
        if kind == _UNICODE_NAME and other != name:
            refuse_member(name, "one name", f"also {quoted(other)}")
        at += size


def _check_local(archive: memoryview, entry: _Entry) -> int:
    """How long the header of *entry* is, with which *archive* begins, if it says the same."""
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
    return _LOCAL.size + name_size + extra


def _descriptor_size(archive: memoryview, entry: _Entry) -> int:
    """How long the descriptor of *entry* is, with which *archive* begins; 0 if it needs none."""
    if not entry.flags & _HAS_DESCRIPTOR:
        return 0
    marked = bytes(archive[:4]) == _DESCRIPTOR_MARK
    fields = bytes(archive[4 if marked else 0 :][: _DESCRIPTOR.size])
    if len(fields) < _DESCRIPTOR.size or _Checks(*_DESCRIPTOR.unpack(fields)) != entry.checks:
        refuse_member(entry.name, "the same sizes and checksum after its bytes", "others")
    return _DESCRIPTOR.size + (4 if marked else 0)


def _member(entry: _Entry, packed: memoryview, inflation: Inflation) -> Member:
    is_folder = entry.name.endswith(b"/")
    _check_kind(entry, is_folder=is_folder)
    _check_readable(entry)
    content = _content(entry, packed, inflation)
    path = parse_path(entry.name)
    if not is_folder:
        if not path:
            refuse_member(entry.name, "a file's name", "none")
        return FileMember(path, bool(entry.mode & EXECUTABLE), content)
    if entry.checks.size or any(content):
        refuse_member(entry.name, "a folder without content", "content")
    return FolderMember(path)


def _check_kind(entry: _Entry, *, is_folder: bool) -> None:
    kind = stat.S_IFMT(entry.mode)
    if kind == stat.S_IFLNK or entry.attributes & _DOS_REPARSE_POINT:
        refuse_member(entry.name, "files and folders", "a link: put its target there")
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        refuse_member(entry.name, "files and folders", "a device, pipe or socket")
    if entry.mode & SET_ID:
        refuse_member(entry.name, "no set-user-id or set-group-id bit", f"mode {entry.mode:o}")
    called_folder = kind == stat.S_IFDIR or bool(entry.attributes & _DOS_FOLDER)
    if called_folder != is_folder and (kind or called_folder):
        refuse_member(entry.name, "a folder's name, and no other, to end with /", "the contrary")


def _check_readable(entry: _Entry) -> None:
    if entry.flags & _ENCRYPTED:
        refuse_member(entry.name, "files that can be read", "an encrypted one")
    if entry.method not in list(_Method):
        refuse_member(entry.name, "stored or deflated bytes", f"method {entry.method}")
    if entry.checks.size > MAX_FILE_BYTES:
        found = f"{entry.checks.size} bytes"
        refuse_member(entry.name, f"at most {MAX_FILE_BYTES // MIB} MiB", found)


def _content(entry: _Entry, packed: memoryview, inflation: Inflation) -> Iterator[bytes]:
    """The bytes of *entry*, whose size and checksum are compared when they end."""
    crc = size = 0
    try:
        for chunk in _unpacked(entry, packed, inflation):
            size += len(chunk)
            crc = zlib.crc32(chunk, crc)
            if size > entry.checks.size:
                break
            yield chunk
    except ConfigError as error:
        raise ConfigError(f"member {quoted(entry.name)}: {error}") from None
    if size != entry.checks.size:
        found = "more" if size > entry.checks.size else f"{size}"
        refuse_member(entry.name, f"{entry.checks.size} bytes, as declared", found)
    if crc != entry.checks.crc:
        refuse_member(entry.name, f"the checksum {entry.checks.crc:08x}", f"{crc:08x}")


def _unpacked(entry: _Entry, packed: memoryview, inflation: Inflation) -> Iterator[bytes]:
    if entry.method == _Method.DEFLATED:
        return inflated(packed, RAW, inflation)
    return (bytes(packed[at : at + CHUNK]) for at in range(0, len(packed), CHUNK))
