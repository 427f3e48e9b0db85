"""What all tests share: how hypothesis searches."""

from __future__ import annotations

from hypothesis import settings

# A loaded machine is no reason to fail: no deadline per example. The examples are the same in
# every run, so that a change is judged by what it changed; a nightly test may search wider.
settings.register_profile("arena", deadline=None, derandomize=True, database=None)
settings.load_profile("arena")
