"""The whole deals of `deals.json` as records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from arena.rules.variants import variant
from tests.rules.records import Record, written

DEALS: Final[dict[str, dict[str, Any]]] = {
    case["id"]: case for case in json.loads((Path(__file__).parent / "deals.json").read_text())
}
"""By id; `unknown` among the cards of a trick stands for the card set aside."""


def whole_deal(name: str) -> Record:
    """The deal *name* with all its actions."""
    case = DEALS[name]
    table = variant(case["variant"])
    return written(table, case["hands"], case["blind"], ", ".join(_said(case)))


def _said(case: dict[str, Any]) -> list[str]:
    """Everybody's answers in the words of the log."""
    picker = case["picker"]
    said = ["pass"] * (variant(case["variant"]).players if picker is None else picker)
    if picker is not None:
        said += ["pick"]
    if case["bury"]:
        said += [f"bury {case['bury']}"]
    if case["variant"] == "hoyle-4" and not case["call"]:
        said += ["alone" if case["alone"] else "partner"]
    if case["call"]:
        unknown = f" unknown {case['unknown']}" if case["unknown"] else ""
        said.append(f"call {case['call']}{unknown}")
    for trick in case["tricks"]:
        said += [f"play {card}" for card in open_cards(case, trick).split()]
    return said


def open_cards(case: dict[str, Any], trick: dict[str, Any]) -> str:
    """The cards of *trick* with the unknown's face."""
    return str(trick["cards"]).replace("unknown", str(case["unknown"]))
