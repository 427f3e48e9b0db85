"""`arena resume`: an event that was cut off, played to its end."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.options import config_option, data_option, json_option, settings
from arena.cli.playing import play, show_results
from arena.cli.versus import play_versus
from arena.referee.form import Form
from arena.store.events import read_event
from arena.store.folder import open_data


@click.command("resume")
@click.argument("event")
@click.option("--concurrency", type=click.IntRange(1, 256), help="Sittings at once.")
@data_option
@config_option
@json_option
def resume_command(
    event: str, concurrency: int | None, data_path: Path, config_path: Path | None, as_json: bool
) -> None:
    """Play what is left of EVENT, from the deal at which it was cut off."""
    made = settings(config_path)
    with open_data(data_path) as data:
        if read_event(data, event).form is Form.VERSUS:
            play_versus(data, event, made, concurrency)
        else:
            play(data, event, made, concurrency)
        show_results(data, event, as_json=as_json)
