"""The clock that stands still while the host stalls, by a clock that the test sets."""

from __future__ import annotations

import threading
import time

import pytest
import trio
import trio.testing

from arena.host.loop_lag import LagMeter
from arena.host.stall_clock import (
    StallClock,
    looked_after,
    run_without_stalls,
    stalled_ms,
    take_canary_ms,
)


class Seconds:
    """What goes by when the test says so."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s

    def pass_by(self, clock: StallClock, *spans_s: float) -> float:
        """Let each of *spans_s* pass and look at *clock* after it; how far it went in all."""
        began_s = clock.current_time()
        for span_s in spans_s:
            self.now_s += span_s
            clock.current_time()
        return clock.current_time() - began_s


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


@pytest.fixture
def clock(seconds: Seconds) -> StallClock:
    return StallClock(seconds)


def test_it_goes_like_any_clock_while_somebody_looks(seconds: Seconds, clock: StallClock) -> None:
    assert seconds.pass_by(clock, *[0.02] * 500) == pytest.approx(10)
    assert clock.stalled_ms == 0


def test_a_delay_of_a_busy_machine_is_no_stall(seconds: Seconds, clock: StallClock) -> None:
    assert seconds.pass_by(clock, 0.2, 0.2, 0.2) == pytest.approx(0.6)
    assert clock.stalled_ms == 0


def test_no_time_goes_by_while_nobody_can_look(seconds: Seconds, clock: StallClock) -> None:
    assert seconds.pass_by(clock, 0.02, 2.02, 0.02) == pytest.approx(0.06)
    assert clock.stalled_ms == 2000


def test_stalls_add_up(seconds: Seconds, clock: StallClock) -> None:
    seconds.pass_by(clock, 2.02, 0.1, 1.02)

    assert clock.stalled_ms == 3000


def test_what_was_before_the_start_is_no_stall(seconds: Seconds, clock: StallClock) -> None:
    seconds.now_s += 60

    clock.start_clock()

    assert clock.stalled_ms == 0


def test_a_deadline_is_put_off_by_the_length_of_a_stall(
    seconds: Seconds, clock: StallClock
) -> None:
    deadline_s = clock.current_time() + 1

    seconds.pass_by(clock, 0.1, 5.02)

    assert clock.deadline_to_sleep_time(deadline_s) == pytest.approx(0.88)


def test_it_never_goes_back_however_many_look(clock: StallClock) -> None:
    """In real time: a stall that two threads count twice would set it back."""
    clock = StallClock()
    wrong: list[float] = []

    def look() -> None:
        last_s = clock.current_time()
        for _ in range(20_000):
            now_s = clock.current_time()
            if now_s < last_s:
                wrong.append(now_s - last_s)
            last_s = now_s

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert wrong == []


def test_a_loop_that_waits_is_no_stall_for_a_canary_looks() -> None:
    clock = StallClock()

    with looked_after(clock):
        time.sleep(1)  # four times as long as a stall is

    assert clock.stalled_ms < 750


def test_a_blocked_loop_is_measured_as_late_and_is_no_stall() -> None:
    async def block() -> tuple[LagMeter, int, int | None]:
        meter = LagMeter()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(meter.run)
            await trio.sleep(0.1)
            time.sleep(0.6)  # noqa: ASYNC251 - that is the test
            await trio.sleep(0.1)
            nursery.cancel_scope.cancel()
        return meter, stalled_ms(), take_canary_ms()

    meter, stalled, canary_ms = run_without_stalls(block)

    assert meter.percentile_ms(100) >= 500
    assert stalled < 500
    assert canary_ms is not None


async def test_elsewhere_than_in_a_worker_nothing_stalls(
    autojump_clock: trio.testing.MockClock,
) -> None:
    await trio.sleep(1000)

    assert stalled_ms() == 0
    assert take_canary_ms() is None


@pytest.mark.parametrize(
    ("lags", "usual_ms", "most_ms"),
    [
        pytest.param([], 0, 0, id="nothing-was-measured"),
        pytest.param([7], 7, 7, id="one"),
        pytest.param([1] * 99 + [80], 1, 80, id="one-of-a-hundred-is-slow"),
        pytest.param([1] * 98 + [50, 80], 50, 80, id="two-of-a-hundred-are-slow"),
    ],
)
async def test_what_a_log_says_of_the_event_loop(
    lags: list[int], usual_ms: int, most_ms: int
) -> None:
    meter = LagMeter()
    for lag_ms in lags:
        meter.add(lag_ms)

    (note,) = meter.notes()

    said = f"event loop late by at most {most_ms} ms, 99 times of 100 by {usual_ms} ms"
    assert note == f"{said}; host stalls 0 ms"
