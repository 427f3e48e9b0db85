"""Real bots through a real pump: a restart keeps the scratch, the log, and no question's answer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
import trio
import trio.testing

from arena.errors import BotError, Fault
from arena.host.bot import Bot
from arena.host.pump import Pump
from arena.referee.policy import FaultPolicy
from arena.referee.question import Question, Reply
from tests.host.scripted import (
    calls_heard,
    leftovers,
    output_of,
    question,
    questions,
    scripted,
)

pytestmark = [pytest.mark.process, pytest.mark.slow]


async def replies_of(bot: Bot, asked: Sequence[Question], *, at_once: bool) -> list[Reply]:
    """The replies of *bot*, started and stopped here, to *asked*."""
    pump = Pump(bot, await bot.start(), FaultPolicy())
    replies: dict[int, Reply] = {}

    async def ask(place: int) -> None:
        replies[place] = await pump.ask(asked[place])

    try:
        async with trio.open_nursery() as pumping:
            async with trio.open_nursery() as asking:
                for place in range(len(asked) if at_once else 0):
                    asking.start_soon(ask, place)
                await trio.testing.wait_all_tasks_blocked()
                pumping.start_soon(pump.run)
                for place in range(0 if at_once else len(asked)):
                    await ask(place)
            pumping.cancel_scope.cancel()
    finally:
        await bot.stop()
    return [replies[place] for place in range(len(asked))]


def faults(replies: Sequence[Reply]) -> list[Fault | None]:
    """Each reply's fault, or None for an answer."""
    return [r.answer.fault if isinstance(r.answer, BotError) else None for r in replies]


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        pytest.param("crash=segv", Fault.CRASHED, id="crashed"),
        pytest.param("raise", Fault.REFUSED, id="refused"),
        pytest.param("disconnect", Fault.DISCONNECTED, id="disconnected"),
        pytest.param("stall", Fault.STALLED, id="stalled"),
    ],
)
async def test_a_fault_costs_one_decision_and_one_process(
    private: Path, words: str, fault: Fault
) -> None:
    bot = scripted(private, words, "at=2", "first-life")
    asked = [
        question(number, wall_left_ms=400 if words == "stall" else 20_000) for number in (1, 2, 3)
    ]

    replies = await replies_of(bot, asked, at_once=False)

    assert faults(replies) == [None, fault, None]
    assert calls_heard(private) == [[1], [2], [3]]
    assert (private / "scratch" / "lives").read_text() == "xx"
    assert not leftovers(private)


async def test_a_batch_that_fails_is_asked_again_singly_without_its_first(private: Path) -> None:
    bot = scripted(private, "crash", "first-life", "max-batch=4")
    asked = [question(number, wall_left_ms=20_000) for number in range(5)]

    replies = await replies_of(bot, asked, at_once=True)

    failed, second, third, fourth, rest = calls_heard(private)
    assert len(failed) == 4
    assert [second, third, fourth] == [[number] for number in failed[1:]]
    assert [number for number, fault in enumerate(faults(replies)) if fault] == failed[:1]
    assert len(rest) == 1


async def test_a_bot_that_crashes_every_time_is_started_every_time(private: Path) -> None:
    bot = scripted(private, "crash")

    replies = await replies_of(bot, questions(3), at_once=False)

    assert faults(replies) == [Fault.CRASHED] * 3
    assert (private / "scratch" / "lives").read_text() == "xxx"


async def test_a_bot_that_never_starts_again_fails_the_starts(private: Path) -> None:
    bot = scripted(private, "crash", "exits", "later-lives")

    replies = await replies_of(bot, questions(3), at_once=False)

    assert faults(replies) == [Fault.CRASHED, Fault.START_FAILED, Fault.START_FAILED]


async def test_the_log_holds_all_lives(private: Path) -> None:
    bot = scripted(private, "crash", "first-life")

    await replies_of(bot, questions(2), at_once=False)

    lines = output_of(private).read_text().splitlines()
    assert [line.partition(" call")[0] for line in lines] == ["life 1", "life 2", "bye"]
