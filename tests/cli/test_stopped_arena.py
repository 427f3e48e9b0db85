"""The whole arena stopped in the middle of an event: no bot pays for it, no result changes."""

from __future__ import annotations

import os
import signal
import subprocess
import time

import pytest

from arena.referee.lines import NoteLine
from arena.referee.record import read_record
from arena.store.logs import open_log_lines
from tests.cli.commands import SECRET, Arena
from tests.cli.conftest import BOTS
from tests.cli.running import of_arena
from tests.cli.test_interruptions import wait_for

pytestmark = [pytest.mark.process, pytest.mark.nightly]

EVENT = ("tournament", "session", *BOTS, "--deals", "300", "--secret", SECRET)
STOP_S = 2.5
"""More than a wall bank of TIME holds."""
TIME = ("--time", "0.5+0.05")
STOPS_AT = (1, 100)
"""Playings after which everything is stopped; 300 are played."""


@pytest.fixture
def arena(stocked: Arena, tmp_path_factory: pytest.TempPathFactory) -> Arena:
    return stocked.copied(tmp_path_factory.mktemp("stopped"))


def stop_and_go(arena: Arena, process: subprocess.Popen[str]) -> None:
    """Stop the command, its workers and their bots for a while."""
    pids = {process.pid, *of_arena(arena)}
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    time.sleep(STOP_S)
    for pid in pids:
        os.kill(pid, signal.SIGCONT)


def notes_of(arena: Arena, event: str) -> list[str]:
    logs = (arena.data / "logs" / event).rglob("*.zst")
    playings = [one for log in logs for one in read_record(open_log_lines(log)).playings]
    lines = [line for playing in playings for line in playing.lines]
    return [line.text for line in lines if isinstance(line, NoteLine)]


def test_stops_of_the_whole_arena_change_no_result_and_are_in_the_logs(arena: Arena) -> None:
    process = arena.start(*EVENT, *TIME, "--event", "stopped")
    for playings in STOPS_AT:
        wait_for(arena, process, "stopped", playings)
        stop_and_go(arena, process)
    process.communicate(timeout=300)
    arena(*EVENT, *TIME, "--event", "unhindered")

    assert process.returncode == 0
    assert arena.digest("stopped") == arena.digest("unhindered")
    assert any("host stall" in note for note in notes_of(arena, "stopped"))
    attempts = arena.look("events", "stopped", "--json").json["attempts"]
    assert {attempt["status"] for attempt in attempts} == {"complete"}
    assert arena("verify", arena.data / "logs" / "stopped").out.endswith(" 0 differences\n")
