"""Writes what would make a terminal do things, which must stay bytes in a file."""

from __future__ import annotations

import os

from attack_kit import Attack

with Attack() as attack:
    os.write(1, b"\x1b]0;owned\x07\x1b[2J\0\xff\xfe\n")
    attack.attempt("terminal", lambda: os.open("/dev/tty", os.O_RDWR))
