"""What the kernel counts by user, used up by the arena where all its bots are one user.

An ordinary user's bots are that user to the kernel. Two of its counts a bot could change and
another read: the memory of pipes, beyond which a new pipe is small and cannot grow, and the
descriptors on their way between processes, beyond which none can be sent. So the arena takes
more than there is before the first bot starts: every bot finds them used up, at any time. It
holds them where they take up no descriptors of its own, as messages that nobody receives.
"""

from __future__ import annotations

import array
import errno
import fcntl
import os
import socket
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

_SOFT_LIMIT: Final = Path("/proc/sys/fs/pipe-user-pages-soft")
_PAGE_BYTES: Final = os.sysconf("SC_PAGE_SIZE")
_LARGE_BYTES: Final = 1024 * 1024
_LEAST_PAGES: Final = 2
"""Of a pipe that is made when its user has too many."""
_MOST_PIPES: Final = 200
"""More than twice what takes all that there is by default."""
_IN_A_MESSAGE: Final = 200
"""Descriptors; the kernel takes 253."""


def use_up_what_users_share(descriptors: int) -> None:
    """Take what there is left of it, for as long as this process lives.

    To be called before each start: somebody else may have given something back meanwhile.

    Args:
        descriptors: how many a bot may have open, which is also how many its user may have on
            their way when it sends one.
    """
    _hoard().fill(descriptors)


class _Hoard:
    """Messages full of descriptors."""

    def __init__(self) -> None:
        self._sending, self._receiving = socket.socketpair()
        self._sending.settimeout(0)
        self._sent = 0

    def fill(self, descriptors: int) -> None:
        pipes = _all_the_pipes_there_are()
        try:
            for first in range(0, len(pipes), _IN_A_MESSAGE):
                self._send(pipes[first : first + _IN_A_MESSAGE])
        finally:
            for pipe in pipes:
                os.close(pipe)
        while self._sent <= descriptors:
            if not self._send([self._sending.fileno()] * _IN_A_MESSAGE):
                return  # others hold even more, this user's or another arena's

    def _send(self, fds: Sequence[int]) -> bool:
        ancillary = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", fds))]
        try:
            self._sending.sendmsg([b"-"], ancillary)
        except OSError as error:
            if error.errno in (errno.ETOOMANYREFS, errno.EAGAIN):
                return False
            raise
        self._sent += len(fds)
        return True


@cache
def _hoard() -> _Hoard:
    return _Hoard()


def _all_the_pipes_there_are() -> list[int]:
    """One end of each; then a new one is as small as can be, and cannot grow."""
    kept: list[int] = []
    if not _is_limited():
        return kept
    while len(kept) < _MOST_PIPES:
        try:
            reading, writing = os.pipe()
        except OSError:  # there is a hard limit too
            return kept
        os.close(writing)
        kept.append(reading)
        grown = _grows_to(reading, _LARGE_BYTES)
        if not grown and fcntl.fcntl(reading, fcntl.F_GETPIPE_SZ) <= _LEAST_PAGES * _PAGE_BYTES:
            grown = _grows_to(reading, 2 * _LEAST_PAGES * _PAGE_BYTES)
            if not grown:
                os.close(kept.pop())
                return kept
    return kept


def _is_limited() -> bool:
    try:
        return int(_SOFT_LIMIT.read_bytes()) > 0
    except OSError:  # no /proc/sys in this container: the kernel's default is a limit
        return True


def _grows_to(pipe: int, size_bytes: int) -> bool:
    try:
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, size_bytes)
    except OSError:
        return False
    return True
