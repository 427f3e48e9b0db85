"""Has nothing to say. Fails: starts."""

from __future__ import annotations

import sys

sys.exit("no table is good enough for this bot")
