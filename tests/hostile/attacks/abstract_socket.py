"""Connects to a socket that has a name and no file."""

from __future__ import annotations

import socket

from attack_kit import Attack


def dial() -> None:
    with socket.socket(socket.AF_UNIX) as caller:
        caller.settimeout(2)
        caller.connect("\0" + attack.aims["abstract_socket"])
        caller.sendall(b"hello")


with Attack() as attack:
    attack.attempt("connect", dial)
