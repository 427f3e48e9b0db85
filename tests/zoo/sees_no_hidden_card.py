"""Fails where a card in a trick has no face. Fails: hidden-card."""

from __future__ import annotations

from blameless import Blameless, pb


class Bot(Blameless):
    def action(self, seen):
        if any(pb.CARD_HIDDEN in trick.cards for trick in seen.tricks):
            raise KeyError("card 33")
        return super().action(seen)


Bot().serve()
