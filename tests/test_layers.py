"""The architecture holds: who may import what, and a breach does not go unnoticed."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOR_BOTS = ("arena.sdk", "arena.rules", "arena.v1", "arena.referee.question")
"""What a bot may import of the arena: the SDK with the values it passes, or the bare contract."""


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """Judge the tree in *folder* by its [tool.importlinter]."""
    return subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the sources in which a breach may be planted."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "arena", tmp_path / "arena", ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_every_module_keeps_the_layers() -> None:
    verdict = lint(ROOT)

    assert verdict.returncode == 0, verdict.stdout + verdict.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        pytest.param(
            "arena/rules/planted.py",
            "from arena.referee.clock import TimeControl",
            "A file imports only from the rows below its own",
            id="import-from-a-row-above",
        ),
        pytest.param(
            "arena/schedule/planted.py",
            "import arena.wire",
            "A file imports only from the rows below its own",
            id="import-from-the-same-row",
        ),
        pytest.param(
            "arena/planted.py",
            "",
            "A file imports only from the rows below its own",
            id="module-outside-every-layer",
        ),
        pytest.param(
            "arena/v1/planted.py",
            "import arena.v1.bot_pb2_grpc\n\nimport arena.v1",
            None,
            id="import-within-a-package-is-fine",
        ),
        pytest.param(
            "arena/run/planted.py",
            "import arena.v1.bot_pb2",
            "Messages end where values begin",
            id="message-beyond-wire-and-host",
        ),
        pytest.param(
            "arena/report/planted.py",
            "from pathlib import Path",
            "The pure layers meet no clock",
            id="path-in-a-pure-layer",
        ),
        pytest.param(
            "arena/referee/planted.py",
            "def now():\n    import time",
            "The pure layers meet no clock",
            id="clock-in-a-function-of-a-pure-layer",
        ),
        pytest.param(
            "arena/sdk/planted.py",
            "import numpy",
            "A bot that uses the SDK loads no part",
            id="heavy-package-in-the-sdk",
        ),
        pytest.param(
            "arena/run/planted.py",
            "import elo",
            "The elo package stays behind its adapter",
            id="elo-past-its-adapter",
        ),
    ],
)
def test_a_planted_breach_is_named(
    copy: Path, module: str, line: str, contract: str | None
) -> None:
    (copy / module).write_text(f"{line}\n")

    verdict = lint(copy)

    broken = [row for row in verdict.stdout.splitlines() if row.endswith(" BROKEN")]
    if contract is None:
        assert (verdict.returncode, broken) == (0, []), verdict.stdout
    else:
        assert verdict.returncode == 1
        assert any(row.startswith(contract) for row in broken), verdict.stdout


@pytest.mark.slow
def test_a_planted_cycle_is_named(copy: Path) -> None:
    (copy / "arena/rules/egg.py").write_text("import arena.rules.hen\n")
    (copy / "arena/rules/hen.py").write_text("import arena.rules.egg\n")

    verdict = lint(copy)

    assert verdict.returncode == 1
    assert "No module, at any depth, imports itself through others BROKEN" in verdict.stdout


def test_sample_bots_import_only_what_a_bot_may() -> None:
    files = sorted((ROOT / "sample_bots").rglob("*.py"))

    surplus = [
        f"{file.relative_to(ROOT)}: {name}"
        for file in files
        for name in imported(file)
        if name.split(".")[0] == "arena"
        and not any(f"{name}.".startswith(f"{allowed}.") for allowed in FOR_BOTS)
    ]

    assert files
    assert surplus == []


def imported(file: Path) -> Iterator[str]:
    """The modules that *file* imports, anywhere in it; ``from a import b`` as ``a.b``."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
