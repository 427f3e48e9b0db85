"""Two bots whisper by leases: the kernel tells a file's holder that somebody opens it."""

from __future__ import annotations

import fcntl
import os
import sys
import time

from attack_kit import SEND, Attack

SHARED = (os.path.realpath(sys.executable), os.__file__, __file__)


def lease(path: str) -> str:
    fd = os.open(path, os.O_RDONLY)
    try:
        fcntl.fcntl(fd, fcntl.F_SETLEASE, fcntl.F_WRLCK)
    except BlockingIOError:
        return "somebody has it open"
    return "leased"


with Attack() as attack:
    for path in SHARED:
        attack.attempt(path, lambda path=path: lease(path))
    folder = os.open(os.path.dirname(__file__), os.O_RDONLY)
    attack.attempt("notify", lambda: fcntl.fcntl(folder, fcntl.F_NOTIFY, 1))
    if attack.aims["role"] == SEND:
        attack.report()
        time.sleep(20)
