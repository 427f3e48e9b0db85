"""Events that compare two bots, read from the store for their report."""

from __future__ import annotations

from arena.ratings.sequential import Verdict
from arena.referee.form import Form, Side
from arena.report.versus import Comparison, comparison_data, format_comparison
from arena.run.jury import result_of
from arena.store.events import (
    EventRecord,
    SittingStatus,
    event_matches,
    list_events,
    read_event,
    sittings,
)
from arena.store.folder import DataFolder
from arena.store.ladders import margin_at

_DONE = (SittingStatus.COMPLETE, SittingStatus.DROPPED)


def comparison_text(data: DataFolder, event: str) -> str:
    """The report of *event*, and of the panel event that followed; ends with a newline."""
    record = read_event(data, event)
    parts = [format_comparison(comparison_of(data, record))]
    follower = panel_event(data, record)
    if follower is not None:
        parts.append(format_comparison(comparison_of(data, follower)))
    elif (name := _outstanding(data, record)) is not None:
        parts.append(f"panel event {name}: not begun; arena resume {event}")
    return "\n\n\n".join(parts) + "\n"


def comparison_object(data: DataFolder, event: str) -> dict[str, object]:
    """The same for JSON."""
    record = read_event(data, event)
    follower = panel_event(data, record)
    made = comparison_data(comparison_of(data, record))
    if record.form is Form.PANEL:
        return made
    followed = None if follower is None else comparison_data(comparison_of(data, follower))
    return {**made, "panel_event": followed, "panel_outstanding": _outstanding(data, record)}


def comparison_of(data: DataFolder, event: EventRecord) -> Comparison:
    """*event* with what it has found so far."""
    matches = event_matches(data, event.name)
    seats = event.variant.players
    sides = {event.form.side(entry, seats): str(bot) for entry, bot in enumerate(matches[0].bots)}
    others = dict.fromkeys(
        str(bot)
        for match in matches
        for entry, bot in enumerate(match.bots)
        if event.form.side(entry, seats) is None
    )
    return Comparison(
        event=event.name,
        form=event.form,
        bots=(sides[Side.A], sides[Side.B]),
        panel=tuple(others),
        variant=event.variant.name,
        time=event.time,
        most_deals=len(matches) * event.deals,
        margin=margin_at(data, event.variant),
        finished=all(one.status in _DONE for one in sittings(data, event.name)),
        result=result_of(data, event),
    )


def panel_event(data: DataFolder, event: EventRecord) -> EventRecord | None:
    """The panel event that *event* plans, if it was begun."""
    if event.versus is None or event.versus.panel is None:
        return None
    plan = event.versus.panel
    events = (summary.event for summary in list_events(data))
    return next(
        (one for one in events if (one.name, one.secret) == (plan.event, plan.secret)), None
    )


def _outstanding(data: DataFolder, event: EventRecord) -> str | None:
    """The panel event that *event* calls for, by name, as long as it is not begun."""
    plan = event.versus and event.versus.panel
    if not plan or panel_event(data, event) is not None:
        return None
    return plan.event if result_of(data, event).standing.verdict is Verdict.H1 else None
