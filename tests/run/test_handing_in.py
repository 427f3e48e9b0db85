"""An archive that is handed in is unpacked behind walls, and comes out as it went in."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from arena.errors import ConfigError
from arena.host.sandbox.cage import OPEN, Confinement
from arena.host.sandbox.uids import POOL
from arena.referee.confinement import Level, SandboxPolicy
from arena.run.confining import best_level
from arena.run.handing_in import handed_in
from tests.store.archives import tar_member, tgz

pytestmark = pytest.mark.process


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """A bot of two files."""
    path = tmp_path / "bot.tgz"
    path.write_bytes(tgz(tar_member(b"inner/run", b"#!/bin/sh\n", mode=0o755)))
    return path


def confinement_at(level: Level) -> Confinement:
    try:
        return best_level(SandboxPolicy(level=level)).confinement
    except ConfigError as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("level", Level, ids=lambda level: level.value)
def test_the_files_of_an_archive_come_out_at_every_level(archive: Path, level: Level) -> None:
    with handed_in(archive, confinement_at(level)) as submission:
        script = submission.folder / "inner" / "run"

        assert script.read_text() == "#!/bin/sh\n"
        assert script.stat().st_mode & 0o777 == 0o700
        assert (submission.folder / "bot.toml").is_file()


@pytest.mark.parametrize(
    "level", [Level.FULL, Level.STRONG, Level.PARTIAL], ids=lambda one: one.value
)
def test_what_unpacks_for_root_is_nobody(archive: Path, level: Level) -> None:
    if os.geteuid() != 0:
        pytest.skip("this is not root")

    with handed_in(archive, confinement_at(level)) as submission:
        assert (submission.folder / "bot.toml").stat().st_uid in POOL


def test_a_damaged_archive_is_refused_behind_walls_with_the_same_words(tmp_path: Path) -> None:
    damaged = tmp_path / "bot.tgz"
    damaged.write_bytes(tgz(tar_member(b"../out", b"x")))
    walled = confinement_at(Level.STRONG)

    with pytest.raises(ConfigError) as behind, handed_in(damaged, walled):
        pass
    with pytest.raises(ConfigError) as without, handed_in(damaged, OPEN):
        pass

    assert str(behind.value) == str(without.value)
    assert "expected a path without" in str(behind.value)
