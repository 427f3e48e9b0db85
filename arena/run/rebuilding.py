"""A ladder's matches from the logs alone, and where the database says something else.

The database is asked for what no log says: which events count for the ladder, in which
order, and how many matches each has. What was played comes from the logs, each of which is
verified. Their order does not matter, nor how often one is there, nor who wrote it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.names import format_match_id, parse_match_id
from arena.ratings.blocks import Match
from arena.referee.lines import SittingLine
from arena.referee.playing import Playing
from arena.run.results import results_of
from arena.run.verifying import Checked, check_log, find_logs
from arena.store.events import PlayedMatch, complete_matches, event_matches, list_events
from arena.store.folder import DataFolder


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What the logs make of a ladder."""

    matches: tuple[Match, ...]
    """Those that the logs have whole, in schedule order."""
    differences: tuple[str, ...]
    """Where a log is not true, or logs and database differ, a sentence each."""
    logs: int
    """Complete sittings of the ladder, copies counted once."""


@dataclass(frozen=True, slots=True)
class _Sitting:
    bots: tuple[str, ...]
    digests: tuple[str, ...]
    playings: tuple[Playing, ...]


_Key = tuple[str, int, int]
"""Event, match number, rotation."""


def rebuilt(data: DataFolder, ladder: str, paths: Iterable[Path]) -> Rebuilt:
    """The matches of *ladder* as the logs at and below *paths* have them.

    Raises:
        ConfigError: a path without a log.
    """
    summaries = list_events(data)
    schedule = [
        (summary.event.name, match.number)
        for summary in summaries
        if summary.event.rated and summary.event.ladder == ladder
        for match in event_matches(data, summary.event.name)
    ]
    known = {summary.event.name for summary in summaries}
    sittings, differences = _sittings(find_logs(paths), known)
    counting = {event for event, _ in schedule}
    found = {place: match for place in schedule if (match := _match(place, sittings)) is not None}
    stored = _stored(complete_matches(data, ladder))
    for event, number in schedule:
        place = (event, number)
        differences += _compared(place, found.get(place), stored.get(place))
    logs = sum(event in counting for event, _, _ in sittings)
    return Rebuilt(tuple(found.values()), tuple(differences), logs)


def _sittings(paths: Iterable[Path], known: set[str]) -> tuple[dict[_Key, _Sitting], list[str]]:
    """The complete sittings of all events, and what is wrong with logs."""
    sittings: dict[_Key, _Sitting] = {}
    differences = []
    checked = [check_log(path) for path in paths]
    for one in sorted(checked, key=lambda one: (one.verdict.h, one.path)):
        header = one.verdict.header
        if one.trouble is not None:
            differences.append(f"{one.path}: {one.trouble}")
        elif header is not None and header.event not in known:
            differences.append(f"{one.path}: event {header.event} is not in the database")
        elif header is not None and _is_complete(one):
            event, number = parse_match_id(header.match)
            sitting = _sitting(header, one.verdict.playings)
            kept = sittings.setdefault((event, number, header.rotation), sitting)
            if kept != sitting:
                place = f"{header.match}/{header.rotation}"
                differences.append(f"{one.path}: another log of {place} has other playings")
    return sittings, differences


def _is_complete(checked: Checked) -> bool:
    end = checked.verdict.end
    return end is not None and end.void is None


def _sitting(header: SittingLine, playings: Sequence[Playing]) -> _Sitting:
    return _Sitting(
        bots=tuple(str(logged.bot) for logged in header.bots),
        digests=tuple(logged.digest for logged in header.bots),
        playings=tuple(playings),
    )


def _match(place: tuple[str, int], sittings: Mapping[_Key, _Sitting]) -> Match | None:
    """The match at *place*; None unless all its rotations are there."""
    event, number = place
    first = sittings.get((event, number, 0))
    if first is None:
        return None
    parts = [sittings.get((event, number, rotation)) for rotation in range(len(first.bots))]
    whole = [part for part in parts if part is not None and part.bots == first.bots]
    if len(whole) < len(parts):
        return None
    playings = tuple(playing for part in whole for playing in part.playings)
    return Match(number, first.bots, first.digests, playings)


def _stored(played: Sequence[PlayedMatch]) -> dict[tuple[str, int], Match]:
    return {
        (match.event, match.number): result
        for match, result in zip(played, results_of(played), strict=True)
    }


def _compared(place: tuple[str, int], logged: Match | None, stored: Match | None) -> list[str]:
    """How the match at *place* differs, a sentence each."""
    name = format_match_id(*place)
    if logged is None and stored is None:
        return []
    if logged is None:
        return [f"{name}: complete in the database, not in the logs"]
    if stored is None:
        return [f"{name}: complete in the logs, not in the database"]
    if (logged.bots, logged.digests) != (stored.bots, stored.digests):
        return [f"{name}: played by other bots in the logs than in the database"]
    ours, theirs = _by_place(logged), _by_place(stored)
    return [
        f"{name}/{rotation}/{deal}: the playing in the logs is not the one in the database"
        for rotation, deal in sorted(ours.keys() | theirs.keys())
        if ours.get((rotation, deal)) != theirs.get((rotation, deal))
    ]


def _by_place(match: Match) -> dict[tuple[int, int], Playing]:
    return {(playing.rotation, playing.deal): playing for playing in match.playings}
