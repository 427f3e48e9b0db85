"""Whole deals played with the bot at one seat of each; at random, but legally, at the others."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Final

from arena.errors import BotError
from arena.host.cpu import reads_cpu
from arena.referee.clock import Clock
from arena.referee.lines import DecisionLine
from arena.referee.policy import FaultPolicy
from arena.referee.question import Question, Reply
from arena.referee.refereeing import Referee, Terms
from arena.rules.actions import Action
from arena.rules.shuffle import dealt
from arena.rules.variants import Variant
from arena.run.check.positions import CPU_LEFT_MS, SECRET, WALL_LEFT_MS
from arena.run.check.rig import CONTROL, Rig, Session
from arena.run.check.wording import answer_words, asked_words, short
from arena.run.rules_bench import random_action
from arena.schedule.secrets import bot_seed

_BOT: Final = 0
"""The entry of the bot; the other is everybody else's."""
_NEVER_OUT: Final = FaultPolicy(max_faults=1 << 30)
FIRST: Final = 10_000
"""The number of the first deal: none of those that single decisions are taken from."""


@dataclass(slots=True)
class _Table:
    """A deal in progress."""

    number: int
    referee: Referee
    chance: random.Random

    def go_to_bot(self) -> bool:
        """Play the others up to the bot's next decision; False if there is none."""
        while (who := self.referee.asked) is not None and who.entry != _BOT:
            action = random_action(self.referee.deal, self.chance)
            self.referee.answer(Reply(action, wall_ms=0, cpu_ms=0))
        return self.referee.asked is not None


async def play_deals(
    rig: Rig,
    session: Session,
    numbers: Sequence[int],
    *,
    clocked: bool,
    strict: bool = True,
    after_call: Callable[[int], bool] = lambda _: True,
) -> int:
    """Play deals FIRST + *numbers*, as many at once as the bot takes, its seat moving on.

    Args:
        clocked: the bot has the banks of the usual time control; else it is always told
            of full ones, and never late.
        strict: what would be charged is raised; else only calls that fail.
        after_call: told after each call how many deals are over; False ends it.

    Returns:
        How many deals were played to their end.

    Raises:
        BotError: what the bot is charged with.
    """
    waiting = iter(numbers)
    at_once = session.introduction.concurrent_deals
    running: list[_Table] = []
    over = 0
    while True:
        running += [_begin(session.setting, n) for n in islice(waiting, at_once - len(running))]
        for table in [one for one in running if not one.go_to_bot()]:
            running.remove(table)
            over += 1
            await _tell(rig, session, table)
        if not running and len(numbers) == over:
            return over
        for first in range(0, len(running), session.batch):
            await _ask(rig, session, running[first : first + session.batch], clocked, strict)
            if not after_call(over):
                return over


def _begin(setting: Variant, number: int) -> _Table:
    seat = number % setting.players
    seating = tuple(_BOT if one == seat else 1 for one in range(setting.players))
    terms = Terms(setting, seating, CONTROL, reads_cpu(), _NEVER_OUT)
    cards = partial(dealt, SECRET, setting, FIRST + number)
    return _Table(number, Referee(terms, number, (0, 0), cards), random.Random(number))


async def _ask(
    rig: Rig, session: Session, tables: Sequence[_Table], clocked: bool, strict: bool
) -> None:
    questions = [_question(table, clocked) for table in tables]
    batch = await rig.ask(session, questions)
    size = len(tables)
    for table, question, answer in zip(tables, questions, batch.answers, strict=True):
        wall_ms = round(batch.wall_ms / size) if clocked else 0
        cpu_ms = round(batch.cpu_ms / size) if clocked and batch.cpu_ms is not None else 0
        table.referee.answer(Reply(answer, wall_ms, cpu_ms))
        if strict:
            _check(rig, table, question, answer, f"{wall_ms} ms wall, {cpu_ms} ms CPU")


def _question(table: _Table, clocked: bool) -> Question:
    who = table.referee.asked
    assert who is not None
    full = Clock(CONTROL, WALL_LEFT_MS, CPU_LEFT_MS if reads_cpu() else None)
    clock = who.clock if clocked else full
    return Question(
        decision_id=os.urandom(8),
        observation=table.referee.observation(),
        bot_seed=bot_seed(SECRET, FIRST + table.number, who.seat),
        wall_left_ms=clock.wall_left_ms,
        cpu_left_ms=clock.cpu_left_ms,
    )


def _check(
    rig: Rig, table: _Table, question: Question, answer: Action | BotError, took: str
) -> None:
    """Raise the fault that the referee has just ruled, if it has."""
    seat = question.observation.seat
    lines = [one for one in table.referee.lines if isinstance(one, DecisionLine)]
    ruled = [one for one in lines if one.seat == seat and not one.forced][-1]
    if ruled.fault is not None:
        rig.sent = asked_words([question])
        rig.came = short(f"{answer_words([answer])}, {took}: {ruled.detail}")
        raise BotError(ruled.fault, ruled.detail)


async def _tell(rig: Rig, session: Session, table: _Table) -> None:
    if session.introduction.wants_results:
        seat = table.number % session.setting.players
        rig.findings.told += 1
        if not await session.bot.deal_over(table.referee.summary(seat)):
            rig.findings.unheard += 1
