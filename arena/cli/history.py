"""`arena ladder history`: how the ratings came to be what they are."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path

import click

from arena.cli.options import config_option, data_option, json_option, print_json, settings
from arena.cli.plotting import plot_option, write_history
from arena.cli.tables import scale
from arena.config.ladder_toml import find_ladder
from arena.errors import ConfigError
from arena.ratings.history import Moment, history
from arena.report.history import format_history, history_data
from arena.run.results import predecessors, results_by_event
from arena.store.folder import open_data
from arena.store.ladders import find_ladder_record


@click.command("history")
@click.argument("bots", metavar="[BOT...]", nargs=-1)
@click.option("--ladder", "ladder_name", help="Which one; else the first of ladder.toml.")
@click.option(
    "--steps",
    type=click.IntRange(1, 1000),
    default=40,
    show_default=True,
    help="Into how many parts all matches are divided, beside the ends of events.",
)
@plot_option
@data_option
@config_option
@json_option
def history_command(
    bots: tuple[str, ...],
    ladder_name: str | None,
    steps: int,
    picture: Path | None,
    data_path: Path,
    config_path: Path | None,
    as_json: bool,
) -> None:
    """A ladder over time: each bot's rating with its error, and its live Elo, after every event.

    BOT is a name, for all its versions, or NAME@VERSION; without one, every bot of the ladder.
    """
    with open_data(data_path) as data:
        name = ladder_name or find_ladder(settings(config_path), None).name
        record = find_ladder_record(data, name)
        if record is None:
            find_ladder(settings(config_path), name)
            raise ConfigError(f"ladder {name}: nothing played yet, so it has no history")
        margin, house = scale(record)
        events = results_by_event(data, name)
        moments = history(events, margin, house, predecessors(data), steps=steps)
    chosen = _chosen(moments, bots, name)
    heading = f"Ladder {name}: {record.variant.name}, {record.time}"
    if picture is not None:
        if not moments:
            raise ConfigError(f"--plot {picture}: no match of ladder {name} is complete yet")
        write_history(picture, moments, chosen, house, heading)
    if as_json:
        print_json({"ladder": name, "moments": history_data(moments, chosen)})
        return
    click.echo(f"{heading}\n\n{format_history(moments, chosen)}")


def _chosen(moments: Sequence[Moment], asked: Sequence[str], ladder: str) -> tuple[str, ...]:
    """The bots that are *asked* for, or all; the best one now comes first."""
    last = moments[-1].ratings if moments else {}
    everyone = sorted(last, key=lambda bot: (-last[bot].rating, bot))
    for text in asked:
        known = sorted({*everyone, *(bot.partition("@")[0] for bot in everyone)})
        if text not in known:
            near = get_close_matches(text, known, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise ConfigError(f"bot {text!r}: not on ladder {ladder}{hint}")
    wanted = set(asked)
    return tuple(bot for bot in everyone if not asked or wanted & {bot, bot.partition("@")[0]})
