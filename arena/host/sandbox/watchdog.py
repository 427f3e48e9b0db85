"""Ends a bot that uses more than its limits, where no kernel mechanism of its own does.

A control group limits memory and processes exactly. Without one they are measured, ten times
a second and more often the less is left, so a bot can have more for a moment. What is measured
is decided by a meter; the watchdog waits, and kills.

It does all of it in a thread of its own: on a busy machine each change of threads takes time,
in which the bot takes more, and the event loop can be busy for longer than a bot needs.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import time
from typing import Final

from arena.errors import InfrastructureError
from arena.host.sandbox.excess import SHORTEST_S, Excess
from arena.host.sandbox.watchdog_meters import Meter

_REST: Final = 4
"""Waits between looks last at least so many times the CPU time of one: it must not eat a core."""


class Watchdog:
    """Watches one bot, and kills it when its meter finds an excess."""

    def __init__(self, pid: int, meter: Meter) -> None:
        """Of the process *pid*, whose end is the end of the bot, and which still runs."""
        self._pid = pid
        self._meter = meter
        self._stopped = False
        self.excess: Excess | None = None
        """Why the bot was killed; None if it was not, or not by this."""
        self.failure: OSError | InfrastructureError | None = None
        """Why it could not be watched, for which it was killed too."""

    def watch(self) -> None:
        """Until the bot ends, by itself or by this, or is no longer to be watched.

        Blocks. What fails here fails this bot alone.
        """
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
            self._watch(pid_fd)
        finally:
            os.close(pid_fd)

    def stop(self) -> None:
        """Kill nobody from now on, and end soon."""
        self._stopped = True

    def _watch(self, pid_fd: int) -> None:
        ends = select.poll()
        ends.register(pid_fd, select.POLLIN)
        wait_s = SHORTEST_S
        while not self._stopped and not ends.poll(wait_s * 1000):
            began_s = time.thread_time()
            try:
                look = self._meter.look()
            except (OSError, InfrastructureError) as error:
                if not self._stopped:
                    self.failure = error
                    _kill(pid_fd)
                return
            if look.excess and not self._stopped:
                self.excess = look.excess  # who sees the bot's end is to find the reason
                if _kill(pid_fd):
                    return
                self.excess = None
            wait_s = max(look.pause_s, _REST * (time.thread_time() - began_s))


def _kill(pid_fd: int) -> bool:
    """SIGKILL it; False if it is gone, and the meter may have looked at its number's next owner."""
    try:
        signal.pidfd_send_signal(pid_fd, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True
