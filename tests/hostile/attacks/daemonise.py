"""Leaves a daemon behind: a grandchild in a session of its own with an empty environment."""

from __future__ import annotations

import contextlib
import os
import sys

from attack_kit import Attack

LIFE_S = "60"


def daemon() -> None:
    if os.fork():
        return
    with contextlib.suppress(OSError):
        os.setsid()
    if os.fork():
        os._exit(0)
    code = "import sys, time; time.sleep(float(sys.argv[1]))"
    os.execve(sys.executable, [sys.executable, "-S", "-c", code, LIFE_S, attack.aims["token"]], {})


with Attack() as attack:
    daemon()
    attack.say("left a daemon")
