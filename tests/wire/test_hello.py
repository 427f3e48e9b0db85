"""Introductions: versions, numbers and texts within bounds, or whose fault it is."""

from __future__ import annotations

import pytest

from arena.errors import BotError, Fault
from arena.v1 import bot_pb2 as pb
from arena.wire.hello import (
    Introduction,
    decode_introduction,
    encode_introduction,
    format_versions,
    newest_common,
)


def introduced(**fields: object) -> Introduction:
    """What a HelloResponse in version 1 with *fields* says."""
    message = pb.HelloResponse(protocol_version=1)
    for name, value in fields.items():
        setattr(message, name, value)
    return decode_introduction(message)


def test_a_bot_that_says_only_its_version_plays_one_deal_at_a_time() -> None:
    assert introduced() == Introduction("", "", 1, 1, 1, False)


def test_an_introduction_survives_the_wire() -> None:
    introduction = Introduction("greedy", "1.2.0", 1, 64, 64, wants_results=False)

    assert decode_introduction(encode_introduction(introduction)) == introduction


def test_a_bot_that_keeps_results_plays_one_deal_at_a_time() -> None:
    assert introduced(wants_results=True, max_batch=8).concurrent_deals == 1


@pytest.mark.parametrize(
    ("chosen", "spoken"),
    [
        pytest.param(0, [2, 3], id="the-bot-refuses"),
        pytest.param(2, [2, 3], id="the-bot-insists"),
    ],
)
def test_no_common_version_names_both_lists(chosen: int, spoken: list[int]) -> None:
    message = pb.HelloResponse(protocol_version=chosen, supported_versions=spoken)

    with pytest.raises(BotError, match=r"arena speaks 1, the bot speaks 2,3") as refusal:
        decode_introduction(message)

    assert refusal.value.fault is Fault.REFUSED


def test_a_long_list_of_versions_is_cut_in_the_message() -> None:
    message = pb.HelloResponse(supported_versions=range(5, 50_000))

    with pytest.raises(BotError) as refusal:
        decode_introduction(message)

    assert len(str(refusal.value)) < 300


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        pytest.param({"max_batch": 65}, "max_batch 65: expected 1 to 64", id="batch-too-large"),
        pytest.param({"concurrent_deals": 2**32 - 1}, "expected 1 to 64", id="too-many-deals"),
        pytest.param(
            {"wants_results": True, "concurrent_deals": 2},
            "wants_results with concurrent_deals 2",
            id="results-of-mixed-deals",
        ),
        pytest.param({"name": "x" * 65}, "at most 64", id="name-too-long"),
        pytest.param({"version": "1\x1b[2J"}, "printable", id="version-that-clears-the-screen"),
    ],
)
def test_an_introduction_out_of_bounds_is_malformed(
    fields: dict[str, object], complaint: str
) -> None:
    with pytest.raises(BotError, match=complaint) as refusal:
        introduced(**fields)

    assert refusal.value.fault is Fault.MALFORMED
    assert len(refusal.value.detail) < 400


def test_the_newest_common_version_is_chosen() -> None:
    assert newest_common([1, 2, 7]) == 1
    assert newest_common([2, 7]) == 0


def test_versions_are_spelt_with_commas() -> None:
    assert format_versions((1, 2)) == "1,2"
