"""A tournament set up: who plays, for which ladder, in which matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from arena.config.ladder_toml import Ladder, Settings
from arena.errors import ConfigError
from arena.referee.clock import TimeControl
from arena.rules.variants import Variant
from arena.run.kinds import Kind, Swiss, first_line_ups
from arena.run.prepared import (
    Prepared,
    entrants_of,
    event_name,
    house_of,
    matches_of,
    owners_that_matter,
    pinned_house,
    prepared,
    with_secret,
)
from arena.schedule.owners import Owners
from arena.store.events import EventRecord, RoundTerms
from arena.store.folder import DataFolder
from arena.store.registry import RegisteredBot


@dataclass(frozen=True, slots=True)
class Tournament:
    """What is asked for on the command line, settings filled in."""

    kind: Kind
    bots: tuple[str, ...]
    """``name`` (its newest version) or ``name@version``; no bot twice."""
    ladder: Ladder
    """The ladder that it is played under, or whose house bot fills seats."""
    variant: Variant
    time: TimeControl
    deals: int
    """Of each match."""
    secret: bytes
    name: str | None
    """None: one is made up."""
    same_owner: bool
    """Whether two bots of one owner may meet."""
    rated: bool = True
    """Whether it may be: it also has to be the ladder's own table and time control."""


def prepare(data: DataFolder, settings: Settings, wanted: Tournament) -> Prepared:
    """The event and its matches; nothing is stored but the ladder's terms.

    The event is rated if it is played under its ladder's own table and time control, and
    its deals are new: an event played again would count the same luck twice.

    Raises:
        ConfigError: an unknown, retired or doubled bot, one that does not play the
            table, no house bot where seats stay empty, a ladder that has changed, or too
            many bots of one owner.
    """
    ladder, variant = wanted.ladder, wanted.variant
    name = event_name(data, wanted.name)
    entrants = entrants_of(data, wanted.bots, variant)
    repeats = with_secret(data, wanted.secret)
    own_terms = (variant, wanted.time) == (ladder.variant, ladder.time)
    rated = wanted.rated and own_terms and repeats is None
    house = house_of(data, ladder) if not rated else pinned_house(data, ladder)
    owners = owners_that_matter(data, entrants, same_owner=wanted.same_owner)
    filler = house.id if house else None
    tables = first_line_ups(wanted.kind, entrants, owners, variant.players, wanted.secret, filler)
    if house is None and any(None in table for table in tables):
        raise ConfigError(
            f"{len(entrants)} bots for {variant.players} seats, and the house bot "
            f"{ladder.house!r} that would fill them is not registered: arena submit it"
        )
    event = EventRecord(
        name=name,
        kind=wanted.kind.name,
        ladder=ladder.name if rated else None,
        rated=rated,
        variant=variant,
        time=str(wanted.time),
        deals=wanted.deals,
        secret=wanted.secret,
        created_at=datetime.now(UTC),
        policy=settings.faults,
        house=filler,
        rounds=_rounds(wanted.kind, entrants, owners, len(tables)),
    )
    matches = matches_of(event, [bot.id for bot in entrants], tables)
    return prepared(event, matches, (*entrants, house), repeats)


def _rounds(
    kind: Kind, entrants: Sequence[RegisteredBot], owners: Owners, tables: int
) -> RoundTerms | None:
    if not isinstance(kind, Swiss):
        return None
    return RoundTerms(kind.rounds, tables, tuple(bot.id for bot in entrants), tuple(owners))
