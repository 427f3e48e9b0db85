"""Looking at a bot: what it has, by looking for everything or by asking its control group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from arena.host.sandbox.cgroup import BotGroup
from arena.host.sandbox.excess import PERIOD_S, Excess, Resource, Usage, excess_of, pause_s
from arena.host.sandbox.watchdog_scratch import Scratch
from arena.host.sandbox.watchdog_sockets import bytes_in_network_of, bytes_of_descriptors
from arena.host.sandbox.watchdog_tree import members_of, memory_bytes_of, tasks_of
from arena.referee.confinement import MIB, SandboxLimits


@dataclass(frozen=True, slots=True)
class Look:
    """What a look at a bot brought."""

    excess: Excess | None
    """What it has too much of now."""
    pause_s: float = PERIOD_S
    """When to look again, unless looking takes long."""


class Meter(Protocol):
    """Looks at one bot."""

    def look(self) -> Look:
        """What it has now. Called in a thread; may take some milliseconds."""
        ...


class TreeMeter:
    """For a bot without a control group: everything is looked for."""

    def __init__(
        self,
        pid: int,
        limits: SandboxLimits,
        scratch: Sequence[Scratch] = (),
        *,
        own_network: bool = False,
    ) -> None:
        """The tree below *pid*, the namespace's init or the bot itself.

        Args:
            own_network: all sockets of its network are the bot's.
        """
        self._pid = pid
        self._limits = limits
        self._scratch = scratch
        self._own_network = own_network

    def look(self) -> Look:
        """As `Meter`."""
        usage = self._usage()
        return Look(excess_of(usage, self._limits), pause_s(usage, self._limits))

    def _usage(self) -> Usage:
        scratch = _scratch_usage(self._scratch, self._limits)
        members = members_of(self._pid)
        limit_bytes = self._limits.memory_mib * MIB
        # What is cheap to know of sockets leaves so much room for what is dear to know of memory.
        socket_bytes = bytes_in_network_of(self._pid) if self._own_network else 0
        room_bytes = limit_bytes - scratch.memory_bytes - socket_bytes
        memory_bytes = scratch.memory_bytes + memory_bytes_of(members, room_bytes)
        if not self._own_network:
            room_bytes = limit_bytes - memory_bytes
            socket_bytes = bytes_of_descriptors(members, room_bytes, self._limits.descriptors)
        return replace(
            scratch,
            memory_bytes=memory_bytes,
            socket_bytes=socket_bytes,
            processes=sum(map(tasks_of, members)),
        )


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

    def look(self) -> Look:
        """As `Meter`."""
        if self._group.killed_for_memory():
            detail = f"killed at its limit of {self._limits.memory_mib} MiB of memory"
            return Look(Excess(Resource.MEMORY, detail))
        usage = replace(_scratch_usage(self._scratch, self._limits), memory_bytes=0)
        return Look(excess_of(usage, self._limits), pause_s(usage, self._limits))


def _scratch_usage(scratch: Sequence[Scratch], limits: SandboxLimits) -> Usage:
    uses = [place.use(limits.scratch_files) for place in scratch]
    return Usage(
        memory_bytes=sum(use.held_bytes for use in uses if use.in_memory),
        scratch_bytes=sum(use.held_bytes for use in uses if use.is_home),
        scratch_files=max((use.files for use in uses), default=0),
        has_hidden_files=any(use.is_hidden for use in uses),
    )
