"""What is asked of a bot, and what comes back, as values."""

from __future__ import annotations

from dataclasses import dataclass

from arena.errors import BotError
from arena.rules.actions import Action
from arena.rules.observation import Observation


@dataclass(frozen=True, slots=True)
class Question:
    """One decision as it is sent to a bot."""

    decision_id: bytes
    """8 opaque bytes; the answer echoes them."""
    observation: Observation
    bot_seed: int
    """64 bits, a function of deal and seat: where a bot takes its randomness from."""
    wall_left_ms: int
    """The wall bank before this decision."""
    cpu_left_ms: int | None
    """The CPU bank before this decision; None where CPU time is not read."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: an action, or the error that stands in its place."""

    answer: Action | BotError
    wall_ms: int
    """Wall time charged to the decision: its batch's, divided by the batch's size."""
    cpu_ms: int | None
    """CPU time of the bot's process tree, likewise; None where it is not read."""
    stall_ms: int = 0
    """How long the host stalled in the call; in none of the times."""


@dataclass(frozen=True, slots=True)
class DealSummary:
    """A finished playing, open to all: what a bot that wants results is told."""

    seat: int
    """The told bot's seat."""
    hands: tuple[int, ...]
    """By seat as dealt, masks."""
    blind: int
    bury: int
    actions: tuple[Action, ...]
    """Every action of the playing in order, forced ones included."""
    points: tuple[int, ...]
    tricks: tuple[int, ...]
    outcome: str
    scores: tuple[int, ...]
    picker: int | None
    partner: int | None
