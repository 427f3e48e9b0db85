"""A real bot serves from behind the walls of the partial level."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from arena.host.command import BotCommand
from arena.host.sandbox.landlock import landlock_abi
from arena.host.sandbox.restrict import encode_restrictions
from arena.rules.actions import Action
from tests.host.sandbox.restricted import INTERPRETER, LAUNCHER, walls
from tests.host.scripted import PATIENCE_MS, REPOSITORY, bot_of, question, running

SUBMISSION = REPOSITORY / "sample_bots" / "random-legal"


@pytest.mark.process
@pytest.mark.skipif(landlock_abi() == 0, reason="this kernel has no Landlock")
async def test_a_sample_bot_plays_behind_the_walls(private: Path) -> None:
    installed = [path for path in INTERPRETER if path != str(REPOSITORY)]
    shown = (*installed, str(SUBMISSION), str(REPOSITORY / "arena"))
    restrictions = walls(private, shown=shown)._replace(listed=(str(REPOSITORY),))
    told = private / "restrictions"
    told.write_bytes(encode_restrictions(restrictions))
    launcher = (sys.executable, "-I", "-S", str(LAUNCHER), "8:7", str(os.getpid()), "")
    command = ("sh", "-c", f'exec "$@" 7<{told} 8>/dev/null', "sh", *launcher)
    bot = bot_of(
        BotCommand(
            (*command, sys.executable, "-B", "bot.py"),
            SUBMISSION,
            {"PYTHONPATH": str(REPOSITORY)},
            "none",
        ),
        private,
    )

    async with running(bot) as introduction:
        batch = await bot.decide([question(0)], PATIENCE_MS)

    assert introduction.name == "random-legal"
    assert [type(answer) for answer in batch.answers] == [Action]
