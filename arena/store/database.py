"""The connection to the database, and its tables brought up to date.

The one file that knows SQLite from another database. SQLite allows one writer:
a transaction that will write says so at its beginning (BEGIN IMMEDIATE) and
waits its turn, since one that reads first and writes later fails at once when
another came between, however patient it is.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, NullPool, Pool, create_engine, event, inspect, text
from sqlalchemy.exc import DatabaseError, OperationalError

from arena.errors import ConfigError, InfrastructureError
from arena.store.schema import HEAD

BUSY_MS: Final = 30_000
"""How long a writer waits for the others."""
_RETRY_S: Final = 0.01
_WRITES: Final = "arena_writes"


def connect(url: URL) -> Engine:
    """The database at *url* with its tables as this version wants them.

    Raises:
        ConfigError: a newer version of the arena made them.
        InfrastructureError: it cannot be opened, read or written.
    """
    engine = _engine(url)
    try:
        revision = _revision(engine)
        if revision != HEAD:
            _upgrade(url, revision)
    except BaseException:
        engine.dispose()
        raise
    return engine


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction that only reads, and sees one state of the database throughout."""
    with _own_failures(engine), engine.connect() as connection, connection.begin():
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that may write: all of it is kept when the block ends, or nothing."""
    with (
        _own_failures(engine),
        engine.connect().execution_options(**{_WRITES: True}) as connection,
        connection.begin(),
    ):
        yield connection


def _engine(url: URL, *, pool: type[Pool] | None = None, foreign_keys: bool = True) -> Engine:
    engine = create_engine(url, poolclass=pool)
    if engine.dialect.name == "sqlite":
        _prepare_sqlite(engine, foreign_keys=foreign_keys)
    return engine


def _prepare_sqlite(engine: Engine, *, foreign_keys: bool) -> None:
    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _record: object) -> None:
        # Transactions are begun below, not by the driver's guess at what a statement does.
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        _keep_a_journal_ahead(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA foreign_keys = {'ON' if foreign_keys else 'OFF'}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get(_WRITES, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _keep_a_journal_ahead(connection: Any) -> None:
    """Set WAL mode, which the file keeps for ever.

    The one statement that does not wait for its turn by ``busy_timeout``: two that
    meet over a new file each hold what the other needs, so SQLite fails one at once.
    """
    patient_until_s = time.monotonic() + BUSY_MS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not busy or time.monotonic() > patient_until_s:
                raise
        time.sleep(_RETRY_S)


@contextmanager
def _own_failures(engine: Engine) -> Iterator[None]:
    """A disk that is full, gone or damaged is nobody's fault but ours.

    The subclasses that mean a wrong statement or a broken constraint are bugs, and pass.
    """
    try:
        yield
    except DatabaseError as error:
        if type(error) not in (DatabaseError, OperationalError):
            raise
        raise InfrastructureError(f"database {engine.url}: {error.orig}") from error


def _revision(engine: Engine) -> str | None:
    """The revision of the stored tables; None for an empty database."""
    with reading(engine) as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        stored: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return stored


def _upgrade(url: URL, revision: str | None) -> None:
    """Bring the tables to HEAD in one transaction.

    Foreign keys are not enforced meanwhile: SQLite changes a table by copying
    it and dropping the old one.
    """
    # Alembic takes longer to import than a folder that is up to date takes to open.
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", "arena.store:migrations")
    config.set_main_option("path_separator", "os")
    try:
        ScriptDirectory.from_config(config).get_revision(revision or HEAD)
    except CommandError:
        raise ConfigError(
            f"database {url}: made by a newer version of the arena (revision {revision}, "
            f"this one knows {HEAD}): use that version"
        ) from None
    engine = _engine(url, pool=NullPool, foreign_keys=False)
    with writing(engine) as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
