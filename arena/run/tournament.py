"""A tournament set up: who plays, for which ladder, in which matches."""

from __future__ import annotations

import os
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from arena.config.ladder_toml import Ladder, Settings
from arena.errors import ConfigError
from arena.names import BotId
from arena.referee.clock import TimeControl
from arena.rules.variants import Variant
from arena.run.plans import Plan, Swiss, first_line_ups
from arena.schedule.owners import Owners, nobodys
from arena.schedule.rotation import first_deal
from arena.schedule.round_robin import LineUp
from arena.schedule.secrets import commitment
from arena.store.events import EventRecord, MatchRecord, RoundTerms, create_event, list_events
from arena.store.folder import DataFolder
from arena.store.ladders import ensure_ladder
from arena.store.owners import owners_of
from arena.store.registry import RegisteredBot, find_bot


@dataclass(frozen=True, slots=True)
class Tournament:
    """What is asked for on the command line, settings filled in."""

    plan: Plan
    bots: tuple[str, ...]
    """``name`` (its newest version) or ``name@version``; no bot twice."""
    ladder: Ladder
    """The ladder that it is played under, or whose house bot fills seats."""
    variant: Variant
    time: TimeControl
    deals: int
    """Of each match."""
    secret: bytes
    name: str | None
    """None: one is made up."""
    same_owner: bool
    """Whether two bots of one owner may meet."""
    rated: bool = True
    """Whether it may be: it also has to be the ladder's own table and time control."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """An event that can be played."""

    event: EventRecord
    matches: tuple[MatchRecord, ...]
    bots: tuple[RegisteredBot, ...]
    """Every bot that plays in it, fillers included, each once."""
    repeats: str | None = None
    """An earlier event with the same secret: the same deals, so this one is not rated."""


def prepare(data: DataFolder, settings: Settings, wanted: Tournament) -> Prepared:
    """The event and its matches; nothing is stored but the ladder's terms.

    The event is rated if it is played under its ladder's own table and time control, and
    its deals are new: an event played again would count the same luck twice.

    Raises:
        ConfigError: an unknown, retired or doubled bot, one that does not play the
            table, no house bot where seats stay empty, a ladder that has changed, or too
            many bots of one owner.
    """
    ladder, variant = wanted.ladder, wanted.variant
    earlier = [summary.event for summary in list_events(data)]
    if wanted.name in {event.name for event in earlier}:
        raise ConfigError(f"event {wanted.name!r}: there is one of that name already")
    entrants = entrants_of(data, wanted.bots, variant)
    repeats = next((event.name for event in earlier if event.secret == wanted.secret), None)
    own_terms = (variant, wanted.time) == (ladder.variant, ladder.time)
    rated = wanted.rated and own_terms and repeats is None
    house = house_of(data, ladder) if not rated else pinned_house(data, ladder)
    owners = owners_that_matter(data, entrants, same_owner=wanted.same_owner)
    filler = house.id if house else None
    tables = first_line_ups(wanted.plan, entrants, owners, variant.players, wanted.secret, filler)
    if house is None and any(None in table for table in tables):
        raise ConfigError(
            f"{len(entrants)} bots for {variant.players} seats, and the house bot "
            f"{ladder.house!r} that would fill them is not registered: arena submit it"
        )
    event = EventRecord(
        name=wanted.name or new_name({event.name for event in earlier}),
        kind=wanted.plan.kind,
        ladder=ladder.name if rated else None,
        rated=rated,
        variant=variant,
        time=str(wanted.time),
        deals=wanted.deals,
        secret=wanted.secret,
        commitment=commitment(wanted.secret),
        created_at=datetime.now(UTC),
        policy=settings.faults,
        house=filler,
        rounds=_rounds(wanted.plan, entrants, owners, len(tables)),
    )
    ids = [bot.id for bot in entrants]
    matches = matches_of(event, ids, tables)
    playing = {bot for match in matches for bot in match.bots}
    known = {bot.id: bot for bot in (*entrants, *((house,) if house else ()))}
    return Prepared(event, matches, tuple(known[bot] for bot in sorted(playing)), repeats)


def _rounds(
    plan: Plan, entrants: Sequence[RegisteredBot], owners: Owners, tables: int
) -> RoundTerms | None:
    if not isinstance(plan, Swiss):
        return None
    return RoundTerms(plan.rounds, tables, tuple(bot.id for bot in entrants), tuple(owners))


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


def owners_that_matter(
    data: DataFolder, bots: Sequence[RegisteredBot], *, same_owner: bool
) -> Owners:
    """Whose each of *bots* is; nobody's, if two of one owner may meet."""
    return nobodys(len(bots)) if same_owner else owners_of(data, tuple(bot.id for bot in bots))


def house_of(data: DataFolder, ladder: Ladder) -> RegisteredBot | None:
    """What the ladder's house bot is now; None if it is not registered."""
    try:
        return find_bot(data, ladder.house)
    except ConfigError:
        return None


def pinned_house(data: DataFolder, ladder: Ladder) -> RegisteredBot | None:
    """The house bot that the ladder has had since its first use, which may be now."""
    newest = house_of(data, ladder)
    pinned = ensure_ladder(data, ladder, newest.id if newest else None).house
    return None if pinned is None else find_bot(data, str(pinned))


def matches_of(
    event: EventRecord, entrants: Sequence[BotId], line_ups: Iterable[LineUp], first: int = 1
) -> tuple[MatchRecord, ...]:
    """The matches of *event* numbered from *first*, its house bot where a line-up has None."""
    return tuple(
        _match(event, number, line_up, entrants) for number, line_up in enumerate(line_ups, first)
    )


def _match(
    event: EventRecord, number: int, line_up: LineUp, entrants: Sequence[BotId]
) -> MatchRecord:
    bots: list[BotId] = []
    for seat in line_up:
        bot = event.house if seat is None else entrants[seat]
        assert bot is not None, "a table with a filler has a house bot"
        bots.append(bot)
    return MatchRecord(
        number=number,
        bots=tuple(bots),
        fillers=frozenset(entry for entry, seat in enumerate(line_up) if seat is None),
        first_deal=first_deal(number, event.deals),
        commitment=commitment(event.match_secret(number)),
    )


def new_name(taken: Container[str]) -> str:
    """A name for an event that has none, and that is not *taken*."""
    while (name := f"e{os.urandom(2).hex()}") in taken:
        pass
    return name
