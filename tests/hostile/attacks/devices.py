"""Opens the devices that are the machine itself."""

from __future__ import annotations

import os

from attack_kit import Attack, opened

NAMES = (
    "mem",
    "kmem",
    "port",
    "kmsg",
    "kvm",
    "fuse",
    "net/tun",
    "vhost-net",
    "vsock",
    "loop-control",
    "loop0",
    "sda",
    "vda",
    "nvme0",
    "uinput",
    "hwrng",
    "userfaultfd",
)

with Attack() as attack:
    for name in NAMES:
        attack.attempt(name, lambda name=name: opened(f"/dev/{name}", os.O_RDWR))
