"""Answers a moment after a bank fell, in virtual time: late, written down, and never applied."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import trio
import trio.testing

from arena.errors import Fault
from arena.referee.clock import TimeControl
from arena.referee.lines import DecisionLine, Line
from arena.referee.playing import Playing
from arena.referee.policy import FaultPolicy
from arena.referee.question import Question
from arena.referee.refereeing import Terms
from arena.rules.actions import PASS, PICK
from arena.rules.variants import variant
from arena.run.sitting import Player, Progress, SittingPlan, play_sitting
from tests.hidden.timed import Deed, Plan, TimedBot, TimedPlayer, hello_of
from tests.run.fakes import SeededPlayer

TABLE = variant("called-ace")
CONTROL = TimeControl(1000, 100)
NEVER_OUT = FaultPolicy(max_faults=10**6)
DEALS = 12


def sleeps(past_ms: int) -> Plan:
    """Use up the wall bank and *past_ms* more, and no CPU time."""
    return lambda asked: Deed(asked[0].wall_left_ms + past_ms, cpu_ms=0)


def thinks(past_ms: int) -> Plan:
    """Use up the CPU bank and *past_ms* more, in as much wall time."""

    def deed(asked: Sequence[Question]) -> Deed:
        used_ms = (asked[0].cpu_left_ms or 0) + past_ms
        return Deed(used_ms, cpu_ms=used_ms)

    return deed


async def decisions_of(plan: Plan) -> list[DecisionLine]:
    """What the bot of seat 0 that does as in *plan* is asked in a sitting, one deal at a time."""
    bot = TimedBot(hello_of(TABLE, CONTROL, NEVER_OUT), plan)
    timed = TimedPlayer(bot, NEVER_OUT)
    players: list[Player] = [timed, *(SeededPlayer(entry) for entry in range(1, 5))]
    terms = Terms(TABLE, (0, 1, 2, 3, 4), CONTROL, reads_cpu=True, policy=NEVER_OUT)
    sitting = SittingPlan(terms, 1, 0, bytes(32), 0, DEALS, frozenset(), concurrent=1)
    lines: list[Line] = []

    async def settled(playing: Playing) -> None:
        """Nobody counts."""

    async with trio.open_nursery() as nursery:
        nursery.start_soon(timed.run)
        await play_sitting(sitting, players, Progress.after(5, []), lines.extend, settled)
        nursery.cancel_scope.cancel()
    mine = [line for line in lines if isinstance(line, DecisionLine) and line.seat == 0]
    return [line for line in mine if line.ms is not None]


@pytest.mark.parametrize(
    ("plan", "detail"),
    [
        pytest.param(sleeps(1), "wall bank −1 ms", id="a sleeper falls by the wall bank"),
        pytest.param(thinks(1), "CPU bank −1 ms", id="a thinker falls by the CPU bank"),
    ],
)
async def test_an_answer_one_millisecond_after_a_bank_fell_is_late_and_never_applied(
    plan: Plan, detail: str, autojump_clock: trio.testing.MockClock
) -> None:
    decisions = await decisions_of(plan)

    assert {(line.fault, line.detail) for line in decisions} == {(Fault.LATE, detail)}
    picks = [line for line in decisions if line.offered in (PICK, PASS)]
    assert {line.action for line in picks} == {PASS}
    assert {line.offered for line in picks} == {PICK, PASS}


@pytest.mark.parametrize("plan", [sleeps(0), thinks(0)], ids=["wall", "CPU"])
async def test_an_answer_in_the_last_millisecond_of_a_bank_is_played(
    plan: Plan, autojump_clock: trio.testing.MockClock
) -> None:
    decisions = await decisions_of(plan)

    assert {line.fault for line in decisions} == {None}
    assert PICK in {line.action for line in decisions}
