"""Checks 60 to 69: within the banks, on an idle machine and on a busy one.

A machine can hold a bot up, and a check must not blame the bot for that. So what is late once
is tried again, and where the machine is kept busy on purpose the CPU bank alone counts.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

import trio

from arena.errors import BotError, Fault
from arena.host.bot import Batch
from arena.host.cpu import TreeClock, reads_cpu
from arena.referee.clock import WALL_FACTOR
from arena.run.check.deals import play_deals
from arena.run.check.messages import ANSWERED
from arena.run.check.outcome import Broken, Check, Kept, Noted, NotHere, Outcome
from arena.run.check.positions import plays
from arena.run.check.rig import CONTROL, Rig, asked

_TRIES: Final = 3
_SPIN: Final = "import os\nwhile os.getppid() == {parent}:\n    pass"
_QUIET_SHARE: Final = 0.05
"""More of a core than this, unasked, is worth a word."""
_NO_CPU: Final = "CPU time cannot be read on this machine"


async def _in_time(rig: Rig, table: str) -> Outcome:
    for attempt in range(_TRIES):
        session = await rig.session(table)
        first = attempt * rig.effort.deals
        try:
            await play_deals(rig, session, range(first, first + rig.effort.deals), clocked=True)
        except BotError as error:
            if error.fault is Fault.LATE:
                continue
            raise
        rig.sent = f"{rig.effort.deals} deals of {table} at {CONTROL}"
        return Kept("no answer was late")
    return Broken()


async def _under_load(rig: Rig, table: str) -> Outcome:
    if not reads_cpu():
        return NotHere(_NO_CPU)
    with _busy_machine() as spinning:
        outcome = await _within(rig, table, _Banks(CONTROL.base_ms, None))
    rig.sent += f", beside {spinning} spinning processes"
    return outcome


async def _low_bank(rig: Rig, table: str) -> Outcome:
    left_ms = CONTROL.increment_ms
    if not reads_cpu():
        return await _within(rig, table, _Banks(None, left_ms))
    return await _within(rig, table, _Banks(left_ms, WALL_FACTOR * left_ms))


async def _batch_in_time(rig: Rig, table: str) -> Outcome:
    session = await rig.session(table)
    if session.batch == 1:
        return NotHere("it takes one observation in a call")
    banks = _Banks(CONTROL.base_ms, None) if reads_cpu() else _Banks(None, CONTROL.base_ms)
    return await _within(rig, table, banks, session.batch)


@dataclass(frozen=True, slots=True)
class _Banks:
    """What is left, and counts; None for a bank that does not count."""

    cpu_ms: int | None
    wall_ms: int | None

    def hold(self, batch: Batch, size: int) -> bool:
        """Whether each of *size* decisions was in time."""
        cpu_fine = self.cpu_ms is None or (batch.cpu_ms or 0) <= self.cpu_ms * size
        return cpu_fine and (self.wall_ms is None or batch.wall_ms <= self.wall_ms * size)


async def _within(rig: Rig, table: str, banks: _Banks, size: int = 1) -> Outcome:
    """Ask plays, *size* in a call; a call that is late is made again before it counts."""
    session = await rig.session(table)
    positions = plays(session.setting, max(size, rig.effort.positions))
    for first in range(0, len(positions), size):
        questions = [
            replace(
                asked(one),
                cpu_left_ms=banks.cpu_ms if reads_cpu() else None,
                wall_left_ms=banks.wall_ms or WALL_FACTOR * CONTROL.base_ms,
            )
            for one in positions[first : first + size]
        ]
        for _ in range(_TRIES):
            batch = await rig.ask(session, questions)
            rig.came = f"answers after {batch.wall_ms} ms and {batch.cpu_ms} ms of CPU"
            if banks.hold(batch, len(questions)):
                break
        else:
            return Broken()
    return Kept()


async def _quiet(rig: Rig, table: str) -> Outcome:
    if not reads_cpu():
        return NotHere(_NO_CPU)
    session = await rig.session(table)
    await rig.ask(session, [asked(one) for one in plays(session.setting, 1)])
    assert session.bot.pid is not None
    clock = TreeClock(session.bot.pid)
    try:
        clock.look_for_members(since_s=0)
        before_ns = clock.read_ns()
        await trio.sleep(rig.effort.quiet_s)
        used_s = (clock.read_ns() - before_ns) / 1e9
    finally:
        clock.close()
    rig.sent = "nothing"
    came = f"{used_s * 1000:.0f} ms of CPU in {rig.effort.quiet_s * 1000:.0f} ms"
    return Noted(came) if used_s > _QUIET_SHARE * rig.effort.quiet_s else Kept(came)


async def _stopped(rig: Rig, table: str) -> Outcome:
    setting = (await rig.session(table)).setting
    limits = replace(rig.limits, stopped_between_calls=True)
    session = await rig.begin(setting, limits=limits)
    try:
        for position in plays(setting, rig.effort.positions):
            await trio.sleep(rig.effort.quiet_s)
            await rig.ask_legal(session, [position])
    finally:
        await rig.end(session)
    rig.sent += ", and all its processes stopped before and after"
    return Kept()


@contextmanager
def _busy_machine() -> Iterator[int]:
    """Processes that spin, two for each core; they end with this process, too."""
    count = 2 * (os.cpu_count() or 1)
    argv = [sys.executable, "-I", "-S", "-c", _SPIN.format(parent=os.getpid())]
    spinning = [subprocess.Popen(argv, stdin=subprocess.DEVNULL) for _ in range(count)]
    try:
        yield count
    finally:
        for process in spinning:
            process.kill()
            process.wait()


CHECKS: Final = (
    Check(
        60,
        "in-time",
        "no answer after a bank fell, in whole deals at 1+0.1",
        _in_time,
        needs=(*ANSWERED, "whole-deals"),
    ),
    Check(
        61,
        "in-time-under-load",
        "within the CPU bank beside twice as many spinning processes as there are cores",
        _under_load,
        needs=(*ANSWERED, "in-time"),
    ),
    Check(
        62,
        "low-bank",
        "within what one increment leaves, 100 ms of CPU and 400 ms in all",
        _low_bank,
        needs=ANSWERED,
    ),
    Check(
        63,
        "batch-in-time",
        "a full batch within the bank of a decision times its size",
        _batch_in_time,
        needs=("full-batch", *ANSWERED),
    ),
    Check(
        64,
        "quiet",
        "next to no CPU time while it is not asked: on a busy machine it takes from others",
        _quiet,
        needs=ANSWERED,
        advice=True,
    ),
    Check(
        65,
        "stopped-between-calls",
        "legal answers where a ladder stops its processes between calls",
        _stopped,
        needs=ANSWERED,
    ),
)
