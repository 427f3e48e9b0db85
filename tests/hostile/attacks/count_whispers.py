"""Two bots whisper by what the kernel counts for the whole machine: open files, terminals."""

from __future__ import annotations

import os
import time

from attack_kit import SEND, Attack, read

COUNTS = (
    "/proc/sys/fs/file-nr",
    "/proc/sys/fs/inode-nr",
    "/proc/sys/fs/inode-state",
    "/proc/sys/fs/dentry-state",
    "/proc/sys/fs/aio-nr",
    "/proc/sys/kernel/pty/nr",
    "/proc/buddyinfo",
    "/proc/diskstats",
    "/proc/interrupts",
    "/proc/locks",
    "/proc/pressure/cpu",
    "/proc/pressure/memory",
    "/proc/schedstat",
    "/proc/slabinfo",
    "/proc/softirqs",
    "/proc/swaps",
    "/proc/timer_list",
    "/proc/vmstat",
    "/proc/zoneinfo",
    "/proc/key-users",
)

with Attack() as attack:
    if attack.aims["role"] == SEND:
        kept = [os.open("/dev/null", os.O_RDONLY) for _ in range(200)]
        attack.report()
        time.sleep(20)
    else:
        for path in COUNTS:
            attack.attempt(path, lambda path=path: read(path).decode().split("\n")[0])
