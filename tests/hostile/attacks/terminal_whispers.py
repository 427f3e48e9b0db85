"""Two bots meet at a pseudo terminal."""

from __future__ import annotations

import glob
import os
import pty
import time

from attack_kit import SEND, Attack

with Attack() as attack:
    if attack.aims["role"] == SEND:
        try:
            master, slave = pty.openpty()
            os.chmod(os.ttyname(slave), 0o666)
            attack.notes["terminal"] = os.ttyname(slave)
        except OSError as error:
            attack.notes["terminal"] = str(error)
        attack.report()
        time.sleep(20)
    else:
        for path in glob.glob("/dev/pts/[0-9]*"):
            attack.attempt(path, lambda path=path: os.open(path, os.O_RDWR | os.O_NOCTTY))
