"""A worker that is stopped in the middle of a decision, with or without the bots."""

from __future__ import annotations

import os
import re
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arena.errors import Fault
from arena.host.descendants import below
from arena.host.proc import all_facts
from arena.ratings.results_digest import results_digest
from arena.run.order import Void
from arena.store.logs import open_log_lines, sealed_path
from tests.bad_bots.sittings import (
    BAD,
    Sat,
    Table,
    assert_one_fault,
    assert_scored,
    order_of,
    scripted,
    sit,
)

pytestmark = [pytest.mark.process, pytest.mark.slow]

SHORT = "0.5+0.05"
"""A wall bank of 2 s, of which the bot needs one and the stop takes more than it has."""
STOP_S = 2.5
THINKS = "late=1000 first-life"
LONG_STOP_S = 70
"""Longer than grpc keeps a call beyond its cut-off."""


@contextmanager
def stopped_for(table: Table, stop_s: float, *, with_bots: bool) -> Iterator[None]:
    """Stop the worker for *stop_s* as soon as the bad bot is asked, within the block."""

    def wait_and_stop() -> None:
        while not any("life 1 call 1" in said for said in _said(table.folder)):
            time.sleep(0.01)
        worker = table.crew.pid
        assert worker is not None
        bots = below([worker], all_facts()) if with_bots else ()
        pids = (worker, *bots)
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        time.sleep(stop_s)
        for pid in pids:
            os.kill(pid, signal.SIGCONT)

    stopper = threading.Thread(target=wait_and_stop)
    stopper.start()
    yield
    stopper.join()


def _said(folder: Path) -> list[str]:
    return [path.read_text() for path in folder.glob(f"log-*/0.1.{BAD}.log")]


def longest_stall_ms(sat: Sat) -> int:
    """Of the stalls in decisions of the bad bot, as the log has them."""
    pattern = rf"seat {BAD}: host stall (\d+) ms, not charged"
    found = [re.fullmatch(pattern, note) for note in sat.stalls]
    return max(int(one[1]) for one in found if one)


def last_lines(sat: Sat, table: Table) -> list[bytes]:
    """The two last lines of its log."""
    (log,) = table.folder.glob("log-*/0.1.jsonl.zst")
    return list(open_log_lines(log))[-2:]


@pytest.mark.parametrize("with_bots", [False, True], ids=["the-worker-alone", "and-its-bots"])
def test_a_stop_of_the_arena_costs_no_bot_anything_and_is_in_the_log(
    table: Table, with_bots: bool
) -> None:
    with stopped_for(table, STOP_S, with_bots=with_bots):
        stopped = sit(table, THINKS, time=SHORT)
    unhindered = sit(table, THINKS, time=SHORT)

    assert_scored(stopped)
    assert stopped.faults == []
    assert longest_stall_ms(stopped) >= 2_000
    first = next(line for line in stopped.decisions if line.seat == BAD)
    assert first.ms is not None
    assert first.ms <= 2_000
    assert results_digest(stopped.playings) == results_digest(unhindered.playings)


def test_a_bot_that_sleeps_too_long_is_not_saved_by_a_stop(table: Table) -> None:
    with stopped_for(table, STOP_S, with_bots=False):
        sat = sit(table, "stall first-life", time=SHORT)

    assert_one_fault(sat, Fault.STALLED)
    assert longest_stall_ms(sat) >= 2_000


def test_the_end_of_a_log_tells_how_late_the_event_loop_and_the_canary_were(
    table: Table,
) -> None:
    sat = sit(table, "", deals=1)

    note, end = last_lines(sat, table)
    assert re.fullmatch(
        rb'\{"kind":"note","text":"event loop late by at most \d+ ms, 99 times of 100 by \d+ ms; '
        rb'canary by at most \d+ ms; host stalls \d+ ms"\}\n',
        note,
    )
    assert end.startswith(b'{"kind":"end"')


@pytest.mark.nightly
def test_a_bot_that_overdrew_its_cpu_bank_is_not_saved_by_a_long_stop(table: Table) -> None:
    with stopped_for(table, LONG_STOP_S, with_bots=False):
        sat = sit(table, "thread-spins=600000 first-life", time=SHORT)

    assert_scored(sat)
    assert sat.faults in ([(BAD, Fault.STALLED)], [(BAD, Fault.DISCONNECTED)])


@pytest.mark.nightly
def test_a_call_that_is_lost_in_a_long_stop_voids_the_sitting(table: Table) -> None:
    order = order_of(table, [scripted(THINKS)] * 3, time=SHORT)

    with stopped_for(table, LONG_STOP_S, with_bots=True):
        done = table.crew.carry_out(order)

    assert isinstance(done.ending, Void)
    assert done.ending.reason.startswith("host stall: ")
    assert not sealed_path(order.log).exists()
