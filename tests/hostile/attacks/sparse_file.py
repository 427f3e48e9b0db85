"""Makes a file that says it is a terabyte."""

from __future__ import annotations

import os
import signal

from attack_kit import Attack

with Attack() as attack:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    fd = os.open(f"{os.environ['HOME']}/sparse", os.O_RDWR | os.O_CREAT, 0o600)
    attack.attempt("truncate", lambda: os.ftruncate(fd, 1 << 40))
    attack.attempt("allocate", lambda: os.posix_fallocate(fd, 0, 1 << 28))
    os.ftruncate(fd, 0)
