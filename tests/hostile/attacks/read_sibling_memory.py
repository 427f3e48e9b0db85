"""Reads another bot's memory, where its cards are."""

from __future__ import annotations

import ctypes
import os

from attack_kit import Attack, system_call


def by_file() -> bytes:
    fd = os.open(f"/proc/{attack.aims['sibling']}/mem", os.O_RDONLY)
    return os.pread(fd, 16, attack.aims["sibling_address"])


def by_call() -> bytes:
    buffer = ctypes.create_string_buffer(16)
    here = (ctypes.c_size_t * 2)(ctypes.addressof(buffer), 16)
    there = (ctypes.c_size_t * 2)(attack.aims["sibling_address"], 16)
    pointers = (ctypes.addressof(here), 1, ctypes.addressof(there), 1)
    system_call("process_vm_readv", attack.aims["sibling"], *pointers, 0)
    return buffer.raw


with Attack() as attack:
    attack.attempt("file", by_file)
    attack.attempt("call", by_call)
    attack.attempt("maps", lambda: len(open(f"/proc/{attack.aims['sibling']}/maps").read()))
