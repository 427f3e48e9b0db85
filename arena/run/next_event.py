"""The next matches of a running ladder set up, chosen from what it knows now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from arena.config.ladder_toml import Ladder, Settings
from arena.errors import ConfigError
from arena.ratings.pair_score import MARGIN_DEVIATIONS
from arena.run.ladder_state import known_of, line_ups_of
from arena.run.prepared import (
    Prepared,
    entrants_of,
    event_name,
    matches_of,
    owners_that_matter,
    pinned_house,
    prepared,
    with_secret,
)
from arena.run.results import ladder_results, predecessors
from arena.schedule.next_match import next_matches, variance_of_likes
from arena.store.events import EventRecord
from arena.store.folder import DataFolder
from arena.store.registry import RegisteredBot, list_bots


@dataclass(frozen=True, slots=True)
class NextMatches:
    """What is asked for on the command line, settings filled in."""

    bots: tuple[str, ...]
    """For whom the matches are; none: for whoever the ladder knows least."""
    ladder: Ladder
    deals: int
    """Of each match."""
    count: int
    secret: bytes
    name: str | None
    """None: one is made up."""
    same_owner: bool
    """Whether two bots of one owner may meet."""


def prepare_next(data: DataFolder, settings: Settings, wanted: NextMatches) -> Prepared:
    """The event and its matches; nothing is stored but the ladder's terms. It is rated.

    Every bot that plays the table and is not retired may be chosen. The choice follows from
    the secret and from the ladder's complete matches.

    Raises:
        ConfigError: an unknown, retired or doubled bot, one that does not play the table, a
            ladder that has changed or that lacks a margin or a house bot, or fewer than
            two active bots.
    """
    ladder = wanted.ladder
    name = event_name(data, wanted.name)
    repeats = with_secret(data, wanted.secret)
    subjects = entrants_of(data, wanted.bots, ladder.variant) if wanted.bots else ()
    house = pinned_house(data, ladder)
    if house is None or ladder.margin is None:
        missing = "margin" if house is not None else f"registered house bot {ladder.house!r}"
        raise ConfigError(f"ladder {ladder.name}: no {missing} yet, so nothing can be rated")
    active = _active(data, ladder)
    if len(active) < 2:
        raise ConfigError(
            f"ladder {ladder.name}: {len(active)} of the bots that are not retired play "
            f"{ladder.variant.name}, expected at least 2: copies of one tell nothing"
        )
    event = EventRecord(
        name=name,
        kind="next",
        ladder=ladder.name if repeats is None else None,
        rated=repeats is None,
        variant=ladder.variant,
        time=str(ladder.time),
        deals=wanted.deals,
        secret=wanted.secret,
        created_at=datetime.now(UTC),
        policy=settings.faults,
        house=house.id,
    )
    played = ladder_results(data, ladder.name)
    ids = [bot.id for bot in active]
    names = list(map(str, ids))
    line_ups = next_matches(
        wanted.count,
        known_of(names, played, ladder.margin, str(house.id), predecessors(data)),
        ladder.variant.players,
        wanted.deals,
        variance_of_likes(ladder.margin / MARGIN_DEVIATIONS, ladder.variant.players),
        wanted.secret,
        line_ups_of(names, played),
        owners_that_matter(data, active, same_owner=wanted.same_owner),
        [ids.index(bot.id) for bot in subjects] or None,
    )
    matches = matches_of(event, ids, line_ups)
    return prepared(event, matches, (*active, house), repeats)


def _active(data: DataFolder, ladder: Ladder) -> tuple[RegisteredBot, ...]:
    """Who may be chosen: every bot that plays the ladder's table and is not retired."""
    return tuple(
        bot for bot in list_bots(data) if not bot.retired and ladder.variant.name in bot.variants
    )
