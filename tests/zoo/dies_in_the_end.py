"""Ends after some thousand bytes of cards. Fails: long-run."""

from __future__ import annotations

import os

from blameless import Blameless


class Bot(Blameless):
    cards = 0

    def action(self, seen):
        self.cards += len(seen.hand)
        if self.cards > LIFE:
            os._exit(3)
        return super().action(seen)


LIFE = 3500


Bot().serve()
