"""Control groups where this machine has them."""

from __future__ import annotations

import pytest

from arena.host.sandbox.cgroup import Cgroups
from arena.host.sandbox.cgroup_probe import Missing, find_cgroups


@pytest.fixture(scope="session")
def cgroups() -> Cgroups:
    """Where groups can be made."""
    found = find_cgroups()
    if isinstance(found, Missing):
        pytest.skip(f"{found.reason}; {found.fix}")
    return found
