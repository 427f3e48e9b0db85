"""The members of a tar archive, plain or gzipped, in one pass from front to back.

The formats v7, ustar, pax and GNU are read, as far as they describe files and
folders. Python's own reader is not used: it follows what headers say (sizes
below zero, sparse maps, links to members elsewhere), which led it into endless
loops and out of its folder more than once. Here a header can only say how many
bytes follow, and there are not more than that.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from arena.errors import ConfigError
from arena.store.archive.inflate import GZIP, Inflation, inflated
from arena.store.archive.limits import CHUNK, MAX_FILE_BYTES, MAX_PATH_BYTES, MIB
from arena.store.archive.member import (
    EXECUTABLE,
    SET_ID,
    FileMember,
    FolderMember,
    Member,
    parse_path,
    refuse_member,
)
from arena.store.archive.tar_header import (
    BLOCK,
    FILE,
    FOLDER,
    LONG_NAME,
    Header,
    parse_header,
    parse_pax,
)

_EMPTY: Final = bytes(BLOCK)
_MAX_EXTENDED: Final = 64 * 1024
"""Bytes of an extended header: times, attributes and a long name need a few hundred."""
_GZIP_MARK: Final = b"\x1f\x8b"


def read_tar(archive: memoryview) -> Iterator[Member]:
    """The members of a plain tar archive.

    Raises:
        ConfigError: damaged, or a member that a submission may not have.
    """
    pieces = (bytes(archive[at : at + CHUNK]) for at in range(0, len(archive), CHUNK))
    return _members(_Source(pieces))


def read_tar_gz(archive: memoryview, inflation: Inflation) -> Iterator[Member]:
    """The members of a tar archive in one gzip stream.

    Raises:
        ConfigError: damaged, too much, or a member that a submission may not have.
    """
    begin = bytes(archive[:2])
    if begin != _GZIP_MARK:
        raise ConfigError(f"expected gzip, which begins with {_GZIP_MARK!r}, got {begin!r}")
    return _members(_Source(inflated(archive, GZIP, inflation)))


class _Source:
    """The bytes of the archive, taken in the portions that the format asks for."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._piece = b""
        self._at = 0
        """How much of the piece is taken."""

    def some(self, most: int) -> bytes:
        """At least one byte and at most *most*; none at the end."""
        while self._at == len(self._piece):
            piece = next(self._pieces, None)
            if piece is None:
                return b""
            self._piece, self._at = piece, 0
        taken = self._piece[self._at : self._at + most]
        self._at += len(taken)
        return taken

    def chunks(self, size: int) -> Iterator[bytes]:
        """*size* bytes, a chunk at a time."""
        while size:
            chunk = self.some(size)
            if not chunk:
                raise ConfigError(f"damaged: expected {size} bytes more, got the end")
            size -= len(chunk)
            yield chunk

    def exactly(self, size: int) -> bytes:
        """*size* bytes."""
        return b"".join(self.chunks(size))


class _Extended:
    """What extended headers said of the member that comes next."""

    def __init__(self) -> None:
        self._said: dict[bytes, bytes] = {}

    def read(self, header: Header, source: _Source) -> None:
        if header.size > _MAX_EXTENDED:
            most = f"an extended header of at most {_MAX_EXTENDED} bytes"
            refuse_member(header.name, most, f"{header.size}")
        content = _content(header.size, source)
        if header.kind == LONG_NAME:
            self._say(b"path", content.removesuffix(b"\0"))
            return
        for key, value in parse_pax(content, header.kind).items():
            if key in (b"path", b"size"):
                self._say(key, value)

    def _say(self, key: bytes, value: bytes) -> None:
        if key in self._said:
            raise ConfigError(f"expected one {key.decode()} for one member, got two")
        self._said[key] = value

    def applied(self, header: Header) -> Header:
        """*header* with what was said of it; the next one starts anew."""
        said, self._said = self._said, {}
        size = said.get(b"size", b"%d" % header.size)
        if not size.isdigit() or len(size) > 20:
            refuse_member(header.name, "a size in digits", f"{size[:20]!r}")
        return Header(said.get(b"path", header.name), header.kind, header.mode, int(size))

    def check_none(self) -> None:
        """That no member is missing."""
        if self._said:
            raise ConfigError("damaged: expected a member after its extended header, got the end")


def _content(size: int, source: _Source) -> bytes:
    content = source.exactly(size)
    source.exactly(-size % BLOCK)
    return content


def _members(source: _Source) -> Iterator[Member]:
    extended = _Extended()
    while (block := source.exactly(BLOCK)) != _EMPTY:
        header = parse_header(block)
        if header.kind in (*FILE, FOLDER):
            yield _member(extended.applied(header), source)
            continue
        extended.read(header, source)
    extended.check_none()
    _check_end(source)


def _check_end(source: _Source) -> None:
    """That a second empty block follows, and then nothing but padding."""
    if source.exactly(BLOCK) != _EMPTY:
        raise ConfigError("damaged: expected two empty blocks at the end, got one")
    while chunk := source.some(CHUNK):
        if chunk.strip(b"\0"):
            raise ConfigError("expected nothing after the end of the archive, got more")


def _member(header: Header, source: _Source) -> Member:
    if len(header.name) > MAX_PATH_BYTES:
        refuse_member(header.name, f"a path of at most {MAX_PATH_BYTES} bytes", "a longer one")
    if header.mode & SET_ID:
        found = f"mode {header.mode:o}"
        refuse_member(header.name, "no set-user-id or set-group-id bit", found)
    path = parse_path(header.name)
    if header.kind == FOLDER:
        if header.size:
            refuse_member(header.name, "a folder without content", f"{header.size} bytes")
        return FolderMember(path)
    if not path or header.name.endswith(b"/"):
        refuse_member(header.name, "a file's name", "a folder's")
    if header.size > MAX_FILE_BYTES:
        refuse_member(header.name, f"at most {MAX_FILE_BYTES // MIB} MiB", f"{header.size} bytes")
    content = _padded(header.size, source)
    return FileMember(path, bool(header.mode & EXECUTABLE), content)


def _padded(size: int, source: _Source) -> Iterator[bytes]:
    yield from source.chunks(size)
    source.exactly(-size % BLOCK)
