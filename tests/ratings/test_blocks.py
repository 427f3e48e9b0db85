"""Blocks: whose score is whose, what counts, and what copies of one bot make of it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings.blocks import (
    Match,
    bot_scores,
    complete_blocks,
    complete_playings,
    is_complete,
)
from tests.ratings.tables import match_of, playing, random_totals, scored_by_seat

FIVE = "ann bob cy dot eve"


def scores_of(match: Match, number: int = 0) -> dict[str, float]:
    scores = bot_scores(match, complete_blocks(match)[number])
    return {bot: score / match.unit for bot, score in scores.items()}


@pytest.mark.parametrize("seat", range(5))
def test_a_seat_that_always_wins_gives_every_bot_the_same(seat: int) -> None:
    by_seat = [4 if one == seat else -1 for one in range(5)]

    match = scored_by_seat(FIVE, 3, lambda deal, rotation: by_seat)

    assert [block.totals for block in complete_blocks(match)] == [(0, 0, 0, 0, 0)] * 3


@pytest.mark.parametrize("entry", range(5))
def test_a_bot_that_always_wins_is_credited_wherever_it_sits(entry: int) -> None:
    def by_seat(deal: int, rotation: int) -> list[int]:
        return [4 if seat == (entry + rotation) % 5 else -1 for seat in range(5)]

    match = scored_by_seat(FIVE, 2, by_seat)

    expected = dict.fromkeys(FIVE.split(), -1.0) | {FIVE.split()[entry]: 4.0}
    assert scores_of(match, 0) == scores_of(match, 1) == expected


def test_penalties_are_subtracted_from_the_seat_that_paid() -> None:
    first = playing(2, [4, -1, -1, -1, -1], penalties=[0, 0, 3, 0, 6])
    rest = [playing(rotation, [0] * 5) for rotation in (0, 1, 3, 4)]

    match = Match(1, tuple(FIVE.split()), tuple(FIVE.split()), (first, *rest))

    # In rotation 2 the seats hold dot, eve, ann, bob, cy.
    assert complete_blocks(match)[0].totals == (-4, -1, -7, 4, -1)


def test_copies_at_a_table_count_once_with_their_mean() -> None:
    match = match_of("ann house bob house house", [(10, 5, -20, 10, -5)])

    # The three copies scored 10 in 15 playings.
    assert scores_of(match) == {"ann": 2, "bob": -4, "house": pytest.approx(2 / 3)}


def test_a_deal_that_lacks_a_rotation_does_not_count() -> None:
    whole = match_of(FIVE, [(4, -1, -1, -1, -1), (0, 0, 0, 0, 0)])
    lacking = replace(whole, playings=whole.playings[:-1])

    assert [block.deal for block in complete_blocks(lacking)] == [0]
    assert len(complete_playings(lacking)) == 5
    assert not is_complete(lacking)
    assert is_complete(whole)


def test_a_match_that_nobody_played_is_not_complete() -> None:
    assert not is_complete(Match(1, ("ann",), ("ann",), ()))


@given(seed=st.integers(0, 1000), order=st.randoms(use_true_random=False))
def test_the_order_of_playings_does_not_matter(seed: int, order: Random) -> None:
    match = match_of(FIVE, random_totals(Random(seed), [0.0] * 5, deals=4))
    mixed = list(match.playings)
    order.shuffle(mixed)

    assert complete_blocks(replace(match, playings=tuple(mixed))) == complete_blocks(match)
