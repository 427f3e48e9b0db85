"""One figure that is the same exactly if the results are."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable

from arena.referee.playing import Playing


def results_digest(playings: Iterable[Playing]) -> str:
    """SHA-256, in hex, over one line for each of *playings*, of complete sittings.

    Lines are in the order of match number, rotation and deal. Each is a JSON array
    without spaces, in ASCII, ended by a newline::

        [match,rotation,deal,[seating],[actions],[faults],[scores],[penalties]]

    Seating is the entry at each seat; actions are the log's words in order of play;
    faults are ``[entry,"kind"]`` sorted by entry and kind; scores, before penalties, and
    penalties are by seat. No times, no attempts, no bots' names: an event played again
    from its secret by bots that answer alike has the same digest, in whatever order its
    sittings ended.
    """
    digest = hashlib.sha256()
    for playing in sorted(playings, key=lambda one: (one.match, one.rotation, one.deal)):
        digest.update(_line(playing))
    return digest.hexdigest()


def _line(playing: Playing) -> bytes:
    fields = [
        playing.match,
        playing.rotation,
        playing.deal,
        playing.seating,
        playing.actions,
        sorted(playing.faults),
        playing.scores,
        playing.penalties,
    ]
    return json.dumps(fields, separators=(",", ":")).encode("ascii") + b"\n"
