"""Everything a bot does wrong in Decide, by real processes: which fault it is, and what not."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest
import trio
import trio.testing

from arena.errors import BotError, Fault
from arena.host.bot import Batch, Bot, CallFailedError
from arena.rules.actions import PASS
from tests.host.scripted import (
    BRIEF_MS,
    PATIENCE_MS,
    question,
    questions,
    running,
    scripted,
    summary,
    terms,
)

pytestmark = [pytest.mark.process, pytest.mark.slow]


async def fault_of_call(bot: Bot, count: int, cut_off_ms: int) -> BotError:
    """What a call of *count* questions fails with."""
    async with running(bot):
        with pytest.raises(CallFailedError) as caught:
            await bot.decide(questions(count), cut_off_ms)
    return caught.value


async def test_a_blameless_bot_is_answered_for(private: Path) -> None:
    bot = scripted(private)

    async with running(bot):
        batch = await bot.decide([question(0)], PATIENCE_MS)

    assert batch.answers == (PASS,)


@pytest.mark.parametrize(
    ("words", "fault", "detail"),
    [
        pytest.param("crash=exit", Fault.CRASHED, "exit code 3", id="exits"),
        pytest.param("crash=segv", Fault.CRASHED, "signal SIGSEGV", id="segfaults"),
        pytest.param("crash=kill", Fault.CRASHED, "signal SIGKILL", id="is-killed"),
        pytest.param("slow-end", Fault.CRASHED, "exit code 3", id="takes-its-time-to-end"),
        pytest.param("raise", Fault.REFUSED, "cannot decide", id="raises"),
        pytest.param("status=UNAVAILABLE", Fault.REFUSED, "does not want", id="says-unavailable"),
        pytest.param("status=CANCELLED", Fault.REFUSED, "does not want", id="says-cancelled"),
        pytest.param(
            "status=RESOURCE_EXHAUSTED", Fault.REFUSED, "does not want", id="says-exhausted"
        ),
        pytest.param(
            "status=DEADLINE_EXCEEDED", Fault.REFUSED, "does not want", id="says-time-is-up"
        ),
        pytest.param("without-decide", Fault.REFUSED, "UNIMPLEMENTED", id="has-no-decide"),
        pytest.param("huge", Fault.OVERSIZED, "larger than max", id="sends-10-megabytes"),
        pytest.param("gzip-bomb", Fault.OVERSIZED, "larger than max", id="sends-a-bomb"),
        pytest.param("metadata", Fault.OVERSIZED, "metadata", id="sends-much-metadata"),
        pytest.param("undecodable", Fault.MALFORMED, "no such message", id="cannot-be-read"),
        pytest.param("extra-answer", Fault.MALFORMED, "2 answers to 1", id="answers-too-much"),
        pytest.param("disconnect", Fault.DISCONNECTED, "UNAVAILABLE", id="hangs-up"),
        pytest.param("noise", Fault.DISCONNECTED, "HTTP/2", id="talks-garbage-in-mid-call"),
    ],
)
async def test_a_call_that_brings_nothing_is_one_fault(
    private: Path, words: str, fault: Fault, detail: str
) -> None:
    error = await fault_of_call(scripted(private, *words.split()), 1, PATIENCE_MS)

    assert error.fault is fault
    assert detail in error.detail


async def test_no_answer_at_the_cut_off_is_stalled(private: Path) -> None:
    error = await fault_of_call(scripted(private, "stall"), 1, BRIEF_MS)

    assert error.fault is Fault.STALLED


async def test_a_stopped_process_is_stalled_and_not_crashed(private: Path) -> None:
    bot = scripted(private)

    async with running(bot):
        assert bot.pid
        os.kill(bot.pid, signal.SIGSTOP)

        with pytest.raises(CallFailedError) as caught:
            await bot.decide([question(0)], BRIEF_MS)

    assert caught.value.fault is Fault.STALLED


async def test_death_between_calls_is_the_next_calls_crash(private: Path) -> None:
    bot = scripted(private)

    async with running(bot):
        await bot.decide([question(0)], PATIENCE_MS)
        assert bot.pid
        os.kill(bot.pid, signal.SIGKILL)

        with pytest.raises(CallFailedError) as caught:
            await bot.decide([question(1)], PATIENCE_MS)

    assert caught.value.fault is Fault.CRASHED
    assert caught.value.detail == "signal SIGKILL"


async def test_a_late_answer_is_seen_with_its_time(private: Path) -> None:
    bot = scripted(private, "late=200")

    async with running(bot):
        batch = await bot.decide([question(0)], PATIENCE_MS)

    assert batch.answers == (PASS,)
    assert batch.wall_ms >= 200


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        pytest.param("no-action", Fault.MALFORMED, id="no-action"),
        pytest.param("two-actions", Fault.MALFORMED, id="two-actions"),
        pytest.param("no-answer", Fault.MALFORMED, id="no-answer"),
        pytest.param("stale-id", Fault.WRONG_DECISION, id="id-of-another-decision"),
    ],
)
async def test_a_bad_answer_spoils_its_own_question_only(
    private: Path, words: str, fault: Fault
) -> None:
    bot = scripted(private, words, "max-batch=8")

    async with running(bot):
        batch = await bot.decide(questions(3), PATIENCE_MS)

    *good, bad = batch.answers
    assert good == [PASS, PASS]
    assert isinstance(bad, BotError)
    assert bad.fault is fault


async def test_an_illegal_action_is_handed_on_for_the_referee_to_judge(private: Path) -> None:
    bot = scripted(private, "illegal")

    async with running(bot):
        (answer,) = (await bot.decide([question(0)], PATIENCE_MS)).answers

    assert not isinstance(answer, BotError)
    assert answer not in (question(0).observation.legal or ())


async def test_a_late_answer_to_an_earlier_call_is_never_taken_for_this_one(private: Path) -> None:
    bot = scripted(private, f"late={2 * BRIEF_MS}")

    async with running(bot):
        with pytest.raises(CallFailedError) as caught:
            await bot.decide([question(0)], BRIEF_MS)
        batch = await bot.decide([question(1)], PATIENCE_MS)

    assert caught.value.fault is Fault.STALLED
    assert batch.answers == (PASS,)


async def test_chatter_and_ignored_signals_are_no_faults(private: Path) -> None:
    bot = scripted(private, "chatter", "ignores-sigterm", "leaves-children")

    async with running(bot):
        batch = await bot.decide([question(0)], PATIENCE_MS)

    assert batch.answers == (PASS,)


async def test_deal_over_costs_a_moment_at_most_and_is_no_fault(private: Path) -> None:
    bot = scripted(private, "wants-results", "deal-over-stall", told=terms(notice_ms=100))

    async with running(bot):
        with trio.fail_after(10):
            await bot.deal_over(summary())
        batch = await bot.decide([question(0)], PATIENCE_MS)

    assert batch.answers == (PASS,)


async def test_an_answer_that_came_in_time_counts_although_the_arena_was_late(
    private: Path,
) -> None:
    bot = scripted(private, "late=100")
    batches: list[Batch] = []

    async def ask() -> None:
        batches.append(await bot.decide([question(0)], cut_off_ms=1_500))

    async with running(bot), trio.open_nursery() as nursery:
        nursery.start_soon(ask)
        await trio.testing.wait_all_tasks_blocked()
        time.sleep(2)  # noqa: ASYNC251 - the arena's loop stands still past the cut-off

    (batch,) = batches
    assert batch.answers == (PASS,)
    assert 100 <= batch.wall_ms < 1_500
