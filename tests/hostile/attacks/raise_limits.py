"""Raises its own limits, or lowers the arena's."""

from __future__ import annotations

import resource

from attack_kit import Attack

NAMES = ("AS", "DATA", "NPROC", "FSIZE", "NOFILE", "CORE", "MEMLOCK", "CPU")


def higher(kind: int) -> int:
    hard = resource.getrlimit(kind)[1]
    if hard == resource.RLIM_INFINITY:
        return hard
    resource.setrlimit(kind, (hard + 1, hard + 1))
    return hard


with Attack() as attack:
    for name in NAMES:
        kind = getattr(resource, f"RLIMIT_{name}")
        attack.attempt(name, lambda kind=kind: higher(kind))
    files = resource.RLIMIT_NOFILE
    attack.attempt(
        "another's", lambda: resource.prlimit(attack.aims["standin"], files, (1000, 1000))
    )
