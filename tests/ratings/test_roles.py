"""What bots did as picker, partner, defender, alone and in leasters, counted by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from arena.ratings.blocks import Match
from arena.ratings.role import Role, roles_at
from arena.ratings.roles import RoleRecord, roles, session_roles
from arena.referee.playing import Playing
from arena.rules.variants import variant
from tests.ratings.tables import playing

FIVE = ("ann", "bob", "cy", "dot", "eve")
CALLED_ACE = variant("called-ace")


def picked(
    rotation: int,
    passes: int,
    scores: tuple[int, ...],
    outcome: str,
    partner: int | None = None,
    penalties: tuple[int, ...] = (0,) * 5,
) -> Playing:
    """One that the seat after *passes* picked."""
    known = playing(rotation, scores, picker=passes, outcome=outcome, penalties=penalties)
    return replace(known, partner=partner, actions=(*("pass",) * passes, "pick", "play QC"))


def block() -> tuple[Playing, ...]:
    """A deal in five rotations; who is where stands above each."""
    return (
        # ann bob cy dot eve
        picked(0, 1, (-2, 4, -2, 2, -2), "won-2", partner=3),
        # eve ann bob cy dot
        picked(1, 0, (-8, 2, 2, 2, 2), "lost-1"),
        # dot eve ann bob cy
        playing(2, (-1, -1, -1, -1, 4)),
        # cy dot eve ann bob
        picked(3, 2, (-6, 6, -12, 6, 6), "lost-3", partner=0, penalties=(0, 3, 0, 0, 0)),
        # bob cy dot eve ann
        picked(4, 4, (-1, -1, -1, 1, 2), "won-1", partner=3),
    )


def counted(record: RoleRecord) -> tuple[int, int, int]:
    return record.playings, record.total, record.won


def test_every_playing_is_counted_in_the_role_that_the_bot_had() -> None:
    made = roles([Match(1, FIVE, FIVE, block())], CALLED_ACE)

    assert {
        bot: {one.role.value: counted(one) for one in made[bot].roles if one.playings}
        for bot in ("ann", "dot", "eve")
    } == {
        "ann": {"picker": (1, 2, 1), "defender": (3, 6, 2), "leaster": (1, -1, 0)},
        "dot": {"partner": (1, 2, 1), "defender": (3, 4, 2), "leaster": (1, -1, 0)},
        "eve": {
            "picker": (1, -12, 0),
            "alone": (1, -8, 0),
            "partner": (1, 1, 1),
            "defender": (1, -2, 0),
            "leaster": (1, -1, 0),
        },
    }


def test_schneiders_made_and_suffered_are_of_the_playings_in_the_role() -> None:
    (ann, _, _, dot, eve) = roles([Match(1, FIVE, FIVE, block())], CALLED_ACE).values()

    # As defender ann suffered one in rotation 0 and made the schwarz of rotation 3.
    defender = {one.role: one for one in ann.roles}[Role.DEFENDER]
    assert defender.schneidered.value == Fraction(1, 3)
    assert defender.schneider.value == Fraction(1, 3)
    partner = {one.role: one for one in dot.roles}[Role.PARTNER]
    assert (partner.schneidered.value, partner.schneider.value) == (1, 0)
    picker = {one.role: one for one in eve.roles}[Role.PICKER]
    assert (picker.schneidered.value, picker.schneider.value) == (0, 1)


def test_picks_are_held_against_how_often_the_bot_was_asked() -> None:
    made = roles([Match(1, FIVE, FIVE, block())], CALLED_ACE)

    # ann: rotations 0, 2 and 4; eve: 1, 2, 3 and 4, of which it picked in 1 and 3.
    assert (made["ann"].asked, made["ann"].chose) == (3, 1)
    assert (made["eve"].asked, made["eve"].chose) == (4, 2)
    assert made["eve"].pick_rate.value == Fraction(1, 2)


def test_errors_are_reckoned_from_block_to_block() -> None:
    passed = tuple(replace(playing(rotation, (0,) * 5), deal=1) for rotation in range(5))

    made = roles([Match(1, FIVE, FIVE, (*block(), *passed))], CALLED_ACE)

    # ann was in leasters once of 5 and 5 of 5: 0.6, residuals -2 and 2 over 10.
    leaster = {one.role: one for one in made["ann"].roles}[Role.LEASTER]
    assert leaster.rate.value == Fraction(3, 5)
    assert leaster.rate.error == pytest.approx(1.96 * (2 * 8) ** 0.5 / 10)
    # It picked in one block alone, which tells nothing of how far off that is.
    picker = {one.role: one for one in made["ann"].roles}[Role.PICKER]
    assert picker.score.error is None


def test_roles_add_up_to_all_playings_and_all_of_the_score() -> None:
    made = roles([Match(1, FIVE, FIVE, block())], CALLED_ACE)

    assert {one.playings for one in made.values()} == {5}
    assert sum(one.total for one in made.values()) == -3  # the penalty
    assert {bot: one.total for bot, one in made.items()} == {
        "ann": -2 + 2 - 1 + 6 + 2,
        "bob": 4 + 2 - 1 + 6 - 1,
        "cy": -2 + 2 + 4 - 6 - 1,
        "dot": 2 + 2 - 1 + 6 - 3 - 1,
        "eve": -2 - 8 - 1 - 12 + 1,
    }


def test_deals_that_lack_a_rotation_do_not_count() -> None:
    assert roles([Match(1, FIVE, FIVE, block()[:4])], CALLED_ACE) == {}


def test_copies_of_a_bot_are_counted_together() -> None:
    line_up = ("ann", "ann", "ann", "ann", "eve")

    made = roles([Match(1, line_up, line_up, block())], CALLED_ACE)

    assert (made["ann"].playings, made["eve"].playings) == (20, 5)


def test_a_forced_pick_is_no_choice() -> None:
    forced = tuple(
        picked(rotation, 4, (-1, -1, -1, 1, 2), "won-1", partner=3) for rotation in range(5)
    )

    made = roles([Match(1, FIVE, FIVE, forced)], variant("called-ace", {"all_pass": "forced-pick"}))

    assert (made["ann"].asked, made["ann"].chose) == (4, 0)
    assert made["ann"].roles[0].playings == 1


def test_passes_of_deals_that_were_thrown_in_are_choices() -> None:
    thrown = tuple(
        replace(one, actions=(*("pass",) * 5, "pick", "play QC"))
        for one in (picked(rotation, 0, (2, 1, -1, -1, -1), "won-1", 1) for rotation in range(5))
    )
    table = variant("jack-of-diamonds", {"all_pass": "doubler"})

    made = roles([Match(1, FIVE, FIVE, thrown)], table)

    # Once at each of five seats, and a second time at seat 0.
    assert (made["ann"].asked, made["ann"].chose) == (6, 1)


def test_sessions_have_roles_without_errors() -> None:
    made = session_roles([Match(1, FIVE, FIVE, block()[:2])], CALLED_ACE)

    assert made["eve"].playings == 2
    assert {one.rate.error for one in made["eve"].roles} == {None}


@pytest.mark.parametrize(
    ("table", "options", "expected"),
    [
        ("called-ace", {}, "picker alone partner defender leaster"),
        ("jack-of-diamonds", {"all_pass": "doubler"}, "picker alone partner defender leaster"),
        ("picker-alone-3", {}, "picker defender leaster"),
        ("picker-alone-4", {"all_pass": "forced-pick"}, "picker defender"),
        ("hoyle-3", {}, "picker defender least"),
        ("hoyle-4", {}, "picker alone partner defender least"),
    ],
)
def test_a_table_has_its_roles(table: str, options: dict[str, str], expected: str) -> None:
    assert " ".join(role.value for role in roles_at(variant(table, options))) == expected
