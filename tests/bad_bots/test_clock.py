"""Bots that let their time run out: late, stalled, and asked but once."""

from __future__ import annotations

import pytest

from arena.errors import Fault
from arena.referee.policy import FaultPolicy
from arena.rules.actions import PASS, PICK
from tests.bad_bots.sittings import (
    BAD,
    SITUATIONS,
    Sat,
    Table,
    assert_one_fault,
    assert_scored,
    sit,
    sit_at,
)

pytestmark = [pytest.mark.process, pytest.mark.slow]

SHORT = "0.5+0.05"
"""A CPU bank of 0.5 s and a wall bank of 2 s: the others need a hundredth of it."""
TRIES = 3
"""On a machine so busy that a bot gets less than a quarter of a core it is cut off before it
has used up its CPU bank: that is no wrong ruling, but not what is tested either."""


def sit_over(table: Table, kind: str, misdeed: str) -> Sat:
    """A sitting with a decision of *kind* at which the bad bot uses more CPU time than it has."""
    for _ in range(TRIES):
        sat = sit_at(table, kind, misdeed, time=SHORT)
        if sat.faults != [(BAD, Fault.STALLED)]:
            break
    return sat


@pytest.mark.parametrize("kind", SITUATIONS)
def test_a_bot_that_sleeps_past_its_bank_is_stalled_whatever_it_decides(
    table: Table, kind: str
) -> None:
    sat = sit_at(table, kind, "stall", time=SHORT)

    assert_one_fault(sat, Fault.STALLED)
    assert (sat.faulty.seat, sat.faulty.action.word) == (BAD, SITUATIONS[kind].word)
    assert sat.faulty.offered is None


@pytest.mark.parametrize("kind", ["pick", "play"])
def test_a_bot_that_stops_itself_is_stalled_and_not_crashed(table: Table, kind: str) -> None:
    sat = sit_at(table, kind, "stop-itself", time=SHORT)

    assert_one_fault(sat, Fault.STALLED)


@pytest.mark.parametrize("kind", ["pick", "call", "play"])
def test_a_bot_that_thinks_past_its_bank_and_answers_before_the_cut_off_is_late(
    table: Table, kind: str
) -> None:
    sat = sit_over(table, kind, "spin=over")

    assert_one_fault(sat, Fault.LATE)
    assert sat.faulty.detail.startswith("CPU bank −")
    assert sat.faulty.action.word is SITUATIONS[kind].word


def test_time_spent_by_a_child_is_the_bots_own(table: Table) -> None:
    sat = sit_over(table, "play", "child-spins=over")

    assert_one_fault(sat, Fault.LATE)


def test_a_late_answer_is_written_down_with_its_time_and_never_played(table: Table) -> None:
    sat = sit_over(table, "pick", "spin=over eager")

    assert_one_fault(sat, Fault.LATE)
    assert (sat.faulty.offered, sat.faulty.action) == (PICK, PASS)
    assert sat.faulty.cpu_ms
    assert sat.faulty.cpu_ms > 500


def test_a_sleeper_is_cut_off_at_its_first_decision_and_the_log_says_when(table: Table) -> None:
    sat = sit(table, "stall first-life", time="0.1+0.1")  # a wall bank of 0.4 s

    first = next(line for line in sat.decisions if line.seat == BAD)
    assert first.fault is Fault.STALLED
    assert first.ms
    assert first.ms >= 400 + 100
    assert sat.record.header.policy.margin_ms == 0


def test_within_the_margin_a_late_answer_counts_and_the_log_says_how_much_that_is(
    table: Table,
) -> None:
    sat = sit(table, "spin=over eager", time=SHORT, policy=FaultPolicy(margin_ms=2_000))

    assert_scored(sat)
    assert sat.faults == []
    assert next(line for line in sat.decisions if line.seat == BAD).action == PICK
    assert sat.record.header.policy.margin_ms == 2_000


@pytest.mark.parametrize("misdeed", ["stall", "crash", "spin=over"])
def test_no_decision_is_asked_twice(table: Table, misdeed: str) -> None:
    sat = sit_at(table, "play", misdeed, time=SHORT)

    asked = [decision for call in sat.asked() for decision in call]
    assert len(sat.faults) == 1
    assert len(set(asked)) == len(asked)
    assert len(asked) == sum(line.seat == BAD and line.ms is not None for line in sat.decisions)


def test_a_bot_that_is_stalled_for_ever_is_out_after_three_and_the_sitting_ends(
    table: Table,
) -> None:
    sat = sit(table, "stall", time=SHORT, deals=4)

    assert_scored(sat)
    assert sat.faults == [(BAD, Fault.STALLED)] * 3
    assert [playing.penalties[BAD] for playing in sat.playings] == [9, 3, 3, 3]
    assert len(sat.asked()) == 3


@pytest.mark.nightly
def test_an_answer_a_minute_late_is_stalled(table: Table) -> None:
    sat = sit(table, "late=59000 first-life", time=SHORT)

    assert_one_fault(sat, Fault.STALLED)


@pytest.mark.nightly
def test_an_answer_a_moment_after_a_bank_of_a_minute_is_stalled(table: Table) -> None:
    sat = sit(table, "late=62000 first-life", time="15+1")

    assert_one_fault(sat, Fault.STALLED)
