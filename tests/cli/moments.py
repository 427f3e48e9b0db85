"""An event that is played through although its arena and its workers are killed again and again."""

from __future__ import annotations

import os
import random
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from tests.cli.commands import Arena
from tests.cli.running import no_process_is_left, nothing_is_left, workers_of

MOST_TURNS = 1000
"""After so many moments the event does not get on."""


class Moment(NamedTuple):
    """When somebody is killed, counted from the last time, and who."""

    after_s: float
    victim: str
    """``arena`` or ``worker``."""


def moments(count: int, seed: int, latest_s: float) -> list[Moment]:
    """*count* of them, half of them an arena's."""
    rng = random.Random(seed)
    victims = ["arena", "worker"] * ((count + 1) // 2)
    rng.shuffle(victims)
    return [Moment(rng.uniform(0.1, latest_s), victim) for victim in victims[:count]]


def play_through(arena: Arena, begin: Sequence[str], event: str, kills: list[Moment]) -> int:
    """Begin an event and bring it to its end, with *kills* on the way.

    Args:
        kills: those that come before its end are taken out.

    Returns:
        How many that were.
    """
    rng = random.Random(len(kills))
    killed = 0
    process: subprocess.Popen[str] | None = None
    for _ in range(MOST_TURNS):
        process = process or _again(arena, begin, event)
        if not kills:
            process.communicate(timeout=600)
        else:
            with suppress(subprocess.TimeoutExpired):
                process.communicate(timeout=kills[0].after_s)
        if process.poll() is not None:
            process.communicate()  # it may have ended just after its time was up
        if process.returncode == 0:
            assert nothing_is_left(arena)
            return killed
        if process.returncode is None:
            if _kill(arena, process, kills[0].victim, rng):
                del kills[0]
                killed += 1
            if process.poll() is None:
                continue
        else:
            assert process.returncode == 5, process.returncode  # a sitting was void three times
        assert no_process_is_left(arena)
        process = None
    raise AssertionError(f"{event}: not played after {MOST_TURNS} moments and {killed} kills")


def _again(arena: Arena, begin: Sequence[str], event: str) -> subprocess.Popen[str]:
    known = {one["event"] for one in arena.look("events", "--json").json}
    return arena.start("resume", event) if event in known else arena.start(*begin)


def _kill(arena: Arena, process: subprocess.Popen[str], victim: str, rng: random.Random) -> bool:
    """Kill it; whether there was one."""
    if victim == "arena":
        process.kill()
        process.communicate()
        return True
    with suppress(ProcessLookupError, IndexError):
        os.kill(rng.choice(workers_of(arena, process)), signal.SIGKILL)
        return True
    return False
