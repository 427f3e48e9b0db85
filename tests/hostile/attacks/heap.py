"""Allocates memory and touches it, up to 1.6 GB."""

from __future__ import annotations

from attack_kit import MIB, Attack

with Attack() as attack:
    kept: list[bytes] = []
    attack.up_to(1600, "MiB", lambda: kept.append(b"\1" * (20 * MIB)), each=20)
