"""Logs on disk verified: found, read with their match's secret, and played again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from arena.errors import ConfigError
from arena.referee.verify import Verdict, verify
from arena.schedule.seatings import possible_seatings
from arena.store.events import SECRET_FILE
from arena.store.logs import LogDamaged, open_log_lines

_ENDINGS = (".jsonl", ".jsonl.zst")


@dataclass(frozen=True, slots=True)
class Checked:
    """One log and what was found."""

    path: Path
    verdict: Verdict
    damage: str | None
    """Why reading stopped; None if all of it could be read."""
    stored_h: str | None
    """What the database says its last h is; None where it says nothing."""

    @property
    def unfinished(self) -> bool:
        """An open log that holds as far as it goes: its sitting runs, was cut off, or is void."""
        return self.verdict.end is None and not self._sealed and self.trouble is None

    @property
    def trouble(self) -> str | None:
        """What is wrong, as a sentence; None if the log holds as far as it goes."""
        verdict = self.verdict
        if self.damage:
            return f"{self.damage}; {self._last_good()}"
        if verdict.difference is not None and (self._sealed or not verdict.difference.cut_off):
            return f"{verdict.difference}; {self._last_good()}"
        if self.stored_h is not None and verdict.h != self.stored_h:
            return f"its last h is {verdict.h}, the database has {self.stored_h}"
        if verdict.end is None and self._sealed:
            return f"no end line; {self._last_good()}"
        return None

    @property
    def _sealed(self) -> bool:
        return self.path.name.endswith(".zst")

    def _last_good(self) -> str:
        playings = self.verdict.playings
        if not playings:
            return "no playing before that"
        return f"the last good playing is deal {playings[-1].deal}"


def find_logs(paths: Iterable[Path]) -> Iterator[Path]:
    """The logs among *paths* and below those that are folders, in a stable order.

    Raises:
        ConfigError: a path that is neither, or a folder without a log.
    """
    for path in paths:
        if path.is_dir():
            found = sorted(
                file for ending in _ENDINGS for file in path.rglob(f"*{ending}") if file.is_file()
            )
            if not found:
                raise ConfigError(f"{path}: no logs below it (expected *{' or *'.join(_ENDINGS)})")
            yield from found
        elif not _exists(path):
            raise ConfigError(f"{path}: no such file or folder")
        elif not path.name.endswith(_ENDINGS):
            raise ConfigError(f"{path}: no log (expected *{' or *'.join(_ENDINGS)})")
        else:
            yield path


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:  # a link to itself, a name that is too long
        raise ConfigError(f"{path}: {error.strerror}") from error


def check_log(path: Path, secret: bytes | None = None, stored_h: str | None = None) -> Checked:
    """Verify one log.

    Args:
        secret: the match's; else the file ``secret`` beside the log, where it is revealed.
    """
    damage: list[str] = []

    def lines() -> Iterator[bytes]:
        try:
            yield from open_log_lines(path)
        except LogDamaged as error:
            damage.append(str(error).removeprefix(f"{path}: "))
        except OSError as error:
            damage.append(f"cannot be read: {error.strerror}")

    known = secret if secret is not None else _secret_beside(path)
    reading = lines()
    verdict = verify(reading, possible_seatings, known)
    for _ in reading:  # a damaged file can read as wrong lines first: is it that?
        pass
    return Checked(path, verdict, damage[0] if damage else None, stored_h)


def _secret_beside(path: Path) -> bytes | None:
    file = path.with_name(SECRET_FILE)
    if not file.is_file():
        return None
    try:
        return bytes.fromhex(file.read_text().strip())
    except ValueError as error:
        raise ConfigError(f"{file}: expected 64 hex digits") from error
