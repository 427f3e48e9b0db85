"""`arena init` and `arena submit`: a data folder, and bots in it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from arena.cli.options import config_option, data_option, json_option, print_json, settings
from arena.config.ladder_toml import Settings, find_ladder
from arena.errors import ArenaError, ConfigError
from arena.run.conducting import Submitted, submit
from arena.run.samples import sample_bot
from arena.store.folder import DATABASE, DataFolder, create_data, open_data
from arena.store.owners import check_owner
from arena.store.registry import find_bot


@click.command("init")
@data_option
@config_option
def init_command(data_path: Path, config_path: Path | None) -> None:
    """Make a data folder, and register the house bots of ladder.toml that come with the arena.

    An existing data folder is left as it is; house bots that it lacks are added.
    """
    made = settings(config_path)
    known = (data_path / DATABASE).exists()
    with open_data(data_path) if known else create_data(data_path) as data:
        click.echo(f"{'found' if known else 'made'} data folder {data_path}")
        click.echo(f"ladders from {made.path}: {', '.join(one.name for one in made.ladders)}")
        for house in sorted({ladder.house for ladder in made.ladders}):
            _add_house(data, made, house)
    click.echo("next: arena submit DIR")


def _add_house(data: DataFolder, made: Settings, house: str) -> None:
    try:
        click.echo(f"house bot {find_bot(data, house).id} is registered")
        return
    except ConfigError:
        folder = sample_bot(house.partition("@")[0])
    if folder is None:
        click.echo(f"house bot {house} is not among the samples: arena submit its folder")
        return
    taken = submit(data, folder, None, str(made.ladders[0].time), made.sandbox)
    click.echo(f"house bot {taken.bot.id} qualified and registered")


@click.command("submit")
@click.argument(
    "sources", metavar="DIR...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option("--name", help="Register under this name; only with one DIR.")
@click.option("--owner", help="Whose the names are; two bots of one owner never share a table.")
@data_option
@config_option
@json_option
def submit_command(
    sources: tuple[Path, ...],
    name: str | None,
    owner: str | None,
    data_path: Path,
    config_path: Path | None,
    as_json: bool,
) -> None:
    """Freeze, try and register the submissions in DIR...

    DIR is a submission's folder, or an archive of it: .zip, .tar, .tar.gz or .tgz.

    A bot qualifies by starting, answering Hello and playing one deal with copies of
    itself, on each table that it claims, without a fault.
    """
    if name is not None and len(sources) > 1:
        raise ConfigError(f"--name {name}: expected one DIR with it, got {len(sources)}")
    if owner is not None:
        check_owner(owner)
    made = settings(config_path)
    with open_data(data_path) as data:
        taken = _submit_each(data, made, sources, name, owner, quiet=as_json)
    if as_json:
        print_json([_object(one) for one in taken])


def _submit_each(
    data: DataFolder,
    made: Settings,
    sources: Sequence[Path],
    name: str | None,
    owner: str | None,
    *,
    quiet: bool,
) -> list[Submitted]:
    """Submit in order; the first that fails ends it, those before it are registered."""
    time = str(find_ladder(made, None).time)
    taken = []
    for source in sources:
        try:
            one = submit(data, source, name, time, made.sandbox, owner)
        except ArenaError:
            if len(sources) > 1:
                click.echo(f"{source} is not registered", err=True)
            raise
        taken.append(one)
        if not quiet:
            click.echo(_line(one))
    return taken


def _line(taken: Submitted) -> str:
    if not taken.new:
        owner = "" if taken.bot.owner is None else f"; owner {taken.bot.owner}"
        return f"{taken.bot.id} was registered before, with these same files{owner}"
    line = f"{taken.bot.id} registered; qualified on {', '.join(taken.qualified)}"
    if taken.bot.owner is not None:
        line += f"; owner {taken.bot.owner}"
    if taken.bot.successor_of:
        line += f"; successor of {taken.bot.successor_of}"
    return line


def _object(taken: Submitted) -> dict[str, object]:
    bot = taken.bot
    return {
        "bot": str(bot.id),
        "digest": bot.digest,
        "origin": bot.origin.value,
        "owner": bot.owner,
        "qualified": list(taken.qualified),
        "successor_of": str(bot.successor_of) if bot.successor_of else None,
    }
