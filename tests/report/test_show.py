"""A playing reads as the rule book tells it, and a seat's view hides what it could not know."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from arena.errors import Fault
from arena.names import BotId
from arena.referee.line_text import RecordError
from arena.referee.lines import DecisionLine, FaultLine, NoteLine
from arena.referee.record import PlayingRecord
from arena.report.playing_object import playing_object
from arena.report.replay import view_playing
from arena.report.show import show_playing
from arena.rules.actions import parse_action
from arena.rules.scoring import Result
from tests.report.whole_deals import (
    CALLED_AND_LOST,
    JACK_AND_WON,
    LEASTER,
    SECRET_SOLO,
    UNKNOWN_LED,
    WholeDeal,
    with_late_play,
)

ALL = (CALLED_AND_LOST, UNKNOWN_LED, JACK_AND_WON, SECRET_SOLO, LEASTER)

TOLD = """\
e7c1-0004, rotation 2, deal 72: called-ace, 1+0.1

seat  bot               dealt
0     dot@1.0           TC 8C  KS  AH TH KH
1     eve@1.0  picker   QD JH TD 7D  8S 7S
2     ann@1.0           QS JD 8D  9C  AS  7H
3     bob@1.0  partner  QH KD  AC KC  9S  8H
4     cid@1.0  dealer   QC JC JS AD 9D  TS

Picking    seat 0 passes, seat 1 picks, blind 7C  9H (0 points)
Bury       8S  9H (0 points), keeping QD JH TD 7D  7C  7S
Call       AC, held by seat 3

trick   0         1 picker  2         3 partner 4         points  to   side  others
1      >TC        7C        9C        AC        9D*           21   4      0      21
2       KS        7S        AS*       9S       >TS            25   2      0      46
3       KH        JH*      >7H        8H        AD            17   1     17      46
4       8C!      >QD*       8D        KD        JS             9   1     26      46
5       AH       >TD        JD        QH        QC*           29   4     26      75
6       TH        7D        QS*       KC       >JC            19   2     26      94  not asked
       > leads · * takes the trick · ! the referee's choice · side: the picker's, with the bury

trick 4, seat 0: late, CPU bank -204 ms; it offered: play TH; the referee: play 8C

Lost with schneider: the picker's side has 26 points in 2 tricks, the others 94 in 4.

seat       bot      points  tricks  score  penalty  asked      ms  slowest  cpu ms
0          dot@1.0       0       0     +4        3      6    1254     1204      30
1 picker   eve@1.0      26       2     -8        0      8     160       20      80
2          ann@1.0      44       2     +4        0      5     150       30      75
3 partner  bob@1.0       0       0     -4        0      5     200       40     100
4          cid@1.0      50       2     +4        0      5     250       50     125
"""

AS_SEAT_2 = """\
e7c1-0004, rotation 2, deal 72: called-ace, 1+0.1
As seat 2 could know it until scoring; ·· is hidden

seat  bot              dealt
0     ··       picker  ·· ·· ·· ·· ·· ··
1     ··               ·· ·· ·· ·· ·· ··
2     ann@1.0          QS JH  KC  8S 7S  KH
3     ··               ·· ·· ·· ·· ·· ··
4     ··       dealer  ·· ·· ·· ·· ·· ··

Picking    seat 0 picks, blind ·· ··
Bury       ·· ··
Call       AH, held by ··; the unknown, set aside face down, is ··

trick   0 picker  1         2         3         4         points  to
1      >··?       AH*       KH        9H        8H          15+?   1  seat 1 is the partner
2       AC*      >8C        KC        7H        9C            15   0
3      >AS        QD*       8S        9S        KS            18   1
4       KD       >AD        QS*       7D        JS            20   2
5       JC        QH*      >JH        8D        9D             7   1
6       QC*      >JD        7S        TH        7C            15   0  not asked
       > leads · * takes the trick · ? the unknown

Won with schneider: the picker's side has 100 points in 5 tricks, the others 20 in 1.

seat       bot      points  tricks  score  penalty  asked      ms  slowest  cpu ms
0 picker   ··           30       2     +4       ··     ··      ··       ··      ··
1 partner  ··           50       3     +2       ··     ··      ··       ··      ··
2          ann@1.0      20       1     -2        0      5     150       30      75
3          ··            0       0     -2       ··     ··      ··       ··      ··
4          ··            0       0     -2       ··     ··      ··       ··      ··
"""


def shown(whole: WholeDeal, seat: int | None = None, record: PlayingRecord | None = None) -> str:
    return show_playing(view_playing(whole.header(), record or whole.record(), seat))


def test_a_playing_is_told_from_the_deal_to_the_score() -> None:
    late = with_late_play(CALLED_AND_LOST.record(), "play 8C", offered="play TH", ms=1204)

    assert shown(CALLED_AND_LOST, record=late) == TOLD


def test_a_seat_sees_its_own_hand_and_what_was_played() -> None:
    assert shown(UNKNOWN_LED, seat=2) == AS_SEAT_2


@pytest.mark.parametrize(
    ("seat", "call", "first_trick"),
    [
        pytest.param(
            0,
            "Call       AH, held by ··; the unknown, set aside face down, is TD",
            "1      >TD?       AH*       KH        9H        8H            25   1"
            "  seat 1 is the partner",
            id="picker-knows-his-unknown-and-not-his-partner",
        ),
        pytest.param(
            1,
            "Call       AH, held by seat 1; the unknown, set aside face down, is TD",
            "1      >TD?       AH*       KH        9H        8H            25   1",
            id="partner-knows-himself-and-the-unknown-he-took",
        ),
        pytest.param(
            4,
            "Call       AH, held by ··; the unknown, set aside face down, is ··",
            "1      >··?       AH*       KH        9H        8H          15+?   1"
            "  seat 1 is the partner",
            id="defender-knows-neither",
        ),
    ],
)
def test_the_unknown_is_shown_to_its_owner_and_to_its_taker(
    seat: int, call: str, first_trick: str
) -> None:
    lines = shown(UNKNOWN_LED, seat).splitlines()

    assert call in lines
    assert first_trick in lines


def test_the_picker_sees_the_blind_and_his_bury() -> None:
    lines = shown(UNKNOWN_LED, seat=0).splitlines()

    assert "Picking    seat 0 picks, blind TD  TS (20 points)" in lines
    assert "Bury       TC  TS (20 points), keeping QC JC TD KD  AC  AS" in lines


@pytest.mark.parametrize("seat", [0, 1, 3, 4])
def test_the_holder_of_the_jack_is_secret_until_he_plays_it(seat: int) -> None:
    text = shown(JACK_AND_WON, seat)
    before, revealed, _ = text.partition("seat 2 is the partner")

    assert revealed
    assert "Partner    ··, who holds JD" in before
    assert "2 partner" not in before
    assert before.splitlines()[-1].startswith("4 ")  # JD is led to the fourth trick


def test_the_holder_of_the_jack_knows_himself() -> None:
    assert "Partner    seat 2, who holds JD" in shown(JACK_AND_WON, seat=2).splitlines()


def test_a_secret_solo_is_the_pickers_own_secret() -> None:
    assert "Partner    none: the picker has JD himself, and nobody is told" in shown(SECRET_SOLO, 1)
    assert "Partner    ··, who holds JD" in shown(SECRET_SOLO, 0)
    assert "Won: the picker, alone, has 78 points in 3 tricks, the others 42 in 3." in shown(
        SECRET_SOLO
    )


def test_a_leaster_names_its_winner_and_where_the_blind_went() -> None:
    lines = shown(LEASTER).splitlines()

    assert "Picking    all pass: a leaster" in lines
    assert "Blind      QC JS (5 points), to seat 1, with the last trick" in lines
    assert (
        "6      >AD        QS*       QD        TD        QH            30   1  not asked" in lines
    )
    assert "Leaster: seat 2 wins with 15 points." in lines
    assert lines[-4].startswith("1          eve@1.0      41       2     -1")


def test_nobody_sees_the_blind_of_a_leaster() -> None:
    assert all(
        "Blind      ·· ··, to seat 1, with the last trick" in shown(LEASTER, seat)
        for seat in range(5)
    )


def test_cracks_and_the_stake_are_told() -> None:
    cracked = replace(
        JACK_AND_WON,
        options={"crack": "crack-recrack"},
        before=(*JACK_AND_WON.before, "0 no-crack", "2 no-crack", "3 crack", "1 recrack"),
        scores=tuple(4 * score for score in JACK_AND_WON.scores),
    )

    lines = shown(cracked).splitlines()

    assert lines[0].endswith("jack-of-diamonds (crack crack-recrack), 1+0.1")
    assert (
        "Crack      seat 0 no, seat 2 no, seat 3 cracks, the picker re-cracks: the stake is ×4"
        in lines
    )
    assert "the others 8 in 2. The stake is ×4." in " ".join(lines)
    assert lines[-4].startswith("1 picker   eve@1.0      65       3    +16")


def test_going_alone_is_told() -> None:
    alone = replace(CALLED_AND_LOST, before=("0 pass", "1 pick", "1 bury 9H 8S", "1 alone"))

    assert "Partner    none: the picker goes alone" in shown(alone, seat=4).splitlines()


def test_a_bot_that_is_out_and_a_fault_beside_all_decisions_are_told() -> None:
    record = CALLED_AND_LOST.record()
    lines = tuple(
        replace(line, substitute=True, ms=None, cpu_ms=None)
        if isinstance(line, DecisionLine) and line.action == parse_action("play 8C")
        else line
        for line in record.lines
    )
    fault = FaultLine(72, 4, Fault.OUTPUT_LIMIT, "9000000 bytes\x1b[2J of output")
    record = PlayingRecord((*lines, fault, NoteLine("restarted entry 4", 72)), record.result)

    text = shown(CALLED_AND_LOST, record=record)

    assert "trick 4, seat 0: the bot was out; the referee: play 8C\n" in text
    assert "deal, seat 1: output-limit, 9000000 bytes [2J of output\n" in text
    assert "note: restarted entry 4\n" in text


def test_other_seats_faults_and_all_notes_are_hidden_from_a_seat() -> None:
    record = with_late_play(CALLED_AND_LOST.record(), "play 8C", offered="play TH", ms=1204)
    record = PlayingRecord((*record.lines, NoteLine("restarted entry 4", 72)), record.result)

    text = shown(CALLED_AND_LOST, seat=1, record=record)

    assert "late" not in text
    assert "restarted" not in text


@pytest.mark.parametrize("whole", ALL)
def test_the_replay_scores_as_the_case_does(whole: WholeDeal) -> None:
    view = view_playing(whole.header(), whole.record())

    assert view.result == Result(
        points=whole.points,
        tricks=whole.taken,
        outcome=whole.outcome,
        scores=whole.scores,
        picker=view.picking.picker,
        partner=view.picking.partner,
    )


@pytest.mark.parametrize("whole", ALL)
@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3, 4])
def test_no_line_is_longer_than_a_hundred_columns(whole: WholeDeal, seat: int | None) -> None:
    header = whole.header()
    long = replace(header.bots[0], bot=BotId("n" * 32, "1" * 32))
    header = replace(header, bots=(long,) * 5)
    record = with_late_play(whole.record(), "play AD", offered="play AD", ms=1204)
    record = PlayingRecord((*record.lines, NoteLine("word " * 90)), record.result)

    text = show_playing(view_playing(header, record, seat))

    assert max(map(len, text.splitlines())) <= 100
    assert not any(line.endswith(" ") for line in text.splitlines())


@pytest.mark.parametrize("whole", ALL)
def test_the_object_says_the_same_and_hides_the_same(whole: WholeDeal) -> None:
    everything = playing_object(view_playing(whole.header(), whole.record()))
    seen = playing_object(view_playing(whole.header(), whole.record(), 4))

    assert json.loads(json.dumps(everything)) == everything
    assert seen.keys() == everything.keys()
    hands = [set(hand.split()) for hand in whole.hands]
    seats = everything["seats"]
    assert isinstance(seats, list)
    assert [set(seat["hand"]) for seat in seats] == hands
    assert [seat["score"] for seat in seats] == list(whole.scores)
    hidden = seen["seats"]
    assert isinstance(hidden, list)
    assert [seat["hand"] is None for seat in hidden] == [True] * 4 + [False]
    picking = seen["picking"]
    assert isinstance(picking, dict)
    assert (picking["blind"], picking["bury"], picking["unknown"]) == (None, None, None)
    assert picking["partner"] is None


def test_a_record_that_breaks_a_rule_is_refused_with_the_rule() -> None:
    record = CALLED_AND_LOST.record()
    lines = tuple(
        replace(line, action=parse_action("play KS"))
        if isinstance(line, DecisionLine) and line.action == parse_action("play TC")
        else replace(line, action=parse_action("play TC"))
        if isinstance(line, DecisionLine) and line.action == parse_action("play KS")
        else line
        for line in record.lines
    )

    with pytest.raises(RecordError, match="deal 72: seat 1: R15"):
        view_playing(CALLED_AND_LOST.header(), PlayingRecord(lines, record.result))
