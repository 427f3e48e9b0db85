"""Time controls and banks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.referee.clock import Clock, TimeControl, TimeControlError, parse_time_control
from arena.referee.policy import FaultPolicy, cut_off_ms, limits_of

CONTROL = TimeControl(base_ms=1000, increment_ms=100)


@pytest.mark.parametrize(
    ("text", "base_ms", "increment_ms"),
    [("1+0.1", 1000, 100), ("0.05+0", 50, 0), ("60+1", 60_000, 1000), ("2+0.001", 2000, 1)],
)
def test_time_control_is_base_plus_increment_in_seconds(
    text: str, base_ms: int, increment_ms: int
) -> None:
    control = parse_time_control(text)

    assert control == TimeControl(base_ms, increment_ms)
    assert parse_time_control(str(control)) == control


@pytest.mark.parametrize("text", ["", "1", "1+", "+1", "-1+0", "1+0.0001", "0+1", "1 + 0", "fast"])
def test_other_texts_are_named_with_what_was_expected(text: str) -> None:
    with pytest.raises(TimeControlError, match="expected"):
        parse_time_control(text)


@pytest.mark.parametrize("text", ["3600.001+0", "1+3601", f"{'9' * 400}+0"])
def test_more_than_an_hour_is_refused(text: str) -> None:
    with pytest.raises(TimeControlError, match="expected at most 3600 s"):
        parse_time_control(text)


def test_the_wall_bank_is_four_times_the_cpu_bank() -> None:
    assert Clock.start(CONTROL, reads_cpu=True) == Clock(CONTROL, 4000, 1000)


def test_where_cpu_cannot_be_read_the_wall_bank_counts_alone_at_one_times() -> None:
    assert Clock.start(CONTROL, reads_cpu=False) == Clock(CONTROL, 1000, None)


@pytest.mark.parametrize(
    ("wall_ms", "cpu_ms", "fallen"),
    [
        pytest.param(4000, 1000, None, id="both banks used up to the last millisecond hold"),
        pytest.param(10, 1001, "CPU bank −1 ms", id="one millisecond over the CPU bank falls"),
        pytest.param(4001, 0, "wall bank −1 ms", id="a sleeper falls by the wall bank"),
        pytest.param(5000, 1300, "CPU bank −300 ms", id="the CPU bank is named first"),
    ],
)
def test_the_bank_that_falls_first_flags(wall_ms: int, cpu_ms: int, fallen: str | None) -> None:
    clock = Clock.start(CONTROL, reads_cpu=True)

    assert clock.overdraft(wall_ms, cpu_ms) == fallen


def test_the_margin_is_added_before_the_flag_falls() -> None:
    clock = Clock.start(CONTROL, reads_cpu=True)

    assert clock.overdraft(4000, 1050, margin_ms=50) is None
    assert clock.overdraft(4000, 1051, margin_ms=50) == "CPU bank −1 ms"


@given(
    st.booleans(),
    st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 10_000)), max_size=30),
)
def test_a_bank_never_goes_below_zero_and_never_gains_more_than_its_increment(
    reads_cpu: bool, spent: list[tuple[int, int]]
) -> None:
    clock = Clock.start(CONTROL, reads_cpu=reads_cpu)
    factor = 4 if reads_cpu else 1

    for wall_ms, cpu_ms in spent:
        after = clock.charged(wall_ms, cpu_ms if reads_cpu else None)
        assert 0 <= after.wall_left_ms <= clock.wall_left_ms + factor * 100
        if clock.cpu_left_ms is not None:
            assert after.cpu_left_ms is not None
            assert 0 <= after.cpu_left_ms <= clock.cpu_left_ms + 100
        clock = after


@given(st.integers(1, 10**6), st.integers(0, 10**5), st.integers(0, 5000), st.booleans())
def test_the_limits_told_are_the_limits_enforced(
    base_ms: int, increment_ms: int, margin_ms: int, reads_cpu: bool
) -> None:
    control = TimeControl(base_ms, increment_ms)
    told = limits_of(control, FaultPolicy(margin_ms=margin_ms), reads_cpu=reads_cpu)
    clock = Clock.start(control, reads_cpu=reads_cpu)

    assert told.wall_base_ms == clock.wall_left_ms
    assert told.cpu_base_ms == (clock.cpu_left_ms or 0)
    after = clock.charged(0, 0 if reads_cpu else None)
    assert told.wall_increment_ms == after.wall_left_ms - clock.wall_left_ms
    assert told.cpu_increment_ms == (after.cpu_left_ms or 0) - (clock.cpu_left_ms or 0)
    at_the_limit_ms = told.wall_base_ms + told.margin_ms
    assert clock.overdraft(at_the_limit_ms, 0 if reads_cpu else None, margin_ms) is None
    assert clock.overdraft(at_the_limit_ms + 1, 0 if reads_cpu else None, margin_ms)


@given(st.integers(0, 10**6), st.integers(1, 64), st.integers(0, 1000))
def test_the_cut_off_comes_after_the_last_answer_that_could_be_in_time(
    left_ms: int, size: int, margin_ms: int
) -> None:
    clock = Clock(CONTROL, left_ms, None)
    latest_ms = cut_off_ms(left_ms, size, margin_ms) - 1

    assert clock.overdraft(latest_ms // size, None, margin_ms) or size > 99
