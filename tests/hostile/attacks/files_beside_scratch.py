"""Makes 20,000 empty files each where it can write besides its scratch."""

from __future__ import annotations

import os

from attack_kit import Attack

with Attack() as attack:
    for place in ("/dev/shm", "/run/arena"):
        numbers = iter(range(30_000))
        name = f"{place}/{attack.aims['token']}"
        attack.up_to(
            20_000,
            f"files in {place}",
            lambda name=name, numbers=numbers: os.close(
                os.open(f"{name}-{next(numbers)}", os.O_CREAT | os.O_EXCL, 0o600)
            ),
        )
