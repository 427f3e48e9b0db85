"""Limits how many files the file systems of a sandbox take, which bubblewrap cannot.

A program of its own: ``limit_files.py PID COUNT PLACE…``. It enters the sandbox of PID, whose
bot has not begun, and mounts each PLACE anew with the limit. As root it may; an ordinary user
may because the sandbox's namespace of users was made by that user. To enter one a process must
have no threads, so the arena cannot do it itself.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import sys
from typing import Final

_NS_GET_USERNS: Final = 0xB701
_CLONE_NEWNS: Final = 0x00020000
_CLONE_NEWUSER: Final = 0x10000000
_MS_NOSUID: Final = 2
_MS_NODEV: Final = 4
_MS_REMOUNT: Final = 32


def main(words: list[str]) -> None:
    """See above.

    Raises:
        OSError: the kernel refuses.
    """
    pid, count, *places = words
    mounts = os.open(f"/proc/{pid}/ns/mnt", os.O_RDONLY | os.O_CLOEXEC)
    libc = ctypes.CDLL(None, use_errno=True)
    if os.geteuid() != 0:
        _check(libc.setns(fcntl.ioctl(mounts, _NS_GET_USERNS), _CLONE_NEWUSER), "enter its user")
    _check(libc.setns(mounts, _CLONE_NEWNS), "enter its mounts")
    flags = ctypes.c_ulong(_MS_REMOUNT | _MS_NOSUID | _MS_NODEV)
    for place in places:
        options = f"nr_inodes={count}".encode()
        _check(libc.mount(b"none", place.encode(), None, flags, options), place)


def _check(result: int, what: str) -> None:
    if result:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error), what)


if __name__ == "__main__":
    main(sys.argv[1:])
