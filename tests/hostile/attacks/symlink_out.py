"""Reaches out of its scratch by links that it makes there."""

from __future__ import annotations

import os

from attack_kit import Attack, read

with Attack() as attack:
    home = os.environ["HOME"]
    for number, name in enumerate(("database", "decoy", "open")):
        link = f"{home}/link{number}"
        os.symlink(attack.aims[name], link)
        attack.attempt(f"through a link to {name}", lambda link=link: os.stat(link).st_size)
    attack.attempt("read", lambda: read(f"{home}/link0")[:15])
    attack.attempt("hard link", lambda: os.link(attack.aims["decoy"], f"{home}/hard"))
    attack.attempt("up", lambda: read(f"{home}/../../../../{attack.aims['database']}")[:15])
