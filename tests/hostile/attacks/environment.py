"""Looks for what the arena's environment might tell."""

from __future__ import annotations

import os

from attack_kit import Attack, read


def leaked(text: bytes) -> bytes:
    if b"HOSTILE_SECRET" not in text:
        raise OSError(2, "nothing")
    return text[:20]


def memory_of_the_starter() -> bytes:
    return leaked(read(f"/proc/{os.getppid()}/environ", 65536))


with Attack() as attack:
    attack.attempt("own", lambda: leaked(repr(dict(os.environ)).encode()))
    attack.attempt("its starter's", memory_of_the_starter)
    attack.attempt("the first process's", lambda: leaked(read("/proc/1/environ", 65536)))
    path = f"/proc/{attack.aims['arena']}/environ"
    attack.attempt("the arena's", lambda: leaked(read(path, 65536)))
