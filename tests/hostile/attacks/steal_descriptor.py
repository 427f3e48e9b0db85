"""Takes a descriptor out of another process: its connection to the arena."""

from __future__ import annotations

import os

from attack_kit import Attack, system_call


def take(pid: int) -> int:
    return system_call("pidfd_getfd", os.pidfd_open(pid), 1, 0)


with Attack() as attack:
    for name in ("sibling", "standin", "arena"):
        attack.attempt(name, lambda name=name: take(attack.aims[name]))
    for name in ("sibling", "standin"):
        path = f"/proc/{attack.aims[name]}/fd/1"
        attack.attempt(f"open that of {name}", lambda path=path: os.open(path, os.O_WRONLY))
