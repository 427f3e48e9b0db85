"""Settling an argument: a deal and its actions as a line of JSON in, the ruling as one out.

Whatever stands in the line is answered; nothing that a reader can write there
raises. A line that is no deal gets an error with step null and a sentence.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from arena.rules.actions import Action, ActionError, format_action, parse_action
from arena.rules.cards import CardError, Mask, cards_of, format_card, parse_card
from arena.rules.deal import Deal
from arena.rules.dealing import DealError
from arena.rules.scoring import Result
from arena.rules.shuffle import deal_label, dealt
from arena.rules.variants import Variant, VariantError, variant

Json: TypeAlias = object
"""What json.loads gives."""

_NEEDED: Final = ("variant", "hands", "blind")
_KEYS: Final = ("id", "variant", "options", "hands", "blind", "actions", "thrown_in")
_QUOTED: Final = 60
"""More characters than this of a wrong value are not repeated."""


class LineError(ValueError):
    """A line that cannot be read as a deal; the message is the sentence of the answer."""


@dataclass(frozen=True, slots=True)
class Case:
    """One line, read."""

    deal: Deal
    actions: tuple[str, ...]


def settle(line: str) -> str:
    """The answer of ``arena referee`` to one line, without a newline; never raises."""
    record: Mapping[str, Json] = {}
    try:
        record = _record(line)
        answer = _ruled(_case(record))
    except (LineError, VariantError, DealError) as error:
        answer = _unreadable(str(error))
    return json.dumps({"id": _identity(record), **answer}, separators=(",", ":"))


def deal_object(table: Variant, secret: bytes, index: int, redeal: int = 0) -> dict[str, object]:
    """A deal as `settle` reads it, before its first action (``arena deal --json``).

    Args:
        secret: 32 bytes, the match's.
        redeal: which replacement of a thrown-in deal (R38); 0 for the deal itself.

    Raises:
        VariantError: this version does not play the table.
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


# ---------------------------------------------------------------- reading


def _record(line: str) -> Mapping[str, Json]:
    try:
        record = json.loads(
            line,
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_float=_finite,
            parse_constant=_finite,
        )
    except LineError:
        raise
    except RecursionError:
        raise LineError("expected a JSON object, got one nested too deeply") from None
    except ValueError as error:
        raise LineError(f"expected a JSON object: {_short(str(error))}") from None
    if not isinstance(record, dict):
        raise LineError(f"expected a JSON object, got {_quoted(record)}")
    return record


def _object(pairs: Sequence[tuple[str, Json]]) -> dict[str, Json]:
    record = dict(pairs)
    if len(record) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise LineError(f"key {_quoted(twice)} stands there twice")
    return record


def _whole(text: str) -> int:
    if len(text) > _QUOTED:
        raise LineError(f"expected numbers of a sensible size, got {_short(text)}")
    return int(text)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise LineError(f"expected finite numbers, got {_short(text)}")
    return number


def _identity(record: Mapping[str, Json]) -> Json:
    """The line's own name for itself, as it is echoed; None if it has none."""
    value = record.get("id")
    return None if isinstance(value, dict | list) else value


def _case(record: Mapping[str, Json]) -> Case:
    if isinstance(record.get("id"), dict | list):
        raise LineError(f"id: expected a text or a number, got {_quoted(record['id'])}")
    for key in record:
        if key not in _KEYS:
            raise LineError(f"unknown key {_quoted(key)}: expected {', '.join(_KEYS)}")
    for key in _NEEDED:
        if key not in record:
            raise LineError(f"{key} is missing: expected {', '.join(_NEEDED)}")
    table = _variant(record["variant"], record.get("options", {}))
    hands = [_cards(f"hands[{seat}]", hand) for seat, hand in enumerate(_list(record, "hands"))]
    blind = _cards("blind", record["blind"])
    thrown_in = record.get("thrown_in", 0)
    if type(thrown_in) is not int or abs(thrown_in) > 99:
        raise LineError(f"thrown_in: expected a small whole number, got {_quoted(thrown_in)}")
    _refuse_twice([*hands, blind])
    masks = [sum(1 << card for card in hand) for hand in hands]
    deal = Deal(table, masks, sum(1 << card for card in blind), thrown_in=thrown_in)
    return Case(deal, _actions(record))


def _variant(name: Json, options: Json) -> Variant:
    if not isinstance(name, str):
        raise LineError(f"variant: expected a name, got {_quoted(name)}")
    if not isinstance(options, dict):
        raise LineError(f"options: expected an object, got {_quoted(options)}")
    for key, value in options.items():
        if not isinstance(value, str | int) or len(str(value)) > _QUOTED:
            raise LineError(f"options: {_quoted(key)}: expected a value, got {_quoted(value)}")
    if max(len(name), *map(len, options), 0) > _QUOTED:
        raise LineError("variant, options: expected the names of the rule book")
    return variant(name, options)


def _cards(place: str, value: Json) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise LineError(f"{place}: expected a list of cards, got {_quoted(value)}")
    cards = []
    for text in value[:33]:
        if not isinstance(text, str):
            raise LineError(f"{place}: expected a card, got {_quoted(text)}")
        try:
            cards.append(parse_card(text[:_QUOTED]))
        except CardError as error:
            raise LineError(f"{place}: {error}") from None
    return tuple(cards)


def _refuse_twice(places: Sequence[Sequence[int]]) -> None:
    seen: Mask = 0
    for cards in places:
        for card in cards:
            if seen >> card & 1:
                raise LineError(f"{format_card(card)} is dealt twice")
            seen |= 1 << card


def _actions(record: Mapping[str, Json]) -> tuple[str, ...]:
    if "actions" not in record:
        return ()
    texts = []
    for step, text in enumerate(_list(record, "actions")):
        if not isinstance(text, str):
            raise LineError(f"actions[{step}]: expected a text, got {_quoted(text)}")
        texts.append(text)
    return tuple(texts)


def _list(record: Mapping[str, Json], key: str) -> Sequence[Json]:
    value = record[key]
    if not isinstance(value, list):
        raise LineError(f"{key}: expected a list, got {_quoted(value)}")
    return value


# ---------------------------------------------------------------- ruling


def _ruled(case: Case) -> dict[str, Json]:
    """The deal played through its actions, up to the first one that breaks a rule."""
    deal = case.deal
    steps = []
    error = None
    for step, text in enumerate(case.actions):
        ruling = _ruling(deal, text)
        if isinstance(ruling, str):
            error = {"step": step, "action": _short(text), "rule": ruling}
            break
        steps.append(_asked(deal))
        deal.apply(ruling)
    return {
        "steps": steps,
        "next": None if deal.over else _asked(deal),
        "result": _result(deal.result()) if deal.over else None,
        "error": error,
    }


def _ruling(deal: Deal, text: str) -> Action | str:
    """The legal action that *text* says, or the rule it breaks."""
    try:
        action = parse_action(text)
    except ActionError as error:
        said = error if len(text) <= _QUOTED else f"a text of {len(text)} characters"
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


def _quoted(value: Json) -> str:
    """*value* as JSON writes it, cut if it is long."""
    match value:
        case dict():
            return "an object"
        case list():
            return "a list"
        case _:
            return _short(json.dumps(value))


def _short(text: str) -> str:
    return text if len(text) <= _QUOTED else text[: _QUOTED - 1] + "…"
