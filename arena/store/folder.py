"""The data folder: where everything that an arena keeps lies."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final

from sqlalchemy import URL, Connection, Engine

from arena.errors import ConfigError, InfrastructureError
from arena.store.database import connect, reading, writing

DATABASE: Final = "arena.db"
_OWN_FOLDERS: Final = ("submissions", "logs")
_LOCK: Final = "lock"


class DataFolder:
    """An open data folder; close it, or use it as a context.

    Its functions may be called from any thread. A process that is forked off
    opens the folder anew.
    """

    def __init__(self, path: Path, engine: Engine) -> None:
        self.path = path
        """Absolute."""
        self.submissions = path / "submissions"
        self.logs = path / "logs"
        self.database_url = _url(path)
        """What SQLAlchemy connects to."""
        self._engine = engine

    def reading(self) -> AbstractContextManager[Connection]:
        """A transaction that only reads."""
        return reading(self._engine)

    def writing(self) -> AbstractContextManager[Connection]:
        """A transaction that writes: everything in the block is kept, or nothing."""
        return writing(self._engine)

    @contextmanager
    def exclusive_play_lock(self) -> Iterator[None]:
        """Only one arena at a time starts sittings in this folder.

        The system releases the lock when the process ends, however it ends,
        unless a forked child still holds the descriptor: start processes with
        subprocess, which closes it.

        Raises:
            ConfigError: another process holds it; the message names its pid.
        """
        descriptor = os.open(self.path / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                holder = os.pread(descriptor, 20, 0).decode("ascii", "replace").strip()
                raise ConfigError(
                    f"data folder {self.path}: another arena is playing in it "
                    f"(process {holder or 'unknown'}): wait for it, or choose another folder"
                ) from None
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
            yield
        finally:
            os.close(descriptor)

    def is_played_in(self) -> bool:
        """Whether an arena holds the play lock now."""
        descriptor = os.open(self.path / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(descriptor)
        return False

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    def __enter__(self) -> DataFolder:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def create_data(path: Path) -> DataFolder:
    """A new data folder at *path*, which is absent or an empty folder.

    Only its owner can look into it: it holds the secrets of coming deals.

    Raises:
        ConfigError: there is something else, or a data folder already.
    """
    path = path.absolute()
    if (path / DATABASE).exists():
        raise ConfigError(f"data folder {path}: there is one already")
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        # What an init that was interrupted leaves behind does not count.
        others = {entry.name for entry in path.iterdir()} - {*_OWN_FOLDERS}
        if others:
            raise ConfigError(
                f"data folder {path}: expected an empty folder, got one that holds {min(others)!r}"
            )
        path.chmod(0o700)
        for name in _OWN_FOLDERS:
            (path / name).mkdir(mode=0o700, exist_ok=True)
        # SQLite gives its other files the mode of this one.
        (path / DATABASE).touch(mode=0o600)
    except OSError as error:
        raise ConfigError(f"data folder {path}: cannot be made: {error.strerror}") from None
    return DataFolder(path, connect(_url(path)))


def open_data(path: Path) -> DataFolder:
    """The data folder at *path*, its tables brought up to date.

    Raises:
        ConfigError: there is none, or a newer version of the arena made it.
    """
    path = path.absolute()
    try:
        found = (path / DATABASE).is_file()
    except OSError as error:
        raise ConfigError(f"data folder {path}: cannot be read: {error.strerror}") from None
    if not found:
        raise ConfigError(f"data folder {path}: there is none: make one with 'arena init'")
    if not os.access(path / DATABASE, os.R_OK | os.W_OK):
        raise ConfigError(f"data folder {path}: may not be written by this user")
    try:
        for name in _OWN_FOLDERS:
            (path / name).mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise InfrastructureError(f"data folder {path}: {error.strerror}") from error
    return DataFolder(path, connect(_url(path)))


def _url(path: Path) -> URL:
    """Made of parts: in a text, a ``?`` in the path would begin something else."""
    return URL.create("sqlite", database=str(path / DATABASE))
