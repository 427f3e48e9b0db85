"""Winning, class and payment (R20 to R22), and the leaster (R30)."""

from __future__ import annotations

import pytest

from arena.rules.scoring import leaster_result, picked_result
from arena.rules.variants import variant

CALLED = ("called-ace", {})
JACK = ("jack-of-diamonds", {})
SIDE_PAYS = ("jack-of-diamonds", {"loss_payer": "side"})
JACK_CALLS = ("jack-of-diamonds", {"partner": "called-ace"})


def scores(
    table: tuple[str, dict[str, object]],
    points: int,
    tricks: int,
    *,
    bury: int = 0,
    partner: int | None = 3,
    stake: int = 1,
) -> str:
    """Picker / partner / defender, or picker / defender, of a side with *points* in tricks."""
    by_seat = [0, 120 - bury - points, points, 0, 0]
    taken = [0, 6 - tricks, tricks, 0, 0]
    result = picked_result(
        variant(*table),
        by_seat,
        taken,
        bury_points=bury,
        picker=2,
        partner=partner,
        stake=stake,
    )
    assert result.scores[0] == result.scores[1] == result.scores[4]
    shown = [result.scores[2], result.scores[3], result.scores[0]]
    if partner is None:
        assert shown[1] == shown[2]
        del shown[1]
    return " / ".join(f"{score:+d}" if score else "0" for score in shown)


@pytest.mark.parametrize(
    ("points", "bury", "tricks", "expected"),
    [
        pytest.param(61, 0, 3, "+2 / +1 / -1", id="B6-61-wins"),
        pytest.param(60, 0, 3, "-3 / 0 / +1", id="B7-60-loses"),
        pytest.param(90, 0, 5, "+2 / +1 / -1", id="B8-90-is-not-schneider"),
        pytest.param(91, 0, 5, "+4 / +2 / -2", id="B9-91-is-schneider"),
        pytest.param(31, 0, 2, "-3 / 0 / +1", id="B10-31-is-out-of-schneider"),
        pytest.param(30, 0, 2, "-6 / 0 / +2", id="B11-30-is-schneider"),
        pytest.param(110, 10, 5, "+4 / +2 / -2", id="B12-120-with-a-worthless-trick-lost"),
        pytest.param(0, 21, 0, "-9 / 0 / +3", id="B13-no-trick-and-a-rich-bury"),
        pytest.param(0, 0, 1, "-6 / 0 / +2", id="B14-no-points-but-a-trick"),
        pytest.param(14, 16, 1, "-6 / 0 / +2", id="B15-the-partners-trick-counts"),
        pytest.param(120, 0, 6, "+6 / +3 / -3", id="every-trick"),
        pytest.param(98, 22, 6, "+6 / +3 / -3", id="every-trick-and-a-bury"),
        pytest.param(50, 11, 3, "+2 / +1 / -1", id="the-bury-counts-for-the-side"),
    ],
)
def test_jack_of_diamonds_pays_by_class(points: int, bury: int, tricks: int, expected: str) -> None:
    assert scores(JACK, points, tricks, bury=bury) == expected


@pytest.mark.parametrize(
    ("points", "bury", "tricks", "expected"),
    [
        pytest.param(61, 0, 3, "+2 / +1 / -1", id="E34-61"),
        pytest.param(60, 0, 3, "-4 / -2 / +2", id="E35-60-pays-double"),
        pytest.param(90, 0, 5, "+2 / +1 / -1", id="E36-90"),
        pytest.param(91, 0, 5, "+4 / +2 / -2", id="E36-91"),
        pytest.param(31, 0, 2, "-4 / -2 / +2", id="E37-31"),
        pytest.param(30, 0, 2, "-8 / -4 / +4", id="E37-30"),
        pytest.param(120, 0, 6, "+6 / +3 / -3", id="E38-all-six-tricks"),
        pytest.param(0, 22, 0, "-12 / -6 / +6", id="E38-no-trick-with-AC-AS-buried"),
        pytest.param(120, 0, 5, "+4 / +2 / -2", id="E39-120-with-a-worthless-trick-lost"),
        pytest.param(0, 0, 1, "-8 / -4 / +4", id="E40-one-worthless-trick"),
    ],
)
def test_called_ace_pays_by_class(points: int, bury: int, tricks: int, expected: str) -> None:
    assert scores(CALLED, points, tricks, bury=bury) == expected


@pytest.mark.parametrize(
    ("table", "points", "tricks", "expected"),
    [
        pytest.param(CALLED, 61, 3, "+4 / -1", id="E41-alone-61"),
        pytest.param(CALLED, 91, 5, "+8 / -2", id="E41-alone-91"),
        pytest.param(CALLED, 120, 6, "+12 / -3", id="E41-alone-all-tricks"),
        pytest.param(CALLED, 60, 3, "-8 / +2", id="E42-alone-60"),
        pytest.param(CALLED, 30, 2, "-16 / +4", id="E42-alone-30"),
        pytest.param(CALLED, 0, 0, "-24 / +6", id="E42-alone-no-trick"),
        pytest.param(JACK, 61, 4, "+8 / -2", id="B2-solo-61"),
        pytest.param(JACK, 58, 3, "-8 / +2", id="B3-solo-58"),
        pytest.param(SIDE_PAYS, 58, 3, "-8 / +2", id="solo-pays-as-ever-where-the-side-pays"),
        pytest.param(JACK_CALLS, 61, 4, "+8 / -2", id="alone-with-a-called-ace-is-solo"),
        pytest.param(JACK_CALLS, 0, 0, "-24 / +6", id="alone-with-a-called-ace-no-trick"),
    ],
)
def test_without_a_partner(
    table: tuple[str, dict[str, object]], points: int, tricks: int, expected: str
) -> None:
    assert scores(table, points, tricks, partner=None) == expected


@pytest.mark.parametrize(
    ("table", "points", "tricks", "expected"),
    [
        pytest.param(SIDE_PAYS, 60, 3, "-2 / -1 / +1", id="side-60"),
        pytest.param(SIDE_PAYS, 30, 2, "-4 / -2 / +2", id="side-30"),
        pytest.param(SIDE_PAYS, 0, 0, "-6 / -3 / +3", id="side-no-trick"),
        pytest.param(SIDE_PAYS, 61, 3, "+2 / +1 / -1", id="side-61-as-ever"),
        pytest.param(JACK_CALLS, 60, 3, "-3 / 0 / +1", id="a-called-ace-keeps-the-payments"),
    ],
)
def test_options_of_jack_of_diamonds_change_who_pays(
    table: tuple[str, dict[str, object]], points: int, tricks: int, expected: str
) -> None:
    assert scores(table, points, tricks) == expected


def test_the_stake_multiplies_every_score() -> None:
    assert scores(JACK, 75, 5, stake=4) == "+8 / +4 / -4"  # B20: two deals thrown in
    assert scores(JACK, 58, 3, stake=4) == "-12 / 0 / +4"  # B21: crack and re-crack


def leaster(
    name: str,
    points: tuple[int, ...],
    tricks: tuple[int, ...],
    *,
    blind: int = 0,
    last: int = 4,
    stake: int = 1,
    **options: object,
) -> tuple[int, ...]:
    result = leaster_result(
        variant(name, options),
        points,
        tricks,
        blind_points=blind,
        last_winner=last,
        stake=stake,
    )
    assert result.outcome == "leaster"
    assert (result.picker, result.partner) == (None, None)
    return result.scores


def wins(seat: int, stake: int = 1) -> tuple[int, ...]:
    return tuple(stake * (4 if other == seat else -1) for other in range(5))


@pytest.mark.parametrize(
    ("name", "points", "tricks", "blind", "expected"),
    [
        pytest.param(
            "jack-of-diamonds",
            (14, 0, 0, 21, 85),
            (1, 0, 0, 2, 3),
            0,
            wins(0),
            id="B16-needs-trick",
        ),
        pytest.param(
            "jack-of-diamonds", (20, 20, 25, 25, 30), (1, 1, 1, 1, 2), 0, (0,) * 5, id="B18-tie"
        ),
        pytest.param(
            "jack-of-diamonds", (0, 0, 0, 0, 120), (0, 0, 0, 0, 6), 0, wins(4), id="B19-sweep"
        ),
        pytest.param(
            "called-ace", (15, 18, 20, 22, 24), (1, 1, 1, 1, 2), 21, wins(0), id="E43-blind-nobody"
        ),
        pytest.param(
            "called-ace", (10, 10, 30, 30, 30), (1, 1, 1, 1, 2), 10, (0,) * 5, id="E44-tie"
        ),
        pytest.param(
            "called-ace", (0, 12, 30, 35, 38), (0, 1, 1, 2, 2), 5, wins(1), id="E45-needs-trick"
        ),
    ],
)
def test_the_leaster_is_won_with_the_fewest_points(
    name: str,
    points: tuple[int, ...],
    tricks: tuple[int, ...],
    blind: int,
    expected: tuple[int, ...],
) -> None:
    assert leaster(name, points, tricks, blind=blind) == expected


def test_b17_the_blind_goes_with_the_last_trick_where_the_table_says_so() -> None:
    # Seat 0 has 10 points before the blind (11) and takes the last trick; seat 1 has 12.
    points, tricks = (10, 12, 29, 29, 29), (2, 1, 1, 1, 1)

    assert leaster("jack-of-diamonds", points, tricks, blind=11, last=0) == wins(1)
    nobody = {"leaster_blind": "nobody"}
    assert leaster("jack-of-diamonds", points, tricks, blind=11, last=0, **nobody) == wins(0)
    assert leaster("called-ace", points, tricks, blind=11, last=0) == wins(0)
    last_trick = {"leaster_blind": "last-trick"}
    assert leaster("called-ace", points, tricks, blind=11, last=0, **last_trick) == wins(1)


def test_without_the_need_of_a_trick_every_seat_competes() -> None:
    free = {"leaster_needs_trick": False}

    assert leaster("called-ace", (0, 12, 30, 35, 38), (0, 1, 1, 2, 2), **free) == wins(0)
    assert leaster("called-ace", (0, 0, 30, 35, 55), (0, 1, 1, 2, 2), **free) == (0,) * 5


def test_a_leaster_is_played_at_the_stake() -> None:
    points, tricks = (14, 21, 25, 30, 30), (1, 1, 1, 1, 2)

    assert leaster("jack-of-diamonds", points, tricks, stake=8) == wins(0, stake=8)
