"""Batches of attacks, each run once for all the tests that ask what came of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from arena.referee.confinement import Level
from tests.hostile.guard import guarded, join
from tests.hostile.ordinary_user import UID, as_ordinary_user, why_not
from tests.hostile.staging import Ran

REPOSITORY = Path(__file__).parents[2]
_PATIENCE_S = 600


@dataclass(frozen=True)
class Where:
    """At which level, and whether root or an ordinary user runs the arena."""

    level: Level
    as_user: bool

    def __str__(self) -> str:
        return f"{self.level.value}-{'user' if self.as_user else 'root'}"


Batch = Mapping[str, Sequence[Ran]]
"""The lives of each attack by its name."""


@pytest.fixture(scope="session")
def batch() -> Callable[[Where], Batch]:
    """What came of all attacks somewhere; skips where that cannot be had."""
    played = cache(_play)

    def of(where: Where) -> Batch:
        if os.geteuid() and not where.as_user:
            pytest.skip("this is not root")
        found = played(where)
        if isinstance(found, AssertionError):
            raise found
        if isinstance(found, str):
            pytest.skip(f"level {where.level.value} cannot be had: {found}")
        return found

    return of


def _play(where: Where) -> Batch | str | AssertionError:
    """Why it cannot be had is said in a sentence; that it failed is an error."""
    becomes_user = where.as_user and os.geteuid() == 0
    owner = UID if becomes_user else os.geteuid()
    with tempfile.TemporaryDirectory(prefix="arena-") as name, guarded(owner) as group:
        folder = Path(name)
        folder.chmod(0o755)
        before: list[str] = []
        if becomes_user:
            if reason := why_not():
                return reason
            before = as_ordinary_user(folder)
        results = folder / "results"
        command = [sys.executable, "-B", "-m", "tests.hostile.batch", where.level.value]
        ended = subprocess.run(
            [*before, *command, str(results)],
            cwd=REPOSITORY,
            timeout=_PATIENCE_S,
            preexec_fn=lambda: join(group, os.getpid()),
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        if ended.returncode:
            return AssertionError(
                f"the batch ended with {ended.returncode}: {ended.stderr[-4000:]}"
            )
        found = json.loads(results.read_text())
    if "missing" in found:
        return str(found["missing"])
    return {name: [Ran(**life) for life in lives] for name, lives in found["ran"].items()}
