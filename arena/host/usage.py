"""What a bot's processes hold right now: memory, threads, descriptors."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.host.descendants import below
from arena.host.proc import all_facts

_FIGURE: Final = re.compile(rb"^(RssAnon|RssShmem|Threads):\s+(\d+)", re.M)


@dataclass(frozen=True, slots=True)
class Usage:
    """Of a process and everything below it."""

    memory_bytes: int = 0
    """Memory of its own in use, shared memory included, files that it maps left out."""
    tasks: int = 0
    """Processes and their threads, each of which counts as one."""
    descriptors: int = 0
    """Of the process with the most open."""

    def most(self, other: Usage) -> Usage:
        """The larger of each figure."""
        return Usage(
            max(self.memory_bytes, other.memory_bytes),
            max(self.tasks, other.tasks),
            max(self.descriptors, other.descriptors),
        )


def usage_of(pid: int) -> Usage:
    """What *pid* and everything below it holds. About 15 µs for each process of the machine."""
    found = [_usage_of_one(one) for one in (pid, *below([pid], all_facts()))]
    return Usage(
        sum(one.memory_bytes for one in found),
        sum(one.tasks for one in found),
        max(one.descriptors for one in found),
    )


def disk_usage(folder: Path) -> int:
    """Bytes on disk of what lies in *folder*, links not followed."""
    return sum(path.lstat().st_blocks * 512 for path in _below(folder))


def _usage_of_one(pid: int) -> Usage:
    place = Path("/proc") / str(pid)
    try:
        status = (place / "status").read_bytes()
        figures = {name: int(value) for name, value in _FIGURE.findall(status)}
        descriptors = len(os.listdir(place / "fd"))  # noqa: PTH208 - three times as fast
    except OSError:  # it is gone
        return Usage()
    kib = figures.get(b"RssAnon", 0) + figures.get(b"RssShmem", 0)
    return Usage(kib * 1024, figures.get(b"Threads", 0), descriptors)


def _below(folder: Path) -> Iterator[Path]:
    for above, _, names in os.walk(folder):
        yield from (Path(above) / name for name in names)
