"""The arena command run as a user runs it: a process, its output, its exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "sample_bots"
ARGV = (sys.executable, "-m", "arena.cli.main")
SECRET = "5eed" * 16


def environment(data: Path) -> dict[str, str]:
    """The environment of a command on the data folder *data*."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("ARENA_")}
    temporary = data.parent / "tmp"
    temporary.mkdir(exist_ok=True)
    return kept | {"ARENA_DATA": str(data), "PYTHONPATH": str(ROOT), "TMPDIR": str(temporary)}


@dataclass(frozen=True)
class Ran:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class Arena:
    """The command on one data folder."""

    def __init__(self, data: Path) -> None:
        self.data = data

    def __call__(
        self, *args: str | Path, code: int = 0, stdin: str = "", limit_s: float = 300
    ) -> Ran:
        """Run it; the exit code must be *code*."""
        ended = subprocess.run(
            [*ARGV, *map(str, args)],
            env=environment(self.data),
            cwd=self.data.parent,
            input=stdin,
            capture_output=True,
            text=True,
            timeout=limit_s,
            check=False,
        )
        assert ended.returncode == code, (
            f"{args}: {ended.returncode}\n{ended.stdout}\n{ended.stderr}"
        )
        assert "Traceback" not in ended.stderr, ended.stderr
        return Ran(ended.returncode, ended.stdout, ended.stderr)

    def start(self, *args: str | Path) -> subprocess.Popen[str]:
        """Start it and go on."""
        return subprocess.Popen(
            [*ARGV, *map(str, args)],
            env=environment(self.data),
            cwd=self.data.parent,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def digest(self, event: str) -> str:
        """The results digest of *event*."""
        digest: str = self("crosstable", event, "--json").json["results_digest"]
        return digest
