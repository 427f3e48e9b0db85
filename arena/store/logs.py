"""Sitting logs as files: written line by line, sealed, and read back.

A log is open (``.jsonl``) while its sitting runs, and is then sealed
(``.jsonl.zst``). What the lines say is arena.referee.record's business; here
they are bytes that end with a newline.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO, Final

import zstandard

from arena.errors import ArenaError
from arena.names import format_match_id
from arena.store.durable import replacing, sync_folder
from arena.store.zstd_blocks import DamagedFrame, decompressed_blocks

if TYPE_CHECKING:  # each worker writes logs and needs no database, which is slow to import
    from arena.store.folder import DataFolder

LINE_BYTES: Final = 1024 * 1024
"""A longer line is damage."""
LOG_BYTES: Final = 1024 * 1024 * 1024
"""A log that unpacks to more is damage, or a trap."""
_BLOCK_BYTES: Final = 16 * 1024
"""At least so often a compressed block ends, at a line's end: what damage later in the
file cannot reach."""
_LEVEL: Final = 10
_SEALED: Final = ".zst"


class LogDamaged(ArenaError):
    """The rest of a log cannot be read: torn, altered or no log at all."""


def match_folder(data: DataFolder, event: str, match: int) -> Path:
    """Where the logs of a match lie, and its secret once it is revealed."""
    return data.logs / event / format_match_id(event, match)


def log_path(data: DataFolder, event: str, match: int, rotation: int, attempt: int) -> Path:
    """The open log of an attempt; `sealed_path` of it is where it ends up."""
    return match_folder(data, event, match) / f"{rotation}.{attempt}.jsonl"


def sealed_path(path: Path) -> Path:
    """The name of the open log *path* once it is sealed."""
    return path.with_name(path.name + _SEALED)


class LogWriter:
    """An open log to add lines to; close it, or use it as a context."""

    def __init__(self, path: Path, file: FileIO) -> None:
        self.path = path
        self._file = file
        self._pending: list[bytes] = []

    @classmethod
    def create(cls, path: Path) -> LogWriter:
        """The log of a new attempt, its folders made.

        Raises:
            FileExistsError: there is one already; attempts never share a log.
        """
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return cls(path, FileIO(path, "x"))

    @classmethod
    def append(cls, path: Path) -> LogWriter:
        """The log of an attempt that goes on, after it was cut back to a whole playing.

        Raises:
            FileNotFoundError: there is none.
        """
        return cls(path, FileIO(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC), "a"))

    def write(self, line: bytes) -> None:
        """Add *line*, which ends with its only newline."""
        assert line.endswith(b"\n"), "a line of a log ends with a newline"
        assert line.count(b"\n") == 1, "one line at a time"
        self._pending.append(line)

    def flush(self) -> None:
        """Hand what was written to the system: it outlives the arena, not the machine.

        Raises:
            OSError: it takes not all of it; then it has none of it, now and later.
        """
        data = b"".join(self._pending)
        self._pending.clear()
        before = os.fstat(self._file.fileno()).st_size
        try:
            while data:
                data = data[self._file.write(data) :]
        except OSError:
            os.ftruncate(self._file.fileno(), before)
            raise

    def close(self) -> None:
        """Put everything on the disk. Twice is as good as once."""
        if self._file.closed:
            return
        try:
            self.flush()
            os.fsync(self._file.fileno())
        finally:
            self._file.close()
        sync_folder(self.path.parent)

    def __enter__(self) -> LogWriter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def cut_back(path: Path, length: int) -> None:
    """Keep the first *length* bytes of the open log *path*, which has at least as many."""
    with path.open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        assert 0 <= length <= size, f"{path}: cut {size} bytes back to {length}"
        file.truncate(length)
        os.fsync(file.fileno())


def seal_log(path: Path) -> Path:
    """Compress the finished open log *path*, and remove it once the sealed one is on the disk.

    Returns:
        The sealed log. Sealing again after a crash in the middle is fine: an
        open log that is still there counts, a sealed one alone is done.
    """
    sealed = sealed_path(path)
    if not path.exists() and sealed.exists():
        return sealed
    with path.open("rb") as lines, replacing(sealed) as output:
        _compress(lines, output)
    path.unlink()
    sync_folder(path.parent)
    return sealed


def open_log_lines(path: Path) -> Iterator[bytes]:
    """The lines of an open or a sealed log, each with its newline, in bounded memory.

    The last line of an open log may lack its newline: its writer was killed.

    Raises:
        LogDamaged: after the last line that could be read, where one follows
            that could not.
        OSError: the file cannot be opened or read.
    """
    with path.open("rb") as file:
        if path.suffix == _SEALED:
            yield from _sealed_lines(path, file)
        else:
            yield from _open_lines(path, file)


def _compress(lines: BinaryIO, output: BinaryIO) -> None:
    compressor = zstandard.ZstdCompressor(
        level=_LEVEL, write_checksum=True, write_content_size=False
    ).compressobj()
    pending = 0
    for line in lines:
        output.write(compressor.compress(line))
        pending += len(line)
        if pending >= _BLOCK_BYTES:
            output.write(compressor.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK))
            pending = 0
    output.write(compressor.flush(zstandard.COMPRESSOBJ_FLUSH_FINISH))


def _open_lines(path: Path, file: BinaryIO) -> Iterator[bytes]:
    number = 0
    while line := file.readline(LINE_BYTES + 1):
        number += 1
        _check_length(path, number, len(line))
        yield line


def _sealed_lines(path: Path, file: BinaryIO) -> Iterator[bytes]:
    rest = b""
    number = 0
    unpacked = 0
    try:
        for block in decompressed_blocks(file):
            unpacked += len(block)
            if unpacked > LOG_BYTES:
                raise LogDamaged(f"{path}: unpacks to more than {LOG_BYTES} bytes")
            *lines, rest = (rest + block).split(b"\n")
            for line in lines:
                number += 1
                _check_length(path, number, len(line) + 1)
                yield line + b"\n"
            _check_length(path, number + 1, len(rest))
    except DamagedFrame as error:
        raise LogDamaged(f"{path}: damaged after line {number}: {error}") from error
    if rest:
        yield rest


def _check_length(path: Path, number: int, length: int) -> None:
    if length > LINE_BYTES:
        raise LogDamaged(f"{path}: line {number}: longer than {LINE_BYTES} bytes")
