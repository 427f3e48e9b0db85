"""Ends a bot that uses more than its limits, where no kernel mechanism of its own does.

A control group limits memory and processes exactly. Without one they are measured, ten times
a second and more often the less is left, so a bot can have more for a moment. What is measured
is decided by a meter; the watchdog waits, and kills.
"""

from __future__ import annotations

import contextlib
import os
import signal
from typing import Final

import trio

from arena.errors import InfrastructureError
from arena.host.sandbox.excess import SHORTEST_S, Excess
from arena.host.sandbox.watchdog_meters import Meter

_REST: Final = 4
"""Waits between looks last at least so many times what a look took: it must not eat a core."""


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
        wait_s = SHORTEST_S
        try:
            while not await _ends(pid_fd, wait_s):
                began_s = trio.current_time()
                look = await trio.to_thread.run_sync(self._meter.look)
                if look.excess and _kill(pid_fd):
                    self.excess = look.excess
                    return
                wait_s = max(look.pause_s, _REST * (trio.current_time() - began_s))
        except (OSError, InfrastructureError) as error:
            self.failure = error
            _kill(pid_fd)
        finally:
            os.close(pid_fd)


async def _ends(pid_fd: int, within_s: float) -> bool:
    """Whether the process ends within *within_s*."""
    with trio.move_on_after(within_s):
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
