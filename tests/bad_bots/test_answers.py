"""Bots that answer badly, or with something that is no answer: each its fault and no other."""

from __future__ import annotations

import grpc
import pytest

from arena.errors import Fault
from arena.referee.policy import FaultPolicy
from tests.bad_bots.sittings import (
    BAD,
    SITUATIONS,
    Table,
    assert_one_fault,
    assert_scored,
    sit,
    sit_at,
)

pytestmark = [pytest.mark.process, pytest.mark.slow]

STATUSES = [code.name for code in grpc.StatusCode if code is not grpc.StatusCode.OK]


@pytest.mark.parametrize("kind", SITUATIONS)
def test_an_action_that_breaks_a_rule_is_illegal_whatever_is_decided(
    table: Table, kind: str
) -> None:
    sat = sit_at(table, kind, "illegal-kind")

    assert_one_fault(sat, Fault.ILLEGAL)
    assert sat.faulty.detail.startswith("R")
    assert sat.faulty.offered not in (None, sat.faulty.action)
    assert (sat.faulty.seat, sat.faulty.action.word) == (BAD, SITUATIONS[kind].word)


def test_a_card_that_does_not_follow_is_illegal(table: Table) -> None:
    sat = sit(table, "illegal-kind on=revoke")

    assert_one_fault(sat, Fault.ILLEGAL)
    assert sat.faulty.detail.startswith("R15: follow ")


@pytest.mark.parametrize(
    ("misdeed", "fault", "says"),
    [
        pytest.param("illegal", Fault.ILLEGAL, "R", id="an-answer-of-another-kind"),
        pytest.param("no-action", Fault.MALFORMED, "no action", id="no-action"),
        pytest.param("no-answer", Fault.MALFORMED, "no answer", id="no-answer"),
        pytest.param("two-actions", Fault.MALFORMED, "2 answers to one", id="two-answers"),
        pytest.param("extra-answer", Fault.MALFORMED, "2 answers to 1", id="an-answer-too-many"),
        pytest.param("undecodable", Fault.MALFORMED, "no such message", id="bytes-of-no-message"),
        pytest.param(
            "no-message", Fault.MALFORMED, "without a message", id="an-end-and-no-message"
        ),
        pytest.param("stale-id at=2", Fault.WRONG_DECISION, "answered", id="an-earlier-id"),
        pytest.param("stale-id", Fault.WRONG_DECISION, "answered", id="an-id-of-nobodys"),
        pytest.param("huge", Fault.OVERSIZED, "larger than max", id="10-megabytes"),
        pytest.param("gzip-bomb", Fault.OVERSIZED, "larger than max", id="a-compressed-bomb"),
        pytest.param("metadata", Fault.OVERSIZED, "metadata", id="much-metadata"),
        pytest.param("noise", Fault.DISCONNECTED, "HTTP/2", id="garbage-on-the-connection"),
        pytest.param("disconnect", Fault.DISCONNECTED, "UNAVAILABLE", id="a-closed-channel"),
        pytest.param("raise", Fault.REFUSED, "cannot decide", id="an-exception-in-the-call"),
    ],
)
def test_a_bad_answer_is_one_fault_and_no_other(
    table: Table, misdeed: str, fault: Fault, says: str
) -> None:
    sat = sit(table, f"{misdeed} first-life")

    assert_one_fault(sat, fault)
    assert says in sat.faulty.detail


@pytest.mark.parametrize("status", STATUSES)
def test_every_grpc_error_status_is_refused(table: Table, status: str) -> None:
    sat = sit(table, f"status={status} first-life")

    assert_one_fault(sat, Fault.REFUSED)
    assert sat.faulty.detail == f"{status} this bot does not want to"


def test_what_a_status_says_is_written_down_without_what_a_terminal_would_obey(
    table: Table,
) -> None:
    sat = sit(table, "status=INTERNAL colourful first-life")

    assert sat.faulty.detail == "INTERNAL �[31m�this bot does not want to"


@pytest.mark.parametrize(
    "misdeed",
    [
        pytest.param("no-end", id="answered-and-left-open"),
        pytest.param("two-messages", id="answered-twice"),
    ],
)
def test_a_call_that_does_not_end_is_stalled(table: Table, misdeed: str) -> None:
    sat = sit(table, f"{misdeed} first-life", time="0.5+0.02")

    assert_one_fault(sat, Fault.STALLED)


@pytest.mark.parametrize(
    ("seed", "faults"),
    [
        pytest.param(1, 6, id="six-times"),
        pytest.param(2, 60, id="sixty-times", marks=pytest.mark.nightly),
        pytest.param(3, 60, id="sixty-times-more", marks=pytest.mark.nightly),
    ],
)
def test_bytes_changed_on_their_way_are_faults_and_never_the_arenas_failure(
    table: Table, seed: int, faults: int
) -> None:
    policy = FaultPolicy(max_faults=faults)

    sat = sit(table, f"corrupt={seed} always", time="0.5+0.05", policy=policy, deals=6)

    assert_scored(sat)
    assert sat.faults
    assert {fault for _, fault in sat.faults} <= {
        *(Fault.DISCONNECTED, Fault.REFUSED, Fault.MALFORMED, Fault.WRONG_DECISION),
        *(Fault.OVERSIZED, Fault.STALLED, Fault.ILLEGAL),
    }


def test_a_bot_without_decide_is_refused_until_it_is_out(table: Table) -> None:
    sat = sit(table, "without-decide")

    assert_scored(sat)
    assert sat.faults == [(BAD, Fault.REFUSED)] * 3


def test_hanging_up_between_calls_is_disconnected_or_not_noticed(table: Table) -> None:
    sat = sit(table, "hang-up-later always first-life")

    assert_scored(sat)
    assert {fault for _, fault in sat.faults} <= {Fault.DISCONNECTED}


def test_an_illegal_bot_is_asked_no_more_after_three_and_is_never_restarted(
    table: Table,
) -> None:
    sat = sit(table, "illegal always", deals=4)

    assert_scored(sat)
    assert sat.faults == [(BAD, Fault.ILLEGAL)] * 3
    assert sat.notes == []
    assert len(sat.asked()) == 3
