"""Wants results, and does not serve DealOver. Fails: deal-over."""

from __future__ import annotations

import grpc

from blameless import Blameless


class Bot(Blameless):
    def Hello(self, request, context):
        answer = super().Hello(request, context)
        answer.concurrent_deals = 1
        answer.wants_results = True
        return answer

    def DealOver(self, request, context):
        context.abort(grpc.StatusCode.UNIMPLEMENTED, "no results, please")


Bot().serve()
