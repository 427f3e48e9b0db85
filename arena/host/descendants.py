"""Everything that runs below this process: keeping hold of it, and ending it.

A bot can leave processes behind: children in sessions of their own, orphans of a parent
that has ended. A subreaper is the parent of last resort of all that ever came from it, so
the arena and its workers are subreapers and nothing gets out of their sight.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import time
from collections.abc import Collection, Iterable
from typing import Final

from arena.errors import InfrastructureError
from arena.host.proc import ProcessFacts, all_facts, environ_has, facts_of

_PR_SET_CHILD_SUBREAPER: Final = 36
_ROUND_S: Final = 0.005


def become_subreaper() -> None:
    """From now on orphans below this process become its children.

    Raises:
        InfrastructureError: the kernel refuses.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        reason = os.strerror(ctypes.get_errno())
        raise InfrastructureError(f"cannot become a child subreaper: {reason}")


def below(roots: Iterable[int], processes: Iterable[ProcessFacts]) -> frozenset[int]:
    """The pids among *processes* that descend from one of *roots*, without the roots."""
    children: dict[int, list[int]] = {}
    for facts in processes:
        children.setdefault(facts.parent, []).append(facts.pid)
    found: set[int] = set()
    waiting = list(roots)
    while waiting:
        for pid in children.get(waiting.pop(), ()):
            if pid not in found:
                found.add(pid)
                waiting.append(pid)
    return frozenset(found)


class Family:
    """A bot and all that came from it.

    An orphan in a session of its own is recognised by its environment. One that has
    also emptied that is found by `kill_descendants` alone.
    """

    def __init__(self, pid: int, mark: str | None) -> None:
        """The family of *pid*.

        Args:
            pid: the bot, the leader of its session. Who started it waits for it, and
                not before the family is gone: until then its number is nobody else's.
            mark: an environment entry that only this bot was started with; None where
                its processes cannot leave it.
        """
        self._pid = pid
        self._mark = mark
        self._known: dict[int, int] = {}
        """When each member started: the dead have no environment to be known by."""

    def know(self, pid: int) -> None:
        """*pid* is a member, and stays one as an orphan in a session of its own."""
        if facts := facts_of(pid):
            self._known[pid] = facts.started_ticks

    def kill(self) -> bool:
        """SIGKILL all members and wait for the dead; whether any was left.

        To be repeated until there is none: a member may have children meanwhile. Those that
        stayed in the bot's process group cannot: the kernel kills a group as one, and lets no
        fork of a member through that has not happened by then.
        """
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._pid, signal.SIGKILL)
        processes = {facts.pid: facts for facts in all_facts()}
        roots = {pid for pid, facts in processes.items() if self._knows(facts)}
        members = roots | below(roots, processes.values())
        others = below([os.getpid()], processes.values()) - members
        marked = {pid for pid in others if self._mark and environ_has(pid, self._mark)}
        members |= marked | below(marked, processes.values())
        self._known = {pid: processes[pid].started_ticks for pid in members}
        for pid in members:
            _kill(pid)
            if pid != self._pid and processes[pid].parent == os.getpid():
                _reap(pid)
        return any(pid != self._pid or processes[pid].state != "Z" for pid in members)

    def _knows(self, facts: ProcessFacts) -> bool:
        return facts.session == self._pid or self._known.get(facts.pid) == facts.started_ticks


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)


def _reap(pid: int) -> None:
    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)


def kill_descendants(*, spare: Collection[int] = (), limit_s: float = 5.0) -> frozenset[int]:
    """End every process below this one, whatever its session; blocks until none is left.

    For the end of a worker, and for the arena after a worker has died. It waits for the
    dead, so whoever wants the exit code of a child must have asked for it before.

    Args:
        spare: pids that live on, with all that is below them: the other workers.
        limit_s: when to give up on what does not die.

    Returns:
        The pids still there at *limit_s*; empty as a rule.
    """
    until_s = time.monotonic() + limit_s
    while True:
        processes = all_facts()
        spared = set(spare) | below(spare, processes)
        left = below([os.getpid()], processes) - spared
        if not left or time.monotonic() > until_s:
            return left
        for pid in left:
            _kill(pid)
            _reap(pid)
        time.sleep(_ROUND_S)
