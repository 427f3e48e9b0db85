"""What the header and the notes of a log say about the clocks, and logs from before they did."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from arena.referee.line_text import RecordError, format_line, line_object, parse_line
from arena.referee.lines import DecisionLine, NoteLine
from arena.referee.policy import FaultPolicy
from arena.referee.question import Reply
from arena.referee.record import read_record
from arena.referee.refereeing import Referee
from arena.referee.verify import verify
from arena.schedule.seatings import possible_seatings
from tests.referee.sittings import SECRET, TABLE, header_of, play, some_legal

HEADER = header_of(TABLE, 2)


def faults_of(policy: FaultPolicy) -> dict[str, object]:
    made = line_object(replace(HEADER, policy=policy))["faults"]
    assert isinstance(made, dict)
    return made


def header_with(**changed: object) -> bytes:
    """HEADER's text with *changed* in its faults."""
    made = line_object(HEADER)
    assert isinstance(made["faults"], dict)
    made["faults"] |= changed
    return json.dumps(made, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def test_a_log_in_which_bots_may_ponder_reads_as_logs_always_did() -> None:
    assert faults_of(FaultPolicy()) == {"margin_ms": 0, "max_faults": 3, "penalty": 3}
    assert parse_line(header_with()) == HEADER


def test_a_log_says_that_bots_may_not_ponder() -> None:
    held = replace(HEADER, policy=FaultPolicy(ponder=False))

    assert faults_of(held.policy)["ponder"] is False
    assert parse_line(format_line(held) + b"\n") == held


@pytest.mark.parametrize("ponder", [True, 0, "", None], ids=repr)
def test_that_bots_may_not_ponder_is_said_in_one_way(ponder: object) -> None:
    with pytest.raises(RecordError, match="canonical"):
        parse_line(header_with(ponder=ponder))


def test_a_stall_of_the_host_is_noted_before_its_decision_and_the_log_verifies() -> None:
    rng = random.Random(1)

    def reply(referee: Referee, number: int) -> Reply:
        return Reply(some_legal(referee, rng), 5, 5, stall_ms=2013 if number == 7 else 0)

    log = play(TABLE, 2, reply)

    verdict = verify(log.lines, possible_seatings, SECRET)
    assert verdict.difference is None
    assert verdict.end is not None
    lines = read_record(log.lines).playings[0].lines
    (place,) = (place for place, line in enumerate(lines) if isinstance(line, NoteLine))
    note, decision = lines[place : place + 2]
    assert isinstance(decision, DecisionLine)
    assert note == NoteLine(f"seat {decision.seat}: host stall 2013 ms, not charged", 40)
    assert decision.ms == 5
