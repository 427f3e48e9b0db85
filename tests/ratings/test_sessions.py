"""Sessions in figures: R42's order without blocks, and a day's table of entry 0 alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from arena.ratings.blocks import Match
from arena.ratings.sessions import daily_table, session_table
from arena.referee.form import Form
from arena.referee.playing import Playing
from tests.ratings.tables import playing

BOTS = ("ann", "bob", "cy")
FIRST = (0, 1, 2)


def by_entry(
    deal: int,
    scores: Sequence[int],
    *,
    picker: int | None = None,
    outcome: str = "leaster",
    penalties: Sequence[int] = (0, 0, 0),
) -> Playing:
    """Deal number *deal* of a session, all that happened said by entry."""
    seats = Form.SESSION.seating(FIRST, deal)
    made = playing(
        0,
        [scores[entry] for entry in seats],
        deal=deal,
        penalties=[penalties[entry] for entry in seats],
        picker=None if picker is None else seats.index(picker),
        outcome=outcome,
    )
    return replace(made, seating=seats)


def session(*playings: Playing, bots: Sequence[str] = BOTS, number: int = 1) -> Match:
    return Match(number, tuple(bots), tuple(bots), playings)


def order(match: Match) -> list[tuple[int, bool, str]]:
    return [(one.rank, one.shared, one.record.bot) for one in session_table([match]).standings]


def test_the_total_comes_first_however_many_deals_the_other_won() -> None:
    match = session(
        by_entry(0, (2, -1, -1), picker=0, outcome="won-1"),
        by_entry(1, (2, -1, -1), picker=0, outcome="won-1"),
        by_entry(2, (-5, 10, -5)),
    )

    assert order(match) == [(1, False, "bob"), (2, False, "ann"), (3, False, "cy")]


def test_penalties_are_subtracted_before_the_order_is_made() -> None:
    match = session(by_entry(0, (4, 1, -5), penalties=(6, 0, 0)), by_entry(1, (0, 0, 0)))

    assert order(match) == [(1, False, "bob"), (2, False, "ann"), (3, False, "cy")]


def test_equal_totals_go_to_who_picked_and_won_more_deals() -> None:
    match = session(
        by_entry(0, (-1, 2, -1), picker=1, outcome="won-1"),
        by_entry(1, (2, -1, -1), picker=2, outcome="lost-1"),
        by_entry(2, (0, 0, 0), picker=0, outcome="lost-1"),
    )

    assert order(match) == [(1, False, "bob"), (2, False, "ann"), (3, False, "cy")]


def test_what_is_still_equal_is_shared() -> None:
    assert order(session(by_entry(0, (2, -1, -1)))) == [
        (1, False, "ann"),
        (2, True, "bob"),
        (2, True, "cy"),
    ]


def test_a_session_has_no_blocks_no_errors_and_no_pairs() -> None:
    table = session_table([session(by_entry(0, (2, -1, -1)), by_entry(1, (4, -2, -2)))])

    assert table.differences == {}
    assert table.playings == 2
    assert [(one.record.error, one.record.blocks) for one in table.standings] == [(None, 0)] * 3
    assert table.standings[0].record.score == Fraction(3)


def test_a_house_bot_in_two_seats_gains_nothing_by_it() -> None:
    match = session(by_entry(0, (3, 2, 2)), bots=("ann", "house", "house"))

    assert order(match) == [(1, False, "ann"), (2, False, "house")]


def test_a_day_ranks_what_each_bot_made_of_the_deals_wherever_it_sat() -> None:
    deals = [(4, -2, -2), (-2, 1, 1), (0, 0, 0)]
    ann = session(*(by_entry(n, scores) for n, scores in enumerate(deals)), bots=("ann", "h", "h"))
    bob = session(by_entry(1, (5, 0, -5)), by_entry(0, (1, 0, 0)), bots=("bob", "h", "h"))

    results = daily_table([ann, bob])

    assert [(one.rank, one.record.bot, one.scores) for one in results] == [
        (1, "bob", (1, 5)),
        (2, "ann", (4, -2, 0)),
    ]


def test_a_house_bot_that_plays_the_day_itself_is_its_own_entry_alone() -> None:
    match = session(by_entry(0, (6, -3, -3), penalties=(0, 3, 0)), bots=("h", "h", "h"))

    (result,) = daily_table([match])

    assert (result.record.total, result.record.penalties) == (6, 0)
