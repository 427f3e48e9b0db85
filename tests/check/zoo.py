"""The bots of the zoo as submissions, and the check that each of them is to fail."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

from arena.host.sandbox.cage import Confinement
from arena.referee.confinement import SandboxLimits
from arena.run.check.rig import Effort

ROOT = Path(__file__).parents[2]
ZOO = ROOT / "tests" / "zoo"
_BASE = "blameless"
BOTS = tuple(sorted(path.stem for path in ZOO.iterdir() if path.stem not in (_BASE, "__pycache__")))
SMALL = Effort(
    positions=2,
    deals=5,
    long_run_deals=120,
    long_run_s=10,
    quiet_s=0.1,
)
"""Enough to tell the bots of the zoo apart."""
CRAMPED = Confinement(limits=SandboxLimits(memory_mib=150, scratch_mib=2))
"""No walls, so that bots can do what they should not, and limits that are soon reached."""

BRIEF = Effort(positions=1, deals=2, long_run_deals=15, long_run_s=5, quiet_s=0.1)
"""Enough to see that a bot without fault passes."""


def fails(bot: str) -> str:
    """The check that *bot* says it fails."""
    folder = ZOO / bot
    text = (folder / "bot.toml" if folder.is_dir() else ZOO / f"{bot}.py").read_text()
    (check,) = re.findall(r"Fails: ([a-z0-9-]+)\.", text)
    assert isinstance(check, str)
    return check


def submission(bot: str, place: Path) -> Path:
    """A folder with *bot* in it, ready to be submitted."""
    folder = place / bot.replace("_", "-")
    if (ZOO / bot).is_dir():
        shutil.copytree(ZOO / bot, folder)
        return folder
    folder.mkdir()
    shutil.copy(ZOO / f"{bot}.py", folder / "bot.py")
    shutil.copy(ZOO / f"{_BASE}.py", folder)
    (folder / "bot.toml").write_text(
        f"""
[bot]
name = "zoo"
version = "1"
[run]
command = ["python", "bot.py"]
runtime = "python"
[plays]
variants = ["called-ace"]
[env]
PYTHONPATH = {json.dumps(str(ROOT))}
"""
    )
    return folder
