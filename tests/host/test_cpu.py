"""A bot's CPU time is that of all its processes, and nobody else's."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.host.cpu import TreeClock, reads_cpu
from arena.host.descendants import become_subreaper
from arena.host.proc import all_facts, parse_stat
from tests.host.scripted import PATIENCE_MS, question, running, scripted

WORK_MS = 200
LONG_S = 60
TICKS_MS = 20
"""What reaped children's time, counted in ticks of user and of system time, can lack."""

BURN = """
import subprocess, sys, time
def burn(ms):
    until = time.process_time() + ms / 1000
    while time.process_time() < until: pass
"""
OBEY = """
for line in sys.stdin:
    exec(line)
    print(flush=True)
"""


class Worker:
    """A Python process that does one line of work at a time."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", BURN + OBEY],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def does(self, *lines: str) -> None:
        """Have it execute *lines*, and wait until it has."""
        assert self.process.stdin
        assert self.process.stdout
        for line in lines:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
            self.process.stdout.readline()

    def close(self) -> None:
        """End it and all in its session."""
        for facts in all_facts():
            if facts.session == self.process.pid:
                os.kill(facts.pid, signal.SIGKILL)
        self.process.communicate()


@pytest.fixture
def worker() -> Iterator[Worker]:
    become_subreaper()
    worker = Worker()
    worker.does("pass")
    yield worker
    worker.close()


def burning(milliseconds: int, then: str = "") -> str:
    """An expression: the argv of a process that burns so much, says so, and does *then*."""
    program = BURN + f"burn({milliseconds})\nprint(flush=True)\n{then}"
    return f"[sys.executable, '-c', {program!r}]"


STAYS = f"time.sleep({LONG_S})"
BURNING_CHILD = (
    f"child = subprocess.Popen({burning(WORK_MS, STAYS)}, stdout=subprocess.PIPE)",
    "child.stdout.readline()",
)
"""Lines for a worker, after which it has a child that burnt WORK_MS and does nothing more."""


@pytest.fixture
def clock(worker: Worker) -> Iterator[TreeClock]:
    clock = TreeClock(worker.process.pid)
    yield clock
    clock.close()


def used_ms(clock: TreeClock, before_ns: int) -> int:
    return round((clock.read_ns() - before_ns) / 1_000_000)


def boot_s() -> float:
    return time.clock_gettime(time.CLOCK_BOOTTIME)


@pytest.mark.process
def test_this_kernel_reads_cpu_time() -> None:
    assert reads_cpu()


@pytest.mark.process
def test_a_process_pays_for_its_own_work(worker: Worker, clock: TreeClock) -> None:
    before_ns = clock.read_ns()

    worker.does(f"burn({WORK_MS})")

    assert WORK_MS <= used_ms(clock, before_ns) < 3 * WORK_MS


@pytest.mark.process
def test_a_process_that_waits_pays_nothing(worker: Worker, clock: TreeClock) -> None:
    before_ns = clock.read_ns()

    worker.does("time.sleep(0.2)")

    assert used_ms(clock, before_ns) < WORK_MS / 4


@pytest.mark.process
def test_a_child_that_was_waited_for_is_paid_for(worker: Worker, clock: TreeClock) -> None:
    before_ns = clock.read_ns()

    worker.does(f"subprocess.run({burning(WORK_MS)}, stdout=subprocess.DEVNULL)")

    assert WORK_MS - TICKS_MS <= used_ms(clock, before_ns) < 3 * WORK_MS


@pytest.mark.process
def test_a_living_child_is_paid_for_once_it_is_found(worker: Worker, clock: TreeClock) -> None:
    before_ns, start_s = clock.read_ns(), boot_s()

    worker.does(*BURNING_CHILD)
    clock.look_for_members(since_s=start_s)

    assert used_ms(clock, before_ns) >= WORK_MS


@pytest.mark.process
def test_what_a_child_used_stays_paid_for_when_it_ends(worker: Worker, clock: TreeClock) -> None:
    before_ns, start_s = clock.read_ns(), boot_s()
    worker.does(*BURNING_CHILD)
    clock.look_for_members(since_s=start_s)
    used = used_ms(clock, before_ns)

    worker.does("child.kill()", "child.wait()")

    assert used - TICKS_MS <= used_ms(clock, before_ns) < used + 50


@pytest.mark.process
def test_a_child_older_than_the_span_counts_from_its_finding_on(
    worker: Worker, clock: TreeClock
) -> None:
    worker.does(*BURNING_CHILD)
    before_ns = clock.read_ns()

    clock.look_for_members(since_s=boot_s())

    assert used_ms(clock, before_ns) < WORK_MS / 4


@pytest.mark.process
def test_an_orphan_of_the_session_is_paid_for(worker: Worker, clock: TreeClock) -> None:
    before_ns, start_s = clock.read_ns(), boot_s()
    orphaning = "\n".join(("import subprocess, sys", *BURNING_CHILD))

    worker.does(f"subprocess.run([sys.executable, '-c', {orphaning!r}])")
    clock.look_for_members(since_s=start_s)

    assert used_ms(clock, before_ns) >= WORK_MS


@pytest.mark.process
def test_the_time_of_a_process_that_has_ended_stays(worker: Worker, clock: TreeClock) -> None:
    worker.does(f"burn({WORK_MS})")
    before_ns = clock.read_ns()

    worker.close()

    assert clock.read_ns() == before_ns


@pytest.mark.process
@pytest.mark.parametrize(
    "words",
    [
        pytest.param(f"spin={WORK_MS}", id="its-own"),
        pytest.param(f"child-spins={WORK_MS}", id="a-childs"),
        pytest.param(f"forks={WORK_MS}", id="a-forked-childs-that-lives-on"),
    ],
)
async def test_a_decision_costs_the_cpu_time_of(private: Path, words: str) -> None:
    bot = scripted(private, words)

    async with running(bot):
        batch = await bot.decide([question(0)], PATIENCE_MS)

    assert batch.cpu_ms is not None
    assert batch.cpu_ms >= WORK_MS - TICKS_MS


@pytest.mark.process
async def test_a_decision_without_work_costs_next_to_none(private: Path) -> None:
    bot = scripted(private)

    async with running(bot):
        batch = await bot.decide([question(0)], PATIENCE_MS)

    assert batch.cpu_ms is not None
    assert batch.cpu_ms < WORK_MS


def test_a_commands_name_cannot_confuse_the_reading() -> None:
    fields = ["S", "12", "13", "14", *["0"] * 7, "5", "6", "7", "8", *["0"] * 4, "999", "0"]
    line = f"42 (a) R 1 1 1 (b)) {' '.join(fields)}\n".encode()

    facts = parse_stat(line)

    assert (facts.pid, facts.state, facts.parent, facts.session) == (42, "S", 12, 14)
    assert facts.reaped_ns == 15 * 10_000_000
    assert facts.started_ticks == 999
