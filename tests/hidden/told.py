"""What a seat is sent in a deal, as bytes, and the search for two worlds that the bytes tell apart.

Theory (R51). What is sent is a function of what the seat may know, its bot seed, its time
left and an opaque decision id. So two worlds that the seat cannot tell apart, with the same
seeds, times and ids, must put the same bytes on its wire: the same messages, as many of
them, in the same order. A `Tell` is one way to put a decision on the wire; `honest` is the
arena's.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from arena.referee.question import Question
from arena.rules.deal import Deal
from arena.schedule.secrets import bot_seed
from arena.v1 import bot_pb2 as pb
from arena.wire.observation import encode_question
from tests.hidden.worlds import World, random_table, twins, world_of
from tests.rules.records import random_record

SECRET = bytes(range(32))
KEY = bytes(range(32, 64))


@dataclass(frozen=True)
class Moment:
    """A decision is asked, of the watched seat or of another."""

    world: World
    deal: Deal
    seat: int
    """The watched one."""
    question: Question | None
    """What it is asked; None where another seat is."""


Tell = Callable[[Moment], Sequence[pb.Observation]]
"""What is sent to the watched seat."""


def honest(moment: Moment) -> Sequence[pb.Observation]:
    """The asked seat its question, the others nothing."""
    return [] if moment.question is None else [encode_question(moment.question, KEY)]


def sent(world: World, seat: int, tell: Tell) -> tuple[bytes, ...]:
    """Every message to *seat*, up to the decision at which *world* stops."""
    opaque = random.Random(0)
    messages: list[bytes] = []
    for referee, _ in world.asked():
        asked, decision_id = referee.asked, opaque.randbytes(8)
        assert asked is not None
        question = None
        if asked.seat == seat:
            question = Question(
                decision_id,
                referee.observation(),
                bot_seed(SECRET, 0, seat),
                asked.clock.wall_left_ms,
                asked.clock.cpu_left_ms,
            )
        messages += [
            pb.DecideRequest(observations=[message]).SerializeToString()
            for message in tell(Moment(world, referee.deal, seat, question))
        ]
    return tuple(messages)


def told_apart(seed: int, tell: Tell, steps: int = 8) -> str | None:
    """Two worlds that a seat may not tell apart and *tell* does, as text; None if it does not."""
    rng = random.Random(seed)
    world = random_world(seed, rng)
    for seat in {world.record.replay().seat, rng.randrange(world.variant.players)}:
        before = sent(world, seat, tell)
        for twin in twins(world, seat, rng, steps):
            if sent(twin, seat, tell) != before:
                return f"seat {seat}: {world} / {twin}"
    return None


def random_world(seed: int, rng: random.Random) -> World:
    """A random deal of a random table, stopped at a random decision."""
    record = random_record(seed, random_table(rng))
    return world_of(record.cut(rng.randrange(len(record.actions))), rng)
