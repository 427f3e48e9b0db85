"""Who scored how much more than whom, where both played, and the order it makes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from arena.ratings.blocks import Match, bot_scores, complete_blocks, complete_playings
from arena.ratings.records import Record, records
from arena.ratings.results_digest import results_digest
from arena.ratings.sample import Sample


@dataclass(frozen=True, slots=True)
class Difference:
    """One bot against another, over the blocks in which both sat at the table."""

    score: Fraction
    """How much more it scored per playing, penalties subtracted; exactly 0 for equal play."""
    error: float | None
    """Half the 95 % interval of *score*, from block to block; None below two blocks."""
    blocks: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A place in the final order."""

    rank: int
    """From 1; bots that share a place have the same, and the ranks after it are left out."""
    shared: bool
    record: Record


@dataclass(frozen=True, slots=True)
class Crosstable:
    """The results of an event, over its complete blocks."""

    standings: tuple[Standing, ...]
    """Best first."""
    differences: Mapping[tuple[str, str], Difference]
    """By bot and other bot, both ways; absent where the two never met."""
    playings: int
    """All that is counted here."""
    digest: str
    """The results digest of these playings."""


def crosstable(matches: Sequence[Match]) -> Crosstable:
    """The crosstable of the matches of one event."""
    playings = [playing for match in matches for playing in complete_playings(match)]
    return Crosstable(
        standings=standings(records(matches)),
        differences=_differences(matches),
        playings=len(playings),
        digest=results_digest(playings),
    )


def standings(results: Mapping[str, Record]) -> tuple[Standing, ...]:
    """The final order: score per playing, then deals picked and won per playing, then shared.

    Where all bots have played equally often, as at the end of a round-robin they have, that
    is the order of the total scores. Per playing it is fair to a bot whose matches are not
    all played yet, and a house bot that fills many seats gains nothing by it: its copies at
    a table count together, in the order as in the score that is shown.

    Source: R42.
    """
    merits = {bot: _merit(record) for bot, record in results.items()}
    order = sorted(results, key=lambda bot: ([-part for part in merits[bot]], bot))
    ranked = list(merits.values())
    return tuple(
        Standing(
            rank=1 + sum(merit > merits[bot] for merit in ranked),
            shared=ranked.count(merits[bot]) > 1,
            record=results[bot],
        )
        for bot in order
    )


def _merit(record: Record) -> tuple[Fraction, Fraction]:
    won = Fraction(record.picked_and_won, record.playings)
    return record.score, won


def _differences(matches: Sequence[Match]) -> dict[tuple[str, str], Difference]:
    samples: dict[tuple[str, str], Sample] = {}
    for match in matches:
        for block in complete_blocks(match):
            scores = bot_scores(match, block)
            for bot, other in permutations(scores, 2):
                sample = samples.setdefault((bot, other), Sample(match.unit))
                sample.add(scores[bot] - scores[other])
    return {
        pair: Difference(sample.mean, sample.half_width, sample.blocks)
        for pair, sample in sorted(samples.items())
    }
