"""Puts the packaged default settings, the rule book and the sample bots into the wheel.

They lie outside the package, where people look for them. In an editable install they
are used from there, so only a real wheel gets the copies.
"""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PackagedFiles(BuildHookInterface):  # type: ignore[type-arg]
    """Found by hatchling through [tool.hatch.build.targets.wheel.hooks.custom]."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before a wheel is built; *version* is ``standard`` or ``editable``."""
        if version == "standard":
            build_data["force_include"]["ladder.toml"] = "arena/config/ladder.toml"
            build_data["force_include"]["docs/rules.md"] = "arena/cli/rules.md"
            build_data["force_include"]["sample_bots"] = "arena/samples"
