"""Types on the terminal of whoever started the arena."""

from __future__ import annotations

import fcntl
import os
import pty
import termios

from attack_kit import Attack, in_child


def type_on(fd: int) -> str:
    for letter in b"id\n":
        fcntl.ioctl(fd, termios.TIOCSTI, bytes([letter]))
    return "typed"


def on_a_terminal_of_its_own() -> str:
    os.setsid()
    _, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    return type_on(slave)


with Attack() as attack:
    for number in (0, 1, 2):
        attack.attempt(f"descriptor {number}", lambda number=number: type_on(number))
    attack.attempt("/dev/tty", lambda: type_on(os.open("/dev/tty", os.O_RDWR)))
    attack.attempt("its own", lambda: in_child(on_a_terminal_of_its_own))
