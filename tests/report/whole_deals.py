"""Whole deals scored by the rule book, as the records that a sitting log would hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from arena.errors import Fault
from arena.names import BotId
from arena.referee.lines import DealLine, DecisionLine, LoggedBot, ResultLine, SittingLine
from arena.referee.policy import FaultPolicy
from arena.referee.record import PlayingRecord
from arena.rules.actions import parse_action
from arena.rules.cards import mask_of, parse_cards
from arena.rules.variants import OptionValue, variant

SEATING = (3, 4, 0, 1, 2)
BOTS = ("ann", "bob", "cid", "dot", "eve")
"""By entry, so that dot sits at seat 0, eve at 1, ann at 2, bob at 3, cid at 4."""


@dataclass(frozen=True)
class WholeDeal:
    """One deal with its play and its score."""

    table: str
    hands: tuple[str, ...]
    blind: str
    before: tuple[str, ...]
    """What was said before the first lead: seat, then action."""
    tricks: tuple[tuple[int, str], ...]
    """The leader, then the cards in order of play."""
    points: tuple[int, ...]
    taken: tuple[int, ...]
    outcome: str
    scores: tuple[int, ...]
    options: Mapping[str, OptionValue] = field(default_factory=dict)

    def header(self) -> SittingLine:
        """The header of a sitting at this table."""
        return SittingLine(
            event="e7c1",
            match="e7c1-0004",
            rotation=2,
            attempt=1,
            variant=variant(self.table, self.options),
            bots=tuple(LoggedBot(BotId(name, "1.0"), "sha256:00") for name in BOTS),
            first_deal=60,
            deals=20,
            time="1+0.1",
            reads_cpu=True,
            policy=FaultPolicy(),
            commitment="00",
            sandbox="none",
            arena="0.1.0",
        )

    def record(self) -> PlayingRecord:
        """The playing; seat s takes 10·(s+1) ms a decision, half of it CPU time."""
        size = len(self.hands)
        plays = [
            f"{(leader + turn) % size} play {card}"
            for leader, cards in self.tricks
            for turn, card in enumerate(cards.split())
        ]
        asked = [_decision(text) for text in (*self.before, *plays[:-size])]
        forced = [
            replace(_decision(text), forced=True, ms=None, cpu_ms=None) for text in plays[-size:]
        ]
        hands = tuple(mask_of(parse_cards(hand)) for hand in self.hands)
        dealt = DealLine(72, SEATING, hands, mask_of(parse_cards(self.blind)))
        penalties = (0,) * size
        result = ResultLine(72, self.points, self.taken, self.outcome, self.scores, penalties)
        return PlayingRecord((dealt, *asked, *forced), result)


def _decision(text: str) -> DecisionLine:
    seat, _, action = text.partition(" ")
    time_ms = 10 * (int(seat) + 1)
    return DecisionLine(72, int(seat), parse_action(action), ms=time_ms, cpu_ms=time_ms // 2)


def with_late_play(record: PlayingRecord, played: str, offered: str, ms: int) -> PlayingRecord:
    """*record*, where *played* was the referee's, the bot's *offered* having come late."""
    lines = tuple(
        replace(
            line,
            fault=Fault.LATE,
            detail=f"CPU bank {1000 - ms} ms",
            offered=parse_action(offered),
            ms=ms,
        )
        if isinstance(line, DecisionLine) and line.action == parse_action(played)
        else line
        for line in record.lines
    )
    late = [line.seat for line in record.decisions if line.action == parse_action(played)]
    penalties = tuple(3 * late.count(seat) for seat in range(len(SEATING)))
    return PlayingRecord(lines, replace(record.result, penalties=penalties))


CALLED_AND_LOST = WholeDeal(
    table="called-ace",
    hands=(
        "TC TH KH AH KS 8C",
        "8S QD TD 7S JH 7D",
        "JD 7H AS 8D QS 9C",
        "9S QH 8H AC KC KD",
        "QC TS JS JC AD 9D",
    ),
    blind="7C 9H",
    before=("0 pass", "1 pick", "1 bury 9H 8S", "1 call AC"),
    tricks=(
        (0, "TC 7C 9C AC 9D"),
        (4, "TS KS 7S AS 9S"),
        (2, "7H 8H AD KH JH"),
        (1, "QD 8D KD JS 8C"),
        (1, "TD JD QH QC AH"),
        (4, "JC TH 7D QS KC"),
    ),
    points=(0, 26, 44, 0, 50),
    taken=(0, 2, 2, 0, 2),
    outcome="lost-2",
    scores=(4, -8, 4, -4, 4),
)
"""Tricks of 21 (seat 4), 25 (2), 17 (1), 9 (1), 29 (4), 19 (2); the bury is worth nothing."""

UNKNOWN_LED = WholeDeal(
    table="called-ace",
    hands=(
        "JC TC AS KD AC QC",
        "8C AH QH AD QD JD",
        "JH 8S KH 7S KC QS",
        "7D 9S 7H 8D TH 9H",
        "8H KS 9C JS 9D 7C",
    ),
    blind="TS TD",
    before=("0 pick", "0 bury TC TS", "0 call AH unknown TD"),
    tricks=(
        (0, "TD AH KH 9H 8H"),
        (1, "8C KC 7H 9C AC"),
        (0, "AS QD 8S 9S KS"),
        (1, "AD QS 7D JS KD"),
        (2, "JH 8D 9D JC QH"),
        (1, "JD 7S TH 7C QC"),
    ),
    points=(30, 50, 20, 0, 0),
    taken=(2, 3, 1, 0, 0),
    outcome="won-2",
    scores=(4, 2, -2, -2, -2),
)
"""The unknown is TD, led to the first trick, which seat 1 takes with AH: 25. The bury is 20."""

JACK_AND_WON = WholeDeal(
    table="jack-of-diamonds",
    hands=(
        "JC TD AC TC 8C 8S",
        "QC QH JS 7C AH 8H",
        "JD AD KD 8D 9C 7H",
        "QS 9D AS TS 9S 7S",
        "QD JH 7D KC KS TH",
    ),
    blind="KH 9H",
    before=("0 pass", "1 pick", "1 bury 7C AH"),
    tricks=(
        (0, "8C 8H 9C 9S KC"),
        (4, "KS 8S 9H 7H 7S"),
        (4, "TH AC KH 8D AS"),
        (2, "JD 9D 7D TD JS"),
        (1, "QC AD QS JH JC"),
        (1, "QH KD TS QD TC"),
    ),
    points=(0, 65, 36, 0, 8),
    taken=(0, 3, 1, 0, 2),
    outcome="won-2",
    scores=(-2, 4, 2, -2, -2),
)
"""JD comes to the fourth trick. 65 + 36 + 11 buried = 112."""

SECRET_SOLO = WholeDeal(
    table="jack-of-diamonds",
    hands=(
        "JC TD AC TC 8C 8S",
        "QC QH JS 7C AH JD",
        "8H AD KD 8D 9C 7H",
        "QS 9D AS TS 9S 7S",
        "QD JH 7D KC KS TH",
    ),
    blind="KH 9H",
    before=("0 pass", "1 pick", "1 bury JD AH"),
    tricks=(
        (0, "JC QC 8D QS JH"),
        (1, "QH AD 9D QD TD"),
        (1, "JS KD AS 7D AC"),
        (1, "7C 9C TS KC TC"),
        (0, "8C 9H 8H 9S KS"),
        (0, "8S KH 7H 7S TH"),
    ),
    points=(42, 65, 0, 0, 0),
    taken=(3, 3, 0, 0, 0),
    outcome="won-1",
    scores=(-2, 8, -2, -2, -2),
)
"""The picker buries JD. Tricks of 10, 27, 28 (seat 1) and 24, 4, 14 (seat 0); the bury is 13."""

LEASTER = WholeDeal(
    table="jack-of-diamonds",
    hands=(
        "JH AD KD AC AS 8S",
        "QS JC TC 8C AH 8H",
        "QD JD 7C KS 9S KH",
        "TD 8D KC TS TH 7H",
        "QH 9D 7D 9C 7S 9H",
    ),
    blind="QC JS",
    before=("0 pass", "1 pass", "2 pass", "3 pass", "4 pass"),
    tricks=(
        (0, "8S AH 9S TS 7S"),
        (3, "7H 9H AC 8H KH"),
        (2, "7C KC 9C AS 8C"),
        (3, "8D 7D JH JC JD"),
        (1, "TC KS TH 9D KD"),
        (0, "AD QS QD TD QH"),
    ),
    points=(28, 41, 15, 36, 0),
    taken=(1, 2, 1, 2, 0),
    outcome="leaster",
    scores=(-1, -1, 4, -1, -1),
)
"""Seat 1 takes the last trick and with it the blind, 5 points: 6 + 30 + 5 = 41."""
