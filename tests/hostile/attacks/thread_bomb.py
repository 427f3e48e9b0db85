"""Starts threads until it gets no more."""

from __future__ import annotations

import threading

from attack_kit import Attack

over = threading.Event()


def start() -> None:
    threading.Thread(target=over.wait, args=(6,), daemon=True).start()


with Attack() as attack:
    threading.stack_size(64 * 1024)
    attack.up_to(400, "threads", start)
    over.set()
