"""Sends a signal to every process that may be sent one; it is one that harms nobody."""

from __future__ import annotations

import os
import signal
import time

from attack_kit import Attack

with Attack() as attack:
    signal.signal(signal.SIGURG, signal.SIG_IGN)
    try:
        os.kill(-1, signal.SIGURG)
    except OSError as error:
        attack.notes["kill"] = str(error)
    time.sleep(0.3)
