"""Learns of the arena's files what can be learnt without opening them."""

from __future__ import annotations

import os

from attack_kit import Attack

with Attack() as attack:
    for name in ("database", "log", "decoy"):
        attack.attempt(name, lambda name=name: os.stat(attack.aims[name]).st_size)
