"""Rulings, substitutes and penalties."""

from __future__ import annotations

import pytest

from arena.errors import BotError, Fault
from arena.referee.clock import Clock
from arena.referee.lines import DealLine, DecisionLine
from arena.referee.question import Reply
from arena.referee.refereeing import Referee
from arena.referee.ruling import Ruling, judge
from arena.referee.substitute import substitute
from arena.rules.actions import PASS, PICK, Action, parse_action
from arena.rules.cards import Mask, mask_of, parse_cards
from arena.rules.deal import Deal
from arena.rules.shuffle import dealt
from arena.rules.variants import variant
from tests.referee.sittings import CONTROL, SECRET, TABLE, header_of, play, replies, terms_of

HANDS = (
    "TC TH KH AH KS 8C",
    "8S QD TD 7S JH 7D",
    "JD 7H AS 8D QS 9C",
    "9S QH 8H AC KC KD",
    "QC TS JS JC AD 9D",
)
BLIND = "7C 9H"


def deal_after(*actions: str, table: str = "called-ace", **options: object) -> Deal:
    """The cards of HANDS and BLIND after *actions*."""
    deal = Deal(variant(table, options), [held(hand) for hand in HANDS], held(BLIND))
    for action in actions:
        deal.apply(parse_action(action))
    return deal


def held(text: str) -> Mask:
    return mask_of(parse_cards(text))


@pytest.mark.parametrize(
    ("deal", "played"),
    [
        pytest.param(deal_after(), "pass", id="who does not answer passes"),
        pytest.param(
            deal_after(*["pass"] * 4, all_pass="forced-pick"), "pick", id="or picks, where forced"
        ),
        pytest.param(
            # seat 1 holds 8S QD TD 7S JH 7D 7C 9H: no points in 7D 7C 8S 7S 9H, whose
            # numbers (R5) are 13, 19, 24, 25, 29
            deal_after("pass", "pick"),
            "bury 7S 9H",
            id="the cheapest cards with the highest numbers are buried",
        ),
        pytest.param(deal_after("pass", "pick", "bury 9H 8S"), "alone", id="he goes alone"),
        pytest.param(
            deal_after("pass", "pick", "bury 9H 8S", table="jack-of-diamonds", crack="crack"),
            "no-crack",
            id="he does not crack",
        ),
        pytest.param(
            # KH 4, TH 10, AH 11 do not follow; of the clubs 8C has no points
            deal_after("pass", "pick", "bury 9H 8S", "call AC"),
            "play 8C",
            id="the cheapest legal card is played",
        ),
        pytest.param(
            deal_after("pass", "pick", "bury 9H 8S", "call AC", "play TC"),
            "play 7C",
            id="the only legal card is played, whatever it costs",
        ),
    ],
)
def test_substitute(deal: Deal, played: str) -> None:
    action = substitute(deal)

    assert action == parse_action(played)
    assert deal.broken_rule(action) is None


CLOCK = Clock.start(CONTROL, reads_cpu=True)


@pytest.mark.parametrize(
    ("reply", "ruling"),
    [
        pytest.param(Reply(PICK, 4000, 1000), Ruling(PICK), id="an answer in time counts"),
        pytest.param(
            Reply(PICK, 4001, 5),
            Ruling(PASS, Fault.LATE, "wall bank −1 ms", PICK),
            id="one millisecond late is never applied, and kept",
        ),
        pytest.param(
            Reply(BotError(Fault.CRASHED, "exit status 3"), 5, 5),
            Ruling(PASS, Fault.CRASHED, "exit status 3"),
            id="no answer is its fault",
        ),
        pytest.param(
            Reply(BotError(Fault.STALLED, "no answer"), 9999, 5),
            Ruling(PASS, Fault.STALLED, "no answer"),
            id="a stalled bot is not late as well",
        ),
    ],
)
def test_judge(reply: Reply, ruling: Ruling) -> None:
    assert judge(deal_after(), CLOCK, reply, margin_ms=0) == ruling


def test_an_illegal_action_is_named_by_its_rule_and_replaced() -> None:
    deal = deal_after("pass", "pick", "bury 9H 8S", "call AC", "play TC")

    ruling = judge(deal, CLOCK, Reply(parse_action("play QD"), 5, 5), margin_ms=0)

    assert (ruling.action, ruling.fault) == (parse_action("play 7C"), Fault.ILLEGAL)
    assert ruling.offered == parse_action("play QD")
    assert ruling.detail.startswith("R")


def crash(number: int) -> dict[int, Action | BotError | int]:
    return {number: BotError(Fault.CRASHED, "exit status 1")}


def test_a_fault_costs_its_bot_the_penalty_and_nobody_else() -> None:
    log = play(TABLE, 1, replies(1, crash(0)), rotation=0)

    assert log.referees[0].penalties() == (3, 0, 0, 0, 0)
    assert sum(log.referees[0].result().scores) == 0


def test_after_max_faults_the_substitute_plays_on_and_every_further_playing_costs_one() -> None:
    wrong = {number: BotError(Fault.MALFORMED, "no action") for number in range(400)}
    everybody = play(TABLE, 3, replies(1, wrong), rotation=0)

    first, *later = everybody.referees
    for referee in later:
        assert referee.penalties() == (3,) * 5
        assert referee.faults == (0,) * 5
        assert all(
            line.substitute or line.forced
            for line in referee.lines
            if isinstance(line, DecisionLine)
        )
    assert max(first.faults) == 3


def test_a_bot_that_did_not_start_is_charged_once_a_deal() -> None:
    down = BotError(Fault.START_FAILED, "nothing listens")
    header = header_of(TABLE, 1, rotation=0)
    referee = Referee(terms_of(header, 40), 40, (0,) * 5, lambda k: dealt(SECRET, TABLE, 40, k))
    answer = replies(5)

    asked = []
    while referee.asked:
        entry = referee.asked.entry
        asked.append(entry)
        referee.answer(Reply(down, 0, 0) if entry == 2 else answer(referee, len(asked)))

    assert asked.count(2) == 1
    assert referee.faults == (0, 0, 1, 0, 0)
    assert referee.penalties() == (0, 0, 3, 0, 0)


def test_what_everybody_can_infer_is_not_asked() -> None:
    log = play(TABLE, 4, replies(2))

    for referee in log.referees:
        decisions = [line for line in referee.lines if isinstance(line, DecisionLine)]
        assert [line.forced for line in decisions[-5:]] == [True] * 5
        assert not any(line.forced for line in decisions[:-5])
        assert all((line.ms is None) == line.forced for line in decisions)


def test_a_thrown_in_deal_is_followed_by_its_replacement_in_the_same_playing() -> None:
    table = variant("jack-of-diamonds", {"all_pass": "doubler", "doubler_cap": 2})
    header = header_of(table, 1)
    referee = Referee(terms_of(header, 40), 40, (0,) * 5, lambda k: dealt(SECRET, table, 40, k))
    while referee.asked and len(referee.lines) < 12:
        referee.answer(Reply(PASS, 1, 1))

    deals = [line for line in referee.lines if isinstance(line, DealLine)]

    assert [line.redeal for line in deals] == [0, 1]
    assert deals[1].hands == dealt(SECRET, table, 40, 1).hands
    assert referee.deal.stake == 2
