"""The playings of a match stand one a line, by bot, with totals that add up."""

from __future__ import annotations

import json

from arena.names import BotId
from arena.referee.playing import Playing
from arena.referee.record import playing_of
from arena.report.playings import list_playings, playings_object
from tests.report.whole_deals import (
    BOTS,
    CALLED_AND_LOST,
    JACK_AND_WON,
    LEASTER,
    UNKNOWN_LED,
    with_late_play,
)

ENTRIES = tuple(BotId(name, "1.0") for name in BOTS)

LISTED = """\
e7c1-0004: called-ace, 1+0.1

A  ann@1.0
B  bob@1.0
C  cid@1.0
D  dot@1.0
E  eve@1.0

rotation  deal  picker  partner     outcome           points          A      B      C      D      E
       2    72  E       B (AC)      lost, schneider       26         +4     -4     +4     +4!    -8
       2    72  D       E (AH)      won, schneider       100         -2     -2     -2     +4     +2
       2    72  E       A           won, schneider       112         +2     -2     -2     -2     +4
       2    72  -       -           leaster                          +4     -1     -1     -1     -1
score, 4 playings                                                    +8     -9     -1     +5     -3
penalties                                                             0      0      0     -3      0
score less penalties                                                 +8     -9     -1     +2     -3
! with a fault
"""


def playings() -> tuple[Playing, ...]:
    late = with_late_play(CALLED_AND_LOST.record(), "play 8C", offered="play TH", ms=1204)
    return (
        playing_of(4, 2, late, 1, 3),
        playing_of(4, 2, UNKNOWN_LED.record(), 0, 1),
        playing_of(4, 2, JACK_AND_WON.record(), 1, 2),
        playing_of(4, 2, LEASTER.record(), None, None),
    )


def test_each_playing_is_a_line_with_scores_by_bot() -> None:
    assert list_playings("e7c1-0004: called-ace, 1+0.1", ENTRIES, playings()) == LISTED


def test_no_line_is_longer_than_a_hundred_columns() -> None:
    text = list_playings("e7c1-0004", (BotId("n" * 32, "1" * 32),) * 5, playings())

    assert max(map(len, text.splitlines())) <= 100


def test_the_object_has_scores_and_faults_by_entry() -> None:
    made = playings_object(ENTRIES, playings()[:1])

    assert json.loads(json.dumps(made)) == made
    assert made["bots"] == ["ann@1.0", "bob@1.0", "cid@1.0", "dot@1.0", "eve@1.0"]
    assert made["playings"] == [
        {
            "match": 4,
            "rotation": 2,
            "deal": 72,
            "picker": 4,
            "partner": 1,
            "outcome": "lost-2",
            "side_points": 26,
            "scores": [4, -4, 4, 4, -8],
            "penalties": [0, 0, 0, 3, 0],
            "faults": [{"entry": 3, "fault": "late"}],
        }
    ]
