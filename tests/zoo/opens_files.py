"""Opens a file for each observation and closes none. Fails: descriptors."""

from __future__ import annotations

import os

from blameless import Blameless


class Bot(Blameless):
    def __init__(self):
        super().__init__()
        self.kept = []

    def action(self, seen):
        if len(self.kept) < 300:
            self.kept.append(os.open("/dev/null", os.O_RDONLY))
        return super().action(seen)


Bot().serve()
