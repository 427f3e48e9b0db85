"""What a ladder knows of its active bots, as the choice of its next matches needs it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from arena.ratings.blocks import Match, complete_blocks
from arena.ratings.pair_score import rating_points
from arena.ratings.refit import HOUSE_RATING, PRIOR_DEVIATION, Refit, refit
from arena.schedule.next_match import Known
from arena.schedule.round_robin import LineUp


def known_of(
    bots: Sequence[str],
    played: Sequence[Match],
    margin: float,
    house: str,
    predecessors: Mapping[str, str],
) -> list[Known]:
    """What *played* tells of each of *bots*; all by ``name@version``.

    A bot that has not played is taken to stand where its predecessor does, or the house bot.

    Args:
        played: the complete matches of the ladder, in schedule order.
        margin: M of the pair score.
        predecessors: of bots that are new versions, the version before.
    """
    fit = refit(played, margin, house)
    point = rating_points(margin)
    blocks: Counter[str] = Counter()
    last: dict[str, int] = {}
    for number, match in enumerate(played, 1):
        for bot in set(match.bots):
            blocks[bot] += len(complete_blocks(match))
            last[bot] = number
    return [
        Known(
            rating=_rating(fit, bot, predecessors) / point,
            error=_deviation(fit, bot) / point,
            blocks=blocks[bot],
            waited=len(played) - last.get(bot, 0),
        )
        for bot in bots
    ]


def line_ups_of(bots: Sequence[str], played: Sequence[Match]) -> list[LineUp]:
    """The line-ups of *played* in numbers; None for whoever is not among *bots*."""
    numbers = {bot: number for number, bot in enumerate(bots)}
    return [tuple(numbers.get(bot) for bot in match.bots) for match in played]


def _rating(fit: Refit, bot: str, predecessors: Mapping[str, str]) -> float:
    stands: str | None = bot
    while stands is not None and stands not in fit.ratings:
        stands = predecessors.get(stands)
    return HOUSE_RATING if stands is None else fit.ratings[stands]


def _deviation(fit: Refit, bot: str) -> float:
    """Its standard error against the house bot; what the prior says where that says nothing."""
    if bot == fit.house:
        return 0.0
    deviation = fit.deviation(bot, fit.house) if bot in fit.ratings else None
    return PRIOR_DEVIATION if deviation is None else deviation
