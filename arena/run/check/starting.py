"""Checks 10 to 19: the start, the versions of the contract, what Hello says."""

from __future__ import annotations

import time
from typing import Final, Protocol

from arena.errors import BotError, Fault
from arena.host.bot import StartError
from arena.run.check.outcome import Broken, Check, Kept, Noted, NotHere, Outcome
from arena.run.check.positions import settings_of
from arena.run.check.rig import Rig
from arena.run.check.wording import short
from arena.version import VERSION
from arena.wire.error import WireError
from arena.wire.extension import extended_hello, hello_of_versions
from arena.wire.hello import MOST_DEALS, parse_hello_response

SEATED: Final = ("starts", "speaks-version-1", "introduction", "numbers", "results-in-order")
"""The checks without which the arena asks a bot nothing."""
_LONGEST_TEXT: Final = 64
_LATER: Final = 9999
"""A version that nobody speaks yet."""


class _Said(Protocol):
    """The fields of a HelloResponse."""

    name: str
    version: str
    protocol_version: int
    max_batch: int
    concurrent_deals: int
    wants_results: bool


async def _starts(rig: Rig, table: str) -> Outcome:
    rig.take_copy()
    began_s = time.monotonic()
    try:
        await rig.session(table)
    except StartError:
        if not rig.hello_answer:
            return Broken()
    rig.findings.ready_ms = round((time.monotonic() - began_s) * 1000)
    rig.findings.hello_answer = rig.hello_answer
    try:
        parse_hello_response(rig.hello_answer)
    except WireError as error:
        return Broken(str(error))
    return Kept()


def _said(rig: Rig) -> _Said:
    """What the first process answered to Hello."""
    said: _Said = parse_hello_response(rig.findings.hello_answer)
    rig.came = short(
        f"name {said.name!r}, version {said.version!r}, protocol_version {said.protocol_version}, "
        f"max_batch {said.max_batch}, concurrent_deals {said.concurrent_deals}, "
        f"wants_results {said.wants_results}"
    )
    return said


async def _version_1(rig: Rig, _: str) -> Outcome:
    return Kept() if _said(rig).protocol_version == 1 else Broken()


async def _introduction(rig: Rig, _: str) -> Outcome:
    said = _said(rig)
    fine = all(len(t) <= _LONGEST_TEXT and t.isprintable() for t in (said.name, said.version))
    return Kept() if fine else Broken()


async def _numbers(rig: Rig, _: str) -> Outcome:
    said = _said(rig)
    fine = max(said.max_batch, said.concurrent_deals) <= MOST_DEALS
    return Kept() if fine else Broken()


async def _results(rig: Rig, _: str) -> Outcome:
    said = _said(rig)
    if not said.wants_results:
        return NotHere("it does not want results")
    return Kept() if said.concurrent_deals <= 1 else Broken()


async def _chosen(rig: Rig, table: str, offered: list[int]) -> tuple[int, list[int]]:
    """The version that is chosen of *offered*, and those that it says it speaks.

    Raises:
        BotError: there is no answer, or none that can be read.
    """
    setting = settings_of(table)[0]
    hello = hello_of_versions(VERSION, offered, rig.limits, setting)
    try:
        await rig.end(await rig.begin(setting, hello=hello, versions=offered))
    except StartError:
        if not rig.hello_answer:
            raise
    try:
        said = parse_hello_response(rig.hello_answer)
    except WireError as error:
        raise BotError(Fault.MALFORMED, str(error)) from error
    speaks = list(said.supported_versions)[:16]
    rig.came = f"protocol_version {said.protocol_version}, supported_versions {speaks}"
    return said.protocol_version, speaks


async def _newest_common(rig: Rig, table: str) -> Outcome:
    chosen, _ = await _chosen(rig, table, [1, _LATER])
    return Kept() if chosen == 1 else Broken()


async def _no_common(rig: Rig, table: str) -> Outcome:
    chosen, speaks = await _chosen(rig, table, [_LATER])
    return Kept() if chosen == 0 and 1 in speaks else Broken()


async def _extended_hello(rig: Rig, table: str) -> Outcome:
    setting = settings_of(table)[0]
    hello = extended_hello(VERSION, rig.limits, setting)
    session = await rig.begin(setting, hello=hello)
    rig.sent += ", and fields 1000 and 1001"
    await rig.end(session)
    return Kept()


async def _starts_again(rig: Rig, table: str) -> Outcome:
    first = await rig.session(table)
    again = await rig.begin(first.setting, scratch=first.scratch)
    rig.sent += ", to a second process with the same scratch folder"
    await rig.end(again)
    return Kept()


async def _quick(rig: Rig, _: str) -> Outcome:
    took_ms, limit_ms = rig.findings.ready_ms, rig.limits.start_ms
    rig.sent = "Hello"
    came = f"an answer after {took_ms} ms of {limit_ms} ms"
    return Noted(came) if took_ms > limit_ms / 2 else Kept(came)


CHECKS: Final = (
    Check(
        10,
        "starts",
        "it listens on ARENA_BOT_ADDRESS and answers Hello within 10 s of its start",
        _starts,
        needs=("folder", "bot-toml", "tables", "program"),
    ),
    Check(11, "speaks-version-1", "offered version 1 it chooses 1", _version_1, needs=("starts",)),
    Check(
        12,
        "newest-common",
        "offered versions 1 and 9999 it chooses 1, the newest that it speaks",
        _newest_common,
        needs=("speaks-version-1",),
    ),
    Check(
        13,
        "no-common",
        "offered version 9999 alone it answers Hello with protocol_version 0 and its own list",
        _no_common,
        needs=("speaks-version-1",),
    ),
    Check(
        14,
        "introduction",
        "name and version of at most 64 printable characters",
        _introduction,
        needs=("starts",),
    ),
    Check(
        15,
        "numbers",
        "max_batch and concurrent_deals of at most 64",
        _numbers,
        needs=("starts",),
    ),
    Check(
        16,
        "results-in-order",
        "wants_results only with concurrent_deals 1",
        _results,
        needs=("starts",),
    ),
    Check(
        17,
        "hello-extension",
        "fields of Hello that it does not know are ignored",
        _extended_hello,
        needs=SEATED,
    ),
    Check(
        18,
        "starts-again",
        "a second process starts with the scratch folder that the first has left",
        _starts_again,
        needs=SEATED,
    ),
    Check(
        19,
        "quick-start",
        "ready in half of the time, for a busy machine takes longer",
        _quick,
        needs=("starts",),
        advice=True,
    ),
)
