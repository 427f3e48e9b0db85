"""Answers the last of a full batch twice. Fails: no-surplus."""

from __future__ import annotations

from blameless import Blameless


class Bot(Blameless):
    def Decide(self, request, context):
        response = super().Decide(request, context)
        if len(response.answers) == 16:
            response.answers.append(response.answers[-1])
        return response


Bot().serve()
