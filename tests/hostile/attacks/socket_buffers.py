"""Fills the buffers of sockets in many processes: memory of the kernel that no process owns."""

from __future__ import annotations

import os
import socket

from attack_kit import MIB, Attack

PROCESSES = 12


def fill() -> int:
    held, total = [], 0
    try:
        while True:
            ends = socket.socketpair()
            held.append(ends)
            for end in ends:
                end.setblocking(False)
                try:
                    while True:
                        total += end.send(bytes(65536))
                except BlockingIOError:
                    pass
    except OSError:
        return total // MIB


with Attack() as attack:
    results, inner = os.pipe()
    waiting, going = os.pipe()
    for _ in range(PROCESSES):
        if os.fork() == 0:
            os.close(going)
            os.write(inner, f"{fill()}\n".encode())
            os.close(inner)
            os.read(waiting, 1)  # until all have filled theirs
            os._exit(0)
    os.close(inner)
    total = 0
    with open(results) as lines:
        for line in lines:
            total += int(line)
            attack.say(f"made {total} MiB in buffers")
