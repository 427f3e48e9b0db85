"""Builds the wheel of the released `elo`, whose own setup.py a current setuptools refuses.

`elo` 0.1.1 (2017, source only) asks for 2to3, a step that setuptools dropped. Its module runs on
Python 3 as it stands, so the plug-in in shim/ takes the request back and nothing else changes. The
source is the released one, checked by its hash in elo.txt. pip, uv and build call `build_wheel`
in an isolated environment that holds what pyproject.toml beside this file requires.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

_HERE = Path(__file__).resolve().parent


def build_wheel(
    wheel_directory: str,
    config_settings: object = None,
    metadata_directory: str | None = None,
) -> str:
    """The file name of the wheel, written into *wheel_directory* (PEP 517)."""
    path = [str(_HERE / "shim"), *filter(None, [os.environ.get("PYTHONPATH")])]
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
        + ["--use-pep517", "--require-hashes", "--requirement", str(_HERE / "elo.txt")]
        + ["--wheel-dir", wheel_directory],
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
    )
    (wheel,) = Path(wheel_directory).glob("elo-*.whl")
    return wheel.name


def build_sdist(sdist_directory: str, config_settings: object = None) -> str:
    """Nobody needs one: the arena's own source distribution carries this folder (PEP 517)."""
    raise SystemExit("tools/elo builds only a wheel")
