"""A bot leaves a key in the keyring of its user."""

from __future__ import annotations

import time

from attack_kit import SEND, Attack, system_call

SEARCH, USER_RING = 10, -4

with Attack() as attack:
    name = f"arena-whisper-{attack.aims['pair']}\0".encode()
    if attack.aims["role"] == SEND:
        attack.attempt("add", lambda: system_call("add_key", b"user\0", name, b"met", 3, USER_RING))
        attack.report()
        time.sleep(20)
    else:
        attack.attempt("find", lambda: system_call("keyctl", SEARCH, USER_RING, b"user\0", name, 0))
