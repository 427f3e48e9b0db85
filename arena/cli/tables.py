"""The tables of an event and of a ladder, read from the store."""

from __future__ import annotations

from collections.abc import Sequence

from arena.cli.comparisons import comparison_object, comparison_text
from arena.errors import ConfigError
from arena.names import format_match_id
from arena.ratings.blocks import Match
from arena.ratings.crosstable import Crosstable, crosstable
from arena.ratings.ladder import Rung, ladder
from arena.ratings.sessions import session_table
from arena.report.bots import BotLine
from arena.report.crosstable import SWISS_WARNING, crosstable_data, format_crosstable
from arena.report.events import EventLine
from arena.run.results import event_results, ladder_results, predecessors
from arena.store.events import (
    AttemptRecord,
    EventRecord,
    EventSummary,
    SittingRecord,
    SittingStatus,
    event_matches,
    list_events,
    read_event,
    sittings,
)
from arena.store.folder import DataFolder
from arena.store.ladders import LadderRecord
from arena.store.registry import RegisteredBot

_TIME = "%Y-%m-%d %H:%M"


def crosstable_text(data: DataFolder, event: str) -> str:
    """The crosstable of *event*, or its report if it compares two bots; ends with a newline."""
    record = read_event(data, event)
    if record.versus is not None:
        return comparison_text(data, event)
    heading = f"{event}: {record.kind}, {record.variant.name}, {record.time}"
    complete, scheduled = sittings_done(data, event)
    if complete < scheduled:
        heading += f"\nNot finished: {complete} of {scheduled} sittings are complete."
    if record.rounds is not None:
        heading += f"\n{SWISS_WARNING}"
    return f"{heading}\n\n{format_crosstable(_crosstable(data, record))}\n"


def crosstable_object(data: DataFolder, event: str) -> dict[str, object]:
    """The crosstable of *event* for JSON, or what its report says."""
    record = read_event(data, event)
    complete, scheduled = sittings_done(data, event)
    state = {"event": event, "sittings_done": complete, "sittings": scheduled}
    if record.versus is not None:
        return {**state, **comparison_object(data, event)}
    return {**state, **crosstable_data(_crosstable(data, record))}


def _crosstable(data: DataFolder, event: EventRecord) -> Crosstable:
    """Sessions have no blocks, so in them nobody is compared with anybody."""
    results = event_results(data, event.name)
    return session_table(results) if event.form.moves else crosstable(results)


def sittings_done(data: DataFolder, event: str) -> tuple[int, int]:
    """How many sittings of *event* are complete, of how many.

    Without those that are dropped, with those of rounds to come.
    """
    scheduled = [one for one in sittings(data, event) if one.status is not SittingStatus.DROPPED]
    complete = sum(one.status is SittingStatus.COMPLETE for one in scheduled)
    stored = len({one.match for one in scheduled})
    return complete, len(scheduled) + read_event(data, event).sittings_to_come(stored)


def rungs(data: DataFolder, record: LadderRecord) -> tuple[Rung, ...]:
    """The ladder as it stands.

    Raises:
        ConfigError: it has no house bot or no margin yet, and so no scale.
    """
    return rungs_of(data, record, ladder_results(data, record.name))


def rungs_of(data: DataFolder, record: LadderRecord, matches: Sequence[Match]) -> tuple[Rung, ...]:
    """The ladder after *matches*, in schedule order.

    Raises:
        ConfigError: it has no house bot or no margin yet, and so no scale.
    """
    margin, house = scale(record)
    return ladder(matches, margin, house, predecessors(data))


def scale(record: LadderRecord) -> tuple[float, str]:
    """The margin M of a ladder and its house bot.

    Raises:
        ConfigError: it has no house bot or no margin yet, and so no scale.
    """
    if record.margin is None or record.house is None:
        missing = "margin" if record.margin is None else "registered house bot"
        raise ConfigError(f"ladder {record.name}: no {missing} yet, so nothing can be rated")
    return record.margin, str(record.house)


def bot_line(bot: RegisteredBot) -> BotLine:
    """A row of `arena bots`."""
    return BotLine(
        bot=str(bot.id),
        owner=bot.owner,
        author=bot.author,
        variants=bot.variants,
        digest=bot.digest,
        successor_of=str(bot.successor_of) if bot.successor_of else None,
        submitted=bot.submitted_at.strftime(_TIME),
        retired=bot.retired,
        origin=bot.origin.value,
    )


def event_lines(data: DataFolder) -> list[EventLine]:
    """The rows of `arena events`."""
    return [_event_line(data, summary) for summary in list_events(data)]


def _event_line(data: DataFolder, summary: EventSummary) -> EventLine:
    name = summary.event.name
    scheduled = sittings(data, name)
    void = sum(
        attempt.status is SittingStatus.VOID for one in scheduled for attempt in one.attempts
    )
    done = sum(
        match.revealed_secret is not None and not match.dropped
        for match in event_matches(data, name)
    )
    return EventLine(
        event=name,
        kind=summary.event.kind,
        variant=summary.event.variant.name,
        bots=len(summary.bots),
        matches_done=done,
        matches=summary.matches,
        sittings_done=summary.complete,
        sittings=summary.sittings,
        void_attempts=void,
        status=_status(summary, scheduled),
        created=summary.event.created_at.strftime(_TIME),
    )


def _status(summary: EventSummary, scheduled: tuple[SittingRecord, ...]) -> str:
    if summary.complete == summary.sittings:
        return "complete"
    begun = any(one.attempts for one in scheduled)
    return "unfinished" if begun else "not begun"


def secrets_object(data: DataFolder, event: str) -> dict[str, object]:
    """The commitments of *event* and its matches that count, with what is revealed of them.

    A match's secret is revealed when its sittings are complete, the event's, from which
    they all follow, when the last match is.
    """
    record = read_event(data, event)
    matches = [match for match in event_matches(data, event) if not match.dropped]
    complete = all(match.revealed_secret is not None for match in matches)
    complete = complete and not record.matches_to_come(len(matches))
    return {
        "commitment": record.commitment,
        "secret": record.secret.hex() if complete else None,
        "matches": [
            {
                "match": format_match_id(event, match.number),
                "bots": list(map(str, match.bots)),
                "commitment": match.commitment,
                "secret": match.revealed_secret.hex() if match.revealed_secret else None,
            }
            for match in matches
        ],
    }


def attempt_objects(data: DataFolder, event: str) -> list[dict[str, object]]:
    """Every attempt at every sitting of *event*."""
    played_now = data.is_played_in()
    return [
        {
            "match": sitting.match,
            "rotation": sitting.rotation,
            "attempt": attempt.number,
            "status": _attempt_status(sitting, attempt, played_now=played_now),
            "reason": attempt.reason,
            "sandbox": attempt.sandbox,
            "began": attempt.began_at.isoformat(),
            "ended": attempt.ended_at.isoformat() if attempt.ended_at else None,
            "log": str(attempt.log) if attempt.log else None,
        }
        for sitting in sittings(data, event)
        for attempt in sitting.attempts
    ]


def _attempt_status(sitting: SittingRecord, attempt: AttemptRecord, *, played_now: bool) -> str:
    """A running attempt that no arena plays was cut off; `arena resume` goes on with it.

    Whatever came of an attempt that was not void, nothing of it counts if its sitting is dropped.
    """
    if sitting.status is SittingStatus.DROPPED and attempt.status is not SittingStatus.VOID:
        return SittingStatus.DROPPED.value
    if attempt.status is SittingStatus.RUNNING and not played_now:
        return "cut off"
    return attempt.status.value
