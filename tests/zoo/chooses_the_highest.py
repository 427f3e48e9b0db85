"""Chooses the highest version that is offered where there are several. Fails: newest-common."""

from __future__ import annotations

from blameless import Blameless


class Bot(Blameless):
    def Hello(self, request, context):
        answer = super().Hello(request, context)
        if len(request.protocol_versions) > 1:
            answer.protocol_version = max(request.protocol_versions)
        return answer


Bot().serve()
