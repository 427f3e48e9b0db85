"""The course of a test: blocks in schedule order, whatever order they came in."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product

import pytest

from arena.ratings.blocks import Match
from arena.ratings.exchange import largest_difference
from arena.ratings.results_digest import results_digest
from arena.ratings.sequential import Hypotheses, Verdict
from arena.ratings.versus import VersusCourse, default_cap, versus_result
from arena.referee.form import Form
from arena.rules.variants import variant
from arena.schedule.exchange import drawn_seats, exchanged
from tests.ratings.tables import playing

TABLE = variant("picker-alone-3")
TESTED = Hypotheses(0.0, 0.5)
PANEL_TESTED = Hypotheses(-0.5, 0.0)
BOTS = ("ann",) * 3 + ("bob",) * 3
DEALS = 25


def match(number: int, gain: int = 0) -> Match:
    """A match in which the picker wins at random, and A *gain* a seat more than B of B's."""
    rng = random.Random(number)
    playings = []
    for deal in range((number - 1) * DEALS, number * DEALS):
        order = drawn_seats(bytes(32), deal, 3)
        for rotation in (0, 1):
            scores = [-1, -1, -1]
            scores[rng.randrange(3)] = 2
            seating = exchanged(Form.VERSUS, rotation, order)
            scores = [
                score + (gain if entry < 3 else -gain)
                for score, entry in zip(scores, seating, strict=True)
            ]
            one = playing(rotation, scores, match=number, deal=deal)
            playings.append(replace(one, seating=seating))
    return Match(number, BOTS, BOTS, tuple(playings), Form.VERSUS)


def course_of(matches: list[Match]) -> VersusCourse:
    course = VersusCourse(Form.VERSUS, TABLE, TESTED)
    for one in matches:
        course.add(one)
    return course


def test_the_verdict_and_all_its_figures_are_the_same_in_whatever_order_matches_end() -> None:
    matches = [match(number, gain=1) for number in range(1, 21)]
    in_order = course_of(matches)
    assert in_order.decided_with is not None, "else there is nothing to be the same"
    assert in_order.decided_with < 20

    for seed in range(20):
        mixed = random.Random(seed).sample(matches, len(matches))
        course = course_of(mixed)
        assert course.result == in_order.result
        assert course.decided_with == in_order.decided_with


def test_nothing_counts_behind_a_match_that_is_not_complete() -> None:
    matches = [match(number, gain=1) for number in (1, 3, 4, 5, 6, 7, 8)]

    course = course_of(matches)

    assert course.standing.blocks == DEALS
    assert course.standing.verdict is None
    assert course.result.digest == results_digest(matches[0].playings)


def test_no_block_counts_after_the_one_that_decides() -> None:
    matches = [match(number, gain=3) for number in range(1, 21)]

    result = versus_result(Form.VERSUS, TABLE, TESTED, matches)

    blocks = result.standing.blocks
    assert result.standing.verdict is Verdict.H1
    assert blocks % DEALS, "else nothing is left out"
    assert result.standing.estimate is not None
    assert result.standing.estimate.blocks == blocks
    assert sum(times for _, times in result.counts) == blocks
    counted = [p for one in matches for p in sorted(one.playings, key=lambda p: p.deal)]
    assert result.digest == results_digest(counted[: 2 * blocks])
    assert result.playings == 2 * blocks


def test_bots_alike_have_zero_blocks_and_nothing_to_save() -> None:
    alike = [
        replace(one, playings=tuple(replace(p, scores=(2, -1, -1)) for p in one.playings))
        for one in map(match, range(1, 6))
    ]

    result = versus_result(Form.VERSUS, TABLE, Hypotheses(0.0, 0.05), alike)

    assert result.counts == ((Fraction(0), 125),)
    assert result.zeros == 125
    assert result.saving is None


def test_the_saving_is_of_what_seats_of_a_and_of_b_score() -> None:
    # Two deals. A wins 2 at seat 0, then B does: the difference of the first is 9/4 - 9/4 = 0
    # and of the second, where A wins both, 9/4; so the error is (9/4 / √2) / √2 = 9/8.
    # A's seats score 2, −1, −1, 2, 2, −1 with variance 9/4, B's −1, −1, 2, −1, −1, −1 with 5/4:
    # 2 · (9/4 + 5/4) / 4 playings = 7/4.
    order = (0, 1, 2)
    played = [
        replace(
            playing(rotation, scores, deal=deal), seating=exchanged(Form.VERSUS, rotation, order)
        )
        for deal, rotation, scores in [
            (0, 0, (2, -1, -1)),
            (0, 1, (2, -1, -1)),
            (1, 0, (2, -1, -1)),
            (1, 1, (-1, 2, -1)),
        ]
    ]

    result = versus_result(
        Form.VERSUS, TABLE, TESTED, [Match(1, BOTS, BOTS, tuple(played), Form.VERSUS)]
    )

    assert [value for value, _ in result.counts] == [0, Fraction(9, 4)]
    assert result.saving == pytest.approx(7 / 4 / (9 / 8) ** 2)


def test_what_a_panel_scores_is_no_part_of_the_saving() -> None:
    # A scores 2 and −1 in the two deals, B −1 in both: differences 3 and 0, of error
    # (3/√2)/√2 = 3/2; variances 9/4 and 0, so 2 · 9/4 / 4 playings = 9/8.
    # The panel scores 50 and −50 meanwhile.
    played = [
        replace(playing(rotation, scores, deal=deal), seating=(rotation, 2, 3))
        for deal, rotation, scores in [
            (0, 0, (2, 50, -50)),
            (0, 1, (-1, 50, -50)),
            (1, 0, (-1, -50, 50)),
            (1, 1, (-1, 50, -50)),
        ]
    ]
    bots = ("a@1", "b@1", "c@1", "d@1")

    result = versus_result(
        Form.PANEL, TABLE, PANEL_TESTED, [Match(1, bots, bots, tuple(played), Form.PANEL)]
    )

    assert [value for value, _ in result.counts] == [0, 3]
    assert result.saving == pytest.approx(9 / 8 / (3 / 2) ** 2)


CLASS_3 = {
    "called-ace": [
        (6, 3, -3, -3, -3),
        (12, -3, -3, -3, -3),
        (-12, -6, 6, 6, 6),
        (-24, 6, 6, 6, 6),
    ],
    "jack-of-diamonds": [
        (6, 3, -3, -3, -3),
        (24, -6, -6, -6, -6),
        (-9, 0, 3, 3, 3),
        (-24, 6, 6, 6, 6),
    ],
    "picker-alone-3": [(6, -3, -3), (-6, 3, 3)],
    "picker-alone-4": [(9, -3, -3, -3), (-9, 3, 3, 3)],
    "hoyle-3": [(6, 0, 0), (-6, 0, 0)],
    "hoyle-4": [(6, 0, 0, 0), (3, 3, 0, 0), (-6, 0, 0, 0), (-3, -3, 0, 0)],
}
"""R22 with m = 3: won with a partner, won alone, lost with one, lost alone."""


def enumerated(form: Form, table: str) -> Fraction:
    """The largest difference of all pairs of playings that R22 allows."""
    if form is Form.PANEL:
        scores = [score for row in CLASS_3[table] for score in row]
        return Fraction(max(ours - theirs for ours, theirs in product(scores, scores)))
    seats = len(CLASS_3[table][0])
    of_a = seats // 2, seats - seats // 2
    gaps = [
        {
            Fraction(sum(row[:copies]), copies) - Fraction(sum(row[copies:]), seats - copies)
            for scores in CLASS_3[table]
            for row in permutations(scores)
        }
        for copies in of_a
    ]
    return max(abs(first + second) / 2 for first, second in product(*gaps))


@pytest.mark.parametrize(
    ("table", "versus", "panel"),
    [
        # Lost alone, 10 with two seats of A and 15 with three; in the panel 12 less −24.
        pytest.param("called-ace", Fraction(25, 2), 36, id="called-ace"),
        pytest.param("jack-of-diamonds", 15, 48, id="jack-of-diamonds"),
        pytest.param("picker-alone-3", 9, 12, id="picker-alone-3"),
        pytest.param("picker-alone-4", 6, 18, id="picker-alone-4"),
        pytest.param("hoyle-3", 6, 12, id="hoyle-3"),
        pytest.param("hoyle-4", 3, 12, id="hoyle-4"),
    ],
)
def test_the_largest_difference_is_that_of_all_pairs_of_playings(
    table: str, versus: Fraction, panel: int
) -> None:
    assert (enumerated(Form.VERSUS, table), enumerated(Form.PANEL, table)) == (versus, panel)

    assert largest_difference(Form.VERSUS, variant(table)) == versus
    assert largest_difference(Form.PANEL, variant(table)) == panel


def test_four_times_for_cracks_and_eight_times_for_deals_thrown_in() -> None:
    table = variant("jack-of-diamonds", {"crack": "crack-recrack", "all_pass": "doubler"})

    assert largest_difference(Form.VERSUS, table) == 15 * 32
    assert largest_difference(Form.PANEL, table) == 48 * 32


def test_the_cap_is_twice_a_test_of_fixed_length() -> None:
    # 2 · 1.2 · (1.645 + 1.645)² / 0.05² = 10 391; half the gap takes four times as many.
    assert default_cap(Hypotheses(0.0, 0.05)) == 10_400
    assert default_cap(Hypotheses(-0.025, 0.0)) == 41_600
