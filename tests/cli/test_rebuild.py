"""The ladder from the logs alone: the same as from the database, or it is said where not."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import Arena

pytestmark = [pytest.mark.process, pytest.mark.slow]
FIGURES = ("rating", "error", "live_elo", "score_per_playing")


def copy_of(arena: Arena, place: Path) -> Arena:
    shutil.copytree(arena.data, place / "data")
    return Arena(place / "data")


def assert_same(rebuilt: Sequence[Mapping[str, Any]], shown: Sequence[Mapping[str, Any]]) -> None:
    assert [rung["bot"] for rung in rebuilt] == [rung["bot"] for rung in shown]
    for ours, theirs in zip(rebuilt, shown, strict=True):
        for figure in FIGURES:
            assert ours[figure] == pytest.approx(theirs[figure], abs=1e-6)


def test_the_logs_give_the_ladder_of_the_database(played: Arena) -> None:
    rebuilt = played.look("ladder", "rebuild", "--json").json

    assert len(rebuilt["ladder"]) == 5
    assert rebuilt["differences"] == []
    assert_same(rebuilt["ladder"], played.look("ladder", "--json").json)


@pytest.mark.parametrize("seed", range(3))
def test_order_copies_and_number_of_writers_change_nothing(
    played: Arena, tmp_path: Path, seed: int
) -> None:
    rng = random.Random(seed)
    logs = sorted((played.data / "logs").rglob("*.jsonl.zst"))
    writers = [tmp_path / f"writer-{number}" for number in range(3)]
    for number, log in enumerate(rng.sample(logs + logs, 2 * len(logs))):
        writer = rng.choice(writers)
        writer.mkdir(exist_ok=True)
        shutil.copy(log, writer / f"{number}.jsonl.zst")

    rebuilt = played.look("ladder", "rebuild", *rng.sample(writers, 3), "--json").json

    assert_same(rebuilt["ladder"], played.look("ladder", "--json").json)


def test_a_log_that_is_not_there_is_said(played: Arena, tmp_path: Path) -> None:
    arena = copy_of(played, tmp_path)
    (arena.data / "logs" / "first" / "first-0002" / "3.1.jsonl.zst").unlink()

    rebuilt = arena.look("ladder", "rebuild", "--json", code=1).json

    assert rebuilt["differences"] == ["first-0002: complete in the database, not in the logs"]
    assert {rung["playings"] for rung in rebuilt["ladder"]} == {45}


def test_a_log_that_is_not_true_is_said(played: Arena, tmp_path: Path) -> None:
    arena = copy_of(played, tmp_path)
    (arena.data / "logs" / "first" / "first-0002" / "3.1.jsonl.zst").write_bytes(b"junk")

    out = arena.look("ladder", "rebuild", code=1).out

    assert "3.1.jsonl.zst: damaged" in out


def test_a_playing_that_was_changed_in_the_database_is_named(played: Arena, tmp_path: Path) -> None:
    arena = copy_of(played, tmp_path)
    with closing(sqlite3.connect(arena.data / "arena.db")) as database, database:
        key, text = database.execute(
            "select playings.rowid, record from playings join matches on match = matches.id"
            " where number = 1 and rotation = 2 and deal = 1"
        ).fetchone()
        record = json.loads(text)
        record["scores"] = [score + 1 for score in record["scores"]]
        database.execute(
            "update playings set record = ? where rowid = ?", (json.dumps(record), key)
        )

    out = arena.look("ladder", "rebuild", code=1).out

    assert "first-0001/2/1: the playing in the logs is not the one in the database" in out
