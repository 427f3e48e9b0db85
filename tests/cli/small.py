"""A data folder for one table: made in a sixth of the time that six tables take."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from tests.cli.commands import SAMPLES, Arena

BOTS = ("thumb", "random-legal", "high-card")
"""`thumb` is the sample bot rule-of-thumb, and the ladder's house bot."""
_LADDER = """
[[ladder]]
name = "{table}"
variant = "{table}"
time = "1+0.1"
house = "thumb"
margin = 3.5
"""


def small_arena(folder: Path, table: str) -> Arena:
    """An arena in *folder*, which is new or empty, with BOTS that play *table* alone."""
    folder.mkdir(exist_ok=True)
    (folder / "ladder.toml").write_text(_LADDER.format(table=table))
    arena = Arena(folder / "data")
    arena("init")
    arena("submit", *(_copy(bot, folder / "bots" / bot, table) for bot in BOTS))
    return arena


def _copy(bot: str, place: Path, table: str) -> Path:
    source = SAMPLES / ("rule-of-thumb" if bot == "thumb" else bot)
    shutil.copytree(source, place, ignore=shutil.ignore_patterns("__pycache__"))
    manifest = place / "bot.toml"
    text = re.sub(
        r"variants = \[.*?\]", f'variants = ["{table}"]', manifest.read_text(), flags=re.S
    )
    manifest.write_text(re.sub(r'^name = ".*"$', f'name = "{bot}"', text, count=1, flags=re.M))
    return place
