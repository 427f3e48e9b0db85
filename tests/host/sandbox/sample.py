"""A sample bot that is started by way of something else, and asked one question."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import grpc

from arena.errors import BotError
from arena.host.command import BotCommand
from arena.rules.actions import Action
from tests.host.scripted import PATIENCE_MS, REPOSITORY, bot_of, question, running

PACKAGES = Path(grpc.__file__).parents[1]
"""The folder of the packages that the tests run with."""
SUBMISSION = REPOSITORY / "sample_bots" / "random-legal"


async def answer_of_sample_bot(private: Path, starter: Sequence[str]) -> Action | BotError:
    """What the sample bot answers when *starter* becomes its command."""
    argv = (*starter, sys.executable, "-B", "bot.py")
    env = {"PYTHONPATH": f"{REPOSITORY}:{PACKAGES}"}
    bot = bot_of(BotCommand(argv, SUBMISSION, env, "none"), private)
    async with running(bot):
        batch = await bot.decide([question(0)], PATIENCE_MS)
    (answer,) = batch.answers
    return answer
