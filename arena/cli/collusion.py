"""`arena collusion`: which bots are worth more to each other than honest play explains."""

from __future__ import annotations

from collections.abc import Collection
from math import isnan
from pathlib import Path

import click

from arena.cli.options import config_option, data_option, json_option, print_json, settings
from arena.errors import ConfigError
from arena.ratings.blocks import Match
from arena.ratings.collusion import pair_gains
from arena.referee.form import Form
from arena.report.collusion import collusion_data, format_collusion
from arena.run.results import event_results, ladder_results
from arena.store.events import list_events, read_event
from arena.store.folder import DataFolder, open_data
from arena.store.ladders import find_ladder_record


def _number(_context: click.Context, _option: click.Parameter, value: float) -> float:
    """*value*, which no comparison refuses where it is NaN."""
    if isnan(value):
        raise click.BadParameter("expected a number, got nan")
    return value


@click.command("collusion")
@click.argument("name", metavar="LADDER|EVENT")
@click.option(
    "--fdr",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    callback=_number,
    default=0.05,
    show_default=True,
    help="Of what is flagged, the share that may be false.",
)
@data_option
@config_option
@json_option
def collusion_command(
    name: str, fdr: float, data_path: Path, config_path: Path | None, as_json: bool
) -> None:
    """Which bots gain or give when a certain other one sits at their table.

    Over all complete blocks of a ladder, or of an event that is duplicate. A flag is where to look
    and no proof.
    """
    with open_data(data_path) as data:
        ladders = {ladder.name for ladder in settings(config_path).ladders}
        heading, matches = _results(data, name, ladders)
    gains = pair_gains(matches)
    if as_json:
        print_json({"name": name, **collusion_data(gains, fdr)})
    else:
        click.echo(f"{heading}\n\n{format_collusion(gains, fdr)}")


def _results(
    data: DataFolder, name: str, ladders: Collection[str]
) -> tuple[str, tuple[Match, ...]]:
    """What is called *name*, a ladder first, and its matches.

    Args:
        ladders: those that there are, played on or not.
    """
    ladder = find_ladder_record(data, name)
    if ladder is not None:
        return f"Ladder {name}: {ladder.variant.name}, {ladder.time}", ladder_results(data, name)
    if name in ladders and name not in {one.event.name for one in list_events(data)}:
        raise ConfigError(f"ladder {name}: nothing played yet")
    event = read_event(data, name)
    if event.form is not Form.DUPLICATE:
        raise ConfigError(
            f"event {name}: its form is {event.form.value}; collusion needs blocks of a "
            f"{Form.DUPLICATE.value} event"
        )
    heading = f"{name}: {event.kind}, {event.variant.name}, {event.time}"
    return heading, event_results(data, name)
