"""`arena ladder rebuild`: the ladder from the logs alone."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.options import config_option, data_option, json_option, print_json, settings
from arena.cli.tables import rungs_of
from arena.config.ladder_toml import find_ladder
from arena.errors import CheckFailedError, ConfigError
from arena.report.ladder import format_ladder, ladder_data
from arena.run.rebuilding import rebuilt
from arena.store.folder import open_data
from arena.store.ladders import find_ladder_record


@click.command("rebuild")
@click.argument("paths", metavar="[PATH...]", nargs=-1, type=click.Path(path_type=Path))
@click.option("--ladder", "ladder_name", help="Which one; else the first of ladder.toml.")
@data_option
@config_option
@json_option
def rebuild_command(
    paths: tuple[Path, ...],
    ladder_name: str | None,
    data_path: Path,
    config_path: Path | None,
    as_json: bool,
) -> None:
    """Compute a ladder from verified logs, and say where the database differs.

    PATH is a log or a folder of logs, in any order and as often as you like; without one, all
    logs of the data folder. Nothing is changed. Exit code 1 if anything differs.
    """
    with open_data(data_path) as data:
        name = ladder_name or find_ladder(settings(config_path), None).name
        record = find_ladder_record(data, name)
        if record is None:
            raise ConfigError(f"ladder {name}: nothing played yet, so there are no logs of it")
        result = rebuilt(data, name, paths or (data.logs,))
        rows = rungs_of(data, record, result.matches)
    counted = f"{len(result.matches)} matches from {result.logs} logs"
    if as_json:
        print_json({"ladder": ladder_data(rows), "differences": list(result.differences)})
    else:
        click.echo(f"Ladder {name}: {counted}\n\n{format_ladder(rows)}\n")
        click.echo("\n".join(result.differences) or "The database has the same playings.")
    if result.differences:
        raise CheckFailedError(f"{len(result.differences)} differences of logs and database")
