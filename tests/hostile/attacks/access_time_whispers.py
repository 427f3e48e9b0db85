"""Two bots whisper by when a file that both can read was read last."""

from __future__ import annotations

import os
import time

from attack_kit import SEND, Attack, read

QUIET = f"{os.path.dirname(__file__)}/unread.txt"
LONG_AGO_NS = 1_000_000_000 * 10**9


def was_read() -> int:
    accessed = os.stat(QUIET).st_atime_ns
    if accessed == LONG_AGO_NS:
        raise OSError(2, "not read")
    return accessed


with Attack() as attack:
    if attack.aims["role"] == SEND:
        read(QUIET)
        attack.report()
        time.sleep(20)
    else:
        attack.attempt("read", was_read)
