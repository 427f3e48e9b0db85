"""A line of a sitting log to and from its one canonical JSON text."""

from __future__ import annotations

import json
from collections.abc import Mapping

from arena.errors import Fault
from arena.names import BotId
from arena.referee.form import Form
from arena.referee.lines import (
    FORMAT,
    DealLine,
    DecisionLine,
    EndLine,
    FaultLine,
    Line,
    LoggedBot,
    NoteLine,
    ResultLine,
    SittingLine,
)
from arena.referee.policy import FaultPolicy
from arena.rules.actions import ActionError, format_action, parse_action
from arena.rules.cards import CardError, Mask, cards_of, format_cards, mask_of, parse_cards
from arena.rules.variants import VariantError, variant


class RecordError(ValueError):
    """A line, or an order of lines, that is no record."""


def format_line(line: Line) -> bytes:
    """The canonical bytes of *line*, without h and newline."""
    return json.dumps(line_object(line), ensure_ascii=False, separators=(",", ":")).encode()


def line_object(line: Line) -> dict[str, object]:
    """*line* as the JSON object that the log holds, without h."""
    match line:
        case SittingLine():
            return _sitting_object(line)
        case DealLine():
            made: dict[str, object] = {
                "kind": "deal",
                "deal": line.deal,
                "seating": list(line.seating),
                "hands": [format_cards(cards_of(hand)) for hand in line.hands],
                "blind": format_cards(cards_of(line.blind)),
            }
            made |= {"redeal": line.redeal} if line.redeal else {}
            return made | ({"totals": list(line.totals)} if line.totals else {})
        case DecisionLine():
            return _decision_object(line)
        case FaultLine():
            return {
                "kind": "fault",
                "deal": line.deal,
                "entry": line.entry,
                "fault": line.fault.value,
                "detail": line.detail,
            }
        case NoteLine():
            where = {} if line.deal is None else {"deal": line.deal}
            return {"kind": "note", **where, "text": line.text}
        case ResultLine():
            return {
                "kind": "result",
                "deal": line.deal,
                "points": list(line.points),
                "tricks": list(line.tricks),
                "outcome": line.outcome,
                "scores": list(line.scores),
                "penalties": list(line.penalties),
            }
        case EndLine():
            ending = {"complete": True} if line.void is None else {"void": line.void}
            totals = {"scores": list(line.scores), "penalties": list(line.penalties)}
            return {"kind": "end", **totals, **ending}


def _sitting_object(line: SittingLine) -> dict[str, object]:
    return {
        "kind": "sitting",
        "format": line.format,
        "event": line.event,
        "match": line.match,
        "rotation": line.rotation,
        "attempt": line.attempt,
        # Left out where it is duplicate, as it was before there were others.
        **({} if line.form is Form.DUPLICATE else {"form": line.form.value}),
        "variant": {"name": line.variant.name, **line.variant.options()},
        "bots": [
            {"bot": entry.bot.name, "version": entry.bot.version, "digest": entry.digest}
            | ({"filler": True} if entry.filler else {})
            for entry in line.bots
        ],
        "first_deal": line.first_deal,
        "deals": line.deals,
        "time": line.time,
        "clock": "cpu+wall" if line.reads_cpu else "wall",
        "faults": {
            "margin_ms": line.policy.margin_ms,
            "max_faults": line.policy.max_faults,
            "penalty": line.policy.penalty,
            # Left out where it is true, as it was before it could be otherwise.
            **({} if line.policy.ponder else {"ponder": False}),
        },
        "commitment": line.commitment,
        "sandbox": line.sandbox,
        "arena": line.arena,
    }


def _decision_object(line: DecisionLine) -> dict[str, object]:
    made: dict[str, object] = {
        "kind": "decision",
        "deal": line.deal,
        "seat": line.seat,
        "action": format_action(line.action),
    }
    if line.forced:
        made["forced"] = True
    if line.substitute:
        made["substitute"] = True
    if line.fault is not None:
        made |= {"fault": line.fault.value, "detail": line.detail}
    if line.offered is not None:
        made["offered"] = format_action(line.offered)
    if line.ms is not None:
        made["ms"] = line.ms
    if line.cpu_ms is not None:
        made["cpu_ms"] = line.cpu_ms
    return made


def parse_line(body: bytes) -> Line:
    """The value of one line without its h (as `Chain.follow` gives it).

    Raises:
        RecordError: no JSON object, an unknown kind, or keys and values that do not
            make one; also where the bytes are not the canonical ones.
    """
    try:
        made = json.loads(body.decode())
        if not isinstance(made, dict):
            raise RecordError("expected a JSON object")
        line = _value(made)
        canonical = format_line(line) + b"\n"
    except RecordError:
        raise
    except (ArithmeticError, AttributeError, KeyError, RecursionError, TypeError) as error:
        raise RecordError(f"no line of a log: {type(error).__name__} {error}") from error
    except (ActionError, CardError, VariantError, ValueError) as error:
        raise RecordError(f"no line of a log: {error}") from error
    if canonical != body:
        raise RecordError("not in the canonical form of its kind")
    return line


def _value(made: Mapping[str, object]) -> Line:
    kind = made.get("kind")
    match kind:
        case "sitting":
            return _sitting_value(made)
        case "deal":
            hands = tuple(_cards(hand) for hand in _list(made["hands"]))
            redeal = _int(made.get("redeal", 0))
            blind = _cards(made["blind"])
            seating, totals = _ints(made["seating"]), _ints(made.get("totals", []))
            return DealLine(_int(made["deal"]), seating, hands, blind, redeal, totals)
        case "decision":
            return _decision_value(made)
        case "fault":
            entry, fault = _int(made["entry"]), Fault(made["fault"])
            return FaultLine(_int(made["deal"]), entry, fault, _text(made["detail"]))
        case "note":
            deal = made.get("deal")
            return NoteLine(_text(made["text"]), None if deal is None else _int(deal))
        case "result":
            return ResultLine(
                _int(made["deal"]),
                _ints(made["points"]),
                _ints(made["tricks"]),
                _text(made["outcome"]),
                _ints(made["scores"]),
                _ints(made["penalties"]),
            )
        case "end":
            void = made.get("void")
            scores, penalties = _ints(made["scores"]), _ints(made["penalties"])
            return EndLine(scores, penalties, None if void is None else _text(void))
    raise RecordError(f"unknown kind of line {str(kind)[:40]!r}")


def _sitting_value(made: Mapping[str, object]) -> SittingLine:
    if made["format"] != FORMAT:
        raise RecordError(f"format {made['format']!r}: this arena reads {FORMAT}")
    table = dict(_dict(made["variant"]))
    faults = _dict(made["faults"])
    policy = FaultPolicy(
        _int(faults["margin_ms"]),
        _int(faults["max_faults"]),
        _int(faults["penalty"]),
        ponder=bool(faults.get("ponder", True)),
    )
    bots = tuple(
        LoggedBot(
            BotId(_text(entry["bot"]), _text(entry["version"])),
            _text(entry["digest"]),
            bool(entry.get("filler", False)),
        )
        for entry in map(_dict, _list(made["bots"]))
    )
    return SittingLine(
        event=_text(made["event"]),
        match=_text(made["match"]),
        rotation=_int(made["rotation"]),
        attempt=_int(made["attempt"]),
        variant=variant(_text(table.pop("name")), table),
        bots=bots,
        first_deal=_int(made["first_deal"]),
        deals=_int(made["deals"]),
        time=_text(made["time"]),
        reads_cpu=made["clock"] == "cpu+wall",
        policy=policy,
        commitment=_text(made["commitment"]),
        sandbox=_text(made["sandbox"]),
        arena=_text(made["arena"]),
        form=Form(made.get("form", Form.DUPLICATE.value)),
    )


def _decision_value(made: Mapping[str, object]) -> DecisionLine:
    offered, fault = made.get("offered"), made.get("fault")
    ms, cpu_ms = made.get("ms"), made.get("cpu_ms")
    return DecisionLine(
        deal=_int(made["deal"]),
        seat=_int(made["seat"]),
        action=parse_action(_text(made["action"])),
        forced=made.get("forced") is True,
        substitute=made.get("substitute") is True,
        fault=None if fault is None else Fault(fault),
        detail=_text(made["detail"]) if fault is not None else "",
        offered=None if offered is None else parse_action(_text(offered)),
        ms=None if ms is None else _int(ms),
        cpu_ms=None if cpu_ms is None else _int(cpu_ms),
    )


def _int(value: object) -> int:
    if type(value) is not int or not -(2**53) < value < 2**53:
        raise RecordError(f"expected a whole number, got {str(value)[:40]!r}")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise RecordError(f"expected a text, got {str(value)[:40]!r}")
    return value


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise RecordError(f"expected a list, got {str(value)[:40]!r}")
    return value


def _dict(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise RecordError(f"expected an object, got {str(value)[:40]!r}")
    return value


def _ints(value: object) -> tuple[int, ...]:
    return tuple(_int(item) for item in _list(value))


def _cards(value: object) -> Mask:
    return mask_of(parse_cards(_text(value)))
