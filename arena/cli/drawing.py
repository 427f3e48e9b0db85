"""What ``--plot`` draws of an event, read from the store."""

from __future__ import annotations

from pathlib import Path

from arena.cli.comparisons import comparison_of
from arena.cli.plotting import write_comparison, write_crosstable
from arena.errors import ConfigError
from arena.ratings.crosstable import crosstable
from arena.run.results import event_results
from arena.store.events import read_event
from arena.store.folder import DataFolder


def draw_event(data: DataFolder, event: str, picture: Path) -> None:
    """Draw the crosstable of *event*, or the course of its test if it compares two bots.

    Raises:
        ConfigError: it has no blocks, or none is complete yet.
    """
    record = read_event(data, event)
    if record.form.moves:
        raise ConfigError(
            f"--plot {picture}: event {event} is a {record.form.value}, in which nobody is compared"
        )
    if record.versus is not None:
        write_comparison(picture, comparison_of(data, record))
        return
    table = crosstable(event_results(data, event))
    if not table.standings:
        raise ConfigError(f"--plot {picture}: no match of event {event} is complete yet")
    write_crosstable(
        picture, table, f"{event}: {record.kind}, {record.variant.name}, {record.time}"
    )
