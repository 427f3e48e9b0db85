"""The tables come up to date by themselves, and transactions are whole."""

from __future__ import annotations

import contextlib
import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, insert, inspect, select, text, update

from arena.errors import ConfigError
from arena.store.folder import DataFolder, create_data, open_data
from arena.store.registry import Origin, list_bots
from arena.store.schema import HEAD, bots, ladders, metadata
from tests.store.situations import register


def test_the_migrations_make_the_tables_of_the_schema(data: DataFolder) -> None:
    with data.reading() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": True}
        )

        assert compare_metadata(context, metadata) == []


def test_the_newest_migration_is_the_one_that_the_schema_names() -> None:
    config = Config()
    config.set_main_option("script_location", "arena.store:migrations")
    config.set_main_option("path_separator", "os")

    assert ScriptDirectory.from_config(config).get_heads() == [HEAD]


def test_a_folder_that_is_up_to_date_opens_without_alembic(data: DataFolder) -> None:
    program = (
        "import sys; from pathlib import Path; from arena.store.folder import open_data\n"
        "open_data(Path(sys.argv[1])).close(); sys.exit('alembic' in sys.modules)"
    )

    assert subprocess.run([sys.executable, "-c", program, str(data.path)]).returncode == 0


def test_an_empty_database_is_filled_when_it_is_opened(tmp_path: Path) -> None:
    (tmp_path / "arena.db").touch()

    with open_data(tmp_path) as data:
        assert list_bots(data) == ()


def test_a_database_of_a_newer_arena_is_left_alone(data: DataFolder) -> None:
    with data.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))

    with pytest.raises(ConfigError, match=r"newer version of the arena \(revision 9999"):
        open_data(data.path)


def test_a_migration_that_fails_leaves_nothing(tmp_path: Path) -> None:
    """It meets a table that is in its way, after having made others."""
    (tmp_path / "arena.db").touch()
    program = (
        "import sqlite3, sys; connection = sqlite3.connect(sys.argv[1])\n"
        "connection.execute('CREATE TABLE playings (x)')"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path / "arena.db")], check=True)

    with pytest.raises(Exception, match="playings already exists"):
        open_data(tmp_path)

    drop = program.replace("CREATE TABLE playings (x)", "DROP TABLE playings")
    subprocess.run([sys.executable, "-c", drop, str(tmp_path / "arena.db")], check=True)
    with open_data(tmp_path) as data, data.reading() as connection:
        assert inspect(connection).has_table("bots")


def test_bots_from_before_origins_were_kept_came_in_folders(data: DataFolder) -> None:
    register(data, "ann")
    with data.writing() as connection:
        connection.execute(text("ALTER TABLE bots DROP COLUMN origin"))
        for later in ("ponder", "rounds", "versus", "ended_with"):
            connection.execute(text(f"ALTER TABLE events DROP COLUMN {later}"))
        connection.execute(text("DROP TABLE owners"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0002'"))

    with open_data(data.path) as again:
        assert [bot.origin for bot in list_bots(again)] == [Origin.FOLDER]


def test_a_block_that_raises_keeps_nothing(data: DataFolder) -> None:
    def add_and_fail() -> None:
        with data.writing() as connection:
            add_ladder(connection, "x")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        add_and_fail()

    with data.reading() as connection:
        assert connection.execute(select(ladders)).all() == []


def test_a_reference_to_nothing_is_refused(data: DataFolder) -> None:
    with pytest.raises(Exception, match="FOREIGN KEY"), data.writing() as connection:
        connection.execute(insert(ladders).values(**a_ladder("x"), house=77))


def test_a_reader_sees_one_state_while_another_writes(data: DataFolder) -> None:
    register(data, "ann")
    with data.reading() as reader:
        before = reader.execute(select(bots.c.name)).all()
        with data.writing() as writer:
            writer.execute(update(bots).values(name="zoe"))

        assert reader.execute(select(bots.c.name)).all() == before


def test_threads_that_read_and_then_write_wait_for_each_other(data: DataFolder) -> None:
    with data.writing() as connection:
        add_ladder(connection, "count")

    def add_one(_: int) -> None:
        with data.writing() as connection:
            margin = connection.scalar(select(ladders.c.margin)) or 0
            connection.execute(update(ladders).values(margin=margin + 1))

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(add_one, range(60)))

    with data.reading() as connection:
        assert connection.scalar(select(ladders.c.margin)) == 60


@pytest.mark.process
def test_two_processes_may_open_a_new_folder_at_once(tmp_path: Path) -> None:
    (tmp_path / "arena.db").touch()
    program = (
        "import sys; from pathlib import Path; from arena.store.folder import open_data\n"
        "open_data(Path(sys.argv[1])).close()"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]

    processes = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(2)]

    assert [process.communicate()[1] for process in processes] == [b"", b""]
    open_data(tmp_path).close()


def test_opening_waits_for_who_writes_to_a_new_database_right_now(tmp_path: Path) -> None:
    """SQLite's own patience does not cover the change to WAL: it fails here in 0.1 ms."""
    with contextlib.closing(
        sqlite3.connect(tmp_path / "arena.db", isolation_level=None, check_same_thread=False)
    ) as other:
        other.execute("BEGIN IMMEDIATE")
        threading.Timer(0.5, other.execute, ["COMMIT"]).start()

        open_data(tmp_path).close()


def test_a_folder_opens_read_and_write_after_a_move(tmp_path: Path) -> None:
    with create_data(tmp_path / "here") as data:
        register(data, "ann")
    (tmp_path / "here").rename(tmp_path / "there")

    with open_data(tmp_path / "there") as data:
        register(data, "bob")
        assert len(list_bots(data)) == 2


def add_ladder(connection: Connection, name: str) -> None:
    connection.execute(insert(ladders).values(**a_ladder(name)))


def a_ladder(name: str) -> dict[str, object]:
    moment = datetime(2026, 11, 29, tzinfo=UTC)
    return {"name": name, "variant": "{}", "time": "1+0.1", "created_at": moment}
