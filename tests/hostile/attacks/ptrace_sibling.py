"""Attaches to another bot as a debugger does."""

from __future__ import annotations

import ctypes
import os

from attack_kit import Attack, checked, in_child, libc

ATTACH, DETACH, SEIZE = 16, 17, 0x4206


def attach(request: int) -> int:
    pid = attack.aims["sibling"]
    arguments = (ctypes.c_long(pid), ctypes.c_long(0), ctypes.c_long(0))
    result = checked(libc.ptrace(ctypes.c_long(request), *arguments))
    if request == ATTACH:
        os.waitpid(pid, 0x40000000)
        libc.ptrace(ctypes.c_long(DETACH), *arguments)
    return result


with Attack() as attack:
    attack.attempt("attach", lambda: in_child(lambda: attach(ATTACH)))
    attack.attempt("seize", lambda: in_child(lambda: attach(SEIZE)))
    attack.attempt("be traced", lambda: in_child(lambda: checked(libc.ptrace(0, 0, 0, 0))))
