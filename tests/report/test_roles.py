"""Roles stand in a table each, within a hundred columns, at every table."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from arena.ratings.blocks import Match
from arena.ratings.roles import roles
from arena.referee.playing import Playing
from arena.report.roles import format_roles, roles_data
from arena.rules.variants import PLAYABLE, variant
from tests.ratings.tables import playing

THREE = ("ann", "bob", "cy")
# ann at seat 0 in rotation 0, 1 in rotation 1, 2 in rotation 2. Worked out by hand from
# `two_deals`: ann scored 4 and 2 as picker, so 3 and, with residuals 1 and -1, ±1.96.
SHOWN = """\
Picked, when asked
Bot  Playings  Asked  Picked   Rate      ±
ann         6      5       2  40.0%  ±15.7
bob         6      3       0   0.0%
cy          6      4       1  25.0%  ±49.0

As picker
Bot  Playings  Share  Score/playing      ±     Won  ±   Made  Suffered
ann         2  33.3%          +3.00  ±1.96  100.0%     50.0%      0.0%
cy          1  16.7%          -2.00           0.0%      0.0%      0.0%

As defender
Bot  Playings  Share  Score/playing      ±     Won      ±  Made  Suffered
ann         1  16.7%          +1.00         100.0%         0.0%      0.0%
bob         3  50.0%          -0.67  ±0.44   33.3%  ±43.6  0.0%     33.3%
cy          2  33.3%          -1.50  ±0.98    0.0%         0.0%     50.0%

In leasters
Bot  Playings  Share  Score/playing      ±    Won      ±
ann         3  50.0%          +1.00  ±2.61  66.7%  ±87.1
bob         3  50.0%              0  ±2.61  33.3%  ±87.1
cy          3  50.0%          -1.00          0.0%
"""


def two_deals() -> tuple[Playing, ...]:
    """Seat 0 picks in rotations 0 and 1 of deal 0, and in rotation 0 of deal 1."""

    def picked(rotation: int, deal: int, scores: tuple[int, ...], outcome: str) -> Playing:
        known = playing(rotation, scores, deal=deal, picker=0, outcome=outcome)
        return replace(known, actions=("pick", "play QC"))

    return (
        picked(0, 0, (4, -2, -2), "won-2"),
        picked(1, 0, (-2, 1, 1), "lost-1"),
        playing(2, (2, -1, -1)),
        picked(0, 1, (2, -1, -1), "won-1"),
        playing(1, (-1, 2, -1), deal=1),
        playing(2, (-1, -1, 2), deal=1),
    )


def test_each_role_is_a_table_with_rates_and_scores() -> None:
    made = roles([Match(1, THREE, THREE, two_deals())], variant("picker-alone-3"))

    text = format_roles(tuple(made.values()))

    assert text.startswith(SHOWN + "\n")


def test_the_object_has_every_rate_with_its_error() -> None:
    (ann, bob, _) = roles([Match(1, THREE, THREE, two_deals())], variant("picker-alone-3")).values()

    (of_ann, of_bob) = roles_data((ann, bob))

    assert json.loads(json.dumps(of_ann)) == of_ann
    assert isinstance(of_ann["roles"], dict)
    assert of_ann["roles"]["picker"] == {
        "playings": 2,
        "total": 6,
        "won": 2,
        "rate": 0.333333,
        "rate_error": None,
        "score_per_playing": 3.0,
        "score_per_playing_error": 1.96,
        "win_rate": 1.0,
        "win_rate_error": None,
        "schneider_made": 0.5,
        "schneider_made_error": 0.98,
        "schneider_suffered": 0.0,
        "schneider_suffered_error": None,
    }
    assert (of_bob["asked"], of_bob["picked"], of_bob["pick_rate"]) == (3, 0, 0.0)


@pytest.mark.parametrize("table", PLAYABLE)
def test_no_line_is_longer_than_a_hundred_columns(table: str) -> None:
    seats = variant(table).players
    bots = tuple(f"{'n' * 31}{entry}@{'1' * 32}" for entry in range(seats))
    scores = (-120, *[120] * (seats - 1))
    played = tuple(
        replace(
            playing(rotation, scores, deal=deal, picker=rotation, outcome="lost-3"),
            partner=None if deal else (rotation + 1) % seats,
        )
        for deal in range(3)
        for rotation in range(seats)
    )

    text = format_roles(tuple(roles([Match(1, bots, bots, played)], variant(table)).values()))

    assert max(map(len, text.splitlines())) <= 100


def test_a_table_without_partners_has_no_word_of_them() -> None:
    made = roles([Match(1, THREE, THREE, two_deals())], variant("picker-alone-3"))

    text = format_roles(tuple(made.values()))

    assert "partner" not in text
    assert "Alone" not in text


def test_an_event_without_a_complete_block_says_so() -> None:
    assert format_roles(()) == "No match of this event is complete yet."
