"""What comes out of `run_trio` is one thing, whatever nurseries it came through."""

from __future__ import annotations

import os
import signal

import pytest
import trio

from arena.errors import InfrastructureError
from arena.run.failures import run_trio


async def sleeping_in_a_nursery() -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.sleep_forever)
        os.kill(os.getpid(), signal.SIGINT)
        await trio.sleep_forever()


async def failing_in_a_nursery() -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.sleep_forever)
        raise OSError("no space left")


def test_ctrl_c_in_a_nursery_is_ctrl_c() -> None:
    with pytest.raises(KeyboardInterrupt):
        run_trio(sleeping_in_a_nursery)


def test_a_failure_of_the_host_in_a_nursery_is_said_by_itself() -> None:
    with pytest.raises(InfrastructureError, match="the host: no space left"):
        run_trio(failing_in_a_nursery)
