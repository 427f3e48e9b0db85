"""What this host can confine, found out by really confining something.

That a program or a kernel feature is there proves nothing: containers and hardened kernels
refuse it at the last step. So each level is tried with the arguments that bots get, around a
small program that looks about and tries what a bot must not be able to do; the level is
had when that program ran and failed at all of it.
"""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import trio

from arena.errors import InfrastructureError
from arena.host.command import BotCommand, environment_of
from arena.host.output import Output
from arena.host.process import ExecError, start_process
from arena.host.sandbox.cage import Confinement
from arena.host.sandbox.make import make_cage
from arena.referee.confinement import Level, SandboxLimits

_PROGRAM: Final = Path(__file__).with_name("look_about.py")
_PATIENCE_S: Final = 10
_OUTPUT_BYTES: Final = 16 * 1024


@dataclass(frozen=True, slots=True)
class Trial:
    """One level as it was tried."""

    level: Level
    confinement: Confinement | None
    """How it is had; None if it is not."""
    why_not: str = ""
    """One sentence; empty where it is had."""


async def try_level(level: Level, limits: SandboxLimits, place: Path) -> Trial:
    """Try *level*, with a /proc in its sandboxes and without.

    Args:
        place: an empty private folder.
    """
    wanted = Confinement(level, limits)
    trial = await _try(wanted, place / "with-proc")
    if trial.confinement or level not in (Level.FULL, Level.STRONG):
        return trial
    again = await _try(replace(wanted, proc=False), place / "without-proc")
    return again if again.confinement else trial


async def _try(wanted: Confinement, place: Path) -> Trial:
    try:
        found = await _look_about(wanted, place)
    except InfrastructureError as error:
        return Trial(wanted.level, None, str(error))
    except ExecError as error:
        return Trial(wanted.level, None, f"the interpreter {sys.executable} in it: {error}")
    holes = found if isinstance(found, str) else _holes(wanted.level, found)
    return Trial(wanted.level, None if holes else wanted, holes)


async def _look_about(wanted: Confinement, place: Path) -> Mapping[str, object] | str:
    """What the program found from inside, or why it found nothing."""
    scratch, submission = place / "scratch", place / "submission"
    for folder in (place, scratch, submission):
        folder.mkdir(mode=0o755, parents=True, exist_ok=True)
    secret = place / "secret"
    secret.write_text("nobody's business")
    output = Output(place / "output", kept_bytes=_OUTPUT_BYTES, limit_bytes=_OUTPUT_BYTES)
    output.open()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = str(listener.getsockname()[1])
        program = _PROGRAM.read_text()
        argv = (sys.executable, "-I", "-B", "-c", program, str(secret), port, str(os.getpid()))
        try:
            await _run(wanted, argv, submission, place / "s", scratch, output)
        finally:
            output.close()
    said = (place / "output").read_text(errors="replace")
    try:
        found = json.loads(said)
    except ValueError:
        return f"what ran in it said {said.strip()[:200]!r}"
    return found if isinstance(found, dict) else f"what ran in it said {said[:200]!r}"


async def _run(
    wanted: Confinement,
    argv: Sequence[str],
    submission: Path,
    address: Path,
    scratch: Path,
    output: Output,
) -> None:
    command = BotCommand(tuple(argv), submission, {}, "none")
    cage = make_cage(wanted, command, address, scratch)
    try:
        env = environment_of(command, cage.address, cage.home)
        process = await start_process(cage, argv, env, output, grace_s=0)
        try:
            with trio.move_on_after(_PATIENCE_S):
                await process.ended.wait()
        finally:
            await process.end()
    finally:
        cage.close()


_CLAIMS: Final[Mapping[str, Sequence[Level]]] = {
    "no-new-privileges": (Level.FULL, Level.STRONG, Level.PARTIAL),
    "filtered": (Level.FULL, Level.STRONG, Level.PARTIAL),
    "not-root": (Level.FULL, Level.STRONG, Level.PARTIAL),
    "secret-unread": (Level.FULL, Level.STRONG, Level.PARTIAL),
    "secret-unseen": (Level.FULL, Level.STRONG),
    "no-network": (Level.FULL, Level.STRONG, Level.PARTIAL),
    "arena-unseen": (Level.FULL, Level.STRONG),
    "cannot-write-outside": (Level.FULL, Level.STRONG, Level.PARTIAL),
    "writes-scratch": tuple(Level),
    "limited": (Level.FULL, Level.STRONG, Level.PARTIAL, Level.WEAK),
}
"""What the program reports as true, and the levels that promise it."""


def _holes(level: Level, found: Mapping[str, object]) -> str:
    """What does not hold at *level* although it started; empty if all does."""
    failed = [
        name for name, levels in _CLAIMS.items() if level in levels and found.get(name) is not True
    ]
    return f"it starts, and does not hold: {', '.join(failed)}" if failed else ""
