"""The next matches of a running ladder: for whom, against whom, and who may not wait longer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import pytest

from arena.schedule.next_match import Known, longest_wait, next_matches
from arena.schedule.owners import is_allowed
from arena.schedule.round_robin import LineUp

SEED = b"a secret"


def settled(count: int, apart: float = 0.1) -> list[Known]:
    """Well known bots that lie *apart*."""
    return [Known(apart * bot, 0.04, 500, 0) for bot in range(count)]


def bots_of(line_up: LineUp) -> set[int]:
    return {bot for bot in line_up if bot is not None}


def chosen(
    count: int, known: Sequence[Known], seats: int = 5, deals: int = 4, **more: object
) -> tuple[LineUp, ...]:
    return next_matches(count, known, seats, deals, 0.6, SEED, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_new_bot_first_meets_bots_from_everywhere_in_line_ups_of_their_own(seats: int) -> None:
    known = [*settled(50), Known(0.0, 2.3, 0, 0)]

    matches = chosen(5, known, seats)

    met = set().union(*map(bots_of, matches)) - {50}
    assert all(50 in line_up for line_up in matches)
    assert len({frozenset(line_up) for line_up in matches}) == 5
    assert max(met) - min(met) > 25


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_after_twenty_blocks_it_meets_its_neighbours(seats: int) -> None:
    known = [*settled(50), Known(2.0, 0.26, 20, 0)]

    matches = chosen(30, known, seats)

    met = set().union(*map(bots_of, matches)) - {50}
    assert met <= set(range(14, 27))
    assert len({frozenset(line_up) for line_up in matches}) == len(matches)
    assert all(50 in line_up for line_up in matches)


def test_neighbours_are_met_about_equally_often() -> None:
    known = [*settled(50, 0.01), Known(0.25, 0.26, 20, 0)]

    matches = chosen(40, known)

    met = Counter(bot for line_up in matches for bot in line_up if bot != 50)
    assert len(met) >= 10
    assert max(met.values()) <= 2 * min(met.values())


def test_the_least_known_bot_is_served_first() -> None:
    known = settled(20)
    known[7] = Known(0.7, 0.5, 100, 0)
    known[12] = Known(1.2, 0.9, 100, 0)

    (first,) = chosen(1, known)

    assert 12 in first


def test_a_bot_with_fewer_than_twenty_blocks_goes_before_one_with_a_larger_error() -> None:
    known = settled(20)
    known[7] = Known(0.7, 3.0, 25, 0)
    known[12] = Known(1.2, 0.5, 8, 0)

    (first,) = chosen(1, known)

    assert 12 in first


def test_what_a_match_will_teach_is_reckoned_in() -> None:
    """Two bots nothing is known of take turns, though no result comes between."""
    known = settled(30)
    known[3], known[25] = Known(0.3, 1.0, 50, 0), Known(2.5, 1.0, 50, 0)

    matches = chosen(6, known)

    assert {3 in line_up for line_up in matches} == {True, False}
    assert {25 in line_up for line_up in matches} == {True, False}


@pytest.mark.parametrize("seats", [3, 5])
def test_no_bot_waits_longer_than_the_floor_though_one_is_ever_unsettled(seats: int) -> None:
    bots = 9
    known = [*settled(bots - 1, 1.0), Known(0.0, 1e6, 100, 0)]

    matches = chosen(20 * bots, known, seats)

    for bot in range(bots):
        seen = [place for place, line_up in enumerate(matches) if bot in line_up]
        waits = [after - before - 1 for before, after in pairwise([-1, *seen, len(matches)])]
        assert max(waits) < longest_wait(bots)


def test_who_has_waited_too_long_goes_before_who_is_unknown() -> None:
    known = [*settled(20), Known(1.0, 2.3, 0, 0)]
    known[5] = Known(0.5, 0.04, 500, 21)

    (first,) = chosen(1, known)

    assert 5 in first


def test_matches_may_be_asked_for_certain_bots() -> None:
    known = settled(20)
    known[12] = Known(1.2, 0.9, 100, 400)

    matches = chosen(4, known, wanted=[3, 4])

    assert all({3, 4} & bots_of(line_up) for line_up in matches)


def test_a_line_up_of_the_ladder_is_not_played_again() -> None:
    known = [*settled(12), Known(0.5, 0.5, 60, 0)]
    earlier = chosen(50, known)

    later = chosen(50, known, earlier=earlier)

    assert not {frozenset(one) for one in earlier} & {frozenset(one) for one in later}


def test_house_bots_fill_a_table_of_a_small_ladder() -> None:
    matches = chosen(6, [Known(0.0, 1.0, 0, 0), Known(0.5, 1.0, 0, 0)])

    assert all(bots_of(line_up) == {0, 1} and line_up.count(None) == 3 for line_up in matches)
    distances = {(line_up.index(1) - line_up.index(0)) % 5 for line_up in matches}
    assert distances == {1, 2, 3, 4}


def test_bots_of_one_owner_do_not_meet_and_house_bots_fill_up() -> None:
    owners = ["ann", "ann", "ann", "bob", None]

    matches = chosen(8, settled(5), owners=owners)

    assert all(is_allowed(owners, bots_of(line_up)) for line_up in matches)
    assert all(line_up.count(None) == 2 for line_up in matches)


def test_far_neighbours_fill_up_before_house_bots_do() -> None:
    owners = [*["ann"] * 15, None, None, None, None]
    known = [*(Known(0.0, 0.04, 500, 0) for _ in range(15)), *(Known(9.0, 0.04, 500, 0),) * 4]

    (first,) = chosen(1, known, owners=owners, wanted=[0])

    assert bots_of(first) == {0, 15, 16, 17, 18}


def test_one_secret_and_one_state_give_one_choice() -> None:
    known = settled(20)

    assert chosen(10, known) == chosen(10, known)
    assert chosen(10, known) != next_matches(10, known, 5, 4, 0.6, b"other")


def test_no_bots_are_no_match() -> None:
    with pytest.raises(ValueError, match="no next match"):
        chosen(1, [])


def test_a_house_bot_that_once_filled_a_seat_beside_itself_is_one_bot() -> None:
    assert len(chosen(3, settled(5), earlier=[(0, 1, 2, 3, 0)])) == 3
