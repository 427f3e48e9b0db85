"""Submissions are frozen as they are, and what cannot be is refused."""

from __future__ import annotations

import hashlib
import os
import random
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.errors import ConfigError, InfrastructureError
from arena.store.folder import DataFolder
from arena.store.submissions import copy_as_frozen, digest_of, freeze, frozen_path


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    folder = tmp_path / "bot"
    (folder / "sub").mkdir(parents=True)
    (folder / "bot.toml").write_bytes(b"name\n")
    (folder / "sub" / "run").write_bytes(b"#!\x00\xff")
    (folder / "sub" / "run").chmod(0o755)
    (folder / "sub.txt").write_bytes(b"")
    return folder


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def incoming(data: DataFolder) -> list[Path]:
    return list(data.submissions.glob(".incoming-*"))


def test_the_digest_is_the_documented_one(bot: Path) -> None:
    """Byte order puts ``sub.txt`` before ``sub/run``: a dot is less than a slash."""
    content = b"bot.toml\0-\x005\0name\n" + b"sub.txt\0-\x000\0" + b"sub/run\0x\x004\0#!\x00\xff"

    assert digest_of(bot) == "sha256:" + hashlib.sha256(content).hexdigest()


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda bot: (bot / "bot.toml").write_bytes(b"nome\n"), id="content"),
        pytest.param(lambda bot: (bot / "bot.toml").rename(bot / "bot.tomm"), id="name"),
        pytest.param(lambda bot: (bot / "bot.toml").chmod(0o744), id="executable"),
        pytest.param(lambda bot: (bot / "more").touch(), id="an-empty-file-more"),
    ],
)
def test_every_change_to_a_file_changes_the_digest(
    change: Callable[[Path], object], bot: Path
) -> None:
    before = digest_of(bot)

    change(bot)

    assert digest_of(bot) != before


def test_what_comes_and_goes_with_running_changes_nothing(bot: Path, data: DataFolder) -> None:
    before = digest_of(bot)
    (bot / "sub" / "__pycache__").mkdir()
    (bot / "sub" / "__pycache__" / "x.pyc").touch()
    (bot / "old.pyc").touch()
    (bot / "empty").mkdir()
    (bot / "bot.toml").touch()
    (bot / "bot.toml").chmod(0o600)

    assert digest_of(bot) == before
    assert freeze(data, bot) == before
    frozen = frozen_path(data, before)
    files = {str(path.relative_to(frozen)) for path in frozen.rglob("*")}
    assert files == {"bot.toml", "sub", "sub.txt", "sub/run"}


def test_the_frozen_copy_is_the_same_and_read_only(bot: Path, data: DataFolder) -> None:
    digest = freeze(data, bot)

    frozen = frozen_path(data, digest)
    assert digest == digest_of(bot) == digest_of(frozen)
    assert (frozen / "sub" / "run").read_bytes() == b"#!\x00\xff"
    assert {mode(frozen), mode(frozen / "sub"), mode(frozen / "sub" / "run")} == {0o555}
    assert {mode(frozen / "bot.toml"), mode(frozen / "sub.txt")} == {0o444}
    assert incoming(data) == []


def test_freezing_again_leaves_the_first_copy(bot: Path, data: DataFolder) -> None:
    frozen = frozen_path(data, freeze(data, bot))
    before = (frozen / "bot.toml").stat().st_ino

    assert frozen_path(data, freeze(data, bot)) == frozen

    assert (frozen / "bot.toml").stat().st_ino == before
    assert incoming(data) == []


def test_what_happens_to_the_folder_later_does_not_matter(bot: Path, data: DataFolder) -> None:
    digest = freeze(data, bot)

    (bot / "bot.toml").write_bytes(b"other")

    assert digest_of(frozen_path(data, digest)) == digest
    assert freeze(data, bot) != digest


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(os.path.relpath(path))


@pytest.mark.parametrize(
    ("put", "sentence"),
    [
        pytest.param(
            lambda bot: (bot / "link").symlink_to("bot.toml"),
            "/bot/link: expected files and folders, got a link: copy its target",
            id="link-to-a-file",
        ),
        pytest.param(
            lambda bot: (bot / "link").symlink_to("sub"), "got a link", id="link-to-a-folder"
        ),
        pytest.param(lambda bot: (bot / "link").symlink_to("nowhere"), "got a link", id="dangling"),
        pytest.param(lambda bot: os.mkfifo(bot / "pipe"), "got a device or socket", id="pipe"),
        pytest.param(lambda bot: _socket(bot / "sock"), "got a device or socket", id="socket"),
        pytest.param(
            lambda bot: (bot / "a\nb").touch(), "expected a name without newlines", id="newline"
        ),
        pytest.param(
            lambda bot: (bot / "a\nb").mkdir(), "expected a name without newlines", id="folder"
        ),
        pytest.param(
            lambda bot: Path(os.fsdecode(bytes(bot) + b"/\xff")).touch(),
            "expected a name in UTF-8",
            id="latin",
        ),
    ],
)
def test_what_is_no_plain_file_is_refused(
    put: Callable[[Path], None],
    sentence: str,
    bot: Path,
    data: DataFolder,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(bot)
    put(bot)

    for refused in (digest_of, lambda folder: freeze(data, folder)):
        with pytest.raises(ConfigError) as refusal:
            refused(bot)
        assert sentence in str(refusal.value)
    assert incoming(data) == []


@pytest.mark.parametrize("name", ["bot.py", "bot.zip", "bot.7z"])
def test_a_path_that_is_no_folder_is_not_frozen(
    name: str, data: DataFolder, tmp_path: Path
) -> None:
    (tmp_path / name).touch()

    with pytest.raises(ConfigError, match="expected a submission's folder, or an archive of it"):
        freeze(data, tmp_path / name)
    with pytest.raises(ConfigError, match="no such folder or archive"):
        freeze(data, tmp_path / "nowhere")


def test_more_files_than_the_limit_are_refused(bot: Path, data: DataFolder) -> None:
    for number in range(2_000 - 3):
        (bot / f"{number}").touch()
    digest_of(bot)

    (bot / "one-too-many").touch()

    with pytest.raises(ConfigError, match="expected at most 2000 files, got more"):
        freeze(data, bot)


def test_more_bytes_than_the_limit_are_refused(bot: Path, data: DataFolder) -> None:
    """A file with a hole, so that the test needs no such disk."""
    with (bot / "huge").open("wb") as file:
        file.truncate(1 << 40)

    with pytest.raises(ConfigError, match="expected at most 256 MiB, got more"):
        digest_of(bot)


def test_a_submission_that_is_gone_is_our_failure(data: DataFolder) -> None:
    with pytest.raises(InfrastructureError, match="missing"):
        frozen_path(data, "sha256:" + "0" * 64)


def test_what_an_interrupted_copy_left_is_removed(bot: Path, data: DataFolder) -> None:
    left = data.submissions / ".incoming-x" / "sub"
    left.mkdir(parents=True)
    (left / "file").touch()
    left.chmod(0o555)
    left.parent.chmod(0o555)

    freeze(data, bot)

    assert incoming(data) == []


_FREEZE = """
import sys
from pathlib import Path
from arena.store.folder import open_data
from arena.store.submissions import freeze
with open_data(Path(sys.argv[1])) as data:
    print("ready", flush=True)
    print(freeze(data, Path(sys.argv[2])))
"""


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.parametrize("chance", range(4))
def test_a_copy_killed_at_any_moment_is_whole_or_not_there(
    chance: int, bot: Path, data: DataFolder
) -> None:
    for number in range(150):
        (bot / f"file-{number}").write_bytes(b"x" * 1000)
    command = [sys.executable, "-c", _FREEZE, str(data.path), str(bot)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert process.stdout
    assert process.stdout.readline() == b"ready\n"
    time.sleep(random.Random(chance).uniform(0, 0.3))
    process.kill()
    process.communicate()

    digest = digest_of(bot)
    for place in data.submissions.glob("[0-9a-f]*"):
        assert digest_of(place) == f"sha256:{place.name}" == digest

    assert freeze(data, bot) == digest == digest_of(frozen_path(data, digest))
    assert incoming(data) == []


@pytest.mark.process
def test_two_processes_that_freeze_the_same_bot_agree(bot: Path, data: DataFolder) -> None:
    command = [sys.executable, "-c", _FREEZE, str(data.path), str(bot)]

    processes = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(2)]
    outputs = [process.communicate()[0].split()[-1].decode() for process in processes]

    assert outputs == [digest_of(bot)] * 2


def test_a_copy_can_be_read_by_every_user_whatever_the_modes_were(
    bot: Path, tmp_path: Path
) -> None:
    (bot / "bot.toml").chmod(0o600)
    (bot / "sub" / "run").chmod(0o700)
    (bot / "sub").chmod(0o700)
    copy = tmp_path / "copy"

    copy_as_frozen(bot, copy)

    assert digest_of(copy) == digest_of(bot)
    assert [mode(copy), mode(copy / "sub")] == [0o555, 0o555]
    assert [mode(copy / "bot.toml"), mode(copy / "sub" / "run")] == [0o444, 0o555]
