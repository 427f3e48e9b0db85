"""What a bot was asked is found again in the log, as it was asked."""

from __future__ import annotations

import dataclasses

import pytest

from arena.errors import BotError, Fault
from arena.referee.line_text import RecordError
from arena.referee.question import Reply
from arena.referee.record import read_record
from arena.referee.recorded import recorded_decisions
from arena.referee.refereeing import Referee
from arena.rules.actions import PASS, PLAYS, Action
from arena.rules.observation import Observation
from arena.rules.variants import Variant, variant
from tests.referee.sittings import TABLE, Log, play, replies

STAKES = variant("jack-of-diamonds", {"all_pass": "doubler", "crack": "crack-recrack"})
WRONG: dict[int, Action | BotError | int] = {
    4: BotError(Fault.CRASHED, "signal SIGSEGV"),
    9: 60_000,
    30: PLAYS[0],
    50: PASS,
}


def asked_and_played(table: Variant) -> tuple[Log, list[Observation], list[Reply]]:
    """A sitting with faults, and what was asked and answered in it."""
    observations: list[Observation] = []
    answers: list[Reply] = []
    reply = replies(8, WRONG)

    def answer(referee: Referee, number: int) -> Reply:
        observations.append(referee.observation())
        answers.append(reply(referee, number))
        return answers[-1]

    return play(table, 6, answer), observations, answers


@pytest.mark.parametrize("table", [TABLE, STAKES, variant("hoyle-4")], ids=lambda one: one.name)
def test_every_question_of_a_sitting_is_found_as_it_was_asked(table: Variant) -> None:
    log, observations, answers = asked_and_played(table)
    record = read_record(log.lines)

    found = [one for playing in record.playings for one in recorded_decisions(log.header, playing)]

    assert [one.observation for one in found] == observations
    for one, reply in zip(found, answers, strict=True):
        fault = reply.answer.fault if isinstance(reply.answer, BotError) else None
        assert one.answer == (fault or reply.answer)


def test_a_playing_against_the_rules_is_not_asked_again() -> None:
    log = play(TABLE, 1, replies(3))
    (playing,) = read_record(log.lines).playings
    lines = list(playing.lines)
    lines[-1], lines[-2] = lines[-2], lines[-1]

    with pytest.raises(RecordError, match="deal 40"):
        list(recorded_decisions(log.header, dataclasses.replace(playing, lines=tuple(lines))))
