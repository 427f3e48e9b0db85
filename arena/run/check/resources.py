"""Checks 70 to 89: results, files, memory and output, over many deals."""

from __future__ import annotations

import time
from typing import Final

from arena.errors import ConfigError
from arena.host.bot import Bot
from arena.host.usage import Usage, disk_usage, usage_of
from arena.referee.confinement import MIB
from arena.run.check.deals import play_deals
from arena.run.check.findings import LongRun
from arena.run.check.messages import ANSWERED
from arena.run.check.outcome import Broken, Check, Kept, Noted, NotHere, Outcome
from arena.run.check.rig import Rig
from arena.store.submissions import digest_of

_LOOK_EVERY_S: Final = 0.1
_EARLY_DEALS: Final = 10
"""After so many deals a bot has what it needs."""
_FIRST: Final = 1_000
"""The long run's first deal."""
_GROWTH: Final = 32 * MIB
"""More than this from then on is worth a word."""
_LONG: Final = ("long-run",)


async def _deal_over(rig: Rig, table: str) -> Outcome:
    session = await rig.session(table)
    if not session.introduction.wants_results:
        return NotHere("it does not want results")
    before = rig.findings.unheard
    told = rig.findings.told
    await play_deals(rig, session, range(2), clocked=False, strict=False)
    rig.sent = f"DealOver, {rig.findings.told - told} times"
    unheard = rig.findings.unheard - before
    came = f"{unheard} without an answer within {rig.limits.notice_ms} ms"
    return Broken(came) if unheard else Kept(came)


async def _own_folder(rig: Rig, _: str) -> Outcome:
    rig.sent = "all of the above"
    try:
        changed = digest_of(rig.copy) != rig.findings.copy_digest
    except ConfigError as error:
        return Broken(str(error))
    return Broken("files were changed, made or removed") if changed else Kept("unchanged")


async def _long_run(rig: Rig, table: str) -> Outcome:
    session = await rig.session(table)
    watch = _Watch(session.bot, time.monotonic() + rig.effort.long_run_s)
    deals = range(_FIRST, _FIRST + rig.effort.long_run_deals)
    played = await play_deals(
        rig, session, deals, clocked=False, strict=False, after_call=watch.look
    )
    watch.take(played)
    rig.findings.long_run = LongRun(
        played,
        watch.early,
        watch.peak,
        disk_usage(session.scratch),
        session.bot.output_bytes,
    )
    rig.sent = f"{played} deals of {table}"
    return Kept("every call was answered")


class _Watch:
    """What a bot uses, looked at now and then."""

    def __init__(self, bot: Bot, until_s: float) -> None:
        self._bot = bot
        self._until_s = until_s
        self._looked_s = 0.0
        self.early = Usage()
        """Up to the first deals' end."""
        self.peak = Usage()

    def look(self, over: int) -> bool:
        """Told after each call how many deals are over; whether to go on."""
        now_s = time.monotonic()
        if now_s - self._looked_s > _LOOK_EVERY_S:
            self._looked_s = now_s
            self.take(over)
        return now_s < self._until_s

    def take(self, over: int) -> None:
        if self._bot.pid is not None:
            now = usage_of(self._bot.pid)
            self.peak = self.peak.most(now)
            if over <= _EARLY_DEALS or not self.early.tasks:
                self.early = self.early.most(now)


def _found(rig: Rig) -> LongRun:
    assert rig.findings.long_run is not None, "the long run comes first"
    rig.sent = f"{rig.findings.long_run.deals} deals"
    return rig.findings.long_run


def _at_most(used: int, limit: int, unit: str) -> Outcome:
    came = f"{used} {unit}"
    return Kept(came) if used <= limit else Broken(f"{came}, the limit is {limit}")


async def _memory(rig: Rig, _: str) -> Outcome:
    limit_mib = rig.confinement.limits.memory_mib
    return _at_most(-(-_found(rig).peak.memory_bytes // MIB), limit_mib, "MiB")


async def _steady_memory(rig: Rig, _: str) -> Outcome:
    found = _found(rig)
    grown = found.peak.memory_bytes - found.early.memory_bytes
    came = f"{grown / MIB:.0f} MiB more at the end than after {_EARLY_DEALS} deals"
    return Noted(came) if grown > _GROWTH else Kept(came)


async def _processes(rig: Rig, _: str) -> Outcome:
    limit = rig.confinement.limits.processes
    return _at_most(_found(rig).peak.tasks, limit, "processes and threads")


async def _descriptors(rig: Rig, _: str) -> Outcome:
    limit = rig.confinement.limits.descriptors
    return _at_most(_found(rig).peak.descriptors, limit, "descriptors")


async def _scratch(rig: Rig, _: str) -> Outcome:
    limit_mib = rig.confinement.limits.scratch_mib
    return _at_most(-(-_found(rig).scratch_bytes // MIB), limit_mib, "MiB")


async def _output(rig: Rig, _: str) -> Outcome:
    return _at_most(_found(rig).output_bytes, rig.limits.output_limit_bytes, "bytes")


async def _kept_output(rig: Rig, _: str) -> Outcome:
    written, kept = _found(rig).output_bytes, rig.limits.output_kept_bytes
    came = f"{written} bytes written, of which {kept} at most are kept"
    return Noted(came) if written > kept else Kept(came)


CHECKS: Final = (
    Check(
        70,
        "deal-over",
        "having said wants_results, it answers DealOver within 1 s",
        _deal_over,
        needs=ANSWERED,
    ),
    Check(
        80,
        "long-run",
        "a few hundred deals in one process: no crash, no stall, no broken connection",
        _long_run,
        needs=ANSWERED,
    ),
    Check(
        81,
        "memory",
        "at most 512 MiB of memory in all its processes",
        _memory,
        needs=_LONG,
    ),
    Check(
        82,
        "steady-memory",
        "memory that does not grow with the deals played",
        _steady_memory,
        needs=_LONG,
        advice=True,
    ),
    Check(
        83,
        "processes",
        "at most 64 processes and threads",
        _processes,
        needs=_LONG,
    ),
    Check(
        84,
        "descriptors",
        "at most 256 open files and sockets in a process",
        _descriptors,
        needs=_LONG,
    ),
    Check(
        85,
        "scratch",
        "at most 64 MiB in the scratch folder",
        _scratch,
        needs=_LONG,
    ),
    Check(
        86,
        "output",
        "at most 8,388,608 bytes on stdout and stderr",
        _output,
        needs=_LONG,
    ),
    Check(
        87,
        "kept-output",
        "at most 1,048,576 bytes on stdout and stderr, so that all is kept",
        _kept_output,
        needs=_LONG,
        advice=True,
    ),
    Check(
        89,
        "own-folder",
        "the submission's files as they were: it does not write among them",
        _own_folder,
        needs=("starts",),
    ),
)
