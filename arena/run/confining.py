"""How bots are confined here and now: the best level that starts, and who may run in it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from arena.errors import ConfigError
from arena.host.descendants import become_subreaper
from arena.host.probe import Trial, try_level
from arena.host.sandbox.bubble import sweep_groups
from arena.host.sandbox.cage import Confinement
from arena.names import BotId
from arena.referee.confinement import Level, SandboxPolicy
from arena.run.failures import run_trio
from arena.run.origins import origin_of
from arena.store.folder import DataFolder
from arena.store.registry import Origin


@dataclass(frozen=True, slots=True)
class Confined:
    """What this host gives, and what was tried for it."""

    confinement: Confinement
    trials: tuple[Trial, ...]
    """Strongest first, up to the one that is had."""


def confine(
    data: DataFolder, policy: SandboxPolicy, bots: Iterable[tuple[BotId, Origin]]
) -> Confinement:
    """How *bots* run: at the level that *policy* asks for, or the best that starts here.

    Raises:
        ConfigError: the level asked for cannot be had, or is too weak for one of *bots*.
    """
    found = best_level(policy)
    for bot, origin in bots:
        _check_trust(found, policy, str(bot), origin)
    return replace(found.confinement, hidden=(data.path,))


def confine_source(policy: SandboxPolicy, source: Path) -> Confinement:
    """How the submission at *source*, a folder or an archive, runs that is handed in nowhere.

    Raises:
        ConfigError: as `confine`.
    """
    found = best_level(policy)
    _check_trust(found, policy, str(source), origin_of(source))
    return found.confinement


def _check_trust(found: Confined, policy: SandboxPolicy, name: str, origin: Origin) -> None:
    level = found.confinement.level
    if level.reaches(policy.require) or is_trusted(policy, origin):
        return
    why = next((f" ({one.why_not})" for one in found.trials if one.why_not), "")
    raise ConfigError(
        f"{name} is not trusted, so it runs at level {policy.require.value} or better, and "
        f"here is {level.value}{why}: `arena doctor` says how to get more; [sandbox] of "
        f"ladder.toml says what is required and who is trusted"
    )


def is_trusted(policy: SandboxPolicy, origin: Origin) -> bool:
    """Whether a bot of *origin* may run at any level."""
    return origin is Origin.FOLDER if policy.trusted is None else policy.trusted


def all_trusted(policy: SandboxPolicy, bots: Iterable[tuple[BotId, Origin]]) -> bool:
    """Whether nobody among *bots* needs to be kept from whispering."""
    return all(is_trusted(policy, origin) for _, origin in bots)


@cache
def best_level(policy: SandboxPolicy) -> Confined:
    """The level that *policy* asks for, or the best that starts: something is really started.

    Raises:
        ConfigError: the level asked for cannot be had.
    """
    sweep_groups()
    trials: list[Trial] = []
    for level in Level if policy.level is None else (policy.level,):
        trials.append(try_out(level, policy))
        if trials[-1].confinement:
            return Confined(trials[-1].confinement, tuple(trials))
    why = trials[-1].why_not
    raise ConfigError(f"[sandbox] level {trials[-1].level.value}: {why}: see `arena doctor`")


def try_out(level: Level, policy: SandboxPolicy) -> Trial:
    """Whether *level* can be had, found out by starting something in it."""
    if level is Level.NONE:
        return Trial(level, Confinement(level, policy.limits))
    become_subreaper()
    with tempfile.TemporaryDirectory(prefix="arena-probe-") as place:
        Path(place).chmod(0o711)  # so that it is the sandbox that keeps a bot out
        return run_trio(try_level, level, policy.limits, Path(place))
