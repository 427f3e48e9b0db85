"""Lines of a log with something in them that nobody expects, and the chain mended."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from arena.referee.chain import _SEALED, Chain

ODD: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 40),
    st.sampled_from([2**53 - 1, -(2**53), 2**63, 10**30, 10**400]),
    st.floats(allow_nan=False),
    st.sampled_from(
        ["", "pick", "play QC", "call AC unknown TD", "bury 7C", "QC QC", "late", "\0"]
    ),
    st.text(max_size=8),
    st.just([]),
    st.just({}),
    st.lists(st.integers(-2, 6), max_size=6),
    st.recursive(st.just(0), lambda inner: st.lists(inner, min_size=1, max_size=1), max_leaves=3),
)

KEYS = ["redeal", "form", "totals", "offered", "x"]
"""Keys that a line may have and most lack, and one that none has."""


@st.composite
def mutated(draw: st.DrawFn, lines: Sequence[bytes]) -> list[bytes]:
    """*lines* with one to three values or keys changed, and every h right."""
    made = [json.loads(Chain().follow(raw)[0]) for raw in lines]
    ends = [bool(_SEALED.fullmatch(raw)) for raw in lines]
    for _ in range(draw(st.integers(1, 3))):
        _spoil(draw, made[draw(st.integers(0, len(made) - 1))])
    chain = Chain()
    return [
        _sealed(chain, one) if end else _open(chain, one)
        for one, end in zip(made, ends, strict=True)
    ]


def _spoil(draw: st.DrawFn, made: dict[str, Any]) -> None:
    """Change something of *made*, at any depth."""
    place: Any = made
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            return
        key = draw(st.sampled_from(keys))
        inner = place[key]
        if isinstance(inner, dict | list) and inner and draw(st.booleans()):
            place = inner
            continue
        match draw(st.integers(0, 3)):
            case 0:
                del place[key]
            case 1 if isinstance(place, list):
                place.insert(key, draw(ODD))
            case 1:
                place[draw(st.sampled_from(["redeal", "form", "totals", "offered", "x"]))] = draw(
                    ODD
                )
            case _:
                place[key] = draw(ODD)
        return


def _open(chain: Chain, made: dict[str, Any]) -> bytes:
    raw = _text(made) + b"\n"
    chain.follow(raw)
    return raw


def _sealed(chain: Chain, made: dict[str, Any]) -> bytes:
    front = _text(made)[:-1]
    chain._close(front)
    return front + f',"h":"{chain.h}"}}\n'.encode()


def _text(made: dict[str, Any]) -> bytes:
    return json.dumps(made, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")
