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
from arena.host.proc import ProcessFacts, all_facts, environ_has

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


def family_of(pid: int, mark: str) -> frozenset[int]:
    """The bot *pid*, if it is still there, and all that came from it, zombies included.

    An orphan in a session of its own is recognised by its environment. One that has
    also emptied that is found by `kill_descendants` alone.

    Args:
        pid: the bot, the leader of its session.
        mark: an environment entry that only this bot was started with.
    """
    processes = all_facts()
    ours = below([os.getpid()], processes)
    roots = {
        facts.pid
        for facts in processes
        if facts.session == pid
        or facts.pid == pid
        or (facts.pid in ours and environ_has(facts.pid, mark))
    }
    return frozenset(roots | below(roots, processes))


def kill_and_reap(pids: Iterable[int], *, keep: Collection[int] = ()) -> None:
    """SIGKILL *pids* and wait for those that are our own children and dead already.

    Args:
        keep: pids not to wait for, because somebody else does.
    """
    for pid in pids:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
        if pid not in keep:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)


def kill_descendants(*, spare: Collection[int] = (), limit_s: float = 5.0) -> frozenset[int]:
    """End every process below this one, whatever its session; blocks until none is left.

    For the end of a worker, and for the arena after a worker has died.

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
        kill_and_reap(left)
        time.sleep(_ROUND_S)
