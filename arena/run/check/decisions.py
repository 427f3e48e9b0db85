"""Checks 30 to 49: a legal answer to each kind of decision that a table has, and whole deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arena.errors import RESTARTING, BotError
from arena.rules.variants import Variant
from arena.run.check.deals import play_deals
from arena.run.check.findings import Played, Tried
from arena.run.check.messages import ANSWERED
from arena.run.check.outcome import Broken, Check, Kept, NotHere, Outcome, Unclear
from arena.run.check.positions import Position, Situation, positions_of, settings_of
from arena.run.check.rig import Rig

_MOST_RESTARTS: Final = 4
"""A bot that has to be started again more often, at one table, is asked no more."""

_EXPECTS: Final = {
    Situation.PICK: "pick or pass where a seat is asked for it",
    Situation.BURY: "a bury of as many different cards of the hand as the blind has",
    Situation.CALL: "one of the calls that are legal, or alone",
    Situation.CALL_UNKNOWN: "a legal call where one sets an unknown aside",
    Situation.ANNOUNCE: "partner or alone, whichever is legal, where no card can be called",
    Situation.CRACK: "crack or no-crack",
    Situation.RECRACK: "recrack or no-recrack",
    Situation.LEAD: "a legal lead",
    Situation.FOLLOW: "a card of the suit led where the hand has several",
    Situation.DISCARD: "a legal card where the suit led is out",
    Situation.SINGLE: "the one legal card, which is asked for all the same",
    Situation.BOUND: "a card that the called suit allows (R17)",
    Situation.FACE_DOWN: "a legal card after an unknown was played face down (CARD_HIDDEN)",
    Situation.LEASTER: "a legal card in a leaster, or least",
    Situation.LAST: "a legal card of the last two, the last decision that is asked",
    Situation.RAISED: "a legal card where the stake is raised",
    Situation.RACE: "a legal card where the totals of a race are told",
}


async def _decisions(rig: Rig, table: str) -> tuple[Tried, ...]:
    """Every situation of *table* asked about, and deals played, at each of its settings; once."""
    if table not in rig.findings.decisions:
        tried: list[Tried] = []
        played: list[Played] = []
        for setting in settings_of(table):
            for position in positions_of(setting, rig.effort.positions):
                if not _is_given_up(tried, position.situation):
                    tried.append(await _try(rig, position))
            if not _has_faults(tried, played):
                played.append(await _play(rig, setting))
        rig.findings.decisions[table] = tuple(tried)
        rig.findings.deals[table] = tuple(played)
    return rig.findings.decisions[table]


def _has_faults(tried: Sequence[Tried], played: Sequence[Played]) -> bool:
    return any(one.fault for one in tried) or any(one.fault for one in played)


def _is_given_up(tried: list[Tried], situation: Situation) -> bool:
    """Whether so much went wrong that more of it would only take time."""
    costly = [one for one in tried if one.fault and one.fault.fault in RESTARTING]
    return len(costly) > _MOST_RESTARTS or any(one.situation is situation for one in costly)


async def _try(rig: Rig, position: Position) -> Tried:
    fault: BotError | None = None
    try:
        await rig.ask_legal(await rig.session_at(position.table), [position])
    except BotError as error:
        fault = error
    return Tried(position.situation, rig.sent, rig.came, fault)


async def _play(rig: Rig, setting: Variant) -> Played:
    deals, fault = 0, None
    try:
        session = await rig.session_at(setting)
        deals = await play_deals(rig, session, range(rig.effort.deals), clocked=False)
    except BotError as error:
        fault = error
    return Played(deals, fault, rig.sent, rig.came)


async def _judge(rig: Rig, table: str, situation: Situation) -> Outcome:
    found = [one for one in await _decisions(rig, table) if one.situation is situation]
    if not found:
        met = {p.situation for s in settings_of(table) for p in positions_of(s, 1)}
        if situation in met:
            return Unclear("too many faults before")
        return NotHere(f"not at {table}")
    worst = next((one for one in found if one.fault), found[-1])
    rig.sent, rig.came = worst.sent, worst.came
    return Broken() if worst.fault else Kept()


def _decision(number: int, situation: Situation) -> Check:
    async def run(rig: Rig, table: str) -> Outcome:
        return await _judge(rig, table, situation)

    expects = _EXPECTS[situation]
    return Check(number, situation.value, expects, run, needs=ANSWERED, by_table=True)


async def _whole_deals(rig: Rig, table: str) -> Outcome:
    tried = await _decisions(rig, table)
    if any(one.fault for one in tried):
        return Unclear("single decisions were answered badly")
    for played in rig.findings.deals[table]:
        rig.sent, rig.came = played.sent, played.came
        if played.fault:
            raise played.fault
    deals = sum(played.deals for played in rig.findings.deals[table])
    rig.sent = f"{deals} deals of {table}, the bot at every seat in turn"
    return Kept("no fault")


CHECKS: Final = (
    *(_decision(30 + place, situation) for place, situation in enumerate(Situation)),
    Check(
        49,
        "whole-deals",
        "whole deals without a fault, whoever sits at the other seats",
        _whole_deals,
        needs=ANSWERED,
        by_table=True,
    ),
)
