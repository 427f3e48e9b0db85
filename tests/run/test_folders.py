"""Nothing that a bot does to its scratch keeps it from being removed, and nothing else is."""

from __future__ import annotations

import fcntl
import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.run.folders import remove_folder, run_folder

NOBODY = 65534


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder under /tmp that every user can write to."""
    with tempfile.TemporaryDirectory(prefix="arena-") as name:
        folder = Path(name)
        folder.chmod(0o777)
        yield folder


def lock(folder: Path) -> None:
    """Make folders in *folder* that may not be written to, or not be entered."""
    module = folder / "cache" / "module"
    module.mkdir(parents=True)
    (module / "code").touch(0o400)
    module.chmod(0o500)
    module.parent.chmod(0o500)
    (folder / "sealed" / "inside").mkdir(parents=True)
    (folder / "sealed").chmod(0)


def test_folders_that_a_bot_locked_are_removed(shared: Path) -> None:
    scratch = shared / "scratch"

    child = os.fork()
    if child == 0:  # locks hold for a user who is not root
        try:
            if os.geteuid() == 0:
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            scratch.mkdir()
            lock(scratch)
            remove_folder(scratch)
        finally:
            os._exit(0)
    os.waitpid(child, 0)

    assert not scratch.exists()


def test_what_a_link_leads_to_stays_as_it_is(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "file").touch()
    outside.chmod(0o500)
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    (scratch / "link").symlink_to(outside)
    lock(scratch)

    remove_folder(scratch)

    assert not scratch.exists()
    assert (outside / "file").exists()
    assert outside.stat().st_mode & 0o777 == 0o500
    outside.chmod(0o700)


def test_the_folder_of_a_run_that_was_killed_is_removed_by_the_next(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(shared))
    ended = subprocess.Popen(["true"])
    ended.wait()
    dead = shared / f"arena-run-{ended.pid}-abcd"
    (dead / "w1" / "1").mkdir(parents=True)
    alive = shared / f"arena-run-{os.getpid()}-abcd"
    alive.mkdir()

    with run_folder() as folder:
        assert folder.is_dir()

    assert not dead.exists()
    assert not folder.exists()
    assert alive.exists()


def test_the_folder_of_a_run_that_another_container_holds_stays(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(shared))
    ended = subprocess.Popen(["true"])
    ended.wait()
    held = shared / f"arena-run-{ended.pid}-abcd"  # a pid that means nothing here
    held.mkdir()
    holding = os.open(held, os.O_RDONLY)
    fcntl.flock(holding, fcntl.LOCK_EX)

    with run_folder():
        pass
    stayed = held.exists()

    os.close(holding)
    assert stayed


def test_the_folder_of_a_killed_run_whose_pid_is_anothers_now_is_removed_a_living_ones_not(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(shared))
    dead = shared / f"arena-run-{os.getpid()}-abcd"
    dead.mkdir()
    os.utime(dead, (0, 0))

    with run_folder() as alive:
        os.utime(alive, (0, 0))
        with run_folder():
            assert alive.exists()
            assert not dead.exists()
