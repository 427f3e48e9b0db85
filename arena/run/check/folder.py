"""Checks 1 to 9: the folder and its bot.toml, before anything is started."""

from __future__ import annotations

import shutil
from typing import Final

from arena.config.bot_toml import INTERPRETERS
from arena.errors import ConfigError
from arena.host.command import environment_of
from arena.rules.variants import PLAYABLE
from arena.run.check.outcome import Broken, Check, Kept, Outcome
from arena.run.check.rig import Rig
from arena.store.submissions import digest_of


async def _folder(rig: Rig, _: str) -> Outcome:
    rig.sent = f"the files of {rig.shown}"
    try:
        digest = digest_of(rig.folder)
    except ConfigError as error:
        return Broken(str(error))
    return Kept(digest)


async def _bot_toml(rig: Rig, _: str) -> Outcome:
    rig.sent = f"{rig.shown}/bot.toml"
    try:
        manifest = rig.manifest
    except ConfigError as error:
        return Broken(str(error))
    return Kept(f"{manifest.name}@{manifest.version}, plays {', '.join(manifest.variants)}")


async def _tables(rig: Rig, _: str) -> Outcome:
    rig.sent = "plays.variants of bot.toml"
    claimed = rig.manifest.variants
    played = [table for table in claimed if table in PLAYABLE]
    return (Kept if played else Broken)(", ".join(claimed))


async def _program(rig: Rig, _: str) -> Outcome:
    manifest = rig.manifest
    program, *rest = manifest.command
    rig.sent = f"run.command of bot.toml: {' '.join(manifest.command)}"
    if program in INTERPRETERS.get(manifest.runtime, ()):
        script = rest[0] if rest else ""
        if script.startswith("-") or (rig.folder / script).is_file():
            return Kept("they are there")
        return Broken(f"no file {script!r} in the folder")
    if "/" not in program:
        path = environment_of(rig.command, "", "")["PATH"]
        found = shutil.which(program, path=path)
        return Kept(found) if found else Broken(f"no program {program!r} in {path}")
    file = rig.folder / program
    if not file.is_file():
        return Broken(f"no file {program!r} in the folder")
    if not file.stat().st_mode & 0o100:
        return Broken(f"{program} has mode {file.stat().st_mode & 0o7777:04o} (chmod +x)")
    return Kept("it is there")


CHECKS: Final = (
    Check(
        1,
        "folder",
        "a folder of plain files that can be frozen: no links or devices, at most 2,000 files "
        "and 256 MiB",
        _folder,
    ),
    Check(2, "bot-toml", "a bot.toml without a mistake", _bot_toml, needs=("folder",)),
    Check(3, "tables", "at least one table that the arena plays", _tables, needs=("bot-toml",)),
    Check(
        4,
        "program",
        "the program of the command and, for an interpreter, the file it is to run",
        _program,
        needs=("bot-toml",),
    ),
)
