"""Sees who else runs on the machine, and with what arguments."""

from __future__ import annotations

import os

from attack_kit import Attack, read


def foreign() -> list[str]:
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit() and int(name) not in (os.getpid(), os.getppid()):
            try:
                words = read(f"/proc/{name}/cmdline")
            except OSError:
                continue
            if attack.aims["token"].encode() not in words and b"bwrap" not in words:
                found.append(name)
    if not found:
        raise OSError(2, "nobody")
    return found


with Attack() as attack:
    attack.attempt("others", foreign)
    for name in ("arena", "sibling"):
        path = f"/proc/{attack.aims[name]}/cmdline"
        attack.attempt(name, lambda path=path: read(path)[:20])
        attack.attempt(f"session of {name}", lambda name=name: os.getsid(attack.aims[name]))
