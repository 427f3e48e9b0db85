"""A bot's log: the first and the last of what it wrote, in one file of bounded size."""

from __future__ import annotations

import os
from pathlib import Path

from arena.errors import InfrastructureError


class Output:
    """What one bot wrote in a sitting, over all its lives.

    The first half of what is kept goes to the file at once. The last half stays in
    memory and follows when the bot is stopped, after a line that says how much is
    missing between them. A bot that starts again goes on where the first half ended.
    """

    def __init__(self, path: Path, *, kept_bytes: int, limit_bytes: int) -> None:
        """Nothing is written yet.

        Args:
            kept_bytes: how much of it the file holds at most, besides the one line.
            limit_bytes: how much the bot may write.
        """
        self._path = path
        self._half = kept_bytes // 2
        self._limit_bytes = limit_bytes
        self._fd: int | None = None
        self._head_bytes = 0
        self._tail = bytearray()
        self.total_bytes = 0
        """Written so far, kept or not."""

    @property
    def over_limit(self) -> bool:
        """It is more than a bot may write; never false again."""
        return self.total_bytes > self._limit_bytes

    def open(self) -> None:
        """Make the file, or take it up again after `close`.

        Raises:
            InfrastructureError: it cannot be written.
        """
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            fd = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            self._fd = fd
            os.ftruncate(fd, self._head_bytes)
            os.lseek(fd, 0, os.SEEK_END)
        except OSError as error:
            raise InfrastructureError(f"bot output {self._path}: {error.strerror}") from error

    def take(self, chunk: bytes) -> None:
        """Keep *chunk*, or what of it is to be kept."""
        self.total_bytes += len(chunk)
        room = self._half - self._head_bytes
        if room > 0:
            self._write(chunk[:room])
            self._head_bytes += len(chunk[:room])
            chunk = chunk[room:]
        self._tail += chunk
        if len(self._tail) > 2 * self._half:
            del self._tail[: -self._half]

    def close(self) -> None:
        """Complete the file."""
        if self._fd is None:
            return
        tail = self._tail[-self._half :]
        try:
            if missing := self.total_bytes - self._head_bytes - len(tail):
                self._write(f"\n[arena: {missing} bytes left out]\n".encode())
            self._write(tail)
        finally:
            os.close(self._fd)
            self._fd = None

    def last_lines(self, most_chars: int) -> str:
        """The end of it on one line, printable, for a message."""
        tail = bytes(self._tail[-4 * most_chars :])
        if self._fd is not None and len(tail) < 4 * most_chars:
            start = max(0, self._head_bytes - 4 * most_chars)
            tail = os.pread(self._fd, self._head_bytes - start, start) + tail
        lines = tail.decode(errors="replace").split("\n")
        text = printable(" | ".join(line.strip() for line in lines if line.strip()))
        return text if len(text) <= most_chars else "…" + text[-most_chars:]

    def _write(self, data: bytes | bytearray) -> None:
        if self._fd is None:
            return
        try:
            while data:
                data = data[os.write(self._fd, data) :]
        except OSError as error:
            raise InfrastructureError(f"bot output {self._path}: {error.strerror}") from error


def printable(text: str) -> str:
    """*text* of a bot's for a terminal, which obeys nothing in it."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
