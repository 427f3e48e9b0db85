"""How two bots of one table compare in a block, as a number from 0 to 1 that Elo can use."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import log
from typing import Final

from arena.ratings.blocks import Block, Match, bot_scores, complete_blocks
from arena.ratings.sample import Sample

MARGIN_DEVIATIONS: Final = 2.35
"""M in standard deviations of the block margin: about 3 % of the margins are clipped."""


def pair_score(margin: float, full: float) -> float:
    """The score of a bot that was *margin* better than another, in score per playing.

    Linear, ½ for equal play, clipped to 0..1 at a margin of *full* (M) either way. Both
    bots' scores add up to 1. Win, draw or loss of the block would throw away half of
    what it tells.
    """
    return min(1.0, max(0.0, 0.5 + margin / (2 * full)))


def block_pair_scores(match: Match, block: Block, full: float) -> dict[tuple[int, int], float]:
    """The score of each entry against each other one; pairs of copies are left out."""
    seats = len(match.bots)
    scores = {}
    for low, high in combinations(range(seats), 2):
        if not match.are_copies(low, high):
            score = pair_score((block.totals[low] - block.totals[high]) / seats, full)
            scores[low, high] = score
            scores[high, low] = 1 - score
    return scores


def measured_margin(matches: Sequence[Match], bot: str, other: str) -> float:
    """M of a variant, from what two house-class bots of different digests played.

    2.35 standard deviations of the margin between *bot* and *other* in the blocks that
    both played.

    Raises:
        ValueError: they shared fewer than two blocks, or never differed.
    """
    sample = Sample(matches[0].unit if matches else 1)
    for match in matches:
        if bot in match.bots and other in match.bots:
            for block in complete_blocks(match):
                scores = bot_scores(match, block)
                sample.add(scores[bot] - scores[other])
    if sample.blocks < 2 or not sample.deviation:
        raise ValueError(f"{bot} and {other}: {sample.blocks} shared blocks give no margin")
    return MARGIN_DEVIATIONS * sample.deviation


def rating_points(full: float) -> float:
    """What a score per playing of one more is worth in rating points, between equal bots.

    Args:
        full: M of the pair score.
    """
    return 4 * 400 / log(10) / (2 * full)
