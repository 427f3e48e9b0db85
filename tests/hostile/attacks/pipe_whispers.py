"""Two bots whisper by the pipe memory of their user, when they have the same user."""

from __future__ import annotations

import contextlib
import fcntl
import os
import time

from attack_kit import SEND, Attack, until

SIZE = 1031 + 1  # F_GETPIPE_SZ
USUAL = 65536
CHILDREN = 10


def size_of_a_new_one() -> int:
    ends = os.pipe()
    try:
        return fcntl.fcntl(ends[0], SIZE)
    finally:
        for end in ends:
            os.close(end)


def hog() -> None:
    held = set()
    with contextlib.suppress(OSError):
        while len(held) < 120:
            held.add(os.pipe())
    time.sleep(12)
    os._exit(0)


def small() -> int:
    for _ in until(2):
        if size_of_a_new_one() < USUAL:
            return size_of_a_new_one()
    raise OSError(2, "as usual")


with Attack() as attack:
    if attack.aims["role"] == SEND:
        for _ in range(CHILDREN):
            if os.fork() == 0:
                hog()
        time.sleep(0.5)
        attack.notes["new ones have"] = size_of_a_new_one()
        attack.report()
        time.sleep(20)
    else:
        attack.attempt("new ones are small", small)
