"""Ten processes, each below the limit of one, that together take 2 GB."""

from __future__ import annotations

import os
import signal
import time

from attack_kit import MIB, STAY_S, Attack

EACH_MIB = 200

with Attack() as attack:
    children = []
    for _ in range(10):
        pid = os.fork()
        if pid == 0:
            kept = []
            for _ in range(0, EACH_MIB, 20):
                kept.append(b"\1" * (20 * MIB))
                time.sleep(0.1)
            time.sleep(STAY_S)
            os._exit(0)
        children.append(pid)
    attack.say("made 10 processes")
    time.sleep(STAY_S)
    for child in children:
        os.kill(child, signal.SIGKILL)
