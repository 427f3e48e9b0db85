"""Whole sittings in which bots are stopped between their decisions."""

from __future__ import annotations

import pytest

from arena.errors import Fault
from arena.ratings.results_digest import results_digest
from arena.referee.policy import FaultPolicy
from tests.bad_bots.sittings import Table, assert_one_fault, assert_scored, scripted, sit

pytestmark = [pytest.mark.process, pytest.mark.slow]

HELD = FaultPolicy(ponder=False)
BATCHES = scripted("max-batch=8 concurrent-deals=8")


def test_bots_that_are_stopped_between_their_decisions_play_the_same(table: Table) -> None:
    words = "ponders max-batch=8 concurrent-deals=8"
    held = sit(table, words, others=[BATCHES] * 2, deals=6, policy=HELD)
    free = sit(table, words, others=[BATCHES] * 2, deals=6)

    assert_scored(held)
    assert held.faults == []
    assert not held.record.header.policy.ponder
    assert results_digest(held.playings) == results_digest(free.playings)


@pytest.mark.parametrize(
    ("misdeed", "fault"),
    [
        pytest.param("crash", Fault.CRASHED, id="crashes"),
        pytest.param("disconnect", Fault.DISCONNECTED, id="hangs-up"),
        pytest.param("slow-end", Fault.CRASHED, id="takes-its-time-to-die"),
        pytest.param("undecodable", Fault.MALFORMED, id="answers-nonsense"),
    ],
)
def test_a_fault_is_the_same_fault_where_bots_are_stopped(
    table: Table, misdeed: str, fault: Fault
) -> None:
    sat = sit(table, f"{misdeed} first-life at=2", policy=HELD)

    assert_one_fault(sat, fault)


def test_a_bot_that_wants_results_hears_of_each_deal_where_bots_are_stopped(table: Table) -> None:
    sat = sit(table, "wants-results", policy=HELD)

    assert_scored(sat)
    assert sat.said().count("deal over: ") == 3
