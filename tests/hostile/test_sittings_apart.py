"""No bot can know a deal again: its sittings share nothing that it could leave a mark in (R52)."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from arena.referee.confinement import Level, SandboxPolicy
from arena.run.confining import try_out
from tests.hostile.conftest import REPOSITORY, Where
from tests.hostile.ordinary_user import UID, as_ordinary_user, why_not

pytestmark = [pytest.mark.process, pytest.mark.slow]

DEALS = 2
HERE = Path(__file__).parent


@dataclass(frozen=True)
class Life:
    """What the bot said in one sitting."""

    text: str

    @property
    def found(self) -> list[str]:
        """Marks of other lives, each with the way by which it was found."""
        return re.findall(r"^found (.+)$", self.text, re.M)

    @property
    def told(self) -> str:
        """Its environment and its arguments."""
        return next(iter(re.findall(r"^told (.+)$", self.text, re.M)), "")

    @property
    def asked(self) -> list[tuple[str, str, str, int]]:
        """Decision id, bot seed, hand and time of all that it was asked."""
        lines = re.findall(r"^asked (\S+) (\S+) (\S+) (\d+)$", self.text, re.M)
        return [(one, seed, hand, int(at)) for one, seed, hand, at in lines]

    def meets(self, other: Life) -> bool:
        """Whether both lived at the same time."""
        return self.asked[0][3] < other.asked[-1][3] and other.asked[0][3] < self.asked[-1][3]


LADDER = """
[[ladder]]
name = "picker-alone-3"
variant = "picker-alone-3"
time = "20+1"
house = "rule-of-thumb"
margin = 3.3
[sandbox]
level = "{level}"
"""


def run_arena(prefix: Sequence[str], folder: Path, *words: str | Path) -> None:
    """Run the command in *folder*, which has the data folder."""
    done = subprocess.run(
        [*prefix, sys.executable, "-B", "-m", "arena.cli.main", *map(str, words)],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "TMPDIR": str(folder), "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def registered() -> Iterator[Path]:
    """A folder with a data folder in which the bot is registered, and a configuration a level."""
    with tempfile.TemporaryDirectory(prefix="arena-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        for level in Level:
            (folder / f"{level.value}.toml").write_text(LADDER.format(level=level.value))
        configured = ("--config", folder / "none.toml")
        run_arena((), folder, "init", *configured)
        run_arena((), folder, "submit", HERE / "recogniser", *configured)
        yield folder


def lives_at(where: Where, folder: Path) -> list[Life]:
    """The bot's lives in an event of one match, two sittings at once."""
    prefix: Sequence[str] = ()
    if where.as_user and os.geteuid() == 0:
        folder = Path(shutil.copytree(folder, folder.with_name(f"{folder.name}-user")))
        for path in (folder, *folder.rglob("*")):
            os.chown(path, UID, UID, follow_symlinks=False)
        prefix = as_ordinary_user(folder)
    try:
        event = str(where).replace("-", "_")
        what = ("round-robin", "recogniser", "--event", event, "--deals", DEALS)
        how = ("--concurrency", 2, "--config", folder / f"{where.level.value}.toml")
        run_arena(prefix, folder, "tournament", *map(str, (*what, *how)))
        logs = sorted((folder / "arena-data" / "logs" / event).rglob("*.log"))
        texts = [log.read_text(errors="replace") for log in logs]
    finally:
        if prefix:
            shutil.rmtree(folder)
    return [Life(text) for text in texts if text.startswith("life=")]


@pytest.fixture(scope="module")
def lives(request: pytest.FixtureRequest, registered: Path) -> list[Life]:
    """Of the bot, where the test says."""
    where: Where = request.param
    if os.geteuid() and not where.as_user:
        pytest.skip("this is not root")
    if where.as_user and os.geteuid() == 0 and (reason := why_not()):
        pytest.skip(reason)
    if not where.as_user and not (trial := try_out(where.level, SandboxPolicy())).confinement:
        pytest.skip(f"level {where.level.value} cannot be had: {trial.why_not}")
    return lives_at(where, registered)


def at_night(where: Where) -> ParameterSet:
    """One event more, where root has had one already."""
    return pytest.param(where, marks=[pytest.mark.nightly] if os.geteuid() == 0 else [])


FULL = Where(Level.FULL, as_user=False)
STRONG = Where(Level.STRONG, as_user=False)
STRONG_AS_USER = Where(Level.STRONG, as_user=True)
OPEN = Where(Level.NONE, as_user=os.geteuid() != 0)
APART = [FULL, at_night(STRONG), at_night(STRONG_AS_USER)]


@pytest.mark.parametrize("lives", APART, indirect=True, ids=str)
def test_no_life_of_a_bot_finds_a_mark_of_another(lives: list[Life]) -> None:
    assert [life.found for life in lives] == [[]] * len(lives)


@pytest.mark.parametrize("lives", APART, indirect=True, ids=str)
def test_sittings_came_one_after_another_and_two_at_once(lives: list[Life]) -> None:
    met = [one.meets(other) for one, other in combinations(lives, 2)]

    assert len(lives) == 3
    assert any(met)
    assert not all(met)


@pytest.mark.parametrize("lives", APART, indirect=True, ids=str)
def test_nothing_that_a_bot_is_told_names_its_sitting(lives: list[Life]) -> None:
    ids = [one for life in lives for one, _, _, _ in life.asked]
    seeds = [{seed for _, seed, _, _ in life.asked} for life in lives]

    assert len({life.told for life in lives}) == 1
    assert len(ids) == len(set(ids))
    assert [len(of_life) for of_life in seeds] == [DEALS] * len(lives)
    assert len(set().union(*seeds)) == DEALS * len(lives)


@pytest.mark.parametrize("lives", [OPEN], indirect=True, ids=str)
def test_without_walls_marks_are_found_in_every_way(lives: list[Life]) -> None:
    ways = {found.split()[0] for life in lives for found in life.found}

    assert ways >= {"file", "name", "lock", "process", "log", "number"}
