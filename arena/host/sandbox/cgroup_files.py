"""What the files of a control group are called and how they read, in version 1 and in version 2."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from arena.errors import InfrastructureError
from arena.referee.confinement import MIB, SandboxLimits

OWN_PROCESSES: Final = 1
"""What a sandbox needs besides its bot's: the init of its pid namespace, one thread."""
_EVENTS: Final = "memory.events"
_PERIOD_US: Final = 100_000
_LAST_REQUEST_BYTES: Final = 1 * MIB
"""More than a process asks the kernel for at once; what was refused is not in the peak."""

Folders = Mapping[str, Path]
"""A group's folder for each controller; in version 2 they are all the same."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A value for one file of a new group."""

    controller: str
    file: str
    value: str
    optional: bool = False
    """Whether a kernel may lack the file: one without swap has nothing to limit there."""


class Files(Protocol):
    """One version's names, so that a group need not know which it is."""

    version: int
    controllers: tuple[str, ...]
    """Whose folders a group has, the one whose cgroup.procs is read first."""
    cpu_file: tuple[str, str]
    """Controller and file for `parse_cpu_ns`."""
    freezer_file: tuple[str, str]
    frozen: str
    thawed: str

    def settings(self, limits: SandboxLimits) -> tuple[Setting, ...]:
        """What to write, in this order."""
        ...

    def parse_cpu_ns(self, text: bytes) -> int:
        """CPU time of all that ever was in the group, in ns."""
        ...

    def memory_peak_bytes(self, folders: Folders) -> int | None:
        """The most memory it held at once; None where the kernel does not keep it."""
        ...

    def killed_for_memory(self, folders: Folders) -> bool:
        """Whether a member was killed, and the group had reached its own limit before."""
        ...

    def oom_kills(self, folders: Folders) -> int:
        """How many members the kernel killed for want of memory, whoever's."""
        ...


class Version1:
    """A hierarchy for each controller, or for some together."""

    version = 1
    controllers: tuple[str, ...] = ("pids", "memory", "cpu", "cpuacct", "freezer")
    cpu_file: tuple[str, str] = ("cpuacct", "cpuacct.usage")
    freezer_file: tuple[str, str] = ("freezer", "freezer.state")
    frozen = "FROZEN"
    thawed = "THAWED"

    def settings(self, limits: SandboxLimits) -> tuple[Setting, ...]:
        """The sum of memory and swap comes second: it may not be below memory alone."""
        memory = str(limits.memory_mib * MIB)
        return (
            Setting("memory", "memory.limit_in_bytes", memory),
            Setting("memory", "memory.memsw.limit_in_bytes", memory, optional=True),
            Setting("memory", "memory.swappiness", "0", optional=True),
            Setting("pids", "pids.max", str(limits.processes + OWN_PROCESSES)),
            Setting("cpu", "cpu.cfs_period_us", str(_PERIOD_US)),
            Setting("cpu", "cpu.cfs_quota_us", str(_PERIOD_US)),
        )

    def parse_cpu_ns(self, text: bytes) -> int:
        """The file holds nothing else."""
        return int(text)

    def memory_peak_bytes(self, folders: Folders) -> int:
        """Kept by every kernel."""
        return int(read(folders["memory"] / "memory.max_usage_in_bytes"))

    def killed_for_memory(self, folders: Folders) -> bool:
        """Both: oom_kill counts what died of the whole machine's lack too, no bot's fault.

        What failed is not counted by every kernel (memory.failcnt stays 0 in 6.18).
        """
        limit_bytes = int(read(folders["memory"] / "memory.limit_in_bytes"))
        with_swap = folders["memory"] / "memory.memsw.max_usage_in_bytes"
        peak_bytes = self.memory_peak_bytes(folders)
        if with_swap.exists():
            peak_bytes = max(peak_bytes, int(read(with_swap)))
        return self.oom_kills(folders) > 0 and peak_bytes >= limit_bytes - _LAST_REQUEST_BYTES

    def oom_kills(self, folders: Folders) -> int:
        """Since Linux 4.13."""
        return keyed(folders["memory"] / "memory.oom_control", "oom_kill")


class Version2:
    """One hierarchy; a group's parent says which controllers it has."""

    version = 2
    controllers: tuple[str, ...] = ("pids", "memory", "cpu")
    cpu_file: tuple[str, str] = ("cpu", "cpu.stat")
    freezer_file: tuple[str, str] = ("pids", "cgroup.freeze")
    frozen = "1"
    thawed = "0"

    def settings(self, limits: SandboxLimits) -> tuple[Setting, ...]:
        """With memory.oom.group the whole bot goes, not the one process that was largest."""
        return (
            Setting("memory", "memory.max", str(limits.memory_mib * MIB)),
            Setting("memory", "memory.swap.max", "0", optional=True),
            Setting("memory", "memory.oom.group", "1"),
            Setting("pids", "pids.max", str(limits.processes + OWN_PROCESSES)),
            Setting("cpu", "cpu.max", f"{_PERIOD_US} {_PERIOD_US}"),
        )

    def parse_cpu_ns(self, text: bytes) -> int:
        """Among others, in µs."""
        return _value(text.decode(), "usage_usec") * 1000

    def memory_peak_bytes(self, folders: Folders) -> int | None:
        """Kept since Linux 5.19."""
        path = folders["memory"] / "memory.peak"
        return int(read(path)) if path.exists() else None

    def killed_for_memory(self, folders: Folders) -> bool:
        """Both: oom is this group's limit alone, oom_kill the whole machine's lack too."""
        return self.oom_kills(folders) > 0 and keyed(folders["memory"] / _EVENTS, "oom") > 0

    def oom_kills(self, folders: Folders) -> int:
        """Since Linux 4.13."""
        return keyed(folders["memory"] / _EVENTS, "oom_kill")


def read(path: Path) -> str:
    """The text of *path*.

    Raises:
        InfrastructureError: it cannot be read.
    """
    try:
        return os.fsdecode(path.read_bytes())
    except OSError as error:
        raise InfrastructureError(f"{path}: {error.strerror}") from error


def write(path: Path, value: str) -> None:
    """Write *value* to *path*.

    Raises:
        InfrastructureError: the kernel refuses.
    """
    try:
        path.write_text(value, encoding="utf-8")
    except OSError as error:
        raise InfrastructureError(f"{path}: writing {value!r}: {error.strerror}") from error


def keyed(path: Path, key: str) -> int:
    """The number behind *key* in *path*, a file of lines of a key and a number each.

    Raises:
        InfrastructureError: it cannot be read, or has no such line.
    """
    try:
        return _value(read(path), key)
    except KeyError as error:
        raise InfrastructureError(f"{path}: expected a line {key!r}") from error


def _value(text: str, key: str) -> int:
    return int(dict(line.split(maxsplit=1) for line in text.splitlines())[key])
