"""Asks the kernel about the network over netlink, the way in of many escapes."""

from __future__ import annotations

import socket

from attack_kit import Attack


def bind(family: int) -> int:
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, family) as caller:
        caller.bind((0, 0))
        return family


with Attack() as attack:
    for number in (0, 4, 12, 16):  # routes, sockets, the packet filter, generic
        attack.attempt(f"family {number}", lambda number=number: bind(number))
