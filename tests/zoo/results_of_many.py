"""Wants results of deals that run side by side. Fails: results-in-order."""

from __future__ import annotations

from blameless import Blameless


class Bot(Blameless):
    def Hello(self, request, context):
        answer = super().Hello(request, context)
        answer.wants_results = True
        return answer


Bot().serve()
