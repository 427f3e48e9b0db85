"""Spins in four processes at once, to take more than the one core that is its own."""

from __future__ import annotations

import os
import time

from attack_kit import Attack

SPIN_S = 2.0

with Attack() as attack:
    began_s = time.monotonic()
    children = []
    for _ in range(4):
        pid = os.fork()
        if pid == 0:
            while time.monotonic() < began_s + SPIN_S:
                pass
            os._exit(0)
        children.append(pid)
    for child in children:
        os.waitpid(child, 0)
    took = os.times()
    used_s = took.children_user + took.children_system
    attack.made["percent of a core"] = round(100 * used_s / (time.monotonic() - began_s))
