"""Sessions set up: one sitting a match, alone or as everybody's ten deals of a day."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import chain
from typing import Final

from arena.config.ladder_toml import Ladder, Settings
from arena.errors import ConfigError
from arena.names import BotId
from arena.ratings.blocks import Match
from arena.referee.clock import TimeControl
from arena.referee.form import Form, broken_form
from arena.rules.variants import Variant
from arena.run.kinds import check_apart
from arena.run.prepared import (
    Prepared,
    entrants_of,
    event_name,
    house_of,
    match_record,
    owners_that_matter,
    prepared,
)
from arena.run.results import results_of
from arena.schedule.secrets import daily_secret
from arena.store.events import (
    DAILY,
    EventRecord,
    list_events,
    played_matches,
)
from arena.store.folder import DataFolder
from arena.store.registry import RegisteredBot, find_bot

DAILY_DEALS: Final = 10
"""Deals 0 to 9 of a day's secret (R43)."""


@dataclass(frozen=True, slots=True)
class Session:
    """What is asked for on the command line, settings filled in."""

    form: Form
    """SESSION or RACE."""
    bots: tuple[str, ...]
    """At most as many as there are seats; in this order they sit in the first deal."""
    ladder: Ladder
    """Whose house bot fills seats."""
    variant: Variant
    time: TimeControl
    deals: int
    """Of a race, at most so many."""
    secret: bytes
    name: str | None
    """None: one is made up."""
    same_owner: bool
    """Whether two bots of one owner may sit there."""


def prepare_session(data: DataFolder, settings: Settings, wanted: Session) -> Prepared:
    """The event of one session; nothing is stored. It is not rated: it is full of luck.

    Raises:
        ConfigError: more bots than seats, a bot that cannot enter, no house bot where seats
            stay empty, a race at a table that has none, a name that is taken, two bots of
            one owner.
    """
    table = wanted.variant
    if sentence := broken_form(wanted.form, table.name):
        raise ConfigError(sentence)
    name = event_name(data, wanted.name)
    if len(wanted.bots) > table.players:
        raise ConfigError(
            f"{len(wanted.bots)} bots for the {table.players} seats of {table.name}: "
            f"a session has one table, expected at most {table.players}"
        )
    entrants = entrants_of(data, wanted.bots, table)
    check_apart(entrants, owners_that_matter(data, entrants, same_owner=wanted.same_owner))
    empty = table.players - len(entrants)
    house = _filler(data, wanted.ladder, table) if empty else house_of(data, wanted.ladder)
    event = EventRecord(
        name=name,
        kind=wanted.form.value,
        ladder=None,
        rated=False,
        variant=table,
        time=str(wanted.time),
        deals=wanted.deals,
        secret=wanted.secret,
        created_at=datetime.now(UTC),
        policy=settings.faults,
        house=house.id if house else None,
        form=wanted.form,
    )
    return _prepared(event, [entrants], house)


@dataclass(frozen=True, slots=True)
class DaySession:
    """One bot's session of a day."""

    bot: BotId
    event: str
    match: Match
    complete: bool


@dataclass(frozen=True, slots=True)
class Day:
    """A day's deals at one table."""

    date: date
    """In UTC."""
    ladder: Ladder
    """Whose table, time control and house bot are used."""

    @property
    def secret(self) -> bytes:
        """What its deals derive from."""
        return daily_secret(self.date)


def day_sessions(data: DataFolder, day: Day) -> tuple[DaySession, ...]:
    """The sessions of *day* so far, the first one of each bot, in the order of their creation."""
    found: dict[BotId, DaySession] = {}
    for event in _events_of(data, day):
        played = played_matches(data, event.name)
        for match, result in zip(played, results_of(played), strict=True):
            bot = match.bots[0]
            found.setdefault(bot, DaySession(bot, event.name, result, match.complete))
    return tuple(found.values())


def prepare_daily(
    data: DataFolder, settings: Settings, day: Day, bots: Sequence[str]
) -> tuple[Prepared | None, tuple[DaySession, ...]]:
    """The event for those of *bots* that have not met the deals of *day*; nothing is stored.

    Each plays a session of its own from the same seat against house bots, so that only the
    bots differ. All matches have the day's secret and its deals 0 to 9.

    Returns:
        The event, None if nobody is left to play; and the sessions that others of *bots*
        have begun or played: the first one stands.

    Raises:
        ConfigError: a bot that cannot enter, or no house bot.
    """
    table = day.ladder.variant
    entrants = entrants_of(data, bots, table)
    earlier = {session.bot: session for session in day_sessions(data, day)}
    known = tuple(earlier[bot.id] for bot in entrants if bot.id in earlier)
    new = [bot for bot in entrants if bot.id not in earlier]
    if not new:
        return None, known
    house = _days_house(data, day) or _filler(data, day.ladder, table)
    event = EventRecord(
        name=_daily_name(day, {summary.event.name for summary in list_events(data)}),
        kind=DAILY,
        ladder=None,
        rated=False,
        variant=table,
        time=str(day.ladder.time),
        deals=DAILY_DEALS,
        secret=day.secret,
        created_at=datetime.now(UTC),
        policy=settings.faults,
        house=house.id,
        form=Form.SESSION,
    )
    return _prepared(event, [(bot,) for bot in new], house), known


def _events_of(data: DataFolder, day: Day) -> tuple[EventRecord, ...]:
    """The events that played the deals of *day* at its table, in the order of their creation."""
    events = (summary.event for summary in list_events(data))
    what = (DAILY, day.secret, day.ladder.variant)
    return tuple(event for event in events if (event.kind, event.secret, event.variant) == what)


def _days_house(data: DataFolder, day: Day) -> RegisteredBot | None:
    """The house bot of the day's first session: with another one results do not compare."""
    houses = [event.house for event in _events_of(data, day) if event.house is not None]
    return find_bot(data, str(houses[0])) if houses else None


def _filler(data: DataFolder, ladder: Ladder, table: Variant) -> RegisteredBot:
    house = house_of(data, ladder)
    if house is None:
        raise ConfigError(
            f"the house bot {ladder.house!r} that would fill the other seats is not registered: "
            "arena submit it"
        )
    if table.name not in house.variants:
        raise ConfigError(f"the house bot {house.id} does not play {table.name}")
    return house


def _prepared(
    event: EventRecord, tables: Sequence[Sequence[RegisteredBot]], house: RegisteredBot | None
) -> Prepared:
    """One match a table; a day's all have the same deals, other events have one match."""
    seats = event.variant.players
    matches = []
    for number, table in enumerate(tables, 1):
        bots = [bot.id for bot in table]
        if house is not None:
            bots += [house.id] * (seats - len(bots))
        fillers = range(len(table), seats)
        matches.append(match_record(event, number, bots, fillers, same_deals=True))
    return prepared(event, matches, (*chain.from_iterable(tables), house))


def _daily_name(day: Day, taken: Container[str]) -> str:
    """``daily20261129``, then ``daily20261129_2`` and so on."""
    name = first = f"daily{day.date:%Y%m%d}"
    number = 1
    while name in taken:
        number += 1
        name = f"{first}_{number}"
    return name
