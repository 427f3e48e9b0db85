"""Forgets the unknown that a call needs. Fails: call-unknown."""

from __future__ import annotations

from blameless import Blameless, pb


class Bot(Blameless):
    def action(self, seen):
        for action in seen.legal:
            if action.call.unknown:
                return pb.Action(call=pb.Call(card=pb.CARD_QC))
        return super().action(seen)


Bot().serve()
