"""The members of a zip archive, read as strictly as the format allows.

A zip archive says everything twice: in a header before each member, and in a
directory at its end, where offsets may point anywhere. Programs differ in which
of them they believe, and the standard library takes what it finds, so this
reader takes only archives that leave nothing to believe: the members stand one
after the other from the first byte on, the directory follows the last one, the
end record ends the file, and both descriptions of a member agree. So there is no
room for a second archive, and no two members share their bytes.
"""

from __future__ import annotations

import stat
import zlib
from collections.abc import Iterator
from enum import IntEnum
from typing import Final

from arena.errors import ConfigError
from arena.store.archive.inflate import RAW, Inflation, inflated
from arena.store.archive.limits import CHUNK, MAX_FILE_BYTES, MIB
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
from arena.store.archive.zip_records import (
    ENCRYPTED,
    ZipEntry,
    check_local,
    descriptor_size,
    read_directory,
)

_DOS_FOLDER: Final = 0x10
_DOS_REPARSE_POINT: Final = 0x400


class _Method(IntEnum):
    STORED = 0
    DEFLATED = 8


def read_zip(archive: memoryview, inflation: Inflation) -> Iterator[Member]:
    """The members in the order of their bytes; each is checked as it is reached.

    Raises:
        ConfigError: damaged, ambiguous, or a member that a submission may not have.
    """
    entries, directory = read_directory(archive)
    at = 0
    for entry in sorted(entries, key=lambda entry: entry.offset):
        if entry.offset != at:
            refuse_member(entry.name, f"its bytes at {at}, after the last ones", f"{entry.offset}")
        start = check_local(archive[at:directory], entry) + at
        at = start + entry.checks.packed
        if at > directory:
            refuse_member(entry.name, "bytes before the directory", "bytes in it")
        yield _member(entry, archive[start:at], inflation)
        at += descriptor_size(archive[at:directory], entry)
    if at != directory:
        raise ConfigError(f"expected the directory at byte {at}, got it at {directory}")


def _member(entry: ZipEntry, packed: memoryview, inflation: Inflation) -> Member:
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


def _check_kind(entry: ZipEntry, *, is_folder: bool) -> None:
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


def _check_readable(entry: ZipEntry) -> None:
    if entry.flags & ENCRYPTED:
        refuse_member(entry.name, "files that can be read", "an encrypted one")
    if entry.method not in list(_Method):
        refuse_member(entry.name, "stored or deflated bytes", f"method {entry.method}")
    if entry.checks.size > MAX_FILE_BYTES:
        found = f"{entry.checks.size} bytes"
        refuse_member(entry.name, f"at most {MAX_FILE_BYTES // MIB} MiB", found)


def _content(entry: ZipEntry, packed: memoryview, inflation: Inflation) -> Iterator[bytes]:
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


def _unpacked(entry: ZipEntry, packed: memoryview, inflation: Inflation) -> Iterator[bytes]:
    if entry.method == _Method.DEFLATED:
        return inflated(packed, RAW, inflation)
    return (bytes(packed[at : at + CHUNK]) for at in range(0, len(packed), CHUNK))
