"""The committed protobuf code is what the pinned toolchain makes of proto/ today."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.slow
def test_committed_code_is_what_the_proto_file_says(tmp_path: Path) -> None:
    if not (ROOT / ".venv-codegen").exists():
        pytest.fail("the code generator is not installed: make proto-venv")

    subprocess.run([ROOT / "tools/generate", tmp_path], check=True, stdin=subprocess.DEVNULL)

    made = contents(tmp_path / "arena/v1")
    committed = contents(ROOT / "arena/v1")
    committed.pop("__init__.py")
    assert sorted(made) == sorted(committed)
    changed = [name for name in made if made[name] != committed[name]]
    assert changed == [], "make proto, then commit arena/v1"


def contents(folder: Path) -> dict[str, bytes]:
    """Each file of *folder* by name."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}
