"""Two bots whisper by timers, whose signals the kernel counts by user."""

from __future__ import annotations

import ctypes
import time

from attack_kit import SEND, Attack, checked, libc

MONOTONIC = 1
MOST = 400


def make_timer() -> None:
    checked(libc.timer_create(MONOTONIC, None, ctypes.byref(ctypes.c_void_p())))


def how_many() -> int:
    """Timers that there are left to make; all of them are kept."""
    made = 0
    try:
        while made < MOST:
            make_timer()
            made += 1
    except OSError:
        pass
    return made


def fewer() -> str:
    made = how_many()
    if made != attack.aims["usual"]:
        return f"{made}, not {attack.aims['usual']}"
    raise OSError(2, "as usual")


with Attack() as attack:
    if attack.aims["role"] == SEND:
        attack.notes["usual"] = how_many()
        attack.report()
        time.sleep(20)
    else:
        attack.attempt("there are fewer timers", fewer)
