"""Writes files into /dev and into the folder of its socket."""

from __future__ import annotations

import os

from attack_kit import MIB, Attack

with Attack() as attack:
    path = f"/dev/{attack.aims['token']}"

    def fill() -> int:
        with open(path, "wb", buffering=0) as file:
            return file.write(b"\1" * MIB)

    if attack.attempt("/dev", fill):
        os.unlink(path)
    attack.attempt("/dev folder", lambda: os.rmdir(os.mkdir(path) or path))
    folder = os.path.dirname(os.environ["ARENA_BOT_ADDRESS"].removeprefix("unix:"))
    total = 0
    try:
        with open(f"{folder}/{attack.aims['token']}", "wb", buffering=0) as file:
            while total < 32:
                total += file.write(b"\1" * MIB) // MIB or 32
    except OSError as error:
        attack.notes["in the end"] = str(error)
    attack.made["MiB beside the socket"] = total
