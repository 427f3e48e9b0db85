"""What a seat may know when it is asked (R50), as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from arena.rules.actions import Action, Kind
from arena.rules.cards import Card, Mask
from arena.rules.variants import Variant

HIDDEN: Final[Card] = -1
"""Stands for the unknown's face where the seat may not see it."""


@dataclass(frozen=True, slots=True)
class SeenTrick:
    """A trick as one seat saw it, complete or still running."""

    leader: int
    """The seat that led; the next cards follow clockwise."""
    cards: tuple[Card, ...]
    """In order of play; HIDDEN for an unknown whose face the seat may not see."""
    suit: int | None
    """The suit led (a led unknown counts as the called suit); None before the lead."""
    winner: int | None
    """The seat that took it; None while it runs."""
    points: int
    """Card points in it, without an unknown that the seat may not see."""


@dataclass(frozen=True, slots=True)
class Observation:
    """Everything a seat may know at one of its decisions, and nothing else.

    Complete: a bot that keeps no memory between decisions misses nothing.
    """

    variant: Variant
    seat: int
    """The asked seat; 0 is forehand, players − 1 the dealer."""
    kind: Kind
    """What is asked."""
    legal: tuple[Action, ...] | None
    """All legal answers in a fixed order; None for a bury: any *blind_size* cards of *hand*."""
    hand: Mask
    """The cards the seat holds now, its own unknown among them."""
    passes: int
    """How many seats passed, from seat 0 on."""
    picker: int | None
    """The seat that picked; None before, and in a leaster."""
    leaster: bool
    """All passed, and the deal is played as leaster or least."""
    called: Card | None
    """The called or named card."""
    unknown_set_aside: bool
    """The picker set an unknown aside (R14 c)."""
    unknown: Card | None
    """Its face, if the seat may see it now."""
    alone: bool
    """The picker declared alone."""
    partner: int | None
    """The partner, once public."""
    cracks: tuple[bool, ...]
    """The answers given, in the order of `crack_seats`; the last one may be True."""
    crack_seats: tuple[int, ...]
    """The seats that answered, in order."""
    recrack: bool | None
    """The picker's answer to a crack; None if not (yet) asked."""
    stake: int
    """What scores are multiplied by so far: thrown-in deals, crack, re-crack (1, 2, 4 …)."""
    tricks: tuple[SeenTrick, ...]
    """Complete tricks in order, then the running one (also when it is still empty) during play."""
    blind: Mask
    """The blind, if this seat picked; else empty."""
    bury: Mask
    """What was buried, if this seat picked and has buried; else empty."""
    totals: tuple[int, ...] = ()
    """A race's totals by seat; empty otherwise."""
