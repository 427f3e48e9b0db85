"""How values are written into columns that every database has: texts and numbers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Dialect, String, TypeDecorator

from arena.referee.playing import Playing
from arena.rules.variants import Variant, variant


class UtcTime(TypeDecorator[datetime]):
    """An aware time, kept as an ISO text in UTC, so that texts sort as times do."""

    impl = String(32)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, _dialect: Dialect) -> str | None:
        """The text of an aware time, microseconds always written."""
        if value is None:
            return None
        assert value.tzinfo is not None, "a time without a zone is no moment"
        return value.astimezone(UTC).isoformat(timespec="microseconds")

    def process_result_value(self, value: str | None, _dialect: Dialect) -> datetime | None:
        """The time that the text says."""
        return None if value is None else datetime.fromisoformat(value)


def now() -> datetime:
    """This moment, aware."""
    return datetime.now(UTC)


def encode_json(value: object) -> str:
    """*value* as canonical JSON: no blanks, keys in the order given."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def encode_variant(table: Variant) -> str:
    """``{"name":"called-ace",…every option…}``, as a log's first line has it."""
    return encode_json({"name": table.name, **table.options()})


def decode_variant(text: str) -> Variant:
    """The variant that `encode_variant` wrote."""
    options: dict[str, Any] = json.loads(text)
    return variant(options.pop("name"), options)


def encode_playing(playing: Playing) -> str:
    """Every field of *playing* by name, in the order of the type."""
    return encode_json(asdict(playing))


def decode_playing(text: str) -> Playing:
    """The playing that `encode_playing` wrote."""
    fields: dict[str, Any] = json.loads(text)
    for key, value in fields.items():
        if isinstance(value, list):
            fields[key] = tuple(value)
    fields["faults"] = tuple((entry, kind) for entry, kind in fields["faults"])
    return Playing(**fields)


def decode_texts(text: str) -> tuple[str, ...]:
    """The list of texts that `encode_json` wrote."""
    return tuple(json.loads(text))


def decode_mapping(text: str) -> Mapping[str, str]:
    """The texts by name that `encode_json` wrote."""
    mapping: dict[str, str] = json.loads(text)
    return mapping
