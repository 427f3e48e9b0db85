"""A ladder over time: both ratings after every event, and at steps between."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arena.ratings.blocks import Match, complete_blocks, is_complete
from arena.ratings.live_elo import LiveElo
from arena.ratings.pair_table import match_scores
from arena.ratings.refit import refit_tables


@dataclass(frozen=True, slots=True)
class RatedThen:
    """One bot at a moment."""

    rating: float
    """The refit over all blocks so far, relative to the house bot's 1500."""
    error: float | None
    """Half its 95 % interval; None for the house bot, and where nothing can be said."""
    live: float
    """The live Elo, relative to the house bot's 1500."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The ladder when a match was complete, in schedule order."""

    event: str
    """The match's."""
    match: int
    """Its number in the event."""
    ends_event: bool
    """It is the last one of its event so far."""
    matches: int
    """Of the ladder, up to and with this one."""
    blocks: int
    """Of the ladder, up to and with this match."""
    ratings: Mapping[str, RatedThen]
    """By bot: those that have played by now."""


def history(
    events: Sequence[tuple[str, Sequence[Match]]],
    margin: float,
    house: str,
    predecessors: Mapping[str, str] | None = None,
    *,
    steps: int,
) -> tuple[Moment, ...]:
    """The moments of a ladder: the end of each event, and about every *steps*-th of all matches.

    Args:
        events: the rated events in schedule order, by name, each with its matches; those
            that are not complete do not count.
        margin: M of the pair score, in score per playing.
        house: the bot that is shown at 1500, named as in the matches.
        predecessors: of bots that are new versions, the version before.
        steps: into how many parts the whole is divided, 1 or more.
    """
    counted = [(name, match) for name, matches in events for match in matches if is_complete(match)]
    tables = [match_scores(match, margin) for _, match in counted]
    ends = {
        place
        for place, (name, _) in enumerate(counted)
        if place + 1 == len(counted) or counted[place + 1][0] != name
    }
    shown = ends | {len(counted) * step // steps - 1 for step in range(1, steps + 1)}
    elo, blocks, moments = LiveElo(), 0, []
    for place, (name, match) in enumerate(counted):
        elo.fold(match, margin, predecessors or {})
        blocks += len(complete_blocks(match))
        if place in shown:
            fit = refit_tables(tables[: place + 1], house)
            live = elo.shown(house)
            ratings = {
                bot: RatedThen(rating, fit.error(bot), live[bot])
                for bot, rating in fit.ratings.items()
            }
            moments.append(Moment(name, match.number, place in ends, place + 1, blocks, ratings))
    return tuple(moments)
