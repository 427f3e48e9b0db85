"""Loads programs into the kernel."""

from __future__ import annotations

import ctypes

from attack_kit import Attack

with Attack() as attack:
    map_of_arrays = b"".join(n.to_bytes(4, "little") for n in (2, 4, 4, 1))
    attack.reach("bpf", 0, ctypes.create_string_buffer(map_of_arrays, 72), 72)
