"""A supporter planted among sample bots, by the real rules, is found; without it nobody is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import numpy as np
import pytest

from arena.ratings.collusion import PairGains, gains_of_tables
from arena.ratings.interactions import TableMoments, table_moments
from arena.rules.variants import variant
from tests.ratings.pools import found
from tests.sample_bots.duplicate import play_out
from tests.sample_bots.folders import Decide, load_decide, load_strategy
from tests.sample_bots.supporter import Supporter

TABLE = variant("called-ace")
DEALS = 12
FRIEND, GIVER = "picks-at-9", "supporter"


def test_a_supporter_is_found_by_what_it_gives_away() -> None:
    gains = round_robin_with(FRIEND)

    given, gained = gains.gains[GIVER, FRIEND], gains.gains[FRIEND, GIVER]
    print(f"{given.blocks} shared blocks: it loses {given.score:+.2f}, friend {gained.score:+.2f}")
    assert found(gains) == {(GIVER, FRIEND)}


def test_the_same_bots_without_a_friend_among_them_are_not_flagged() -> None:
    assert found(round_robin_with(None)) == set()


pytestmark = pytest.mark.slow


def round_robin_with(friend: str | None) -> PairGains:
    """What is found of eight bots, one of which plays for *friend*."""
    return gains_of_tables(list(_tables(friend)))


def _tables(friend: str | None) -> Iterator[TableMoments]:
    supporter = Supporter()
    bots: dict[str, Decide] = {
        "rule-of-thumb": load_decide("rule-of-thumb"),
        "high-card": load_decide("high-card"),
        **{f"picks-at-{least}": _picking_at(least) for least in range(7, 12)},
        GIVER: supporter.decide,
    }
    for number, names in enumerate(combinations(bots, TABLE.players)):
        line_up = Random(number).sample(names, len(names))
        blocks = []
        for deal in range(DEALS):
            totals = dict.fromkeys(line_up, 0)
            for rotation in range(len(line_up)):
                seated = line_up[rotation:] + line_up[:rotation]
                supporter.friend = seated.index(friend) if friend in seated else None
                played, _ = play_out(
                    TABLE, bytes([number]) * 32, deal, [bots[one] for one in seated]
                )
                for bot, score in zip(seated, played.result().scores, strict=True):
                    totals[bot] += score
            blocks.append(list(totals.values()))
        yield table_moments(line_up, np.array(blocks, dtype=np.float64))


def _picking_at(least: int) -> Decide:
    decide: Decide = load_strategy("bold", {"PICK_AT": str(least)}).decide
    return decide
