"""Looks for descriptors that were left open to it."""

from __future__ import annotations

import os

from attack_kit import Attack


def target(fd: int) -> str:
    try:
        return os.readlink(f"/proc/self/fd/{fd}")
    except OSError:
        os.fstat(fd)
        return "open"


def something_typed() -> bytes:
    if not (typed := os.read(0, 1)):
        raise OSError(2, "nothing")
    return typed


with Attack() as attack:
    for number in range(3, 256):
        attack.attempt(f"descriptor {number}", lambda number=number: target(number))
    attack.attempt("input", something_typed)
