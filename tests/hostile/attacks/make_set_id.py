"""Makes a program that gives its user's rights to whoever runs it."""

from __future__ import annotations

import os
import shutil

from attack_kit import Attack

with Attack() as attack:
    home = os.environ["HOME"]
    path = f"{home}/true"
    shutil.copyfile("/bin/true", path)
    attack.attempt("by mode", lambda: os.chmod(path, 0o4755))
    attack.attempt("by group", lambda: os.chmod(path, 0o2755))
    attack.attempt(
        "from the start",
        lambda: os.close(os.open(f"{home}/born", os.O_CREAT | os.O_WRONLY, 0o4755)),
    )
    attack.attempt(
        "folder", lambda: os.mkdir(f"{home}/folder", 0o2755) or os.chmod(f"{home}/folder", 0o2755)
    )
    attack.attempt("capability", lambda: os.setxattr(path, "security.capability", bytes(20)))
