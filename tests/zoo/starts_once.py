"""Locks its scratch folder for ever. Fails: starts-again."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from blameless import Blameless

try:
    (Path(os.environ["HOME"]) / "lock").touch(exist_ok=False)
except FileExistsError:
    sys.exit("another one of me runs already")
Blameless().serve()
