"""Opens sockets that see or make raw packets."""

from __future__ import annotations

import socket

from attack_kit import Attack


def make(family: int, kind: int, protocol: int) -> str:
    with socket.socket(family, kind, protocol) as made:
        return repr(made)[:30]


with Attack() as attack:
    attack.attempt("packet", lambda: make(socket.AF_PACKET, socket.SOCK_RAW, 0x0300))
    attack.attempt("raw", lambda: make(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP))
    attack.attempt("ping", lambda: make(socket.AF_INET, socket.SOCK_DGRAM, socket.IPPROTO_ICMP))
