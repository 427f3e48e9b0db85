"""Opens the arena's own code for writing."""

from __future__ import annotations

import os

from attack_kit import Attack, opened

with Attack() as attack:
    for name in ("__init__.py", "host/launch.py"):
        path = os.path.join(attack.aims["package"], name)
        attack.attempt(name, lambda path=path: opened(path, os.O_WRONLY | os.O_APPEND))
