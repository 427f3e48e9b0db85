"""Which answer of a reply belongs to which question, and what is wrong with the others."""

from __future__ import annotations

from collections.abc import Sequence

from arena.errors import BotError, Fault
from arena.referee.question import Question
from arena.rules.actions import Action
from arena.wire.answer import decode_answers, parse_decide_response
from arena.wire.error import WireError


def match_answers(questions: Sequence[Question], data: bytes) -> tuple[Action | BotError, ...]:
    """The answer to each of *questions*, in their order, from the reply *data*.

    A bad answer is the error of its own question. An answer to no question of this call
    stands for one that is missing.

    Raises:
        BotError: MALFORMED, when the reply is bad as a whole: it cannot be decoded, or
            it has answers too many that belong to no question.
    """
    try:
        answers = decode_answers(parse_decide_response(data))
    except WireError as error:
        raise BotError(Fault.MALFORMED, str(error)) from error
    by_id: dict[bytes, list[Action | WireError]] = {q.decision_id: [] for q in questions}
    strangers: list[bytes] = []
    for decision_id, answer in answers:
        if decision_id in by_id:
            by_id[decision_id].append(answer)
        else:
            strangers.append(decision_id)
    if len(strangers) > sum(not found for found in by_id.values()):
        raise BotError(Fault.MALFORMED, f"{len(answers)} answers to {len(questions)} decisions")
    return tuple([_settle(q.decision_id, by_id[q.decision_id], strangers) for q in questions])


def _settle(
    decision_id: bytes, found: Sequence[Action | WireError], strangers: list[bytes]
) -> Action | BotError:
    match found:
        case [Action() as action]:
            return action
        case [error]:
            return BotError(Fault.MALFORMED, str(error))
        case [] if strangers:
            stranger = strangers.pop(0)[:16].hex() or "none"
            asked = decision_id.hex()
            return BotError(Fault.WRONG_DECISION, f"asked {asked}, answered {stranger}")
        case []:
            return BotError(Fault.MALFORMED, "no answer to this decision")
        case _:
            return BotError(Fault.MALFORMED, f"{len(found)} answers to one decision")
