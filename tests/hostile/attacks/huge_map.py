"""Reserves more addresses than the machine has memory."""

from __future__ import annotations

import mmap

from attack_kit import Attack

with Attack() as attack:
    for size in (1 << 34, 1 << 37, 1 << 40):
        attack.attempt(f"{size >> 30} GiB", lambda size=size: len(mmap.mmap(-1, size)))
