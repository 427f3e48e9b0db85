"""A check as a value, and what it can come to.

Theory. A check fails in two ways. It *breaks*: the very promise it tests is not kept. Or a
fault of the bot comes in its way: an illegal card, a crash, anything the arena would charge.
The first always fails the check. The second fails it as well if all was well before; but
where an earlier check has failed, that failure is probably the same one, and the check is
*not reached*. So one mistake of a bot fails one check: the first one that meets it, and the
order of the checks goes from what every call needs to what few meet.

Only what the contract demands may fail. What is merely good to know is advice.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from arena.run.check.rig import Rig


@dataclass(frozen=True, slots=True)
class Kept:
    """As it is expected. What was sent and came is the rig's latest, if not said."""

    came: str | None = None


@dataclass(frozen=True, slots=True)
class Broken:
    """Not as the contract demands."""

    came: str | None = None


@dataclass(frozen=True, slots=True)
class Noted:
    """No fault, but not what a careful author would want."""

    came: str


@dataclass(frozen=True, slots=True)
class NotHere:
    """There is nothing of the kind."""

    reason: str


@dataclass(frozen=True, slots=True)
class Unclear:
    """It cannot be told because of something that is another check's."""

    reason: str


Outcome: TypeAlias = Kept | Broken | Noted | NotHere | Unclear


@dataclass(frozen=True, slots=True)
class Check:
    """One promise of the contract, and how it is tested.

    Numbers and names never change once they are given: add new ones.
    """

    number: int
    name: str
    expects: str
    """What is expected, as a sentence without its full stop."""
    run: Callable[[Rig, str], Awaitable[Outcome]]
    """Told the table, which is a claimed one.

    Raises: BotError for a fault that comes in its way.
    """
    needs: tuple[str, ...] = ()
    """Checks without which this one cannot be tried."""
    by_table: bool = False
    """It is run on each claimed table, else on the first alone."""
    advice: bool = False
    """It never fails."""
