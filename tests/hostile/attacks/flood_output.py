"""Writes 64 MB to its log."""

from __future__ import annotations

import os

from attack_kit import MIB, Attack

with Attack() as attack:
    line = b"x" * 1023 + b"\n"
    for _ in range(64):
        view = memoryview(line * 1024)
        while view:
            view = view[os.write(2, view) :]
    attack.notes["wrote"] = 64 * MIB
