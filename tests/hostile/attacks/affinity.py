"""Moves itself to other cores than its own."""

from __future__ import annotations

import os

from attack_kit import Attack

with Attack() as attack:
    attack.notes["cores"] = sorted(os.sched_getaffinity(0))
    attack.attempt("itself", lambda: os.sched_setaffinity(0, range(os.cpu_count() or 1)))
    attack.attempt("another", lambda: os.sched_setaffinity(attack.aims["standin"], {0}))
