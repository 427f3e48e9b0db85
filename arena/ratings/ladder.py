"""The ladder: published and live ratings with their errors, and what they rest on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arena.ratings.blocks import Match, is_complete
from arena.ratings.live_elo import live_elo
from arena.ratings.records import records
from arena.ratings.refit import refit


@dataclass(frozen=True, slots=True)
class Rung:
    """One bot of a ladder."""

    rank: int
    """From 1: one more than the bots that are ahead beyond their 95 % intervals."""
    shared: bool
    """Another bot has the same rank: the figures do not tell them apart."""
    bot: str
    rating: float
    """The refit over all blocks, relative to the house bot's 1500."""
    error: float | None
    """Half its 95 % interval; None for the house bot, and where nothing can be said."""
    live: float
    """The live Elo, relative to the house bot's 1500."""
    blocks: int
    playings: int
    score: Fraction
    """Score per playing, penalties subtracted."""
    faults: int
    is_house: bool
    pool: int
    """From 1, the house bot's: ratings of different pools say nothing about each other."""
    superiority: Mapping[str, float | None]
    """By other bot, how likely this one is the stronger (LOS); None where nothing can be said."""


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
    live = live_elo(counted, margin, predecessors).shown(house)
    fit = refit(counted, margin, house)
    results = records(counted)
    ranks = {bot: fit.rank(bot) for bot in fit.ratings}
    times = Counter(ranks.values())
    return tuple(
        Rung(
            rank=ranks[bot],
            shared=times[ranks[bot]] > 1,
            bot=bot,
            rating=fit.ratings[bot],
            error=fit.error(bot),
            live=live[bot],
            blocks=results[bot].blocks,
            playings=results[bot].playings,
            score=results[bot].score,
            faults=results[bot].fault_count,
            is_house=bot == house,
            pool=1 + next(place for place, pool in enumerate(fit.pools) if bot in pool),
            superiority={
                other: fit.superiority(bot, other) for other in fit.ratings if other != bot
            },
        )
        for bot in sorted(fit.ratings, key=lambda bot: (-fit.ratings[bot], bot))
    )
