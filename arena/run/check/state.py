"""Checks 50 to 59: that each observation is enough, in any order, for any process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, zip_longest
from typing import Final

from arena.referee.question import Question
from arena.rules.actions import Action
from arena.run.check.messages import ANSWERED
from arena.run.check.outcome import Check, Kept, Noted, NotHere, Outcome
from arena.run.check.positions import Position, Situation, plays, positions_of, seat_of_deal
from arena.run.check.rig import Rig, Session, asked
from arena.run.check.wording import answer_words, question_words, short

_DEALS: Final = (101, 102)
"""Two deals that are played at the same time, or one after the other."""


async def _mixed_batch(rig: Rig, table: str) -> Outcome:
    session = await rig.session(table)
    size = min(session.batch, session.introduction.concurrent_deals)
    if size == 1:
        return NotHere("it takes one deal at a time")
    kinds = _mixed(positions_of(session.setting, rig.effort.positions))
    deals = {one.deal for one in kinds}
    more = [one for one in plays(session.setting, 2 * size) if one.deal not in deals]
    await rig.ask_legal(session, [*kinds, *more][:size])
    return Kept()


def _mixed(positions: Sequence[Position]) -> list[Position]:
    """One of each situation, each of another deal."""
    found: dict[Situation, Position] = {}
    deals: set[int] = set()
    for position in positions:
        if position.situation not in found and position.deal not in deals:
            found[position.situation] = position
            deals.add(position.deal)
    return list(found.values())


async def _mid_deal_start(rig: Rig, table: str) -> Outcome:
    setting = (await rig.session(table)).setting
    await rig.ask_legal(await rig.second(setting), plays(setting, 1))
    return Kept()


async def _one_by_one(rig: Rig, table: str, positions: Sequence[Position]) -> Outcome:
    for position in positions:
        await rig.ask_legal(await rig.session(table), [position])
    return Kept()


async def _interleaved(rig: Rig, table: str) -> Outcome:
    session = await rig.session(table)
    if session.introduction.concurrent_deals == 1:
        return NotHere("it takes one deal at a time")
    first, second = (seat_of_deal(session.setting, deal, 1) for deal in _DEALS)
    both = [one for pair in zip_longest(first, second) for one in pair if one]
    return await _one_by_one(rig, table, both)


async def _asked_again(rig: Rig, table: str) -> Outcome:
    setting = (await rig.session(table)).setting
    for position in plays(setting, rig.effort.positions):
        await _one_by_one(rig, table, (position, position))
    return Kept()


async def _other_seat(rig: Rig, table: str) -> Outcome:
    setting = (await rig.session(table)).setting
    deals = (seat_of_deal(setting, deal, seat) for seat, deal in enumerate(_DEALS))
    return await _one_by_one(rig, table, tuple(chain.from_iterable(deals)))


async def _dropped_deal(rig: Rig, table: str) -> Outcome:
    setting = (await rig.session(table)).setting
    first, second = (seat_of_deal(setting, deal, 0) for deal in _DEALS)
    return await _one_by_one(rig, table, (*first[: len(first) // 2], *second))


async def _answers_to(
    rig: Rig, session: Session, questions: Sequence[Question]
) -> list[Action | None]:
    """What it answers to *questions*, each in a call of its own; None for no action."""
    answers: list[Action | None] = []
    for question in questions:
        (answer,) = (await rig.ask(session, [question])).answers
        answers.append(answer if isinstance(answer, Action) else None)
    return answers


def _compared(
    rig: Rig,
    questions: Sequence[Question],
    first: Sequence[Action | None],
    second: Sequence[Action | None],
) -> Outcome:
    """Kept if all answers agree; else the first that differ."""
    for question, one, other in zip(questions, first, second, strict=True):
        if one != other:
            rig.sent = short(question_words(question))
            words = [answer_words([answer]) if answer else "no action" for answer in (one, other)]
            return Noted(f"{words[0]}, and then {words[1]}")
    rig.sent = f"{len(questions)} observations, twice"
    return Kept("the same answers")


def _sample(rig: Rig, session: Session) -> list[Question]:
    """Questions of all kinds."""
    return [asked(one) for one in positions_of(session.setting, rig.effort.positions)]


async def _same_everywhere(rig: Rig, table: str) -> Outcome:
    session = await rig.session(table)
    questions = _sample(rig, session)
    here = await _answers_to(rig, session, questions)
    there = await _answers_to(rig, await rig.second(session.setting), questions)
    return _compared(rig, questions, here, there)


async def _same_in_any_order(rig: Rig, table: str) -> Outcome:
    session = await rig.session(table)
    questions = _sample(rig, session)
    forwards = await _answers_to(rig, session, questions)
    backwards = await _answers_to(rig, session, questions[::-1])
    return _compared(rig, questions, forwards, backwards[::-1])


async def _same_by_any_clock(rig: Rig, table: str) -> Outcome:
    session = await rig.session(table)
    questions = _sample(rig, session)
    later = [replace(one, decision_id=bytes(8), wall_left_ms=3000) for one in questions]
    first = await _answers_to(rig, session, questions)
    return _compared(rig, questions, first, await _answers_to(rig, session, later))


CHECKS: Final = (
    Check(
        50,
        "mixed-batch",
        "in a batch of different decisions each action is legal for the decision that it names",
        _mixed_batch,
        needs=ANSWERED,
    ),
    Check(
        51,
        "mid-deal-start",
        "a new process, asked first in the middle of a deal, gives a legal answer",
        _mid_deal_start,
        needs=ANSWERED,
    ),
    Check(
        52,
        "interleaved-deals",
        "legal answers in two deals that take turns",
        _interleaved,
        needs=ANSWERED,
    ),
    Check(
        53,
        "asked-again",
        "a legal answer when the same decision is asked once more",
        _asked_again,
        needs=ANSWERED,
    ),
    Check(
        54,
        "other-seat",
        "legal answers in the next deal, at another seat",
        _other_seat,
        needs=ANSWERED,
    ),
    Check(
        55,
        "dropped-deal",
        "legal answers in a deal that follows one that never ended",
        _dropped_deal,
        needs=ANSWERED,
    ),
    Check(
        56,
        "same-everywhere",
        "two processes give the same answers to the same observations and bot seeds",
        _same_everywhere,
        needs=ANSWERED,
        advice=True,
    ),
    Check(
        57,
        "same-in-any-order",
        "the answers do not depend on what was asked before",
        _same_in_any_order,
        needs=ANSWERED,
        advice=True,
    ),
    Check(
        58,
        "same-by-any-clock",
        "the answers do not depend on the id and the time left",
        _same_by_any_clock,
        needs=ANSWERED,
        advice=True,
    ),
)
