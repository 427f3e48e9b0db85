"""Archives built by hand, byte by byte, so that they can be as wrong as an attacker wants."""

from __future__ import annotations

import gzip
import os
import struct
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import BinaryIO

from arena.errors import ConfigError
from arena.store.archive.child import REFUSED
from arena.store.archive.unpack import Form, unpack
from arena.store.archive.unpacking import Ended

MANIFEST = b'[bot]\nname = "ann"\n'


def tar_header(
    name: bytes,
    kind: bytes = b"0",
    *,
    size: int | bytes = 0,
    mode: int = 0o644,
    link: bytes = b"",
    prefix: bytes = b"",
) -> bytes:
    """One block, its checksum right."""
    octal = size if isinstance(size, bytes) else b"%011o\0" % size
    fields = (
        name.ljust(100, b"\0")
        + b"%07o\0" % mode
        + b"0000000\0" * 2
        + octal
        + b"%011o\0" % 0
        + b" " * 8
        + kind
        + link.ljust(100, b"\0")
        + b"ustar\x0000"
        + b"\0" * 64
        + b"0000000\0" * 2
        + prefix.ljust(155, b"\0")
    )
    block = fields.ljust(512, b"\0")
    return block[:148] + b"%06o\0 " % sum(block) + block[156:]


def tar_member(
    name: bytes,
    content: bytes = b"",
    kind: bytes = b"0",
    *,
    mode: int = 0o644,
    link: bytes = b"",
) -> bytes:
    """A header and its padded content."""
    header = tar_header(name, kind, size=len(content), mode=mode, link=link)
    return header + content + b"\0" * (-len(content) % 512)


def pax(records: Iterable[tuple[str, str]], kind: bytes = b"x") -> bytes:
    """An extended header with *records*."""
    content = b""
    for key, value in records:
        tail = f" {key}={value}\n".encode()
        length = len(tail) + 1
        while length != len(tail) + len(str(length)):
            length = len(tail) + len(str(length))
        content += str(length).encode() + tail
    return tar_member(b"pax", content, kind)


def tar(*members: bytes) -> bytes:
    """A whole archive, its bot.toml first."""
    return tar_member(b"bot.toml", MANIFEST) + b"".join(members) + b"\0" * 1024


def tgz(*members: bytes) -> bytes:
    """The same, gzipped."""
    return gzip.compress(tar(*members), mtime=0)


def deflated(*pieces: bytes | int) -> bytes:
    """A deflate stream of *pieces*: bytes, or as many mebibytes of zeros, made cheaply."""
    return b"".join(
        _block(bytes(1 << 20)) * piece if isinstance(piece, int) else _block(piece)
        for piece in pieces
    ) + _block(b"", zlib.Z_FINISH)


@cache
def _block(content: bytes, flush: int = zlib.Z_FULL_FLUSH) -> bytes:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return deflate.compress(content) + deflate.flush(flush)


def gzipped(stream: bytes) -> bytes:
    """A deflate stream as gzip, with a checksum that nobody gets to."""
    return b"\x1f\x8b\x08" + bytes(7) + stream + bytes(8)


@dataclass(frozen=True)
class Zipped:
    """A member of a zip archive; what is None is as it should be."""

    name: bytes
    content: bytes = b""
    mode: int = 0o100644
    attributes: int | None = None
    method: int = 8
    flags: int = 0
    local_name: bytes | None = None
    crc: int | None = None
    size: int | None = None
    extra: bytes = b""
    disk: int = 0
    deflated: bytes | None = None
    """Its stream, if that is not to be made from the content."""
    described: bool = False
    """Its sizes follow its bytes, as when it was written into a pipe."""

    def packed(self) -> bytes:
        if self.deflated is not None:
            return self.deflated
        if self.method != 8:
            return self.content
        deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
        return deflate.compress(self.content) + deflate.flush()

    def checks(self) -> bytes:
        crc = zlib.crc32(self.content) if self.crc is None else self.crc
        size = len(self.content) if self.size is None else self.size
        return struct.pack("<3L", crc, len(self.packed()), size)

    def bytes_before_directory(self) -> bytes:
        name = self.name if self.local_name is None else self.local_name
        flags = self.flags | (8 if self.described else 0)
        checks = bytes(12) if self.described else self.checks()
        header = struct.pack("<4s5H", b"PK\3\4", 20, flags, self.method, 0, 0x21) + checks
        after = b"PK\7\x08" + self.checks() if self.described else b""
        return header + struct.pack("<2H", len(name), 0) + name + self.packed() + after

    def entry(self, offset: int) -> bytes:
        attributes = self.mode << 16 if self.attributes is None else self.attributes
        flags = self.flags | (8 if self.described else 0)
        header = struct.pack("<4s6H", b"PK\1\2", 0x314, 20, flags, self.method, 0, 0x21)
        sizes = struct.pack("<5H", len(self.name), len(self.extra), 0, self.disk, 0)
        place = struct.pack("<2L", attributes, offset)
        return header + self.checks() + sizes + place + self.name + self.extra


def end_record(count: int, size: int, offset: int, comment: bytes = b"") -> bytes:
    """What ends a zip archive."""
    fields = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, count, count, size, offset, len(comment))
    return fields + comment


def zipped(*members: Zipped, gap: bytes = b"", comment: bytes = b"") -> bytes:
    """A whole archive, its bot.toml first; *gap* stands before the directory."""
    content = directory = b""
    everyone = (Zipped(b"bot.toml", MANIFEST), *members)
    for member in everyone:
        directory += member.entry(len(content))
        content += member.bytes_before_directory()
    content += gap
    end = end_record(len(everyone), len(directory), len(content), comment)
    return content + directory + end


def folder_state(folder: Path) -> dict[str, tuple[int, bytes]]:
    """All that is below *folder*: modes and contents, links not followed."""
    return {
        str(path.relative_to(folder)): (
            path.lstat().st_mode,
            path.read_bytes() if path.is_file() and not path.is_symlink() else b"",
        )
        for path in folder.rglob("*")
    }


def in_this_process(
    argv: Sequence[str], archive: BinaryIO, folder: Path, wall_s: float
) -> Ended | None:
    """Unpack without a process of its own, which takes a tenth of a second to start."""
    top = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        unpack(archive.read(), Form(argv[argv.index(str(folder)) - 1]), top)
    except ConfigError as error:
        return Ended(REFUSED, f"{error}\n", "")
    finally:
        os.close(top)
    return Ended(0, "", "")
