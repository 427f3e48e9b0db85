"""`arena referee`: one line of JSON in, one out, whatever stands in it (design of the doors)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.referee.settle import deal_object, settle
from arena.rules.actions import format_action
from arena.rules.cards import cards_of, format_card
from arena.rules.dealing import DealError
from arena.rules.shuffle import dealt
from arena.rules.variants import variant
from tests.rules.records import SEEDS, random_record

HANDS = [
    "TC TH KH AH KS 8C".split(),
    "8S QD TD 7S JH 7D".split(),
    "JD 7H AS 8D QS 9C".split(),
    "9S QH 8H AC KC KD".split(),
    "QC TS JS JC AD 9D".split(),
]
BLIND = ["7C", "9H"]
TRICKS = (
    "TC 7C 9C AC 9D  TS KS 7S AS 9S  7H 8H AD KH JH  QD 8D KD JS 8C  TD JD QH QC AH  JC TH 7D QS KC"
)
"""The deal W4 of the rule book's cases: seat 1 picks, buries 9H 8S, calls AC; seat 3 has it."""
WHOLE = ["pass", "pick", "bury 9H 8S", "call AC", *(f"play {c}" for c in TRICKS.split())]


def line(**changes: object) -> dict[str, object]:
    return {"id": 1, "variant": "called-ace", "hands": HANDS, "blind": BLIND, **changes}


def answer(record: object) -> dict[str, Any]:
    text = settle(record if isinstance(record, str) else json.dumps(record))
    assert "\n" not in text
    found = json.loads(text)
    assert list(found) == ["id", "steps", "next", "result", "error"]
    return dict(found)


def test_a_whole_deal_is_settled_to_its_result() -> None:
    found = answer(line(id="W4", actions=WHOLE))

    assert found["id"] == "W4"
    assert found["error"] is None
    assert found["next"] is None
    assert len(found["steps"]) == len(WHOLE) == 34
    assert found["result"] == {
        "points": [0, 26, 44, 0, 50],
        "tricks": [0, 2, 2, 0, 2],
        "outcome": "lost-2",
        "scores": [4, -8, 4, -4, 4],
        "picker": 1,
        "partner": 3,
    }


def test_each_step_names_seat_kind_and_legal_actions_in_plain_string_order() -> None:
    steps = answer(line(actions=WHOLE))["steps"]

    assert steps[0] == {"seat": 0, "kind": "pick", "legal": ["pass", "pick"]}
    assert steps[1] == {"seat": 1, "kind": "pick", "legal": ["pass", "pick"]}
    assert steps[2] == {"seat": 1, "kind": "bury", "legal": None}
    # The picker holds QD TD 7S JH 7D 7C.
    assert steps[3] == {"seat": 1, "kind": "call", "legal": ["alone", "call AC", "call AS"]}
    first = [f"play {card}" for card in ("8C", "AH", "KH", "KS", "TC", "TH")]
    assert steps[4] == {"seat": 0, "kind": "play", "legal": first}
    assert steps[33] == {"seat": 3, "kind": "play", "legal": ["play KC"]}


def test_without_actions_the_first_decision_is_next() -> None:
    for record in (line(), line(actions=[])):
        found = answer(record)
        assert found["steps"] == []
        assert found["next"] == {"seat": 0, "kind": "pick", "legal": ["pass", "pick"]}
        assert (found["result"], found["error"]) == (None, None)


def test_the_first_illegal_action_is_named_with_its_step_and_rule() -> None:
    actions = [*WHOLE[:5], "play JH", "play 9C", "nonsense"]

    found = answer(line(actions=actions))

    # Seat 1 has 7C to a lead of clubs, its only club and the one it must keep for the lead.
    assert found["error"] == {"step": 5, "action": "play JH", "rule": "R15: follow clubs: JH"}
    assert len(found["steps"]) == 5
    assert found["next"] == {"seat": 1, "kind": "play", "legal": ["play 7C"]}
    assert found["result"] is None


@pytest.mark.parametrize(
    ("actions", "step", "rule"),
    [
        (["pass", "bury 9H 8S"], 1, "R8: "),
        (["pass", "Pick"], 1, "R8: expected pick or pass: action 'Pick': expected one of"),
        (["pass", "pick", "bury 9H"], 2, "R9: 2 cards are buried, not 1"),
        (["pass", "pick", "bury 9H 9H"], 2, "R9: "),
        (["pass", "pick", "bury QC 8S"], 2, "R9: not held: QC"),
        (["pass", "pick", "bury 9H 8S", "call AH"], 3, "R14: "),
        (["pass", "pick", "bury 9H 8S", "call ZZ"], 3, "R14: "),
        (["pass", "pick", "bury 9H 8S", "call AC", "play"], 4, "R15: "),
        (["pass", "pick", "bury 9H 8S", "call AC", "play TC 8C"], 4, "R15: "),
        (["pass", "pick", "bury 9H 8S", "call AC", "p" * 10_000], 4, "R15: "),
        ([*WHOLE, "play QC"], 34, "R15: the deal is over"),
        ([*WHOLE, "what else"], 34, "R15: the deal is over"),
        ([""], 0, "R8: "),
    ],
)
def test_what_is_no_legal_action_is_refused_by_a_rule(
    actions: list[str], step: int, rule: str
) -> None:
    found = answer(line(actions=actions))

    assert found["error"]["step"] == step
    assert found["error"]["rule"].startswith(rule)
    assert found["error"]["action"][:10] == actions[step][:10]
    assert len(found["steps"]) == step
    assert len(json.dumps(found["error"])) < 500


def test_cards_are_read_in_every_notation_and_a_bury_in_any_order() -> None:
    hands = [[card.replace("T", "10") for card in hand] for hand in HANDS]
    hands[4][0] = "Q♣"

    found = answer(line(hands=hands, actions=["pass", "pick", "bury 8S 9♥", "call AC"]))

    assert found["error"] is None


def test_options_left_out_have_their_defaults() -> None:
    passed = ["pass"] * 5
    doubler = {"all_pass": "doubler"}

    played = answer(line(variant="jack-of-diamonds", actions=passed))
    thrown = answer(line(variant="jack-of-diamonds", options=doubler, actions=passed))

    assert played["next"]["kind"] == "play"
    assert thrown["next"] is None
    assert thrown["result"] == {
        "points": [0] * 5,
        "tricks": [0] * 5,
        "outcome": "thrown-in",
        "scores": [0] * 5,
        "picker": None,
        "partner": None,
    }


def test_a_replacement_is_played_at_its_stake() -> None:
    plays = [action for action in WHOLE if action != "call AC"]
    options = {"all_pass": "doubler"}
    record = line(variant="jack-of-diamonds", options=options, actions=plays)

    once, at_four = answer(record), answer({**record, "thrown_in": 2})

    # JD is seat 2's, who is the partner here: 26 and 44 points, nothing buried, 4 of 6 tricks.
    assert once["result"]["scores"] == [-1, 2, 1, -1, -1]
    assert at_four["result"]["scores"] == [-4, 8, 4, -4, -4]


def test_at_the_cap_all_pass_is_no_longer_thrown_in() -> None:
    options = {"all_pass": "doubler", "doubler_cap": 2}
    record = line(variant="jack-of-diamonds", options=options, actions=["pass"] * 5, thrown_in=1)

    assert answer(record)["next"]["kind"] == "play"


HOYLE_4 = {
    "variant": "hoyle-4",
    "hands": [
        "QC QH JC JS AD TC 9S 8S".split(),
        "QS AC KC 9C AH KS TH 9H".split(),
        "QD JH TD 8C 7C TS AS 8H".split(),
        "JD KD 9D 8D 7D 7S KH 7H".split(),
    ],
    "blind": [],
}
"""Seat 0 holds both black jacks."""


def test_who_picks_at_hoyle_4_buries_nothing_and_names_one_of_24_cards() -> None:
    asked = answer({**HOYLE_4, "actions": ["pick"]})["next"]
    named = answer({**HOYLE_4, "actions": ["pick", "call AH", "play TC"]})
    own = answer({**HOYLE_4, "actions": ["pick", "call AD"]})

    others = [card for hand in HOYLE_4["hands"][1:] for card in hand]
    assert asked["legal"] == sorted(["alone", *(f"call {card}" for card in others)])
    assert (asked["seat"], asked["kind"], len(asked["legal"])) == (0, "call", 25)
    assert named["error"] is None
    assert named["next"]["legal"] == ["play 9C", "play AC", "play KC"]
    assert own["error"]["rule"] == "R13: the named card is the picker's own: AD"


def test_a_partner_by_a_black_jack_is_named_in_the_result_only() -> None:
    # The picker has JS, seat 2 has JC; each plays his first legal card.
    hands = [hand.copy() for hand in HOYLE_4["hands"]]
    hands[0][2], hands[2][0] = "QD", "JC"
    record = {**HOYLE_4, "hands": hands, "actions": ["pick", "partner"]}
    while (found := answer(record))["next"] is not None:
        assert found["result"] is None
        record["actions"].append(found["next"]["legal"][0])

    assert len(record["actions"]) == 2 + 32
    assert (found["result"]["picker"], found["result"]["partner"]) == (0, 2)
    scores = found["result"]["scores"]
    assert scores[0] == scores[2] != 0
    assert scores[1] == scores[3] == 0


@pytest.mark.parametrize(
    ("name", "outcome"),
    [
        *[("picker-alone-3", "leaster"), ("picker-alone-4", "leaster")],
        *[("hoyle-3", "least"), ("hoyle-4", "least")],
    ],
)
def test_an_all_pass_for_three_and_four_is_settled_to_its_scores(name: str, outcome: str) -> None:
    record = deal_object(variant(name), bytes(32), 5)
    record["actions"] = ["pass"] * variant(name).players
    while (found := answer(record))["next"] is not None:
        record["actions"].append(found["next"]["legal"][-1])

    result = found["result"]
    assert (result["outcome"], result["picker"], result["partner"]) == (outcome, None, None)
    assert sum(result["points"]) == 120
    total = sum(result["scores"])
    assert total == 0 if outcome == "leaster" else total in (2, 4, -4)


TWICE = [*HANDS[:4], ["QC", "TS", "JS", "JC", "AD", "AD"]]


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        pytest.param("", "expected a JSON object", id="empty"),
        pytest.param("{", "expected a JSON object", id="no-json"),
        pytest.param("[1]", "expected a JSON object, got a list", id="a-list"),
        pytest.param("7", "expected a JSON object, got 7", id="a-number"),
        pytest.param("null", "expected a JSON object, got null", id="null"),
        pytest.param("[" * 100_000, "nested too deeply", id="deep-list"),
        pytest.param('{"id":' * 50_000, "nested too deeply", id="deep-object"),
        pytest.param('{"id": NaN}', "expected finite numbers", id="nan"),
        pytest.param('{"id": 1e999}', "expected finite numbers", id="infinite"),
        pytest.param('{"id": ' + "9" * 9_000 + "}", "numbers of a sensible size", id="huge-id"),
        pytest.param('{"hands": 1, "hands": 2}', 'key "hands" stands there twice', id="key-twice"),
        pytest.param({}, "variant is missing", id="nothing"),
        pytest.param({"variant": "called-ace", "hands": HANDS}, "blind is missing", id="no-blind"),
        pytest.param(line(secret="00"), 'unknown key "secret"', id="unknown-key"),
        pytest.param(line(id={}), "id: expected a text or a number", id="id-object"),
        pytest.param(line(variant="skat"), "variant 'skat': expected one of", id="variant"),
        pytest.param(line(variant=5), "variant: expected a name, got 5", id="variant-number"),
        pytest.param(
            line(variant=["a"]), "variant: expected a name, got a list", id="variant-list"
        ),
        pytest.param(line(variant="x" * 9_999), "expected the names of the rule book", id="long"),
        pytest.param(line(variant="hoyle-3"), "5 hands: expected 3 for hoyle-3", id="five-for-3"),
        pytest.param(
            line(variant="hoyle-4", hands=HANDS[:4]), "6 cards at seat 0: expected 8", id="six-of-8"
        ),
        pytest.param(line(options=[]), "options: expected an object", id="options-list"),
        pytest.param(line(options={"crack": "crack"}), "has no option 'crack'", id="option"),
        pytest.param(line(options={"all_pass": "doubler"}), "all_pass = doubler", id="value"),
        pytest.param(
            line(variant="hoyle-4", options={"leaster_blind": "nobody"}),
            "hoyle-4 has no option 'leaster_blind': expected one of all_pass",
            id="option-of-another-table",
        ),
        pytest.param(
            line(variant="picker-alone-3", options={"all_pass": "least"}),
            "picker-alone-3: all_pass = least: expected one of leaster, forced-pick",
            id="value-of-another-table",
        ),
        pytest.param(
            {**HOYLE_4, "blind": ["QC"]}, "QC is dealt twice", id="a-blind-where-there-is-none"
        ),
        pytest.param(
            line(options={"all_pass": ["x"]}), "expected a value, got a list", id="a-list-value"
        ),
        pytest.param(line(options={"all_pass": "x" * 999}), "expected a value", id="long-value"),
        pytest.param(line(options={"called_ten_wins": 1}), "called_ten_wins = 1", id="no-bool"),
        pytest.param(line(options={"called_ten_wins": None}), "expected a value", id="null-value"),
        pytest.param(line(hands="QC"), "hands: expected a list", id="hands-text"),
        pytest.param(line(hands=HANDS[:4]), "4 hands: expected 5", id="four-hands"),
        pytest.param(line(hands=[*HANDS[:4], "QC"]), "hands[4]: expected a list", id="hand-text"),
        pytest.param(line(hands=[*HANDS[:4], [1] * 6]), "hands[4]: expected a card", id="number"),
        pytest.param(line(hands=[*HANDS[:4], ["1C"]]), "hands[4]: card '1C'", id="no-card"),
        pytest.param(
            line(hands=[*HANDS[:4], ["x" * 9_999]]), "hands[4]: card 'xxx", id="long-card"
        ),
        pytest.param(line(hands=TWICE), "AD is dealt twice", id="card-twice"),
        pytest.param(line(hands=[["QC"] * 50] * 5), "QC is dealt twice", id="many-cards"),
        pytest.param(line(blind=["7C"]), "1 cards in the blind: expected 2", id="half-a-blind"),
        pytest.param(line(blind=None), "blind: expected a list of cards", id="blind-null"),
        pytest.param(line(actions="pass"), "actions: expected a list", id="actions-text"),
        pytest.param(line(actions=["pass", 7]), "actions[1]: expected a text, got 7", id="action"),
        pytest.param(line(thrown_in=1), "1 deals thrown in: expected 0 to 0", id="thrown-in"),
        pytest.param(line(thrown_in=-1), "-1 deals thrown in", id="negative"),
        pytest.param(line(thrown_in=True), "thrown_in: expected a small whole number", id="bool"),
        pytest.param(line(thrown_in=0.0), "thrown_in: expected a small whole number", id="float"),
        pytest.param(line(thrown_in=10**50), "thrown_in: expected a small whole", id="huge"),
    ],
)
def test_a_line_that_is_no_deal_is_answered_with_a_sentence(record: object, sentence: str) -> None:
    found = answer(record)

    assert sentence in found["error"]["rule"]
    assert (found["error"]["step"], found["error"]["action"]) == (None, None)
    assert (found["steps"], found["next"], found["result"]) == ([], None, None)
    assert len(found["error"]["rule"]) < 300


@pytest.mark.parametrize("name", ["7", 7, 7.5, None, True, "ÄÖ \ud800 ♣"])
def test_the_id_comes_back_as_it_was(name: object) -> None:
    assert answer(line(id=name))["id"] == name
    assert answer(line(id=name, hands=[]))["id"] == name


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
KEYS = st.sampled_from(["id", "variant", "options", "hands", "blind", "actions", "thrown_in"])


@given(st.text() | JSON.map(json.dumps))
def test_no_line_whatever_raises(text: str) -> None:
    assert answer(text)["error"] is not None


@given(KEYS, JSON | st.lists(st.sampled_from([*WHOLE, "QC", "pass"])))
def test_no_value_in_the_place_of_another_raises(key: str, value: object) -> None:
    answer(line(**{"actions": WHOLE, key: value}))


@given(SEEDS)
@settings(max_examples=60)
def test_a_played_deal_is_settled_as_it_was_played(seed: int) -> None:
    record = random_record(seed)
    actions = [format_action(action) for action in record.actions]
    asked = [
        (deal.seat, deal.kind.value if deal.kind else "", len(deal.legal() or ()))
        for deal, _ in record.positions()
    ]
    result = record.replay().result()

    found = answer(
        {
            "id": seed,
            "variant": record.variant.name,
            "options": record.variant.options(),
            "hands": [[format_card(card) for card in cards_of(h)] for h in record.hands],
            "blind": [format_card(card) for card in cards_of(record.blind)],
            "actions": actions,
            "thrown_in": record.thrown_in,
        }
    )

    assert found["error"] is None
    steps = found["steps"]
    assert [(s["seat"], s["kind"], len(s["legal"] or ())) for s in steps] == asked
    for step, action in zip(steps, actions, strict=True):
        assert step["legal"] is None or action in step["legal"]
        assert step["legal"] is None or step["legal"] == sorted(step["legal"])
    assert found["result"]["scores"] == list(result.scores)
    assert found["result"]["outcome"] == result.outcome


def test_a_deal_object_is_what_the_referee_reads() -> None:
    secret = bytes(32)
    table = variant("jack-of-diamonds", {"all_pass": "doubler", "crack": "crack"})

    found = deal_object(table, secret, 0, redeal=1)

    assert found["id"] == "deal:0/1"
    assert found["thrown_in"] == 1
    assert found["options"] == table.options()
    cards = dealt(secret, table, 0, redeal=1)
    assert [len(set(hand)) for hand in found["hands"]] == [6] * 5
    assert found["blind"] == [format_card(card) for card in cards_of(cards.blind)]
    settled = answer(found)
    assert settled["error"] is None
    assert settled["next"]["seat"] == 0


def test_a_deal_object_of_a_deal_that_cannot_be_is_refused() -> None:
    with pytest.raises(DealError):
        deal_object(variant("called-ace"), bytes(32), 0, redeal=1)
    with pytest.raises(DealError):
        deal_object(variant("hoyle-4"), bytes(32), 0, redeal=1)
