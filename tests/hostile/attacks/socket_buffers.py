"""Fills the buffers of sockets in many processes: memory of the kernel that no process owns."""

from __future__ import annotations

import contextlib
import os
import socket
import time

from attack_kit import MIB, STAY_S, Attack

PROCESSES = 12
LARGE = 4 * MIB


def fill(told: int) -> None:
    """All that fits into all that can be opened; tell of each pair how much that was."""
    held = []
    with contextlib.suppress(OSError):
        while True:
            ends = socket.socketpair()
            held.append(ends)
            total = 0
            for end in ends:
                with contextlib.suppress(OSError):
                    end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LARGE)
                end.setblocking(False)
                with contextlib.suppress(BlockingIOError):
                    while True:
                        total += end.send(bytes(65536))
            os.write(told, f"{total}\n".encode())
    os.write(told, b"full\n")
    time.sleep(STAY_S)


with Attack() as attack:
    results, told = os.pipe()
    children = []
    for _ in range(PROCESSES):
        children.append(os.fork())
        if children[-1] == 0:
            fill(told)
            os._exit(0)
    os.close(told)
    total = full = 0
    with open(results) as lines:
        while full < PROCESSES and (line := lines.readline()):
            if line == "full\n":
                full += 1
            else:
                total += int(line)
                attack.say(f"made {total // MIB} MiB in buffers")
    attack.made["MiB in buffers"] = total // MIB
    attack.stay_if_too_many("MiB in buffers")
    for child in children:
        os.kill(child, 9)
