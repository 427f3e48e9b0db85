"""bot.toml into a submission's manifest."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Annotated, ClassVar, Final, Literal

from pydantic import AfterValidator, Field

from arena.config.complaints import Complaint, Table, check, expected, one_of, refuse
from arena.config.toml_file import TomlFile, read_toml
from arena.errors import ConfigError
from arena.names import check_bot_name, check_bot_version
from arena.rules.variants import OPTIONS

FILE_NAME: Final = "bot.toml"
INTERPRETERS: Final = {"python": ("python", "python3"), "node": ("node",)}
"""The names of the interpreter that the arena provides, by runtime."""
OWN_ENVIRONMENT: Final = ("HOME", "TMPDIR")
"""Variables that the arena sets for every bot, beside those that begin with ``ARENA_``."""
_ENV_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")


@dataclass(frozen=True, slots=True)
class BotManifest:
    """What a bot.toml says."""

    name: str
    version: str
    description: str
    owner: str
    command: tuple[str, ...]
    """The argv, started in the submission's folder, never through a shell.

    A first word with a slash is an executable file of the submission. A bare
    one is the interpreter, which the arena provides, with runtime ``python``
    or ``node``; with ``none`` it is a program that is looked up on PATH.
    """
    runtime: str
    """``python``, ``node`` or ``none``."""
    variants: tuple[str, ...]
    """The tables that it plays, at least one."""
    env: Mapping[str, str]
    """Set for the bot beside what the arena sets."""


def read_bot_toml(folder: Path, shown: Path | None = None) -> BotManifest:
    """The manifest of the submission in *folder*.

    Args:
        shown: what messages call the folder, if that is not its path.

    Raises:
        ConfigError: no readable bot.toml there, or any mistake in it; all of
            them, a line each.
    """
    if not folder.exists():
        raise ConfigError(f"{folder}: no such folder")
    if not folder.is_dir():
        raise ConfigError(f"{folder}: expected a submission's folder, got a file")
    file = read_toml(folder / FILE_NAME, (shown or folder) / FILE_NAME)
    tables, complaints = check(file, _File)
    complaints += tuple(_variant_complaints(file)) + tuple(_environment_complaints(file))
    if tables is not None:
        complaints += tuple(_command_complaints(tables.run))
    if tables is None or complaints:
        refuse(file, complaints)
    return BotManifest(
        name=tables.bot.name,
        version=tables.bot.version,
        description=tables.bot.description,
        owner=tables.bot.owner,
        command=tuple(tables.run.command),
        runtime=tables.run.runtime,
        variants=tuple(tables.plays.variants),
        env=tables.env,
    )


def _name(text: str) -> str:
    try:
        return check_bot_name(text)
    except ConfigError:
        raise ValueError from None


def _version(text: str) -> str:
    try:
        return check_bot_version(text)
    except ConfigError:
        raise ValueError from None


def _printable(text: str) -> str:
    """Refuses control characters: these texts are shown on terminals."""
    if not text.isprintable():
        raise ValueError
    return text


def _word(text: str) -> str:
    if "\0" in text:
        raise ValueError
    return text


class _Bot(Table):
    name: Annotated[str, AfterValidator(_name)] = Field(description="2 to 32 of a-z, 0-9 and -")
    version: Annotated[str, AfterValidator(_version)] = Field(
        description='a text of 1 to 32 letters, digits and . + _ -, as in "1.0.0"'
    )
    description: Annotated[str, AfterValidator(_printable)] = Field(
        default="", max_length=300, description="one line of at most 300 characters"
    )
    owner: Annotated[str, AfterValidator(_printable)] = Field(
        default="", max_length=100, description="one line of at most 100 characters"
    )


class _Run(Table):
    command: list[Annotated[str, AfterValidator(_word), Field(max_length=4096)]] = Field(
        min_length=1,
        max_length=100,
        description='a list of 1 to 100 texts, as in ["python", "bot.py"]',
    )
    runtime: Literal["python", "node", "none"]


class _Plays(Table):
    variants: list[str] = Field(
        min_length=1, description='a list of variants, as in ["called-ace"]'
    )


class _File(Table):
    refused: ClassVar[Mapping[str, str]] = {
        "build": "this version does not build submissions yet (builds come with confinement): "
        "leave [build] out and submit what the build makes"
    }
    bot: _Bot = Field(description="a table [bot] with name and version")
    run: _Run = Field(description="a table [run] with command and runtime")
    plays: _Plays = Field(description="a table [plays] with variants")
    env: dict[str, Annotated[str, AfterValidator(_word), Field(max_length=4096)]] = Field(
        default={}, max_length=100, description="at most 100 texts in quotes, without NUL"
    )


def _variant_complaints(file: TomlFile) -> Iterator[Complaint]:
    plays = file.data.get("plays")
    variants = plays.get("variants") if isinstance(plays, dict) else None
    seen: set[object] = set()
    for index, name in enumerate(variants if isinstance(variants, list) else ()):
        if not isinstance(name, str):
            continue
        if name not in OPTIONS:
            yield Complaint(("plays", "variants", index), one_of(tuple(OPTIONS), name))
        elif name in seen:
            yield Complaint(("plays", "variants", index), f"{name!r} is named twice")
        seen.add(name)


def _environment_complaints(file: TomlFile) -> Iterator[Complaint]:
    env = file.data.get("env")
    for name in env if isinstance(env, dict) else ():
        if not _ENV_NAME.fullmatch(name):
            sentence = expected("a variable's name: letters, digits and _", name)
            yield Complaint(("env", name), sentence)
        elif name in OWN_ENVIRONMENT or name.startswith("ARENA_"):
            yield Complaint(("env", name), "the arena sets this one: leave it out")


def _command_complaints(run: _Run) -> Iterator[Complaint]:
    """What is wrong with the words of a command. Whether they can be executed, the host says."""
    sentence = _program_complaint(run.command[0], run.runtime)
    if sentence is None and run.command[0] in INTERPRETERS.get(run.runtime, ()):
        script = run.command[1] if len(run.command) > 1 else "-"
        if not script.startswith("-") and not _is_inside(script):
            sentence = expected("a file of the submission", script)
    if sentence is not None:
        yield Complaint(("run", "command"), sentence)


def _program_complaint(program: str, runtime: str) -> str | None:
    if "/" in program:
        return None if _is_inside(program) else expected("a file of the submission", program)
    if runtime in INTERPRETERS and program not in INTERPRETERS[runtime]:
        known = " or ".join((*INTERPRETERS[runtime], "a path as in ./bot"))
        return f"first word, with runtime {runtime!r}: {expected(known, program)}"
    return None if program else expected("a program as its first word", program)


def _is_inside(word: str) -> bool:
    """Whether the path *word* can only name something inside the submission."""
    path = PurePosixPath(word)
    return not path.is_absolute() and ".." not in path.parts
