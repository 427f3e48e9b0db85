"""`arena roles`: how each bot of an event does as picker, partner, defender, alone, in leasters."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.options import data_option, json_option, print_json
from arena.cli.tables import sittings_done
from arena.ratings.crosstable import crosstable
from arena.ratings.roles import BotRoles, roles, session_roles
from arena.ratings.sessions import session_table
from arena.report.roles import format_roles, roles_data
from arena.run.results import event_results
from arena.store.events import EventRecord, read_event
from arena.store.folder import DataFolder, open_data


@click.command("roles")
@click.argument("event")
@data_option
@json_option
def roles_command(event: str, data_path: Path, as_json: bool) -> None:
    """What each bot of EVENT did in each role: how often, what it scored and won there."""
    with open_data(data_path) as data:
        record = read_event(data, event)
        bots = _in_final_order(data, record)
        complete, scheduled = sittings_done(data, event)
    if as_json:
        state = {"event": event, "sittings_done": complete, "sittings": scheduled}
        print_json({**state, "bots": roles_data(bots)})
        return
    click.echo(f"{event}: {record.kind}, {record.variant.name}, {record.time}")
    if complete < scheduled:
        click.echo(f"Not finished: {complete} of {scheduled} sittings are complete.")
    click.echo(f"\n{format_roles(bots)}")


def _in_final_order(data: DataFolder, event: EventRecord) -> tuple[BotRoles, ...]:
    """The bots as the crosstable has them; two that are compared first, then their panel."""
    results = event_results(data, event.name)
    if event.form.exchanges:
        by_bot = roles(results, event.variant)
        there = dict.fromkeys(bot for match in results for bot in match.bots)
        return tuple(by_bot[bot] for bot in there if bot in by_bot)
    if event.form.moves:
        table = session_table(results)
        by_bot = session_roles(results, event.variant)
    else:
        table, by_bot = crosstable(results), roles(results, event.variant)
    return tuple(by_bot[standing.record.bot] for standing in table.standings)
