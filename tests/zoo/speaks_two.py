"""Speaks version 2 alone. Fails: speaks-version-1."""

from __future__ import annotations

from blameless import Blameless


class Bot(Blameless):
    def Hello(self, request, context):
        answer = super().Hello(request, context)
        answer.protocol_version = 2 if 2 in request.protocol_versions else 0
        answer.supported_versions[:] = [2]
        return answer


Bot().serve()
