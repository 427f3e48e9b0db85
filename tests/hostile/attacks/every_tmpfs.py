"""Fills every file system in memory that it can write to."""

from __future__ import annotations

import os

from attack_kit import MIB, Attack

with Attack() as attack:
    places = [os.environ["HOME"], "/dev/shm", "/run/arena", "/tmp", "/var/tmp", "/run", "/dev"]
    total, files = 0, []
    for place in dict.fromkeys(places):
        for number in range(40):
            path = f"{place}/{attack.aims['token']}-{number}"
            try:
                with open(path, "wb", buffering=0) as file:
                    files.append(path)
                    total += file.write(b"\1" * (8 * MIB)) // MIB
            except OSError:
                break
            attack.say(f"made {total} MiB on disk")
    attack.made["MiB on disk"] = total
    attack.stay_if_too_many("MiB on disk")
    for path in files:
        os.unlink(path)
