"""What runs for an arena's data folder, and what is left of it."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tests.cli.commands import Arena


def workers_of(arena: Arena, process: subprocess.Popen[str]) -> list[int]:
    """Pids of the workers of *process*, which plays in *arena*; not of a bot just being started."""
    found = []
    for pid in of_arena(arena):
        with suppress(OSError):
            place = Path(f"/proc/{pid}")
            parent = int((place / "stat").read_text().rpartition(")")[2].split()[1])
            command = (place / "cmdline").read_bytes()
            if parent == process.pid and b"arena.run.worker" in command:
                found.append(pid)
    return found


def of_arena(arena: Arena) -> list[int]:
    """Pids of processes that belong to this data folder: workers, and bots from its submissions.

    A confined bot has neither its folder nor its environment from the arena, but what is
    mounted for it comes from there.
    """
    found = []
    submissions = "/".join((*arena.data.parts[-3:], "submissions", ""))
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            environ = (entry / "environ").read_bytes()
            cwd = str((entry / "cwd").readlink())
            mounted = submissions in (entry / "mountinfo").read_text()
        except OSError:
            continue
        ours = f"ARENA_DATA={arena.data}".encode() in environ.split(b"\0")
        if ours or mounted or cwd.startswith(str(arena.data)):
            found.append(int(entry.name))
    return found


def run_folders(arena: Arena) -> list[Path]:
    """Folders for sockets and scratch; this test's arenas have a temporary folder of their own."""
    return list((arena.data.parent / "tmp").iterdir())


def nothing_is_left(arena: Arena, limit_s: float = 20) -> bool:
    """No process, no socket and no scratch of *arena*, after at most *limit_s*."""
    return _soon(lambda: not of_arena(arena) and not run_folders(arena), limit_s)


def no_process_is_left(arena: Arena, limit_s: float = 20) -> bool:
    """As `nothing_is_left`; but an arena killed before its first worker leaves its folder.

    The next one removes it.
    """
    return _soon(lambda: not of_arena(arena), limit_s)


def _soon(holds: Callable[[], bool], limit_s: float) -> bool:
    until_s = time.monotonic() + limit_s
    while not holds():
        if time.monotonic() > until_s:
            return False
        time.sleep(0.05)
    return True
