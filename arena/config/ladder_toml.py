"""ladder.toml into the arena's settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import AfterValidator, Field

from arena.config.complaints import (
    Complaint,
    Table,
    check,
    expected,
    one_of,
    refuse,
    unknown,
)
from arena.config.toml_file import TomlFile, read_toml
from arena.errors import ConfigError
from arena.names import check_bot_name, parse_bot_id
from arena.referee.clock import (
    LONGEST_S,
    TimeControl,
    TimeControlError,
    TooLongError,
    parse_time_control,
)
from arena.referee.confinement import Level, SandboxLimits, SandboxPolicy
from arena.referee.policy import FaultPolicy
from arena.rules.variants import OPTIONS, PLAYABLE, OptionValue, Variant, variant

FILE_NAME: Final = "ladder.toml"
BEST: Final = "best"
"""The level of confinement that is the best to start here."""
_LIMITS: Final = SandboxLimits()


@dataclass(frozen=True, slots=True)
class Ladder:
    """One ladder: a table with its options at one time control."""

    name: str
    variant: Variant
    time: TimeControl
    house: str
    """``name`` or ``name@version`` of the bot that fills tables and is shown as 1500."""
    margin: float | None
    """M of the pair score, in score per playing; None where it was not measured yet."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a ladder.toml says, defaults filled in."""

    path: Path
    """The file it came from."""
    ladders: tuple[Ladder, ...]
    """In the file's order, at least one; the first is the default ladder."""
    faults: FaultPolicy
    sandbox: SandboxPolicy
    """How bots are confined, and what is required of that."""
    deals: int
    """Deals of a match, where the command does not say."""
    concurrency: int | None
    """Sittings at once, where the command does not say; None: one for each core."""
    same_owner: bool
    """Whether two bots of one owner may sit at one table."""


def find_settings(explicit: Path | None) -> Path:
    """The file that counts: *explicit*, else ./ladder.toml, else the packaged one."""
    if explicit is not None:
        return explicit
    here = Path(FILE_NAME)
    return here if here.exists() else packaged_settings()


def packaged_settings() -> Path:
    """The ladder.toml that comes with the arena: in an installed package or in a checkout."""
    installed = Path(__file__).with_name(FILE_NAME)
    return installed if installed.exists() else Path(__file__).parents[2] / FILE_NAME


def read_settings(path: Path) -> Settings:
    """The settings in the file at *path*.

    Raises:
        ConfigError: unreadable, or any mistake in it; all of them, a line each.
    """
    file = read_toml(path)
    tables, complaints = check(file, _File)
    complaints += tuple(_ladder_complaints(file))
    if tables is None or complaints:
        refuse(file, complaints)
    return Settings(
        path=path,
        ladders=tuple(
            Ladder(
                name=ladder.name,
                variant=variant(ladder.variant, ladder.options),
                time=parse_time_control(ladder.time),
                house=ladder.house,
                margin=ladder.margin,
            )
            for ladder in tables.ladder
        ),
        faults=FaultPolicy(
            margin_ms=round(tables.faults.timemargin * 1000),
            max_faults=tables.faults.max_faults,
            penalty=tables.faults.penalty,
            ponder=tables.faults.ponder,
        ),
        sandbox=_policy(tables.sandbox),
        deals=tables.schedule.deals,
        concurrency=tables.schedule.concurrency,
        same_owner=tables.schedule.same_owner,
    )


def find_ladder(settings: Settings, name: str | None) -> Ladder:
    """The ladder called *name*; the first one if nothing is said.

    Raises:
        ConfigError: there is none of that name.
    """
    if name is None:
        return settings.ladders[0]
    for ladder in settings.ladders:
        if ladder.name == name:
            return ladder
    names = [ladder.name for ladder in settings.ladders]
    raise ConfigError(f"{settings.path}: ladder: {one_of(names, name)}")


def _time(text: str) -> str:
    try:
        parse_time_control(text)
    except TooLongError:
        raise ValueError(expected(f"at most {LONGEST_S} s", text)) from None
    except TimeControlError:
        raise ValueError from None
    return text


def _whole_milliseconds(seconds: float) -> float:
    if abs(seconds * 1000 - round(seconds * 1000)) > 1e-6:
        raise ValueError(expected("seconds to three decimals, as in 0.05", seconds))
    return seconds


def _house(text: str) -> str:
    try:
        return str(parse_bot_id(text)) if "@" in text else check_bot_name(text)
    except ConfigError:
        raise ValueError from None


def _policy(table: _Sandbox) -> SandboxPolicy:
    return SandboxPolicy(
        level=None if table.level == BEST else Level(table.level),
        require=Level(table.require),
        trusted=table.trusted,
        limits=SandboxLimits(**table.limits.model_dump()),
    )


class _Ladder(Table):
    name: str = Field(
        pattern=r"^[a-z0-9][a-z0-9-]{0,31}$",
        description="1 to 32 of a-z, 0-9 and -, not starting with -",
    )
    variant: str = Field(description=f"one of {', '.join(PLAYABLE)}")
    options: dict[str, Any] = Field(default={}, description="a table [ladder.options]")
    time: Annotated[str, AfterValidator(_time)] = Field(
        description='base+increment in seconds, as in "1+0.1"'
    )
    house: Annotated[str, AfterValidator(_house)] = Field(
        description='a bot, as in "rule-of-thumb" or "rule-of-thumb@1.0.0"'
    )
    margin: float | None = Field(
        default=None, gt=0, le=1000, description="a number above 0, in score per playing"
    )


class _Faults(Table):
    timemargin: Annotated[float, AfterValidator(_whole_milliseconds)] = Field(
        default=0, ge=0, le=LONGEST_S, description="a number of seconds, as in 0.05"
    )
    max_faults: int = Field(default=3, ge=1, le=10**6, description="a whole number from 1")
    penalty: int = Field(default=3, ge=0, le=10**6, description="a whole number from 0")
    ponder: bool = Field(default=True, description="true or false")


def _bounded(default: int, least: int, most: int) -> Any:
    return Field(
        default=default, ge=least, le=most, description=f"a whole number from {least} to {most}"
    )


class _SandboxLimits(Table):
    memory_mib: int = _bounded(_LIMITS.memory_mib, 64, 2**20)
    address_space_mib: int = _bounded(_LIMITS.address_space_mib, 1024, 2**24)
    processes: int = _bounded(_LIMITS.processes, 16, 4096)
    cpu_s: int = _bounded(_LIMITS.cpu_s, 10, 10**6)
    file_mib: int = _bounded(_LIMITS.file_mib, 1, 2**20)
    scratch_mib: int = _bounded(_LIMITS.scratch_mib, 1, 2**20)
    scratch_files: int = _bounded(_LIMITS.scratch_files, 100, 10**7)
    shm_mib: int = _bounded(_LIMITS.shm_mib, 1, 2**20)
    descriptors: int = _bounded(_LIMITS.descriptors, 64, 2**20)
    output_mib: int = _bounded(_LIMITS.output_mib, 1, 1024)


class _Sandbox(Table):
    level: Literal["best", "full", "strong", "partial", "weak", "none"] = Field(
        default=BEST, description=f"{BEST} or one of {', '.join(one.value for one in Level)}"
    )
    require: Literal["full", "strong", "partial", "weak", "none"] = Field(
        default=SandboxPolicy().require.value,
        description=f"one of {', '.join(one.value for one in Level)}",
    )
    trusted: bool | None = Field(default=None, description="true or false")
    limits: _SandboxLimits = Field(default=_SandboxLimits(), description="a table [sandbox.limits]")


class _Schedule(Table):
    deals: int = Field(default=20, ge=1, le=10**6, description="a whole number from 1")
    concurrency: int | None = Field(
        default=None, ge=1, le=1024, description="a whole number from 1 to 1024"
    )
    same_owner: bool = Field(default=False, description="true or false")


class _File(Table):
    refused: ClassVar[Mapping[str, str]] = {
        "rating": "there is nothing to set about ratings but each ladder's margin: leave it out",
        "server": "this version has no server: leave it out",
        "store": "the data folder is chosen by --data or ARENA_DATA: leave it out",
    }
    ladder: list[_Ladder] = Field(min_length=1, description="one or more tables [[ladder]]")
    faults: _Faults = Field(default=_Faults(), description="a table [faults]")
    sandbox: _Sandbox = Field(default=_Sandbox(), description="a table [sandbox]")
    schedule: _Schedule = Field(default=_Schedule(), description="a table [schedule]")


def _ladder_complaints(file: TomlFile) -> Iterator[Complaint]:
    """What the types of the keys cannot say: names used twice, variants and their options."""
    ladders = file.data.get("ladder")
    names: set[object] = set()
    for index, ladder in enumerate(ladders if isinstance(ladders, list) else ()):
        if not isinstance(ladder, dict):
            continue
        name = ladder.get("name")
        if isinstance(name, str) and name in names:
            yield Complaint(("ladder", index, "name"), f"{name!r} names an earlier ladder too")
        names.add(name if isinstance(name, str) else None)
        yield from _variant_complaints(("ladder", index), ladder)


def _variant_complaints(
    place: tuple[str, int], ladder: Mapping[str, object]
) -> Iterator[Complaint]:
    name = ladder.get("variant")
    if not isinstance(name, str):
        return
    if name not in PLAYABLE:
        yield Complaint((*place, "variant"), one_of(PLAYABLE, name))
        return
    options = ladder.get("options")
    for key, value in options.items() if isinstance(options, dict) else ():
        at = (*place, "options", key)
        if key not in OPTIONS[name]:
            yield Complaint(at, unknown(f"option of {name}", tuple(OPTIONS[name]), key))
        elif not _is_among(value, OPTIONS[name][key].values):
            yield Complaint(at, _option_sentence(OPTIONS[name][key].values, value))


def _is_among(value: object, values: tuple[OptionValue, ...]) -> bool:
    """Equal and of the same type: 1 is not true."""
    return any(value == allowed and type(value) is type(allowed) for allowed in values)


def _option_sentence(values: tuple[OptionValue, ...], value: object) -> str:
    words = [v for v in values if isinstance(v, str)]
    if words:
        return one_of(words, value)
    return expected(f"one of {', '.join(str(v).lower() for v in values)}", value)
