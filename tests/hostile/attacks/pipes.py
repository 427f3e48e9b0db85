"""Fills pipes, whose memory no process owns."""

from __future__ import annotations

import os

from attack_kit import Attack

with Attack() as attack:
    kept = []

    def fill() -> None:
        reading, writing = os.pipe()
        kept.append((reading, writing))
        os.set_blocking(writing, False)
        os.write(writing, bytes(65536))

    attack.up_to(1000, "pipes", fill)
