"""A bot's CPU time as its control group counts it: exact for the whole tree, ended members too."""

from __future__ import annotations

from arena.host.sandbox.cgroup import BotGroup


class GroupClock:
    """A `CpuClock` for a bot that has a group; valid until the group is removed."""

    def __init__(self, group: BotGroup) -> None:
        self._group = group

    def read_ns(self) -> int:
        """Time used by all members so far, in ns. Never falls."""
        return self._group.cpu_ns()

    def look_for_members(self, *, since_s: float) -> None:
        """Nothing to do: the kernel knows them."""

    def close(self) -> None:
        """Nothing to give back: the group is its maker's."""
