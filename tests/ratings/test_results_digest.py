"""The results digest: its exact form, and what it depends on."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from random import Random

import pytest

from arena.ratings.results_digest import results_digest
from tests.ratings.tables import match_of, playing

ONE = playing(
    1,
    (4, -1, -1, -1, -1),
    match=3,
    deal=41,
    penalties=(0, 3, 0, 0, 0),
    faults=[(4, "late"), (0, "illegal")],
)


def test_the_canonical_form_is_as_documented() -> None:
    line = (
        '[3,1,41,[4,0,1,2,3],["pass","pass","pass","pass","pass"],[[0,"illegal"],[4,"late"]],'
        "[4,-1,-1,-1,-1],[0,3,0,0,0]]\n"
    )
    assert results_digest([ONE]) == hashlib.sha256(line.encode()).hexdigest()


def test_no_results_have_the_digest_of_nothing() -> None:
    assert results_digest([]) == hashlib.sha256(b"").hexdigest()


def test_the_order_in_which_playings_come_does_not_matter() -> None:
    # Match 10 sorts after match 9: by number, not by text.
    playings = [
        one
        for number in (9, 10)
        for one in match_of("a b c", [(1, 0, -1)] * 3, number=number).playings
    ]
    mixed = playings.copy()
    Random(1).shuffle(mixed)

    assert results_digest(mixed) == results_digest(playings)


@pytest.mark.parametrize(
    "change",
    [
        {"match": 4},
        {"rotation": 2},
        {"deal": 42},
        {"seating": (0, 4, 1, 2, 3)},
        {"actions": ("pass", "pass", "pass", "pass", "pick")},
        {"faults": ((0, "illegal"), (4, "stalled"))},
        {"scores": (-1, 4, -1, -1, -1)},
        {"penalties": (0, 0, 3, 0, 0)},
    ],
    ids=lambda change: next(iter(change)),
)
def test_any_change_of_a_result_shows(change: dict[str, object]) -> None:
    assert results_digest([replace(ONE, **change)]) != results_digest([ONE])  # type: ignore[arg-type]


def test_it_does_not_depend_on_what_follows_from_the_actions() -> None:
    same = replace(ONE, points=(0, 0, 0, 0, 120), tricks=(0, 0, 0, 0, 6), outcome="won-1", picker=2)
    assert results_digest([same]) == results_digest([ONE])
