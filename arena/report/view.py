"""One playing as it is shown, as values: what the viewer could not know is None."""

from __future__ import annotations

from dataclasses import dataclass

from arena.errors import Fault
from arena.names import BotId
from arena.referee.lines import SittingLine
from arena.rules.actions import Action
from arena.rules.cards import Card, Mask
from arena.rules.scoring import Result


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card on the table."""

    card: Card | None
    """None where its face is hidden: the unknown, to most."""
    unknown: bool
    """It was set aside with the call and lies face down."""
    forced: bool
    """It was not asked: everybody could infer it."""
    by_referee: bool
    """The referee chose it, not the bot."""


@dataclass(frozen=True, slots=True)
class ShownTrick:
    """A trick with its cards in seat order."""

    leader: int
    cards: tuple[ShownCard, ...]
    """By seat."""
    winner: int
    points: int
    """Without an unknown whose face is hidden."""
    side_points: int | None
    """What the picker's side has after it, bury included; None if there is no side, or hidden."""
    reveals_partner: int | None
    """The partner's seat, in the trick that makes it public."""


@dataclass(frozen=True, slots=True)
class ShownPicking:
    """What came before the first lead."""

    passes: int
    """How many seats passed, from seat 0 on."""
    picker: int | None
    """None in a leaster."""
    blind: Mask | None
    """None where hidden; so are *bury*, *kept* and *unknown*."""
    bury: Mask | None
    kept: Mask | None
    """What the picker held after the bury."""
    called: Card | None
    unknown_set_aside: bool
    unknown: Card | None
    alone: bool
    """The picker announced it."""
    partner: int | None
    knows_partner: bool
    """Whether *partner* (also that there is none) is shown from the start."""
    cracks: tuple[tuple[int, bool], ...]
    """Seat and answer, in the order of asking."""
    recrack: bool | None
    thrown_in: int
    """Deals thrown in before this one (R38)."""
    stake: int


@dataclass(frozen=True, slots=True)
class ShownFault:
    """A decision that the referee took instead of the bot, or a fault beside all decisions."""

    seat: int
    place: str
    """``pick``, ``bury``, …, ``trick 3``; ``deal`` for a fault that belongs to no decision."""
    fault: Fault | None
    """None: nothing new was wrong, the bot was out."""
    detail: str
    offered: Action | None
    played: Action | None


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """One seat's part in the playing."""

    bot: BotId | None
    """None where hidden: opponents are anonymous."""
    hand: Mask | None
    """As dealt; None where hidden."""
    points: int
    tricks: int
    score: int
    penalty: int | None
    """None where hidden, as what follows."""
    asked: int | None
    """How many decisions it was asked for."""
    ms: int | None
    """Wall time of them all."""
    slowest_ms: int | None
    cpu_ms: int | None
    """None also where CPU time is not read."""


@dataclass(frozen=True, slots=True)
class View:
    """One playing as it is shown. What the viewer could not know is None."""

    sitting: SittingLine
    deal: int
    """The event's deal index."""
    viewer: int | None
    """The seat it is shown to; None shows everything."""
    seats: tuple[ShownSeat, ...]
    picking: ShownPicking
    tricks: tuple[ShownTrick, ...]
    faults: tuple[ShownFault, ...]
    notes: tuple[str, ...]
    result: Result
    """Open to all at scoring."""
    side_points: int
    """What the picker's side has at scoring, bury included; 0 in a leaster."""
    last_trick_blind: int | None
    """The seat that a leaster's blind went to, if it goes to one."""
