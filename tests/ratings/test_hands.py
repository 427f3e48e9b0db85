"""One hand in several bots' hands: each score against the mean of the others'."""

from __future__ import annotations

from fractions import Fraction

from arena.ratings.blocks import Match
from arena.ratings.hands import Holding, dearest, holdings
from tests.ratings.tables import playing

THREE = ((4, -2, -2), (-8, 4, 4), (1, 1, -2))
"""Scores by seat in rotations 0 to 2, in which seat 0 is taken by entries 0, 2 and 1."""


def match_by_seat(
    bots: str, *rotations: tuple[int, ...], penalties: tuple[int, ...] = (0,) * 5
) -> Match:
    """One deal with *rotations* by seat; *penalties* by seat, in rotation 0."""
    line_up = tuple(bots.split())
    played = tuple(
        playing(rotation, scores, penalties=(0,) * 5 if rotation else penalties)
        for rotation, scores in enumerate(rotations)
    )
    return Match(1, line_up, line_up, played)


def of_seat(held: tuple[Holding, ...], seat: int) -> dict[int, Fraction | None]:
    """By entry, what its holding of the hand was against the others'."""
    return {one.entry: one.against for one in held if one.seat == seat}


def test_a_score_is_held_against_the_mean_of_the_others_with_the_same_hand() -> None:
    held = holdings(match_by_seat("ann bob cy", *THREE))

    # Seat 0 scored 4 with ann, -8 with cy, 1 with bob.
    assert of_seat(held, 0) == {0: Fraction(15, 2), 1: Fraction(3), 2: Fraction(-21, 2)}
    # Seat 1: bob -2, ann 4, cy 1.
    assert of_seat(held, 1) == {0: Fraction(9, 2), 1: Fraction(-9, 2), 2: Fraction(0)}


def test_penalties_are_subtracted() -> None:
    (first, *_) = holdings(match_by_seat("ann bob cy", *THREE, penalties=(3, 0, 0, 0, 0)))

    assert (first.score, first.others) == (1, Fraction(-7, 2))


def test_copies_of_a_bot_are_no_others() -> None:
    held = holdings(match_by_seat("ann ann bob", *THREE))

    # Seat 0: ann 4 and 1, bob -8.
    assert of_seat(held, 0) == {0: Fraction(12), 1: Fraction(9), 2: Fraction(-21, 2)}


def test_a_hand_that_one_bot_alone_has_held_is_held_against_nothing() -> None:
    held = holdings(match_by_seat("ann bob cy", THREE[0]))

    assert {one.against for one in held} == {None}
    assert dearest(held) == ()


def test_the_dearest_come_first_and_gains_do_not_come() -> None:
    held = holdings(match_by_seat("ann bob cy", *THREE))

    worst = [(one.entry, one.seat, one.against) for one in dearest(held)]

    # Seat 2: cy -2, bob 4, ann -2: cy and ann -3, in rotations 0 and 2.
    assert worst == [(2, 0, Fraction(-21, 2)), (1, 1, Fraction(-9, 2)), (2, 2, -3), (0, 2, -3)]
