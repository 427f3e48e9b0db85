"""Opens pseudo terminals, of which the whole machine has some thousands."""

from __future__ import annotations

import os

from attack_kit import Attack

with Attack() as attack:
    attack.up_to(200, "terminals", lambda: os.open("/dev/ptmx", os.O_RDWR | os.O_NOCTTY))
