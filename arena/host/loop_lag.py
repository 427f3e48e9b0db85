"""How late a sitting's event loop was, and whether its host stalled: the last note of a log."""

from __future__ import annotations

import bisect
import itertools
from collections import Counter
from typing import Final

import trio

from arena.host.stall_clock import stalled_ms, take_canary_ms

_EVERY_S: Final = 0.02


class LagMeter:
    """How late a task wakes that sleeps and does nothing else. Run `run` beside the sitting."""

    def __init__(self) -> None:
        self._seen: Counter[int] = Counter()
        """How often it was late by so many milliseconds."""
        self._stalled_before_ms = stalled_ms()
        take_canary_ms()

    async def run(self) -> None:
        """Measure until cancelled."""
        while True:
            due_s = trio.current_time() + _EVERY_S
            await trio.sleep_until(due_s)
            self.add(round((trio.current_time() - due_s) * 1000))

    def add(self, late_ms: int) -> None:
        """Count one waking."""
        self._seen[late_ms] += 1

    def percentile_ms(self, percent: int) -> int:
        """*percent* of the wakings were late by at most this; 0 if there were none."""
        lags = sorted(self._seen)
        sums = list(itertools.accumulate(self._seen[lag] for lag in lags))
        return lags[bisect.bisect_left(sums, sums[-1] * percent / 100)] if lags else 0

    def notes(self) -> tuple[str, ...]:
        """What the log says of it."""
        canary_ms = take_canary_ms()
        most_ms, usual_ms = self.percentile_ms(100), self.percentile_ms(99)
        loop = f"event loop late by at most {most_ms} ms, 99 times of 100 by {usual_ms} ms"
        canary = "" if canary_ms is None else f"; canary by at most {canary_ms} ms"
        stalled = stalled_ms() - self._stalled_before_ms
        return (f"{loop}{canary}; host stalls {stalled} ms",)
