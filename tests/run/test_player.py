"""A hosted bot as a sitting sees it, through a start that fails."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
import trio

from arena.host.command import BotCommand
from arena.host.sandbox.cage import OPEN
from arena.referee.clock import TimeControl
from arena.referee.policy import FaultPolicy, limits_of
from arena.referee.question import Question
from arena.rules.actions import PASS
from arena.rules.observe import observe
from arena.rules.variants import variant
from arena.run.player import HostedPlayer
from tests.wire.deals import decisions

TABLE = variant("called-ace")
ROOT = Path(__file__).parents[2]
SECOND_TIME_LUCKY = """
import os, pathlib, sys
begun = pathlib.Path(os.environ["HOME"]) / "begun"
if not begun.exists():
    begun.touch()
    sys.exit(1)
from arena.rules.actions import PASS
from arena.sdk.bot import serve
serve(lambda question: PASS, name="lucky", version="1", on_result=print)
"""


@pytest.fixture
def place() -> Iterator[Path]:
    """A private folder whose path is short enough for sockets."""
    with tempfile.TemporaryDirectory(prefix="arena-") as folder:
        yield Path(folder)


@pytest.mark.process
async def test_a_bot_that_starts_at_the_second_try_is_known_by_what_it_said_then(
    place: Path,
) -> None:
    (place / "bot.py").write_text(SECOND_TIME_LUCKY)
    policy = FaultPolicy()
    player = HostedPlayer(
        BotCommand(("python", "bot.py"), place, {"PYTHONPATH": str(ROOT)}, "python"),
        limits_of(TimeControl(20_000, 0), policy, reads_cpu=True),
        TABLE,
        policy,
        proof_key=b"key",
        place=place / "0",
        output=place / "output.log",
        confinement=OPEN,
    )
    deal = next(decisions(TABLE, Random(1)))

    await player.start()
    failed, wanted = player.start_error, player.wants_results
    async with trio.open_nursery() as nursery:
        nursery.start_soon(player.run)
        reply = await player.ask(Question(b"decision", observe(deal, 0), 7, 80_000, 20_000), 0)
        nursery.cancel_scope.cancel()
    await player.stop()

    assert failed is not None
    assert not wanted
    assert reply.answer == PASS
    assert player.wants_results
