"""Bad bots behind walls: each gets the fault that it gets without, and its limits are kept."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arena.errors import ConfigError, Fault
from arena.host.sandbox.cage import Confinement
from arena.referee.confinement import Level, SandboxLimits, SandboxPolicy
from arena.run.confining import best_level
from tests.bad_bots.sittings import BAD, Sat, Table, assert_one_fault, assert_scored, sit

pytestmark = [pytest.mark.process, pytest.mark.slow]


@pytest.fixture(scope="module", params=[Level.FULL, Level.STRONG, Level.PARTIAL])
def confinement(request: pytest.FixtureRequest) -> Confinement:
    """Each level that can be had here."""
    try:
        return best_level(SandboxPolicy(level=request.param)).confinement
    except ConfigError as error:
        pytest.skip(str(error))


@pytest.mark.parametrize(
    ("misdeed", "fault", "detail"),
    [
        pytest.param("crash=segv", Fault.CRASHED, "signal SIGSEGV", id="crashes"),
        pytest.param("crash=exit-0", Fault.CRASHED, "exit code 0", id="ends"),
        pytest.param("stop-itself", Fault.STALLED, "no answer", id="stops-itself"),
        pytest.param("illegal-kind on=play", Fault.ILLEGAL, "", id="cheats"),
        pytest.param("disconnect", Fault.DISCONNECTED, "", id="hangs-up"),
    ],
)
def test_a_misdeed_is_the_same_fault_behind_walls(
    table: Table, confinement: Confinement, misdeed: str, fault: Fault, detail: str
) -> None:
    time = "0.2+0.1" if fault is Fault.STALLED else "20+1"

    sat = sit(table, misdeed, confinement=confinement, time=time)

    assert_only(sat, fault)
    assert all(detail in said for said in details(sat))


def assert_only(sat: Sat, fault: Fault) -> None:
    """The sitting is whole and has *fault* alone: a bot that begins anew does it anew."""
    assert_scored(sat)
    assert set(sat.faults) == {(BAD, fault)}, [line for line in sat.decisions if line.fault]


def details(sat: Sat) -> list[str]:
    """What the log says of each fault."""
    lines = [line for playing in sat.record.playings for line in playing.lines]
    return [line.detail or "" for line in lines if getattr(line, "fault", None)]


def test_memory_beyond_the_limit_is_a_fault_of_its_own(
    table: Table, confinement: Confinement
) -> None:
    small = replace(confinement, limits=SandboxLimits(memory_mib=200))

    sat = sit(table, "hog=400", confinement=small)

    assert_only(sat, Fault.MEMORY_LIMIT)
    assert all("of memory" in said for said in details(sat))


def test_output_is_limited_as_ladder_toml_says(table: Table, confinement: Confinement) -> None:
    quiet = replace(confinement, limits=SandboxLimits(output_mib=1))

    assert sit(table, "flood-stderr=900000", confinement=quiet).faults == []
    assert_one_fault(sit(table, "flood-stderr=2000000", confinement=quiet), Fault.OUTPUT_LIMIT)


def test_work_in_a_forked_child_is_charged_behind_walls(
    table: Table, confinement: Confinement
) -> None:
    sat = sit(table, "forks=200", confinement=confinement)

    assert_scored(sat)
    assert sat.faults == []
    assert max(line.cpu_ms or 0 for line in sat.decisions) >= 180
