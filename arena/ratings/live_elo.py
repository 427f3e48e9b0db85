"""The live rating: Elo folded over complete matches in schedule order.

A match is rated as a whole, each of its entries as a series of pair scores against the
others, from the ratings before it. How much it moves them shrinks as the table's bots
have played more, so that a rating is nearly the mean over all blocks, and it is one
figure for the table, so that what one bot gains the others lose: the sum is conserved.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from arena.ratings.blocks import Match, complete_blocks, is_complete
from arena.ratings.elo_package import rated
from arena.ratings.pair_score import block_pair_scores

START: Final = 1500.0
"""What the house bot is shown as, and where a bot without predecessor starts."""
_GAIN: Final = 694.9
"""4·400/ln 10: rating points that a pair score of one above expectation is worth, if equal.

No match moves a rating by more than that, however many deals it has: beyond it ratings
would overshoot, and with twice as many deals swing ever further.
"""
_EASE: Final = 20
"""Blocks that the starting rating weighs."""


@dataclass(slots=True)
class LiveElo:
    """The ratings so far. They only mean something as differences: `shown` anchors them."""

    ratings: dict[str, float] = field(default_factory=dict)
    """By bot; zero-sum from match to match."""
    blocks: dict[str, int] = field(default_factory=dict)
    """How many blocks each bot has been rated on."""

    def shown(self, house: str) -> dict[str, float]:
        """Every rating with *house* at exactly 1500, where it starts if it has not played."""
        anchor = self.ratings.get(house, START)
        return {bot: rating - anchor + START for bot, rating in self.ratings.items()}

    def fold(self, match: Match, margin: float, predecessors: Mapping[str, str]) -> None:
        """Rate a complete match, its new bots entering first.

        Args:
            margin: M of the pair score.
            predecessors: of bots that are new versions, the version before.
        """
        for bot in match.bots:
            self.enter(bot, predecessors)
        self.rate(match, margin)

    def enter(self, bot: str, predecessors: Mapping[str, str]) -> None:
        """Let *bot* in, if it is new: at the rating of its last rated predecessor, or 1500."""
        if bot in self.ratings:
            return
        earlier = predecessors.get(bot)
        while earlier is not None and earlier not in self.ratings:
            earlier = predecessors.get(earlier)
        self.ratings[bot] = START if earlier is None else self.ratings[earlier]
        self.blocks[bot] = 0

    def rate(self, match: Match, margin: float) -> None:
        """Rate a complete match whose bots have all entered.

        Args:
            margin: M of the pair score.
        """
        before = dict(self.ratings)
        deals = len(complete_blocks(match))
        table = set(match.bots)
        k_factor = _k_of_table(deals, [self.blocks[bot] for bot in table]) / (len(match.bots) - 1)
        means = mean_pair_scores(match, margin)
        for entry, bot in enumerate(match.bots):
            series = [
                (score, before[match.bots[other]])
                for (own, other), score in means.items()
                if own == entry
            ]
            self.ratings[bot] += rated(before[bot], series, k_factor) - before[bot]
        for bot in table:
            self.blocks[bot] += deals
        drift = sum(self.ratings[bot] - before[bot] for bot in table)
        assert abs(drift) < 1e-9 * len(before), f"match {match.number} made {drift} rating points"


def live_elo(
    matches: Iterable[Match], margin: float, predecessors: Mapping[str, str] | None = None
) -> LiveElo:
    """The ratings after *matches*; those that are not complete do not count.

    Args:
        matches: in schedule order, of one ladder.
        margin: M of the pair score, in score per playing.
        predecessors: of bots that are new versions, the version before.
    """
    elo = LiveElo()
    for match in matches:
        if is_complete(match):
            elo.fold(match, margin, predecessors or {})
    return elo


def mean_pair_scores(match: Match, margin: float) -> dict[tuple[int, int], float]:
    """The pair scores of a match: the mean over its blocks, by entry and other entry."""
    blocks = complete_blocks(match)
    sums: dict[tuple[int, int], float] = {}
    for block in blocks:
        for pair, score in block_pair_scores(match, block, margin).items():
            sums[pair] = sums.get(pair, 0.0) + score
    return {pair: total / len(blocks) for pair, total in sums.items()}


def _k_of_table(deals: int, played: list[int]) -> float:
    mean = sum(played) / len(played)
    return min(_GAIN, max(deals, _GAIN * deals / (mean + _EASE + deals)))
