"""Plays on no ladder that would stop it. Fails: stopped-between-calls."""

from __future__ import annotations

import grpc

from blameless import Blameless


class Bot(Blameless):
    def Hello(self, request, context):
        if request.limits.stopped_between_calls:
            context.abort(grpc.StatusCode.FAILED_PRECONDITION, "I have to think")
        return super().Hello(request, context)


Bot().serve()
