"""What an event that grows by rounds was set up with, and its text in the database."""

from __future__ import annotations

import json
from dataclasses import dataclass

from arena.names import BotId, parse_bot_id
from arena.store.columns import encode_json


@dataclass(frozen=True, slots=True)
class RoundTerms:
    """The rounds of an event of which only those begun have matches."""

    rounds: int
    """In all."""
    tables: int
    """Matches of each round."""
    entrants: tuple[BotId, ...]
    owners: tuple[str | None, ...]
    """By entrant, as they were when the event was made; None is nobody, or does not matter."""

    @property
    def matches(self) -> int:
        """Of all rounds."""
        return self.rounds * self.tables


def encode_rounds(terms: RoundTerms) -> str:
    """*terms* as a JSON object."""
    return encode_json(
        {
            "rounds": terms.rounds,
            "tables": terms.tables,
            "entrants": list(map(str, terms.entrants)),
            "owners": list(terms.owners),
        }
    )


def decode_rounds(text: str) -> RoundTerms:
    """The terms that `encode_rounds` wrote."""
    made = json.loads(text)
    return RoundTerms(
        rounds=made["rounds"],
        tables=made["tables"],
        entrants=tuple(map(parse_bot_id, made["entrants"])),
        owners=tuple(made["owners"]),
    )
