"""Stopping a bot between its decisions, so that it cannot think while others decide."""

from __future__ import annotations

import contextlib
import os
import signal
from typing import Final, Protocol

import trio

from arena.host.proc import ProcessFacts, children_of, environ_has, facts_of

_RUNNABLE: Final = frozenset("RS")
"""States that SIGSTOP ends at once. In the others it is stopped, dead or deep in the kernel."""
_STOPPED: Final = "T"
_QUICK_ROUNDS: Final = 5
_ROUNDS: Final = 100
"""Most of a millisecond: what forks faster than it is stopped is left as it is then."""


class Brake(Protocol):
    """Stops and releases all processes of a bot."""

    async def freeze(self) -> None:
        """Let none of its processes run from here on, those that come up meanwhile included."""

    async def thaw(self) -> None:
        """Let them go on. Nothing, if they are not stopped."""


class SignalBrake:
    """A brake by SIGSTOP and SIGCONT, which reach any process of this user.

    A bot's processes are what descends from it, and those orphans of this process (a
    subreaper) that are in the bot's session, or were started with its mark, or have been
    found before. Looking for them costs about half a millisecond.
    """

    def __init__(self, pid: int, mark: str | None) -> None:
        """Nothing is stopped.

        Args:
            pid: the bot, the leader of its session, or what it runs in.
            mark: an environment entry that only this bot was started with; None where
                its processes cannot leave it.
        """
        self._pid = pid
        self._mark = mark
        self._known: dict[int, int] = {}
        """When each process of it that was ever found started: pid and this name it for ever."""
        self._strangers: dict[int, int] = {}
        """The same of children of this process that are not the bot's."""
        self._stopped: set[int] = set()

    async def freeze(self) -> None:
        """Stop all; again and again, for a process may have forked just before it stopped."""
        for number in range(_ROUNDS):
            members = self._members()
            fresh = {facts.pid for facts in members if facts.state != _STOPPED} - self._stopped
            for pid in fresh:  # a dead one too: threads can outlive the one that stat tells of
                _send(pid, signal.SIGSTOP)
            self._stopped |= fresh
            if not fresh and not any(facts.state in _RUNNABLE for facts in members):
                return
            await trio.sleep(0 if number < _QUICK_ROUNDS else 0.001)

    async def thaw(self) -> None:
        """Let go on what was stopped here; a process that stopped itself stays so."""
        for pid in self._stopped:
            _send(pid, signal.SIGCONT)
        self._stopped.clear()

    def _members(self) -> list[ProcessFacts]:
        found: dict[int, ProcessFacts] = {}
        waiting = [self._pid, *self._orphans()]
        while waiting:
            pid = waiting.pop()
            facts = facts_of(pid) if pid not in found else None
            if facts:
                found[pid] = facts
                waiting += children_of(pid)
        self._known |= {pid: facts.started_ticks for pid, facts in found.items()}
        return list(found.values())

    def _orphans(self) -> list[int]:
        return [pid for pid in children_of(os.getpid()) if pid != self._pid and self._owns(pid)]

    def _owns(self, pid: int) -> bool:
        facts = facts_of(pid)
        if facts is None or self._strangers.get(pid) == facts.started_ticks:
            return False
        if facts.session == self._pid or self._known.get(pid) == facts.started_ticks:
            return True
        if self._mark and environ_has(pid, self._mark):
            return True
        self._strangers[pid] = facts.started_ticks
        return False


def _send(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)
