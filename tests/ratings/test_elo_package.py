"""The `elo` package as it is used here."""

from __future__ import annotations

import pytest

from arena.ratings.elo_package import expected, rated


def test_three_opponents_at_once() -> None:
    series = [(1, 1400.0), (0.5, 1500.0), (0.37, 1600.0)]
    assert rated(1500, series, k_factor=16) == pytest.approx(1505.92, abs=0.005)


def test_400_points_are_odds_of_ten_to_one() -> None:
    assert expected(1900, 1500) == pytest.approx(10 / 11)


@pytest.mark.parametrize("score", [-0.01, 1.01, 5, float("nan")])
def test_what_is_no_pair_score_is_refused(score: float) -> None:
    with pytest.raises(ValueError, match="expected 0 to 1"):
        rated(1500, [(score, 1500.0)], k_factor=16)


def test_nobody_to_play_changes_nothing() -> None:
    assert rated(1523.25, [], k_factor=16) == 1523.25
