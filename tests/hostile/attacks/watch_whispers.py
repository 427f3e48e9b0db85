"""Two bots whisper by watches: one opens a file that both can read, the other sees it."""

from __future__ import annotations

import os
import select
import time

from attack_kit import SEND, Attack, read, system_call, until

QUIET = f"{os.path.dirname(__file__)}/quiet.txt"
OPENED = 0x20


def watch() -> str:
    fd = system_call("inotify_init1", 0)
    system_call("inotify_add_watch", fd, os.fsencode(QUIET) + b"\0", OPENED)
    if not select.select([fd], [], [], 2)[0]:
        raise OSError(2, "nothing seen")
    return "seen"


with Attack() as attack:
    if attack.aims["role"] == SEND:
        attack.report()
        for _ in until(10):
            read(QUIET, 1)
        time.sleep(5)
    else:
        attack.attempt("watch", watch)
