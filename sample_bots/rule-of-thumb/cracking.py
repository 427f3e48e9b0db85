"""Whether to double a picker one expects to beat, and whether to double back."""

from __future__ import annotations

from typing import Final

from arena.rules.actions import CRACK, NO_CRACK, NO_RECRACK, RECRACK, Action
from arena.rules.observation import Observation
from picking import strength

CRACK_AT: Final = 10.0
RECRACK_AT: Final = 14.0


def best_crack(seen: Observation) -> Action:
    """Crack with a hand strong enough to have picked on, if it is legal."""
    assert seen.legal is not None
    willing = CRACK in seen.legal and strength(seen.hand) >= CRACK_AT
    return CRACK if willing else NO_CRACK


def best_recrack(seen: Observation) -> Action:
    """Double back with a hand that wins most of the time."""
    return RECRACK if strength(seen.hand) >= RECRACK_AT else NO_RECRACK
