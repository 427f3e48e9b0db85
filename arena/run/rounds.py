"""Events that grow: the matches of the next round, made when the one before is complete."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from arena.names import BotId
from arena.ratings.blocks import Match
from arena.ratings.records import records
from arena.ratings.sample import NORMAL_95
from arena.run.kinds import place_of
from arena.run.prepared import matches_of
from arena.run.results import event_results
from arena.schedule.round_robin import LineUp
from arena.schedule.swiss import Standing, swiss_round
from arena.store.events import MatchRecord, append_matches, event_matches, read_event
from arena.store.folder import DataFolder

_FILLER: Final = "(filler)"
"""No bot's name."""


def append_round(data: DataFolder, event: str) -> bool:
    """Store the next round of *event*; whether there was one to store.

    What it is follows from the event's secret and the results alone, so an arena that is
    killed before or after this makes the same one.
    """
    record = read_event(data, event)
    terms = record.rounds
    matches = event_matches(data, event)
    if terms is None or len(matches) >= terms.matches:
        return False
    assert all(match.revealed_secret is not None for match in matches), "a round was left"
    line_ups = swiss_round(
        standings_of(data, event, terms.entrants),
        record.variant.players,
        record.secret,
        [_line_up(match, terms.entrants) for match in matches],
        terms.owners,
        place_of(record.house, terms.entrants),
    )
    first = len(matches) + 1
    return append_matches(data, record, matches_of(record, terms.entrants, line_ups, first))


def standings_of(data: DataFolder, event: str, entrants: Sequence[BotId]) -> list[Standing]:
    """What each of *entrants* has scored in *event* so far, in its own seats alone."""
    fillers = {match.number: match.fillers for match in event_matches(data, event)}
    played = event_results(data, event)
    results = records([_without_fillers(match, fillers[match.number]) for match in played])
    found = (results[str(bot)] for bot in entrants)
    return [Standing(float(one.score), (one.error or 0.0) / NORMAL_95) for one in found]


def _without_fillers(match: Match, fillers: Collection[int]) -> Match:
    """*match* with its fillers as another bot than an entrant that they are copies of."""
    names = (_FILLER if entry in fillers else bot for entry, bot in enumerate(match.bots))
    return replace(match, bots=tuple(names))


def _line_up(match: MatchRecord, entrants: Sequence[BotId]) -> LineUp:
    return tuple(
        None if entry in match.fillers else entrants.index(bot)
        for entry, bot in enumerate(match.bots)
    )
