"""Writes 80 KB to its scratch folder for each observation. Fails: scratch."""

from __future__ import annotations

import os
from pathlib import Path

from blameless import Blameless


class Bot(Blameless):
    def action(self, seen):
        with (Path(os.environ["HOME"]) / "journal").open("ab") as journal:
            journal.write(bytes(80_000))
        return super().action(seen)


Bot().serve()
