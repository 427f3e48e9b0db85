"""What is told of a playing from its actions alone is what the rules made of them."""

from __future__ import annotations

from hypothesis import assume, given

from arena.ratings.role import role_of, roles_at
from arena.referee.playing import Playing
from arena.report.playing_words import side_points, stake, thrown_in
from arena.rules.actions import format_action
from tests.rules.records import SEEDS, Record, random_record


def playing_of(record: Record) -> Playing:
    """*record* as the results have it, with the passes of the deals thrown in before it."""
    result = record.replay().result()
    seats = record.variant.players
    return Playing(
        match=1,
        rotation=0,
        deal=0,
        seating=tuple(range(seats)),
        actions=(
            *("pass",) * seats * record.thrown_in,
            *(format_action(action) for action in record.actions),
        ),
        faults=(),
        outcome=result.outcome,
        picker=result.picker,
        partner=result.partner,
        points=result.points,
        tricks=result.tricks,
        scores=result.scores,
        penalties=(0,) * seats,
    )


@given(SEEDS)
def test_thrown_in_deals_and_stake_are_those_of_the_deal(seed: int) -> None:
    record = random_record(seed)
    deal = record.replay()
    assume(not deal.thrown)

    playing = playing_of(record)

    assert thrown_in(playing) == record.thrown_in
    assert stake(playing) == deal.stake


@given(SEEDS)
def test_the_side_with_61_points_has_won(seed: int) -> None:
    record = random_record(seed)
    assume(not record.replay().thrown)
    playing = playing_of(record)

    points = side_points(playing)

    if playing.picker is None:
        assert points is None
    else:
        assert points is not None
        assert (points >= 61) == playing.outcome.startswith("won")


@given(SEEDS)
def test_every_seat_has_a_role_of_its_table(seed: int) -> None:
    record = random_record(seed)
    assume(not record.replay().thrown)
    playing = playing_of(record)

    had = {role_of(playing, seat, record.variant) for seat in range(record.variant.players)}

    assert had <= set(roles_at(record.variant))
