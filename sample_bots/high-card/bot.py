"""Serves this folder's strategy to the arena."""

from __future__ import annotations

from arena.sdk.bot import serve
from strategy import decide

if __name__ == "__main__":
    serve(decide, name="high-card", version="1.1.0")
