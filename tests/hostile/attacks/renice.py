"""Takes a larger share of the processor by its priority."""

from __future__ import annotations

import os

from attack_kit import Attack, system_call

with Attack() as attack:
    attack.attempt("nice", lambda: os.setpriority(os.PRIO_PROCESS, 0, -5))
    attack.attempt(
        "the arena down", lambda: os.setpriority(os.PRIO_PROCESS, attack.aims["standin"], 15)
    )
    attack.attempt("input and output", lambda: system_call("ioprio_set", 1, 0, 1 << 13 | 0))
