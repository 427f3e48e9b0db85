"""What a host can confine, as text: the levels, and the layers with the fix for each missing."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Final

from arena.referee.confinement import Layer, Level, SandboxPolicy
from arena.report.tables import WIDTH

_NAME: Final = 20
_SIGNS: Final = {True: "yes", False: "no "}


def format_doctor(
    levels: Mapping[Level, str], layers: Sequence[Layer], policy: SandboxPolicy, used: Level | None
) -> str:
    """Levels, layers, and what comes of it, without an end of line.

    Args:
        levels: why each cannot be had; empty where it can.
        used: the level that bots run at here; None where the one asked for cannot be had.
    """
    lines = ["Levels, each tried by starting something in it:"]
    for level, why_not in levels.items():
        lines += _entry(level.value, not why_not, why_not)
    lines += ["", "Layers:"]
    for layer in layers:
        lines += _entry(layer.name, layer.works, layer.detail)
        if layer.fix:
            needed = (
                f" (for {', '.join(one.value for one in layer.levels)})" if layer.levels else ""
            )
            lines += _wrapped(f"to get it{needed}: {layer.fix}")
    return "\n".join([*lines, "", *textwrap.wrap(_conclusion(policy, used), WIDTH)])


def doctor_data(
    levels: Mapping[Level, str], layers: Sequence[Layer], policy: SandboxPolicy, used: Level | None
) -> dict[str, object]:
    """The same for ``--json``."""
    return {
        "level": used.value if used else None,
        "require": policy.require.value,
        "levels": {
            level.value: {"works": not why_not, "why_not": why_not or None}
            for level, why_not in levels.items()
        },
        "layers": [
            {
                "name": layer.name,
                "works": layer.works,
                "detail": layer.detail,
                "fix": layer.fix or None,
                "levels": [level.value for level in layer.levels],
            }
            for layer in layers
        ],
    }


def _entry(name: str, works: bool, detail: str) -> list[str]:
    first, *more = textwrap.wrap(detail, WIDTH - _NAME - 8) or [""]
    return [f"  {name:{_NAME}}{_SIGNS[works]}  {first}".rstrip(), *_indented(more)]


def _wrapped(text: str) -> list[str]:
    return _indented(textwrap.wrap(text, WIDTH - _NAME - 8))


def _indented(lines: Sequence[str]) -> list[str]:
    return [" " * (_NAME + 7) + line for line in lines]


def _conclusion(policy: SandboxPolicy, used: Level | None) -> str:
    if used is None:
        asked = policy.level.value if policy.level else "any"
        return f"Bots cannot run: ladder.toml asks for level {asked}, which cannot be had here."
    require = policy.require.value
    if policy.trusted:
        return f"Bots run at level {used.value}; ladder.toml trusts all of them."
    who = "Every bot" if policy.trusted is False else "A bot that came as an archive"
    verdict = "and runs here" if used.reaches(policy.require) else "and is refused here"
    return f"Bots run at level {used.value}. {who} needs level {require} {verdict}."
