"""Logs prove themselves: what was recorded replays, and what was changed is found."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import BotError, Fault
from arena.referee.chain import Chain, last_valid_length
from arena.referee.line_text import RecordError, format_line, parse_line
from arena.referee.lines import DecisionLine, EndLine, Line, ResultLine
from arena.referee.record import read_record
from arena.referee.verify import Verdict, verify
from arena.rules.actions import PASS, PLAYS
from arena.rules.variants import variant
from arena.schedule.seatings import possible_seatings
from tests.referee.sittings import SECRET, TABLE, Log, play, replies

DOUBLER = variant("jack-of-diamonds", {"all_pass": "doubler", "crack": "crack-recrack"})
FAULTY = {
    3: BotError(Fault.CRASHED, "signal SIGSEGV"),
    20: 4600,
    41: PLAYS[0],
    60: BotError(Fault.STALLED, "no answer at the cut-off"),
    77: PASS,
}


def verified(lines: list[bytes], secret: bytes | None = SECRET) -> Verdict:
    return verify(lines, possible_seatings, secret)


def lines_of(text: bytes) -> list[bytes]:
    return text.splitlines(keepends=True)


@pytest.fixture(scope="module")
def log() -> Log:
    return play(TABLE, 5, replies(4, FAULTY))


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([TABLE, DOUBLER]), st.booleans())
def test_replaying_a_record_gives_the_record(seed: int, table: object, faults: bool) -> None:
    log = play(table, 4, replies(seed, FAULTY if faults else None))  # type: ignore[arg-type]

    verdict = verified(log.lines)

    assert verdict.difference is None
    assert [playing.scores for playing in verdict.playings] == [
        referee.result().scores for referee in log.referees
    ]
    assert verdict.end is not None
    assert verdict.cards_checked


@pytest.mark.slow
def test_every_single_byte_that_is_changed_is_found_with_its_playing(log: Log) -> None:
    text = log.text
    starts = [0]
    for raw in log.lines:
        starts.append(starts[-1] + len(raw))
    playing_at: dict[int, int | None] = {}
    deal: int | None = None
    for number, raw in enumerate(log.lines, 1):
        line = parse_line(Chain().follow(raw)[0])
        deal = getattr(line, "deal", None)
        playing_at[number] = deal

    for place in range(0, len(text), 7):
        changed = bytearray(text)
        changed[place] ^= 1 + place % 127
        difference = verified(lines_of(bytes(changed))).difference

        assert difference is not None, f"byte {place}"
        number = next(n for n, start in enumerate(starts) if start > place)
        assert difference.deal == playing_at[number], f"byte {place}: {difference}"


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda lines: lines[:-1] + lines[-1:] * 2, id="a line said twice"),
        pytest.param(lambda lines: [*lines[:5], lines[6], lines[5], *lines[7:]], id="two swapped"),
        pytest.param(lambda lines: lines[:9] + lines[10:], id="one cut out"),
        pytest.param(lambda lines: [*lines[:-1], lines[-1][:-1]], id="the last newline"),
        pytest.param(lambda lines: lines[:-3], id="a torn end"),
        pytest.param(lambda lines: [], id="nothing at all"),
        pytest.param(lambda lines: [b"\xff\xfe\n", *lines], id="binary in front"),
        pytest.param(lambda lines: [*lines, b"{}\n"], id="more after the end"),
    ],
)
def test_a_rearranged_log_does_not_verify(log: Log, spoil: object) -> None:
    assert verified(spoil(log.lines)).difference is not None  # type: ignore[operator]


def rechained(lines: list[Line]) -> list[bytes]:
    chain = Chain()
    return [chain.seal(line) for line in lines]


def values(log: Log) -> list[Line]:
    return [parse_line(Chain().follow(raw)[0]) for raw in log.lines]


def edited(log: Log, change: object, kind: type) -> tuple[list[bytes], int]:
    """The log with the first line of *kind* that *change* changes, chained anew by a forger."""
    lines = values(log)
    for number, line in enumerate(lines):
        if isinstance(line, kind):
            other = change(line)  # type: ignore[operator]
            if other != line:
                lines[number] = other
                return rechained(lines), number + 1
    raise AssertionError("nothing to change")


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        pytest.param(
            DecisionLine, lambda line: dataclasses.replace(line, forced=True), id="called forced"
        ),
        pytest.param(
            DecisionLine,
            lambda line: dataclasses.replace(line, ms=None, cpu_ms=None),
            id="a time taken away",
        ),
        pytest.param(
            DecisionLine,
            lambda line: line if line.ms is None else dataclasses.replace(line, ms=60_000),
            id="a time made longer than the bank",
        ),
        pytest.param(
            ResultLine,
            lambda line: dataclasses.replace(line, scores=line.scores[::-1]),
            id="scores given to others",
        ),
        pytest.param(
            ResultLine,
            lambda line: dataclasses.replace(line, penalties=(0,) * 5),
            id="a penalty waived",
        ),
        pytest.param(
            EndLine,
            lambda line: dataclasses.replace(line, scores=(1, -1, 0, 0, 0)),
            id="other totals",
        ),
    ],
)
def test_a_forger_who_mends_the_chain_is_found_by_the_rules(
    log: Log, kind: type, change: object
) -> None:
    lines, number = edited(log, change, kind)

    difference = verified(lines).difference

    assert difference is not None
    assert difference.line == number


def test_a_fault_taken_away_is_missed_in_the_penalties(log: Log) -> None:
    lines, number = edited(
        log,
        lambda line: dataclasses.replace(line, fault=None, detail="", offered=None),
        DecisionLine,
    )

    difference = verified(lines).difference

    assert difference is not None
    assert difference.line >= number
    assert difference.deal == 40


def test_a_log_does_not_verify_under_another_secret(log: Log) -> None:
    difference = verified(log.lines, bytes(32)).difference

    assert difference is not None
    assert "commitment" in difference.sentence


def test_without_the_secret_the_cards_are_taken_from_the_log_and_that_is_said(log: Log) -> None:
    verdict = verified(log.lines, None)

    assert verdict.difference is None
    assert not verdict.cards_checked


def test_a_torn_log_is_cut_back_to_its_last_valid_line(log: Log) -> None:
    text = log.text
    results = [n for n, line in enumerate(values(log)) if isinstance(line, ResultLine)]
    whole = sum(map(len, log.lines[: results[2] + 1]))

    for torn in range(whole, whole + sum(map(len, log.lines[results[2] + 1 : results[3]])), 11):
        length, h = last_valid_length(lines_of(text[:torn]))
        assert length == whole
        assert h.encode() in log.lines[results[2]]


def test_a_line_has_one_canonical_form(log: Log) -> None:
    for raw in log.lines:
        body, _ = Chain().follow(raw)
        assert format_line(parse_line(body)) + b"\n" == body
        with pytest.raises(RecordError):
            parse_line(body.replace(b'"kind":', b'"kind": '))


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_bytes_crash_the_reader(raw: bytes) -> None:
    assert verified(lines_of(raw)).difference is not None


def test_a_record_is_read_back_as_its_playings(log: Log) -> None:
    record = read_record(log.lines)

    assert record.header == log.header
    assert [playing.result for playing in record.playings] == [
        referee.result() for referee in log.referees
    ]
    assert record.end is not None
