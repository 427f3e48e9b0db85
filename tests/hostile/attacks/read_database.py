"""Reads the arena's database and lists the folder that it is in."""

from __future__ import annotations

import os

from attack_kit import Attack, read

with Attack() as attack:
    attack.attempt("read", lambda: read(attack.aims["database"])[:15])
    attack.attempt("list", lambda: os.listdir(attack.aims["data"]))
    attack.attempt("log of its own", lambda: read(attack.aims["log"], 8))
