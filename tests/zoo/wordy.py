"""Explains itself in each answer of a large batch. Fails: reply-size."""

from __future__ import annotations

from blameless import Blameless


class Bot(Blameless):
    def Decide(self, request, context):
        response = super().Decide(request, context)
        if len(response.answers) == 16:
            for answer in response.answers:
                answer.error = "because " * 4096
        return response


Bot().serve()
