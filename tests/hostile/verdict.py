"""What an attack got that it should not have, by what it says and by what is seen from outside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arena.referee.confinement import SandboxLimits
from tests.hostile.catalogue import MOST, Delay
from tests.hostile.staging import KEPT_BYTES, Ran

_INIT = 2
"""Processes of the sandbox itself."""
_MARKER = 100
"""Bytes of the line that stands for what was left out of a log."""
_INEXACT = 1.1
"""A sample of many processes is not of one moment."""


def breaches(lives: Sequence[Ran], delay: Delay | None = None) -> list[str]:
    """In words; empty if it was contained.

    Args:
        delay: with it an attack may have had more than the limit, if it was ended for that.
    """
    found: list[str] = []
    for ran in lives:
        found += _deeds(ran)
        if delay is None or delay.ended_for not in (ran.why_killed or ""):
            found += _excesses(ran)
    return found


def _deeds(ran: Ran) -> Iterator[str]:
    yield from ran.achieved
    yield from ran.disturbances
    for survivor in ran.survivors:
        yield f"survived: {survivor}"
    if len(ran.log.encode()) > KEPT_BYTES + _MARKER:
        yield f"its log has {len(ran.log)} bytes"


def _excesses(ran: Ran) -> Iterator[str]:
    for unit, amount in ran.made.items():
        if amount > MOST[unit]:
            yield f"made {amount} {unit}, more than {MOST[unit]}"
    limits = SandboxLimits()
    if ran.most_mib > limits.memory_mib * _INEXACT:
        yield f"had {ran.most_mib} MiB at once"
    if ran.most_processes > limits.processes + _INIT:
        yield f"had {ran.most_processes} processes at once"
