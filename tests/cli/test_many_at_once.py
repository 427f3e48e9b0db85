"""Sixteen sittings at once in one data folder, with few descriptors, and a kill in mid-write."""

from __future__ import annotations

import resource
import subprocess
import time

import pytest

from tests.cli.commands import SECRET, Arena, at_one_table
from tests.cli.running import no_process_is_left, nothing_is_left, workers_of

pytestmark = [pytest.mark.process, pytest.mark.nightly]
AT_ONCE = 16
DESCRIPTORS = 256
BOTS = ("rule-of-thumb", "random-legal", "high-card", "timid", "bold")
EVENT = ("tournament", "round-robin", *BOTS, "--variant", "picker-alone-3", "--deals", "40")
ONCE = ("--concurrency", str(AT_ONCE))


def limited(process: subprocess.Popen[str]) -> subprocess.Popen[str]:
    """*process*, allowed DESCRIPTORS from now on, and whatever it starts."""
    resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS))
    return process


def test_sixteen_sittings_at_once_leave_true_logs_even_where_they_are_killed(
    initial: Arena, tmp_path_factory: pytest.TempPathFactory
) -> None:
    place = tmp_path_factory.mktemp("many")
    arena = initial.copied(place)
    arena("submit", *(at_one_table(bot, "picker-alone-3", place / "bots") for bot in BOTS[1:]))
    logs = arena.data / "logs" / "many"
    begin = (*EVENT, *ONCE, "--secret", SECRET, "--event", "many")
    process = limited(arena.start(*begin))
    until_s = time.monotonic() + 300
    while sum(b'"result"' in log.read_bytes() for log in logs.rglob("*.jsonl")) < AT_ONCE // 2:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until_s, "they do not get going"
    at_once = len(workers_of(arena, process))
    process.kill()
    process.communicate()
    assert no_process_is_left(arena)
    cut_off = arena.look("verify", logs).out
    process = limited(arena.start("resume", "many", *ONCE))
    _, err = process.communicate(timeout=600)

    assert at_once == AT_ONCE
    assert " 0 differences; " in cut_off
    assert process.returncode == 0, err
    assert "void" not in err
    assert nothing_is_left(arena)
    assert arena.look("verify", logs).out.endswith(" 0 differences\n")
    arena(*EVENT, "--secret", SECRET, "--event", "two_at_once", "--concurrency", "2")
    assert arena.digest("many") == arena.digest("two_at_once")
