"""Archives that tools make are unpacked to what they were made from, in a process with limits."""

from __future__ import annotations

import os
import random
import resource
import shutil
import stat
import subprocess
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.errors import ConfigError, InfrastructureError
from arena.store.archive.child import confine
from arena.store.archive.limits import UnpackingLimits
from arena.store.archive.unpacking import Ended, run_here, unpack_archive
from arena.store.submissions import digest_of
from tests.store.archives import (
    MANIFEST,
    Zipped,
    deflated,
    folder_state,
    in_this_process,
    tar,
    tar_member,
    tgz,
    zipped,
)

MIB = 1024 * 1024


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """Names long and short, in letters of all kinds; contents short, long and empty."""
    folder = tmp_path / "bot"
    deep = folder / "lib" / ("n" * 120) / "ünïcode ‐ 名前"
    deep.mkdir(parents=True)
    (folder / "bot.toml").write_bytes(MANIFEST)
    (folder / "empty").touch()
    (folder / "run.sh").write_bytes(b"#!/bin/sh\n")
    (folder / "run.sh").chmod(0o755)
    (deep / ("w" * 150)).write_bytes(random.Random(1).randbytes(300_000))
    (folder / "lib" / "zeros.bin").write_bytes(bytes(512))
    (folder / "lib" / "inner.zip").write_bytes(zipped())
    return folder


def _tarfile(form: int) -> Callable[[Path, Path], None]:
    def pack(bot: Path, archive: Path) -> None:
        with tarfile.open(archive, "w", format=form) as file:
            for path in sorted(bot.rglob("*")):
                file.add(path, path.relative_to(bot), recursive=False)

    return pack


def _zipfile(method: int) -> Callable[[Path, Path], None]:
    def pack(bot: Path, archive: Path) -> None:
        with zipfile.ZipFile(archive, "w", method) as file:
            for path in sorted(bot.rglob("*")):
                file.write(path, path.relative_to(bot))

    return pack


def _command(tool: str, line: str) -> Callable[[Path, Path], None]:
    """A shell line that needs *tool*, in the folder above the bot's."""

    def pack(bot: Path, archive: Path) -> None:
        if shutil.which(tool) is None:
            pytest.skip(f"no {tool} on this machine")
        subprocess.run(
            ["sh", "-c", f"export LC_ALL=C.UTF-8; {line}", "sh", archive],
            cwd=bot.parent,
            check=True,
            capture_output=True,
        )

    return pack


def _git(form: str) -> Callable[[Path, Path], None]:
    commit = (
        "git init -q bot && cd bot && git add . && "
        "git -c user.name=a -c user.email=a@b commit -qm a && "
        f"git archive --format={form} -o $1 HEAD && rm -rf .git"
    )
    return _command("git", commit)


@pytest.mark.parametrize(
    ("name", "pack"),
    [
        pytest.param("b.tar", _tarfile(tarfile.PAX_FORMAT), id="python's tarfile, pax"),
        pytest.param("b.tar", _tarfile(tarfile.GNU_FORMAT), id="python's tarfile, gnu"),
        pytest.param("b.zip", _zipfile(zipfile.ZIP_STORED), id="python's zipfile, stored"),
        pytest.param("b.zip", _zipfile(zipfile.ZIP_DEFLATED), id="python's zipfile, deflated"),
        pytest.param("b.tar.gz", _command("tar", "tar -czf $1 -C bot ."), id="tar of the inside"),
        pytest.param(
            "b.tgz", _command("tar", "tar -czf $1 -C bot $(ls bot)"), id="tar of the names"
        ),
        pytest.param(
            "b.TGZ", _command("tar", "tar -czf $1 --format=posix -C bot ."), id="tar, posix"
        ),
        pytest.param("b.zip", _command("zip", "cd bot; zip -qr $1 ."), id="zip"),
        pytest.param(
            "b.zip", _command("zip", "cd bot; zip -qr - . | cat > $1"), id="zip into a pipe"
        ),
        pytest.param("b.zip", _git("zip"), id="git archive, zip"),
        pytest.param("b.tar.gz", _git("tar.gz"), id="git archive, tar.gz"),
    ],
)
def test_an_archive_is_unpacked_to_the_files_it_was_made_from(
    name: str, pack: Callable[[Path, Path], None], bot: Path, tmp_path: Path
) -> None:
    archive = tmp_path / name
    pack(bot, archive)

    unpack_archive(archive, tmp_path / "unpacked", run=in_this_process)

    assert digest_of(tmp_path / "unpacked") == digest_of(bot)


def test_files_are_the_owners_alone_and_executable_or_not(tmp_path: Path) -> None:
    archive = tmp_path / "bot.tar"
    archive.write_bytes(
        tar(tar_member(b"all", b"x", mode=0o777), tar_member(b"d/none", b"x", mode=0))
    )

    unpack_archive(archive, tmp_path / "unpacked", run=in_this_process)

    modes = {
        path: stat.S_IMODE(mode) for path, (mode, _) in folder_state(tmp_path / "unpacked").items()
    }
    assert modes == {"bot.toml": 0o600, "all": 0o700, "d": 0o700, "d/none": 0o600}
    assert stat.S_IMODE((tmp_path / "unpacked").stat().st_mode) == 0o700


@pytest.mark.parametrize(
    ("name", "content"),
    [
        pytest.param("b.zip", zipped(Zipped(b"d/", mode=0o040755)), id="empty folder, zip"),
        pytest.param("b.tar", tar(tar_member(b"d/", kind=b"5")), id="empty folder, tar"),
        pytest.param("b.zip", zipped(Zipped(b"__MACOSX/._bot.toml", b"x")), id="resource fork"),
        pytest.param("b.zip", zipped(comment=b"made by a tool"), id="comment"),
    ],
)
def test_what_is_no_file_of_the_bot_is_left_out(name: str, content: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)

    unpack_archive(tmp_path / name, tmp_path / "unpacked", run=in_this_process)

    files = {path: content for path, (_, content) in folder_state(tmp_path / "unpacked").items()}
    assert files == {"bot.toml": MANIFEST}


def test_sizes_that_follow_the_bytes_are_compared(tmp_path: Path) -> None:
    good = zipped(Zipped(b"x", b"xyz", described=True))
    at = good.index(b"PK\7\x08") + 4
    (tmp_path / "good.zip").write_bytes(good)
    (tmp_path / "bad.zip").write_bytes(good[:at] + b"\0\0\0\0" + good[at + 4 :])

    unpack_archive(tmp_path / "good.zip", tmp_path / "unpacked", run=in_this_process)
    with pytest.raises(ConfigError, match="same sizes and checksum after its bytes"):
        unpack_archive(tmp_path / "bad.zip", tmp_path / "bad", run=in_this_process)

    assert (tmp_path / "unpacked" / "x").read_bytes() == b"xyz"


def test_just_as_much_as_is_allowed_is_unpacked(tmp_path: Path) -> None:
    """64 MiB a file, in folders 31 deep, 100 times its size at most."""
    size = 64 * MIB
    zeros = Zipped(b"z", bytes(size), deflated=deflated(64))
    filler = Zipped(b"d/" * 31 + b"f", random.Random(1).randbytes(size // 99), method=0)
    (tmp_path / "b.zip").write_bytes(zipped(zeros, filler))

    unpack_archive(tmp_path / "b.zip", tmp_path / "unpacked", run=in_this_process)

    assert (tmp_path / "unpacked" / "z").stat().st_size == size
    assert (tmp_path / "unpacked" / ("d/" * 31 + "f")).stat().st_size == size // 99


def test_more_than_256_mib_are_refused(tmp_path: Path) -> None:
    """Each has a mebibyte of random content, so that it is not the ratio that stops them."""
    dense = random.Random(1).randbytes(MIB)
    crc = zlib.crc32(dense + bytes(51 * MIB))
    files = [
        Zipped(b"f%d" % number, size=52 * MIB, crc=crc, deflated=deflated(dense, 51))
        for number in range(6)
    ]
    (tmp_path / "b.zip").write_bytes(zipped(*files))

    with pytest.raises(ConfigError, match="expected at most 256 MiB in all, got more"):
        unpack_archive(tmp_path / "b.zip", tmp_path / "unpacked", run=in_this_process)


def test_an_archive_of_more_than_64_mib_is_not_even_read(tmp_path: Path) -> None:
    with (tmp_path / "b.tar").open("wb") as file:
        file.truncate(64 * MIB + 1)

    with pytest.raises(ConfigError, match=r"b\.tar: expected at most 64 MiB, got 64\.0 MiB"):
        unpack_archive(tmp_path / "b.tar", tmp_path / "unpacked")


@pytest.mark.parametrize("name", ["b.7z", "b.tar.xz", "b.tar.bz2", "b.tar.zst", "b.rar", "b.gz"])
def test_other_kinds_of_archives_are_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / name).touch()

    with pytest.raises(ConfigError, match=r"expected an archive \(\.zip, \.tar, \.tar\.gz, \.tgz"):
        unpack_archive(tmp_path / name, tmp_path / "unpacked")


def test_what_is_no_file_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "b.zip")

    with pytest.raises(ConfigError, match=r"b\.zip: expected a file"):
        unpack_archive(tmp_path / "b.zip", tmp_path / "unpacked")


@pytest.mark.process
def test_the_process_unpacks_and_refuses(tmp_path: Path) -> None:
    (tmp_path / "good.tgz").write_bytes(tgz(tar_member(b"x", b"x")))
    (tmp_path / "bad.tgz").write_bytes(tgz(tar_member(b"../x", b"x")))

    unpack_archive(tmp_path / "good.tgz", tmp_path / "good")
    with pytest.raises(ConfigError, match=r"bad\.tgz: member '\.\./x': expected a path without"):
        unpack_archive(tmp_path / "bad.tgz", tmp_path / "bad")

    assert (tmp_path / "good" / "x").read_bytes() == b"x"
    assert not (tmp_path / "bad").exists()


@pytest.mark.process
def test_the_process_imports_nothing_from_where_it_unpacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder is on its path only if somebody started it there."""
    (tmp_path / "b.tar").write_bytes(tar(tar_member(b"unicodedata.py", b"raise SystemExit(9)")))
    monkeypatch.setenv("PYTHONPATH", ".")

    unpack_archive(tmp_path / "b.tar", tmp_path / "unpacked")

    assert (tmp_path / "unpacked" / "unicodedata.py").exists()


@pytest.mark.process
def test_more_memory_than_allowed_is_refused(tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_bytes(zipped(Zipped(b"x", bytes(60 * MIB), method=0)))

    with pytest.raises(ConfigError, match="to be unpacked in 48 MiB of memory, got more"):
        unpack_archive(tmp_path / "b.zip", tmp_path / "out", UnpackingLimits(memory_mib=48))

    assert not (tmp_path / "out").exists()


@pytest.mark.slow
@pytest.mark.process
def test_a_process_that_does_not_end_is_killed(tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_bytes(zipped())
    pids = tmp_path / "pid"

    def endless(argv: object, archive: object, folder: Path, wall_s: float) -> Ended | None:
        program = f"import os; open({str(pids)!r}, 'w').write(str(os.getpid()))\nwhile True: pass"
        with (tmp_path / "b.zip").open("rb") as file:
            return run_here([sys.executable, "-c", program], file, folder, wall_s)

    with pytest.raises(InfrastructureError, match=r"b\.zip: unpacking was ended after 2 s"):
        unpack_archive(tmp_path / "b.zip", tmp_path / "out", UnpackingLimits(wall_s=2), run=endless)

    assert not (tmp_path / "out").exists()
    assert not pids.exists() or not Path(f"/proc/{pids.read_text()}").exists()


@pytest.mark.slow
@pytest.mark.process
def test_a_process_that_computes_too_long_ends_itself(tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_bytes(zipped())

    def computing(argv: object, archive: object, folder: Path, wall_s: float) -> Ended | None:
        program = "from arena.store.archive.child import confine\nconfine(1, 512)\nwhile True: pass"
        with (tmp_path / "b.zip").open("rb") as file:
            return run_here([sys.executable, "-c", program], file, folder, wall_s)

    with pytest.raises(ConfigError, match="expected to be unpacked in 30 s of CPU, got more"):
        unpack_archive(tmp_path / "b.zip", tmp_path / "out", run=computing)


@pytest.mark.process
def test_the_process_is_limited_before_it_reads(tmp_path: Path) -> None:
    """Shown by a fork of this process that confines itself."""
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        confine(30, 512)
        kinds = (resource.RLIMIT_CPU, resource.RLIMIT_AS, resource.RLIMIT_FSIZE)
        os.write(writing, repr([resource.getrlimit(kind) for kind in kinds]).encode())
        os._exit(0)
    os.waitpid(pid, 0)
    os.close(writing)

    assert os.read(reading, 999) == repr([(30, 31), (512 * MIB,) * 2, (64 * MIB,) * 2]).encode()
    os.close(reading)
