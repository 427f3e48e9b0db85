"""Aborts a Hello with fields that it does not know. Fails: hello-extension."""

from __future__ import annotations

import grpc
from google.protobuf.unknown_fields import UnknownFieldSet

from blameless import Blameless


class Bot(Blameless):
    def Hello(self, request, context):
        answer = super().Hello(request, context)
        if len(UnknownFieldSet(request)):
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, "what is this")
        return answer


Bot().serve()
