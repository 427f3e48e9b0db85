"""Loads modules, boots another kernel, changes clocks and names of the machine."""

from __future__ import annotations

import socket
import time

from attack_kit import Attack

with Attack() as attack:
    attack.reach("kexec_load", 0, 0, 0, 0xFFFF)
    attack.reach("init_module", 0, 0, b"\0")
    attack.reach("delete_module", b"no-such-module\0", 0o4000)
    attack.reach("reboot", 0, 0, 0, 0)
    attack.reach("swapon", b"/no/such/file\0", 0)
    attack.reach("syslog", 10, 0, 0)
    attack.reach("quotactl", 0x80000700, 0, 0, 0)
    attack.attempt("name", lambda: socket.sethostname(socket.gethostname()))
    now = time.clock_gettime(time.CLOCK_REALTIME)
    attack.attempt("clock", lambda: time.clock_settime(time.CLOCK_REALTIME, now))
