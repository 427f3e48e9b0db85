"""`arena tournament session` and `arena daily`: deals played once, and never rated."""

from __future__ import annotations

import os
from datetime import UTC, date, datetime
from pathlib import Path

import click

from arena.cli.debug import SecretType
from arena.cli.options import (
    config_option,
    data_option,
    json_option,
    print_json,
    same_owner_option,
    settings,
)
from arena.cli.playing import (
    TimeType,
    changed_table,
    choose_ladder,
    play,
    show_results,
)
from arena.names import check_event_name, format_match_id
from arena.ratings.sessions import daily_table
from arena.referee.clock import TimeControl
from arena.referee.form import Form
from arena.report.daily import daily_data, format_daily
from arena.run.conducting import start_event
from arena.run.prepared import Prepared
from arena.run.session import (
    DAILY_DEALS,
    Day,
    Session,
    day_sessions,
    prepare_daily,
    prepare_session,
)
from arena.store.folder import DataFolder, open_data

_DEALS = 10
_RACE_DEALS = 100


@click.command("session")
@click.argument("bots", metavar="BOT...", nargs=-1, required=True)
@click.option(
    "--deals",
    type=click.IntRange(1, 100_000),
    help=f"How many, {_DEALS} if absent; of a race at most so many, {_RACE_DEALS} if absent.",
)
@click.option("--race", is_flag=True, help="End when one leads alone with 10 (hoyle tables).")
@click.option("--variant", "variant_name", metavar="V", help="The table; its first ladder's.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="Another option of the table.",
)
@click.option("--ladder", "ladder_name", help="The ladder whose terms hold; else the first one.")
@click.option("--time", type=TimeType(), help="Another time control.")
@click.option("--secret", type=SecretType(), help="Of the event; drawn if absent.")
@click.option("--event", "event_name", help="Its name; made up if absent.")
@same_owner_option
@data_option
@config_option
@json_option
def session_command(
    bots: tuple[str, ...],
    deals: int | None,
    race: bool,
    variant_name: str | None,
    options: tuple[str, ...],
    ladder_name: str | None,
    time: TimeControl | None,
    secret: bytes | None,
    event_name: str | None,
    allow_same_owner: bool,
    data_path: Path,
    config_path: Path | None,
    as_json: bool,
) -> None:
    """One table plays deal after deal as people do; it is not rated.

    BOT is a name or name@version; in this order they sit in the first deal, and after each
    deal everybody moves a seat on. The ladder's house bot fills empty seats.
    """
    made = settings(config_path)
    ladder = choose_ladder(made, ladder_name, variant_name)
    wanted = Session(
        form=Form.RACE if race else Form.SESSION,
        bots=bots,
        ladder=ladder,
        variant=changed_table(ladder, options),
        time=time or ladder.time,
        deals=deals or (_RACE_DEALS if race else _DEALS),
        secret=secret or os.urandom(32),
        name=None if event_name is None else check_event_name(event_name),
        same_owner=allow_same_owner or made.same_owner,
    )
    with open_data(data_path) as data:
        prepared = prepare_session(data, made, wanted)
        _announce(
            prepared, f"{'a race of at most' if race else 'a session of'} {wanted.deals} deals"
        )
        start_event(data, prepared, made.sandbox)
        play(data, prepared.event.name, made, 1)
        show_results(data, prepared.event.name, as_json=as_json)


class DateType(click.ParamType[date]):
    """A day."""

    name = "YYYY-MM-DD"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> date:
        """Its value."""
        if isinstance(value, date):
            return value
        try:
            day = date.fromisoformat(str(value))
        except ValueError:
            day = None
        if day is None or day.isoformat() != value:
            self.fail(f"{str(value)[:40]!r}: expected a day, as in 2026-11-29", param, ctx)
        return day


@click.command("daily")
@click.argument("bots", metavar="[BOT...]", nargs=-1)
@click.option("--date", "day", type=DateType(), help="Another day; else today, in UTC.")
@click.option(
    "--variant",
    "variant_name",
    metavar="V",
    default="called-ace",
    show_default=True,
    help="The table; its first ladder's terms hold.",
)
@click.option("--concurrency", type=click.IntRange(1, 256), help="Sessions at once.")
@data_option
@config_option
@json_option
def daily_command(
    bots: tuple[str, ...],
    day: date | None,
    variant_name: str,
    concurrency: int | None,
    data_path: Path,
    config_path: Path | None,
    as_json: bool,
) -> None:
    """Play the day's ten deals, each BOT in a session of its own; show the day's table.

    Everybody meets the same deals in the same seats against house bots, once a day: a first
    result stands. Without BOT only the table is shown. Nothing of it is rated.
    """
    made = settings(config_path)
    of_day = Day(day or datetime.now(UTC).date(), choose_ladder(made, None, variant_name))
    with open_data(data_path) as data:
        if bots:
            prepared, known = prepare_daily(data, made, of_day, bots)
            unfinished = dict.fromkeys(one.event for one in known if not one.complete)
            for one in known:
                if one.complete:
                    click.echo(f"{one.bot}: its first result of the day stands", err=True)
            if prepared is not None:
                _announce(prepared, f"the {DAILY_DEALS} deals of {of_day.date}, a session a bot")
                start_event(data, prepared, made.sandbox)
            new = [] if prepared is None else [prepared.event.name]
            for event in (*unfinished, *new):
                play(data, event, made, concurrency)
        _show_day(data, of_day, as_json=as_json)


def _show_day(data: DataFolder, day: Day, *, as_json: bool) -> None:
    sessions = day_sessions(data, day)
    results = daily_table([one.match for one in sessions if one.complete])
    unfinished = [one for one in sessions if not one.complete]
    table = day.ladder.variant.name
    if as_json:
        places = {str(one.bot): format_match_id(one.event, one.match.number) for one in sessions}
        print_json(
            {
                "date": day.date.isoformat(),
                "variant": table,
                "secret": day.secret.hex(),
                "results": [
                    {**result, "match": places[str(result["bot"])]}
                    for result in daily_data(results)
                ],
                "unfinished": [{"bot": str(one.bot), "event": one.event} for one in unfinished],
            }
        )
        return
    click.echo(
        f"Daily {day.date}: {table}, {day.ladder.time}, not rated\n\n{format_daily(results)}"
    )
    for one in unfinished:
        click.echo(f"{one.bot} is not finished: arena resume {one.event}")


def _announce(prepared: Prepared, what: str) -> None:
    event = prepared.event
    click.echo(
        f"event {event.name}: {what}, {event.variant.name}, {event.time}, not rated",
        err=True,
    )
    click.echo(f"commitment to its secret: {event.commitment}", err=True)
