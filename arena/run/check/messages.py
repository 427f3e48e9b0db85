"""Checks 20 to 29: that each Decide is answered, once, by its id, at any size."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from arena.errors import BotError, Fault
from arena.referee.question import Question
from arena.rules.actions import Action
from arena.run.check.outcome import Broken, Check, Kept, NotHere, Outcome, Unclear
from arena.run.check.positions import picks
from arena.run.check.rig import PROOF_KEY, Rig, Session, asked
from arena.run.check.starting import SEATED
from arena.run.check.wording import short
from arena.wire.answer import parse_decide_response
from arena.wire.error import WireError
from arena.wire.extension import extended_decide

ANSWERED: Final = ("answers", "one-answer", "decision-id", "action")
"""The checks without which nothing that is asked can be judged."""
_ODD_IDS: Final = (b"\0", b"\xff" * 8, b"\0" * 8, bytes(range(64)), b"\xc3\x28\n\r\0\x1b[")
_TOGETHER: Final = "it takes one observation in a call"


async def _raw(rig: Rig, table: str, size: int = 1) -> tuple[list[bytes], list[bytes], list[str]]:
    """Picks of *size* deals in one call: the ids asked, the ids answered, what each answers.

    Raises:
        BotError: there is no reply, or none that can be read.
    """
    session = await rig.session(table)
    questions = [asked(one) for one in picks(session.setting, size)]
    try:
        await rig.ask(session, questions)
    except BotError as error:
        # Answers too many are a fault of the whole call, but they can be read.
        if error.fault is not Fault.MALFORMED or not _readable(session.bot.decide_answer):
            raise
    answers = parse_decide_response(session.bot.decide_answer).answers
    listed: list[str] = [
        one.WhichOneof("action") or "no action" for one in (a.action for a in answers)
    ]
    ids = [answer.decision_id for answer in answers]
    told = [f"{one.hex() or 'no id'}: {what}" for one, what in zip(ids, listed, strict=True)]
    rig.came = short(f"{len(ids)} answers: " + ", ".join(told[:16]))
    return [question.decision_id for question in questions], ids, listed


def _readable(data: bytes) -> bool:
    try:
        parse_decide_response(data)
    except WireError:
        return False
    return True


async def _answers(rig: Rig, table: str) -> Outcome:
    await _raw(rig, table)
    return Kept()


async def _one_answer(rig: Rig, table: str) -> Outcome:
    _, ids, _ = await _raw(rig, table)
    return Kept() if len(ids) == 1 else Broken()


async def _decision_id(rig: Rig, table: str) -> Outcome:
    wanted, ids, _ = await _raw(rig, table)
    return Kept() if ids[0] == wanted[0] else Broken()


async def _action(rig: Rig, table: str) -> Outcome:
    session = await rig.session(table)
    (pick,) = picks(session.setting, 1)
    batch = await rig.ask(session, [asked(pick)])
    return Kept() if isinstance(batch.answers[0], Action) else Broken()


async def _opaque_ids(rig: Rig, table: str) -> Outcome:
    for number, decision_id in enumerate(_ODD_IDS):
        session = await rig.session(table)
        pick = picks(session.setting, len(_ODD_IDS))[number]
        question = replace(pick.question, decision_id=decision_id)
        await _all_answered(rig, session, [question])
    return Kept()


async def _all_answered(rig: Rig, session: Session, questions: list[Question]) -> None:
    """Ask *questions* in one call; each must get an action.

    Raises:
        BotError: one does not.
    """
    batch = await rig.ask(session, questions)
    for question, answer in zip(questions, batch.answers, strict=True):
        if isinstance(answer, BotError):
            rig.came = short(f"{rig.came}; to {question.decision_id.hex()} {answer}")
            raise answer


async def _reply_size(rig: Rig, table: str) -> Outcome:
    session = await rig.session(table)
    try:
        await rig.ask(session, [asked(one) for one in picks(session.setting, session.batch)])
    except BotError as error:
        return Broken() if error.fault is Fault.OVERSIZED else Unclear(f"no reply: {error}")
    return Kept(f"{len(session.bot.decide_answer)} bytes")


async def _full_batch(rig: Rig, table: str) -> Outcome:
    session = await rig.session(table)
    if session.batch == 1:
        return NotHere(_TOGETHER)
    wanted, ids, _ = await _raw(rig, table, session.batch)
    return Kept() if set(wanted) <= set(ids) else Broken()


async def _no_surplus(rig: Rig, table: str) -> Outcome:
    session = await rig.session(table)
    if session.batch == 1:
        return NotHere(_TOGETHER)
    wanted, ids, _ = await _raw(rig, table, session.batch)
    return Kept() if len(ids) <= len(wanted) and len(set(ids)) == len(ids) else Broken()


async def _every_size(rig: Rig, table: str) -> Outcome:
    session = await rig.session(table)
    if session.batch == 1:
        return NotHere(_TOGETHER)
    for size in sorted({2, 3, 5, session.batch // 2, session.batch - 1, 1}):
        if 1 <= size <= session.batch:
            session = await rig.session(table)
            questions = [asked(one) for one in picks(session.setting, size)]
            await _all_answered(rig, session, questions)
    return Kept()


async def _extended(rig: Rig, table: str) -> Outcome:
    session = await rig.session(table)
    questions = [asked(one) for one in picks(session.setting, 1)]
    batch = await rig.ask(session, questions, extended_decide(questions, PROOF_KEY))
    rig.sent += ", and fields 1000 and 1001"
    return Kept() if isinstance(batch.answers[0], Action) else Broken()


CHECKS: Final = (
    Check(
        20,
        "answers",
        "Decide with one observation is answered with a DecideResponse",
        _answers,
        needs=SEATED,
    ),
    Check(21, "one-answer", "one answer to one observation", _one_answer, needs=("answers",)),
    Check(
        22,
        "decision-id",
        "the answer has the decision_id of its observation",
        _decision_id,
        needs=("one-answer",),
    ),
    Check(
        23,
        "action",
        "the answer has an action: a word, a bury, a call or a play, with cards that are cards",
        _action,
        needs=("decision-id",),
    ),
    Check(
        24,
        "opaque-ids",
        "a decision_id of any bytes, 1 to 64 of them, comes back as it was",
        _opaque_ids,
        needs=ANSWERED,
    ),
    Check(
        25,
        "reply-size",
        "the reply to as many observations as max_batch allows has at most 262,144 bytes",
        _reply_size,
        needs=ANSWERED,
    ),
    Check(
        26,
        "full-batch",
        "each of as many observations as max_batch allows has its answer",
        _full_batch,
        needs=("reply-size", *ANSWERED),
    ),
    Check(
        27,
        "no-surplus",
        "no more answers than observations, and none twice",
        _no_surplus,
        needs=("full-batch", "reply-size", *ANSWERED),
    ),
    Check(
        28,
        "every-size",
        "batches of other sizes up to max_batch are answered as well",
        _every_size,
        needs=("full-batch", "no-surplus", "reply-size", *ANSWERED),
    ),
    Check(
        29,
        "decide-extension",
        "fields of a request or an observation that it does not know are ignored",
        _extended,
        needs=ANSWERED,
    ),
)
