"""A change of the date changes no clock: only what dates an event looks at the wall clock."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
WALL_CLOCK = {
    *("time", "time_ns", "CLOCK_REALTIME", "localtime", "gmtime", "ctime", "asctime"),
    *("now", "utcnow", "today", "fromtimestamp"),
}
"""What tells the date, of the modules and classes in MODULES."""
MODULES = {"time", "datetime", "date"}
DATING = {
    "arena/cli/sessions.py",  # the day's deals
    "arena/run/folders.py",  # how old a folder is that nobody has locked
    "arena/run/session.py",  # when an event was made
    "arena/run/next_event.py",
    "arena/run/tournament.py",
    "arena/run/versus.py",
    "arena/store/columns.py",  # when an attempt began and ended
}


def looks_at_the_date(source: str) -> bool:
    return any(_tells_the_date(node) for node in ast.walk(ast.parse(source)))


def _tells_the_date(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id=module), attr=name):
            return module in MODULES and name in WALL_CLOCK
        case ast.ImportFrom(module="time", names=names):
            return any(alias.name in WALL_CLOCK for alias in names)
    return False


def arena_files() -> Iterator[Path]:
    return (ROOT / "arena").rglob("*.py")


def test_only_what_dates_something_looks_at_the_wall_clock() -> None:
    found = {
        str(file.relative_to(ROOT)) for file in arena_files() if looks_at_the_date(file.read_text())
    }

    assert found == DATING


def test_a_look_at_the_wall_clock_is_recognised() -> None:
    assert looks_at_the_date("import time\nbegan_s = time.time()")
    assert looks_at_the_date("from time import time_ns")
    assert looks_at_the_date("from datetime import UTC, datetime\ndatetime.now(UTC)")
    assert not looks_at_the_date("import time\nbegan_s = time.monotonic()")
