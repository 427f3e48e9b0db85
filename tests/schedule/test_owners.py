"""Two bots of one owner never sit at one table of a round-robin, and everything else is kept."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.schedule.owners import are_of_one_owner, crowding_owner, is_allowed
from arena.schedule.round_robin import most_of_one_owner, round_robin
from tests.schedule.counting import appearances, meetings

SEED = b"a secret"


@pytest.mark.parametrize(
    ("bots", "seats", "own"),
    [
        pytest.param(10, 5, 2, id="two-of-ten-at-tables-of-5-the-most-there-can-be"),
        pytest.param(
            9, 3, 3, marks=pytest.mark.slow, id="three-of-nine-at-tables-of-3-the-most-there-can-be"
        ),
        pytest.param(12, 4, 2, id="two-of-twelve-at-tables-of-4"),
        pytest.param(
            30,
            5,
            6,
            marks=pytest.mark.slow,
            id="six-of-thirty-at-tables-of-5-the-most-there-can-be",
        ),
    ],
)
def test_bots_of_one_owner_do_not_meet_and_all_others_do(bots: int, seats: int, own: int) -> None:
    owners = [*["ann"] * own, *[None] * (bots - own)]

    matches = round_robin(bots, seats, SEED, owners=owners)

    met = meetings(matches, bots)
    allowed = [
        met[pair] for pair in combinations(range(bots), 2) if not are_of_one_owner(owners, *pair)
    ]
    assert not any(met[pair] for pair in combinations(range(own), 2))
    assert len(set(appearances(matches).values())) == 1
    assert min(allowed) >= 1
    assert max(allowed) - min(allowed) <= 2


@pytest.mark.slow
@settings(max_examples=20)
@given(
    seats=st.integers(3, 5),
    owners=st.lists(st.sampled_from([None, None, "ann", "bob", "cat"]), min_size=6, max_size=14),
    seed=st.binary(max_size=8),
)
def test_whatever_the_owners_everybody_plays_equally_often_or_it_is_refused(
    seats: int, owners: list[str | None], seed: bytes
) -> None:
    if crowding_owner(owners, most_of_one_owner(len(owners), seats)):
        with pytest.raises(ValueError, match="no round-robin"):
            round_robin(len(owners), seats, seed, owners=owners)
        return
    matches = round_robin(len(owners), seats, seed, owners=owners)

    assert len(set(appearances(matches).values())) == 1
    for line_up in matches:
        assert is_allowed(owners, [bot for bot in line_up if bot is not None])


def test_owners_with_one_bot_each_change_nothing() -> None:
    assert round_robin(8, 5, SEED, owners=list("abcdefgh")) == round_robin(8, 5, SEED)


def test_nobodys_bots_may_meet() -> None:
    assert not are_of_one_owner([None, None], 0, 1)


def test_the_owner_with_the_most_bots_is_named() -> None:
    owners = ["ann", "bob", "bob", None, None, None, "ann", "bob"]

    assert crowding_owner(owners, 2) == "bob"
    assert crowding_owner(owners, 3) is None
