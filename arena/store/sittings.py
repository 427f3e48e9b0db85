"""The life of a sitting: attempts at it, and its one result.

A sitting goes from open to complete once. The attempt that gets there first
brings the playings in the same transaction, and every other one, later or
again, changes nothing; so a result may be recorded as often as one likes. With
the last sitting of a match its secret is revealed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from sqlalchemy import ColumnElement, Connection, Row, func, insert, select, update

from arena.referee.form import Form
from arena.referee.playing import Playing
from arena.store.columns import encode_playing, now
from arena.store.durable import replacing
from arena.store.event_records import (
    AttemptRecord,
    SittingRecord,
    SittingStatus,
    secret_of_match,
)
from arena.store.event_rows import event_row
from arena.store.folder import DataFolder
from arena.store.logs import match_folder
from arena.store.schema import attempts as attempts_table
from arena.store.schema import events, matches
from arena.store.schema import playings as playings_table
from arena.store.schema import sittings as sittings_table

SECRET_FILE: Final = "secret"
"""Beside a match's logs once it is complete: its secret in hex, so that they prove themselves."""


def sittings(data: DataFolder, event: str) -> tuple[SittingRecord, ...]:
    """The sittings of *event*, by match and rotation, every attempt listed."""
    with data.reading() as connection:
        known = event_row(connection, event)
        of_event = matches.c.event == known.id
        tried = defaultdict(list)
        query = (
            select(attempts_table)
            .join(matches, attempts_table.c.match == matches.c.id)
            .where(of_event)
            .order_by(attempts_table.c.attempt)
        )
        for row in connection.execute(query):
            tried[row.match, row.rotation].append(_attempt(data, row))
        scheduled = (
            select(sittings_table, matches.c.number)
            .join(matches, sittings_table.c.match == matches.c.id)
            .where(of_event)
            .order_by(matches.c.number, sittings_table.c.rotation)
        )
        return tuple(
            _sitting(row, tuple(tried[row.match, row.rotation]), known.ended_with)
            for row in connection.execute(scheduled)
        )


def begin_attempt(data: DataFolder, event: str, match: int, rotation: int) -> int:
    """The number, from 1, of a new attempt at a sitting that is not complete."""
    with data.writing() as connection:
        key = _match_row(connection, event, match).id
        done = _complete_attempt(connection, key, rotation)
        assert done is None, f"{event} match {match} rotation {rotation} is complete"
        last = select(func.max(attempts_table.c.attempt)).where(_of_sitting(key, rotation))
        number: int = (connection.scalar(last) or 0) + 1
        connection.execute(
            insert(attempts_table).values(
                match=key,
                rotation=rotation,
                attempt=number,
                status=SittingStatus.RUNNING.value,
                began_at=now(),
            )
        )
        return number


def record_sitting(
    data: DataFolder,
    event: str,
    match: int,
    rotation: int,
    attempt: int,
    log_path: Path,
    last_h: str,
    sandbox: str,
    playings: Sequence[Playing],
) -> bool:
    """Enter a complete attempt, whose log is safe. The first one of a sitting counts.

    Args:
        log_path: the sealed log, inside the data folder.
        last_h: the ``h`` of its last line.
        playings: one for each deal of the match; of a race, up to the deal that decided it.

    Returns:
        Whether this call entered it: False if this or another attempt was
        entered before, or this one was annulled.
    """
    with data.writing() as connection:
        row = _match_row(connection, event, match)
        assert {(p.match, p.rotation) for p in playings} == {(match, rotation)}
        deals = list(range(row.first_deal, row.first_deal + row.deals))
        if Form(row.form) is Form.RACE:
            deals = deals[: len(playings)]
        assert sorted(p.deal for p in playings) == deals, "a sitting is complete or nothing"
        first = _complete_attempt(connection, row.id, rotation)
        if first is not None:
            if first != attempt:
                reason = f"attempt {first} was complete before"
                _end(connection, row.id, rotation, attempt, SittingStatus.VOID, reason=reason)
            return False
        entered = _end(
            connection,
            row.id,
            rotation,
            attempt,
            SittingStatus.COMPLETE,
            log=str(log_path.absolute().relative_to(data.path)),
            last_h=last_h,
            sandbox=sandbox,
        )
        if not entered:
            return False
        sitting = (sittings_table.c.match == row.id) & (sittings_table.c.rotation == rotation)
        connection.execute(update(sittings_table).where(sitting).values(complete_attempt=attempt))
        connection.execute(
            insert(playings_table),
            [
                {
                    "match": row.id,
                    "rotation": rotation,
                    "deal": playing.deal,
                    "record": encode_playing(playing),
                }
                for playing in playings
            ],
        )
        if _all_complete(connection, row.id):
            _reveal(data, connection, row)
        return True


def void_attempt(
    data: DataFolder, event: str, match: int, rotation: int, attempt: int, reason: str
) -> None:
    """Annul a running attempt: the arena, the disk or the host failed, or it was interrupted.

    An attempt that has ended already stays what it is.
    """
    with data.writing() as connection:
        key = _match_row(connection, event, match).id
        _end(connection, key, rotation, attempt, SittingStatus.VOID, reason=reason)


def end_event(data: DataFolder, event: str, match: int, reason: str) -> None:
    """Drop what comes after *match*: the event is decided. Once; again changes nothing.

    Attempts that were running are void. The secrets of matches that were begun go beside
    their logs, so that these prove themselves too.

    Args:
        reason: why those attempts are void.
    """
    with data.writing() as connection:
        row = event_row(connection, event)
        connection.execute(update(events).where(events.c.id == row.id).values(ended_with=match))
        dropped = select(matches).where(matches.c.event == row.id, matches.c.number > match)
        for late in connection.execute(dropped).all():
            running = (attempts_table.c.match == late.id) & (
                attempts_table.c.status == SittingStatus.RUNNING.value
            )
            void = {"status": SittingStatus.VOID.value, "reason": reason, "ended_at": now()}
            connection.execute(update(attempts_table).where(running).values(**void))
            if match_folder(data, event, late.number).is_dir():
                secret = secret_of_match(row.kind, bytes.fromhex(row.secret), late.number)
                _write_secret(data, event, late.number, secret)


def _sitting(
    row: Row[tuple[object, ...]], attempts: tuple[AttemptRecord, ...], ended_with: int | None
) -> SittingRecord:
    if ended_with is not None and row.number > ended_with:
        status = SittingStatus.DROPPED
    elif row.complete_attempt is not None:
        status = SittingStatus.COMPLETE
    else:
        status = attempts[-1].status if attempts else SittingStatus.PENDING
    return SittingRecord(row.number, row.rotation, status, attempts)


def _attempt(data: DataFolder, row: Row[tuple[object, ...]]) -> AttemptRecord:
    return AttemptRecord(
        number=row.attempt,
        status=SittingStatus(row.status),
        reason=row.reason,
        log=None if row.log is None else data.path / row.log,
        last_h=row.last_h,
        sandbox=row.sandbox,
        began_at=row.began_at,
        ended_at=row.ended_at,
    )


def _match_row(connection: Connection, event: str, match: int) -> Row[tuple[object, ...]]:
    """The match with what its event says of it, held until the transaction ends."""
    of_event = (events.c.kind, events.c.secret, events.c.deals, events.c.form)
    query = (
        select(matches, events.c.name.label("event_name"), *of_event)
        .join(events, matches.c.event == events.c.id)
        .where(events.c.name == event, matches.c.number == match)
        .with_for_update(of=matches)
    )
    return connection.execute(query).one()


def _of_sitting(match: int, rotation: int) -> ColumnElement[bool]:
    return (attempts_table.c.match == match) & (attempts_table.c.rotation == rotation)


def _complete_attempt(connection: Connection, match: int, rotation: int) -> int | None:
    query = select(sittings_table.c.complete_attempt).where(
        sittings_table.c.match == match, sittings_table.c.rotation == rotation
    )
    number: int | None = connection.execute(query).scalar_one()
    return number


def _end(
    connection: Connection,
    match: int,
    rotation: int,
    attempt: int,
    status: SittingStatus,
    **values: str,
) -> bool:
    """End an attempt if it is running; whether it was."""
    ended = connection.execute(
        update(attempts_table)
        .where(_of_sitting(match, rotation), attempts_table.c.attempt == attempt)
        .where(attempts_table.c.status == SittingStatus.RUNNING.value)
        .values(status=status.value, ended_at=now(), **values)
    )
    return ended.rowcount == 1


def _all_complete(connection: Connection, match: int) -> bool:
    query = select(func.count()).where(
        sittings_table.c.match == match, sittings_table.c.complete_attempt.is_(None)
    )
    return connection.scalar(query) == 0


def _reveal(data: DataFolder, connection: Connection, row: Row[tuple[object, ...]]) -> None:
    """The file goes first: a crash between the two is healed when the sitting is recorded again."""
    secret = secret_of_match(row.kind, bytes.fromhex(row.secret), row.number)
    _write_secret(data, row.event_name, row.number, secret)
    revealed = {"revealed_secret": secret.hex()}
    connection.execute(update(matches).where(matches.c.id == row.id).values(**revealed))


def _write_secret(data: DataFolder, event: str, match: int, secret: bytes) -> None:
    folder = match_folder(data, event, match)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with replacing(folder / SECRET_FILE) as file:
        file.write(f"{secret.hex()}\n".encode())
