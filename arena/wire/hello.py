"""Hello as messages: what the arena tells a bot first, and how the bot introduces itself.

Both sides name the versions of the contract they speak; the newest common one
is used, and where there is none the error names both lists.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Final

from google.protobuf.message import DecodeError

from arena.errors import BotError, Fault
from arena.referee.policy import MAX_BATCH, Limits
from arena.rules.variants import Variant
from arena.v1 import bot_pb2 as pb
from arena.wire.error import WireError
from arena.wire.variant import decode_variant, encode_variant

PROTOCOL_VERSIONS: Final = (1,)
"""Versions of the contract that this arena and its SDK speak, oldest first."""
MOST_DEALS: Final = 64
"""Deals that a bot may play at the same time."""
_LONGEST_TEXT: Final = 64
_MOST_VERSIONS: Final = 16
_LARGEST: Final = (1 << 32) - 1
_LIMITS: Final = tuple(field.name for field in fields(Limits))


@dataclass(frozen=True, slots=True)
class Hello:
    """What the arena says about itself and the sitting."""

    arena_version: str
    protocol_versions: tuple[int, ...]
    limits: Limits
    variant: Variant


@dataclass(frozen=True, slots=True)
class Introduction:
    """What a bot says about itself."""

    name: str
    """What it calls itself, for logs: at most 64 printable characters."""
    version: str
    """Likewise."""
    protocol_version: int
    """The version of the contract that both will use."""
    max_batch: int
    """The most observations in one call, 1 to 64."""
    concurrent_deals: int
    """Deals it can play at the same time, 1 to 64."""
    wants_results: bool
    """It is told each deal's end; only with one deal at a time."""


def format_versions(versions: Sequence[int]) -> str:
    """*versions* as ARENA_PROTOCOL_VERSIONS spells them: ``1,2``."""
    return ",".join(map(str, versions))


def newest_common(theirs: Sequence[int]) -> int:
    """The newest version of the contract that both sides speak, 0 if there is none."""
    return max(set(PROTOCOL_VERSIONS).intersection(theirs), default=0)


def encode_hello(arena_version: str, limits: Limits, variant: Variant) -> pb.HelloRequest:
    """The arena's first words."""
    told = {name: min(getattr(limits, name), _LARGEST) for name in _LIMITS}
    return pb.HelloRequest(
        arena_version=arena_version,
        protocol_versions=PROTOCOL_VERSIONS,
        limits=pb.Limits(**told),
        variant=encode_variant(variant),
    )


def decode_hello(message: pb.HelloRequest) -> Hello:
    """What the arena said.

    Raises:
        WireError: a table or an option that is not known here.
    """
    return Hello(
        arena_version=message.arena_version,
        protocol_versions=tuple(message.protocol_versions),
        limits=Limits(**{name: getattr(message.limits, name) for name in _LIMITS}),
        variant=decode_variant(message.variant),
    )


def encode_introduction(introduction: Introduction) -> pb.HelloResponse:
    """A bot's answer to Hello."""
    return pb.HelloResponse(
        name=introduction.name,
        version=introduction.version,
        protocol_version=introduction.protocol_version,
        supported_versions=PROTOCOL_VERSIONS,
        max_batch=introduction.max_batch,
        concurrent_deals=introduction.concurrent_deals,
        wants_results=introduction.wants_results,
    )


def decode_introduction(message: pb.HelloResponse) -> Introduction:
    """What a bot says about itself, with 0 read as 1 where the contract says so.

    Raises:
        BotError: REFUSED where no version of the contract is common; MALFORMED for
            a number or a text out of its bounds, or results wanted with several
            deals at a time.
    """
    if message.protocol_version not in PROTOCOL_VERSIONS:
        raise _no_common_version(message)
    introduction = Introduction(
        name=_text("name", message.name),
        version=_text("version", message.version),
        protocol_version=message.protocol_version,
        max_batch=_count("max_batch", message.max_batch, MAX_BATCH),
        concurrent_deals=_count("concurrent_deals", message.concurrent_deals, MOST_DEALS),
        wants_results=message.wants_results,
    )
    if introduction.wants_results and introduction.concurrent_deals > 1:
        raise _malformed(
            f"wants_results with concurrent_deals {introduction.concurrent_deals}: "
            "expected concurrent_deals 1"
        )
    return introduction


def parse_hello_response(data: bytes) -> pb.HelloResponse:
    """The response in *data*, the body of a reply.

    Raises:
        WireError: *data* is no such message.
    """
    try:
        return pb.HelloResponse.FromString(data)
    except DecodeError:
        raise WireError(f"HelloResponse: {len(data)} bytes that are no such message") from None


def _no_common_version(message: pb.HelloResponse) -> BotError:
    ours = format_versions(PROTOCOL_VERSIONS)
    theirs = format_versions(message.supported_versions[:_MOST_VERSIONS]) or "none"
    chosen = message.protocol_version or "none"
    return BotError(
        Fault.REFUSED,
        f"no common protocol version: the arena speaks {ours}, "
        f"the bot speaks {theirs} and chose {chosen}",
    )


def _text(field: str, text: str) -> str:
    if len(text) > _LONGEST_TEXT or not text.isprintable():
        raise _malformed(
            f"{field} {text[:_LONGEST_TEXT]!r}: expected at most {_LONGEST_TEXT} "
            "printable characters"
        )
    return text


def _count(field: str, value: int, most: int) -> int:
    if value > most:
        raise _malformed(f"{field} {value}: expected 1 to {most}")
    return value or 1


def _malformed(detail: str) -> BotError:
    return BotError(Fault.MALFORMED, f"HelloResponse: {detail}")
