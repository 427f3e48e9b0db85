"""Events cut off at any moment: nothing survives, and they end as if they had not been."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.commands import SECRET, Arena
from tests.cli.moments import moments, play_through
from tests.cli.running import nothing_is_left, workers_of
from tests.cli.small import BOTS, small_arena

pytestmark = [pytest.mark.process, pytest.mark.slow]
DEALS = 10
EVENT = ("tournament", "round-robin", *BOTS, "--deals", str(DEALS), "--secret", SECRET)


@pytest.fixture(scope="module")
def arena(initial: Arena, tmp_path_factory: pytest.TempPathFactory) -> Arena:
    """Three bots and an event that ran through: `whole`."""
    arena = small_arena(initial, tmp_path_factory.mktemp("interruptions"), "called-ace")
    arena(*EVENT, "--event", "whole")
    return arena


def begun(arena: Arena, event: str, playings: int) -> subprocess.Popen[str]:
    """An arena that plays *event*, and has written at least *playings* result lines."""
    process = arena.start(*EVENT, "--event", event)
    wait_for(arena, process, event, playings)
    return process


def wait_for(arena: Arena, process: subprocess.Popen[str], event: str, playings: int) -> None:
    until_s = time.monotonic() + 120
    while _results(arena.data / "logs" / event) < playings:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until_s, "it does not get going"
        time.sleep(0.02)


def _results(logs: Path) -> int:
    count = 0
    for path in logs.rglob("*.jsonl"):
        try:
            count += path.read_bytes().count(b'{"kind":"result"')
        except FileNotFoundError:
            continue
    return count + DEALS * sum(1 for _ in logs.rglob("*.jsonl.zst"))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_event_says_how_to_go_on_and_leaves_nothing(
    arena: Arena, number: signal.Signals
) -> None:
    event = f"stopped_{number.name.lower()}"
    process = begun(arena, event, 30)
    process.send_signal(number)
    _, err = process.communicate(timeout=30)

    assert process.returncode == 4
    assert f"arena resume {event}" in err
    assert nothing_is_left(arena)
    assert "Not finished" in arena.look("crosstable", event).out
    listed = arena.look("events", event, "--json").json
    assert "cut off" in {attempt["status"] for attempt in listed["attempts"]}
    assert listed["secret"] is None
    assert " 0 differences; " in arena.look("verify", arena.data / "logs" / event).out
    arena("resume", event)
    assert arena.digest(event) == arena.digest("whole")
    assert arena.look("verify", arena.data / "logs" / event).out.endswith(" 0 differences\n")


def test_after_sigkill_at_random_moments_all_is_as_in_an_unbroken_run(arena: Arena) -> None:
    kills = moments(6, seed=20, latest_s=3)

    killed = play_through(arena, (*EVENT, "--event", "killed"), "killed", kills)

    assert killed >= 4
    assert arena.digest("killed") == arena.digest("whole")
    assert arena.look("verify", arena.data / "logs" / "killed").out.endswith(" 0 differences\n")
    assert sum(path.is_file() for path in (arena.data / "logs" / "killed").rglob("*.jsonl")) == 0


@pytest.mark.nightly
def test_after_sigkill_at_fifty_random_moments_results_and_ratings_are_those_of_unbroken_runs(
    initial: Arena, tmp_path_factory: pytest.TempPathFactory
) -> None:
    base = tmp_path_factory.mktemp("fifty")
    broken, whole = (
        small_arena(initial, base / name, "called-ace") for name in ("broken", "whole")
    )
    kills, killed = moments(50, seed=50, latest_s=4), []
    while kills:
        event = f"e{len(killed)}"
        begin = (*EVENT[:5], "--deals", "12", "--secret", f"{len(killed):064x}", "--event", event)
        killed.append(play_through(broken, begin, event, kills))
        whole(*begin)

        assert broken.digest(event) == whole.digest(event)
        verified = broken.look("verify", broken.data / "logs" / event).out
        assert verified.endswith(" 0 differences\n")
        print(f"\n{event}: {killed[-1]} kills, {verified.strip()}")
    assert broken.look("ladder", "--json").json == whole.look("ladder", "--json").json
    assert sum(killed) == 50


def test_a_worker_that_ends_voids_its_sitting_which_is_played_again(arena: Arena) -> None:
    process = begun(arena, "worker", 20)
    for playings, number in enumerate((signal.SIGKILL, signal.SIGTERM, signal.SIGINT), 1):
        os.kill(workers_of(arena, process)[0], number)
        wait_for(arena, process, "worker", 20 + 50 * playings)
    _, err = process.communicate(timeout=300)

    assert process.returncode == 0, err
    attempts = arena.look("events", "worker", "--json").json["attempts"]
    void = [attempt for attempt in attempts if attempt["status"] == "void"]
    assert len(void) == 3
    assert all("worker died" in attempt["reason"] for attempt in void)
    verified = arena.look("verify", arena.data / "logs" / "worker").out
    assert verified.endswith(" 0 differences\n")
    assert nothing_is_left(arena)
    assert arena.digest("worker") == arena.digest("whole")


def test_a_second_arena_on_the_data_folder_refuses(arena: Arena) -> None:
    process = begun(arena, "busy", 10)
    refused = arena("resume", "whole", code=2)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)

    assert f"process {process.pid}" in refused.err
    assert nothing_is_left(arena)


def test_a_torn_log_is_cut_back_and_continued(arena: Arena) -> None:
    process = begun(arena, "torn", 40)
    process.kill()
    process.communicate()
    assert nothing_is_left(arena)
    for number, log in enumerate((arena.data / "logs" / "torn").rglob("*.jsonl")):
        text = log.read_bytes()
        log.write_bytes(text[: -7 - number] if number % 2 else text + b'{"kind":"decision","dea')

    arena("resume", "torn")

    assert arena.digest("torn") == arena.digest("whole")


def test_a_host_failure_is_no_bots_fault_and_can_be_resumed(arena: Arena) -> None:
    blocked = arena.data / "logs" / "blocked" / "blocked-0002"
    blocked.parent.mkdir()
    blocked.write_text("not a folder")

    err = arena(*EVENT, "--event", "blocked", code=5).err

    assert "arena resume blocked" in err
    assert nothing_is_left(arena)
    blocked.unlink()
    arena("resume", "blocked")
    assert arena.digest("blocked") == arena.digest("whole")
