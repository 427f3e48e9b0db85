"""Winning, class and payment at the tables for three and four, and the least (R20 to R22, R31)."""

from __future__ import annotations

import pytest

from arena.rules.scoring import Result, least_result, leaster_result, picked_result
from arena.rules.variants import variant


def picked(
    name: str, points: int, tricks: int, *, bury: int = 0, partner: int | None = None
) -> Result:
    """Seat 0 picked; *points* and *tricks* are its side's, half of them the partner's."""
    table = variant(name)
    by_seat = [0] * table.players
    taken = [0] * table.players
    by_seat[0], taken[0] = points, tricks
    if partner is not None:
        by_seat[0], by_seat[partner] = points - points // 2, points // 2
        taken[0], taken[partner] = tricks - tricks // 2, tricks // 2
    defender = 1 if partner != 1 else 2
    by_seat[defender], taken[defender] = 120 - bury - points, table.hand_size - tricks
    return picked_result(
        table, by_seat, taken, bury_points=bury, picker=0, partner=partner, stake=1
    )


@pytest.mark.parametrize(
    ("points", "bury", "tricks", "score"),
    [
        pytest.param(61, 0, 5, 2, id="C3-61-wins"),
        pytest.param(91, 0, 9, 4, id="C4-91-with-9-tricks-is-schneider"),
        pytest.param(120, 0, 10, 6, id="C5-all-ten-is-schwarz"),
        pytest.param(60, 0, 5, -2, id="C6-60-loses"),
        pytest.param(30, 0, 6, -4, id="C7-the-six-best-cards-take-6-tricks-and-30-points"),
        pytest.param(0, 22, 0, -6, id="C8-no-trick-with-AC-AS-buried"),
        pytest.param(31, 0, 6, -2, id="31-is-out-of-schneider"),
        pytest.param(110, 10, 9, 4, id="120-with-a-worthless-trick-lost"),
    ],
)
def test_at_hoyle_3_only_the_picker_scores(points: int, bury: int, tricks: int, score: int) -> None:
    result = picked("hoyle-3", points, tricks, bury=bury)

    assert result.scores == (score, 0, 0)


@pytest.mark.parametrize(
    ("points", "tricks", "partner", "scores"),
    [
        pytest.param(75, 5, 2, (1, 0, 1, 0), id="C9-75-with-a-partner"),
        pytest.param(91, 7, None, (4, 0, 0, 0), id="C12-alone-91-in-7-tricks-not-doubled"),
        pytest.param(30, 3, 1, (-2, -2, 0, 0), id="C13-30-with-a-partner"),
        pytest.param(61, 4, None, (2, 0, 0, 0), id="alone-61"),
        pytest.param(60, 4, None, (-2, 0, 0, 0), id="alone-60"),
        pytest.param(0, 0, None, (-6, 0, 0, 0), id="alone-no-trick"),
        pytest.param(91, 7, 3, (2, 0, 0, 2), id="91-with-a-partner"),
        pytest.param(120, 8, 3, (3, 0, 0, 3), id="all-eight-with-a-partner"),
        pytest.param(60, 4, 3, (-1, 0, 0, -1), id="60-with-a-partner"),
        pytest.param(0, 0, 3, (-3, 0, 0, -3), id="no-trick-with-a-partner"),
    ],
)
def test_at_hoyle_4_the_picker_and_his_partner_share_and_the_others_score_nothing(
    points: int, tricks: int, partner: int | None, scores: tuple[int, ...]
) -> None:
    result = picked("hoyle-4", points, tricks, partner=partner)

    assert result.scores == scores
    assert (result.picker, result.partner) == (0, partner)


@pytest.mark.parametrize(
    ("points", "bury", "tricks", "three", "four"),
    [
        pytest.param(30, 0, 2, "-2 / +1", "-3 / +1", id="D2-30-is-out-of-schneider"),
        pytest.param(29, 0, 2, "-4 / +2", "-6 / +2", id="D3-29-is-schneider"),
        pytest.param(90, 0, 5, "+2 / -1", "+3 / -1", id="D4-90-is-not-schneider"),
        pytest.param(91, 0, 5, "+4 / -2", "+6 / -2", id="D5-91-is-schneider"),
        pytest.param(60, 0, 4, "-2 / +1", "-3 / +1", id="D6-60-loses"),
        pytest.param(0, 42, 0, "-6 / +3", "-9 / +3", id="D8-no-trick-with-42-buried"),
        pytest.param(61, 0, 4, "+2 / -1", "+3 / -1", id="61-wins"),
        pytest.param(20, 9, 1, "-4 / +2", "-6 / +2", id="the-bury-counts-to-29"),
        pytest.param(20, 10, 1, "-2 / +1", "-3 / +1", id="the-bury-counts-to-30"),
    ],
)
def test_picker_alone_pays_by_class(
    points: int, bury: int, tricks: int, three: str, four: str
) -> None:
    assert _shown(picked("picker-alone-3", points, tricks, bury=bury)) == three
    assert _shown(picked("picker-alone-4", points, tricks, bury=bury)) == four


def test_d7_every_trick_is_class_3() -> None:
    assert _shown(picked("picker-alone-3", 120, 10)) == "+6 / -3"
    assert _shown(picked("picker-alone-4", 100, 7, bury=20)) == "+9 / -3"


def _shown(result: Result) -> str:
    assert len(set(result.scores[1:])) == 1
    assert sum(result.scores) == 0
    return f"{result.scores[0]:+d} / {result.scores[1]:+d}"


@pytest.mark.parametrize(
    ("name", "points", "tricks", "blind", "last", "totals", "scores"),
    [
        pytest.param(
            *("picker-alone-3", (0, 40, 80), (0, 4, 6), 0, 2),
            *((0, 40, 80), (-1, 2, -1)),
            id="D9-needs-a-trick",
        ),
        pytest.param(
            *("picker-alone-4", (5, 20, 30, 40), (1, 2, 2, 2), 25, 0),
            *((30, 20, 30, 40), (-1, 3, -1, -1)),
            id="D10-the-blind-goes-with-the-last-trick",
        ),
        pytest.param(
            *("picker-alone-4", (20, 20, 30, 50), (1, 2, 2, 2), 0, 3),
            *((20, 20, 30, 50), (0, 0, 0, 0)),
            id="D11-a-tie-scores-nothing",
        ),
    ],
)
def test_picker_alone_plays_the_leaster(
    name: str,
    points: tuple[int, ...],
    tricks: tuple[int, ...],
    blind: int,
    last: int,
    totals: tuple[int, ...],
    scores: tuple[int, ...],
) -> None:
    result = leaster_result(
        variant(name), points, tricks, blind_points=blind, last_winner=last, stake=1
    )

    assert (result.points, result.scores, result.outcome) == (totals, scores, "leaster")


@pytest.mark.parametrize(
    ("points", "winners", "blind", "scores"),
    [
        # Who took each trick, from the first on; the cases number seats from 1.
        pytest.param(
            *((35, 35, 50), (0, 1, 2, 2, 1, 0, 1, 2, 2, 1), 0, (2, 0, 0)),
            id="C14-a-tie-goes-to-who-took-no-trick-for-longest",
        ),
        pytest.param(
            *((40, 40, 40), (0, 1, 2, 0, 2, 0, 1, 2, 2, 0), 0, (0, 2, 0)),
            id="C15-a-tie-of-three",
        ),
        pytest.param(
            *((0, 30, 90), (1, 2, 2, 2, 1, 2, 2, 1, 2, 2), 0, (4, 0, 0)),
            id="C16-one-seat-without-a-trick",
        ),
        pytest.param(
            *((0, 0, 120), (2, 2, 2, 1, 2, 2, 2, 2, 2, 2), 0, (4, 0, 0)),
            id="C17-without-a-trick-comes-before-a-worthless-one",
        ),
        pytest.param(
            *((0, 0, 120), (2, 2, 2, 2, 2, 2, 2, 2, 2, 2), 0, (0, 0, -4)),
            id="C18-who-takes-every-trick-loses-4",
        ),
        pytest.param(
            *((0, 0, 50, 70), (2, 3, 2, 3, 3, 2, 3, 3), 0, (2, 2, 0, 0)),
            id="C19-two-of-four-without-a-trick-share",
        ),
        pytest.param(
            *((28, 30, 51), (2, 1, 0, 2, 1, 2, 2, 1, 2, 0), 11, (0, 2, 0)),
            id="C20-the-blind-goes-with-the-last-trick",
        ),
        pytest.param(
            *((0, 0, 0, 120), (3, 3, 3, 3, 3, 3, 3, 3), 0, (0, 0, 0, -4)),
            id="three-of-four-without-a-trick-is-a-sweep",
        ),
        pytest.param(
            *((0, 20, 40, 60), (1, 2, 3, 3, 2, 1, 3, 3), 0, (4, 0, 0, 0)),
            id="one-of-four-without-a-trick",
        ),
        pytest.param(
            *((10, 30, 35, 45), (0, 1, 2, 3, 3, 2, 1, 0), 0, (2, 0, 0, 0)),
            id="the-fewest-points",
        ),
        pytest.param(
            *((30, 30, 25, 35), (2, 0, 1, 3, 3, 0, 1, 2), 0, (0, 0, 2, 0)),
            id="last-tricks-mean-nothing-without-a-tie",
        ),
    ],
)
def test_the_least_is_settled_in_the_order_of_the_rule(
    points: tuple[int, ...], winners: tuple[int, ...], blind: int, scores: tuple[int, ...]
) -> None:
    result = least_result(points, winners, blind_points=blind)

    assert (result.scores, result.outcome) == (scores, "least")
    assert (result.picker, result.partner) == (None, None)
    assert sum(result.points) == 120
    assert result.tricks == tuple(winners.count(seat) for seat in range(len(points)))
