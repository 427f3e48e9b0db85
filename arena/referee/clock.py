"""How much time a seat has: the time control and its two banks."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

_CONTROL = re.compile(r"(\d+(?:\.\d{1,3})?)\+(\d+(?:\.\d{1,3})?)")
WALL_FACTOR = 4
"""The wall bank is this many times the CPU bank, where CPU time can be read."""
LONGEST_S = 3600
"""The longest base or increment in seconds. More is a slip of the pen; what fits can be told."""


class TimeControlError(ValueError):
    """A text that is no time control."""


class TooLongError(TimeControlError):
    """A time control of more than LONGEST_S."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """``base+increment``: what a seat starts a playing with, and gains per asked decision."""

    base_ms: int
    increment_ms: int

    def __str__(self) -> str:
        return f"{_seconds(self.base_ms)}+{_seconds(self.increment_ms)}"


def parse_time_control(text: str) -> TimeControl:
    """The time control that ``1+0.1`` (seconds) says.

    Raises:
        TimeControlError: another form, or no time at all.
        TooLongError: more than LONGEST_S.
    """
    found = _CONTROL.fullmatch(text)
    if not found:
        raise TimeControlError(f"time control {text!r}: expected base+increment in s, as in 1+0.1")
    seconds = [float(part) for part in found.groups()]
    if max(seconds) > LONGEST_S:
        raise TooLongError(f"time control {text!r}: expected at most {LONGEST_S} s")
    base_ms, increment_ms = (round(part * 1000) for part in seconds)
    if not base_ms:
        raise TimeControlError(f"time control {text!r}: expected a base of at least 0.001 s")
    return TimeControl(base_ms, increment_ms)


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds / 1000:.3f}".rstrip("0").rstrip(".")


@dataclass(frozen=True, slots=True)
class Clock:
    """A seat's two banks in one playing, in whole milliseconds, never below 0.

    Where CPU time cannot be read the wall bank counts alone, at one times the
    time control, and the CPU bank is None.
    """

    control: TimeControl
    wall_left_ms: int
    cpu_left_ms: int | None

    @classmethod
    def start(cls, control: TimeControl, *, reads_cpu: bool) -> Clock:
        """The banks at the start of a playing."""
        if reads_cpu:
            return cls(control, WALL_FACTOR * control.base_ms, control.base_ms)
        return cls(control, control.base_ms, None)

    def overdraft(self, wall_ms: int, cpu_ms: int | None, margin_ms: int = 0) -> str | None:
        """Which bank a decision of this length fells, as a sentence; None if neither.

        A bank falls when more than it holds, plus *margin_ms*, was used.
        """
        if self.cpu_left_ms is not None and cpu_ms is not None:
            over_ms = cpu_ms - self.cpu_left_ms - margin_ms
            if over_ms > 0:
                return f"CPU bank −{over_ms} ms"
        over_ms = wall_ms - self.wall_left_ms - margin_ms
        if over_ms > 0:
            return f"wall bank −{over_ms} ms"
        return None

    def charged(self, wall_ms: int, cpu_ms: int | None) -> Clock:
        """The banks after an asked decision: what it used off, then the increment on."""
        wall_gain_ms = self.control.increment_ms
        cpu_left_ms = self.cpu_left_ms
        if cpu_left_ms is not None:
            wall_gain_ms *= WALL_FACTOR
            cpu_left_ms = max(0, cpu_left_ms - (cpu_ms or 0)) + self.control.increment_ms
        wall_left_ms = max(0, self.wall_left_ms - wall_ms) + wall_gain_ms
        return replace(self, wall_left_ms=wall_left_ms, cpu_left_ms=cpu_left_ms)
