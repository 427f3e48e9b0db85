"""Fills /dev/shm."""

from __future__ import annotations

import os

from attack_kit import MIB, Attack

with Attack() as attack:
    files: list[str] = []

    def fill() -> None:
        files.append(f"/dev/shm/{attack.aims['token']}-{len(files)}")
        with open(files[-1], "wb", buffering=0) as file:
            file.write(b"\1" * (4 * MIB))

    attack.up_to(400, "MiB", fill, each=4)
    for path in files:
        try:
            os.unlink(path)
        except OSError:
            continue
