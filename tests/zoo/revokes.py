"""Revokes. Fails: follow."""

from __future__ import annotations

from blameless import Blameless, is_bound, pb, revoke


class Bot(Blameless):
    def action(self, seen):
        if seen.kind != pb.KIND_PLAY or seen.leaster or not 1 < len(seen.legal) < len(seen.hand):
            return super().action(seen)
        if len(seen.hand) > 2 and not is_bound(seen):
            return revoke(seen)
        return super().action(seen)


Bot().serve()
