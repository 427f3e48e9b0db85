"""Two bots meet at a number of the System V kind, or at a message queue."""

from __future__ import annotations

import time

from attack_kit import SEND, Attack, system_call

CREATE = 0o1000 | 0o666

with Attack() as attack:
    key = 0x5EED0000 | attack.aims["pair"] & 0xFFFF
    flags = CREATE if attack.aims["role"] == SEND else 0
    attack.attempt("memory", lambda: system_call("shmget", key, 4096 if flags else 0, flags))
    attack.attempt("semaphores", lambda: system_call("semget", key, 1 if flags else 0, flags))
    attack.attempt("messages", lambda: system_call("msgget", key, flags))
    queue = f"arena-whisper-{attack.aims['pair']}\0".encode()
    how = 0o100 if attack.aims["role"] == SEND else 0
    attack.attempt("queue", lambda: system_call("mq_open", queue, how, 0o666, 0))
    if attack.aims["role"] == SEND:
        attack.report()
        time.sleep(20)
