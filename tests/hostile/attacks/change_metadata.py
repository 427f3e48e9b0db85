"""Changes mode, times and names of files that are not its own."""

from __future__ import annotations

import os

from attack_kit import Attack

with Attack() as attack:
    decoy = attack.aims["decoy"]
    attack.attempt("mode", lambda: os.chmod(decoy, 0o640))
    attack.attempt("times", lambda: os.utime(decoy, (5, 5)))
    attack.attempt("name", lambda: os.rename(decoy, f"{decoy}.moved"))
    attack.attempt("attribute", lambda: os.setxattr(decoy, "user.arena", b"1"))
    attack.attempt("own mode", lambda: os.chmod(__file__, 0o600))
