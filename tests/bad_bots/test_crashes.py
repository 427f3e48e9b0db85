"""Bots that end in mid-deal: one fault, another life, and nobody else is troubled."""

from __future__ import annotations

import pytest

from arena.errors import Fault
from arena.referee.policy import FaultPolicy
from tests.bad_bots.sittings import (
    BAD,
    CALLED_ACE,
    SITUATIONS,
    Table,
    assert_one_fault,
    assert_scored,
    scripted,
    sit,
    sit_at,
)

pytestmark = [pytest.mark.process, pytest.mark.slow]

WAYS = {
    "exception": "exit code 1",
    "exit-0": "exit code 0",
    "segv": "signal SIGSEGV",
    "kill": "signal SIGKILL",
}
"""How a bot ends itself, and what the log says of it."""
SOON_S = 60
"""Less than the wall bank of these sittings, 80 s: an end is seen, not waited out."""


@pytest.mark.parametrize("kind", SITUATIONS)
@pytest.mark.parametrize("way", WAYS)
def test_a_crash_is_one_crash_whatever_the_bot_was_asked(table: Table, way: str, kind: str) -> None:
    sat = sit_at(table, kind, f"crash={way}")

    assert_one_fault(sat, Fault.CRASHED)
    assert sat.faulty.detail == WAYS[way]
    assert (sat.faulty.seat, sat.faulty.action.word) == (BAD, SITUATIONS[kind].word)
    assert sat.done.took_s < SOON_S


def test_the_last_words_of_a_crash_are_in_the_bots_log(table: Table) -> None:
    sat = sit(table, "crash=exception first-life")

    assert "RuntimeError: this bot did not expect that" in sat.said()


def test_a_crash_in_the_third_trick_leaves_the_deal_its_value(table: Table) -> None:
    sat = sit(table, "crash on=play at=3 first-life", others=[scripted("eager")] * 2)

    assert_one_fault(sat, Fault.CRASHED)
    (hit, *_) = sat.playings
    assert hit.outcome.startswith(("won-", "lost-"))
    assert any(hit.scores)
    assert hit.penalties[BAD] == 3


def test_others_that_want_results_are_told_of_the_deal_in_which_a_bot_crashed(
    table: Table,
) -> None:
    others = [scripted("wants-results")] * 4

    sat = sit(table, "crash on=play first-life", others=others, rules=CALLED_ACE)

    assert_one_fault(sat, Fault.CRASHED)
    for entry in {*range(5)} - {BAD}:
        assert sat.said(entry).count("deal over: ") == 3


def test_a_bot_that_crashes_always_is_out_after_three_and_pays_for_every_later_deal(
    table: Table,
) -> None:
    sat = sit(table, "crash", deals=4)

    assert_scored(sat)
    assert sat.faults == [(BAD, Fault.CRASHED)] * 3
    assert [playing.penalties[BAD] for playing in sat.playings] == [9, 3, 3, 3]
    assert sat.done.took_s < SOON_S


def test_an_end_between_two_decisions_is_the_next_ones_crash(table: Table) -> None:
    sat = sit(table, "exit-later on=play at=2 first-life")

    assert_one_fault(sat, Fault.CRASHED)
    assert sat.faulty.detail == "exit code 0"


@pytest.mark.parametrize("misdeed", ["crash", "illegal always"])
def test_with_eight_deals_at_once_the_first_three_faults_count_and_the_others_are_played_on(
    table: Table, misdeed: str
) -> None:
    at_once = "max-batch=8 concurrent-deals=8"
    sat = sit(table, f"{misdeed} {at_once}", others=[scripted(at_once)] * 2, deals=12)

    assert_scored(sat)
    assert len(sat.faults) == 3
    assert [playing.penalties[BAD] for playing in sat.playings] == [9] + [3] * 11


def test_a_dozen_lives_of_a_bot_cost_the_worker_no_descriptors(table: Table) -> None:
    before = sit(table, "").done.descriptors

    sat = sit(table, "crash leaves-children", policy=FaultPolicy(max_faults=12))

    assert_scored(sat)
    assert sat.faults == [(BAD, Fault.CRASHED)] * 12
    assert sat.done.descriptors <= before + 5  # grpc closes some of its own a little later


def test_a_bot_that_does_not_come_back_from_a_crash_has_failed_to_start(table: Table) -> None:
    sat = sit(table, "crash exits later-lives", deals=4)

    assert_scored(sat)
    assert sat.faults == [
        (BAD, Fault.CRASHED),
        (BAD, Fault.START_FAILED),
        (BAD, Fault.START_FAILED),
    ]
