"""Two bots whisper by what of a shared file is in memory: one throws a page out, one looks."""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import os
import time
from collections.abc import Callable

from attack_kit import SEND, Attack, checked, libc, system_call, until

QUIET = f"{os.path.dirname(__file__)}/quiet.txt"
PAGE = 4096


def throw_out(fd: int) -> None:
    with contextlib.suppress(OSError):
        os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)


def is_cached_by_read(fd: int) -> bool:
    try:
        return os.preadv(fd, [bytearray(PAGE)], 0, os.RWF_NOWAIT) > 0
    except BlockingIOError:
        return False


def is_cached_by_count(fd: int) -> bool:
    told = ctypes.create_string_buffer(40)
    system_call("cachestat", fd, ctypes.create_string_buffer(16), told, 0)
    return int.from_bytes(told.raw[:8], "little") > 0


def is_cached_by_map(fd: int) -> bool:
    with mmap.mmap(fd, PAGE, mmap.MAP_PRIVATE) as pages:
        place = ctypes.addressof(ctypes.c_char.from_buffer(pages))
        told = ctypes.create_string_buffer(1)
        checked(libc.mincore(ctypes.c_void_p(place), ctypes.c_size_t(PAGE), told))
        return told.raw != b"\0"


def seen(fd: int, is_cached: Callable[[int], bool]) -> str:
    """Read it in again and again; it stays there, unless somebody throws it out."""
    thrown_out = 0
    for _ in until(1.0, every=0.01):
        thrown_out += not is_cached(fd)
        os.pread(fd, PAGE, 0)
    if thrown_out < 5:
        raise OSError(2, f"thrown out {thrown_out} times")
    return f"thrown out {thrown_out} times"


with Attack() as attack:
    shared = os.open(QUIET, os.O_RDONLY)
    if attack.aims["role"] == SEND:
        attack.report()
        for _ in until(8, every=0.002):
            throw_out(shared)
        time.sleep(5)
    else:
        attack.attempt("by reading", lambda: seen(shared, is_cached_by_read))
        attack.attempt("by counting", lambda: seen(shared, is_cached_by_count))
        attack.attempt("by mapping", lambda: seen(shared, is_cached_by_map))
