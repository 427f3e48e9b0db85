"""A real bot serves from behind the walls of the partial level."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import grpc
import pytest

from arena.host.sandbox.landlock import landlock_abi
from arena.host.sandbox.restrict import encode_restrictions
from arena.rules.actions import Action
from arena.v1 import bot_pb2 as pb
from arena.v1.bot_pb2_grpc import BotStub
from tests.host.sandbox.restricted import (
    INTERPRETER,
    LAUNCHER,
    REPOSITORY,
    SYSTEM_PYTHON,
    dropping_uid,
    started,
    walls,
    walls_of_nobody,
)
from tests.host.sandbox.sample import PACKAGES, SUBMISSION, answer_of_sample_bot


@pytest.mark.process
@pytest.mark.skipif(landlock_abi() == 0, reason="this kernel has no Landlock")
async def test_a_sample_bot_plays_behind_the_walls(private: Path) -> None:
    installed = [path for path in INTERPRETER if path != str(REPOSITORY)]
    shown = (*installed, str(SUBMISSION), str(REPOSITORY / "arena"))
    restrictions = walls(private, shown=shown)._replace(listed=(str(REPOSITORY),))
    told = private / "restrictions"
    told.write_bytes(encode_restrictions(restrictions))
    launcher = (sys.executable, "-I", "-S", str(LAUNCHER), "8:7", str(os.getpid()), "")
    starter = ("sh", "-c", f'exec "$@" 7<{told} 8>/dev/null', "sh", *launcher)

    answer = await answer_of_sample_bot(private, starter)

    assert isinstance(answer, Action)


@pytest.mark.process
@pytest.mark.skipif(landlock_abi() == 0, reason="this kernel has no Landlock")
def test_a_sample_bot_serves_behind_the_walls_with_a_uid_of_its_own(private: Path) -> None:
    need_packages_for_system_python()
    starter = dropping_uid()
    shown = (str(PACKAGES), str(REPOSITORY / "arena"), str(SUBMISSION))
    restrictions = walls_of_nobody(private)
    restrictions = restrictions._replace(
        readable=(*restrictions.readable, *shown), listed=(str(REPOSITORY),)
    )
    address = f"unix:{restrictions.listening[0]}/bot.sock"
    command = (SYSTEM_PYTHON, "-B", str(SUBMISSION / "bot.py"))
    env = {
        "PYTHONPATH": f"{REPOSITORY}:{PACKAGES}",
        "ARENA_BOT_ADDRESS": address,
        "ARENA_PROTOCOL_VERSIONS": "1",
    }

    with (
        started(restrictions, command, starter, **env) as (_, status),
        grpc.insecure_channel(address) as channel,
    ):
        assert status.read().strip() == ""
        hello = pb.HelloRequest(protocol_versions=[1])
        answer = BotStub(channel).Hello(hello, timeout=20, wait_for_ready=True)

    assert answer.name == "random-legal"


def need_packages_for_system_python() -> None:
    """Skip where the system's Python cannot import the packages that the tests run with."""
    asked = subprocess.run(
        [*dropping_uid(), "-c", "import google.protobuf, grpc"],
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(PACKAGES)},
        capture_output=True,
        check=False,
    )
    if asked.returncode:
        pytest.skip(f"{SYSTEM_PYTHON} cannot import {PACKAGES}/grpc as another user")
