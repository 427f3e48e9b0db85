"""Has system calls made by the kernel, where no filter sees them."""

from __future__ import annotations

import ctypes

from attack_kit import Attack

with Attack() as attack:
    attack.reach("io_uring_setup", 1, ctypes.create_string_buffer(120))
    attack.reach("io_setup", 1, ctypes.create_string_buffer(8))
