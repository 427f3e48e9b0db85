"""Whatever stands in a log, reading, verifying and showing it end with a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import BotError, Fault
from arena.referee.form import Form
from arena.referee.line_text import RecordError
from arena.referee.record import read_record
from arena.referee.recorded import recorded_decisions
from arena.referee.verify import verify
from arena.report.notation import playing_line
from arena.report.playing_object import playing_object
from arena.report.replay import view_playing
from arena.report.show import show_playing
from arena.rules.variants import variant
from arena.schedule.seatings import possible_seatings
from tests.referee.mutations import mutated
from tests.referee.sittings import SECRET, play, replies

STAKES = variant("jack-of-diamonds", {"all_pass": "doubler", "crack": "crack-recrack"})
LOGS = [
    play(variant("called-ace"), 1, replies(4, {3: BotError(Fault.CRASHED, "x"), 9: 60_000})).lines,
    play(STAKES, 1, replies(3)).lines,
    play(variant("hoyle-4"), 1, replies(9)).lines,
    play(variant("picker-alone-3"), 1, replies(5), 0, Form.VERSUS).lines,
    play(variant("picker-alone-4"), 1, replies(6), 1, Form.PANEL).lines,
]
DEEP = b'{"kind":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n"
HUGE = b'{"kind":"note","text":' + b"9" * 10_000 + b"}\n"


def shown(lines: Sequence[bytes]) -> Iterator[str]:
    """All that is made of the playings in *lines*, or the complaint about them."""
    try:
        record = read_record(lines)
        for playing in record.playings:
            for seat in (None, 0):
                view = view_playing(record.header, playing, seat)
                playing_object(view)
                yield show_playing(view)
            yield playing_line(record.header, playing)
            list(recorded_decisions(record.header, playing))
    except RecordError as error:
        yield str(error)


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_lines_with_odd_values_are_judged_and_shown_or_refused(data: st.DataObject) -> None:
    lines = data.draw(mutated(data.draw(st.sampled_from(LOGS))))

    verdict = verify(lines, possible_seatings, data.draw(st.sampled_from([SECRET, None])))

    assert verdict.difference is None or str(verdict.difference)
    assert all(shown(lines))


@pytest.mark.nightly
@settings(max_examples=8_000, deadline=None)
@given(data=st.data())
def test_many_more_lines_with_odd_values_are_judged_and_shown_or_refused(
    data: st.DataObject,
) -> None:
    lines = data.draw(mutated(data.draw(st.sampled_from(LOGS))))

    verify(lines, possible_seatings, data.draw(st.sampled_from([SECRET, None])))

    assert all(shown(lines))


@pytest.mark.parametrize(
    "odd", [DEEP, HUGE, b"\xff\n", b"[]\n", b"\n", b"null\n", b"\xed\xa0\x80\n"]
)
@pytest.mark.parametrize("at", [0, 1, 5, -1])
def test_a_line_that_is_none_is_named(odd: bytes, at: int) -> None:
    lines = list(LOGS[0])
    lines.insert(at if at >= 0 else len(lines), odd)

    difference = verify(lines, possible_seatings, SECRET).difference

    assert difference is not None
    assert len(str(difference)) < 1000
    (complaint,) = shown(lines)
    assert len(complaint) < 1000
