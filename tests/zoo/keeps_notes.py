"""Writes among its own files. Fails: own-folder."""

from __future__ import annotations

from pathlib import Path

from blameless import Blameless


class Bot(Blameless):
    def action(self, seen):
        Path("notes.txt").write_text(str(seen.seat))
        return super().action(seen)


Bot().serve()
