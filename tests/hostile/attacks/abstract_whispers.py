"""Two bots meet at a socket that has a name and no file."""

from __future__ import annotations

import socket
import time

from attack_kit import SEND, Attack


def taken() -> str:
    """The name cannot be had, so somebody has it."""
    try:
        socket.socket(socket.AF_UNIX).bind(name)
    except OSError as error:
        if error.errno == 98:
            return "taken"
    raise OSError(2, "free")


with Attack() as attack:
    name = f"\0arena-whisper-{attack.aims['pair']}"
    meeting = socket.socket(socket.AF_UNIX)
    if attack.aims["role"] == SEND:
        attack.attempt("listen", lambda: meeting.bind(name) or meeting.listen())
        attack.report()
        time.sleep(20)
    else:
        attack.attempt("connect", lambda: meeting.connect(name))
        attack.attempt("taken", taken)
