"""Listens at a TCP port, for others to call."""

from __future__ import annotations

import socket

from attack_kit import Attack


def listen(host: str) -> int:
    with socket.create_server((host, 0)) as listener:
        return listener.getsockname()[1]


with Attack() as attack:
    for place in ("127.0.0.1", "0.0.0.0"):
        attack.attempt(place, lambda place=place: listen(place))
