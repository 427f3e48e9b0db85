"""How far a bot is kept from everything else: levels of confinement, limits, what is required."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from arena.referee.clock import TimeControl

MIB: Final = 1024 * 1024
_DECISIONS: Final = 16
"""More than a seat is ever asked in a deal, a crack and a call with all plays included."""
_LONGEST_CPU_S: Final = 10**9
"""30 years. The kernel counts in ns, 64 bits of them, and a larger limit would begin at 0."""


class Level(Enum):
    """How a bot is confined, strongest first. Logs hold the values: add to them, never edit."""

    FULL = "full"
    """As STRONG, and memory, processes and CPU of the whole tree counted by a cgroup."""
    STRONG = "strong"
    """Namespaces, a system call filter, resource limits, a uid that is nobody's."""
    PARTIAL = "partial"
    """Landlock, a system call filter and resource limits: no namespaces."""
    WEAK = "weak"
    """Resource limits alone."""
    NONE = "none"
    """Nothing but a session and an environment of its own."""

    def reaches(self, other: Level) -> bool:
        """Whether this is *other* or stronger."""
        order = list(Level)
        return order.index(self) <= order.index(other)


@dataclass(frozen=True, slots=True)
class SandboxLimits:
    """``[sandbox.limits]`` of ladder.toml: what one bot may use, over its whole process tree."""

    memory_mib: int = 512
    """Of the tree; of each process where trees cannot be measured."""
    address_space_mib: int = 4096
    """Of a process: gRPC alone reserves 700 MiB that it never touches."""
    processes: int = 64
    """With threads, each of which counts as one."""
    cpu_s: int = 600
    """Of a process, besides what its clock allows it: a backstop."""
    file_mib: int = 32
    """A single file."""
    scratch_mib: int = 64
    """Its home and temporary files, in memory."""
    scratch_files: int = 10_000
    """How many files there."""
    shm_mib: int = 8
    """/dev/shm."""
    descriptors: int = 256
    """Open files and sockets of a process."""
    output_mib: int = 8
    """What it writes to stdout and stderr in a sitting; more is the fault output-limit."""


def with_clock(limits: SandboxLimits, control: TimeControl, deals: int) -> SandboxLimits:
    """*limits* with the CPU time that *control* allows in *deals* deals added to its backstop."""
    allowed_ms = deals * (control.base_ms + _DECISIONS * control.increment_ms)
    return replace(limits, cpu_s=min(limits.cpu_s + -(-allowed_ms // 1000), _LONGEST_CPU_S))


@dataclass(frozen=True, slots=True)
class SandboxPolicy:
    """``[sandbox]`` of ladder.toml."""

    level: Level | None = None
    """What to use; None for the best that starts here."""
    require: Level = Level.STRONG
    """The least for a bot that is not trusted."""
    trusted: bool | None = None
    """Every bot is, or none is; None: folders are, archives are not."""
    limits: SandboxLimits = SandboxLimits()


@dataclass(frozen=True, slots=True)
class Layer:
    """One of the things that confinement is made of, as a host has it."""

    name: str
    works: bool
    detail: str
    """What there is, or what is wrong, as a sentence."""
    fix: str = ""
    """What an operator can do; empty where nothing has to be done."""
    levels: tuple[Level, ...] = ()
    """The levels that need it."""
