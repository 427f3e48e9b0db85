"""Calls another bot at its socket, as the arena would."""

from __future__ import annotations

import socket

from attack_kit import Attack


def dial(path: str) -> str:
    with socket.socket(socket.AF_UNIX) as caller:
        caller.settimeout(2)
        caller.connect(path)
        return path


with Attack() as attack:
    inside = f"/proc/{attack.aims['sibling']}/root{attack.aims['sibling_address_path']}"
    attack.attempt("by the host's path", lambda: dial(attack.aims["sibling_socket"]))
    attack.attempt("by its process", lambda: dial(inside))
