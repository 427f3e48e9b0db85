"""Sessions in figures: the final order of R42; deals played once make no blocks and no errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arena.ratings.blocks import Match
from arena.ratings.crosstable import Crosstable, standings
from arena.ratings.records import Record, session_records
from arena.ratings.results_digest import results_digest


def session_table(matches: Sequence[Match]) -> Crosstable:
    """The final order of an event of sessions, of those that are complete."""
    playings = [playing for match in matches for playing in match.playings]
    return Crosstable(
        standings=standings(session_records(matches)),
        differences={},
        playings=len(playings),
        digest=results_digest(playings),
    )


@dataclass(frozen=True, slots=True)
class DailyResult:
    """What one bot made of a day's deals."""

    rank: int
    """From 1; bots that share a place have the same, and the ranks after it are left out."""
    shared: bool
    record: Record
    scores: tuple[int, ...]
    """By deal, penalties subtracted."""


def daily_table(sessions: Sequence[Match]) -> tuple[DailyResult, ...]:
    """The results of a day, best first.

    Args:
        sessions: one for each bot, which is entry 0; house bots have the other seats, and
            what they score is nobody's result. All over the same deals.

    Source: R42, R43.
    """
    by_bot = {session.bots[0]: session for session in sessions}
    assert len(by_bot) == len(sessions), "a bot's first result of the day stands"
    results = {bot: _own_record(session) for bot, session in by_bot.items()}
    return tuple(
        DailyResult(
            standing.rank,
            standing.shared,
            standing.record,
            _scores(by_bot[standing.record.bot]),
        )
        for standing in standings(results)
    )


def _own_record(session: Match) -> Record:
    """Entry 0's record, also where a house bot of the same name sits beside it."""
    bot = session.bots[0]
    others = ("",) * (len(session.bots) - 1)
    alone = Match(session.number, (bot, *others), session.digests, session.playings)
    return session_records([alone])[bot]


def _scores(session: Match) -> tuple[int, ...]:
    playings = sorted(session.playings, key=lambda playing: playing.deal)
    seats = [(playing, playing.seating.index(0)) for playing in playings]
    return tuple(playing.scores[seat] - playing.penalties[seat] for playing, seat in seats)
