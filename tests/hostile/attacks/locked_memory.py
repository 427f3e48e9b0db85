"""Keeps memory from being swapped out."""

from __future__ import annotations

import ctypes
import mmap

from attack_kit import MIB, Attack, checked, libc

with Attack() as attack:
    kept: list[mmap.mmap] = []

    def lock() -> None:
        kept.append(mmap.mmap(-1, MIB))
        place = ctypes.addressof(ctypes.c_char.from_buffer(kept[-1]))
        checked(libc.mlock(ctypes.c_void_p(place), ctypes.c_size_t(MIB)))

    attack.up_to(32, "MiB locked", lock)
