"""What events are announced, played and shown with."""

from __future__ import annotations

import os
from pathlib import Path

import click

from arena.cli.debug import table
from arena.cli.options import print_json
from arena.cli.progress import progress, versus_progress
from arena.cli.tables import crosstable_object, crosstable_text, sittings_done
from arena.config.ladder_toml import Ladder, Settings, find_ladder
from arena.errors import ConfigError, InfrastructureError, InterruptedEventError
from arena.referee.clock import TimeControl, TimeControlError, parse_time_control
from arena.referee.confinement import Level
from arena.rules.variants import Variant
from arena.run.conducting import play_event
from arena.run.confining import best_level
from arena.store.events import read_event
from arena.store.folder import DataFolder


class TimeType(click.ParamType[TimeControl]):
    """A time control."""

    name = "BASE+INC"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> TimeControl:
        """Its value."""
        if isinstance(value, TimeControl):
            return value
        try:
            return parse_time_control(str(value))
        except TimeControlError as error:
            self.fail(str(error), param, ctx)


def play(data: DataFolder, event: str, made: Settings, concurrency: int | None) -> None:
    """Play what is left of *event*, with its progress on stderr.

    Args:
        concurrency: sittings at once; None for what *made* says, or one a core.

    Raises:
        InterruptedEventError, InfrastructureError: and says how to go on.
    """
    record = read_event(data, event)
    complete, scheduled = sittings_done(data, event)
    deals = record.deals
    shown = (
        progress(event, scheduled * deals, complete * deals, scheduled, complete)
        if record.versus is None
        else versus_progress(event)
    )
    at_once = concurrency or made.concurrency or cores()
    level = best_level(made.sandbox).confinement.level
    hint = "" if level.reaches(Level.STRONG) else "; arena doctor says how to get a better one"
    click.echo(f"bots run at level {level.value}{hint}", err=True)
    try:
        with shown as watch:
            play_event(data, event, at_once, made.sandbox, watch)
    except (InterruptedEventError, InfrastructureError) as error:
        raise type(error)(f"{error}\nto go on: arena resume {event}{_at(data)}") from error


def show_results(data: DataFolder, event: str, *, as_json: bool) -> None:
    """The crosstable of *event* on stdout, and where its logs are."""
    if as_json:
        print_json(crosstable_object(data, event))
        return
    click.echo(crosstable_text(data, event), nl=False)
    click.echo(f"logs: {data.logs / event}")


def show_how_to_go_on(data: DataFolder, event: str, panel: str) -> None:
    """On stderr: that *event* is decided and its *panel* outstanding."""
    click.echo(
        f"event {event} is decided: arena crosstable {event}{_at(data)}\n"
        f"panel event {panel}: not begun\nto go on: arena resume {event}{_at(data)}",
        err=True,
    )


def _at(data: DataFolder) -> str:
    """How to name the data folder on the command line, where it is not the default."""
    default = Path(os.environ.get("ARENA_DATA", "arena-data")).resolve()
    return "" if data.path == default else f" --data {data.path}"


def choose_ladder(made: Settings, name: str | None, variant_name: str | None) -> Ladder:
    """The ladder that is named, else the first for the variant that is, else the first.

    Raises:
        ConfigError: there is none, or the two do not go together.
    """
    if name is not None or variant_name is None:
        ladder = find_ladder(made, name)
        if variant_name not in (None, ladder.variant.name):
            raise ConfigError(
                f"--variant {variant_name}: ladder {ladder.name} is for {ladder.variant.name}"
            )
        return ladder
    for ladder in made.ladders:
        if ladder.variant.name == variant_name:
            return ladder
    known = dict.fromkeys(ladder.variant.name for ladder in made.ladders)
    raise ConfigError(
        f"--variant {variant_name}: no ladder in {made.path} is for it, only for {', '.join(known)}"
    )


def changed_table(ladder: Ladder, options: tuple[str, ...]) -> Variant:
    """The ladder's table, its options changed by those of the command line."""
    base = ladder.variant
    own = tuple(f"{key}={_word(value)}" for key, value in base.options().items())
    return table(base.name, (*own, *options))


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0))
