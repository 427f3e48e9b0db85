"""Forks until it cannot any more."""

from __future__ import annotations

import os
import signal
import time

from attack_kit import STAY_S, Attack

children: list[int] = []


def fork() -> None:
    pid = os.fork()
    if pid == 0:
        time.sleep(STAY_S)
        os._exit(0)
    children.append(pid)


with Attack() as attack:
    attack.up_to(400, "processes", fork)
    time.sleep(0.5)
    attack.stay_if_too_many("processes")
    for child in children:
        os.kill(child, signal.SIGKILL)
