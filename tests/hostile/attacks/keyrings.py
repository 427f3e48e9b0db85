"""Uses the kernel's keyrings, which belong to a user and outlive processes."""

from __future__ import annotations

from attack_kit import Attack

with Attack() as attack:
    attack.reach("add_key", b"user\0", b"arena-hostile\0", b"1", 1, -4)
    attack.reach("keyctl", 0, -4, 1)
    attack.reach("request_key", b"user\0", b"arena-hostile\0", 0, 0)
