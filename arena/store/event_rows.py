"""Rows about events into records; what more than one query needs."""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, Connection, Row, select

from arena.errors import ConfigError
from arena.names import BotId
from arena.referee.form import Form
from arena.referee.policy import FaultPolicy
from arena.store.columns import decode_variant
from arena.store.event_records import EventRecord
from arena.store.round_terms import decode_rounds
from arena.store.schema import bots, entries, events, matches
from arena.store.versus_terms import decode_versus

EVENTS: Final = select(
    events, bots.c.name.label("house_name"), bots.c.version.label("house_version")
).join_from(events, bots, events.c.house == bots.c.id, isouter=True)
"""Every event with its house bot."""
IS_NEEDED: Final = events.c.ended_with.is_(None) | (matches.c.number <= events.c.ended_with)
"""Of a match with its event: it was not dropped when the event was decided."""


def event_row(connection: Connection, name: str) -> Row[tuple[object, ...]]:
    """The event called *name*, of EVENTS.

    Raises:
        ConfigError: there is none; the message names the nearest there is.
    """
    row = connection.execute(EVENTS.where(events.c.name == name)).one_or_none()
    if row is None:
        known = connection.scalars(select(events.c.name)).all()
        near = difflib.get_close_matches(name, known, n=1)
        hint = f" (did you mean {near[0]!r}?)" if near else ""
        raise ConfigError(f"event {name!r}: no such event{hint}")
    return row


def event_record(row: Row[tuple[object, ...]]) -> EventRecord:
    """A row of EVENTS as a record."""
    return EventRecord(
        name=row.name,
        kind=row.kind,
        ladder=row.ladder,
        rated=row.rated,
        variant=decode_variant(row.variant),
        time=row.time,
        deals=row.deals,
        secret=bytes.fromhex(row.secret),
        created_at=row.created_at,
        policy=FaultPolicy(row.margin_ms, row.max_faults, row.penalty, row.ponder),
        house=None if row.house is None else BotId(row.house_name, row.house_version),
        form=Form(row.form),
        rounds=None if row.rounds is None else decode_rounds(row.rounds),
        versus=None if row.versus is None else decode_versus(row.versus),
    )


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """One entry of a match."""

    bot: BotId
    digest: str
    filler: bool


def line_ups(
    connection: Connection, condition: ColumnElement[bool]
) -> Mapping[int, list[SeatRecord]]:
    """The entries in order, by match, for a condition on events and matches."""
    query = (
        select(entries.c.match, entries.c.filler, bots.c.name, bots.c.version, bots.c.digest)
        .join_from(entries, bots, entries.c.bot == bots.c.id)
        .join(matches, entries.c.match == matches.c.id)
        .join(events, matches.c.event == events.c.id)
        .where(condition)
        .order_by(entries.c.match, entries.c.entry)
    )
    found: dict[int, list[SeatRecord]] = defaultdict(list)
    for row in connection.execute(query):
        seat = SeatRecord(BotId(row.name, row.version), row.digest, row.filler)
        found[row.match].append(seat)
    return found
