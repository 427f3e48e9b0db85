"""How much memory the sockets of a bot may hold, which belongs to no process of it.

What lies in a socket's buffer is the kernel's, and outlives the process that wrote it as long
as somebody holds an end. Nothing tells from outside how much it is, so each socket counts as
full. The filter keeps buffers at their default size.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Final

_PROC: Final = Path("/proc")
_SETTING: Final = _PROC / "sys/net/core/wmem_default"
_SOCKET: Final = "socket:"


@cache
def buffer_bytes() -> int:
    """The most that one socket has sent and nobody has read.

    A send begins while the buffer is not full, and takes up to half of its size more.
    """
    return int(_SETTING.read_bytes()) * 3 // 2


def bytes_in_network_of(pid: int) -> int:
    """What all sockets of *pid*'s network may hold, those on their way to a process included."""
    try:
        said = (_PROC / str(pid) / "net/sockstat").read_bytes().split(maxsplit=3)
    except OSError:
        return 0
    return int(said[2]) * buffer_bytes()  # sockets: used N


def bytes_of_descriptors(pids: Collection[int], enough_bytes: int, most: int) -> int:
    """What the sockets that *pids* have open may hold, where others use the same network.

    Any descriptor counts as a socket in the first, cheap sum; only when that is more than
    *enough_bytes* is each of them looked at.

    Args:
        most: how many a process that lets nobody look counts as.
    """
    opened = {pid: _descriptors(pid, most) for pid in pids}
    if sum(opened.values()) * buffer_bytes() <= enough_bytes:
        return sum(opened.values()) * buffer_bytes()
    return sum(_sockets(pid, most) for pid in pids) * buffer_bytes()


def _descriptors(pid: int, most: int) -> int:
    try:
        return len(os.listdir(_PROC / str(pid) / "fd"))  # noqa: PTH208 - three times as fast
    except PermissionError:
        return most
    except OSError:
        return 0


def _sockets(pid: int, most: int) -> int:
    place = _PROC / str(pid) / "fd"
    found = 0
    try:
        for name in os.listdir(place):  # noqa: PTH208 - three times as fast
            found += _is_socket(f"{place}/{name}")
    except PermissionError:
        return most
    except OSError:
        pass
    return found


def _is_socket(link: str) -> bool:
    try:
        return os.readlink(link).startswith(_SOCKET)  # noqa: PTH115 - the text, no path
    except OSError:  # closed meanwhile
        return False
