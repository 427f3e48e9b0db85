"""Ignores every signal that can be ignored, and does not end."""

from __future__ import annotations

import signal
import time

from attack_kit import Attack

with Attack() as attack:
    for number in signal.valid_signals():
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            continue
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    attack.report()
    time.sleep(60)
