"""Plays the last trick but one as if it were the last. Fails: last-choice."""

from __future__ import annotations

from blameless import Blameless, not_held, pb


class Bot(Blameless):
    def action(self, seen):
        hidden = any(pb.CARD_HIDDEN in trick.cards for trick in seen.tricks)
        if seen.kind != pb.KIND_PLAY or len(seen.hand) != 2 or hidden or seen.leaster:
            return super().action(seen)
        if len(seen.legal) == 2:
            return pb.Action(play=not_held(seen)[0])
        return super().action(seen)


Bot().serve()
