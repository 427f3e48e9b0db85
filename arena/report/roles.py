"""Roles as text, a table for each role with the bots below each other, and as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from arena.ratings.ratio import Ratio
from arena.ratings.role import Role
from arena.ratings.roles import BotRoles, RoleRecord
from arena.report.tables import Column, half_width, plain, signed, text_table

_TITLES: Final = {
    Role.PICKER: "As picker",
    Role.ALONE: "Alone",
    Role.PARTNER: "As partner",
    Role.DEFENDER: "As defender",
    Role.LEASTER: "In leasters",
    Role.LEAST: "In leasts",
}
_BOT: Final = Column("Bot", "<", gives_way=True)
_PICKING: Final = (_BOT, Column("Playings"), Column("Asked"), Column("Picked"), Column("Rate"))
_PLAYED: Final = (Column("Playings"), Column("Share"), Column("Score/playing"), Column("±"))
_WON: Final = (Column("Won"), Column("±"))
_SCHNEIDERS: Final = (Column("Made"), Column("Suffered"))
_LEGEND: Final = (
    "Share: of the bot's playings. Won, schneider made and suffered: of its playings in the role.\n"
    "± is 1.96 standard errors, from block to block; none where the blocks do not tell."
)


def format_roles(bots: Sequence[BotRoles]) -> str:
    """*bots* in the given order, without an end of line."""
    if not bots:
        return "No match of this event is complete yet."
    parts = [_picking(bots)]
    parts += [_role(place, bots) for place in range(len(bots[0].roles))]
    return "\n\n".join([*parts, _LEGEND])


def _picking(bots: Sequence[BotRoles]) -> str:
    rows = [
        (
            one.bot,
            str(one.playings),
            str(one.asked),
            str(one.chose),
            _percent(one.pick_rate),
            _percent_error(one.pick_rate),
        )
        for one in bots
    ]
    return f"Picked, when asked\n{text_table((*_PICKING, Column('±')), rows)}"


def _role(place: int, bots: Sequence[BotRoles]) -> str:
    """The table of one role; where all passed there is no schneider."""
    role = bots[0].roles[place].role
    passed = role in (Role.LEASTER, Role.LEAST)
    columns = (_BOT, *_PLAYED, *_WON, *(() if passed else _SCHNEIDERS))
    rows = [
        (one.bot, *tuple(_cells(one.roles[place]))[: len(columns) - 1])
        for one in bots
        if one.roles[place].playings
    ]
    table = text_table(columns, rows) if rows else "nobody was"
    return f"{_TITLES[role]}\n{table}"


def _cells(record: RoleRecord) -> Iterator[str]:
    yield str(record.playings)
    yield _percent(record.rate)
    yield "" if record.score.value is None else signed(record.score.value)
    yield half_width(record.score.error)
    yield _percent(record.win_rate)
    yield _percent_error(record.win_rate)
    yield _percent(record.schneidered)
    yield _percent(record.schneider)


def _percent(rate: Ratio) -> str:
    return "-" if rate.value is None else f"{float(100 * rate.value):.1f}%"


def _percent_error(rate: Ratio) -> str:
    return "" if rate.error is None else f"±{100 * rate.error:.1f}"


def roles_data(bots: Sequence[BotRoles]) -> list[dict[str, object]]:
    """The same for JSON; rates are parts of 1."""
    return [
        {
            "bot": one.bot,
            "playings": one.playings,
            "total": one.total,
            "asked": one.asked,
            "picked": one.chose,
            **_rate("pick_rate", one.pick_rate),
            "roles": {record.role.value: _record(record) for record in one.roles},
        }
        for one in bots
    ]


def _record(record: RoleRecord) -> dict[str, object]:
    return {
        "playings": record.playings,
        "total": record.total,
        "won": record.won,
        **_rate("rate", record.rate),
        **_rate("score_per_playing", record.score),
        **_rate("win_rate", record.win_rate),
        **_rate("schneider_made", record.schneidered),
        **_rate("schneider_suffered", record.schneider),
    }


def _rate(name: str, rate: Ratio) -> dict[str, object]:
    return {name: plain(rate.value), f"{name}_error": plain(rate.error)}
