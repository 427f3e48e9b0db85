"""What the store holds, as the ratings read it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from arena.ratings.blocks import Match
from arena.store.events import PlayedMatch, complete_matches, played_matches
from arena.store.folder import DataFolder
from arena.store.registry import list_bots


def event_results(data: DataFolder, event: str) -> tuple[Match, ...]:
    """The matches of *event* with what was played of them."""
    return results_of(played_matches(data, event))


def ladder_results(data: DataFolder, ladder: str) -> tuple[Match, ...]:
    """The complete matches that count for *ladder*, in schedule order."""
    return results_of(complete_matches(data, ladder))


def results_by_event(data: DataFolder, ladder: str) -> tuple[tuple[str, tuple[Match, ...]], ...]:
    """The same, by the events' names."""
    by_event = groupby(complete_matches(data, ladder), key=lambda match: match.event)
    return tuple((event, results_of(played)) for event, played in by_event)


def predecessors(data: DataFolder) -> Mapping[str, str]:
    """The version before, of every bot that is a new version."""
    return {
        str(bot.id): str(bot.successor_of)
        for bot in list_bots(data)
        if bot.successor_of is not None
    }


def results_of(played: Iterable[PlayedMatch]) -> tuple[Match, ...]:
    """*played* as the ratings read it."""
    return tuple(
        Match(match.number, tuple(map(str, match.bots)), match.digests, match.playings, match.form)
        for match in played
    )
