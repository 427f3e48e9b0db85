"""Makes 20,000 empty files."""

from __future__ import annotations

import os

from attack_kit import Attack

with Attack() as attack:
    folder = f"{os.environ['HOME']}/many"
    os.mkdir(folder)
    numbers = iter(range(30_000))
    attack.up_to(
        20_000, "files", lambda: os.close(os.open(f"{folder}/{next(numbers)}", os.O_CREAT, 0o600))
    )
    attack.stay_if_too_many("files")
