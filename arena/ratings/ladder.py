"""The ladder: live ratings with their errors, and what they rest on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arena.ratings.blocks import Match, is_complete
from arena.ratings.live_elo import live_elo
from arena.ratings.rating_error import rating_errors
from arena.ratings.records import records


@dataclass(frozen=True, slots=True)
class Rung:
    """One bot of a ladder."""

    rank: int
    """From 1; equal ratings share it."""
    bot: str
    rating: float
    """Relative to the house bot's 1500."""
    error: float | None
    """Half its 95 % interval; None for the house bot, and where nothing can be said."""
    blocks: int
    playings: int
    score: Fraction
    """Score per playing, penalties subtracted."""
    faults: int
    is_house: bool


def ladder(
    matches: Sequence[Match],
    margin: float,
    house: str,
    predecessors: Mapping[str, str] | None = None,
) -> tuple[Rung, ...]:
    """The ladder after *matches*, best first; matches that are not complete do not count.

    Args:
        matches: of all rated events of the ladder, in schedule order.
        margin: M of the pair score, in score per playing.
        house: the bot that is shown at 1500, named as in the matches.
        predecessors: of bots that are new versions, the version before.
    """
    counted = [match for match in matches if is_complete(match)]
    elo = live_elo(counted, margin, predecessors)
    shown = elo.shown(house)
    errors = rating_errors(counted, elo.ratings, margin, house)
    results = records(counted)
    return tuple(
        Rung(
            rank=1 + sum(rating > shown[bot] for rating in shown.values()),
            bot=bot,
            rating=shown[bot],
            error=errors[bot],
            blocks=results[bot].blocks,
            playings=results[bot].playings,
            score=results[bot].score,
            faults=results[bot].fault_count,
            is_house=bot == house,
        )
        for bot in sorted(shown, key=lambda bot: (-shown[bot], bot))
    )
