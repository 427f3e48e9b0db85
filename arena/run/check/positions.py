"""Decisions of every kind a table has, found by playing deals out with a fixed secret."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import Final

from arena.referee.question import Question
from arena.rules.actions import Action, Kind, Word
from arena.rules.cards import SUIT_MASKS
from arena.rules.deal import Deal
from arena.rules.observation import HIDDEN, Observation
from arena.rules.observe import observe
from arena.rules.shuffle import dealt
from arena.rules.variants import OptionValue, Variant, variant
from arena.run.rules_bench import random_action
from arena.schedule.secrets import bot_seed

SECRET: Final = bytes.fromhex("c4ec" * 16)
"""What all deals of the checks derive from; theirs alone, so it may be known."""
_MOST_DEALS: Final = 1500
"""A situation that so many deals do not meet is not asked about."""
_ENOUGH_DEALS: Final = 150
"""So many are looked through for what is common."""
CPU_LEFT_MS: Final = 1_000
WALL_LEFT_MS: Final = 4_000
"""What is told to be left where no clock is what is tested."""


class Situation(Enum):
    """What is special about a decision; each has one. The value is its check's name."""

    PICK = "pick"
    BURY = "bury"
    CALL = "call"
    CALL_UNKNOWN = "call-unknown"
    ANNOUNCE = "partner-or-alone"
    CRACK = "crack"
    RECRACK = "recrack"
    LEAD = "lead"
    FOLLOW = "follow"
    DISCARD = "discard"
    SINGLE = "only-choice"
    BOUND = "called-suit"
    FACE_DOWN = "hidden-card"
    LEASTER = "leaster"
    LAST = "last-choice"
    RAISED = "raised-stake"
    RACE = "race-totals"


@dataclass(frozen=True, slots=True)
class Position:
    """A decision that somebody has to take, and how the deal came to it."""

    deal: int
    """Under SECRET."""
    thrown_in: int
    actions: tuple[Action, ...]
    """All before it."""
    question: Question
    situation: Situation

    @property
    def table(self) -> Variant:
        """The table, with the options it is played with."""
        return self.question.observation.variant

    def broken_rule(self, action: Action) -> str | None:
        """Why *action* is not legal here, with the rule; None if it is."""
        deal = _begun(self.table, self.deal, self.thrown_in)
        for earlier in self.actions:
            deal.apply(earlier)
        return deal.broken_rule(action)


_FURTHER: Final[Mapping[str, Sequence[Mapping[str, OptionValue]]]] = {
    "called-ace": (
        {"all_pass": "forced-pick", "unknown_when": "no-callable-suit", "called_ten_wins": True},
    ),
    "jack-of-diamonds": (
        {"partner": "called-ace", "all_pass": "doubler", "crack": "crack-recrack"},
        {"may_go_alone": True, "crack": "crack", "crack_by": "not-yet-passed"},
    ),
    "picker-alone-3": ({"all_pass": "forced-pick"},),
    "picker-alone-4": ({"all_pass": "forced-pick"},),
    "hoyle-3": ({"all_pass": "forced-pick"},),
    "hoyle-4": ({"all_pass": "forced-pick"},),
}
"""Options beside a table's defaults, such that every kind of decision it has comes up."""


def settings_of(table: str) -> tuple[Variant, ...]:
    """The table as the checks play it: with its default options, then with others."""
    return (variant(table), *(variant(table, options) for options in _FURTHER[table]))


@lru_cache(maxsize=32)
def positions_of(table: Variant, each: int) -> tuple[Position, ...]:
    """Up to *each* decisions of every situation that *table* has, kind by kind."""
    found: dict[Situation, list[Position]] = {situation: [] for situation in Situation}
    rare = [one for one in _rare(table) if one is not Situation.RACE]
    for number in range(_MOST_DEALS):
        if number >= _ENOUGH_DEALS and all(len(found[one]) >= each for one in rare):
            break
        for position in _walk(table, number):
            there = found[position.situation]
            if len(there) < each and (not there or there[-1].deal != number):
                there.append(position)
    if table.name.startswith("hoyle"):
        found[Situation.RACE] = [_in_a_race(one) for one in found[Situation.FOLLOW]]
    return tuple(position for there in found.values() for position in there)


@lru_cache(maxsize=8)
def picks(table: Variant, count: int) -> tuple[Position, ...]:
    """The first decisions of *count* deals."""
    return tuple(next(_walk(table, number)) for number in range(count))


@lru_cache(maxsize=8)
def plays(table: Variant, count: int) -> tuple[Position, ...]:
    """*count* plays with a choice, each of another deal."""
    found: list[Position] = []
    number = 0
    while len(found) < count:
        number += 1
        asked = [one for one in _walk(table, number) if one.situation in _CHOICES]
        found += asked[number % 3 :][:1]
    return tuple(found)


def seat_of_deal(table: Variant, number: int, seat: int) -> tuple[Position, ...]:
    """All that *seat* is asked in deal *number*, in order."""
    return tuple(one for one in _walk(table, number) if one.question.observation.seat == seat)


_CHOICES: Final = (Situation.LEAD, Situation.FOLLOW, Situation.DISCARD)


def _rare(table: Variant) -> Iterator[Situation]:
    """What has to be looked for in many deals."""
    if table.partner == "called-ace":
        yield from (Situation.CALL_UNKNOWN, Situation.FACE_DOWN)


def _walk(table: Variant, number: int) -> Iterator[Position]:
    """Every asked decision of deal *number*, which is played at random."""
    chance = random.Random(number)
    thrown_in = number % 3 if table.all_pass == "doubler" else 0
    deal = _begun(table, number, thrown_in)
    all_pass = number % 5 == 4
    actions: list[Action] = []
    while not deal.over:
        if not deal.is_forced():
            seen = observe(deal, deal.seat)
            question = Question(
                decision_id=number.to_bytes(4) + len(actions).to_bytes(4),
                observation=seen,
                bot_seed=bot_seed(SECRET, number, deal.seat),
                wall_left_ms=WALL_LEFT_MS,
                cpu_left_ms=CPU_LEFT_MS,
            )
            yield Position(number, thrown_in, tuple(actions), question, _situation_of(seen))
        action = _driven(deal, chance, all_pass=all_pass)
        actions.append(action)
        deal.apply(action)


def _begun(table: Variant, number: int, thrown_in: int) -> Deal:
    cards = dealt(SECRET, table, number, thrown_in)
    return Deal(table, cards.hands, cards.blind, thrown_in=thrown_in)


def _driven(deal: Deal, chance: random.Random, *, all_pass: bool) -> Action:
    """A random legal action; the rarer ways of a deal are taken more often."""
    legal = deal.legal() or ()
    wanted: Word | None = None
    if deal.kind is Kind.PICK and all_pass:
        wanted = Word.PASS
    elif deal.kind in (Kind.CALL, Kind.CRACK) and chance.random() < 0.7:
        wanted = Word.CALL if deal.kind is Kind.CALL else Word.CRACK
    chosen = [action for action in legal if action.word is wanted]
    return chance.choice(chosen) if chosen else random_action(deal, chance)


def _situation_of(seen: Observation) -> Situation:
    if seen.kind is Kind.PLAY:
        return _situation_of_play(seen)
    if seen.kind is not Kind.CALL:
        return Situation(seen.kind.value)
    legal = seen.legal or ()
    if any(action.unknown for action in legal):
        return Situation.CALL_UNKNOWN
    called = any(action.word is Word.CALL for action in legal)
    return Situation.CALL if called else Situation.ANNOUNCE


def _situation_of_play(seen: Observation) -> Situation:
    legal = seen.legal or ()
    if any(HIDDEN in trick.cards for trick in seen.tricks):
        return Situation.FACE_DOWN
    if seen.stake > 1:
        return Situation.RAISED
    if seen.leaster:
        return Situation.LEASTER
    if len(legal) == 1:
        return Situation.SINGLE
    if _is_bound(seen):
        return Situation.BOUND
    if seen.hand.bit_count() == 2:
        return Situation.LAST
    trick = seen.tricks[-1]
    if trick.suit is None:
        return Situation.LEAD
    return Situation.FOLLOW if seen.hand & SUIT_MASKS[trick.suit] else Situation.DISCARD


def _is_bound(seen: Observation) -> bool:
    """Whether R17 forbids what following suit alone would allow."""
    trick = seen.tricks[-1]
    lead = SUIT_MASKS[trick.suit] if trick.suit is not None else 0
    return (seen.hand & lead or seen.hand).bit_count() != len(seen.legal or ())


def _in_a_race(position: Position) -> Position:
    """*position* with the totals of a race that has gone on for a while (R41)."""
    question = position.question
    players = position.table.players
    observation = replace(question.observation, totals=(7, -4, 2, -5)[:players])
    return replace(
        position,
        situation=Situation.RACE,
        question=replace(question, observation=observation),
    )
