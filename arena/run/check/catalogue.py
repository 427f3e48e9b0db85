"""All checks, in the order of their numbers, which is the order in which they are run."""

from __future__ import annotations

from typing import Final

from arena.run.check import (
    decisions,
    ending,
    folder,
    messages,
    resources,
    starting,
    state,
    timing,
)
from arena.run.check.outcome import Check

CHECKS: Final[tuple[Check, ...]] = (
    *folder.CHECKS,
    *starting.CHECKS,
    *messages.CHECKS,
    *decisions.CHECKS,
    *state.CHECKS,
    *timing.CHECKS,
    *resources.CHECKS,
    *ending.CHECKS,
)
"""Numbers and names are for ever: a check that goes leaves its number empty."""
BY_NAME: Final = {check.name: check for check in CHECKS}
BY_NUMBER: Final = {check.number: check for check in CHECKS}


def with_needed(wanted: frozenset[str]) -> frozenset[str]:
    """*wanted*, by name, and all checks that they need."""
    more = wanted.union(*(BY_NAME[name].needs for name in wanted))
    return wanted if more == wanted else with_needed(more)


assert len(BY_NAME) == len(BY_NUMBER) == len(CHECKS), "a number or a name is given twice"
assert list(BY_NUMBER) == sorted(BY_NUMBER), "out of order"
