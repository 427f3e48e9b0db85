"""Expects not to be asked where it has no choice. Fails: only-choice."""

from __future__ import annotations

from blameless import Blameless, pb


class Bot(Blameless):
    def action(self, seen):
        hidden = any(pb.CARD_HIDDEN in trick.cards for trick in seen.tricks)
        if seen.kind == pb.KIND_PLAY and len(seen.legal) == 1 and not (seen.leaster or hidden):
            raise AssertionError("nothing to decide")
        return super().action(seen)


Bot().serve()
