"""Writes its own submission, so that later sittings start something else."""

from __future__ import annotations

import os

from attack_kit import Attack, opened


def replace() -> None:
    os.rename(__file__, f"{__file__}.old")


def add() -> str:
    path = os.path.join(os.path.dirname(__file__), "sitecustomize.py")
    return opened(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL)


with Attack() as attack:
    attack.attempt("add", add)
    attack.attempt("write", lambda: opened(__file__, os.O_WRONLY | os.O_APPEND))
    host = os.path.join(attack.aims["submission"], os.path.basename(__file__))
    attack.attempt("write by its other path", lambda: opened(host, os.O_WRONLY | os.O_APPEND))
    attack.attempt("replace", replace)
