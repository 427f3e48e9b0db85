"""Sends signals to the arena and to a process of the arena's user."""

from __future__ import annotations

import os
import signal

from attack_kit import Attack

with Attack() as attack:
    attack.attempt("arena", lambda: os.kill(attack.aims["arena"], 0))
    attack.attempt("another of its user", lambda: os.kill(attack.aims["standin"], signal.SIGURG))
    attack.attempt("its group", lambda: os.killpg(attack.aims["standin"], signal.SIGURG))
    # By its number it would be the sandbox's own reaper that is met.
    if os.getppid() not in (0, 1):
        attack.attempt("its starter", lambda: os.kill(os.getppid(), 0))
