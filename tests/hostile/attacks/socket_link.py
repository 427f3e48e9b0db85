"""Puts a link to the arena's own socket where its socket should be, for the arena to dial."""

from __future__ import annotations

import os
import time

from attack_kit import Attack

with Attack() as attack:
    address = os.environ["ARENA_BOT_ADDRESS"].removeprefix("unix:")
    try:
        os.symlink(attack.aims["path_socket"], address)
    except OSError as error:
        attack.notes["link"] = str(error)
    attack.report()
    time.sleep(1.5)
