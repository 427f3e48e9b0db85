"""Fills files that are memory and have no name."""

from __future__ import annotations

import os

from attack_kit import MIB, Attack

with Attack() as attack:
    kept: list[int] = []

    def fill() -> None:
        if not kept or os.fstat(kept[-1]).st_size >= 20 * MIB:
            kept.append(os.memfd_create("hidden"))
        os.write(kept[-1], b"\1" * (20 * MIB))

    attack.up_to(1200, "MiB", fill, each=20)
