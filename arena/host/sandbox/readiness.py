"""A sandbox that is complete, with its files limited, before its bot begins."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

import trio

from arena.host.sandbox.bubblewrap import SCRATCH, SOCKET

FILE_SYSTEMS: Final = (SCRATCH, "/dev/shm", str(Path(SOCKET).parent))
"""Those that a bot can write to, its home first."""
_LIMIT_FILES: Final = Path(__file__).with_name("limit_files.py")
_ROUND_S: Final = 0.002


async def leaves_our_root(pid: int) -> None:
    """Until *pid* is in a root of its own, and that is complete: before, what is in its /dev/shm
    is the host's.

    Raises:
        OSError: it has ended.
    """
    ours = os.stat("/")  # noqa: PTH116
    while not _is_in_its_own(f"/proc/{pid}/root", ours):  # noqa: ASYNC110
        await trio.sleep(_ROUND_S)


def _is_in_its_own(root: str, ours: os.stat_result) -> bool:
    elsewhere = not os.path.samestat(os.stat(f"{root}/"), ours)  # noqa: PTH116
    return elsewhere and os.path.exists(root + SCRATCH)  # noqa: PTH110


async def limit_files(first: int, most: int) -> None:
    """Let the kernel refuse more than *most* files; where it does not, the watchdog counts."""
    own_root = 1
    count = str(most + own_root)
    argv = (sys.executable, "-I", "-S", str(_LIMIT_FILES), str(first), count, *FILE_SYSTEMS)
    await trio.run_process(argv, stdin=b"", capture_stderr=True, check=False)
