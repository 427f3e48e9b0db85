"""Events of other forms: how many sittings they have, whose secret, and folders from before."""

from __future__ import annotations

import hashlib
import sqlite3
from dataclasses import replace
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, inspect

from arena.referee.form import Form
from arena.schedule.secrets import commitment
from arena.store.events import (
    DAILY,
    begin_attempt,
    create_event,
    event_matches,
    playings,
    read_event,
    record_sitting,
    sittings,
)
from arena.store.folder import DataFolder, create_data, open_data
from arena.store.logs import log_path, sealed_path
from tests.store.situations import FIVE, SECRET, a_match, a_playing, an_event, register, schedule


def record(data: DataFolder, deals: int) -> bool:
    """Enter a first sitting of so many deals."""
    attempt = begin_attempt(data, "e1", 1, 0)
    log = sealed_path(log_path(data, "e1", 1, 0, attempt))
    played = tuple(a_playing(1, 0, deal) for deal in range(deals))
    return record_sitting(data, "e1", 1, 0, attempt, log, "0" * 16, "none", played)


def test_a_session_is_one_sitting_and_complete_with_it(data: DataFolder) -> None:
    schedule(data, form=Form.SESSION, matches=2)

    assert [(one.match, one.rotation) for one in sittings(data, "e1")] == [(1, 0), (2, 0)]
    assert record(data, 2)
    revealed = [match.revealed_secret is not None for match in event_matches(data, "e1")]
    assert revealed == [True, False]
    assert read_event(data, "e1").form is Form.SESSION


def test_a_race_may_be_complete_before_its_last_deal(data: DataFolder) -> None:
    schedule(data, form=Form.RACE, deals=100)

    assert record(data, 7)
    assert len(playings(data, "e1")) == 7


def test_a_days_secret_is_the_secret_of_every_match(data: DataFolder) -> None:
    bots = register(data, *FIVE)
    match = replace(a_match(1, bots), first_deal=0, commitment=commitment(SECRET))
    schedule_of_the_day = [match, replace(match, number=2)]
    event = an_event(kind=DAILY, form=Form.SESSION)
    create_event(data, event, schedule_of_the_day)

    record(data, 2)

    first, second = event_matches(data, "e1")
    assert first.revealed_secret == SECRET
    assert second.revealed_secret is None
    assert first.first_deal == second.first_deal == 0
    written = data.logs / "e1" / "e1-0001" / "secret"
    assert written.read_text() == f"{SECRET.hex()}\n"
    assert hashlib.sha256(SECRET).hexdigest() == first.commitment


def test_events_from_before_there_were_forms_are_duplicate(tmp_path: Path) -> None:
    with create_data(tmp_path / "old") as data:
        path = data.path
    (path / "arena.db").unlink()
    for beside in path.glob("arena.db-*"):
        beside.unlink()
    engine = create_engine(f"sqlite:///{path / 'arena.db'}")
    config = Config()
    config.set_main_option("script_location", "arena.store:migrations")
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    assert "form" not in {column["name"] for column in inspect(engine).get_columns("events")}
    engine.dispose()
    with sqlite3.connect(path / "arena.db") as connection_:
        connection_.execute(
            "INSERT INTO events (name, kind, rated, variant, time, deals, secret, commitment,"
            " margin_ms, max_faults, penalty, created_at) VALUES ('e0', 'round-robin', 0,"
            " '{\"name\":\"called-ace\"}', '1+0.1', 2, ?, ?, 0, 3, 3,"
            " '2026-11-29T12:00:00.000000+00:00')",
            (SECRET.hex(), commitment(SECRET)),
        )
    connection_.close()

    with open_data(path) as data:
        assert read_event(data, "e0").form is Form.DUPLICATE
        schedule(data, form=Form.SESSION)
        assert read_event(data, "e1").form is Form.SESSION
        assert len(sittings(data, "e1")) == 1
