"""The list of events as text and as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from arena.report.tables import Column, text_table

_COLUMNS = (
    Column("Event", "<", gives_way=True),
    Column("Kind", "<", gives_way=True),
    Column("Variant", "<", gives_way=True),
    Column("Bots"),
    Column("Matches"),
    Column("Sittings"),
    Column("Void"),
    Column("Status", "<"),
    Column("Created", "<"),
)


@dataclass(frozen=True, slots=True)
class EventLine:
    """How far one event is."""

    event: str
    kind: str
    variant: str
    bots: int
    """How many entered."""
    matches_done: int
    matches: int
    sittings_done: int
    sittings: int
    void_attempts: int
    """Sittings that were annulled and are played again, or have been."""
    status: str
    created: str
    """As it is to be shown."""


def format_events(lines: Sequence[EventLine]) -> str:
    """One line an event, in the given order."""
    if not lines:
        return "No events yet."
    return text_table(_COLUMNS, [_row(line) for line in lines])


def _row(line: EventLine) -> tuple[str, ...]:
    return (
        line.event,
        line.kind,
        line.variant,
        str(line.bots),
        f"{line.matches_done}/{line.matches}",
        f"{line.sittings_done}/{line.sittings}",
        str(line.void_attempts),
        line.status,
        line.created,
    )


def events_data(lines: Sequence[EventLine]) -> list[dict[str, object]]:
    """The events for JSON, in the given order."""
    return [asdict(line) for line in lines]
