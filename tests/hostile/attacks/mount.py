"""Mounts file systems, and makes read-only ones writable."""

from __future__ import annotations

import os

from attack_kit import Attack, checked, in_child, libc, system_call

NEW_MOUNTS = 0x20000
REMOUNT, BIND, PRIVATE = 32, 4096, 1 << 18


def mount(source: bytes, place: bytes, kind: bytes | None, flags: int) -> str:
    libc.unshare(NEW_MOUNTS)
    libc.mount(None, b"/", None, PRIVATE | 16384, None)
    return str(checked(libc.mount(source, place, kind, flags, None)))


with Attack() as attack:
    home = os.environ["HOME"].encode()
    attempts = {
        "tmpfs": (b"none", home, b"tmpfs", 0),
        "proc": (b"none", home, b"proc", 0),
        "cgroup": (b"none", home, b"cgroup2", 0),
        "bind": (b"/", home, None, BIND),
        "remount": (b"none", b"/usr", None, REMOUNT | BIND),
    }
    for name, arguments in attempts.items():
        attack.attempt(name, lambda a=arguments: in_child(lambda: mount(*a)))
    attack.attempt("chroot", lambda: in_child(lambda: os.chroot(home)))
    attack.attempt("pivot", lambda: in_child(lambda: system_call("pivot_root", home, home)))
