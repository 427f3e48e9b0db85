"""Logs are kept line by line; what damage does not reach can be read."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
import zstandard

from arena.store.folder import DataFolder
from arena.store.logs import (
    LogDamaged,
    LogWriter,
    cut_back,
    log_path,
    open_log_lines,
    seal_log,
    sealed_path,
)


def some_lines(count: int, chance: int = 0) -> list[bytes]:
    """Lines as a log has them, of differing lengths."""
    rng = random.Random(chance)
    return [
        json.dumps({"deal": number, "action": rng.randbytes(rng.randrange(60)).hex()}).encode()
        + b"\n"
        for number in range(count)
    ]


def written(path: Path, lines: Sequence[bytes]) -> Path:
    with LogWriter.create(path) as log:
        for line in lines:
            log.write(line)
    return path


def front(path: Path) -> tuple[list[bytes], str | None]:
    """The lines that can be read, and what is said of the rest."""
    found: list[bytes] = []
    lines = open_log_lines(path)
    while True:
        try:
            found.append(next(lines))
        except StopIteration:
            return found, None
        except LogDamaged as damage:
            return found, str(damage)


def test_a_log_has_its_place(data: DataFolder) -> None:
    path = log_path(data, "e7c1", 4, rotation=2, attempt=1)

    assert path.relative_to(data.path) == Path("logs/e7c1/e7c1-0004/2.1.jsonl")
    assert sealed_path(path).name == "2.1.jsonl.zst"


def test_lines_are_read_as_they_were_written_before_and_after_sealing(tmp_path: Path) -> None:
    lines = some_lines(3000)
    path = written(tmp_path / "deep" / "0.1.jsonl", lines)
    assert front(path) == (lines, None)

    sealed = seal_log(path)

    assert front(sealed) == (lines, None)
    assert not path.exists()
    assert [each.name for each in sealed.parent.iterdir()] == ["0.1.jsonl.zst"]


def test_any_zstd_tool_reads_a_sealed_log(tmp_path: Path) -> None:
    lines = some_lines(1000)
    sealed = seal_log(written(tmp_path / "0.1.jsonl", lines))

    with sealed.open("rb") as file:
        content = zstandard.ZstdDecompressor().stream_reader(file).readall()

    assert content == b"".join(lines)
    assert zstandard.get_frame_parameters(sealed.read_bytes()).has_checksum


@pytest.mark.parametrize("lines", [[], [b"{}\n"], [b"x" * 1_000_000 + b"\n"] * 2])
def test_a_log_may_be_empty_or_have_long_lines(lines: list[bytes], tmp_path: Path) -> None:
    sealed = seal_log(written(tmp_path / "0.1.jsonl", lines))

    assert front(sealed) == (lines, None)


def test_two_attempts_never_share_a_log(tmp_path: Path) -> None:
    written(tmp_path / "0.1.jsonl", [b"{}\n"])

    with pytest.raises(FileExistsError):
        LogWriter.create(tmp_path / "0.1.jsonl")


def test_a_log_goes_on_where_it_was_cut_back(tmp_path: Path) -> None:
    path = written(tmp_path / "0.1.jsonl", [b"one\n", b"two\n", b"three\n"])

    cut_back(path, 8)
    with LogWriter.append(path) as log:
        log.write(b"four\n")

    assert path.read_bytes() == b"one\ntwo\nfour\n"


def test_a_log_that_is_not_there_does_not_go_on(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        LogWriter.append(tmp_path / "0.1.jsonl")


@pytest.mark.parametrize("line", [b"", b"{}", b"{}\n{}\n"])
def test_what_is_not_one_line_is_not_written(line: bytes, tmp_path: Path) -> None:
    with LogWriter.create(tmp_path / "0.1.jsonl") as log, pytest.raises(AssertionError):
        log.write(line)


_WRITE = """
import os, signal, sys
from pathlib import Path
from arena.store.logs import LogWriter
log = LogWriter.create(Path(sys.argv[1]))
log.write(b"one\\n")
log.flush()
log.write(b"two\\n")
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.process
def test_what_was_flushed_outlives_the_writer(tmp_path: Path) -> None:
    path = tmp_path / "0.1.jsonl"
    subprocess.run([sys.executable, "-c", _WRITE, str(path)])

    assert front(path) == ([b"one\n"], None)


def test_the_torn_last_line_of_an_open_log_is_shown_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "0.1.jsonl"
    path.write_bytes(b"one\ntw")

    assert front(path) == ([b"one\n", b"tw"], None)


def test_sealing_again_after_a_crash_is_fine(tmp_path: Path) -> None:
    lines = some_lines(500)
    path = written(tmp_path / "0.1.jsonl", lines)
    (tmp_path / "0.1.jsonl.zst.unfinished").write_bytes(b"half of")
    sealed_path(path).write_bytes(b"a sealed log whose open one was not removed yet")

    assert front(seal_log(path)) == (lines, None)
    assert front(seal_log(path)) == (lines, None)
    assert len(list(tmp_path.iterdir())) == 1


def test_damage_late_in_a_sealed_log_leaves_the_front_readable(tmp_path: Path) -> None:
    lines = some_lines(4000)
    sealed = seal_log(written(tmp_path / "0.1.jsonl", lines))
    content = bytearray(sealed.read_bytes())
    content[len(content) * 9 // 10] ^= 0xFF
    sealed.write_bytes(content)

    found, damage = front(sealed)

    assert damage is not None
    assert f"damaged after line {len(found)}: " in damage
    whole = int(0.8 * len(lines))
    assert found[:whole] == lines[:whole]


def test_any_changed_byte_of_a_sealed_log_is_noticed_or_changes_nothing(tmp_path: Path) -> None:
    """Lines that damage made of others may be read, but the end is then never reached in peace."""
    lines = some_lines(300)
    sealed = seal_log(written(tmp_path / "0.1.jsonl", lines))
    content = sealed.read_bytes()
    rng = random.Random(1)
    for place in {*range(20), *rng.sample(range(len(content)), 300), *range(-20, 0)}:
        damaged = bytearray(content)
        damaged[place] ^= rng.randrange(1, 256)
        sealed.write_bytes(damaged)

        found, damage = front(sealed)

        assert damage is not None or found == lines, place


def test_a_sealed_log_that_was_cut_off_is_damaged_wherever_it_was_cut(tmp_path: Path) -> None:
    lines = some_lines(1500)
    sealed = seal_log(written(tmp_path / "0.1.jsonl", lines))
    content = sealed.read_bytes()
    reached = []
    for length in sorted({*range(25), *range(0, len(content), 997), len(content) - 1}):
        sealed.write_bytes(content[:length])

        found, damage = front(sealed)

        assert damage is not None
        assert found == lines[: len(found)]
        reached.append(len(found))
    assert reached == sorted(reached)
    assert reached[-1] == len(lines)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"no zstd at all", id="something-else"),
        pytest.param(zstandard.ZstdCompressor().compress(b"{}\n"), id="no-checksum"),
    ],
)
def test_what_is_no_sealed_log_is_damaged(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "0.1.jsonl.zst"
    path.write_bytes(content)

    found, damage = front(path)

    assert (found, damage is None) == ([], False)


def test_nothing_may_follow_the_end_of_a_sealed_log(tmp_path: Path) -> None:
    sealed = seal_log(written(tmp_path / "0.1.jsonl", [b"{}\n"]))
    sealed.write_bytes(sealed.read_bytes() * 2)

    assert front(sealed)[1] is not None


@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.zst"])
def test_an_endless_line_is_damage_and_is_not_read_to_its_end(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"0.1{suffix}"
    content = b"{}\n" + b"x" * 3_000_000 + b"\n{}\n"
    if suffix.endswith(".zst"):
        content = zstandard.ZstdCompressor(write_checksum=True).compress(content)
    path.write_bytes(content)

    found, damage = front(path)

    assert found == [b"{}\n"]
    assert damage is not None
    assert "line 2: longer than" in damage


def test_a_file_that_unpacks_without_end_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.store.logs.LOG_BYTES", 1_000_000)
    path = tmp_path / "0.1.jsonl.zst"
    path.write_bytes(zstandard.ZstdCompressor(write_checksum=True).compress(b"{}\n" * 700_000))

    found, damage = front(path)

    assert damage is not None
    assert "unpacks to more than" in damage
    assert len(found) <= 1_000_000 / 3


def test_a_log_file_that_is_not_there_is_no_damaged_one(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        next(open_log_lines(tmp_path / "0.1.jsonl"))
