"""`arena tournament round-robin`, `gauntlet`, `swiss` and `next`: events of many tables."""

from __future__ import annotations

from typing import Final

import click

from arena.cli.event_options import EventOptions, event_options, ladder_event_options
from arena.cli.options import settings
from arena.cli.playing import changed_table, choose_ladder, play, show_results
from arena.config.ladder_toml import Settings
from arena.report.crosstable import SWISS_WARNING
from arena.run.conducting import start_event
from arena.run.kinds import Gauntlet, Kind, RoundRobin, Swiss
from arena.run.next_event import NextMatches, prepare_next
from arena.run.prepared import Prepared
from arena.run.tournament import Tournament, prepare
from arena.store.folder import DataFolder, open_data

_BOTS = click.argument("bots", metavar="BOT...", nargs=-1, required=True)
_ROUNDS = click.IntRange(1, 1000)
_MOST_MATCHES: Final = 1000
"""Chosen at once: a few seconds, and far more than can be foreseen."""
_MANY_MATCHES: Final = 100
"""From so many on the choosing is announced, for it takes a while."""


@click.command("round-robin")
@_BOTS
@click.option(
    "--rounds", type=_ROUNDS, default=1, show_default=True, help="How often all tables meet."
)
@event_options
def round_robin_command(bots: tuple[str, ...], rounds: int, asked: EventOptions) -> None:
    """Every bot meets every other at tables, each deal in all rotations.

    BOT is a name (its newest version) or name@version; see `arena bots`. Where there are
    fewer bots than seats, the ladder's house bot fills them.
    """
    _hold(RoundRobin(rounds), bots, asked)


@click.command("gauntlet")
@_BOTS
@click.option(
    "--seeds",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="The first N bots, which meet the others but not each other.",
)
@click.option(
    "--rounds", type=_ROUNDS, default=1, show_default=True, help="How often all tables meet."
)
@event_options
def gauntlet_command(bots: tuple[str, ...], seeds: int, rounds: int, asked: EventOptions) -> None:
    """The first bots, the seeds, against all others: one seed at every table.

    A first placing of new bots: the others, the panel, meet each seed equally often, and
    never play without one. It is rated like a round-robin.
    """
    _hold(Gauntlet(seeds, rounds), bots, asked)


@click.command("swiss")
@_BOTS
@click.option(
    "--rounds", type=_ROUNDS, required=True, metavar="N", help="How many; everybody plays in each."
)
@click.option("--rated", is_flag=True, help="Count it for the ladder all the same.")
@event_options
def swiss_command(bots: tuple[str, ...], rounds: int, rated: bool, asked: EventOptions) -> None:
    """Round by round, tables of bots that stand alike. For show: it ruins the scale.

    Luck in the first rounds decides who is on top, and few tables then join the top and the
    bottom: their distance comes out too large. It is not rated unless --rated says so.
    """
    _hold(Swiss(rounds), bots, asked, rated=rated)


@click.command("next")
@click.argument("bots", metavar="[BOT...]", nargs=-1)
@click.option(
    "--matches",
    type=click.IntRange(1, _MOST_MATCHES),
    default=10,
    show_default=True,
    metavar="N",
    help="How many.",
)
@ladder_event_options
def next_command(bots: tuple[str, ...], matches: int, asked: EventOptions) -> None:
    """The matches from which the ladder learns most, chosen as it stands now.

    For each BOT, else for whoever is known least: a new bot first meets bots from
    everywhere, then its neighbours in rating. Every bot that is not retired plays.
    """
    made = settings(asked.config_path)
    ladder = choose_ladder(made, asked.ladder_name, asked.variant_name)
    wanted = NextMatches(
        bots=bots,
        ladder=ladder,
        deals=asked.deals or made.deals,
        count=matches,
        secret=asked.secret,
        name=asked.name,
        same_owner=asked.allow_same_owner or made.same_owner,
    )
    with open_data(asked.data_path) as data:
        if matches >= _MANY_MATCHES:
            click.echo(f"choosing {matches} matches, one after another ...", err=True)
        _carry_out(data, made, prepare_next(data, made, wanted), asked)


def _hold(kind: Kind, bots: tuple[str, ...], asked: EventOptions, *, rated: bool = True) -> None:
    """Set up a tournament, play it and show its results."""
    made = settings(asked.config_path)
    ladder = choose_ladder(made, asked.ladder_name, asked.variant_name)
    wanted = Tournament(
        kind=kind,
        bots=bots,
        ladder=ladder,
        variant=changed_table(ladder, asked.options),
        time=asked.time or ladder.time,
        deals=asked.deals or made.deals,
        secret=asked.secret,
        name=asked.name,
        same_owner=asked.allow_same_owner or made.same_owner,
        rated=rated,
    )
    with open_data(asked.data_path) as data:
        _carry_out(data, made, prepare(data, made, wanted), asked)


def _carry_out(data: DataFolder, made: Settings, prepared: Prepared, asked: EventOptions) -> None:
    event = prepared.event
    stored = len(prepared.matches)
    rated = f"rated on {event.ladder}" if event.rated else "not rated"
    if prepared.repeats:
        rated += f": the deals are those of event {prepared.repeats}"
    rounds = "" if event.rounds is None else f" in {event.rounds.rounds} rounds"
    click.echo(
        f"event {event.name}: {stored + event.matches_to_come(stored)} matches{rounds} of "
        f"{event.deals} deals in {event.variant.players} rotations, {event.variant.name}, "
        f"{event.time}, {rated}",
        err=True,
    )
    if event.rounds is not None:
        click.echo(SWISS_WARNING, err=True)
    click.echo(f"commitment to its secret: {event.commitment}", err=True)
    start_event(data, prepared, made.sandbox)
    play(data, event.name, made, asked.concurrency)
    show_results(data, event.name, as_json=asked.as_json)
