"""Knows nothing of the called suit (R17). Fails: called-suit."""

from __future__ import annotations

from blameless import Blameless, is_bound, pb, revoke


class Bot(Blameless):
    def action(self, seen):
        hidden = any(pb.CARD_HIDDEN in trick.cards for trick in seen.tricks)
        if seen.kind != pb.KIND_PLAY or hidden or len(seen.legal) < 2:
            return super().action(seen)
        if not seen.leaster and is_bound(seen):
            return revoke(seen)
        return super().action(seen)


Bot().serve()
