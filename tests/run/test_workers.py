"""The worker process: what it is made of."""

from __future__ import annotations

import subprocess
import sys


def test_a_worker_loads_no_library_of_the_command_line_or_the_database() -> None:
    program = "import sys, arena.run.worker; print(*sys.modules)"

    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)

    modules = set(loaded.stdout.decode().split())
    assert "trio" in modules
    assert modules.isdisjoint({"sqlalchemy", "alembic", "pydantic", "click", "rich"})
