"""Bots that let their time run out: late, stalled, and asked but once."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.errors import Fault
from arena.referee.policy import FaultPolicy
from arena.rules.actions import PASS, PICK
from tests.bad_bots.sittings import (
    BAD,
    SITUATIONS,
    assert_one_fault,
    assert_scored,
    sit,
    sit_at,
)

pytestmark = [pytest.mark.process, pytest.mark.slow]

SHORT = "0.5+0.02"
"""A CPU bank of 0.5 s and a wall bank of 2 s: the others need a hundredth of it."""
SPENT_MS = 620
"""More CPU time than the bank ever holds in the first decisions, far less than the wall bank."""


@pytest.mark.parametrize("kind", SITUATIONS)
def test_a_bot_that_sleeps_past_its_bank_is_stalled_whatever_it_decides(
    private: Path, kind: str
) -> None:
    sat = sit_at(private, kind, "stall", time=SHORT)

    assert_one_fault(sat, Fault.STALLED)
    assert (sat.faulty.seat, sat.faulty.action.word) == (BAD, SITUATIONS[kind].word)
    assert sat.faulty.offered is None


@pytest.mark.parametrize("kind", ["pick", "play"])
def test_a_bot_that_stops_itself_is_stalled_and_not_crashed(private: Path, kind: str) -> None:
    sat = sit_at(private, kind, "stop-itself", time=SHORT)

    assert_one_fault(sat, Fault.STALLED)


@pytest.mark.parametrize("kind", SITUATIONS)
def test_a_bot_that_thinks_past_its_bank_and_answers_before_the_cut_off_is_late(
    private: Path, kind: str
) -> None:
    sat = sit_at(private, kind, f"spin={SPENT_MS}", time=SHORT)

    assert_one_fault(sat, Fault.LATE)
    assert sat.faulty.detail.startswith("CPU bank −")
    assert sat.faulty.action.word is SITUATIONS[kind].word


def test_time_spent_by_a_child_is_the_bots_own(private: Path) -> None:
    sat = sit_at(private, "play", f"child-spins={SPENT_MS}", time=SHORT)

    assert_one_fault(sat, Fault.LATE)


def test_a_late_answer_is_written_down_with_its_time_and_never_played(private: Path) -> None:
    sat = sit(private, f"spin={SPENT_MS} eager first-life", time=SHORT)

    assert_one_fault(sat, Fault.LATE)
    assert (sat.faulty.offered, sat.faulty.action) == (PICK, PASS)
    assert sat.faulty.cpu_ms
    assert sat.faulty.cpu_ms >= SPENT_MS


def test_a_sleeper_is_cut_off_at_its_first_decision_and_the_log_says_when(private: Path) -> None:
    sat = sit(private, "stall first-life", time="0.1+0.1")  # a wall bank of 0.4 s

    first = next(line for line in sat.decisions if line.seat == BAD)
    assert first.fault is Fault.STALLED
    assert first.ms
    assert first.ms >= 400 + 100
    assert sat.record.header.policy.margin_ms == 0


def test_within_the_margin_a_late_answer_counts_and_the_log_says_how_much_that_is(
    private: Path,
) -> None:
    sat = sit(private, f"spin={SPENT_MS} eager", time=SHORT, policy=FaultPolicy(margin_ms=1_000))

    assert_scored(sat)
    assert sat.faults == []
    assert next(line for line in sat.decisions if line.seat == BAD).action == PICK
    assert sat.record.header.policy.margin_ms == 1_000


@pytest.mark.parametrize("misdeed", ["stall", "crash", f"spin={SPENT_MS}"])
def test_no_decision_is_asked_twice(private: Path, misdeed: str) -> None:
    sat = sit_at(private, "play", misdeed, time=SHORT)

    asked = [decision for call in sat.asked() for decision in call]
    assert len(sat.faults) == 1
    assert len(set(asked)) == len(asked)
    assert len(asked) == sum(line.seat == BAD and line.ms is not None for line in sat.decisions)


def test_a_bot_that_is_stalled_for_ever_is_out_after_three_and_the_sitting_ends(
    private: Path,
) -> None:
    sat = sit(private, "stall", time="0.3+0.02", deals=4)

    assert_scored(sat)
    assert sat.faults == [(BAD, Fault.STALLED)] * 3
    assert [playing.penalties[BAD] for playing in sat.playings] == [9, 3, 3, 3]
    assert len(sat.asked()) == 3


@pytest.mark.nightly
def test_an_answer_a_minute_late_is_stalled(private: Path) -> None:
    sat = sit(private, "late=59000 first-life", time="0.5+0.02")

    assert_one_fault(sat, Fault.STALLED)


@pytest.mark.nightly
def test_an_answer_a_moment_after_a_bank_of_a_minute_is_stalled(private: Path) -> None:
    sat = sit(private, "late=62000 first-life", time="15+1")

    assert_one_fault(sat, Fault.STALLED)
