"""What a sitting allows and charges: fault policy and the limits told to bots."""

from __future__ import annotations

from dataclasses import dataclass

from arena.referee.clock import WALL_FACTOR, TimeControl

MAX_BATCH = 64
"""The most observations in one call, whatever a bot says."""
START_MS = 10_000
"""From a bot's start to its answer to Hello."""
NOTICE_MS = 1_000
"""What DealOver and Bye are given."""
REPLY_BYTES = 256 * 1024
"""A larger reply is `oversized`."""
OUTPUT_KEPT_BYTES = 1024 * 1024
"""How much of a bot's stdout and stderr is kept."""
OUTPUT_LIMIT_BYTES = 8 * 1024 * 1024
"""More output than this is `output-limit`."""
CUT_OFF_GRACE_MS = 100
"""A call is cut off this much after the last moment at which it could be in time."""


@dataclass(frozen=True, slots=True)
class FaultPolicy:
    """``[faults]`` of ladder.toml."""

    margin_ms: int = 0
    """Added to a bank before its flag falls (timemargin)."""
    max_faults: int = 3
    """After so many faults in a sitting the substitute plays on at once."""
    penalty: int = 3
    """Score that a fault costs."""
    ponder: bool = True
    """Bots may think while others decide; else they are stopped between their calls."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits a bot is told in Hello, which are the limits enforced."""

    cpu_base_ms: int
    cpu_increment_ms: int
    wall_base_ms: int
    wall_increment_ms: int
    margin_ms: int
    max_faults: int
    penalty: int
    stopped_between_calls: bool = False
    start_ms: int = START_MS
    notice_ms: int = NOTICE_MS
    reply_bytes: int = REPLY_BYTES
    output_kept_bytes: int = OUTPUT_KEPT_BYTES
    output_limit_bytes: int = OUTPUT_LIMIT_BYTES


def limits_of(
    control: TimeControl,
    policy: FaultPolicy,
    *,
    reads_cpu: bool,
    output_bytes: int = OUTPUT_LIMIT_BYTES,
) -> Limits:
    """What a bot under *control* and *policy* is told.

    Args:
        output_bytes: what it may write to stdout and stderr.
        reads_cpu: the CPU bank counts; else the wall bank alone, at one times *control*.
    """
    factor = WALL_FACTOR if reads_cpu else 1
    return Limits(
        cpu_base_ms=control.base_ms if reads_cpu else 0,
        cpu_increment_ms=control.increment_ms if reads_cpu else 0,
        wall_base_ms=factor * control.base_ms,
        wall_increment_ms=factor * control.increment_ms,
        margin_ms=policy.margin_ms,
        max_faults=policy.max_faults,
        penalty=policy.penalty,
        stopped_between_calls=not policy.ponder,
        output_kept_bytes=min(OUTPUT_KEPT_BYTES, output_bytes),
        output_limit_bytes=output_bytes,
    )


def cut_off_ms(wall_left_ms: int, size: int, margin_ms: int) -> int:
    """When a call of *size* observations is given up, in ms after it was sent.

    Args:
        wall_left_ms: the smallest wall bank among the call's observations.
    """
    return (wall_left_ms + margin_ms) * size + CUT_OFF_GRACE_MS
