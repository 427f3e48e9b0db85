"""`arena replay`: does a bot answer again as the log says?"""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.options import config_option, data_option, json_option, print_json, settings
from arena.errors import CheckFailedError
from arena.names import format_match_id
from arena.run.order import Answered
from arena.run.replaying import (
    EVERY_SEAT,
    Comparison,
    Replay,
    find_asked_bot,
    parse_replay_place,
    recorded_text,
    replay,
)
from arena.store.folder import open_data


class SeatType(click.ParamType[int | str]):
    """A seat's number, or all."""

    name = "S"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | str:
        """The seat."""
        text = str(value)
        if text == EVERY_SEAT:
            return text
        if text not in {"0", "1", "2", "3", "4"}:
            self.fail(f"{text[:80]!r}: expected 0 to 4, or {EVERY_SEAT}", param, ctx)
        return int(text)


@click.command("replay")
@click.argument("place", metavar="MATCH/ROTATION[/DEAL[/DECISION]]")
@click.option("--bot", required=True, help="NAME, NAME@VERSION, or a folder: ./DIR.")
@click.option(
    "--seat",
    type=SeatType(),
    help="Whose decisions, or all; else where a bot of this name sat, or all if none did.",
)
@data_option
@config_option
@json_option
def replay_command(
    place: str,
    bot: str,
    seat: int | str | None,
    data_path: Path,
    config_path: Path | None,
    as_json: bool,
) -> None:
    """Ask a bot again at recorded decisions, and compare its answers with the recorded ones.

    It sees the same observations with the same bot seeds and a full clock each time. DECISION
    counts the decisions of the deal from 0, those that were not asked too. Exit code 1 if an
    answer differs.
    """
    where, number = parse_replay_place(place)
    with open_data(data_path) as data:
        asked = find_asked_bot(data, bot)
        done = replay(data, where, number, asked, seat, settings(config_path).sandbox)
    sitting = f"{format_match_id(where.event, where.match)}/{where.rotation}"
    same = sum(one.same for one in done.answers)
    if as_json:
        print_json(_object(sitting, done, same))
    else:
        click.echo(_text(sitting, done, same))
    if differ := len(done.answers) - same:
        raise CheckFailedError(f"{differ} of {len(done.answers)} answers differ")


def _text(sitting: str, done: Replay, same: int) -> str:
    header = done.header
    lines = [
        f"{sitting}: {header.variant.name}, {header.time}; {done.bot} asked again",
        "",
        " deal  decision  seat  recorded              now",
        *map(_row, done.answers),
        "",
        f"{len(done.answers)} asked again: {same} same, {len(done.answers) - same} different",
    ]
    return "\n".join(lines)


def _row(one: Comparison) -> str:
    line = one.recorded.line
    recorded, now = recorded_text(one.recorded.answer), _now(one.now)
    row = f"{line.deal:5}  {one.recorded.number:8}  {line.seat:4}  {recorded:20}  {now:20}"
    return row.rstrip() if one.same else f"{row}  differs"


def _now(answered: Answered) -> str:
    if answered.fault is None:
        return str(answered.action)
    return f"{answered.fault.value}: {answered.detail}"


def _object(sitting: str, done: Replay, same: int) -> dict[str, object]:
    return {
        "sitting": sitting,
        "bot": str(done.bot),
        "asked": len(done.answers),
        "same": same,
        "answers": [_answer_object(done, one) for one in done.answers],
    }


def _answer_object(done: Replay, one: Comparison) -> dict[str, object]:
    line, now = one.recorded.line, one.now
    return {
        "deal": line.deal,
        "decision": one.recorded.number,
        "seat": line.seat,
        "by": str(done.header.bots[one.recorded.entry].bot),
        "recorded": recorded_text(one.recorded.answer),
        "fault": line.fault.value if line.fault else None,
        "ms": line.ms,
        "cpu_ms": line.cpu_ms,
        "now": now.action,
        "now_fault": now.fault.value if now.fault else None,
        "now_detail": now.detail,
        "now_ms": now.ms,
        "now_cpu_ms": now.cpu_ms,
        "same": one.same,
    }
