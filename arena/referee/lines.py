"""The kinds of line that a sitting log is made of, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from arena.errors import Fault
from arena.names import BotId
from arena.referee.form import Form
from arena.referee.policy import FaultPolicy
from arena.rules.actions import Action
from arena.rules.cards import Mask
from arena.rules.variants import Variant

FORMAT = 1
"""The format of new logs. Older ones stay readable for ever."""


@dataclass(frozen=True, slots=True)
class LoggedBot:
    """One entry of a sitting."""

    bot: BotId
    digest: str
    filler: bool = False
    """A house bot that fills a seat: its fault voids the sitting."""


@dataclass(frozen=True, slots=True)
class SittingLine:
    """The header: everything that the rest is read by."""

    event: str
    match: str
    rotation: int
    attempt: int
    variant: Variant
    bots: tuple[LoggedBot, ...]
    """By entry."""
    first_deal: int
    deals: int
    time: str
    """The time control, as in ``1+0.1``."""
    reads_cpu: bool
    """Both banks count; else the wall bank alone."""
    policy: FaultPolicy
    commitment: str
    """SHA-256 of the match's secret, hex."""
    sandbox: str
    arena: str
    """The arena's version."""
    format: int = FORMAT
    form: Form = Form.DUPLICATE


@dataclass(frozen=True, slots=True)
class DealLine:
    """The cards of one playing."""

    deal: int
    seating: tuple[int, ...]
    """The entry at each seat."""
    hands: tuple[Mask, ...]
    """By seat, as dealt."""
    blind: Mask
    redeal: int = 0
    """k for a doubler's k-th replacement (R38)."""
    totals: tuple[int, ...] = ()
    """In a race, by seat: how it stands before the deal, penalties subtracted."""


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """One action that was played, and how it came about."""

    deal: int
    seat: int
    action: Action
    forced: bool = False
    """Not asked: everybody could infer it."""
    substitute: bool = False
    """Not asked: the bot is out, the referee plays for it."""
    fault: Fault | None = None
    detail: str = ""
    """What was wrong, for a person; only with a fault."""
    offered: Action | None = None
    """What the bot answered, if it did and that was not played."""
    ms: int | None = None
    """Wall time charged; None if not asked."""
    cpu_ms: int | None = None
    """CPU time charged; None if not asked or not read."""


@dataclass(frozen=True, slots=True)
class FaultLine:
    """A fault that belongs to no decision."""

    deal: int
    entry: int
    fault: Fault
    detail: str


@dataclass(frozen=True, slots=True)
class NoteLine:
    """Something worth knowing that changes nothing."""

    text: str
    deal: int | None = None


@dataclass(frozen=True, slots=True)
class ResultLine:
    """How a playing ended, by seat."""

    deal: int
    points: tuple[int, ...]
    tricks: tuple[int, ...]
    outcome: str
    scores: tuple[int, ...]
    penalties: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EndLine:
    """The last line: totals by entry, or why the sitting is void."""

    scores: tuple[int, ...]
    penalties: tuple[int, ...]
    void: str | None = None


Line: TypeAlias = (
    SittingLine | DealLine | DecisionLine | FaultLine | NoteLine | ResultLine | EndLine
)
