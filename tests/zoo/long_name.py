"""Introduces itself at length. Fails: introduction."""

from __future__ import annotations

from blameless import Blameless


class Bot(Blameless):
    def Hello(self, request, context):
        answer = super().Hello(request, context)
        answer.name = "the incomparable " * 8
        return answer


Bot().serve()
