"""Forks from child to child, so that no parent has many children."""

from __future__ import annotations

import os
import time

from attack_kit import STAY_S, Attack

with Attack() as attack:
    depth = 0
    while depth < 400:
        try:
            if os.fork():
                time.sleep(STAY_S)
                os._exit(0)
        except OSError as error:
            attack.notes["at the end"] = str(error)
            break
        depth += 1
        if depth % 10 == 0:
            attack.say(f"made {depth} processes")
    attack.made["processes"] = depth
    attack.stay_if_too_many("processes")
    attack.report()
    time.sleep(1)
