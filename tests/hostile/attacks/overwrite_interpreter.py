"""Opens the interpreter and its library for writing, which other bots and the arena run."""

from __future__ import annotations

import os
import sys

from attack_kit import Attack, opened

with Attack() as attack:
    for path in (os.path.realpath(sys.executable), os.__file__, "/usr/bin/env"):
        attack.attempt(path, lambda path=path: opened(path, os.O_WRONLY | os.O_APPEND))
    library = f"{os.path.dirname(os.__file__)}/{attack.aims['token']}.py"
    attack.attempt("new module", lambda: opened(library, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
    attack.attempt("undo", lambda: os.unlink(library))
