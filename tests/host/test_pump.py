"""The pump's promises in virtual time, with a bot that answers as the test says."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
import trio
import trio.testing

from arena.errors import BotError, Fault, InfrastructureError
from arena.host.bot import Batch, CallFailedError, StartError
from arena.host.pump import Pump
from arena.referee.policy import FaultPolicy
from arena.referee.question import Question, Reply
from arena.rules.actions import PASS, Action
from arena.wire.hello import Introduction
from tests.host.scripted import question

ALWAYS = 1_000
"""More often than any test asks or starts."""


class FakeBot:
    """A bot that thinks for so long, fails those calls, and cannot start so often."""

    def __init__(
        self,
        *,
        max_batch: int = 8,
        think_s: float = 1,
        fails: Callable[[int], Fault | None] = lambda _: None,
        start_s: float = 5,
        failed_starts: int = 0,
    ) -> None:
        self.calls: list[list[int]] = []
        self.cut_offs_ms: list[int] = []
        self.events: list[str] = []
        self.introduction = introduced(max_batch=max_batch)
        self._think_s = think_s
        self._fails = fails
        self._start_s = start_s
        self._failed_starts = failed_starts

    async def start(self) -> Introduction:
        self.events.append("start")
        await trio.sleep(self._start_s)
        if self._failed_starts:
            self._failed_starts -= 1
            raise StartError(BotError(Fault.START_FAILED, "exit code 1"), "secret output")
        return self.introduction

    async def stop(self) -> None:
        self.events.append("stop")

    async def decide(self, questions: Sequence[Question], cut_off_ms: int) -> Batch:
        self.calls.append([int.from_bytes(asked.decision_id) for asked in questions])
        self.cut_offs_ms.append(cut_off_ms)
        await trio.sleep(self._think_s)
        wall_ms = round(self._think_s * 1000)
        if fault := self._fails(len(self.calls)):
            raise CallFailedError(BotError(fault, "as told"), wall_ms, cpu_ms=30)
        answers: list[Action | BotError] = [PASS for _ in questions]
        return Batch(tuple(answers), wall_ms, cpu_ms=30)


def introduced(*, max_batch: int) -> Introduction:
    return Introduction("fake", "1", 1, max_batch, concurrent_deals=64, wants_results=False)


def at_call(number: int, fault: Fault) -> Callable[[int], Fault | None]:
    """Only call *number*, from 1, fails."""
    return lambda call: fault if call == number else None


async def replies_of(
    bot: FakeBot,
    *asked: Question,
    policy: FaultPolicy | None = None,
    note: Callable[[str], None] | None = None,
) -> list[Reply]:
    """The replies to *asked*, all asked at once."""
    pump = Pump(bot, bot.introduction, policy or FaultPolicy(), note=note)
    replies: dict[int, Reply] = {}

    async def ask(place: int) -> None:
        replies[place] = await pump.ask(asked[place])

    async with trio.open_nursery() as pumping:
        pumping.start_soon(pump.run)
        await trio.testing.wait_all_tasks_blocked()
        async with trio.open_nursery() as asking:
            for place in range(len(asked)):
                asking.start_soon(ask, place)
                await trio.testing.wait_all_tasks_blocked()
        pumping.cancel_scope.cancel()
    return [replies[place] for place in range(len(asked))]


def deals(*numbers: int) -> list[Question]:
    return [question(number) for number in numbers]


def faults(replies: Sequence[Reply]) -> list[Fault | None]:
    """Each reply's fault, or None for an answer."""
    return [r.answer.fault if isinstance(r.answer, BotError) else None for r in replies]


async def test_what_waits_goes_out_together(autojump_clock: trio.testing.MockClock) -> None:
    bot = FakeBot()

    await replies_of(bot, *deals(0, 1, 2, 3))

    assert bot.calls == [[0], [1, 2, 3]]


async def test_no_call_is_larger_than_max_batch(autojump_clock: trio.testing.MockClock) -> None:
    bot = FakeBot(max_batch=2)

    await replies_of(bot, *deals(0, 1, 2, 3, 4, 5))

    assert bot.calls == [[0], [1, 2], [3, 4], [5]]


async def test_a_bot_without_batches_is_asked_one_by_one(
    autojump_clock: trio.testing.MockClock,
) -> None:
    bot = FakeBot(max_batch=1)

    await replies_of(bot, *deals(0, 1, 2))

    assert bot.calls == [[0], [1], [2]]


async def test_a_batchs_time_is_divided_by_its_size(autojump_clock: trio.testing.MockClock) -> None:
    bot = FakeBot(think_s=0.9)

    _, *batched = await replies_of(bot, *deals(0, 1, 2, 3))

    assert [(reply.wall_ms, reply.cpu_ms) for reply in batched] == [(300, 10)] * 3


async def test_no_clock_runs_in_the_queue(autojump_clock: trio.testing.MockClock) -> None:
    bot = FakeBot(max_batch=1, think_s=3)

    replies = await replies_of(bot, *deals(0, 1, 2))

    assert [reply.wall_ms for reply in replies] == [3000, 3000, 3000]
    assert trio.current_time() >= 9


async def test_the_cut_off_is_that_of_the_smallest_wall_bank_in_the_call(
    autojump_clock: trio.testing.MockClock,
) -> None:
    bot = FakeBot()
    asked = [question(0, wall_left_ms=400)] + [
        question(number, wall_left_ms=left_ms) for number, left_ms in ((1, 900), (2, 70), (3, 800))
    ]

    await replies_of(bot, *asked, policy=FaultPolicy(margin_ms=5))

    assert bot.cut_offs_ms == [400 + 5 + 100, 3 * (70 + 5) + 100]


async def test_a_failed_call_is_its_first_questions_fault_and_the_others_are_asked_singly(
    autojump_clock: trio.testing.MockClock,
) -> None:
    bot = FakeBot(fails=at_call(2, Fault.MALFORMED))

    replies = await replies_of(bot, *deals(0, 1, 2, 3))

    assert bot.calls == [[0], [1, 2, 3], [2], [3]]
    assert faults(replies) == [None, Fault.MALFORMED, None, None]


async def test_questions_that_come_later_wait_behind_those_asked_again(
    autojump_clock: trio.testing.MockClock,
) -> None:
    bot = FakeBot(max_batch=3, fails=at_call(2, Fault.OVERSIZED))

    await replies_of(bot, *deals(0, 1, 2, 3, 4))

    assert bot.calls == [[0], [1, 2, 3], [2], [3], [4]]


async def test_a_failed_calls_time_is_divided_too(autojump_clock: trio.testing.MockClock) -> None:
    bot = FakeBot(think_s=0.9, fails=at_call(2, Fault.MALFORMED))

    _, first, *_ = await replies_of(bot, *deals(0, 1, 2, 3))

    assert (first.wall_ms, first.cpu_ms) == (300, 10)


@pytest.mark.parametrize(
    ("fault", "events"),
    [
        pytest.param(Fault.STALLED, ["stop", "start"], id="stalled"),
        pytest.param(Fault.CRASHED, ["stop", "start"], id="crashed"),
        pytest.param(Fault.DISCONNECTED, ["stop", "start"], id="disconnected"),
        pytest.param(Fault.REFUSED, ["stop", "start"], id="refused"),
        pytest.param(Fault.MALFORMED, [], id="malformed-goes-on"),
        pytest.param(Fault.OVERSIZED, [], id="oversized-goes-on"),
    ],
)
async def test_which_faults_cost_the_process(
    autojump_clock: trio.testing.MockClock, fault: Fault, events: list[str]
) -> None:
    bot = FakeBot(fails=at_call(1, fault))

    replies = await replies_of(bot, *deals(0, 1))

    assert bot.events == events
    assert faults(replies) == [fault, None]


async def test_waiting_questions_pay_nothing_for_a_restart(
    autojump_clock: trio.testing.MockClock,
) -> None:
    bot = FakeBot(max_batch=1, think_s=0.5, start_s=9, fails=at_call(1, Fault.CRASHED))

    replies = await replies_of(bot, *deals(0, 1, 2))

    assert [reply.wall_ms for reply in replies] == [500, 500, 500]


async def test_the_question_of_a_failed_call_is_never_asked_again(
    autojump_clock: trio.testing.MockClock,
) -> None:
    bot = FakeBot(fails=lambda call: Fault.CRASHED if call < 4 else None)

    await replies_of(bot, *deals(0, 1, 2, 3, 4, 5))

    asked = [number for call in bot.calls for number in call[:1]]
    assert sorted(asked) == sorted(set(asked))


async def test_no_process_is_started_for_nobody(autojump_clock: trio.testing.MockClock) -> None:
    bot = FakeBot(fails=at_call(1, Fault.CRASHED))

    await replies_of(bot, question(0))

    assert bot.events == ["stop"]


async def test_a_failed_start_is_one_questions_fault_and_the_next_one_tries_again(
    autojump_clock: trio.testing.MockClock,
) -> None:
    bot = FakeBot(fails=at_call(1, Fault.CRASHED), failed_starts=1)

    replies = await replies_of(bot, *deals(0, 1, 2))

    assert faults(replies) == [Fault.CRASHED, Fault.START_FAILED, None]
    assert bot.events == ["stop", "start", "start"]


async def test_a_failed_start_costs_no_time_and_shows_no_output(
    autojump_clock: trio.testing.MockClock,
) -> None:
    bot = FakeBot(fails=at_call(1, Fault.CRASHED), failed_starts=1)

    _, missed = await replies_of(bot, *deals(0, 1))

    assert isinstance(missed.answer, BotError)
    assert missed.answer.detail == "exit code 1"
    assert missed.wall_ms == 0


async def test_a_bot_that_cannot_start_is_not_tried_for_ever(
    autojump_clock: trio.testing.MockClock,
) -> None:
    bot = FakeBot(fails=at_call(1, Fault.CRASHED), failed_starts=ALWAYS)

    replies = await replies_of(bot, *deals(*range(50)), policy=FaultPolicy(max_faults=3))

    assert bot.events == ["stop", "start", "start", "start"]
    assert faults(replies) == [Fault.CRASHED] + 49 * [Fault.START_FAILED]


async def test_a_restart_is_noted(autojump_clock: trio.testing.MockClock) -> None:
    notes: list[str] = []
    bot = FakeBot(fails=at_call(1, Fault.CRASHED))

    await replies_of(bot, *deals(0, 1), note=notes.append)

    assert notes == ["started again"]


async def test_a_question_whose_asker_is_gone_is_not_asked(
    autojump_clock: trio.testing.MockClock,
) -> None:
    bot = FakeBot(think_s=10)
    pump = Pump(bot, bot.introduction, FaultPolicy())

    async with trio.open_nursery() as nursery:
        nursery.start_soon(pump.run)
        nursery.start_soon(pump.ask, question(0))
        await trio.sleep(1)
        with trio.move_on_after(1):
            await pump.ask(question(1))
        await pump.ask(question(2))
        nursery.cancel_scope.cancel()

    assert bot.calls == [[0], [2]]


async def test_the_end_of_the_pump_leaves_nobody_waiting(
    autojump_clock: trio.testing.MockClock,
) -> None:
    pump = Pump(FakeBot(think_s=10), introduced(max_batch=1), FaultPolicy())
    ended: list[int] = []

    async def ask(number: int) -> None:
        with pytest.raises(InfrastructureError):
            await pump.ask(question(number))
        ended.append(number)

    async with trio.open_nursery() as asking:
        for number in range(3):
            asking.start_soon(ask, number)
        with trio.move_on_after(1):
            await pump.run()

    assert sorted(ended) == [0, 1, 2]
