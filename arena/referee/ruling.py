"""What counts when a bot has answered: its action, or the substitute and a fault."""

from __future__ import annotations

from dataclasses import dataclass

from arena.errors import BotError, Fault
from arena.referee.clock import Clock
from arena.referee.question import Reply
from arena.referee.substitute import substitute
from arena.rules.actions import Action
from arena.rules.deal import Deal


@dataclass(frozen=True, slots=True)
class Ruling:
    """The action that is played, and what was wrong with the reply."""

    action: Action
    fault: Fault | None = None
    detail: str = ""
    offered: Action | None = None
    """What the bot answered, where that is not played."""


def judge(deal: Deal, clock: Clock, reply: Reply, margin_ms: int) -> Ruling:
    """Rule on *reply* to the decision that *deal* stands at.

    An answer after a bank fell is `late` whatever it says: it is recorded, not applied.
    """
    match reply.answer:
        case BotError() as error:
            return Ruling(substitute(deal), error.fault, error.detail)
        case action if over := clock.overdraft(reply.wall_ms, reply.cpu_ms, margin_ms):
            return Ruling(substitute(deal), Fault.LATE, over, action)
        case action if rule := deal.broken_rule(action):
            return Ruling(substitute(deal), Fault.ILLEGAL, rule, action)
        case action:
            return Ruling(action)
