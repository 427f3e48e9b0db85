"""The scripted bot for a test, real questions for it, and what is left of it afterwards."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from arena.host.bot import Bot, Terms
from arena.host.command import BotCommand
from arena.host.proc import all_facts, environ_has
from arena.referee.clock import parse_time_control
from arena.referee.policy import FaultPolicy, limits_of
from arena.referee.question import DealSummary, Question
from arena.rules.actions import PASS
from arena.rules.deal import Deal
from arena.rules.observe import observe
from arena.rules.shuffle import dealt
from arena.rules.variants import variant
from arena.version import VERSION
from arena.wire.hello import Introduction

REPOSITORY = Path(__file__).parents[2]
SCRIPT = Path(__file__).with_name("scripted_bot.py")
PATIENCE_MS = 20_000
"""For a bot that is to answer, however busy the machine is."""
BRIEF_MS = 300
"""For a bot that is not to answer."""
TABLE = variant("called-ace")
TERMS = Terms(VERSION, limits_of(parse_time_control("1+0.1"), FaultPolicy(), reads_cpu=True), TABLE)


def command_of(*argv: str, folder: Path = SCRIPT.parent, **env: str) -> BotCommand:
    """*argv* as a submission in *folder*, with the arena's packages in reach."""
    return BotCommand(argv, folder, {"PYTHONPATH": str(REPOSITORY), **env}, "python")


def terms(**limits: int) -> Terms:
    """TERMS with other *limits*."""
    return replace(TERMS, limits=replace(TERMS.limits, **limits))


def bot_of(command: BotCommand, private: Path, told: Terms = TERMS) -> Bot:
    """A bot of *command* with its folders under *private*."""
    return Bot(
        command,
        told,
        proof_key=bytes(32),
        folder=private / "run",
        scratch=private / "scratch",
        output=output_of(private),
    )


def scripted(private: Path, *words: str, told: Terms = TERMS) -> Bot:
    """The scripted bot that does what *words* say."""
    return bot_of(command_of("python", SCRIPT.name, *words), private, told)


@asynccontextmanager
async def running(bot: Bot) -> AsyncIterator[Introduction]:
    """*bot* between its start and its stop."""
    introduction = await bot.start()
    try:
        yield introduction
    finally:
        await bot.stop()


def output_of(private: Path) -> Path:
    """Where the log of the bot under *private* is."""
    return private / "output.log"


def question(number: int, *, wall_left_ms: int = 4_000) -> Question:
    """The first decision of deal *number*."""
    cards = dealt(bytes(32), TABLE, number)
    deal = Deal(TABLE, cards.hands, cards.blind)
    return Question(
        decision_id=number.to_bytes(8),
        observation=observe(deal, deal.seat),
        bot_seed=number,
        wall_left_ms=wall_left_ms,
        cpu_left_ms=1_000,
    )


def questions(count: int) -> list[Question]:
    """The first decisions of the first *count* deals."""
    return [question(number) for number in range(count)]


def calls_heard(private: Path) -> list[list[int]]:
    """The deals asked about in each Decide, as the bot under *private* wrote them down."""
    lines = output_of(private).read_text().splitlines()
    calls = [line.partition(": ")[2] for line in lines if line.startswith("life ")]
    return [[int(word, 16) for word in call.split()] for call in calls]


def leftovers(private: Path) -> list[int]:
    """Living processes that came from the bot under *private*."""
    prefix = f"HOME={private / 'scratch'}"
    return [f.pid for f in all_facts() if f.state != "Z" and environ_has(f.pid, prefix)]


def summary() -> DealSummary:
    """The end of some deal."""
    cards = dealt(bytes(32), TABLE, 0)
    return DealSummary(
        seat=0,
        hands=cards.hands,
        blind=cards.blind,
        bury=0,
        actions=(PASS,),
        points=(120, 0, 0, 0, 0),
        tricks=(6, 0, 0, 0, 0),
        outcome="leaster",
        scores=(-4, 1, 1, 1, 1),
        picker=None,
        partner=None,
    )
