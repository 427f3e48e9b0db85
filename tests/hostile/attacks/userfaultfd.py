"""Stops the kernel in the middle of a copy, which makes races easy to win."""

from __future__ import annotations

from attack_kit import Attack

with Attack() as attack:
    attack.reach("userfaultfd", 1)
