"""What every kind of event is set up with: its name, its bots, its matches."""

from __future__ import annotations

import os
from collections.abc import Collection, Container, Iterable, Sequence
from dataclasses import dataclass

from arena.config.ladder_toml import Ladder
from arena.errors import ConfigError
from arena.names import BotId
from arena.rules.variants import Variant
from arena.schedule.owners import Owners, nobodys
from arena.schedule.rotation import first_deal
from arena.schedule.round_robin import LineUp
from arena.schedule.secrets import commitment
from arena.store.events import EventRecord, MatchRecord, create_event, list_events
from arena.store.folder import DataFolder
from arena.store.ladders import ensure_ladder
from arena.store.owners import owners_of
from arena.store.registry import RegisteredBot, find_bot


@dataclass(frozen=True, slots=True)
class Prepared:
    """An event that can be played."""

    event: EventRecord
    matches: tuple[MatchRecord, ...]
    bots: tuple[RegisteredBot, ...]
    """Every bot that plays in it, fillers included, each once."""
    repeats: str | None = None
    """An earlier event with the same secret: the same deals, so this one is not rated."""


def prepared(
    event: EventRecord,
    matches: Sequence[MatchRecord],
    bots: Iterable[RegisteredBot | None],
    repeats: str | None = None,
) -> Prepared:
    """*event* with *matches*, and those of *bots* that play in it, by name."""
    playing = {bot for match in matches for bot in match.bots}
    known = {bot.id: bot for bot in bots if bot is not None}
    return Prepared(event, tuple(matches), tuple(known[bot] for bot in sorted(playing)), repeats)


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
    fillers = frozenset(entry for entry, seat in enumerate(line_up) if seat is None)
    return match_record(event, number, bots, fillers)


def match_record(
    event: EventRecord,
    number: int,
    bots: Sequence[BotId],
    fillers: Collection[int] = (),
    *,
    same_deals: bool = False,
) -> MatchRecord:
    """Match *number* of *event*.

    Args:
        same_deals: all its matches play the same ones (R43); else each has its own.
    """
    return MatchRecord(
        number=number,
        bots=tuple(bots),
        fillers=frozenset(fillers),
        first_deal=0 if same_deals else first_deal(number, event.deals),
        commitment=commitment(event.match_secret(number)),
    )


def event_name(data: DataFolder, wanted: str | None) -> str:
    """*wanted*, or one that is made up.

    Raises:
        ConfigError: it is taken.
    """
    taken = {summary.event.name for summary in list_events(data)}
    if wanted in taken:
        raise ConfigError(f"event {wanted!r}: there is one of that name already")
    return wanted or _new_name(taken)


def with_secret(data: DataFolder, secret: bytes) -> str | None:
    """An event with the same secret, and so the same deals; None if there is none."""
    events = (summary.event for summary in list_events(data))
    return next((event.name for event in events if event.secret == secret), None)


def _new_name(taken: Container[str]) -> str:
    """A name for an event that has none, and that is not *taken*."""
    while (name := f"e{os.urandom(2).hex()}") in taken:
        pass
    return name
