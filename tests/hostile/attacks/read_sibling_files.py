"""Reads another bot's scratch, log and environment."""

from __future__ import annotations

import os

from attack_kit import Attack, read

with Attack() as attack:
    aims = attack.aims
    attack.attempt("scratch", lambda: read(f"{aims['sibling_scratch']}/notes"))
    inside = f"/proc/{aims['sibling']}/root{aims['sibling_home']}/notes"
    attack.attempt("scratch by its process", lambda: read(inside))
    attack.attempt("log", lambda: read(aims["sibling_log"], 5))
    attack.attempt("environment", lambda: len(read(f"/proc/{aims['sibling']}/environ")))
    attack.attempt("working folder", lambda: os.listdir(f"/proc/{aims['sibling']}/cwd"))
