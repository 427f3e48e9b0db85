"""After stop nothing of a bot is left, however it behaves, and stop takes a bounded time."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
import trio

from arena.host.descendants import become_subreaper
from arena.host.proc import all_facts
from tests.host.scripted import (
    PATIENCE_MS,
    leftovers,
    output_of,
    question,
    running,
    scripted,
    terms,
)

pytestmark = pytest.mark.process

BOUND_S = 10
"""Of stop, on a busy machine: a second for Bye and one or two to see that all is over."""


@pytest.fixture(autouse=True)
def subreaper() -> None:
    """Orphans stay below this process, as in a worker."""
    become_subreaper()


async def test_a_bot_that_is_told_bye_leaves_by_itself(private: Path) -> None:
    bot = scripted(private)

    async with running(bot):
        pass

    assert output_of(private).read_text() == "bye\n"
    assert not leftovers(private)


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("ignores-sigterm", id="ignores-sigterm"),
        pytest.param("leaves-children", id="leaves-children-in-other-sessions"),
        pytest.param("chatter", id="chatters"),
    ],
)
async def test_nothing_is_left_of(private: Path, words: str) -> None:
    async with running(scripted(private, *words.split())):
        pass

    assert not leftovers(private)


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        pytest.param("endless-bye", id="a-bye-that-never-returns"),
        pytest.param("stays", id="a-bot-that-stays-after-bye"),
        pytest.param("endless-bye leaves-children ignores-sigterm flood=200000", id="all-of-it"),
    ],
)
async def test_a_second_after_bye_everything_is_killed(private: Path, words: str) -> None:
    bot = scripted(private, *words.split())
    await bot.start()

    with trio.fail_after(BOUND_S):
        await bot.stop()

    assert not leftovers(private)


async def test_a_stopped_process_is_killed_too(private: Path) -> None:
    bot = scripted(private, told=terms(notice_ms=100))
    await bot.start()
    assert bot.pid
    os.kill(bot.pid, signal.SIGSTOP)

    with trio.fail_after(BOUND_S):
        await bot.stop()

    assert not leftovers(private)


async def test_stopping_cannot_be_cancelled_half_way(private: Path) -> None:
    bot = scripted(private)
    await bot.start()

    with trio.CancelScope() as scope:
        scope.cancel()
        await bot.stop()

    assert output_of(private).read_text() == "bye\n"
    assert not leftovers(private)


async def test_a_start_that_is_cancelled_leaves_nothing(private: Path) -> None:
    bot = scripted(private, "never-listens", "leaves-children")

    with trio.move_on_after(0.3):
        await bot.start()

    assert not leftovers(private)


async def test_stopping_twice_or_unstarted_is_harmless(private: Path) -> None:
    bot = scripted(private)

    await bot.stop()
    await bot.start()
    await bot.stop()
    await bot.stop()

    assert not leftovers(private)


def open_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def zombies() -> set[int]:
    """The dead that this process has not waited for."""
    return {f.pid for f in all_facts() if f.parent == os.getpid() and f.state == "Z"}


@pytest.mark.slow
async def test_lives_leave_no_descriptors_and_no_zombies(private: Path) -> None:
    bot = scripted(private, "leaves-children")
    before, dead_before = open_descriptors(), zombies()

    for number in range(4):
        async with running(bot):
            await bot.decide([question(number)], PATIENCE_MS)

    with trio.fail_after(BOUND_S):
        while open_descriptors() > before:  # noqa: ASYNC110 - grpc closes them later
            await trio.sleep(0.05)
    assert zombies() == dead_before
    assert not leftovers(private)


async def test_the_socket_is_gone_after_the_bots_end(private: Path) -> None:
    bot = scripted(private)

    async with running(bot):
        assert bot.pid
        os.kill(bot.pid, signal.SIGKILL)

    assert list((private / "run").iterdir()) == []
