"""Events as they are stored: set up in one transaction, listed, and read for rating.

The one door to all that is kept about events: the records, and the life of
their sittings, are handed on from here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from sqlalchemy import ColumnElement, Connection, Row, func, insert, select

from arena.errors import ConfigError
from arena.names import BotId, check_event_name
from arena.referee.form import Form
from arena.referee.playing import Playing
from arena.schedule.secrets import commitment
from arena.store.columns import decode_playing, encode_variant
from arena.store.event_records import (
    DAILY,
    AttemptRecord,
    EventRecord,
    EventSummary,
    MatchRecord,
    PlayedMatch,
    SittingRecord,
    SittingStatus,
)
from arena.store.event_rows import EVENTS, IS_NEEDED, event_record, event_row, line_ups
from arena.store.folder import DataFolder
from arena.store.registry import bot_key
from arena.store.round_terms import RoundTerms, encode_rounds
from arena.store.schema import entries, events, matches
from arena.store.schema import playings as playings_table
from arena.store.schema import sittings as sittings_table
from arena.store.sittings import (
    SECRET_FILE,
    begin_attempt,
    end_event,
    record_sitting,
    sittings,
    void_attempt,
)
from arena.store.versus_terms import PanelPlan, VersusTerms, encode_versus

__all__ = [
    "DAILY",
    "SECRET_FILE",
    "AttemptRecord",
    "EventRecord",
    "EventSummary",
    "MatchRecord",
    "PanelPlan",
    "PlayedMatch",
    "RoundTerms",
    "SittingRecord",
    "SittingStatus",
    "VersusTerms",
    "append_matches",
    "begin_attempt",
    "complete_matches",
    "create_event",
    "end_event",
    "event_matches",
    "list_events",
    "played_matches",
    "playings",
    "read_event",
    "record_sitting",
    "sittings",
    "void_attempt",
]


def create_event(data: DataFolder, event: EventRecord, schedule: Sequence[MatchRecord]) -> None:
    """Store *event* with all its matches and their sittings: one for each rotation, or one in all.

    Raises:
        ConfigError: the name cannot be one or is taken, or a bot is not registered.
    """
    check_event_name(event.name)
    with data.writing() as connection:
        if connection.scalar(select(events.c.id).where(events.c.name == event.name)):
            raise ConfigError(f"event {event.name!r}: there is one of that name already")
        house = None if event.house is None else bot_key(connection, event.house)
        key = connection.scalar(
            insert(events)
            .values(
                name=event.name,
                kind=event.kind,
                ladder=event.ladder,
                rated=event.rated,
                variant=encode_variant(event.variant),
                time=event.time,
                deals=event.deals,
                secret=event.secret.hex(),
                commitment=event.commitment,
                margin_ms=event.policy.margin_ms,
                max_faults=event.policy.max_faults,
                penalty=event.policy.penalty,
                ponder=event.policy.ponder,
                house=house,
                created_at=event.created_at,
                form=event.form.value,
                rounds=None if event.rounds is None else encode_rounds(event.rounds),
                versus=None if event.versus is None else encode_versus(event.versus),
            )
            .returning(events.c.id)
        )
        assert key is not None
        _insert_matches(connection, key, event, schedule)


def append_matches(data: DataFolder, event: EventRecord, schedule: Sequence[MatchRecord]) -> bool:
    """Store one more round of *event*, all its matches or none. Doing it twice changes nothing.

    Returns:
        Whether this call stored it: False if it stands there already.
    """
    with data.writing() as connection:
        key = event_row(connection, event.name).id
        last = select(func.max(matches.c.number)).where(matches.c.event == key)
        stored = connection.scalar(last) or 0
        if schedule[-1].number <= stored:
            return False
        assert schedule[0].number == stored + 1, f"round after match {stored} of {event.name}"
        _insert_matches(connection, key, event, schedule)
        return True


def read_event(data: DataFolder, name: str) -> EventRecord:
    """The event called *name*.

    Raises:
        ConfigError: there is none; the message names the nearest there is.
    """
    with data.reading() as connection:
        return event_record(event_row(connection, name))


def list_events(data: DataFolder) -> tuple[EventSummary, ...]:
    """All events in the order of their creation."""
    with data.reading() as connection:
        rows = connection.execute(EVENTS.order_by(events.c.id)).all()
        return tuple(_summary(connection, row) for row in rows)


def event_matches(data: DataFolder, event: str) -> tuple[MatchRecord, ...]:
    """The matches of *event* by number."""
    with data.reading() as connection:
        known = event_row(connection, event)
        key, ended_with = known.id, known.ended_with
        seats = line_ups(connection, matches.c.event == key)
        query = select(matches).where(matches.c.event == key).order_by(matches.c.number)
        return tuple(
            MatchRecord(
                number=row.number,
                bots=tuple(seat.bot for seat in seats[row.id]),
                fillers=frozenset(entry for entry, seat in enumerate(seats[row.id]) if seat.filler),
                first_deal=row.first_deal,
                commitment=row.commitment,
                revealed_secret=row.revealed_secret and bytes.fromhex(row.revealed_secret),
                dropped=ended_with is not None and row.number > ended_with,
            )
            for row in connection.execute(query)
        )


def playings(data: DataFolder, event: str) -> tuple[Playing, ...]:
    """Every playing of *event*'s complete sittings, by match, rotation and deal."""
    return tuple(playing for match in played_matches(data, event) for playing in match.playings)


def played_matches(data: DataFolder, event: str) -> tuple[PlayedMatch, ...]:
    """The matches of *event* by number, with what is complete of each; not what is dropped."""
    with data.reading() as connection:
        of_event = matches.c.event == event_row(connection, event).id
        return _played(connection, of_event & IS_NEEDED)


def complete_matches(data: DataFolder, ladder: str) -> tuple[PlayedMatch, ...]:
    """The complete matches that count for *ladder*, in the order of rating.

    Events in the order of their creation, matches by number: not the order in
    which they happened to be finished.
    """
    with data.reading() as connection:
        counts = (events.c.ladder == ladder) & events.c.rated
        return _played(connection, counts & matches.c.revealed_secret.is_not(None))


def _insert_matches(
    connection: Connection, key: int, event: EventRecord, schedule: Sequence[MatchRecord]
) -> None:
    keys = {bot: bot_key(connection, bot) for match in schedule for bot in match.bots}
    sittings_of_each = event.form.sittings(event.variant.players)
    for match in schedule:
        assert match.commitment == commitment(event.match_secret(match.number))
        _insert_match(connection, key, match, sittings_of_each, keys)


def _insert_match(
    connection: Connection,
    event: int,
    match: MatchRecord,
    rotations: int,
    keys: Mapping[BotId, int],
) -> None:
    key = connection.scalar(
        insert(matches)
        .values(
            event=event,
            number=match.number,
            first_deal=match.first_deal,
            commitment=match.commitment,
        )
        .returning(matches.c.id)
    )
    connection.execute(
        insert(entries),
        [
            {"match": key, "entry": entry, "bot": keys[bot], "filler": entry in match.fillers}
            for entry, bot in enumerate(match.bots)
        ],
    )
    connection.execute(
        insert(sittings_table),
        [{"match": key, "rotation": rotation} for rotation in range(rotations)],
    )


def _summary(connection: Connection, row: Row[tuple[object, ...]]) -> EventSummary:
    counted = (
        select(func.count(), func.count(sittings_table.c.complete_attempt))
        .select_from(sittings_table.join(matches).join(events))
        .where(matches.c.event == row.id)
        .where(IS_NEEDED)
    )
    scheduled, complete = connection.execute(counted).one()
    seats = line_ups(connection, matches.c.event == row.id)
    of_event = select(func.count()).select_from(matches.join(events)).where(events.c.id == row.id)
    stored: int = connection.execute(of_event.where(IS_NEEDED)).scalar_one()
    event = event_record(row)
    return EventSummary(
        event=event,
        bots=tuple(sorted({seat.bot for line_up in seats.values() for seat in line_up})),
        matches=stored + event.matches_to_come(stored),
        sittings=scheduled + event.sittings_to_come(stored),
        complete=complete,
    )


def _played(connection: Connection, condition: ColumnElement[bool]) -> tuple[PlayedMatch, ...]:
    seats = line_ups(connection, condition)
    played = defaultdict(list)
    records = (
        select(playings_table.c.match, playings_table.c.record)
        .join(matches, playings_table.c.match == matches.c.id)
        .join(events, matches.c.event == events.c.id)
        .where(condition)
        .order_by(playings_table.c.match, playings_table.c.rotation, playings_table.c.deal)
    )
    for row in connection.execute(records):
        played[row.match].append(decode_playing(row.record))
    query = (
        select(matches, events.c.name.label("event_name"), events.c.form)
        .join(events, matches.c.event == events.c.id)
        .where(condition)
        .order_by(events.c.id, matches.c.number)
    )
    return tuple(
        PlayedMatch(
            event=row.event_name,
            number=row.number,
            bots=tuple(seat.bot for seat in seats[row.id]),
            digests=tuple(seat.digest for seat in seats[row.id]),
            complete=row.revealed_secret is not None,
            playings=tuple(played[row.id]),
            form=Form(row.form),
        )
        for row in connection.execute(query)
    )
