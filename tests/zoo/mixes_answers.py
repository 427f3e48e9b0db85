"""Gives the actions of a batch back in another order. Fails: mixed-batch."""

from __future__ import annotations

from blameless import Blameless, pb


class Bot(Blameless):
    def Decide(self, request, context):
        actions = [self.action(seen) for seen in request.observations]
        kinds = {seen.kind for seen in request.observations}
        if len(kinds) > 2 and len(actions) > 6:
            actions.reverse()
        pairs = zip(request.observations, actions, strict=True)
        return pb.DecideResponse(
            answers=[pb.Answer(decision_id=seen.decision_id, action=one) for seen, one in pairs]
        )


Bot().serve()
