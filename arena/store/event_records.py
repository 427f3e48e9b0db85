"""What is kept about events, matches, sittings and attempts."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Final

from arena.names import BotId
from arena.referee.form import Form
from arena.referee.playing import Playing
from arena.referee.policy import FaultPolicy
from arena.rules.variants import Variant
from arena.schedule.secrets import commitment, match_secret
from arena.store.round_terms import RoundTerms
from arena.store.versus_terms import VersusTerms

DAILY: Final = "daily"
"""The kind of events that play a day's deals: all their matches play the same ones (R43)."""


@dataclass(frozen=True, slots=True)
class EventRecord:
    """A tournament as it was set up; it never changes."""

    name: str
    kind: str
    """``round-robin``, ``session``, ``race``, ``daily``, ``versus``,
    ``panel``, ``gauntlet``, ``swiss`` or ``next``."""
    ladder: str | None
    """The ladder that it counts for."""
    rated: bool
    variant: Variant
    time: str
    """As in ``1+0.1``."""
    deals: int
    """Deals of each match; of a race at most so many."""
    secret: bytes = field(repr=False)
    """32 bytes, never shown before the end."""
    created_at: datetime
    """Aware."""
    policy: FaultPolicy
    house: BotId | None
    """The bot that fills tables and whose rating is the anchor."""
    form: Form = Form.DUPLICATE
    versus: VersusTerms | None = None
    """What it tests, if it compares two bots."""
    rounds: RoundTerms | None = None
    """Of an event that grows: its matches come a round at a time."""

    @property
    def commitment(self) -> str:
        """SHA-256 of the secret, in hex: shown before the event."""
        return commitment(self.secret)

    def matches_to_come(self, stored: int) -> int:
        """How many matches later rounds will add to the *stored* ones."""
        return 0 if self.rounds is None else self.rounds.matches - stored

    def sittings_to_come(self, stored: int) -> int:
        """How many sittings the matches to come will have."""
        return self.matches_to_come(stored) * self.form.sittings(self.variant.players)

    def match_secret(self, number: int) -> bytes:
        """The secret that the cards of match *number* derive from."""
        return secret_of_match(self.kind, self.secret, number)


def secret_of_match(kind: str, event_secret: bytes, number: int) -> bytes:
    """The secret of match *number* of an event of *kind*: a day's is used directly (R43)."""
    return event_secret if kind == DAILY else match_secret(event_secret, number)


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """One line-up of an event over its deals."""

    number: int
    """In its event, from 1."""
    bots: tuple[BotId, ...]
    """By entry, which is the cyclic order."""
    first_deal: int
    commitment: str
    """SHA-256 of the match's secret, in hex."""
    revealed_secret: bytes | None = None
    """None until all its sittings are complete."""
    fillers: frozenset[int] = frozenset()
    """Entries that are house bots filling a seat: their fault voids a sitting."""
    dropped: bool = False
    """Its event was decided without it."""


@dataclass(frozen=True, slots=True)
class EventSummary:
    """An event and how far it is."""

    event: EventRecord
    bots: tuple[BotId, ...]
    """Everyone who plays in it, by name, house fillers included."""
    matches: int
    """Like the sittings, without those that are dropped, with those of rounds to come."""
    sittings: int
    complete: int
    """Sittings that are complete."""


class SittingStatus(Enum):
    """Where a sitting or one attempt at it stands."""

    PENDING = "pending"
    """Never begun."""
    RUNNING = "running"
    """Begun; whether a process still plays it is the play lock's to say."""
    COMPLETE = "complete"
    VOID = "void"
    """Annulled; the sitting is to be played again."""
    DROPPED = "dropped"
    """A sitting that does not count, if it was played at all: its event is decided without it."""


@dataclass(frozen=True, slots=True)
class AttemptRecord:
    """One attempt at a sitting."""

    number: int
    """From 1."""
    status: SittingStatus
    reason: str | None
    """Why it is void."""
    log: Path | None
    """Its sealed log, once it is complete."""
    last_h: str | None
    sandbox: str | None
    began_at: datetime
    ended_at: datetime | None


@dataclass(frozen=True, slots=True)
class SittingRecord:
    """One rotation of a match; a session has rotation 0 alone."""

    match: int
    rotation: int
    status: SittingStatus
    """Complete if an attempt is, unless it is dropped; else the last attempt's."""
    attempts: tuple[AttemptRecord, ...]
    """All there ever were."""


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match with what was played of it, as ratings read it."""

    event: str
    number: int
    bots: tuple[BotId, ...]
    """By entry."""
    digests: tuple[str, ...]
    """By entry."""
    complete: bool
    playings: tuple[Playing, ...]
    """Of its complete sittings, by rotation and deal."""
    form: Form
