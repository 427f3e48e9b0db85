"""How much memory a tree of processes has, and how many tasks it is."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Final

from arena.host.proc import children_of, facts_of

_PROC: Final = Path("/proc")
_MOST_MAPS: Final = _PROC / "sys/vm/max_map_count"
_MAP_BYTES: Final = 256
"""Of a struct vm_area_struct and its place in a tree; 208 are usual."""
_CHUNK_BYTES: Final = 65536
_FIGURE: Final = re.compile(rb"^(VmRSS|VmPTE):\s+(\d+)", re.M)


def members_of(pid: int) -> frozenset[int]:
    """*pid*, what is below it, and the orphans of its session that have become ours."""
    found = {pid, *_orphans(pid)}
    waiting = list(found)
    while waiting:
        fresh = set(children_of(waiting.pop())) - found
        found |= fresh
        waiting += fresh
    return frozenset(found)


def _orphans(session: int) -> set[int]:
    children = (facts_of(pid) for pid in children_of(os.getpid()))
    return {child.pid for child in children if child and child.session == session}


def memory_bytes_of(pids: Collection[int], enough_bytes: int) -> int:
    """What *pids* hold together, in bytes.

    A page that several share counts for each in the first, cheap sum; only when that is more
    than *enough_bytes* is it shared out among them, which takes a millisecond for each.
    """
    resident_bytes = {pid: _resident_bytes(pid) for pid in pids}
    maps_bytes = _maps_bytes_of(pids, enough_bytes)
    if sum(resident_bytes.values()) + maps_bytes <= enough_bytes:
        return sum(resident_bytes.values()) + maps_bytes
    return maps_bytes + sum(
        _share_bytes(pid, otherwise=size_bytes) for pid, size_bytes in resident_bytes.items()
    )


def tasks_of(pid: int) -> int:
    """How many threads *pid* has; none if it is gone."""
    try:
        return len(os.listdir(_PROC / str(pid) / "task"))  # noqa: PTH208 - three times as fast
    except OSError:
        return 0


def _resident_bytes(pid: int) -> int:
    """Its resident set, and the tables by which it finds that, which can be as large."""
    try:
        return sum(_status_bytes(pid).values())
    except OSError:
        return 0


def _share_bytes(pid: int, otherwise: int) -> int:
    """Its proportional set; *otherwise* when that is hidden, which a process can do itself."""
    try:
        lines = (_PROC / str(pid) / "smaps_rollup").read_bytes().splitlines()
        tables_bytes = _status_bytes(pid).get(b"VmPTE", 0)
    except PermissionError:
        return otherwise
    except OSError:
        return 0
    share = next((line for line in lines if line.startswith(b"Pss:")), b"Pss: 0 kB")
    return int(share.split()[1]) * 1024 + tables_bytes


def _maps_bytes_of(pids: Collection[int], enough_bytes: int) -> int:
    """The sum of `_maps_bytes`, as far as more than *enough_bytes*: maps take long to count."""
    total_bytes = 0
    for pid in pids:
        total_bytes += _maps_bytes(pid)
        if total_bytes > enough_bytes:
            break
    return total_bytes


def _maps_bytes(pid: int) -> int:
    """What the kernel needs to remember the maps of *pid*, which are no pages of it."""
    lines = 0
    try:
        with (_PROC / str(pid) / "maps").open("rb", buffering=0) as maps:
            while chunk := maps.read(_CHUNK_BYTES):
                lines += chunk.count(b"\n")
    except PermissionError:  # which a process can bring about itself
        lines = _most_maps()
    except OSError:
        pass
    return lines * _MAP_BYTES


@cache
def _most_maps() -> int:
    return int(_MOST_MAPS.read_bytes())


def _status_bytes(pid: int) -> dict[bytes, int]:
    status = (_PROC / str(pid) / "status").read_bytes()
    return {name: int(kib) * 1024 for name, kib in _FIGURE.findall(status)}
