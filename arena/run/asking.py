"""A bot asked again, in the worker: the decisions of a log, each with a full clock."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace

import trio

from arena.errors import BotError
from arena.host.cpu import reads_cpu
from arena.referee.clock import Clock, parse_time_control
from arena.referee.question import Question, Reply
from arena.referee.record import read_record
from arena.referee.recorded import RecordedDecision, recorded_decisions
from arena.rules.actions import format_action
from arena.run.order import Answered, AskOrder, Complete, NotStarted, Report
from arena.run.player import HostedPlayer
from arena.schedule.secrets import bot_seed
from arena.store.logs import open_log_lines


async def ask_again(
    order: AskOrder, player: HostedPlayer, tell: Callable[[Report], Awaitable[None]]
) -> Report:
    """Ask the bot of *player*, which has been started, whatever *order* says."""
    if player.start_error is not None:
        return NotStarted(0, player.start_error.fault, player.start_error.detail)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(player.run)
        for decision in _decisions(order):
            reply = await player.ask(_question(order, decision), 0)
            await tell(_answered(decision, reply))
        nursery.cancel_scope.cancel()
    return Complete("")


def with_own_clock(order: AskOrder) -> AskOrder:
    """*order* with CPU time counted if this machine reads it, whatever the log's did."""
    return replace(order, header=replace(order.header, reads_cpu=reads_cpu()))


def _decisions(order: AskOrder) -> Iterator[RecordedDecision]:
    wanted = set(order.asked)
    record = read_record(open_log_lines(order.log))
    for playing in record.playings:
        if playing.deal in {deal for deal, _ in wanted}:
            for decision in recorded_decisions(record.header, playing):
                if (playing.deal, decision.number) in wanted:
                    yield decision


def _question(order: AskOrder, decision: RecordedDecision) -> Question:
    header, line = order.header, decision.line
    clock = Clock.start(parse_time_control(header.time), reads_cpu=header.reads_cpu)
    return Question(
        decision_id=os.urandom(8),
        observation=decision.observation,
        bot_seed=bot_seed(order.secret, line.deal, line.seat),
        wall_left_ms=clock.wall_left_ms,
        cpu_left_ms=clock.cpu_left_ms,
    )


def _answered(decision: RecordedDecision, reply: Reply) -> Answered:
    place = decision.line.deal, decision.number
    times = reply.wall_ms, reply.cpu_ms
    match reply.answer:
        case BotError() as error:
            return Answered(*place, None, error.fault, error.detail, *times)
        case action:
            return Answered(*place, format_action(action), None, "", *times)
