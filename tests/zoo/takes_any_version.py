"""Claims version 1 whatever is offered. Fails: no-common."""

from __future__ import annotations

from blameless import Blameless


class Bot(Blameless):
    def Hello(self, request, context):
        answer = super().Hello(request, context)
        answer.protocol_version = 1
        return answer


Bot().serve()
