"""Forks on and on, each generation ending at once, to outrun whoever kills them one by one."""

from __future__ import annotations

import os
import time

from attack_kit import Attack

with Attack() as attack:
    attack.report()
    end = time.monotonic() + 20
    while time.monotonic() < end:
        try:
            if os.fork():
                os._exit(0)
        except OSError:
            time.sleep(0.001)
