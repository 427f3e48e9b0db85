"""What an event that compares two bots is to find out, and its text in the database."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field

from arena.names import BotId, parse_bot_id
from arena.ratings.sequential import Hypotheses
from arena.store.columns import encode_json


@dataclass(frozen=True, slots=True)
class PanelPlan:
    """The panel event that follows if the versus event accepts H1."""

    event: str
    """What it is to be called."""
    bots: tuple[BotId, ...]
    """The panel; its matches take as many as they have seats for, in turn."""
    fillers: frozenset[int]
    """Places among *bots* of house bots that fill up: their fault voids a sitting."""
    secret: bytes = field(repr=False)
    """That event's, never shown before its end."""


@dataclass(frozen=True, slots=True)
class VersusTerms:
    """The test of an event that compares two bots."""

    hypotheses: Hypotheses
    panel: PanelPlan | None = None
    """None: nothing follows."""


def encode_versus(terms: VersusTerms) -> str:
    """*terms* as a JSON object."""
    panel = terms.panel
    follows = panel and {
        "event": panel.event,
        "bots": list(map(str, panel.bots)),
        "fillers": sorted(panel.fillers),
        "secret": panel.secret.hex(),
    }
    return encode_json({**asdict(terms.hypotheses), "panel": follows})


def decode_versus(text: str) -> VersusTerms:
    """The terms that `encode_versus` wrote."""
    made = json.loads(text)
    panel = made.pop("panel")
    follows = panel and PanelPlan(
        panel["event"],
        tuple(map(parse_bot_id, panel["bots"])),
        frozenset(panel["fillers"]),
        bytes.fromhex(panel["secret"]),
    )
    return VersusTerms(Hypotheses(**made), follows)
