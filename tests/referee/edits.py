"""What somebody could do to the text of a log."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from arena.referee.chain import Chain
from arena.referee.line_text import parse_line
from arena.referee.lines import ResultLine


def stretches(lines: Sequence[bytes]) -> list[list[bytes]]:
    """The header, each playing, the end."""
    found: list[list[bytes]] = [[]]
    for raw in lines:
        found[-1].append(raw)
        if b',"h":"' in raw:
            found.append([])
    return [stretch for stretch in found if stretch]


@st.composite
def changed_byte(draw: st.DrawFn, lines: Sequence[bytes]) -> bytes:
    text = bytearray(b"".join(lines))
    text[draw(st.integers(0, len(text) - 1))] ^= draw(st.integers(1, 255))
    return bytes(text)


@st.composite
def cut_out(draw: st.DrawFn, parts: Sequence[bytes]) -> bytes:
    start = draw(st.integers(0, len(parts) - 1))
    end = draw(st.integers(start + 1, len(parts)))
    return b"".join([*parts[:start], *parts[end:]])


@st.composite
def swapped(draw: st.DrawFn, parts: Sequence[bytes]) -> bytes:
    moved = list(parts)
    one, other = draw(st.integers(0, len(parts) - 1)), draw(st.integers(0, len(parts) - 1))
    moved[one], moved[other] = moved[other], moved[one]
    return b"".join(moved)


@st.composite
def said_twice(draw: st.DrawFn, parts: Sequence[bytes]) -> bytes:
    said = draw(st.integers(0, len(parts) - 1))
    at = draw(st.integers(0, len(parts)))
    return b"".join([*parts[:at], parts[said], *parts[at:]])


@st.composite
def reordered(draw: st.DrawFn, parts: Sequence[bytes]) -> bytes:
    start = draw(st.integers(0, len(parts) - 1))
    end = draw(st.integers(start + 1, len(parts)))
    return b"".join([*parts[:start], *draw(st.permutations(parts[start:end])), *parts[end:]])


def first_difference(lines: Sequence[bytes], text: bytes) -> tuple[int, int | None]:
    """The first line, from 1, that *text* does not have, and the deal whose playing it is of."""
    whole = b"".join(lines)
    same = next(
        (at for at, pair in enumerate(zip(whole, text, strict=False)) if pair[0] != pair[1]),
        min(len(whole), len(text)),
    )
    number = min(whole[:same].count(b"\n"), len(lines) - 1)
    for raw in lines[number:]:
        line = parse_line(Chain().follow(raw)[0])
        if isinstance(line, ResultLine):
            return number + 1, line.deal if number else None
        if b'{"kind":"end"' in raw:
            break
    return number + 1, None
