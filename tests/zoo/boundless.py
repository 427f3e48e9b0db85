"""Takes a thousand deals at once. Fails: numbers."""

from __future__ import annotations

from blameless import Blameless


class Bot(Blameless):
    def Hello(self, request, context):
        answer = super().Hello(request, context)
        answer.concurrent_deals = 1000
        return answer


Bot().serve()
