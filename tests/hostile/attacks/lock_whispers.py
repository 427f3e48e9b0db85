"""Two bots that share no file they can write whisper by locks on one that they can read."""

from __future__ import annotations

import fcntl
import os
import struct
import sys
import time

from attack_kit import SEND, Attack

SHARED = (os.path.realpath(sys.executable), os.__file__, "/usr/bin/env", __file__)
OPEN_FILE_LOCK = 37


def take(path: str, how: str) -> None:
    fd = os.open(path, os.O_RDONLY)
    if how == "flock":
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    elif how == "lockf":
        fcntl.fcntl(fd, fcntl.F_SETLK, struct.pack("hhqqi4x", fcntl.F_RDLCK, 0, 0, 0, 0))
    else:
        fcntl.fcntl(fd, OPEN_FILE_LOCK, struct.pack("hhqqi4x", fcntl.F_RDLCK, 0, 0, 0, 0))


def hear(path: str, how: str) -> str:
    fd = os.open(path, os.O_RDONLY)
    if how == "flock":
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return "locked"
    else:
        asked = struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 0, 0, 0)
        if struct.unpack("hhqqi4x", fcntl.fcntl(fd, fcntl.F_GETLK, asked))[0] != fcntl.F_UNLCK:
            return "locked"
    raise OSError(2, "no lock")


with Attack() as attack:
    for way in ("flock", "lockf", "open file"):
        for path in SHARED:
            if attack.aims["role"] == SEND:
                attack.attempt(f"{way} {path}", lambda p=path, w=way: take(p, w))
            else:
                attack.attempt(f"{way} {path}", lambda p=path, w=way: hear(p, w))
    if attack.aims["role"] == SEND:
        attack.report()
        time.sleep(20)
