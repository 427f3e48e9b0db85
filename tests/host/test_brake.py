"""A bot is stopped between its decisions where it may not ponder, with all its processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
import trio

from arena.errors import Fault
from arena.host.bot import Bot, CallFailedError
from arena.host.brake import SignalBrake
from arena.host.cpu import TreeClock
from arena.host.descendants import become_subreaper
from arena.host.proc import all_facts, environ_has
from tests.host.scripted import (
    PATIENCE_MS,
    leftovers,
    output_of,
    question,
    running,
    scripted,
    summary,
    terms,
)

pytestmark = [pytest.mark.process, pytest.mark.slow]

MARK = f"BRAKE_TEST={os.getpid()}"
WATCHED_S = 0.4
"""Long enough for anything that runs to use more than STILL_MS."""
STILL_MS = 20
"""What a process that is stopped may have used between two looks at it."""
BURN = "while True: pass"
FORKS = f"""
import os, time
for _ in range(40):
    if os.fork() == 0:
        {BURN}
    time.sleep(0.002)
{BURN}
"""
DAEMON = f"""
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        {BURN}
    os._exit(0)
os.wait()
time.sleep(60)
"""
HEADLESS = f"""
import ctypes, threading
def burn():
    {BURN}
threading.Thread(target=burn).start()
ctypes.CDLL(None).pthread_exit(None)
"""


def living(session: int) -> list[int]:
    """The processes in *session*, and those that were started with the mark."""
    return [
        facts.pid
        for facts in all_facts()
        if facts.session == session or environ_has(facts.pid, MARK)
    ]


def used_ms(pids: list[int]) -> int:
    """CPU time so far of those of *pids* that are there."""
    used_ns = 0
    for pid in pids:
        with suppress(OSError):
            used_ns += time.clock_gettime_ns((~pid << 3) | 2)
    return used_ns // 1_000_000


async def eventually(condition: Callable[[], bool]) -> None:
    """Wait for *condition*, however busy the machine is."""
    with trio.fail_after(20):
        while not condition():  # noqa: ASYNC110 - other processes tell nothing
            await trio.sleep(0.01)


class Started:
    """A program in a session of its own, with a brake."""

    def __init__(self, program: str) -> None:
        name, _, value = MARK.partition("=")
        self.process = subprocess.Popen(
            [sys.executable, "-c", program],
            env={**os.environ, name: value},
            start_new_session=True,
        )
        self.brake = SignalBrake(self.process.pid, MARK)

    async def works(self, *, processes: int = 1) -> None:
        """Wait until so many of its processes have used some time."""
        await eventually(lambda: len(self.living) >= processes and used_ms(self.living) >= 50)

    def end(self) -> None:
        """Kill it and all its children."""
        while self.process.poll() is None or self.living:
            for pid in self.living:
                os.kill(pid, signal.SIGKILL)
                if pid != self.process.pid:
                    with suppress(ChildProcessError):  # not an orphan, or not yet
                        os.waitpid(pid, 0)

    @property
    def living(self) -> list[int]:
        """All that came from it."""
        return living(self.process.pid)


@pytest.fixture
def start() -> Iterator[Callable[[str], Started]]:
    become_subreaper()
    with ExitStack() as ends:

        def start(program: str) -> Started:
            started = Started(program)
            ends.callback(started.end)
            return started

        yield start


async def used_while_frozen_ms(started: Started) -> int:
    """The CPU time of everything of it while it is frozen for a while."""
    await started.brake.freeze()
    pids = started.living
    before_ms = used_ms(pids)
    await trio.sleep(WATCHED_S)
    assert started.living == pids
    return used_ms(pids) - before_ms


@pytest.mark.parametrize(
    ("program", "processes"),
    [
        pytest.param(BURN, 1, id="a-process"),
        pytest.param(HEADLESS, 1, id="threads-that-outlive-the-main-thread"),
        pytest.param(FORKS, 5, id="children-that-are-just-being-forked"),
        pytest.param(DAEMON, 2, id="a-daemon-in-a-session-of-its-own"),
    ],
)
async def test_nothing_of_a_frozen_bot_runs(
    start: Callable[[str], Started], program: str, processes: int
) -> None:
    started = start(program)
    await started.works(processes=processes)

    assert await used_while_frozen_ms(started) <= STILL_MS


async def test_what_was_frozen_goes_on(start: Callable[[str], Started]) -> None:
    started = start(BURN)
    await started.works()
    await started.brake.freeze()
    before_ms = used_ms(started.living)

    await started.brake.thaw()

    await eventually(lambda: used_ms(started.living) >= before_ms + 100)


async def test_what_stopped_itself_stays_stopped(start: Callable[[str], Started]) -> None:
    started = start("import os, signal; os.kill(os.getpid(), signal.SIGSTOP)")
    await eventually(lambda: state_of(started.process.pid) == "T")

    await started.brake.freeze()
    await started.brake.thaw()

    assert state_of(started.process.pid) == "T"


def state_of(pid: int) -> str:
    return next(facts.state for facts in all_facts() if facts.pid == pid)


def told_to_hold(private: Path, *words: str) -> Bot:
    return scripted(private, *words, told=terms(stopped_between_calls=True))


async def time_between_calls_ms(bot: Bot) -> int:
    """The CPU time of a bot between two decisions of it, of which it makes both."""
    assert bot.pid
    clock = TreeClock(bot.pid)
    try:
        await bot.decide([question(0)], PATIENCE_MS)
        before_ns = clock.read_ns()
        await trio.sleep(WATCHED_S)
        used_ns = clock.read_ns() - before_ns
        await bot.decide([question(1)], PATIENCE_MS)
    finally:
        clock.close()
    return used_ns // 1_000_000


async def test_a_bot_that_may_not_ponder_does_not_run_between_its_decisions(
    private: Path,
) -> None:
    bot = told_to_hold(private, "ponders")

    async with running(bot):
        assert await time_between_calls_ms(bot) <= STILL_MS


async def test_a_bot_that_may_ponder_does(private: Path) -> None:
    bot = scripted(private, "ponders")

    async with running(bot):
        with trio.fail_after(20):
            while await time_between_calls_ms(bot) <= STILL_MS:
                pass


async def test_a_frozen_bot_hears_of_results_and_of_the_end(private: Path) -> None:
    bot = told_to_hold(private, "wants-results")

    async with running(bot):
        await bot.decide([question(0)], PATIENCE_MS)
        await bot.deal_over(summary())

    said = output_of(private).read_text().splitlines()
    assert said[-2:] == ["deal over: leaster", "bye"]


async def test_a_bot_is_frozen_after_a_wrong_answer_too(private: Path) -> None:
    bot = told_to_hold(private, "ponders", "undecodable", "at=1")

    async with running(bot):
        with pytest.raises(CallFailedError):
            await bot.decide([question(0)], PATIENCE_MS)
        assert bot.pid
        assert state_of(bot.pid) == "T"


async def test_a_bot_that_is_killed_while_frozen_has_crashed(private: Path) -> None:
    bot = told_to_hold(private)

    async with running(bot):
        assert bot.pid
        os.kill(bot.pid, signal.SIGKILL)
        with pytest.raises(CallFailedError) as failed:
            await bot.decide([question(0)], PATIENCE_MS)

    assert failed.value.fault is Fault.CRASHED


async def test_nothing_is_left_of_a_frozen_bot(private: Path) -> None:
    bot = told_to_hold(private, "ignores-sigterm", "endless-bye")

    async with running(bot):
        await bot.decide([question(0)], PATIENCE_MS)

    assert leftovers(private) == []
