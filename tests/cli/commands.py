"""The arena command run as a user runs it: a process, its output, its exit code."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from arena.cli.main import run

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
        self, *args: str | Path, code: int | None = 0, stdin: str = "", limit_s: float = 300
    ) -> Ran:
        """Run it; the exit code must be *code*, or any for None."""
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
        assert code in (None, ended.returncode), (
            f"{args}: {ended.returncode}\n{ended.stdout}\n{ended.stderr}"
        )
        assert "Traceback" not in ended.stderr, ended.stderr
        return Ran(ended.returncode, ended.stdout, ended.stderr)

    def look(self, *args: str | Path, code: int = 0) -> Ran:
        """As a call, in this process: for what reads, where starting up is most of the work."""
        out, err = io.StringIO(), io.StringIO()
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
            patch.setenv("ARENA_DATA", str(self.data))
            patch.chdir(self.data.parent)
            ended = run([*map(str, args)])
        assert ended == code, f"{args}: {ended}\n{out.getvalue()}\n{err.getvalue()}"
        assert "Traceback" not in err.getvalue(), err.getvalue()
        return Ran(ended, out.getvalue(), err.getvalue())

    def start(self, *args: str | Path) -> subprocess.Popen[str]:
        """Start it and go on. It hears Ctrl-C, also where the tests run in the background."""
        return subprocess.Popen(
            ["env", "--default-signal=INT", *ARGV, *map(str, args)],
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
        digest: str = self.look("crosstable", event, "--json").json["results_digest"]
        return digest

    def copied(self, place: Path) -> Arena:
        """The command on a copy of this data folder in *place*."""
        shutil.copytree(self.data, place / "data")
        return Arena(place / "data")


def at_one_table(bot: str, table: str, place: Path) -> Path:
    """A copy in *place* of the sample bot *bot* that claims *table* alone: it soon qualifies."""
    folder = shutil.copytree(SAMPLES / bot, place / bot)
    manifest = folder / "bot.toml"
    claims = re.compile(r"^variants = \[.*?\]", re.MULTILINE | re.DOTALL)
    text, found = claims.subn(f'variants = ["{table}"]', manifest.read_text())
    assert found == 1, text
    manifest.write_text(text)
    return folder
