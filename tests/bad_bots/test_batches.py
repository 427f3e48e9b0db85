"""Bots that are asked several decisions at once and spoil a call, which harms one of them."""

from __future__ import annotations

import pytest

from arena.errors import Fault
from tests.bad_bots.sittings import PATIENT, Sat, Table, assert_one_fault, scripted, sit

pytestmark = [pytest.mark.process, pytest.mark.slow]

OTHERS = (scripted("max-batch=8 concurrent-deals=8"),) * 2


def sit_batched(table: Table, misdeed: str, *, most: int = 8, time: str = PATIENT) -> Sat:
    """Six deals at once, and *misdeed* at the bad bot's first call with three decisions."""
    words = f"max-batch={most} concurrent-deals=8 think=25 from-size=3 first-life"
    return sit(table, f"{words} {misdeed}", others=OTHERS, deals=6, time=time)


def spoilt_call(sat: Sat) -> int:
    """The place of the first call with three decisions."""
    return next(place for place, call in enumerate(sat.asked()) if len(call) >= 3)


FAILED_CALLS = [
    pytest.param("crash=segv", Fault.CRASHED, id="crashes"),
    pytest.param("raise", Fault.REFUSED, id="raises"),
    pytest.param("status=RESOURCE_EXHAUSTED", Fault.REFUSED, id="says-it-is-exhausted"),
    pytest.param("undecodable", Fault.MALFORMED, id="cannot-be-read"),
    pytest.param("extra-answer", Fault.MALFORMED, id="answers-too-many"),
    pytest.param("huge", Fault.OVERSIZED, id="10-megabytes"),
    pytest.param("noise", Fault.DISCONNECTED, id="garbage-on-the-connection"),
]


def assert_others_asked_singly(sat: Sat, fault: Fault) -> None:
    """The spoilt call is its first decision's fault; each of the others was asked again alone."""
    assert_one_fault(sat, fault)
    calls = sat.asked()
    place = spoilt_call(sat)
    first, *others = calls[place]
    again = calls[place + 1 :]
    assert [first] not in again
    for decision in others:
        assert [call for call in again if decision in call] == [[decision]]
    assert not any(first in call for call in again)


@pytest.mark.parametrize(("misdeed", "fault"), FAILED_CALLS)
def test_a_failed_call_is_its_first_decisions_fault_and_the_others_are_asked_singly(
    table: Table, misdeed: str, fault: Fault
) -> None:
    assert_others_asked_singly(sit_batched(table, misdeed), fault)


@pytest.mark.nightly
def test_a_stalled_call_is_its_first_decisions_fault(table: Table) -> None:
    sat = sit_batched(table, "stall", most=3, time="0.5+0.05")

    assert_others_asked_singly(sat, Fault.STALLED)


@pytest.mark.parametrize(
    ("misdeed", "fault"),
    [
        pytest.param("no-action", Fault.MALFORMED, id="no-action"),
        pytest.param("no-answer", Fault.MALFORMED, id="no-answer"),
        pytest.param("two-actions", Fault.MALFORMED, id="two-answers"),
        pytest.param("stale-id", Fault.WRONG_DECISION, id="an-earlier-id"),
    ],
)
def test_a_bad_answer_in_a_batch_spoils_nothing_else_and_nothing_is_asked_again(
    table: Table, misdeed: str, fault: Fault
) -> None:
    sat = sit_batched(table, misdeed)

    assert_one_fault(sat, fault)
    asked = [decision for call in sat.asked() for decision in call]
    assert len(set(asked)) == len(asked)
