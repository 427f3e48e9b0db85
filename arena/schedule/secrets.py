"""What is derived from an event's secret: match secrets, commitments, bot seeds, proof keys."""

from __future__ import annotations

import hashlib
import hmac
from datetime import date


def match_secret(event_secret: bytes, number: int) -> bytes:
    """The secret of match *number* (from 1), 32 bytes: what R6 shuffles that match's deals with."""
    return _keyed(event_secret, f"match:{number}")


def panel_secret(event_secret: bytes) -> bytes:
    """The secret of the panel event that follows a versus event whose secret was given.

    Where it was drawn the panel's is drawn too, for the versus event's is revealed before.
    """
    return _keyed(event_secret, "panel")


def daily_secret(day: date) -> bytes:
    """The secret of a day's deals, which anyone can compute (R43); it is used as a match's."""
    return hashlib.sha256(f"sheepshead daily {day.isoformat()}".encode("ascii")).digest()


def commitment(secret: bytes) -> str:
    """What is published before *secret* is: its SHA-256 in hex."""
    return hashlib.sha256(secret).hexdigest()


def bot_seed(secret: bytes, deal: int, seat: int) -> int:
    """Where a bot takes its randomness from, 64 bits: of deal and seat, whoever sits there.

    Args:
        secret: the match's.
        deal: the event's deal index; a doubler's replacement keeps its deal's seed.
    """
    return int.from_bytes(_keyed(secret, f"bot:{deal}:{seat}")[:8], "big")


def proof_key(secret: bytes) -> bytes:
    """The key of the proofs on a match's observations; *secret* is the match's."""
    return _keyed(secret, "proof")


def _keyed(secret: bytes, label: str) -> bytes:
    return hmac.digest(secret, label.encode("ascii"), "sha256")
