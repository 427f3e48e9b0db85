"""Blameless bots where the processor, or the arena itself, has more to do than it can."""

from __future__ import annotations

import re

import pytest

from arena.store.logs import open_log_lines
from tests.bad_bots.sittings import CALLED_ACE, Table, assert_scored, scripted, sit
from tests.host.spinning import spinning

pytestmark = [pytest.mark.process, pytest.mark.slow]

USUAL = "1+0.1"
SPINNERS = 8


def usual_lag_ms(table: Table) -> int:
    """How late the event loop was in 99 of 100 cases, as the end of the log says."""
    (log,) = table.folder.glob("log-*/0.1.jsonl.zst")
    note = list(open_log_lines(log))[-2]
    found = re.search(rb"99 times of 100 by (\d+) ms", note)
    assert found
    return int(found[1])


def test_a_quick_bot_is_not_flagged_while_all_cores_are_hogged(table: Table) -> None:
    with spinning(SPINNERS):
        sat = sit(table, "", time=USUAL)

    assert_scored(sat)
    assert sat.faults == []


def test_64_deals_at_once_do_not_starve_the_event_loop(table: Table) -> None:
    many = scripted("concurrent-deals=64")  # and one decision a call: as many calls as can be

    sat = sit(table, many, others=[many] * 4, rules=CALLED_ACE, deals=64, time="20+1")

    assert_scored(sat)
    assert sat.faults == []
    assert usual_lag_ms(table) < 1_000
