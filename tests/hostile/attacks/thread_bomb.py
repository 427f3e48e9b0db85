"""Starts threads until it gets no more."""

from __future__ import annotations

import threading

from attack_kit import STAY_S, Attack

over = threading.Event()


def start() -> None:
    threading.Thread(target=over.wait, args=(STAY_S,), daemon=True).start()


with Attack() as attack:
    threading.stack_size(64 * 1024)
    attack.up_to(400, "threads", start)
    attack.stay_if_too_many("threads")
    over.set()
