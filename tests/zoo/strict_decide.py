"""Aborts a Decide with fields that it does not know. Fails: decide-extension."""

from __future__ import annotations

import grpc
from google.protobuf.unknown_fields import UnknownFieldSet

from blameless import Blameless


class Bot(Blameless):
    def Decide(self, request, context):
        if len(UnknownFieldSet(request)):
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, "what is this")
        return super().Decide(request, context)


Bot().serve()
