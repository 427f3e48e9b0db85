"""What the arena, its disk or its host does wrong: void, tried again, told, and no bot's fault."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from arena.run.open_log import end_void
from tests.cli.commands import SECRET, Arena
from tests.cli.running import nothing_is_left, workers_of
from tests.cli.small import BOTS, small_arena

pytestmark = [pytest.mark.process, pytest.mark.slow]
TABLE = "picker-alone-3"
TERMS = (*BOTS, "--variant", TABLE, "--deals", "20", "--secret", SECRET)
SESSION = ("tournament", "session", *TERMS)
RATED = ("tournament", "round-robin", *TERMS)
SITTINGS = 6
"""Of RATED: two matches of three rotations."""
_LIBC = ctypes.CDLL(None, use_errno=True)
_READ_ONLY, _REMOUNT, _BIND, _DETACH = 1, 32, 4096, 2


def mount(source: str, target: Path, kind: str, flags: int, words: str) -> None:
    """mount(2); who may not is skipped."""
    given = (source.encode(), os.fsencode(target), kind.encode(), flags, words.encode())
    if _LIBC.mount(*given):
        pytest.skip(f"may not mount here: {os.strerror(ctypes.get_errno())}")


@contextmanager
def small_disk(place: Path, size_kib: int) -> Iterator[Path]:
    """A disk of its own at *place*, gone at the end."""
    place.mkdir(parents=True, exist_ok=True)
    mount("none", place, "tmpfs", 0, f"size={size_kib}k")
    try:
        yield place
    finally:
        _LIBC.umount2(os.fsencode(place), _DETACH)


def make_larger(disk: Path) -> None:
    """Give the disk at *disk* 4 MiB."""
    assert _LIBC.mount(b"none", os.fsencode(disk), b"tmpfs", _REMOUNT, b"size=4m") == 0


def fill(disk: Path) -> Path:
    """A file that leaves no room on *disk*."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            return ballast


@pytest.fixture(scope="module")
def arena(initial: Arena, tmp_path_factory: pytest.TempPathFactory) -> Arena:
    """Three bots, and an unbroken session `whole`."""
    arena = small_arena(initial, tmp_path_factory.mktemp("void"), TABLE)
    arena(*SESSION, "--event", "whole")
    return arena


def begun(arena: Arena, event: str) -> tuple[subprocess.Popen[str], int]:
    """An arena that plays the session *event*, and its worker, which starts the bots."""
    process = arena.start(*SESSION, "--event", event)
    return process, worker_at(arena, process, event, attempt=1)


def worker_at(arena: Arena, process: subprocess.Popen[str], event: str, attempt: int) -> int:
    """The worker that plays an attempt at the session *event*, as soon as it starts the bots."""
    log = arena.data / "logs" / event / f"{event}-0001" / f"0.{attempt}.jsonl"
    until_s = time.monotonic() + 200
    while not log.exists() or not log.stat().st_size:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until_s, f"no attempt {attempt}"
        time.sleep(0.005)
    (worker,) = workers_of(arena, process)
    return worker


def attempts(arena: Arena, event: str) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = arena.look("events", event, "--json").json["attempts"]
    return listed


def assert_whole(arena: Arena, event: str, like: str = "whole") -> None:
    """*event* ended as an unbroken one, and all its logs are true, those of void attempts too."""
    assert arena.digest(event) == arena.digest(like)
    assert arena.look("verify", arena.data / "logs" / event).out.endswith(" 0 differences\n")
    assert not list((arena.data / "logs" / event).rglob("*.unfinished"))


def test_a_worker_that_is_killed_three_times_leaves_its_sitting_void(arena: Arena) -> None:
    process, worker = begun(arena, "killed")
    for attempt in (2, 3, None):
        os.kill(worker, signal.SIGKILL)
        if attempt:
            worker = worker_at(arena, process, "killed", attempt)
    _, err = process.communicate(timeout=60)

    assert process.returncode == 5
    assert "1 sittings stayed void; `arena events killed` says why" in err
    assert "arena resume killed" in err
    assert nothing_is_left(arena)
    tried = attempts(arena, "killed")
    assert [one["status"] for one in tried] == ["void"] * 3
    assert {one["reason"] for one in tried} == {"the worker died (exit status -9)"}
    said = arena.look("events", "killed").out
    assert said.count("void: the worker died (exit status -9)") == 3
    arena("resume", "killed")
    assert [one["status"] for one in attempts(arena, "killed")] == ["void"] * 3 + ["complete"]
    assert_whole(arena, "killed")


def test_a_log_that_may_not_grow_voids_the_attempt_and_the_next_one_counts(arena: Arena) -> None:
    process, worker = begun(arena, "limited")
    resource.prlimit(worker, resource.RLIMIT_FSIZE, (12_000, resource.RLIM_INFINITY))
    _, err = process.communicate(timeout=60)

    assert process.returncode == 0, err
    first, second = attempts(arena, "limited")
    assert (first["status"], second["status"]) == ("void", "complete")
    assert "the host: [Errno 27] File too large" in first["reason"]
    assert "attempt 1 is void: the host: [Errno 27] File too large" in err
    assert_whole(arena, "limited")


def test_a_full_disk_is_void_and_the_event_goes_on_when_there_is_room(arena: Arena) -> None:
    with small_disk(arena.data / "logs" / "full", 32) as disk:
        ballast = fill(disk)
        ballast.write_bytes(ballast.read_bytes()[:-16_384])
        err = arena(*SESSION, "--event", "full", code=5).err
        tried = attempts(arena, "full")
        ballast.unlink()
        make_larger(disk)
        arena("resume", "full")
        assert_whole(arena, "full")

    assert "1 sittings stayed void" in err
    assert [one["status"] for one in tried] == ["void"] * 3
    assert all("No space left on device" in one["reason"] for one in tried)


@pytest.mark.nightly
def test_a_full_disk_changes_no_rating(arena: Arena) -> None:
    secret = ("--secret", "f0" * 32)
    before = arena.look("ladder", "--ladder", TABLE, "--json").json
    with small_disk(arena.data / "logs" / "rated", 64) as disk:
        ballast = fill(disk)
        ballast.write_bytes(ballast.read_bytes()[:-24_576])
        arena(*RATED, *secret, "--event", "rated", code=5)
        tried = attempts(arena, "rated")
        after = arena.look("ladder", "--ladder", TABLE, "--json").json
        ballast.unlink()
        make_larger(disk)
        arena("resume", "rated")
        arena(*RATED, *secret, "--event", "again")
        assert_whole(arena, "rated", like="again")

    assert {one["attempt"] for one in tried if one["status"] == "void"} == {1, 2, 3}
    assert after == before
    assert arena.look("ladder", "--ladder", TABLE, "--json").json != before


def test_logs_that_may_only_be_read_are_void_and_no_bots_fault(arena: Arena) -> None:
    logs = arena.data / "logs" / "locked"
    with read_only(logs):
        err = arena(*SESSION, "--event", "locked", code=5).err
        tried = attempts(arena, "locked")
    arena("resume", "locked")

    assert "attempt 3 is void: the host: [Errno " in err
    assert [one["status"] for one in tried] == ["void"] * 3
    assert all(str(logs) in one["reason"] for one in tried)
    assert [one["attempt"] for one in attempts(arena, "locked")] == [1, 2, 3, 4]
    assert_whole(arena, "locked")


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Nobody may write to *folder*, not even root."""
    folder.mkdir(mode=0o700)
    if os.geteuid() != 0:
        folder.chmod(0o500)
        yield
        folder.chmod(0o700)
        return
    mount(str(folder), folder, "none", _BIND, "")
    try:
        mount("none", folder, "none", _REMOUNT | _BIND | _READ_ONLY, "")
        yield
    finally:
        _LIBC.umount2(os.fsencode(folder), _DETACH)


def test_a_data_folder_that_may_only_be_read_is_refused_before_anything_is_played(
    initial: Arena, tmp_path: Path
) -> None:
    other = initial.copied(tmp_path)
    with read_only_data(other.data):
        said = other(*SESSION, "--event", "none", code=2).err

    assert f"data folder {other.data}: may not be written by this user" in said


@contextmanager
def read_only_data(data: Path) -> Iterator[None]:
    """As `read_only`, for a folder with a database in it."""
    if os.geteuid() != 0:
        (data / "arena.db").chmod(0o400)
        yield
        return
    mount(str(data), data, "none", _BIND, "")
    try:
        mount("none", data, "none", _REMOUNT | _BIND | _READ_ONLY, "")
        yield
    finally:
        _LIBC.umount2(os.fsencode(data), _DETACH)


@contextmanager
def locked_database(arena: Arena) -> Iterator[None]:
    """Another process, as it were, writes to the database and does not come to an end."""
    with closing(sqlite3.connect(arena.data / "arena.db", isolation_level=None)) as other:
        other.execute("PRAGMA busy_timeout = 10000")
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def test_a_database_that_another_holds_for_a_while_is_waited_for(arena: Arena) -> None:
    process, _ = begun(arena, "patient")
    with locked_database(arena):
        time.sleep(5)
    _, err = process.communicate(timeout=60)

    assert process.returncode == 0, err
    assert [one["status"] for one in attempts(arena, "patient")] == ["complete"]
    assert_whole(arena, "patient")


@pytest.mark.nightly
def test_a_database_that_stays_locked_ends_the_arena_which_can_go_on_later(arena: Arena) -> None:
    process, _ = begun(arena, "stuck")
    with locked_database(arena):
        _, err = process.communicate(timeout=180)

    assert process.returncode == 5
    assert err.count("database is locked") == 3
    assert "arena resume stuck" in err
    assert nothing_is_left(arena)
    assert [one["status"] for one in attempts(arena, "stuck")] == ["cut off"]
    arena("resume", "stuck")
    assert [one["status"] for one in attempts(arena, "stuck")] == ["complete"]
    assert_whole(arena, "stuck")


def test_an_arena_that_dies_between_a_void_logs_end_and_its_entry_enters_it_when_it_goes_on(
    arena: Arena,
) -> None:
    process, _ = begun(arena, "halfway")
    process.kill()
    process.communicate()
    assert nothing_is_left(arena)
    end_void(arena.data / "logs" / "halfway" / "halfway-0001" / "0.1.jsonl", "the disk was full")

    arena("resume", "halfway")

    first, second = attempts(arena, "halfway")
    assert (first["status"], first["reason"]) == ("void", "the disk was full")
    assert (second["attempt"], second["status"]) == (2, "complete")
    assert_whole(arena, "halfway")


@pytest.mark.nightly
def test_a_full_disk_under_the_database_ends_the_arena_which_can_go_on_later(
    initial: Arena, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with small_disk(tmp_path_factory.mktemp("disk"), 4000) as disk:
        arena = small_arena(initial, disk, TABLE)
        arena(*SESSION, "--event", "whole")
        process, _ = begun(arena, "full")
        ballast = fill(disk)
        _, err = process.communicate(timeout=180)
        ballast.unlink()
        assert nothing_is_left(arena)
        arena("resume", "full")

        assert process.returncode == 5, err
        assert "No space left on device" in err or "disk is full" in err
        assert_whole(arena, "full")
        assert attempts(arena, "full")[-1]["status"] == "complete"


_JUMPING_CLOCK = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
#include <sys/time.h>
static long jump(void) {
    struct timespec now;
    int (*real)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
    real(CLOCK_MONOTONIC, &now);
    return (now.tv_nsec / 100000000) % 2 ? 7200 : -7200;
}
int clock_gettime(clockid_t id, struct timespec *to) {
    int (*real)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(id, to);
    if (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE) to->tv_sec += jump();
    return result;
}
int gettimeofday(struct timeval *restrict to, void *restrict zone) {
    int (*real)(struct timeval *, void *) = dlsym(RTLD_NEXT, "gettimeofday");
    int result = real(to, zone);
    to->tv_sec += jump();
    return result;
}
time_t time(time_t *to) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (to) *to = now.tv_sec;
    return now.tv_sec;
}
"""
"""The wall clock, two hours to and fro ten times a second."""


def test_a_wall_clock_that_jumps_is_nobodys_fault(
    arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, library = tmp_path / "jump.c", tmp_path / "jump.so"
    source.write_text(_JUMPING_CLOCK)
    try:
        compiler = ["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"]
        subprocess.run(compiler, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no C compiler for a clock that jumps")
    monkeypatch.setenv("LD_PRELOAD", str(library))
    seen, until_s = set[bytes](), time.monotonic() + 20
    while len(seen) < 2 and time.monotonic() < until_s:
        seen.add(subprocess.run(["date", "+%H"], capture_output=True, check=True).stdout)
    arena(*SESSION, "--event", "jumping")
    monkeypatch.delenv("LD_PRELOAD")

    assert len(seen) > 1, "the clock did not jump"
    assert [one["status"] for one in attempts(arena, "jumping")] == ["complete"]
    assert_whole(arena, "jumping")
