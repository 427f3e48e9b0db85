"""A setuptools plug-in that withdraws elo's request for 2to3."""

from __future__ import annotations

from typing import Any


def withdraw(distribution: Any) -> None:
    """Called by setuptools for every distribution it sets up, before it checks the keywords."""
    if distribution.metadata.name == "elo" and getattr(distribution, "use_2to3", None):
        distribution.use_2to3 = None


withdraw.order = -100  # type: ignore[attr-defined]  # plug-ins run in this order; this one first
