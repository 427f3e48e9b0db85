"""Opens sockets of families that hardly anybody uses, and whose code hardly anybody reads."""

from __future__ import annotations

import socket

from attack_kit import Attack

FAMILIES = {"alg": 38, "vsock": 40, "bluetooth": 31, "can": 29, "tipc": 30, "xdp": 44, "smc": 43}


def make(family: int) -> int:
    with socket.socket(family, socket.SOCK_SEQPACKET if family == 38 else socket.SOCK_DGRAM):
        return family


with Attack() as attack:
    for name, number in FAMILIES.items():
        attack.attempt(name, lambda number=number: make(number))
    attack.attempt("pair", lambda: socket.socketpair(socket.AF_TIPC, socket.SOCK_STREAM))
