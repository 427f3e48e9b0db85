"""A real bot serves from behind the walls of the partial level."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from arena.host.sandbox.landlock import landlock_abi
from arena.host.sandbox.restrict import encode_restrictions
from arena.rules.actions import Action
from tests.host.sandbox.restricted import INTERPRETER, LAUNCHER, REPOSITORY, walls
from tests.host.sandbox.sample import SUBMISSION, answer_of_sample_bot


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
