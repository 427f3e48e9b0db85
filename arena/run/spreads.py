"""What a data folder knows of how far blocks spread, for planning."""

from __future__ import annotations

from typing import Final

from arena.ratings.plan import Spread, seen_spread
from arena.referee.form import Form
from arena.rules.variants import Variant
from arena.run.jury import result_of
from arena.store.events import EventRecord, event_matches, list_events
from arena.store.folder import DataFolder

_MOST: Final = 10
"""Events; older ones than that are of older bots."""


def stored_spreads(data: DataFolder, table: Variant) -> tuple[Spread, ...]:
    """Of the newest versus events at *table* whose blocks tell, newest first."""
    events = [summary.event for summary in list_events(data)]
    wanted = [one for one in events if one.form is Form.VERSUS and one.variant == table]
    spreads = (_spread(data, event) for event in reversed(wanted[-_MOST:]))
    return tuple(spread for spread in spreads if spread is not None)


def _spread(data: DataFolder, event: EventRecord) -> Spread | None:
    line_up = event_matches(data, event.name)[0].bots
    what = f"{line_up[0]}, {line_up[event.variant.players]}"
    return seen_spread(what, event.name, result_of(data, event))
