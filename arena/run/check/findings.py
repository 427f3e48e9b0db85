"""What is found once and judged by several checks."""

from __future__ import annotations

from dataclasses import dataclass, field

from arena.errors import BotError
from arena.host.bot import Farewell
from arena.host.usage import Usage
from arena.run.check.positions import Situation


@dataclass(frozen=True, slots=True)
class Tried:
    """One decision that a bot was asked by itself."""

    situation: Situation
    sent: str
    came: str
    fault: BotError | None
    """What the arena would charge; None for a legal answer."""


@dataclass(frozen=True, slots=True)
class LongRun:
    """What a bot used while it played many deals."""

    deals: int
    early: Usage
    """Up to the end of the first deals."""
    peak: Usage
    scratch_bytes: int
    output_bytes: int


@dataclass(frozen=True, slots=True)
class Played:
    """Whole deals at one table."""

    deals: int
    fault: BotError | None
    """What ended them, if they did not end by themselves."""
    sent: str
    came: str


@dataclass(slots=True)
class Findings:
    """All of them, each None or missing until it is found."""

    decisions: dict[str, tuple[Tried, ...]] = field(default_factory=dict)
    """By table."""
    deals: dict[str, tuple[Played, ...]] = field(default_factory=dict)
    """By table, one for each of its settings that was tried."""
    long_run: LongRun | None = None
    farewell: Farewell | None = None
    told: int = 0
    """How many ends of deals it was told."""
    unheard: int = 0
    """To how many of these it gave no answer in its time."""
    copy_digest: str = ""
    """Of what is run, before anything was."""
    hello_answer: bytes = b""
    """Of its first process."""
    ready_ms: int = 0
    """How long its first start took, Hello included."""
