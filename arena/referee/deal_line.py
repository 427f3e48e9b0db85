"""Reading a deal and its actions from a line of JSON, or saying in a sentence why it is none."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from arena.rules.cards import CardError, Mask, format_card, mask_of, parse_card
from arena.rules.deal import Deal
from arena.rules.variants import Variant, variant

Json: TypeAlias = object
"""What json.loads gives."""

QUOTED: Final = 60
"""More characters than this of a wrong value are not repeated."""
_NEEDED: Final = ("variant", "hands", "blind")
_KEYS: Final = ("id", *_NEEDED, "options", "actions", "thrown_in")


class LineError(ValueError):
    """A line that cannot be read as a deal; the message is the sentence of the answer."""


@dataclass(frozen=True, slots=True)
class Case:
    """What a line puts before the referee."""

    deal: Deal
    """Before its first action."""
    actions: tuple[str, ...]
    """As they stand there, legal or not."""


def read_object(line: str) -> Mapping[str, Json]:
    """The JSON object of *line*: finite numbers of a sensible size, and each key once.

    Raises:
        LineError: it is none.
    """
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
        raise LineError(f"expected a JSON object: {short(str(error))}") from None
    if not isinstance(record, dict):
        raise LineError(f"expected a JSON object, got {_quoted(record)}")
    return record


def read_case(record: Mapping[str, Json]) -> Case:
    """The deal that *record* describes, with the actions to be settled.

    Raises:
        LineError: a key or a value is wrong.
        VariantError, DealError: there is no such table, or no such deal of it.
    """
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
    masks = [mask_of(hand) for hand in hands]
    return Case(Deal(table, masks, mask_of(blind), thrown_in=thrown_in), _actions(record))


def identity(record: Mapping[str, Json]) -> Json:
    """The line's own name for itself, as it is echoed; None if it has none."""
    value = record.get("id")
    return None if isinstance(value, dict | list) else value


def short(text: str) -> str:
    """*text*, cut if it is long."""
    return text if len(text) <= QUOTED else text[: QUOTED - 1] + "…"


def _object(pairs: Sequence[tuple[str, Json]]) -> dict[str, Json]:
    record = dict(pairs)
    if len(record) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise LineError(f"key {_quoted(twice)} stands there twice")
    return record


def _whole(text: str) -> int:
    if len(text) > QUOTED:
        raise LineError(f"expected numbers of a sensible size, got {short(text)}")
    return int(text)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise LineError(f"expected finite numbers, got {short(text)}")
    return number


def _variant(name: Json, options: Json) -> Variant:
    if not isinstance(name, str):
        raise LineError(f"variant: expected a name, got {_quoted(name)}")
    if not isinstance(options, dict):
        raise LineError(f"options: expected an object, got {_quoted(options)}")
    for key, value in options.items():
        if not isinstance(value, str | int) or len(str(value)) > QUOTED:
            raise LineError(f"options: {_quoted(key)}: expected a value, got {_quoted(value)}")
    if max(len(name), *map(len, options), 0) > QUOTED:
        raise LineError("variant, options: expected the names of the rule book")
    return variant(name, options)


def _cards(place: str, value: Json) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise LineError(f"{place}: expected a list of cards, got {_quoted(value)}")
    cards = []
    for text in value[:33]:  # so many hold some card twice, which is said next
        if not isinstance(text, str):
            raise LineError(f"{place}: expected a card, got {_quoted(text)}")
        try:
            cards.append(parse_card(text[:QUOTED]))
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


def _quoted(value: Json) -> str:
    """*value* as JSON writes it, cut if it is long."""
    match value:
        case dict():
            return "an object"
        case list():
            return "a list"
        case _:
            return short(json.dumps(value))
