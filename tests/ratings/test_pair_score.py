"""Pair scores: linear, clipped, adding up to 1; and the margin that they are clipped at."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings.blocks import complete_blocks
from arena.ratings.pair_score import block_pair_scores, measured_margin, pair_score
from tests.ratings.tables import match_of


@pytest.mark.parametrize(
    ("margin", "score"),
    [
        pytest.param(0, 0.5, id="equal-play-is-half"),
        pytest.param(1, 0.625, id="one-better-of-four"),
        pytest.param(-2, 0.25, id="two-worse-of-four"),
        pytest.param(4, 1, id="the-full-margin-is-all"),
        pytest.param(9, 1, id="more-is-not-more-than-all"),
        pytest.param(-9, 0, id="less-is-not-less-than-nothing"),
    ],
)
def test_pair_score(margin: float, score: float) -> None:
    assert pair_score(margin, 4.0) == score


@given(margin=st.floats(-30, 30), full=st.floats(0.1, 20))
def test_two_bots_scores_add_up_to_one(margin: float, full: float) -> None:
    assert pair_score(margin, full) + pair_score(-margin, full) == pytest.approx(1, abs=1e-12)


def test_a_block_scores_every_pair_by_its_margin_per_playing() -> None:
    match = match_of("ann bob cy", [(6, 0, -6)])

    scores = block_pair_scores(match, complete_blocks(match)[0], 4.0)

    # Per playing 2, 0 and −2.
    assert scores == {(0, 1): 0.75, (1, 0): 0.25, (0, 2): 1, (2, 0): 0, (1, 2): 0.75, (2, 1): 0.25}


def test_pairs_of_copies_are_left_out_whatever_they_are_called() -> None:
    digests = {"ann": "same", "bob": "same"}
    match = match_of("ann bob cy cy", [(3, 3, -3, -3)], digests=digests)

    scores = block_pair_scores(match, complete_blocks(match)[0], 4.0)

    assert set(scores) == {(a, b) for a in (0, 1) for b in (2, 3)} | {
        (b, a) for a in (0, 1) for b in (2, 3)
    }


def test_the_margin_is_235_hundredths_of_the_block_margins_deviation() -> None:
    # Block margins per playing of ann over bob: 2, −2, 4, 0; their deviation is the root of 20/3.
    matches = [
        match_of("ann bob cy", [(3, -3, 0), (-3, 3, 0)]),
        match_of("cy bob ann", [(0, -6, 6), (0, 0, 0)], number=2),
        match_of("cy dot ann", [(9, -18, 9), (0, 0, 0)], number=3),
    ]

    assert measured_margin(matches, "ann", "bob") == pytest.approx(2.35 * (20 / 3) ** 0.5)


@pytest.mark.parametrize(
    "totals",
    [
        pytest.param([(1, -1, 0)], id="one-block"),
        pytest.param([(0, 0, 0), (0, 0, 0)], id="no-difference"),
    ],
)
def test_no_margin_is_measured_from_nothing(totals: list[tuple[int, ...]]) -> None:
    with pytest.raises(ValueError, match="give no margin"):
        measured_margin([match_of("ann bob cy", totals)], "ann", "bob")
