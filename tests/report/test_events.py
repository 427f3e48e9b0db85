"""The list of events on paper."""

from __future__ import annotations

from dataclasses import replace

from arena.report.events import EventLine, events_data, format_events

RUNNING = EventLine(
    event="e7c1",
    kind="round-robin",
    variant="called-ace",
    bots=6,
    matches_done=3,
    matches=6,
    sittings_done=17,
    sittings=30,
    void_attempts=1,
    status="running",
    created="2026-11-29 20:11",
)


def test_an_event_is_one_line() -> None:
    assert format_events([RUNNING]).splitlines() == [
        "Event  Kind         Variant     Bots  Matches  Sittings  Void  Status   Created",
        "e7c1   round-robin  called-ace     6      3/6     17/30     1  running  2026-11-29 20:11",
    ]


def test_no_line_is_wider_than_a_hundred_columns() -> None:
    wide = replace(RUNNING, event="e" * 32, variant="jack-of-diamonds", matches=10_000)

    assert max(map(len, format_events([wide]).splitlines())) <= 100


def test_no_events_are_said() -> None:
    assert format_events([]) == "No events yet."


def test_events_for_json_hold_every_field() -> None:
    assert events_data([RUNNING])[0]["sittings_done"] == 17
    assert set(events_data([RUNNING])[0]) == set(EventLine.__slots__)
