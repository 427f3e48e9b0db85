"""Watches the machine by its performance counters."""

from __future__ import annotations

import ctypes

from attack_kit import Attack

with Attack() as attack:
    software_clock = (1).to_bytes(4, "little") + (128).to_bytes(4, "little")
    event = ctypes.create_string_buffer(software_clock, 128)
    attack.reach("perf_event_open", event, 0, -1, -1, 0)
