"""`arena bots`, `events`, `ladder`, `crosstable` and `show`: what there is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

import click

from arena.cli.comparing import print_worst
from arena.cli.drawing import draw_event
from arena.cli.history import history_command
from arena.cli.options import config_option, data_option, json_option, print_json, settings
from arena.cli.plotting import plot_option
from arena.cli.rebuilding import rebuild_command
from arena.cli.tables import (
    attempt_objects,
    bot_line,
    crosstable_object,
    crosstable_text,
    event_lines,
    rungs,
    secrets_object,
)
from arena.config.ladder_toml import find_ladder
from arena.errors import ConfigError
from arena.names import format_match_id, parse_bot_id
from arena.referee.form import Form
from arena.referee.line_text import RecordError
from arena.referee.playing import Playing
from arena.report.bots import bots_data, format_bots
from arena.report.events import events_data, format_events
from arena.report.ladder import format_ladder, ladder_data
from arena.report.notation import playing_line
from arena.report.playing_object import playing_object
from arena.report.playings import list_playings, playings_object
from arena.report.replay import view_playing
from arena.report.show import show_playing
from arena.run.records import Place, find_playing, find_playings, parse_place
from arena.store.events import event_matches, played_matches, read_event
from arena.store.folder import DataFolder, open_data
from arena.store.ladders import find_ladder_record
from arena.store.registry import find_bot, list_bots, retire_bot


@click.group("bots", invoke_without_command=True)
@data_option
@json_option
@click.pass_context
def bots_command(ctx: click.Context, data_path: Path, as_json: bool) -> None:
    """List the registered bots; `arena bots show` and `arena bots retire` for one of them."""
    if ctx.invoked_subcommand is None:
        with open_data(data_path) as data:
            lines = [bot_line(bot) for bot in list_bots(data)]
        _print(format_bots(lines), bots_data(lines), as_json=as_json)


@bots_command.command("show")
@click.argument("bot")
@data_option
@json_option
def show_bot_command(bot: str, data_path: Path, as_json: bool) -> None:
    """All that is known of BOT: a name (its newest version) or name@version."""
    with open_data(data_path) as data:
        known = find_bot(data, bot)
        facts: dict[str, object] = {
            "bot": str(known.id),
            "owner": known.owner,
            "author": known.author,
            "description": known.description,
            "plays": list(known.variants),
            "runtime": known.runtime,
            "command": list(known.command),
            "env": dict(known.env),
            "digest": known.digest,
            "origin": known.origin.value,
            "successor_of": str(known.successor_of) if known.successor_of else None,
            "submitted": known.submitted_at.isoformat(timespec="seconds"),
            "retired": known.retired,
        }
    text = "\n".join(f"{key:13}{_plain(value)}" for key, value in facts.items())
    _print(text, facts, as_json=as_json)


@bots_command.command("retire")
@click.argument("bot")
@data_option
def retire_bot_command(bot: str, data_path: Path) -> None:
    """Enter BOT, as name@version, in no new event; what it played stands."""
    with open_data(data_path) as data:
        known = find_bot(data, str(parse_bot_id(bot)))
        retire_bot(data, known.id)
        click.echo(f"{known.id} is retired")


@click.command("events")
@click.argument("event", required=False)
@data_option
@json_option
def events_command(event: str | None, data_path: Path, as_json: bool) -> None:
    """List the events; with EVENT, every attempt at its sittings."""
    with open_data(data_path) as data:
        if event is None:
            lines = event_lines(data)
            _print(format_events(lines), events_data(lines), as_json=as_json)
            return
        record = read_event(data, event)
        attempts = attempt_objects(data, event)
        secrets = secrets_object(data, event)
    if as_json:
        print_json({"event": event, **secrets, "attempts": attempts})
        return
    most = "at most " if record.form is Form.RACE else ""
    click.echo(
        f"{event}: {record.kind}, {record.variant.name}, {record.time}, "
        f"{most}{record.deals} deals a match"
    )
    click.echo(_secrets_text(secrets))
    click.echo("\n".join(_attempt_line(event, one) for one in attempts) or "nothing played yet")


def _secrets_text(secrets: dict[str, object]) -> str:
    """The commitments, and below each what is revealed."""
    lines = [f"commitment {secrets['commitment']}"]
    if secrets["secret"]:
        lines.append(f"secret     {secrets['secret']}")
    matches = secrets["matches"]
    assert isinstance(matches, list)
    for match in matches:
        lines += ["", f"{match['match']}: {', '.join(_copies(match['bots']))}"]
        lines.append(f"commitment {match['commitment']}")
        if match["secret"]:
            lines.append(f"secret     {match['secret']}")
    return "\n".join([*lines, ""])


def _copies(bots: Sequence[str]) -> Iterator[str]:
    """*bots* with copies in a row as one: ``timid@1.1.0 (5)``."""
    for bot, copies in groupby(bots):
        times = sum(1 for _ in copies)
        yield bot if times == 1 else f"{bot} ({times})"


@click.group("ladder", invoke_without_command=True)
@click.option("--ladder", "ladder_name", help="Which one; else the first of ladder.toml.")
@data_option
@config_option
@json_option
@click.pass_context
def ladder_command(
    ctx: click.Context,
    ladder_name: str | None,
    data_path: Path,
    config_path: Path | None,
    as_json: bool,
) -> None:
    """Show a ladder: published rating with its error, live Elo, playings, score, faults."""
    if ctx.invoked_subcommand is not None:
        if ladder_name is not None:
            raise ConfigError(f"--ladder {ladder_name}: expected after {ctx.invoked_subcommand}")
        return
    with open_data(data_path) as data:
        name = ladder_name or find_ladder(settings(config_path), None).name
        record = find_ladder_record(data, name)
        if record is None:
            if ladder_name is not None:
                find_ladder(settings(config_path), ladder_name)
            _print(f"Ladder {name}: nothing played yet.", [], as_json=as_json)
            return
        rows = rungs(data, record)
    heading = f"Ladder {name}: {record.variant.name}, {record.time}"
    _print(f"{heading}\n\n{format_ladder(rows)}", ladder_data(rows), as_json=as_json)


ladder_command.add_command(rebuild_command)
ladder_command.add_command(history_command)


@click.command("crosstable")
@click.argument("event")
@plot_option
@data_option
@json_option
def crosstable_command(event: str, picture: Path | None, data_path: Path, as_json: bool) -> None:
    """Final order and pairwise differences of EVENT, with errors and the results digest.

    Of an event that compares two bots: what its test has found.
    """
    with open_data(data_path) as data:
        if picture is not None:
            draw_event(data, event, picture)
        if as_json:
            print_json(crosstable_object(data, event))
        else:
            click.echo(crosstable_text(data, event), nl=False)


@click.command("show")
@click.argument("place", metavar="MATCH[/ROTATION[/DEAL]]")
@click.option("--seat", type=click.IntRange(0, 4), help="Hide what this seat could not know.")
@click.option("--notation", is_flag=True, help="One line a playing, as `arena referee` reads it.")
@click.option(
    "--worst",
    type=click.IntRange(min=1),
    metavar="N",
    help="The N playings that cost most against what other bots made of the same hand.",
)
@click.option("--bot", help="With --worst: those of this bot alone, NAME or NAME@VERSION.")
@data_option
@json_option
def show_command(
    place: str,
    seat: int | None,
    notation: bool,
    worst: int | None,
    bot: str | None,
    data_path: Path,
    as_json: bool,
) -> None:
    """Show one playing card by card, or list the playings of a sitting or a match."""
    where = parse_place(place)
    _check_options(where, seat, bot, notation=notation, worst=worst)
    with open_data(data_path) as data:
        if worst is not None:
            print_worst(data, where, worst, bot, as_json=as_json)
        elif notation:
            _print_notation(data, where, as_json=as_json)
        elif where.deal is None:
            _list(data, where, as_json=as_json)
        else:
            _print_playing(data, where, seat, place, as_json=as_json)


def _check_options(
    where: Place, seat: int | None, bot: str | None, *, notation: bool, worst: int | None
) -> None:
    """Refuse options that do not go together."""
    if worst is not None:
        given = {"--seat": seat is not None, "--notation": notation}
        for option in (name for name, there in given.items() if there):
            raise ConfigError(f"--worst {worst}: lists playings, so it goes without {option}")
        if where.deal is not None:
            raise ConfigError(f"--worst {worst}: expected MATCH or MATCH/ROTATION with it")
        return
    if bot is not None:
        raise ConfigError(f"--bot {bot}: expected --worst N with it")
    if seat is not None and notation:
        raise ConfigError(f"--seat {seat}: a line of notation shows all cards")
    if seat is not None and where.deal is None:
        raise ConfigError(f"--seat {seat}: expected MATCH/ROTATION/DEAL with it")


def _print_playing(
    data: DataFolder, where: Place, seat: int | None, place: str, *, as_json: bool
) -> None:
    header, record = find_playing(data, where)
    if seat is not None and seat >= header.variant.players:
        raise ConfigError(f"--seat {seat}: expected 0 to {header.variant.players - 1}")
    try:
        view = view_playing(header, record, seat)
    except RecordError as error:
        raise ConfigError(f"{place}: its log is not true ({error}); see arena verify") from error
    if as_json:
        print_json(playing_object(view))
    else:
        click.echo(show_playing(view), nl=False)


def _list(data: DataFolder, where: Place, *, as_json: bool) -> None:
    event = read_event(data, where.event)
    known = {match.number: match for match in event_matches(data, where.event)}
    if where.match not in known:
        raise ConfigError(f"event {where.event} has no match {where.match}, only 1 to {len(known)}")
    bots = known[where.match].bots
    playings = [
        playing
        for match in played_matches(data, where.event)
        if match.number == where.match
        for playing in match.playings
        if where.rotation in (None, playing.rotation)
    ]
    playings.sort(key=_place_of)
    heading = f"{format_match_id(where.event, where.match)}: {event.variant.name}, {event.time}"
    text = list_playings(heading, bots, playings, event.form).rstrip("\n")
    _print(text, playings_object(bots, playings), as_json=as_json)


def _print_notation(data: DataFolder, where: Place, *, as_json: bool) -> None:
    lines = []
    for header, record in find_playings(data, where):
        try:
            line = playing_line(header, record)
        except RecordError as error:
            place = f"{format_match_id(where.event, where.match)}/{header.rotation}"
            raise ConfigError(
                f"{place}: its log is not true ({error}); see arena verify"
            ) from error
        lines.append({"rotation": header.rotation, "deal": record.deal, "notation": line})
    if not lines:
        raise ConfigError(f"{format_match_id(where.event, where.match)}: nothing complete yet")
    _print("\n".join(str(line["notation"]) for line in lines), lines, as_json=as_json)


def _place_of(playing: Playing) -> tuple[int, int]:
    return playing.rotation, playing.deal


def _attempt_line(event: str, attempt: dict[str, object]) -> str:
    number = attempt["match"]
    assert isinstance(number, int)
    line = (
        f"{format_match_id(event, number)}/{attempt['rotation']}  attempt {attempt['attempt']}  "
        f"{attempt['status']}"
    )
    return f"{line}: {attempt['reason']}" if attempt["reason"] else line


def _plain(value: object) -> str:
    match value:
        case None:
            return "-"
        case list():
            return " ".join(map(str, value))
        case dict():
            return " ".join(f"{key}={item}" for key, item in value.items()) or "-"
        case _:
            return str(value)


def _print(text: str, value: object, *, as_json: bool) -> None:
    if as_json:
        print_json(value)
    else:
        click.echo(text)
