"""Reads the passwords of the machine and files of root's."""

from __future__ import annotations

from attack_kit import Attack, read

with Attack() as attack:
    attack.attempt("/etc/shadow", lambda: len(read("/etc/shadow")))
    for name in (".profile", ".bashrc", ".ssh/authorized_keys"):
        attack.attempt(name, lambda name=name: len(read(f"/root/{name}")))
