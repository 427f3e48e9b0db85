"""Opens sockets until it gets no more."""

from __future__ import annotations

import socket

from attack_kit import Attack

with Attack() as attack:
    kept: list[socket.socket] = []
    attack.up_to(3000, "descriptors", lambda: kept.append(socket.socket(socket.AF_UNIX)))
