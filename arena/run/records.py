"""Sitting logs found by match, rotation and deal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from arena.errors import CheckFailedError, ConfigError
from arena.names import parse_match_id
from arena.referee.line_text import RecordError
from arena.referee.lines import SittingLine
from arena.referee.record import PlayingRecord, read_record
from arena.referee.record import SittingRecord as LogRecord
from arena.store.events import SittingRecord, SittingStatus, read_event, sittings
from arena.store.folder import DataFolder
from arena.store.logs import LogDamaged, log_path, open_log_lines


@dataclass(frozen=True, slots=True)
class Place:
    """``MATCH[/ROTATION[/DEAL]]``."""

    event: str
    match: int
    rotation: int | None
    deal: int | None


def parse_place(text: str) -> Place:
    """The place that *text* names.

    Raises:
        ConfigError: another form.
    """
    match_id, *numbers = text.split("/")
    if "-" not in match_id:
        raise ConfigError(f"{text!r}: expected a match, as in {match_id}-0001")
    event, match = parse_match_id(match_id)
    if len(numbers) > 2 or not all(number.isdecimal() and len(number) < 10 for number in numbers):
        raise ConfigError(f"{text!r}: expected MATCH, MATCH/ROTATION or MATCH/ROTATION/DEAL")
    rotation, deal = ([int(number) for number in numbers] + [None, None])[:2]
    return Place(event, match, rotation, deal)


def log_of(data: DataFolder, place: Place) -> Path:
    """The log of a sitting: the complete attempt's, else the last attempt's.

    Raises:
        ConfigError: no such event, match or rotation, or nothing was played yet.
    """
    return _log(data, place, _sitting(data, place))


def find_playing(data: DataFolder, place: Place) -> tuple[SittingLine, PlayingRecord]:
    """One playing with its sitting's header.

    Raises:
        ConfigError: no such deal in the log.
    """
    record = _record(log_of(data, place))
    for playing in record.playings:
        if playing.deal == place.deal:
            return record.header, playing
    first = record.header.first_deal
    ended_early = record.end is not None and record.playings  # a race, or a void sitting
    deals = len(record.playings) if ended_early else record.header.deals
    raise ConfigError(
        f"deal {place.deal}: expected one of {first} to {first + deals - 1}"
        f"{'' if record.end else ', and one that is played already'}"
    )


def find_playings(data: DataFolder, place: Place) -> Iterator[tuple[SittingLine, PlayingRecord]]:
    """All that *place* means, by rotation and deal: of a match, what its complete sittings have.

    Raises:
        ConfigError: no such place, or nothing was played there yet.
    """
    if place.deal is not None:
        yield find_playing(data, place)
        return
    for rotation in _rotations(data, place):
        record = _record(log_of(data, replace(place, rotation=rotation)))
        for playing in record.playings:
            yield record.header, playing


def _record(path: Path) -> LogRecord:
    """The log at *path*.

    Raises:
        CheckFailedError: it is missing, damaged, or no log of a sitting.
    """
    try:
        return read_record(open_log_lines(path))
    except OSError as error:
        raise CheckFailedError(f"{path}: cannot be read: {error.strerror}") from error
    except (LogDamaged, RecordError) as error:
        what = str(error).removeprefix(f"{path}: ")
        raise CheckFailedError(f"{path}: {what}; `arena verify` says how far it holds") from error


def _rotations(data: DataFolder, place: Place) -> list[int]:
    if place.rotation is not None:
        return [place.rotation]
    read_event(data, place.event)
    of_match = [one for one in sittings(data, place.event) if one.match == place.match]
    if not of_match:
        raise ConfigError(f"event {place.event} has no match {place.match}")
    return [one.rotation for one in of_match if one.status is SittingStatus.COMPLETE]


def _sitting(data: DataFolder, place: Place) -> SittingRecord:
    read_event(data, place.event)
    of_match = [one for one in sittings(data, place.event) if one.match == place.match]
    if not of_match:
        raise ConfigError(f"event {place.event} has no match {place.match}")
    for one in of_match:
        if one.rotation == place.rotation:
            return one
    raise ConfigError(f"rotation {place.rotation}: expected 0 to {len(of_match) - 1}")


def _log(data: DataFolder, place: Place, sitting: SittingRecord) -> Path:
    for attempt in reversed(sitting.attempts):
        if attempt.status is SittingStatus.COMPLETE and attempt.log is not None:
            return attempt.log
    if sitting.attempts:
        last = sitting.attempts[-1].number
        path = log_path(data, place.event, place.match, sitting.rotation, last)
        if path.exists():
            return path
    where = f"rotation {sitting.rotation} of match {place.match}"
    if sitting.status is SittingStatus.DROPPED:
        raise ConfigError(f"{where}: dropped, the event was decided before it")
    raise ConfigError(f"{where}: not played yet")
