"""Stopping a bot by its control group: at once, and nothing in it is missed."""

from __future__ import annotations

from arena.host.sandbox.cgroup import BotGroup


class GroupBrake:
    """A `Brake` for a bot that has a group; for as long as the group is there."""

    def __init__(self, group: BotGroup) -> None:
        self._group = group

    async def freeze(self) -> None:
        """Let none of its processes run."""
        self._group.freeze()

    async def thaw(self) -> None:
        """Let them go on."""
        self._group.thaw()
