"""Which version of the arena this is."""

from __future__ import annotations

VERSION = "0.1.0"
"""As sitting logs and Hello say it; the build reads it from this line."""
