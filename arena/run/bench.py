"""How fast this machine is at asking bots and playing sittings, as ratios of one run."""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path

from arena.config.bot_toml import read_bot_toml
from arena.errors import InfrastructureError
from arena.host.call_cost import CallCost, over_a_socket_pair, over_grpc
from arena.host.command import BotCommand
from arena.host.cpu import reads_cpu
from arena.host.descendants import become_subreaper
from arena.host.sandbox.cage import OPEN, Confinement
from arena.names import BotId
from arena.referee.confinement import Level
from arena.referee.lines import LoggedBot, SittingLine
from arena.referee.policy import FaultPolicy
from arena.referee.question import Question
from arena.rules.deal import Deal
from arena.rules.observe import observe
from arena.rules.shuffle import dealt
from arena.rules.variants import PLAYABLE, variant
from arena.run.failures import run_trio
from arena.run.folders import run_folder
from arena.run.order import Played, PlayOrder, Void
from arena.run.rules_bench import random_action
from arena.run.samples import sample_bot
from arena.run.workers import Worker
from arena.schedule.secrets import commitment
from arena.version import VERSION

BATCHES = (1, 8, 64)
_SECRET = bytes(32)
_BOT = "high-card"


@dataclass(frozen=True, slots=True)
class DecideCost:
    """A decision over gRPC beside the same one on a socket pair."""

    grpc: CallCost
    floor: CallCost

    @property
    def cpu_ratio(self) -> float:
        """CPU time of both sides over the floor's."""
        return self.grpc.cpu_us / self.floor.cpu_us


@dataclass(frozen=True, slots=True)
class SittingSpeed:
    """A sitting of five SDK bots in one worker."""

    level: Level
    """At which the bots ran."""
    concurrent: int
    """Deals at once; 1 is unbatched."""
    playings: int
    playings_per_s: float


def decide_costs(seconds: float) -> Iterator[DecideCost]:
    """Decide at each batch size, each transport in turn."""
    questions = _questions(max(BATCHES))
    for batch in BATCHES:
        floor = run_trio(over_a_socket_pair, questions, batch, seconds)
        yield DecideCost(run_trio(over_grpc, questions, batch, seconds), floor)


def _questions(count: int) -> list[Question]:
    """Questions in the middle of random deals."""
    table = variant(PLAYABLE[0])
    rng = random.Random(2)
    questions: list[Question] = []
    index = 0
    while len(questions) < count:
        cards = dealt(_SECRET, table, index)
        deal = Deal(table, cards.hands, cards.blind)
        for _ in range(rng.randrange(8, 24)):
            deal.apply(random_action(deal, rng))
        questions.append(Question(rng.randbytes(8), observe(deal, deal.seat), index, 4000, 1000))
        index += 1
    return questions


def sitting_speed(deals: int, concurrent: int, confinement: Confinement = OPEN) -> SittingSpeed:
    """Play *deals* deals by five copies of a sample bot, at most *concurrent* at once.

    The start of the bots is not counted.
    """
    become_subreaper()
    with run_folder() as place, tempfile.TemporaryDirectory(prefix="bench-", dir=place) as logs:
        return run_trio(_sitting_speed, place, Path(logs), deals, concurrent, confinement)


async def _sitting_speed(
    place: Path, logs: Path, deals: int, concurrent: int, confinement: Confinement
) -> SittingSpeed:
    order = order_of(logs, deals, concurrent, confinement)
    worker = Worker.start(place / "w")
    times_s = []
    try:
        async with aclosing(worker.carry_out(order)) as reports:
            async for report in reports:
                match report:
                    case Played():
                        times_s.append(time.monotonic())
                    case Void():
                        raise InfrastructureError(report.reason)
    finally:
        await worker.end()
    warm = len(times_s) // 10
    lasted_s = times_s[-1] - times_s[warm]
    speed = (len(times_s) - 1 - warm) / lasted_s
    return SittingSpeed(confinement.level, concurrent, len(times_s), speed)


def order_of(logs: Path, deals: int, concurrent: int, confinement: Confinement = OPEN) -> PlayOrder:
    """A sitting of *deals* deals among five copies of a quick sample bot, logged in *logs*."""
    folder = sample_bot(_BOT)
    assert folder is not None, "the sample bots come with the arena"
    manifest = read_bot_toml(folder)
    table = variant(PLAYABLE[0])
    bot = LoggedBot(BotId(manifest.name, manifest.version), "sha256:bench")
    header = SittingLine(
        event="bench",
        match="bench-0001",
        rotation=0,
        attempt=1,
        variant=table,
        bots=(bot,) * table.players,
        first_deal=0,
        deals=deals,
        time="60+1",
        reads_cpu=reads_cpu(),
        policy=FaultPolicy(),
        commitment=commitment(_SECRET),
        sandbox=confinement.level.value,
        arena=VERSION,
    )
    command = BotCommand(manifest.command, folder, manifest.env, manifest.runtime)
    return PlayOrder(
        header,
        _SECRET,
        (command,) * table.players,
        logs / "0.1.jsonl",
        logs / "0.1",
        concurrent=concurrent,
        confinement=confinement,
    )


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0))
