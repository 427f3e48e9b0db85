"""What is wrong with a settings file: every mistake at once, each with its place.

A table is a pydantic model, and the description of a field says what is
expected there; that sentence serves for a missing key, a wrong type and a bad
value alike.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal, NoReturn, TypeVar, get_args, get_origin

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from arena.config.positions import KeyPath
from arena.config.toml_file import TomlFile
from arena.errors import ConfigError

_SHOWN: Final = 60
"""Characters of a bad value that a message quotes."""
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")


class Table(BaseModel):
    """A table of a settings file. Unknown keys and lenient conversions are errors."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)
    refused: ClassVar[Mapping[str, str]] = {}
    """Keys that a reader of the documentation may expect, and why they do not work."""


TableT = TypeVar("TableT", bound=Table)


@dataclass(frozen=True, slots=True)
class Complaint:
    """One mistake."""

    key: KeyPath
    sentence: str


def check(file: TomlFile, table: type[TableT]) -> tuple[TableT | None, tuple[Complaint, ...]]:
    """*file* as a *table*, or what keeps it from being one."""
    try:
        return table.model_validate(file.data), ()
    except ValidationError as error:
        details = error.errors()
        # A key that is misspelt is not missing as well.
        meant = {_meant(table, each) for each in details if each["type"] == "extra_forbidden"}
        details = [d for d in details if d["type"] != "missing" or d["loc"] not in meant]
        return None, tuple(_complaint(table, detail) for detail in details)


def refuse(file: TomlFile, complaints: Iterable[Complaint]) -> NoReturn:
    """Raise all *complaints* in the order of their places, a line each.

    Raises:
        ConfigError: always.
    """
    placed = sorted(complaints, key=lambda complaint: file.position(complaint.key))
    raise ConfigError("\n".join(_line(file, complaint) for complaint in placed))


def expected(description: str, value: object) -> str:
    """``expected …, got …``, the value as its author wrote it."""
    return f"expected {description}, got {_spelt(value)}"


def one_of(known: Sequence[str], value: object) -> str:
    """``expected one of …, got …``, and the nearest one if *value* is near any."""
    sentence = expected(("one of " if len(known) > 1 else "") + ", ".join(known), value)
    return sentence + did_you_mean(value, known)


def unknown(kind: str, known: Sequence[str], key: str) -> str:
    """The sentence on a *key* that is none of *known*."""
    return f"unknown {kind}" + (did_you_mean(key, known) or f", expected one of {', '.join(known)}")


def did_you_mean(value: object, known: Iterable[str]) -> str:
    """`` (did you mean 'x'?)``, or nothing where nothing is near."""
    near = _nearest(value, known)
    return f" (did you mean {near!r}?)" if near else ""


def _nearest(value: object, known: Iterable[str]) -> str | None:
    near = difflib.get_close_matches(value, known, n=1) if isinstance(value, str) else []
    return near[0] if near else None


def _meant(table: type[Table], unknown_key: ErrorDetails) -> KeyPath:
    """The known key that an unknown one is nearest to; its own path if there is none."""
    *place, name = unknown_key["loc"]
    owner, _ = _find(table, unknown_key["loc"])
    return (*place, _nearest(name, owner.model_fields) or name)


def _complaint(table: type[Table], detail: ErrorDetails) -> Complaint:
    key: KeyPath = tuple(part for part in detail["loc"] if part != "[key]")
    owner, field = _find(table, key)
    if detail["type"] == "extra_forbidden":
        name = str(key[-1])
        sentence = owner.refused.get(name) or unknown("key", tuple(owner.model_fields), name)
        return Complaint(key, sentence)
    own_words = str(detail.get("ctx", {}).get("error", ""))
    if own_words:
        return Complaint(key, own_words)
    choices = _choices(field.annotation)
    if detail["type"] == "missing":
        what = f"one of {', '.join(choices)}" if choices else field.description
        return Complaint(key, f"missing, expected {what}")
    if choices:
        return Complaint(key, one_of(choices, detail["input"]))
    if detail["type"] == "string_type" and owner.model_fields.get(str(key[-1])) is not field:
        return Complaint(key, expected("a text in quotes", detail["input"]))
    return Complaint(key, expected(field.description or "", detail["input"]))


def _find(table: type[Table], key: KeyPath) -> tuple[type[Table], FieldInfo]:
    """The innermost table that *key* is in, and the last field of the schema that it passes."""
    field = FieldInfo()
    owner = table
    for depth, part in enumerate(key, start=1):
        if isinstance(part, int) or part not in owner.model_fields:
            continue
        field = owner.model_fields[part]
        inner = _table_in(field.annotation)
        if inner is None or depth == len(key):
            break
        owner = inner
    return owner, field


def _table_in(annotation: Any) -> type[Table] | None:
    """The table that a field or each element of it is."""
    for candidate in (annotation, *get_args(annotation)):
        if isinstance(candidate, type) and issubclass(candidate, Table):
            return candidate
    return None


def _choices(annotation: Any) -> tuple[str, ...]:
    return get_args(annotation) if get_origin(annotation) is Literal else ()


def _line(file: TomlFile, complaint: Complaint) -> str:
    line, column = file.position(complaint.key)
    return f"{file.path}:{line}:{column}: {_dotted(complaint.key)}: {complaint.sentence}"


def _dotted(key: KeyPath) -> str:
    """``ladder[0].time``"""
    text = ""
    for part in key:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += "." + (part if _BARE.fullmatch(part) else repr(part))
    return text.removeprefix(".")


def _spelt(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case Mapping():
            return "a table"
        case list():
            return f"a list of {len(value)}"
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
