"""A watchdog that runs beside a bot, from its cage's entry to the cage's end."""

from __future__ import annotations

import math
from typing import Final

import trio

from arena.errors import BotError, Fault, InfrastructureError
from arena.host.sandbox.excess import Resource
from arena.host.sandbox.watchdog import Watchdog
from arena.host.sandbox.watchdog_meters import Meter

_ALL: Final = trio.CapacityLimiter(math.inf)
"""A thread for every bot: who is not watched has no limits."""


class Watch:
    """Keeps a watchdog's thread; `begin` it once the bot's first process is known."""

    def __init__(self) -> None:
        self._watchdog: Watchdog | None = None

    def begin(self, first: int, meter: Meter) -> None:
        """Watch the bot whose first process is *first*, until it ends or `end`."""
        self._watchdog = Watchdog(first, meter)
        trio.lowlevel.spawn_system_task(self._watch, name=f"watchdog of {first}")

    def end(self) -> None:
        """Watch no longer."""
        if self._watchdog:
            self._watchdog.stop()

    def killed_for(self) -> BotError | None:
        """The fault that the bot was killed for; None if it was not.

        Raises:
            InfrastructureError: it was killed because it could not be watched.
        """
        if self._watchdog and self._watchdog.failure:
            raise InfrastructureError(f"watchdog: {self._watchdog.failure}")
        excess = self._watchdog.excess if self._watchdog else None
        if excess is None:
            return None
        fault = Fault.MEMORY_LIMIT if excess.resource is Resource.MEMORY else Fault.CRASHED
        return BotError(fault, f"killed for {excess.detail}")

    async def _watch(self) -> None:
        assert self._watchdog
        await trio.to_thread.run_sync(self._watchdog.watch, abandon_on_cancel=True, limiter=_ALL)
