"""How much CPU time a bot has used: its process and everything below it.

Theory. A process has a clock of its own, exact to the nanosecond, and /proc tells the time
of the children that it has waited for, in ticks of 10 ms. The time of a tree is the sum of
both over its members: when a member ends and its parent waits for it, its time moves from
its own clock into the parent's figure and the sum stays. A member whose parent is no member
(the bot itself, an orphan) takes its time along when it ends, so its last reading is kept.

Looking for new members costs 0.3 ms, as much as all the rest of a quick call, and in a quick
call there is little to hide: the wall clock runs too. So callers look after calls that took
long, and what is found then and is older than the call counts from there on.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from arena.host.proc import ProcessFacts, children_of, facts_of, parse_stat

_MOST_MEMBERS: Final = 64
"""Each holds a descriptor. A bot with more is charged for these, and for its wall time."""
_TICKS_PER_S: Final = os.sysconf("SC_CLK_TCK")


def reads_cpu() -> bool:
    """Whether this kernel lets CPU time be read the way this file does."""
    return _clock_ns(os.getpid()) is not None and facts_of(os.getpid()) is not None


def _clock_ns(pid: int) -> int | None:
    """The CPU time of all threads of *pid*, ended ones too; None if it is gone."""
    try:
        return time.clock_gettime_ns((~pid << 3) | 2)  # CPUCLOCK_SCHED, see clock_getcpuclockid(3)
    except OSError:
        return None


class CpuClock(Protocol):
    """What a bot's CPU time is read from: its processes' clocks, or its control group."""

    def read_ns(self) -> int:
        """Time used so far, in ns."""
        ...

    def look_for_members(self, *, since_s: float) -> None:
        """Find processes that are new, as far as that has to be done."""
        ...

    def close(self) -> None:
        """Give back what it holds."""
        ...


@dataclass(slots=True)
class _Member:
    pid: int
    stat_fd: int
    """Open on its stat: it answers for this process only, never for a reused pid."""
    parent: int
    used_ns: int = 0
    """Its own time and its reaped children's, when last read."""


class TreeClock:
    """The CPU time of one bot's processes. Close it."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._members: dict[int, _Member] = {}
        self._kept_ns = 0
        """Of members that took their time along, less what was used before it counted."""
        self._add(pid)

    def close(self) -> None:
        """Give the descriptors back."""
        for member in self._members.values():
            os.close(member.stat_fd)
        self._members.clear()

    def read_ns(self) -> int:
        """Time used by the known members so far, in ns. Never falls by much: see the theory."""
        for member in list(self._members.values()):
            if not self._refresh(member):
                self._drop(member)
        return self._kept_ns + sum(member.used_ns for member in self._members.values())

    def look_for_members(self, *, since_s: float) -> None:
        """Find the members that are new; those started before *since_s* count from now.

        Args:
            since_s: on the clock that counts from boot (CLOCK_BOOTTIME).
        """
        for pid in self._candidates():
            if pid in self._members or len(self._members) >= _MOST_MEMBERS:
                continue
            started_ticks = self._add(pid)
            if started_ticks is not None and started_ticks < int(since_s * _TICKS_PER_S):
                self._kept_ns -= self._members[pid].used_ns

    def _candidates(self) -> Iterator[int]:
        waiting = [*self._members, *self._orphans()]
        seen = set(waiting)
        while waiting:
            pid = waiting.pop()
            yield pid
            fresh = set(children_of(pid)) - seen
            seen |= fresh
            waiting += fresh

    def _orphans(self) -> Iterator[int]:
        """Those in the bot's session that have become children of this process."""
        for pid in children_of(os.getpid()):
            facts = facts_of(pid) if pid != self._pid else None
            if facts and facts.session == self._pid:
                yield pid

    def _add(self, pid: int) -> int | None:
        """Make *pid* a member; returns when it started, None if it is gone."""
        try:
            stat_fd = os.open(Path("/proc") / str(pid) / "stat", os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            return None
        member = _Member(pid, stat_fd, parent=0)
        facts = self._refresh(member)
        if facts is None:
            os.close(stat_fd)
            return None
        self._members[pid] = member
        return facts.started_ticks

    def _refresh(self, member: _Member) -> ProcessFacts | None:
        """Read *member*'s time; None if it is gone."""
        own_ns = _clock_ns(member.pid)
        try:
            facts = parse_stat(os.pread(member.stat_fd, 1024, 0))
        except OSError:  # ESRCH; and the clock's answer may be of a process that took its number
            return None
        if own_ns is None:
            return None
        member.parent = facts.parent
        member.used_ns = own_ns + facts.reaped_ns
        return facts

    def _drop(self, member: _Member) -> None:
        del self._members[member.pid]
        os.close(member.stat_fd)
        if member.parent not in self._members:
            self._kept_ns += member.used_ns
