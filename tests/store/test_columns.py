"""What is written into a column comes back as it was."""

from __future__ import annotations

import json
from dataclasses import fields
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.referee.playing import Playing
from arena.rules.variants import OPTIONS, variant
from arena.store.columns import (
    UtcTime,
    decode_playing,
    decode_variant,
    encode_playing,
    encode_variant,
)
from tests.store.situations import a_playing

_SEATS = st.tuples(*[st.integers(-200, 200)] * 5)
_WORDS = st.sampled_from(["pass", "call AC unknown TD", "bury 8S 9H", "play 7C"])
_SEAT = st.none() | st.integers(0, 4)
_PLAYINGS = st.builds(
    Playing,
    match=st.integers(1, 10**6),
    rotation=st.integers(0, 4),
    deal=st.integers(0, 10**9),
    seating=_SEATS,
    actions=st.lists(_WORDS).map(tuple),
    faults=st.lists(st.tuples(st.integers(0, 4), st.just("late"))).map(tuple),
    outcome=st.sampled_from(["won-1", "least"]),
    picker=_SEAT,
    partner=_SEAT,
    points=_SEATS,
    tricks=_SEATS,
    scores=_SEATS,
    penalties=_SEATS,
)


@given(_PLAYINGS)
def test_a_playing_comes_back_as_it_was(playing: Playing) -> None:
    assert decode_playing(encode_playing(playing)) == playing


def test_a_playing_is_kept_by_the_names_of_its_fields_without_blanks() -> None:
    text = encode_playing(a_playing(1, 0, 7))

    assert list(json.loads(text)) == [field.name for field in fields(Playing)]
    assert text.startswith('{"match":1,"rotation":0,"deal":7,"seating":[0,1,2,3,4],"actions":["pa')
    assert json.dumps(json.loads(text), separators=(",", ":")) == text


@pytest.mark.parametrize(
    ("name", "options"),
    [
        (name, {option: value})
        for name, table in OPTIONS.items()
        for option, known in table.items()
        for value in known.values
    ],
)
def test_a_variant_comes_back_with_every_option(name: str, options: dict[str, object]) -> None:
    table = variant(name, options)

    assert decode_variant(encode_variant(table)) == table
    assert json.loads(encode_variant(table)) == {"name": name, **table.options()}


_ZONES = st.integers(-14, 14).map(lambda hours: timezone(timedelta(hours=hours)))


@given(st.datetimes(datetime(2000, 1, 1), datetime(9000, 1, 1), timezones=_ZONES))  # noqa: DTZ001
def test_a_time_comes_back_in_utc_and_sorts_as_text(moment: datetime) -> None:
    column = UtcTime()
    text = column.process_bind_param(moment, None)  # type: ignore[arg-type]
    assert text is not None

    again = column.process_result_value(text, None)  # type: ignore[arg-type]

    assert again == moment
    assert again.tzinfo is UTC
    assert len(text) == len("2026-11-29T12:00:00.000000+00:00")


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(AssertionError):
        UtcTime().process_bind_param(datetime(2026, 11, 29), None)  # type: ignore[arg-type]  # noqa: DTZ001
