"""A bot reads what another one is called in the table of processes."""

from __future__ import annotations

import os
import time

from attack_kit import SEND, Attack, read


def look() -> str:
    word = f'"pair": {attack.aims["pair"]},'.encode()
    for name in os.listdir("/proc"):
        if name.isdigit() and int(name) != os.getpid():
            try:
                words = read(f"/proc/{name}/cmdline")
            except OSError:
                continue
            if word in words and f'"{SEND}"'.encode() in words:
                return name
    raise OSError(2, "nobody")


with Attack() as attack:
    if attack.aims["role"] == SEND:
        attack.report()
        time.sleep(20)
    else:
        attack.attempt("look", look)
