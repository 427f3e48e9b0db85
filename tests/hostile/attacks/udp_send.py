"""Sends UDP datagrams, to this machine and beyond."""

from __future__ import annotations

import socket

from attack_kit import Attack


def send(address: tuple[str, int]) -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as caller:
        return caller.sendto(b"hello", address)


with Attack() as attack:
    attack.attempt("this machine", lambda: send(("127.0.0.1", attack.aims["udp"])))
    attack.attempt("beyond", lambda: send(("192.0.2.1", 9)))
