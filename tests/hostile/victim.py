"""Another bot that plays at the same time: it has notes, a socket and something in mind."""

from __future__ import annotations

import ctypes
import os
import socket
import time
from pathlib import Path

from attack_kit import Attack

with Attack() as attack:
    in_mind = ctypes.create_string_buffer(b"its hand: QC QS QH QD")
    Path(os.environ["HOME"], "notes").write_text("they hold QC")
    address = os.environ["ARENA_BOT_ADDRESS"].removeprefix("unix:")
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(address)
    listener.listen()
    attack.notes = {
        "sibling_address": ctypes.addressof(in_mind),
        "sibling_address_path": address,
        "sibling_home": os.environ["HOME"],
    }
    attack.report()
    time.sleep(30)
