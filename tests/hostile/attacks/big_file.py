"""Writes one file of 300 MB."""

from __future__ import annotations

import os
import signal

from attack_kit import MIB, Attack

with Attack() as attack:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    path = f"{os.environ['HOME']}/big"
    with open(path, "wb", buffering=0) as file:

        def more() -> None:
            if file.write(b"\1" * (4 * MIB)) < 4 * MIB:
                raise OSError(27, "cut short")

        attack.up_to(300, "MiB in a file", more, each=4)
    os.unlink(path)
