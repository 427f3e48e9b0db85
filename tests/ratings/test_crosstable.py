"""Crosstables: differences, their errors, and the final order of R42."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from arena.ratings.blocks import Match
from arena.ratings.crosstable import crosstable
from tests.ratings.tables import match_of, playing, random_totals

FIVE = ("ann", "bob", "cy", "dot", "eve")


def test_a_difference_is_the_mean_over_the_blocks_in_which_both_played() -> None:
    table = crosstable(
        [
            match_of("ann bob cy", [(6, -3, -3), (0, 3, -3)]),
            match_of("dot bob ann", [(3, -6, 3)], number=2),
            match_of("dot bob cy", [(30, -15, -15)], number=3),
        ]
    )

    difference = table.differences["ann", "bob"]

    # Per playing 3, −1 and 3: mean 5/3, deviation of a block the root of 16/3.
    assert difference.score == Fraction(5, 3)
    assert difference.error == pytest.approx(1.96 * (16 / 3 / 3) ** 0.5)
    assert difference.blocks == 3
    assert table.differences["bob", "ann"].score == Fraction(-5, 3)


def test_bots_that_never_met_have_no_difference() -> None:
    table = crosstable([match_of("ann bob cy", [(0, 0, 0)]), match_of("ann bob dot", [(0, 0, 0)])])

    assert ("cy", "dot") not in table.differences
    assert ("cy", "ann") in table.differences


def test_copies_that_play_alike_differ_by_exactly_nothing() -> None:
    random = Random(3)
    blocks = [(a, a, a, -3 * a) for a in (random.randrange(-20, 20) for _ in range(50))]
    digests = dict.fromkeys(("ann", "bob", "cy"), "same")

    table = crosstable([match_of("ann bob cy dot", blocks, digests=digests)])

    for pair in (("ann", "bob"), ("bob", "cy"), ("cy", "ann")):
        assert table.differences[pair].score == 0
        assert table.differences[pair].error == 0


def test_a_table_of_one_bot_scores_exactly_nothing() -> None:
    table = crosstable([match_of("ann ann ann", [(4, -2, -2), (-4, 8, -4)])])

    assert table.standings[0].record.score == 0
    assert table.standings[0].record.error == 0
    assert table.differences == {}


def picked(won: str, lost: str) -> Match:
    """A block of nothing but deals picked: *won* by one bot, *lost* by another."""
    bots = ("ann", "bob", "cy")
    places = {"won-1": bots.index(won), "lost-1": bots.index(lost)}
    playings = [playing(2, (0, 0, 0))]
    for rotation, (outcome, entry) in enumerate(places.items()):
        seat = (entry + rotation) % 3
        playings.append(playing(rotation, (0, 0, 0), picker=seat, outcome=outcome))
    return Match(1, bots, bots, tuple(playings))


def test_equal_scores_are_ordered_by_deals_picked_and_won() -> None:
    table = crosstable([picked(won="bob", lost="ann")])

    order = [(one.rank, one.shared, one.record.bot) for one in table.standings]
    assert order == [(1, False, "bob"), (2, True, "ann"), (2, True, "cy")]


def test_the_better_score_comes_first_however_many_deals_the_other_won() -> None:
    worse = match_of("ann bob cy", [(3, -3, 0)], number=2)

    table = crosstable([picked(won="bob", lost="ann"), worse])

    assert [one.record.bot for one in table.standings] == ["ann", "cy", "bob"]


def test_penalties_and_faults_are_the_entrys_that_made_them() -> None:
    bots = ("ann", "bob", "cy")
    # In rotation 1 the seats hold cy, ann, bob.
    playings = (
        playing(0, (0, 0, 0)),
        playing(1, (2, -1, -1), penalties=(0, 6, 0), faults=[(0, "late"), (0, "illegal")]),
        playing(2, (0, 0, 0)),
    )

    table = crosstable([Match(1, bots, bots, playings)])

    ann = table.standings[-1].record
    assert (ann.bot, ann.total, ann.penalties) == ("ann", -7, 6)
    assert ann.faults == (("illegal", 1), ("late", 1))
    assert table.standings[0].record.faults == ()


def test_a_filler_counts_every_seat_that_it_filled() -> None:
    table = crosstable([match_of("ann house house", [(6, -3, -3)] * 2)])

    house = table.standings[-1].record
    assert (house.playings, house.blocks, house.total) == (12, 2, -12)
    assert house.score == -1


def test_a_filler_is_placed_by_the_score_that_is_shown() -> None:
    """By totals the house bot makes −6 in 9 playings, by blocks −3 a playing and then +4."""
    with_copies = match_of("ann house house", [(18, -9, -9)])
    alone = match_of("bob cy house", [(-12, 0, 12)], number=2)

    table = crosstable([with_copies, alone])

    order = [(one.record.bot, one.record.score) for one in table.standings]
    assert order == [("ann", 6), ("house", Fraction(1, 2)), ("cy", 0), ("bob", -4)]


def test_the_95_percent_interval_holds_the_true_difference_95_times_in_100() -> None:
    strengths = (0.4, 0.1, 0.0, -0.1, -0.4)
    random = Random(20)
    held = []
    for _ in range(100):
        table = crosstable([match_of(FIVE, random_totals(random, strengths, deals=25))])
        for (bot, other), found in table.differences.items():
            true = strengths[FIVE.index(bot)] - strengths[FIVE.index(other)]
            assert found.error is not None
            held.append(abs(float(found.score) - true) <= found.error)

    assert 0.92 <= sum(held) / len(held) <= 0.97
