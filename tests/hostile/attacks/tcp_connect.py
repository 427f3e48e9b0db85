"""Connects to a TCP port of the machine."""

from __future__ import annotations

import socket

from attack_kit import Attack


def dial(host: str) -> str:
    with socket.create_connection((host, attack.aims["tcp"]), timeout=2) as caller:
        caller.sendall(b"hello")
        return host


with Attack() as attack:
    for place in ("127.0.0.1", "localhost", "::1", "0.0.0.0"):
        attack.attempt(place, lambda place=place: dial(place))
