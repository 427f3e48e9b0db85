"""Makes a device file for the disk."""

from __future__ import annotations

import os
import stat

from attack_kit import Attack

with Attack() as attack:
    home = os.environ["HOME"]
    for name, kind, number in (("disk", stat.S_IFBLK, (8, 0)), ("mem", stat.S_IFCHR, (1, 1))):
        attack.attempt(
            name,
            lambda n=name, k=kind, d=number: os.mknod(f"{home}/{n}", k | 0o600, os.makedev(*d)),
        )
