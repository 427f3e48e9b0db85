"""Submissions of the scripted bot, and what a data folder holds after a refusal."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

from arena.config.ladder_toml import packaged_settings
from tests.cli.commands import ROOT, Arena
from tests.host.scripted import SCRIPT

EVENT_TABLES = ("events", "matches", "entries", "sittings", "attempts", "playings")


def submission(
    folder: Path,
    name: str,
    words: str = "",
    *,
    command: Sequence[str] | None = None,
    runtime: str = "python",
    env: Mapping[str, str] | None = None,
) -> Path:
    """A folder with the scripted bot that does what *words* say, under *name*.

    Args:
        command: what is started instead of it.
    """
    folder.mkdir(parents=True)
    shutil.copy(SCRIPT, folder)
    argv = [*(command or ["python", SCRIPT.name]), *words.split()]
    variables = {"PYTHONPATH": str(ROOT), **(env or {})}
    lines = [
        "[bot]",
        f"name = {json.dumps(name)}",
        'version = "1"',
        "[run]",
        f"command = {json.dumps(argv)}",
        f"runtime = {json.dumps(runtime)}",
        "[plays]",
        'variants = ["called-ace"]',
        "[env]",
        *(f"{key} = {json.dumps(value)}" for key, value in variables.items()),
    ]
    (folder / "bot.toml").write_text("\n".join(lines) + "\n")
    return folder


def stored(arena: Arena, query: str) -> list[object]:
    """The first column of what *query* finds in the database."""
    with closing(sqlite3.connect(arena.data / "arena.db")) as database:
        return [row[0] for row in database.execute(query)]


def assert_nothing_played(arena: Arena) -> None:
    """No trace of an event in the data folder of *arena*, in which none was ever played."""
    for table in EVENT_TABLES:
        assert stored(arena, f"select count(*) from {table}") == [0], table
    assert list((arena.data / "logs").iterdir()) == []


def unconfined(file: Path) -> None:
    """The packaged ladder.toml with bots at level weak, as *file*."""
    text = packaged_settings().read_text()
    assert 'level = "best"' in text
    file.write_text(text.replace('level = "best"', 'level = "weak"'))
