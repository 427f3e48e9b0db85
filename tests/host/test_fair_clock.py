"""What a bot is charged does not depend on what else the machine does."""

from __future__ import annotations

import statistics
from pathlib import Path

import pytest

from tests.host.scripted import PATIENCE_MS, question, running, scripted
from tests.host.spinning import spinning

pytestmark = [pytest.mark.process, pytest.mark.slow]

WORK_MS = 50
DECISIONS = 15


@pytest.mark.parametrize("spinners", [0, 8])
async def test_50_ms_of_work_cost_50_ms_within_a_tenth_whatever_else_runs(
    private: Path, spinners: int
) -> None:
    bot = scripted(private, f"thread-spins={WORK_MS}", "always")
    charged_ms: list[int] = []
    took_ms: list[int] = []

    async with running(bot):
        with spinning(spinners):
            for number in range(DECISIONS):
                batch = await bot.decide([question(number)], PATIENCE_MS)
                assert batch.cpu_ms is not None
                charged_ms.append(batch.cpu_ms)
                took_ms.append(batch.wall_ms)

    print(f"{spinners} spinners: charged {sorted(charged_ms)}, took {sorted(took_ms)}")
    assert WORK_MS <= statistics.median(charged_ms) <= WORK_MS * 1.1
