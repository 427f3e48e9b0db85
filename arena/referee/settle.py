"""Settling an argument: a deal and its actions as a line in, the ruling as a line of JSON out.

The line is a JSON object or docs/notation.md's text of a deal. Whatever stands in it is
answered; nothing that can be written there raises.
A line that is no deal gets an error with step null and a sentence.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from arena.referee.deal_line import (
    QUOTED,
    Case,
    Json,
    LineError,
    identity,
    read_case,
    read_object,
    short,
)
from arena.rules.actions import Action, ActionError, format_action, parse_action
from arena.rules.cards import Mask, cards_of, format_card
from arena.rules.deal import Deal
from arena.rules.dealing import DealError
from arena.rules.notation import first_broken, read_deal
from arena.rules.notation_words import NotationError
from arena.rules.scoring import Result
from arena.rules.shuffle import deal_label, dealt
from arena.rules.variants import Variant, VariantError

_IS_NOTATION: Final = re.compile(r"\s*(?!(null|true|false|NaN|Infinity)\b)[A-Za-z]")
"""How a line of notation begins, and no value of JSON."""


def settle(line: str) -> str:
    """The answer of ``arena referee`` to one line, without a newline; never raises."""
    record: Mapping[str, Json] = {}
    try:
        if _IS_NOTATION.match(line):
            answer = _ruled_notation(line)
        else:
            record = read_object(line)
            answer = _ruled(read_case(record))
    except (LineError, NotationError, VariantError, DealError) as error:
        answer = _unreadable(str(error))
    return json.dumps({"id": identity(record), **answer}, separators=(",", ":"))


def deal_object(table: Variant, secret: bytes, index: int, redeal: int = 0) -> dict[str, object]:
    """A deal as `settle` reads it, before its first action (``arena deal --json``).

    Args:
        secret: 32 bytes, the match's.
        redeal: which replacement of a thrown-in deal (R38); 0 for the deal itself.

    Raises:
        DealError: the table does not throw in so many deals.
    """
    cards = dealt(secret, table, index, redeal)
    Deal(table, cards.hands, cards.blind, thrown_in=redeal)
    return {
        "id": deal_label(index, redeal),
        "variant": table.name,
        "options": table.options(),
        "hands": [_names(hand) for hand in cards.hands],
        "blind": _names(cards.blind),
        "actions": [],
        "thrown_in": redeal,
    }


def _ruled(case: Case) -> dict[str, Json]:
    """The deal played through its actions, up to the first one that breaks a rule."""
    deal = case.deal
    steps = []
    error = None
    for step, text in enumerate(case.actions):
        ruling = _ruling(deal, text)
        if isinstance(ruling, str):
            error = {"step": step, "action": short(text), "rule": ruling}
            break
        steps.append(_asked(deal))
        deal.apply(ruling)
    return {
        "steps": steps,
        "next": None if deal.over else _asked(deal),
        "result": _result(deal.result()) if deal.over else None,
        "error": error,
    }


def _ruled_notation(line: str) -> dict[str, Json]:
    """The same for a line of notation; who leads and what came out is judged as it is said."""
    read = read_deal(line)
    broken = first_broken(read)
    said = read.written.actions if broken is None else read.written.actions[: broken.step]
    answer = _ruled(Case(read.written.start(), tuple(map(_words, said))))
    if broken is not None:
        text = broken.text if broken.action is None else _words(broken.action)
        answer["error"] = {"step": broken.step, "action": short(text), "rule": broken.rule}
    return answer


def _ruling(deal: Deal, text: str) -> Action | str:
    """The legal action that *text* says, or the rule it breaks."""
    try:
        action = parse_action(text)
    except ActionError as error:
        said = error if len(text) <= QUOTED else f"a text of {len(text)} characters"
        return f"{deal.expected()}: {said}"
    return deal.broken_rule(action) or action


def _asked(deal: Deal) -> dict[str, Json]:
    kind = deal.kind
    assert kind is not None
    legal = deal.legal()
    return {
        "seat": deal.seat,
        "kind": kind.value,
        "legal": None if legal is None else sorted(_words(action) for action in legal),
    }


def _result(result: Result) -> dict[str, Json]:
    return {
        "points": result.points,
        "tricks": result.tricks,
        "outcome": result.outcome,
        "scores": result.scores,
        "picker": result.picker,
        "partner": result.partner,
    }


def _unreadable(sentence: str) -> dict[str, Json]:
    error = {"step": None, "action": None, "rule": sentence}
    return {"steps": [], "next": None, "result": None, "error": error}


@lru_cache(maxsize=1024)
def _words(action: Action) -> str:
    return format_action(action)


def _names(cards: Mask) -> list[str]:
    return [format_card(card) for card in cards_of(cards)]
