"""The time left that a bot is sent is what the limits told and its calls so far leave it."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

import pytest
import trio.testing

from arena.errors import BotError, Fault
from arena.referee.policy import FaultPolicy, Limits
from arena.rules.variants import variant
from tests.hidden.timed import Call, TimedBot, play_timed

POLICY = FaultPolicy(max_faults=10**6, margin_ms=20)
TABLES = [
    variant("called-ace"),
    variant("jack-of-diamonds", {"all_pass": "doubler", "crack": "crack-recrack"}),
]


@dataclass
class Account:
    """A seat's banks in one playing, kept from outside: by Hello and by the calls alone."""

    told: Limits
    wall_ms: int
    cpu_ms: int
    asked: int = 0

    def charge(self, call: Call | None) -> None:
        """Take off what *call* used; None for a decision that never reached the bot."""
        wall_ms, cpu_ms = 0, 0
        if call:
            wall_ms = round(call.wall_ms / len(call.questions))
            cpu_ms = round((call.deed.cpu_ms or 0) / len(call.questions))
        self.wall_ms = max(0, self.wall_ms - wall_ms) + self.told.wall_increment_ms
        self.cpu_ms = max(0, self.cpu_ms - cpu_ms) + self.told.cpu_increment_ms
        self.asked += 1


def settling_call(bot: TimedBot, decision_id: bytes) -> Call | None:
    """The call that the decision's reply comes from."""
    found = [call for call in bot.calls if call.settles(decision_id)]
    assert len(found) <= 1
    return found[0] if found else None


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
async def test_the_time_left_is_the_true_rest_through_failures_and_restarts(
    table, autojump_clock: trio.testing.MockClock
) -> None:
    reached: Counter[str] = Counter()
    for seed in range(6):
        for player in await play_timed(table, POLICY, seed):
            bot, told = player.bot, player.bot.told
            accounts = defaultdict(lambda: Account(told, told.wall_base_ms, told.cpu_base_ms))  # noqa: B023
            sent = {q.decision_id: q for call in bot.calls for q in call.questions}
            for deal, question, reply in player.asked:
                account = accounts[deal]
                heard = sent.get(question.decision_id, question)

                assert (heard.wall_left_ms, heard.cpu_left_ms) == (account.wall_ms, account.cpu_ms)
                most_ms = told.wall_base_ms + account.asked * told.wall_increment_ms
                assert 0 <= heard.wall_left_ms <= most_ms
                assert 0 <= heard.cpu_left_ms <= most_ms

                call = settling_call(bot, question.decision_id)
                account.charge(call)
                fault = reply.answer.fault if isinstance(reply.answer, BotError) else None
                assert (call is None) == (fault is Fault.START_FAILED)
                reached.update(
                    {
                        "after a restart": call is not None and call.life > 0,
                        "nothing left": account.wall_ms == told.wall_increment_ms,
                        "stalled": fault is Fault.STALLED,
                        "not started": fault is Fault.START_FAILED,
                    }
                )
    assert min(reached.values()) > 3, reached
