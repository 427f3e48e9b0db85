"""Ends a bot that uses more than its limits, where no kernel mechanism of its own does.

A control group limits memory and processes exactly. Without one they are measured ten times
a second, so a bot can have more for a moment. What is measured is decided by a meter; the
watchdog waits, and kills.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, Protocol

import trio

from arena.errors import InfrastructureError
from arena.host.sandbox.cgroup import BotGroup
from arena.host.sandbox.cgroup_files import OWN_PROCESSES
from arena.host.sandbox.watchdog_scratch import Scratch
from arena.host.sandbox.watchdog_tree import members_of, memory_bytes_of, tasks_of
from arena.referee.confinement import MIB, SandboxLimits

PERIOD_S: Final = 0.1


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
    processes: int = 0
    """Threads, and the sandbox's own init."""
    scratch_bytes: int = 0
    scratch_files: int = 0
    has_hidden_files: bool = False


def excess_of(usage: Usage, limits: SandboxLimits) -> Excess | None:
    """What *usage* has beyond *limits*, the gravest first; None within them."""
    if usage.memory_bytes > limits.memory_mib * MIB:
        detail = f"{_mib(usage.memory_bytes)} MiB of memory, more than {limits.memory_mib}"
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


class Meter(Protocol):
    """Looks at one bot."""

    def excess(self) -> Excess | None:
        """What it has too much of now. Called in a thread; may take some milliseconds."""
        ...


class TreeMeter:
    """For a bot without a control group: everything is looked for."""

    def __init__(self, pid: int, limits: SandboxLimits, scratch: Sequence[Scratch] = ()) -> None:
        """The tree below *pid*, the namespace's init or the bot itself."""
        self._pid = pid
        self._limits = limits
        self._scratch = scratch

    def excess(self) -> Excess | None:
        """As `Meter`."""
        scratch = _scratch_usage(self._scratch, self._limits)
        members = members_of(self._pid)
        room_bytes = self._limits.memory_mib * MIB - scratch.memory_bytes
        usage = replace(
            scratch,
            memory_bytes=scratch.memory_bytes + memory_bytes_of(members, room_bytes),
            processes=sum(map(tasks_of, members)),
        )
        return excess_of(usage, self._limits)


class GroupMeter:
    """For a bot in a control group: its scratch, and what the kernel's killing left over.

    Whoever removes the group ends the watch first; a look that is under way then fails.
    """

    def __init__(
        self, group: BotGroup, limits: SandboxLimits, scratch: Sequence[Scratch] = ()
    ) -> None:
        self._group = group
        self._limits = limits
        self._scratch = scratch

    def excess(self) -> Excess | None:
        """As `Meter`."""
        if self._group.killed_for_memory():
            detail = f"killed at its limit of {self._limits.memory_mib} MiB of memory"
            return Excess(Resource.MEMORY, detail)
        scratch = _scratch_usage(self._scratch, self._limits)
        return excess_of(replace(scratch, memory_bytes=0), self._limits)


class Watchdog:
    """Watches one bot, and kills it when its meter finds an excess."""

    def __init__(self, pid: int, meter: Meter) -> None:
        """Of the process *pid*, whose end is the end of the bot, and which still runs."""
        self._pid = pid
        self._meter = meter
        self.excess: Excess | None = None
        """Why the bot was killed; None if it was not, or not by this."""
        self.failure: OSError | InfrastructureError | None = None
        """Why it could not be watched, for which it was killed too."""

    async def watch(self) -> None:
        """Until the bot ends, by itself or by this. What fails here fails this bot alone."""
        try:
            pid_fd = os.pidfd_open(self._pid)
        except ProcessLookupError:
            return
        except OSError as error:
            self.failure = error
            with contextlib.suppress(OSError):
                os.kill(self._pid, signal.SIGKILL)
            return
        try:
            while not await _ends(pid_fd):
                excess = await trio.to_thread.run_sync(self._meter.excess)
                if excess and _kill(pid_fd):
                    self.excess = excess
                    return
        except (OSError, InfrastructureError) as error:
            self.failure = error
            _kill(pid_fd)
        finally:
            os.close(pid_fd)


async def _ends(pid_fd: int) -> bool:
    """Whether the process ends within the period."""
    with trio.move_on_after(PERIOD_S):
        await trio.lowlevel.wait_readable(pid_fd)
        return True
    return False


def _kill(pid_fd: int) -> bool:
    """SIGKILL it; False if it is gone, and the meter may have looked at its number's next owner."""
    try:
        signal.pidfd_send_signal(pid_fd, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def _scratch_usage(scratch: Sequence[Scratch], limits: SandboxLimits) -> Usage:
    uses = [place.use(limits.scratch_files) for place in scratch]
    return Usage(
        memory_bytes=sum(use.held_bytes for use in uses if use.in_memory),
        scratch_bytes=sum(use.held_bytes for use in uses if use.is_home),
        scratch_files=sum(use.files for use in uses),
        has_hidden_files=any(use.is_hidden for use in uses),
    )


def _mib(size_bytes: int) -> int:
    return -(-size_bytes // MIB)  # rounded up: what is more than 512 reads 513 or more
