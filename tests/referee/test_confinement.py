"""The limits of a confined bot that depend on what it plays."""

from __future__ import annotations

from arena.referee.clock import TimeControl
from arena.referee.confinement import SandboxLimits, with_clock


def test_a_bots_backstop_is_beyond_what_its_clock_allows() -> None:
    limits = with_clock(SandboxLimits(cpu_s=600), TimeControl(10_000, 1_000), deals=20)

    assert limits.cpu_s >= 600 + 20 * 10


def test_the_longest_backstop_is_a_number_of_ns_that_the_kernel_can_count() -> None:
    hour = TimeControl(base_ms=3_600_000, increment_ms=3_600_000)

    limits = with_clock(SandboxLimits(cpu_s=10**6), hour, deals=10**6)

    assert limits.cpu_s * 10**9 < 2**64
