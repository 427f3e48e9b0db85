"""Connects to a socket of the arena that lies in a folder open to all."""

from __future__ import annotations

import socket

from attack_kit import Attack


def dial(kind: int, path: str) -> None:
    with socket.socket(socket.AF_UNIX, kind) as caller:
        caller.settimeout(2)
        caller.connect(path)
        caller.sendall(b"hello")


def shout() -> int:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as caller:
        return caller.sendto(b"hello", attack.aims["path_datagram"])


with Attack() as attack:
    attack.attempt("stream", lambda: dial(socket.SOCK_STREAM, attack.aims["path_socket"]))
    attack.attempt("datagram", shout)
    for path in ("/dev/log", "/run/dbus/system_bus_socket", "/var/run/docker.sock"):
        attack.attempt(path, lambda path=path: dial(socket.SOCK_STREAM, path))
