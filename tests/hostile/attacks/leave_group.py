"""Leaves the control group that counts what it uses."""

from __future__ import annotations

import glob
import os

from attack_kit import Attack, opened

with Attack() as attack:
    found = glob.glob("/sys/fs/cgroup/**/cgroup.procs", recursive=True)
    for path in ("/sys/fs/cgroup/cgroup.procs", *found[:20]):
        attack.attempt(path, lambda path=path: opened(path, os.O_WRONLY))
    for path in glob.glob("/sys/fs/cgroup/*/release_agent"):
        attack.attempt(path, lambda path=path: opened(path, os.O_WRONLY))
