"""Time as a worker keeps it: it stands still while the worker itself does.

Theory. A bot's wall time is taken by the worker. If the worker is stopped (SIGSTOP, a frozen
container, a paused machine) or gets no processor, time goes by that no bot is to blame for:
its answer may lie there long since, and nobody looks. So the worker's trio runs on a clock
that every look at it advances. A canary, a thread that has nothing else to do, looks every
20 ms. If nobody in the process has looked for more than a quarter of a second, then nothing
in the process ran: a host stall, and the clock goes on from where it was seen last. Every
deadline and every measured time follows from this clock, so all of them leave stalls out,
and nothing has to be corrected afterwards. A busy event loop is no stall, for the canary
looks meanwhile; how late that loop is, is measured beside it (see loop_lag).

Measured on two cores: the longest time that nobody looked was 28 ms under little load, and
140 ms with eight spinning processes. What is shorter than STALL_S passes as a busy machine,
which the wall bank, four times the CPU bank, is made for.

Underneath is CLOCK_MONOTONIC. It knows no jumps of the wall clock and does not count while
the machine is suspended.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar, TypeVarTuple

import trio

STALL_S: Final = 0.25
"""The process did not run for longer than this: the host stalled."""
_BEAT_S: Final = 0.02
"""How often the canary looks."""

_Result = TypeVar("_Result")
_Args = TypeVarTuple("_Args")


class StallClock(trio.abc.Clock):
    """Trio's clock in a worker. Somebody has to look at it every _BEAT_S: see `looked_after`."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """A clock that was last seen now.

        Args:
            now: seconds that pass whatever happens, never backwards.
        """
        self._now = now
        self._seen_s = now()
        self._stalled_s = 0.0
        self._one_looks = threading.Lock()

    @property
    def stalled_ms(self) -> int:
        """Length of all host stalls so far, in whole milliseconds."""
        self.current_time()
        return round(self._stalled_s * 1000)

    def start_clock(self) -> None:
        """What was before does not count."""
        self._seen_s = self._now()

    def current_time(self) -> float:
        """Seconds without the host's stalls. Any thread may ask, and asking keeps it going."""
        with self._one_looks:
            now_s = self._now()
            unseen_s, self._seen_s = now_s - self._seen_s, now_s
            if unseen_s > STALL_S:
                self._stalled_s += unseen_s - _BEAT_S
            return now_s - self._stalled_s

    def deadline_to_sleep_time(self, deadline: float) -> float:
        """How long until *deadline*, if the host does not stall."""
        return deadline - self.current_time()


class Canary:
    """The thread that looks at a clock, and how late it came at worst."""

    def __init__(self, clock: StallClock) -> None:
        self._clock = clock
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="canary", daemon=True)
        self._latest_s = 0.0

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """Look no more."""
        self._over.set()
        self._thread.join()

    def take_latest_ms(self) -> int:
        """How late it came at worst since the last call, stalls included."""
        latest_s, self._latest_s = self._latest_s, 0.0
        return round(latest_s * 1000)

    def _watch(self) -> None:
        due_s = time.monotonic()
        while True:
            due_s += _BEAT_S
            if self._over.wait(_BEAT_S):
                return
            self._clock.current_time()
            now_s = time.monotonic()
            self._latest_s = max(self._latest_s, now_s - due_s)
            due_s = now_s


@contextmanager
def looked_after(clock: StallClock) -> Iterator[Canary]:
    """A canary that looks at *clock* within the block."""
    canary = Canary(clock)
    clock.start_clock()
    canary.start()
    try:
        yield canary
    finally:
        canary.stop()


_canary: trio.lowlevel.RunVar[Canary | None] = trio.lowlevel.RunVar("canary", None)


def run_without_stalls(function: Callable[[*_Args], Awaitable[_Result]], *args: *_Args) -> _Result:
    """`trio.run` in which no time passes while the host stalls."""
    clock = StallClock()

    with looked_after(clock) as canary:

        async def run() -> _Result:
            _canary.set(canary)
            return await function(*args)

        return trio.run(run, clock=clock)


def stalled_ms() -> int:
    """Length of all host stalls of this run so far; always 0 where trio has another clock."""
    clock = trio.lowlevel.current_clock()
    return clock.stalled_ms if isinstance(clock, StallClock) else 0


def take_canary_ms() -> int | None:
    """How late this run's canary came at worst since the last call; None where there is none."""
    canary = _canary.get()
    return canary.take_latest_ms() if canary else None
