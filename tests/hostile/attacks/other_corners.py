"""Knocks at doors of the kernel that no bot needs."""

from __future__ import annotations

import os

from attack_kit import Attack

with Attack() as attack:
    attack.reach("memfd_secret", 0)
    attack.reach("fanotify_init", 0x200, 0)
    attack.reach("kcmp", os.getpid(), os.getpid(), 0, 0, 0)
