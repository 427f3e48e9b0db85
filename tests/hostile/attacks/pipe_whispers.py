"""Two bots whisper by the pipe memory of their user, when they have the same user."""

from __future__ import annotations

import contextlib
import fcntl
import os
import time

from attack_kit import SEND, STAY_S, Attack, until

CHILDREN = 10


def what_a_new_one_is_like() -> str:
    """Its size, and whether it can grow."""
    ends = os.pipe()
    try:
        size = fcntl.fcntl(ends[0], fcntl.F_GETPIPE_SZ)
        try:
            fcntl.fcntl(ends[0], fcntl.F_SETPIPE_SZ, 2 * size)
        except OSError as error:
            return f"{size}, {error.strerror}"
        return f"{size}, can grow"
    finally:
        for end in ends:
            os.close(end)


def hog() -> None:
    held = set()
    with contextlib.suppress(OSError):
        while len(held) < 120:
            held.add(os.pipe())
    time.sleep(STAY_S)
    os._exit(0)


def unusual() -> str:
    for _ in until(1):
        found = what_a_new_one_is_like()
        if found != attack.aims["usual"]:
            return f"{found}, not {attack.aims['usual']}"
    raise OSError(2, "as usual")


with Attack() as attack:
    if attack.aims["role"] == SEND:
        attack.notes["usual"] = what_a_new_one_is_like()
        for _ in range(CHILDREN):
            if os.fork() == 0:
                hog()
        time.sleep(0.5)
        attack.report()
        time.sleep(20)
    else:
        attack.attempt("a new one is another", unusual)
