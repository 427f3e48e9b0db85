"""What a bot uses at one moment, whether that is too much, and how soon to look again."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from arena.host.sandbox.cgroup_files import OWN_PROCESSES
from arena.referee.confinement import MIB, SandboxLimits

PERIOD_S: Final = 0.1
"""From look to look at a bot that uses nothing."""
SHORTEST_S: Final = 0.005
"""The same at one that is about to have too much."""


class Resource(Enum):
    """What a bot can have too much of."""

    MEMORY = "memory"
    PROCESSES = "processes"
    DISK = "disk"
    """Of its scratch: what the files hold, or how many they are."""


@dataclass(frozen=True, slots=True)
class Excess:
    """Why a bot was ended."""

    resource: Resource
    detail: str
    """For a person: ``620 MiB of memory, more than 512``."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What a bot uses at one moment."""

    memory_bytes: int = 0
    """Shared pages once, scratch that is in memory included."""
    socket_bytes: int = 0
    """What its sockets may hold, which counts as memory."""
    processes: int = 0
    """Threads, and the sandbox's own init."""
    scratch_bytes: int = 0
    scratch_files: int = 0
    """Where they are most."""
    has_hidden_files: bool = False


def excess_of(usage: Usage, limits: SandboxLimits) -> Excess | None:
    """What *usage* has beyond *limits*, the gravest first; None within them."""
    if usage.memory_bytes > limits.memory_mib * MIB:
        detail = f"{_mib(usage.memory_bytes)} MiB of memory, more than {limits.memory_mib}"
        return Excess(Resource.MEMORY, detail)
    if (all_bytes := usage.memory_bytes + usage.socket_bytes) > limits.memory_mib * MIB:
        with_sockets = "MiB of memory with what its sockets may hold"
        detail = f"{_mib(all_bytes)} {with_sockets}, more than {limits.memory_mib}"
        return Excess(Resource.MEMORY, detail)
    if usage.processes > limits.processes + OWN_PROCESSES:
        detail = f"{usage.processes} processes and threads, more than {limits.processes}"
        return Excess(Resource.PROCESSES, detail)
    if usage.scratch_bytes > limits.scratch_mib * MIB:
        detail = f"{_mib(usage.scratch_bytes)} MiB of files, more than {limits.scratch_mib}"
        return Excess(Resource.DISK, detail)
    if usage.scratch_files > limits.scratch_files:
        detail = f"{usage.scratch_files} files, more than {limits.scratch_files}"
        return Excess(Resource.DISK, detail)
    if usage.has_hidden_files:
        return Excess(Resource.DISK, "folders that cannot be counted: too deep, or not readable")
    return None


def pause_s(usage: Usage, limits: SandboxLimits) -> float:
    """How soon to look again at a bot within *limits*: the less is left, the sooner."""
    used = max(
        (usage.memory_bytes + usage.socket_bytes) / (limits.memory_mib * MIB),
        usage.processes / (limits.processes + OWN_PROCESSES),
        usage.scratch_bytes / (limits.scratch_mib * MIB),
        usage.scratch_files / limits.scratch_files,
    )
    return max(SHORTEST_S, PERIOD_S * (1 - used))


def _mib(size_bytes: int) -> int:
    return -(-size_bytes // MIB)  # rounded up: what is more than 512 reads 513 or more
