"""A bot handed in as an archive: what it is called, where it came from, and that it plays."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from arena.store.submissions import digest_of
from tests.cli.commands import SAMPLES, Arena

LADDER = """
[[ladder]]
name = "three"
variant = "picker-alone-3"
time = "20+1"
house = "packed"
margin = 4.0
"""


@pytest.fixture
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose path is short enough for sockets below it."""
    return tmp_path_factory.mktemp("zip")


@pytest.fixture
def bot(place: Path) -> Path:
    """A sample bot that claims one table."""
    folder = place / "packed"
    shutil.copytree(SAMPLES / "random-legal", folder)
    (folder / "bot.toml").write_text(
        '[bot]\nname = "packed"\nversion = "1"\n[run]\ncommand = ["python", "bot.py"]\n'
        'runtime = "python"\n[plays]\nvariants = ["picker-alone-3"]\n'
    )
    return folder


@pytest.mark.process
@pytest.mark.slow
def test_a_bot_from_an_archive_is_registered_and_plays(bot: Path, place: Path) -> None:
    (place / "ladder.toml").write_text(LADDER)
    arena = Arena(place / "data")
    arena("init")
    archive = shutil.make_archive(str(place / "upload"), "zip", place, "packed")

    (submitted,) = arena("submit", archive, "--json").json
    again = arena("submit", bot).out
    arena("tournament", "session", "packed", "--deals", "1", "--event", "one")

    assert submitted["origin"] == "archive"
    assert submitted["digest"] == digest_of(bot)
    assert again == "packed@1 was registered before, with these same files\n"
    assert arena("bots", "show", "packed", "--json").json["origin"] == "archive"
    (event,) = arena("events", "--json").json
    assert (event["status"], event["sittings_done"]) == ("complete", 1)
    assert list((place / "tmp").glob("arena-run-*")) == []
