"""What an attack got that it should not have, by what it says and by what is seen from outside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arena.referee.confinement import SandboxLimits
from tests.hostile.catalogue import MOST, Attack, Leak
from tests.hostile.staging import KEPT_BYTES, Ran

_INIT = 2
"""Processes of the sandbox itself."""
_MARKER = 100
"""Bytes of the line that stands for what was left out of a log."""


def breaches(attack: Attack, lives: Sequence[Ran], leak: Leak | None = None) -> list[str]:
    """In words; empty if it was contained.

    Args:
        leak: what is known to be soft about it.
    """
    return [breach for ran in lives for breach in _breaches(ran, leak.most if leak else None)]


def _breaches(ran: Ran, soft: int | None) -> Iterator[str]:
    yield from ran.achieved
    yield from ran.disturbances
    for survivor in ran.survivors:
        yield f"survived: {survivor}"
    for unit, amount in ran.made.items():
        most = MOST[unit] if soft is None else soft
        if amount > most:
            yield f"made {amount} {unit}, more than {most}"
    limits = SandboxLimits()
    most_mib = limits.memory_mib if soft is None else max(soft, limits.memory_mib)
    if ran.most_mib > most_mib * 1.1:  # a sample of many processes is not of one moment
        yield f"had {ran.most_mib} MiB at once"
    if ran.most_processes > limits.processes + _INIT:
        yield f"had {ran.most_processes} processes at once"
    if len(ran.log.encode()) > KEPT_BYTES + _MARKER:
        yield f"its log has {len(ran.log)} bytes"
