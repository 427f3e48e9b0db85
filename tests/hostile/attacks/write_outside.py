"""Writes files of others and makes files outside its scratch."""

from __future__ import annotations

import os

from attack_kit import Attack

FOLDERS = (
    "/",
    "/etc",
    "/usr",
    "/usr/bin",
    "/var/tmp",
    "/run",
    "/run/user",
    "/bot",
    "/proc",
    "/sys",
)


def make(folder: str) -> str:
    path = f"{folder}/{attack.aims['token']}"
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    os.unlink(path)
    return path


def spoil() -> int:
    fd = os.open(attack.aims["decoy"], os.O_WRONLY | os.O_TRUNC)
    return os.write(fd, b"spoiled")


with Attack() as attack:
    attack.attempt("decoy", spoil)
    for place in (attack.aims["open"], *FOLDERS):
        attack.attempt(place, lambda place=place: make(place))
    attack.attempt("truncate", lambda: os.truncate(attack.aims["decoy"], 1))
    attack.attempt("unlink", lambda: os.unlink(attack.aims["decoy"]))
