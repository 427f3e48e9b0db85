"""`arena tournament round-robin`, and what every event is played and shown with."""

from __future__ import annotations

import os
from pathlib import Path

import click

from arena.cli.debug import SecretType, table
from arena.cli.options import config_option, data_option, json_option, print_json, settings
from arena.cli.progress import progress, versus_progress
from arena.cli.tables import crosstable_object, crosstable_text
from arena.config.ladder_toml import Ladder, Settings, find_ladder
from arena.errors import ConfigError, InfrastructureError, InterruptedEventError
from arena.names import check_event_name
from arena.referee.clock import TimeControl, TimeControlError, parse_time_control
from arena.referee.confinement import Level
from arena.rules.variants import Variant
from arena.run.conducting import play_event, start_event
from arena.run.confining import best_level
from arena.run.tournament import RoundRobin, prepare
from arena.store.events import SittingStatus, read_event, sittings
from arena.store.folder import DataFolder, open_data


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


@click.command("round-robin")
@click.argument("bots", metavar="BOT...", nargs=-1, required=True)
@click.option("--deals", type=click.IntRange(1, 100_000), help="Of each match; see ladder.toml.")
@click.option(
    "--rounds",
    type=click.IntRange(1, 1000),
    default=1,
    show_default=True,
    help="How often all tables meet.",
)
@click.option("--variant", "variant_name", metavar="V", help="Its first ladder is played for.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="Another option of the table; then the event is not rated.",
)
@click.option("--ladder", "ladder_name", help="The ladder to play for; else the first one.")
@click.option("--time", type=TimeType(), help="Another time control; then it is not rated.")
@click.option("--concurrency", type=click.IntRange(1, 256), help="Sittings at once.")
@click.option("--secret", type=SecretType(), help="Of the event; drawn if absent.")
@click.option("--event", "event_name", help="Its name; made up if absent.")
@data_option
@config_option
@json_option
def round_robin_command(
    bots: tuple[str, ...],
    deals: int | None,
    rounds: int,
    variant_name: str | None,
    options: tuple[str, ...],
    ladder_name: str | None,
    time: TimeControl | None,
    concurrency: int | None,
    secret: bytes | None,
    event_name: str | None,
    data_path: Path,
    config_path: Path | None,
    as_json: bool,
) -> None:
    """Every bot meets every other at tables, each deal in all rotations.

    BOT is a name (its newest version) or name@version; see `arena bots`. Where there are
    fewer bots than seats, the ladder's house bot fills them.
    """
    made = settings(config_path)
    ladder = choose_ladder(made, ladder_name, variant_name)
    wanted = RoundRobin(
        bots=bots,
        ladder=ladder,
        variant=changed_table(ladder, options),
        time=time or ladder.time,
        deals=deals or made.deals,
        rounds=rounds,
        secret=secret or os.urandom(32),
        name=None if event_name is None else check_event_name(event_name),
    )
    with open_data(data_path) as data:
        prepared = prepare(data, made, wanted)
        event = prepared.event
        seats = event.variant.players
        rated = f"rated on {event.ladder}" if event.rated else "not rated"
        if prepared.repeats:
            rated += f": the deals are those of event {prepared.repeats}"
        click.echo(
            f"event {event.name}: {len(prepared.matches)} matches of {event.deals} deals in "
            f"{seats} rotations, {event.variant.name}, {event.time}, {rated}",
            err=True,
        )
        click.echo(f"commitment to its secret: {event.commitment}", err=True)
        start_event(data, prepared, made.sandbox)
        play(data, event.name, made, concurrency)
        show_results(data, event.name, as_json=as_json)


def play(data: DataFolder, event: str, made: Settings, concurrency: int | None) -> None:
    """Play what is left of *event*, with its progress on stderr.

    Args:
        concurrency: sittings at once; None for what *made* says, or one a core.

    Raises:
        InterruptedEventError, InfrastructureError: and says how to go on.
    """
    record = read_event(data, event)
    scheduled = sittings(data, event)
    complete = sum(one.status is SittingStatus.COMPLETE for one in scheduled)
    deals = record.deals
    shown = (
        progress(event, len(scheduled) * deals, complete * deals, len(scheduled), complete)
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
