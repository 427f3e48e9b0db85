"""`arena versus`: is A stronger than B, and is it no weaker among others?"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from arena.cli.debug import SecretType
from arena.cli.drawing import draw_event
from arena.cli.options import config_option, data_option, json_option, same_owner_option, settings
from arena.cli.playing import (
    TimeType,
    changed_table,
    choose_ladder,
    play,
    show_how_to_go_on,
    show_results,
)
from arena.cli.plotting import plot_option
from arena.config.ladder_toml import Settings
from arena.errors import ArenaError, ConfigError, InterruptedEventError
from arena.names import check_event_name
from arena.ratings.sequential import Hypotheses, Verdict
from arena.ratings.versus import default_cap
from arena.referee.clock import TimeControl
from arena.run.conducting import start_event
from arena.run.jury import result_of
from arena.run.prepared import Prepared
from arena.run.versus import MATCH_DEALS, Versus, prepare_panel, prepare_versus
from arena.store.events import EventRecord, read_event
from arena.store.folder import DataFolder, open_data

_MOST_DEALS: Final = 1_000_000


@click.command("versus")
@click.argument("bot", metavar="A")
@click.argument("other", metavar="B")
@click.option(
    "--delta0",
    type=float,
    default=0.0,
    show_default=True,
    help="H0: A scores so much more a playing.",
)
@click.option(
    "--delta1",
    type=float,
    default=0.05,
    show_default=True,
    help="H1: A scores so much more a playing.",
)
@click.option(
    "--alpha",
    type=float,
    default=0.05,
    show_default=True,
    help="How often H1 may be accepted where H0 is true.",
)
@click.option(
    "--beta",
    type=float,
    default=0.05,
    show_default=True,
    help="How often H0 may be accepted where H1 is true.",
)
@click.option(
    "--max-deals",
    type=click.IntRange(10, _MOST_DEALS),
    help="Where an undecided test ends; else twice what a test of a fixed length takes.",
)
@click.option(
    "--deals",
    type=click.IntRange(1, 100_000),
    default=MATCH_DEALS,
    show_default=True,
    help="Of each match.",
)
@click.option(
    "--panel",
    multiple=True,
    metavar="BOT",
    help="Who A is then tried among, may be said again; else the ladder's other bots.",
)
@click.option("--no-panel", is_flag=True, help="Leave that out.")
@same_owner_option
@click.option("--variant", "variant_name", metavar="V", help="The table; its first ladder's.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="Another option of the table."
)
@click.option(
    "--ladder", "ladder_name", help="The ladder whose terms and bots are taken; else the first one."
)
@click.option("--time", type=TimeType(), help="Another time control.")
@click.option("--concurrency", type=click.IntRange(1, 256), help="Sittings at once.")
@click.option(
    "--secret",
    type=SecretType(),
    help="Of the event, and the panel's derives from it; drawn if absent.",
)
@click.option("--event", "event_name", help="Its name; made up if absent.")
@plot_option
@data_option
@config_option
@json_option
def versus_command(
    bot: str,
    other: str,
    delta0: float,
    delta1: float,
    alpha: float,
    beta: float,
    max_deals: int | None,
    deals: int,
    panel: tuple[str, ...],
    no_panel: bool,
    allow_same_owner: bool,
    variant_name: str | None,
    options: tuple[str, ...],
    ladder_name: str | None,
    time: TimeControl | None,
    concurrency: int | None,
    secret: bytes | None,
    event_name: str | None,
    picture: Path | None,
    data_path: Path,
    config_path: Path | None,
    as_json: bool,
) -> None:
    """Find out whether A is stronger than B, with as few deals as it takes.

    Every deal is played twice by A and B alone, the two exchanged in every seat; a sequential
    test ends it. If A proves stronger it is then tried in a panel of other bots, to see that it
    is not weaker there. Nothing of it is rated.
    """
    if panel and no_panel:
        raise ConfigError("--panel and --no-panel: expected one of them")
    made = settings(config_path)
    ladder = choose_ladder(made, ladder_name, variant_name)
    hypotheses = _hypotheses(delta0, delta1, alpha, beta)
    wanted = Versus(
        bot=bot,
        other=other,
        ladder=ladder,
        variant=changed_table(ladder, options),
        time=time or ladder.time,
        hypotheses=hypotheses,
        match_deals=deals,
        max_deals=max_deals or _cap(hypotheses),
        panel=None if no_panel else panel,
        secret=secret,
        name=None if event_name is None else check_event_name(event_name),
        same_owner=allow_same_owner or made.same_owner,
    )
    with open_data(data_path) as data:
        prepared = prepare_versus(data, made, wanted)
        _announce(prepared, f"{bot} against {other}")
        start_event(data, prepared, made.sandbox)
        play_versus(data, prepared.event.name, made, concurrency)
        if picture is not None:
            draw_event(data, prepared.event.name, picture)
        show_results(data, prepared.event.name, as_json=as_json)


def play_versus(data: DataFolder, event: str, made: Settings, concurrency: int | None) -> None:
    """Play what is left of a versus event, and of the panel event that H1 calls for."""
    play(data, event, made, concurrency)
    record = read_event(data, event)
    assert record.versus is not None
    accepted = result_of(data, record).standing.verdict
    if record.versus.panel is None or accepted is not Verdict.H1:
        return
    try:
        panel = _begun_panel(data, record, made)
    except (ArenaError, KeyboardInterrupt) as error:
        show_how_to_go_on(data, event, record.versus.panel.event)
        if isinstance(error, KeyboardInterrupt):
            raise InterruptedEventError("interrupted") from error
        raise
    play(data, panel, made, concurrency)


def _begun_panel(data: DataFolder, versus: EventRecord, made: Settings) -> str:
    """The name of the panel event, which is stored if it was not."""
    following = prepare_panel(data, versus)
    if not isinstance(following, Prepared):
        return following.name
    _announce(following, "A and then B in one seat of a panel")
    start_event(data, following, made.sandbox)
    return following.event.name


def _hypotheses(delta0: float, delta1: float, alpha: float, beta: float) -> Hypotheses:
    try:
        return Hypotheses(delta0, delta1, alpha, beta)
    except ValueError as error:
        raise ConfigError(f"--{error}") from error


def _cap(hypotheses: Hypotheses) -> int:
    """The default of --max-deals."""
    cap = default_cap(hypotheses)
    if cap > _MOST_DEALS:
        raise ConfigError(
            f"--delta1: so small a difference takes up to {cap:,} deals, more than the "
            f"{_MOST_DEALS:,} that a test may have: say --max-deals, or a larger one"
        )
    return cap


def _announce(prepared: Prepared, what: str) -> None:
    event: EventRecord = prepared.event
    most = len(prepared.matches) * event.deals
    click.echo(
        f"event {event.name}: {what}, at most {most} deals, each played twice, "
        f"{event.variant.name}, {event.time}, not rated",
        err=True,
    )
    click.echo(f"commitment to its secret: {event.commitment}", err=True)
