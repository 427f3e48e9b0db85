"""Runs a program that makes its user root."""

from __future__ import annotations

import os
import subprocess

from attack_kit import Attack

PROGRAMS = ("su", "mount", "passwd", "chsh", "newgrp")


def gain(program: str) -> str:
    asking = subprocess.Popen(
        [program], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        for _ in range(20):
            with open(f"/proc/{asking.pid}/status") as status:
                uids = next(line for line in status if line.startswith("Uid:")).split()
            if uids[2] == "0":
                return " ".join(uids)
        raise OSError(1, "not root")
    finally:
        asking.kill()
        asking.communicate()


with Attack() as attack:
    for name in PROGRAMS:
        attack.attempt(name, lambda name=name: gain(name))
    attack.attempt("become root", lambda: os.setuid(0))
    attack.attempt("group of root", lambda: os.setgid(0))
    attack.attempt("groups", lambda: os.setgroups([0]))
