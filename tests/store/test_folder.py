"""The data folder: made once, opened by its owner, played in by one arena at a time."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from arena.errors import ConfigError, InfrastructureError
from arena.store.folder import DataFolder, create_data, open_data
from arena.store.registry import list_bots
from tests.store.situations import register


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_only_its_owner_may_look_into_a_data_folder(tmp_path: Path) -> None:
    mask = os.umask(0)
    try:
        with create_data(tmp_path / "data") as data:
            register(data, "ann")
            assert mode(data.path) == 0o700
            assert {mode(file) for file in data.path.glob("arena.db*")} == {0o600}
    finally:
        os.umask(mask)


@pytest.mark.parametrize("name", ["a?b", "a#b", "a%20b", "a b", "ü", "a'b"])
def test_a_folder_may_have_any_name(name: str, tmp_path: Path) -> None:
    with create_data(tmp_path / name) as data:
        register(data, "ann")

    with open_data(tmp_path / name) as data:
        assert [bot.id.name for bot in list_bots(data)] == ["ann"]
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_relative_folder_stays_the_same_when_the_working_folder_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with create_data(Path("data")) as data:
        monkeypatch.chdir("/")
        register(data, "ann")

    assert (tmp_path / "data" / "arena.db").stat().st_size > 0


def test_no_second_folder_is_made_over_the_first(data: DataFolder) -> None:
    with pytest.raises(ConfigError, match="there is one already"):
        create_data(data.path)


def test_a_folder_with_other_things_in_it_is_left_alone(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "thesis.txt").touch()

    with pytest.raises(ConfigError, match=r"expected an empty folder, got one that holds 'thesis"):
        create_data(tmp_path)

    assert mode(tmp_path) == 0o755


def test_an_init_that_was_interrupted_can_be_done_again(tmp_path: Path) -> None:
    (tmp_path / "data" / "submissions").mkdir(parents=True)

    create_data(tmp_path / "data").close()

    open_data(tmp_path / "data").close()


def test_opening_nothing_says_how_to_make_a_folder(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"there is none: make one with 'arena init'"):
        open_data(tmp_path / "nowhere")


def test_a_file_in_the_way_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(ConfigError, match="cannot be made"):
        create_data(tmp_path / "file")
    with pytest.raises(ConfigError):
        open_data(tmp_path / "file")


def test_a_database_that_is_none_is_our_failure(tmp_path: Path) -> None:
    create_data(tmp_path / "data").close()
    (tmp_path / "data" / "arena.db").write_bytes(b"no database" * 1000)

    with pytest.raises(InfrastructureError, match="not a database"):
        open_data(tmp_path / "data")


def test_a_second_arena_in_a_folder_is_refused_by_the_pid_of_the_first(data: DataFolder) -> None:
    refusal = pytest.raises(ConfigError, match=rf"\(process {os.getpid()}\)")

    with (
        open_data(data.path) as again,
        data.exclusive_play_lock(),
        refusal,
        again.exclusive_play_lock(),
    ):
        pass

    with data.exclusive_play_lock():
        pass


_HOLDER = """
import sys, time
from pathlib import Path
from arena.store.folder import open_data
with open_data(Path(sys.argv[1])) as data, data.exclusive_play_lock():
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.mark.process
def test_a_killed_arena_leaves_no_lock(data: DataFolder) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", _HOLDER, str(data.path)], stdout=subprocess.PIPE
    )
    with holder:
        assert holder.stdout
        assert holder.stdout.readline() == b"held\n"
        with (
            pytest.raises(ConfigError, match=rf"\(process {holder.pid}\)"),
            data.exclusive_play_lock(),
        ):
            pass
        holder.send_signal(signal.SIGKILL)

    with data.exclusive_play_lock():
        assert (data.path / "lock").read_text() == f"{os.getpid()}\n"
