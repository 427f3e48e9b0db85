"""Opens the kernel's settings for writing; one of them names a program that runs as root."""

from __future__ import annotations

import os

from attack_kit import Attack, opened

PATHS = (
    "/proc/sys/kernel/core_pattern",
    "/proc/sys/kernel/hostname",
    "/proc/sys/vm/overcommit_memory",
    "/proc/sys/fs/binfmt_misc/register",
    "/proc/sysrq-trigger",
    "/sys/kernel/uevent_helper",
    "/sys/power/state",
    "/proc/self/oom_adj",
)

with Attack() as attack:
    for path in PATHS[:-1]:
        attack.attempt(path, lambda path=path: opened(path, os.O_WRONLY))

    def spare_me() -> int:
        fd = os.open("/proc/self/oom_score_adj", os.O_WRONLY)
        return os.write(fd, b"-900")

    attack.attempt("never killed for memory", spare_me)
