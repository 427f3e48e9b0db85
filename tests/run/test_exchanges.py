"""Versus and panel sittings in virtual time: exchanged exactly, verified, tampered with."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction

import pytest
import trio.testing

from arena.ratings.exchange import differences
from arena.referee.form import Form, Side
from arena.referee.line_text import format_line, parse_line
from arena.referee.lines import DealLine, FaultLine, Line
from arena.rules.actions import PASS, Action, Kind
from arena.rules.observation import Observation
from arena.rules.variants import OPTIONS, variant
from tests.run.exchanges import Sitting, match_of, play_match
from tests.run.fakes import SeededPlayer, crashes_at

BOTH = pytest.mark.parametrize("form", [Form.VERSUS, Form.PANEL], ids=lambda form: form.value)
TABLES = pytest.mark.parametrize("table", list(OPTIONS))


def alike(entry: int, side: Side | None) -> SeededPlayer:
    """A and B are one bot, which often crashes; so do others."""
    return SeededPlayer(entry, crashes_at(11))


def never_picks(observation: Observation, bot_seed: int) -> Action | None:
    return PASS if observation.kind is Kind.PICK and PASS in (observation.legal or ()) else None


def a_passes(entry: int, side: Side | None) -> SeededPlayer:
    """A passes whatever it holds; all others play at random."""
    return SeededPlayer(entry, never_picks if side is Side.A else None)


@BOTH
@TABLES
async def test_two_that_decide_alike_differ_by_exactly_0_in_every_block(
    table: str, form: Form, autojump_clock: trio.testing.MockClock
) -> None:
    sittings = await play_match(variant(table), form, 24, alike)

    made = differences(match_of(sittings))

    assert made == (Fraction(),) * 24
    assert any(playing.faults for playing in sittings[0].playings), "faults are exchanged too"
    assert any(any(playing.penalties) for playing in sittings[0].playings)


@BOTH
@TABLES
async def test_the_logs_verify_and_each_deal_was_played_twice(
    table: str, form: Form, autojump_clock: trio.testing.MockClock
) -> None:
    sittings = await play_match(variant(table), form, 8, a_passes)

    for sitting in sittings:
        for secret in (bytes(range(32)), None):
            verdict = sitting.verified(secret=secret)
            assert verdict.difference is None
            assert verdict.playings == sitting.playings
    assert len(differences(match_of(sittings))) == 8


@BOTH
async def test_a_sitting_is_the_same_whatever_runs_at_once(
    form: Form, autojump_clock: trio.testing.MockClock
) -> None:
    table = variant("called-ace")
    one_by_one = await play_match(table, form, 20, alike, 1)
    at_once = await play_match(table, form, 20, alike, 9)

    assert [one.lines for one in at_once] == [one.lines for one in one_by_one]


def reseated(lines: Sequence[Line], seating: Sequence[int]) -> list[Line]:
    """*lines* with another *seating* in the first deal line."""
    place = next(number for number, line in enumerate(lines) if isinstance(line, DealLine))
    made = json.loads(format_line(lines[place])) | {"seating": list(seating)}
    text = json.dumps(made, ensure_ascii=False, separators=(",", ":")).encode()
    return [*lines[:place], parse_line(text + b"\n"), *lines[place + 1 :]]


def first_seating(sitting: Sitting) -> tuple[int, ...]:
    return sitting.playings[0].seating


@BOTH
async def test_a_seating_that_was_not_drawn_is_found(
    form: Form, autojump_clock: trio.testing.MockClock
) -> None:
    sittings = await play_match(variant("called-ace"), form, 8, a_passes)
    for sitting in sittings:
        drawn = first_seating(sitting)
        other = next(playing.seating for playing in sitting.playings if playing.seating != drawn)

        difference = sitting.verified(reseated(sitting.lines, other)).difference

        assert difference is not None
        assert (difference.line, difference.deal) == (2, 0)
        assert f'"seating":{list(drawn)}'.replace(" ", "") in str(difference)


@BOTH
async def test_without_the_secret_a_seating_that_no_draw_gives_is_still_found(
    form: Form, autojump_clock: trio.testing.MockClock
) -> None:
    sittings = await play_match(variant("called-ace"), form, 2, a_passes)
    # The other sitting's seating has the wrong number of A, or the other candidate.
    swapped = reseated(sittings[0].lines, first_seating(sittings[1]))

    assert sittings[0].verified(secret=None).difference is None
    difference = sittings[0].verified(swapped, secret=None).difference

    assert difference is not None
    assert difference.deal == 0


async def test_a_flood_is_charged_in_the_first_playing_that_its_entry_sits_in(
    autojump_clock: trio.testing.MockClock,
) -> None:
    def flooding(entry: int, side: Side | None) -> SeededPlayer:
        return SeededPlayer(entry, floods_after=0)

    sittings = await play_match(variant("called-ace"), Form.VERSUS, 12, flooding)

    for sitting in sittings:
        charged = {line.entry: line.deal for line in sitting.lines if isinstance(line, FaultLine)}
        sat = {
            entry: next(p.deal for p in sitting.playings if entry in p.seating)
            for entry in range(10)
        }
        assert charged == sat
        assert sitting.verified().difference is None
        paid = sum(sum(playing.penalties) for playing in sitting.playings)
        assert paid == 3 * len(charged)
