"""A playing of a log as one line of notation."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arena.referee.line_text import RecordError
from arena.referee.lines import DealLine, DecisionLine, NoteLine
from arena.referee.record import PlayingRecord
from arena.report.notation import playing_line
from arena.rules.actions import PASS, PICK
from tests.report.whole_deals import (
    CALLED_AND_LOST,
    JACK_AND_WON,
    LEASTER,
    UNKNOWN_LED,
    WholeDeal,
    with_late_play,
)

LINE = (
    "called-ace | TC 8C KS AH TH KH / QD JH TD 7D 8S 7S / QS JD 8D 9C AS 7H / "
    "QH KD AC KC 9S 8H / QC JC JS AD 9D TS + 7C 9H | pass pick bury 8S 9H call AC | "
    "0: TC 7C 9C AC 9D / 4: TS KS 7S AS 9S / 2: 7H 8H AD KH JH / 1: QD 8D KD JS 8C / "
    "1: TD JD QH QC AH / 4: JC TH 7D QS KC | lost-2 +4 -8 +4 -4 +4"
)


def test_a_playing_is_one_line() -> None:
    assert playing_line(CALLED_AND_LOST.header(), CALLED_AND_LOST.record()) == LINE


@pytest.mark.parametrize(
    "deal",
    [
        pytest.param(UNKNOWN_LED, id="unknown"),
        pytest.param(JACK_AND_WON, id="jack"),
        pytest.param(LEASTER, id="leaster"),
    ],
)
def test_a_line_ends_in_the_scores_of_the_log(deal: WholeDeal) -> None:
    outcome, *scores = playing_line(deal.header(), deal.record()).rpartition(" | ")[2].split()

    assert outcome == deal.outcome
    assert tuple(map(int, scores)) == deal.scores


def test_what_counted_is_written_not_what_came_too_late() -> None:
    late = with_late_play(CALLED_AND_LOST.record(), "play 8C", offered="play TH", ms=1204)

    assert playing_line(CALLED_AND_LOST.header(), late) == LINE


def test_of_a_thrown_in_deal_only_its_replacement_is_written() -> None:
    played = replace(LEASTER, options={"all_pass": "doubler", "doubler_cap": 2})
    record = played.record()
    first = JACK_AND_WON.record().dealt
    passes = [DecisionLine(72, seat, PASS) for seat in range(5)]
    again = [replace(x, redeal=1) if isinstance(x, DealLine) else x for x in record.lines]
    both = PlayingRecord((first, *passes, NoteLine("thrown in", 72), *again), record.result)

    line = playing_line(played.header(), both)

    assert line.startswith("jack-of-diamonds all_pass=doubler doubler_cap=2 x2 | JH AD KD AC")
    assert line.endswith(" | leaster -2 -2 +8 -2 -2")


def test_a_record_that_breaks_the_rules_has_no_line() -> None:
    record = CALLED_AND_LOST.record()
    dealt, first, *rest = record.lines
    assert isinstance(first, DecisionLine)

    with pytest.raises(RecordError, match=r"deal 72: seat 0: R9: expected a bury"):
        playing_line(
            CALLED_AND_LOST.header(),
            PlayingRecord((dealt, replace(first, action=PICK), first, *rest), record.result),
        )
    with pytest.raises(RecordError, match="R15: expected the play of a card, not a result"):
        playing_line(CALLED_AND_LOST.header(), PlayingRecord(record.lines[:-1], record.result))
