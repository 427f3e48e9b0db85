"""Bots that write without measure: drained, kept to a bound on disk, charged once, and play on."""

from __future__ import annotations

import pytest

from arena.errors import Fault
from tests.bad_bots.sittings import BAD, Sat, Table, assert_one_fault, assert_scored, sit

pytestmark = [pytest.mark.process, pytest.mark.slow]

KEPT_BYTES = 1024 * 1024 + 200
"""What is kept of a bot's output, and the line that says what is not."""


def assert_drained(sat: Sat) -> None:
    """One fault in all, every decision answered, little on the disk."""
    assert_one_fault(sat, Fault.OUTPUT_LIMIT)
    assert [(line.deal, line.entry) for line in sat.charged] == [(0, BAD)]
    assert sat.outputs[BAD].stat().st_size <= KEPT_BYTES
    assert "bytes left out" in sat.said()


@pytest.mark.parametrize(
    "misdeed",
    [
        pytest.param("flood-stderr=200000000", id="200-megabytes-on-stderr"),
        pytest.param("flood-stderr=9000000 always", id="9-megabytes-at-every-decision"),
        pytest.param("long-line=10000000", id="a-line-of-10-megabytes-without-its-end"),
        pytest.param("flood=100000000", id="100-megabytes-before-it-listens"),
        pytest.param("endless-flood", id="without-end-while-it-plays"),
        pytest.param(
            "flood-stderr=1000000000", id="a-gigabyte-on-stderr", marks=pytest.mark.nightly
        ),
    ],
)
def test_a_flood_is_drained_and_charged_once(table: Table, misdeed: str) -> None:
    assert_drained(sit(table, misdeed))


def test_what_a_bot_may_write_is_no_fault(table: Table) -> None:
    sat = sit(table, "flood-stderr=8000000")

    assert_scored(sat)
    assert sat.faults == []
    assert sat.outputs[BAD].stat().st_size <= KEPT_BYTES


def test_a_flood_is_charged_once_a_sitting_although_the_bot_starts_again(table: Table) -> None:
    sat = sit(table, "flood=9000000 crash first-life on=play")

    assert_scored(sat)
    assert sorted(fault.value for _, fault in sat.faults) == ["crashed", "output-limit"]


def test_a_flood_in_a_later_deal_is_charged_to_that_deal(table: Table) -> None:
    sat = sit(table, "flood-stderr=9000000 on=pick at=2")

    assert_one_fault(sat, Fault.OUTPUT_LIMIT)
    assert [line.deal for line in sat.charged] == [1]
