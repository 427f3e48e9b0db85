"""Fills its scratch, 400 MB, in many files."""

from __future__ import annotations

import os

from attack_kit import MIB, Attack

with Attack() as attack:
    files: list[str] = []

    def fill() -> None:
        files.append(f"{os.environ['HOME']}/{len(files)}")
        with open(files[-1], "wb", buffering=0) as file:
            file.write(b"\1" * (8 * MIB))

    attack.up_to(400, "MiB on disk", fill, each=8)
    attack.stay_if_too_many("MiB on disk")
    for path in files:
        os.unlink(path)
