"""No decision is asked twice, but what else was in a failed call: once more, by itself."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest
import trio.testing

from arena.errors import BotError, Fault
from arena.referee.policy import FaultPolicy
from arena.rules.actions import Kind
from arena.rules.observation import Observation
from arena.rules.variants import Variant, variant
from tests.hidden.timed import Call, TimedPlayer, play_timed

NEVER_OUT = FaultPolicy(max_faults=10**6)
TABLES = [
    variant("called-ace"),
    variant("jack-of-diamonds", {"all_pass": "doubler", "crack": "crack-recrack"}),
]


def calls_by_id(player: TimedPlayer) -> dict[bytes, list[Call]]:
    calls: dict[bytes, list[Call]] = defaultdict(list)
    for call in player.bot.calls:
        for decision_id in call.ids:
            calls[decision_id].append(call)
    return calls


def not_started(player: TimedPlayer) -> set[bytes]:
    """The decisions that were charged with a start that failed."""
    return {
        question.decision_id
        for _, question, reply in player.asked
        if isinstance(reply.answer, BotError) and reply.answer.fault is Fault.START_FAILED
    }


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
async def test_only_the_other_questions_of_a_failed_call_reach_a_bot_again_and_once(
    table: Variant, autojump_clock: trio.testing.MockClock
) -> None:
    reached: Counter[str] = Counter()
    for seed in range(12):
        for player in await play_timed(table, NEVER_OUT, seed):
            missed = not_started(player)
            for decision_id, calls in calls_by_id(player).items():
                first, *again = calls
                is_other = first.failed and first.ids[0] != decision_id
                if not is_other or decision_id in missed:
                    assert again == []
                else:
                    assert [call.ids for call in again] == [[decision_id]]
                reached[f"asked {len(calls)} times"] += 1
                reached["failed, not asked again"] += first.failed and not is_other
                reached["failed again by itself"] += any(call.failed for call in again)
    assert min(reached.values()) > 0, reached
    assert len(reached) == 4, reached


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
async def test_no_decision_comes_back_under_another_id(
    table: Variant, autojump_clock: trio.testing.MockClock
) -> None:
    for seed in range(6):
        for player in await play_timed(table, NEVER_OUT, seed):
            asked = {
                (q.decision_id, q.bot_seed, q.observation)
                for call in player.bot.calls
                for q in call.questions
            }
            assert len({(seed, seen) for _, seed, seen in asked}) == len(asked)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
async def test_every_asked_decision_reaches_the_bot_unless_it_does_not_start(
    table: Variant, autojump_clock: trio.testing.MockClock
) -> None:
    for player in await play_timed(table, NEVER_OUT, seed=1):
        asked = {question.decision_id for _, question, _ in player.asked}
        assert set(calls_by_id(player)) | not_started(player) == asked


async def test_no_process_meets_a_deal_again_when_a_bot_runs_out_of_faults(
    autojump_clock: trio.testing.MockClock,
) -> None:
    again = 0
    for seed in range(12):
        for player in await play_timed(variant("called-ace"), FaultPolicy(), seed):
            lives: dict[tuple[int, int], list[tuple[int, ...]]] = defaultdict(list)
            for call in player.bot.calls:
                for question in call.questions:
                    if call.settles(question.decision_id):
                        lives[call.life, question.bot_seed].append(progress(question.observation))
            for steps in lives.values():
                assert steps == sorted(set(steps))
            deals = [bot_seed for _, bot_seed in lives]
            again += len(deals) - len(set(deals))
    assert again > 0


def progress(seen: Observation) -> tuple[int, ...]:
    """How far a deal is: less before, more after each decision of one seat."""
    kinds = list(Kind)
    return (kinds.index(seen.kind), sum(len(trick.cards) for trick in seen.tricks))
