"""Reaches files through the folders of processes in /proc."""

from __future__ import annotations

import os

from attack_kit import Attack, read

with Attack() as attack:
    database = attack.aims["database"]
    for pid in (1, os.getppid(), attack.aims["arena"], attack.aims["standin"]):
        for place in ("root", "cwd/../../../../../.."):
            path = f"/proc/{pid}/{place}{database}"
            attack.attempt(path, lambda path=path: read(path)[:15])
    arena = attack.aims["arena"]
    attack.attempt("descriptors of the arena", lambda: os.listdir(f"/proc/{arena}/fd"))
    attack.attempt("environment of the arena", lambda: len(read(f"/proc/{arena}/environ")))
