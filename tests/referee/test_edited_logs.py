"""Whatever is done to the text of a sealed log is found, with the playing it was done to."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from arena.errors import BotError, Fault
from arena.referee.form import Form
from arena.referee.verify import verify
from arena.rules.variants import variant
from arena.schedule.seatings import possible_seatings
from tests.referee.edits import (
    changed_byte,
    cut_out,
    first_difference,
    reordered,
    said_twice,
    stretches,
    swapped,
)
from tests.referee.sittings import SECRET, play, replies

LOGS = [
    play(variant("called-ace"), 4, replies(4, {3: BotError(Fault.CRASHED, "x"), 20: 60_000})).lines,
    play(variant("hoyle-4"), 4, replies(9, {11: BotError(Fault.STALLED, "no answer")})).lines,
    play(variant("picker-alone-3"), 4, replies(5, {7: 60_000}), 1, Form.VERSUS).lines,
    play(variant("called-ace"), 3, replies(6), 1, Form.PANEL).lines,
]
Edit = Callable[[Sequence[bytes]], st.SearchStrategy[bytes]]


def playings(lines: Sequence[bytes]) -> list[bytes]:
    return [b"".join(stretch) for stretch in stretches(lines)]


@pytest.mark.parametrize(
    "edit",
    [
        pytest.param(changed_byte, id="a-changed-byte"),
        pytest.param(cut_out, id="lines-cut-out"),
        pytest.param(swapped, id="two-lines-swapped"),
        pytest.param(said_twice, id="a-line-said-twice"),
        pytest.param(reordered, id="lines-reordered"),
        pytest.param(lambda lines: cut_out(playings(lines)), id="playings-cut-out"),
        pytest.param(lambda lines: swapped(playings(lines)), id="two-playings-swapped"),
        pytest.param(lambda lines: said_twice(playings(lines)), id="a-playing-said-twice"),
        pytest.param(lambda lines: reordered(playings(lines)), id="playings-reordered"),
    ],
)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_every_edit_is_found_with_its_playing(edit: Edit, data: st.DataObject) -> None:
    lines = data.draw(st.sampled_from(LOGS))
    text = data.draw(edit(lines))
    assume(text != b"".join(lines))

    verdict = verify(text.splitlines(keepends=True), possible_seatings, SECRET)

    line, deal = first_difference(lines, text)
    if verdict.difference is None:  # it stops behind a whole playing
        assert verdict.end is None
        assert len(verdict.playings) == len(stretches(lines[: line - 1])) - 1
    else:
        assert verdict.difference.deal == deal or line == 1
        assert verdict.difference.line >= 1
        assert len(verdict.playings) <= max(0, len(stretches(lines[: line - 1])) - 1)
