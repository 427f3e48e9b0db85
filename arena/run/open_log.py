"""The log of a sitting that is being played: begun, or cut back and continued."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from arena.errors import InfrastructureError
from arena.referee.chain import Chain, last_valid_length
from arena.referee.line_text import RecordError
from arena.referee.lines import EndLine, Line, SittingLine
from arena.referee.playing import Playing
from arena.referee.record import playing_of, read_record
from arena.referee.verify import Verdict, totals, verify
from arena.schedule.seatings import possible_seatings
from arena.store.logs import (
    LogDamaged,
    LogWriter,
    cut_back,
    open_log_lines,
    seal_log,
    sealed_path,
)


class OpenLog:
    """Chained lines appended to a log file; each `write` reaches the system as one."""

    def __init__(self, writer: LogWriter, chain: Chain, *, ended: bool = False) -> None:
        self._writer = writer
        self._chain = chain
        self.ended = ended
        """The end line stands already: only the sealing was cut off."""

    @classmethod
    def open(cls, path: Path, header: SittingLine, secret: bytes) -> tuple[Self, list[Playing]]:
        """The log at *path* with *header* as its first line, and the playings it already holds.

        A torn end, after a crash, is cut off behind the last line with a valid h.

        Raises:
            InfrastructureError: what is there is not the front of this sitting's log.
        """
        length, h = _valid_length(path)
        if not length:
            path.unlink(missing_ok=True)
            log = cls(LogWriter.create(path), Chain())
            log.write([header])
            return log, []
        cut_back(path, length)
        verdict = verify(open_log_lines(path), possible_seatings, secret)
        if verdict.difference or verdict.header != header:
            found = verdict.difference or "its header is another one"
            raise InfrastructureError(f"{path.name} cannot be continued: {found}")
        ended = verdict.end is not None
        return cls(LogWriter.append(path), Chain(h), ended=ended), verdict.playings

    @property
    def h(self) -> str:
        """The last h written."""
        return self._chain.h

    def write(self, lines: Sequence[Line]) -> None:
        """Append *lines* and flush them."""
        for line in lines:
            self._writer.write(self._chain.seal(line))
        self._writer.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._writer.close()


def end_void(path: Path, reason: str) -> None:
    """End the open log of a void attempt with *reason* behind its last whole playing, and seal it.

    Removes a log in which not even a header stands. Does nothing where the log cannot be
    written: what voided the attempt may be the disk itself. One that cannot be sealed stays
    open.
    """
    with suppress(OSError, RecordError, LogDamaged):
        with path.open("rb") as lines:
            length, h = last_valid_length(_before_the_end(lines))
        if not length:
            path.unlink()
            return
        cut_back(path, length)
        record = read_record(open_log_lines(path))
        playings = (playing_of(1, 0, playing, None, None) for playing in record.playings)
        scores, penalties = totals(len(record.header.bots), playings)
        with LogWriter.append(path) as writer:
            writer.write(Chain(h).seal(EndLine(scores, penalties, reason)))
        seal_log(path)


def void_reason(path: Path) -> str | None:
    """Why the log of an attempt says that it is void; None if it does not, or is not there.

    A log that was still open is sealed.

    Args:
        path: the open log's, which may be sealed by now.
    """
    log = path if path.exists() else sealed_path(path)
    try:
        end = read_record(open_log_lines(log)).end
    except (OSError, RecordError, LogDamaged):
        return None
    if end is None or end.void is None:
        return None
    if log is path:
        end_void(path, end.void)
    return end.void


def _before_the_end(lines: Iterable[bytes]) -> Iterator[bytes]:
    for raw in lines:
        if raw.startswith(b'{"kind":"end"'):
            return
        yield raw


def read_sealed(path: Path, header: SittingLine, secret: bytes) -> tuple[str, list[Playing]] | None:
    """The last h and the playings of the sealed log of open log *path*, if it is there and true.

    A crash can come between the sealing of a log and the storing of its result. A sealed
    log that is not true is removed: its sitting is played from what else there is.
    """
    sealed = sealed_path(path)
    if path.exists() or not sealed.exists():
        return None
    try:
        verdict = verify(open_log_lines(sealed), possible_seatings, secret)
    except LogDamaged:
        verdict = Verdict()
    if verdict.difference or verdict.end is None or verdict.header != header:
        sealed.unlink()
        return None
    return verdict.h, verdict.playings


def _valid_length(path: Path) -> tuple[int, str]:
    if not path.exists():
        return 0, ""
    with path.open("rb") as lines:
        return last_valid_length(lines)
