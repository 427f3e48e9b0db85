"""One deal in all its rotations stands side by side, hand by hand."""

from __future__ import annotations

from dataclasses import replace

from arena.names import BotId
from arena.ratings.blocks import Match
from arena.ratings.hands import holdings
from arena.referee.playing import Playing
from arena.report.hands_object import traveller_object, worst_object
from arena.report.traveller import Traveller, format_traveller
from arena.report.worst import format_worst
from arena.rules.cards import mask_of, parse_cards
from arena.rules.variants import variant

NAMES = ("ann", "bob", "cy", "dot")
HANDS = ("QC QS QH QD JC JS JH JD", "AD TD KD 9D 8D 7D AC TC", "KC 9C 8C 7C AS TS KS 9S")
LAST = "8S 7S AH TH KH 9H 8H 7H"

SHOWN = """\
e1-0001, deal 7, in the 2 of 4 rotations that are complete: hoyle-4, 1+0.1

A  ann@1.0
B  bob@1.0
C  cy@1.0
D  dot@1.0

rotation  0 1 2 3  picker  partner  outcome  points
       0  A B C D  B (1)   D        lost         50
       1  D A B C  -       -        least

seat  dealt                         A        B        C        D     mean
   0  QC QS QH QD JC JS JH JD      +0                         -2!   -1.00
        against the others      +2.00                      -2.00
   1  AD TD KD 9D 8D 7D  AC TC     +4       -1P                     +1.50
        against the others      +5.00    -5.00
   2  KC 9C 8C 7C  AS TS KS 9S              +0       +0                 0
        against the others                   0        0
   3  8S 7S  AH TH KH 9H 8H 7H                       +0       -1p   -0.50
        against the others                        +1.00    -1.00
      sum                          +4       -1       +0       -3
        against the others      +7.00    -5.00    +1.00    -3.00
"""


def played() -> tuple[Playing, Playing]:
    """Rotation 0 picked by bob at seat 1 with dot at seat 3; rotation 1 a least with a fault."""
    picked = Playing(
        match=1,
        rotation=0,
        deal=7,
        seating=(0, 1, 2, 3),
        actions=("pass", "pick", "play QC"),
        faults=(),
        outcome="lost-1",
        picker=1,
        partner=3,
        points=(40, 30, 30, 20),
        tricks=(2, 2, 2, 2),
        scores=(0, -1, 0, -1),
        penalties=(0, 0, 0, 0),
    )
    passed = replace(
        picked,
        rotation=1,
        seating=(3, 0, 1, 2),
        actions=("pass",) * 4,
        faults=((3, "late"),),
        outcome="least",
        picker=None,
        partner=None,
        scores=(0, 4, 0, 0),
        penalties=(2, 0, 0, 0),
    )
    return picked, passed


def match() -> Match:
    return Match(1, NAMES, NAMES, played())


def traveller() -> Traveller:
    return Traveller(
        match="e1-0001",
        deal=7,
        variant=variant("hoyle-4"),
        time="1+0.1",
        rotations=4,
        bots=tuple(BotId(name, "1.0") for name in NAMES),
        hands=tuple(mask_of(parse_cards(hand)) for hand in (*HANDS, LAST)),
        held=holdings(match()),
    )


def test_every_hand_shows_what_each_holder_scored_and_against_whom() -> None:
    shown = format_traveller(traveller())

    assert "\n".join(line.rstrip() for line in shown.splitlines()[:-3]) + "\n" == SHOWN


def test_only_marks_that_occur_are_explained() -> None:
    assert format_traveller(traveller()).splitlines()[-1] == "P picker · p partner · ! with a fault"


def test_the_object_has_every_holder_of_every_hand() -> None:
    made = traveller_object(traveller())

    assert isinstance(made["hands"], list)
    assert made["hands"][1]["cards"] == HANDS[1].split()
    assert made["hands"][1]["mean"] == 1.5
    assert made["hands"][1]["holders"] == [
        {
            "rotation": 0,
            "entry": 1,
            "bot": "bob@1.0",
            "role": "picker",
            "score": -1,
            "others": 4.0,
            "against": -5.0,
        },
        {
            "rotation": 1,
            "entry": 0,
            "bot": "ann@1.0",
            "role": "least",
            "score": 4,
            "others": -1.0,
            "against": 5.0,
        },
    ]


def test_thrown_in_deals_and_raised_stakes_are_told() -> None:
    passes = ("pass",) * 5
    doubled = replace(
        played()[0],
        seating=(0, 1, 2, 3, 4),
        actions=(*passes, "pass", "pick", "bury 8S 9H", "crack", "recrack"),
        points=(40, 30, 20, 20, 10),
        scores=(8, -24, 8, 0, 8),
        penalties=(0,) * 5,
    )
    names = (*NAMES, "eve")
    five = replace(
        traveller(),
        variant=variant("jack-of-diamonds"),
        bots=tuple(BotId(name, "1.0") for name in names),
        hands=(0,) * 5,
        held=holdings(Match(1, names, names, (doubled,))),
    )

    lines = format_traveller(five).splitlines()

    assert "       0  A B C D E  B (1)   D        8S 9H  lost         50     ×8" in lines
    assert "rotation 0: 1 deal thrown in before, so the cards are others" in lines


def test_a_table_without_partners_has_no_column_for_them() -> None:
    alone = replace(played()[0], partner=None)
    held = holdings(Match(1, NAMES, NAMES, (alone,)))

    text = format_traveller(replace(traveller(), variant=variant("picker-alone-4"), held=held))

    assert "partner" not in text
    assert "alone" not in text.replace("picker-alone-4", "")


def test_the_worst_playings_say_where_to_look() -> None:
    bots = traveller().bots
    worst = tuple(one for one in holdings(match()) if one.against is not None and one.against < -1)

    text = format_worst("e1-0001", variant("hoyle-4"), bots, worst)
    made = worst_object("e1-0001", variant("hoyle-4"), (2, 4), bots, worst)

    assert text.splitlines() == [
        "place        bot      seat  as      outcome  score  others  against",
        "e1-0001/1/7  dot@1.0     0  least   least      -2!       0    -2.00",
        "e1-0001/0/7  bob@1.0     1  picker  lost       -1    +4.00    -5.00",
        "! with a fault; scores are less penalties",
    ]
    assert isinstance(made["worst"], list)
    assert [(one["place"], one["against"]) for one in made["worst"]] == [
        ("e1-0001/1/7", -2.0),
        ("e1-0001/0/7", -5.0),
    ]


def test_nothing_dear_is_said_so() -> None:
    assert format_worst("e1-0001", variant("hoyle-4"), (), ()).startswith("No playing cost")


def test_no_line_is_longer_than_a_hundred_columns() -> None:
    bots = (BotId("n" * 32, "1" * 32),) * 4
    held = tuple(replace(one, score=-124) for one in holdings(match()))

    text = format_traveller(replace(traveller(), bots=bots, held=held))
    text += format_worst("e" * 32 + "-0001", variant("hoyle-4"), bots, held)

    assert max(map(len, text.splitlines())) <= 100
