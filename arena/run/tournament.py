"""A tournament set up: who plays, for which ladder, in which matches."""

from __future__ import annotations

import os
from collections.abc import Container, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from arena.config.ladder_toml import Ladder, Settings
from arena.errors import ConfigError
from arena.names import BotId
from arena.referee.clock import TimeControl
from arena.rules.variants import Variant
from arena.schedule.rotation import first_deal
from arena.schedule.round_robin import round_robin
from arena.schedule.secrets import commitment, match_secret
from arena.store.events import EventRecord, MatchRecord, create_event, list_events
from arena.store.folder import DataFolder
from arena.store.ladders import ensure_ladder
from arena.store.registry import RegisteredBot, find_bot


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """What is asked for on the command line, settings filled in."""

    bots: tuple[str, ...]
    """``name`` (its newest version) or ``name@version``; no bot twice."""
    ladder: Ladder
    """The ladder that it is played under, or whose house bot fills seats."""
    variant: Variant
    time: TimeControl
    deals: int
    """Of each match."""
    rounds: int
    """How often every table meets."""
    secret: bytes
    name: str | None
    """None: one is made up."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """An event that can be played."""

    event: EventRecord
    matches: tuple[MatchRecord, ...]
    bots: tuple[RegisteredBot, ...]
    """Every bot that plays in it, fillers included, each once."""
    repeats: str | None = None
    """An earlier event with the same secret: the same deals, so this one is not rated."""


def prepare(data: DataFolder, settings: Settings, wanted: RoundRobin) -> Prepared:
    """The event and its matches; nothing is stored but the ladder's terms.

    The event is rated if it is played under its ladder's own table and time control, and
    its deals are new: an event played again would count the same luck twice.

    Raises:
        ConfigError: an unknown, retired or doubled bot, one that does not play the
            table, no house bot where seats stay empty, a ladder that has changed.
    """
    ladder, variant = wanted.ladder, wanted.variant
    earlier = [summary.event for summary in list_events(data)]
    if wanted.name in {event.name for event in earlier}:
        raise ConfigError(f"event {wanted.name!r}: there is one of that name already")
    entrants = entrants_of(data, wanted.bots, variant)
    repeats = next((event.name for event in earlier if event.secret == wanted.secret), None)
    rated = (variant, wanted.time) == (ladder.variant, ladder.time) and repeats is None
    house = house_of(data, ladder) if not rated else _pinned_house(data, ladder)
    tables = round_robin(len(entrants), variant.players, wanted.secret, wanted.rounds)
    if house is None and any(None in table for table in tables):
        raise ConfigError(
            f"{len(entrants)} bots for {variant.players} seats, and the house bot "
            f"{ladder.house!r} that would fill them is not registered: arena submit it"
        )
    matches = tuple(
        _match(number, table, entrants, house, wanted) for number, table in enumerate(tables, 1)
    )
    event = EventRecord(
        name=wanted.name or new_name({event.name for event in earlier}),
        kind="round-robin",
        ladder=ladder.name if rated else None,
        rated=rated,
        variant=variant,
        time=str(wanted.time),
        deals=wanted.deals,
        secret=wanted.secret,
        commitment=commitment(wanted.secret),
        created_at=datetime.now(UTC),
        policy=settings.faults,
        house=house.id if house else None,
    )
    playing = {bot for match in matches for bot in match.bots}
    known = {bot.id: bot for bot in (*entrants, *((house,) if house else ()))}
    return Prepared(event, matches, tuple(known[bot] for bot in sorted(playing)), repeats)


def store(data: DataFolder, prepared: Prepared) -> None:
    """Store the event: from now on it can be played and resumed."""
    create_event(data, prepared.event, prepared.matches)


def entrants_of(
    data: DataFolder, bots: Sequence[str], variant: Variant
) -> tuple[RegisteredBot, ...]:
    """The bots that *bots* name, each of which may enter an event of *variant*.

    Raises:
        ConfigError: none, an unknown, retired or doubled one, or one that does not play it.
    """
    if not bots:
        raise ConfigError("no bots: expected at least one name, as `arena bots` lists them")
    entrants = tuple(find_bot(data, text) for text in bots)
    for place, bot in enumerate(entrants):
        if bot.id in {other.id for other in entrants[:place]}:
            raise ConfigError(f"bot {bot.id}: named twice; submit copies under names of their own")
        if bot.retired:
            raise ConfigError(f"bot {bot.id}: retired, it enters no new event")
        if variant.name not in bot.variants:
            raise ConfigError(
                f"bot {bot.id}: does not play {variant.name}, only {', '.join(bot.variants)}"
            )
    return entrants


def house_of(data: DataFolder, ladder: Ladder) -> RegisteredBot | None:
    """What the ladder's house bot is now; None if it is not registered."""
    try:
        return find_bot(data, ladder.house)
    except ConfigError:
        return None


def _pinned_house(data: DataFolder, ladder: Ladder) -> RegisteredBot | None:
    """The house bot that the ladder has had since its first use, which may be now."""
    newest = house_of(data, ladder)
    pinned = ensure_ladder(data, ladder, newest.id if newest else None).house
    return None if pinned is None else find_bot(data, str(pinned))


def _match(
    number: int,
    table: Sequence[int | None],
    entrants: Sequence[RegisteredBot],
    house: RegisteredBot | None,
    wanted: RoundRobin,
) -> MatchRecord:
    bots: list[BotId] = []
    for seat in table:
        bot = house if seat is None else entrants[seat]
        assert bot is not None, "a table with a filler has a house bot"
        bots.append(bot.id)
    return MatchRecord(
        number=number,
        bots=tuple(bots),
        fillers=frozenset(entry for entry, seat in enumerate(table) if seat is None),
        first_deal=first_deal(number, wanted.deals),
        commitment=commitment(match_secret(wanted.secret, number)),
    )


def new_name(taken: Container[str]) -> str:
    """A name for an event that has none, and that is not *taken*."""
    while (name := f"e{os.urandom(2).hex()}") in taken:
        pass
    return name
