"""The text of a deal: what is written is read again, and what the rules refuse is refused."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.rules.actions import PLAYS, format_action
from arena.rules.cards import format_cards
from arena.rules.notation import WrittenDeal, format_deal, parse_deal
from arena.rules.notation_words import BrokenRuleError, MalformedLineError, NotationError
from arena.rules.phases import Phase
from arena.rules.variants import OPTIONS, PLAYABLE, variant
from tests.rules.records import SEEDS, Record, random_options, random_record
from tests.rules.whole_deals import DEALS, whole_deal

HANDS = (
    "TC 8C KS AH TH KH / QD JH TD 7D 8S 7S / QS JD 8D 9C AS 7H / "
    "QH KD AC KC 9S 8H / QC JC JS AD 9D TS + 7C 9H"
)
BID = f"called-ace | {HANDS} | pass pick bury 8S 9H call AC"
THREE = (
    "JS JH JD AD TD KD TC KC 8S 7H / QC QH QD 9D 7D AC KS 9S TH 9H / "
    "QS 8D 9C 8C 7C AS TS 7S AH 8H + JC KH"
)
UNKNOWN = (
    "called-ace | QC JC KD AC TC AS / QH QD JD AD 8C AH / QS JH KC 8S 7S KH / "
    "8D 7D 9S TH 9H 7H / JS 9D 9C 7C KS 8H + TD TS | "
    "pick bury TC TS call AH unknown TD"
)
JACK = f"jack-of-diamonds crack=crack | {HANDS} | pass pick bury 8S 9H"


def text_of(record: Record) -> WrittenDeal:
    return WrittenDeal(record.variant, record.hands, record.blind, record.thrown_in, record.actions)


@st.composite
def written_deals(draw: st.DrawFn) -> WrittenDeal:
    """A deal of any table with any options, cut off anywhere, or not at all."""
    seed = draw(SEEDS)
    table = random_options(draw(st.sampled_from(PLAYABLE)), random.Random(seed))
    record = random_record(seed, table)
    steps = len(record.actions)
    return text_of(record.cut(draw(st.just(steps) | st.integers(0, steps))))


# ------------------------------------------------------------ round trips


@given(written_deals())
@settings(max_examples=300)
def test_what_is_written_is_read_again(deal: WrittenDeal) -> None:
    line = format_deal(deal)

    assert parse_deal(line) == deal
    assert "\n" not in line


@given(written_deals(), st.integers())
def test_other_ways_of_writing_a_deal_have_the_same_canonical_line(
    deal: WrittenDeal, seed: int
) -> None:
    line = format_deal(deal)

    assert format_deal(parse_deal(_otherwise(line, random.Random(seed)))) == line


def _otherwise(line: str, rng: random.Random) -> str:
    """*line* as people write: tens and suit signs, no leaders, hands unsorted, no result."""
    table, cards, *rest = line.split(" | ")
    name, *options = table.split()
    stake = [options.pop()] if options and options[-1].startswith("x") else []
    rng.shuffle(options)
    hands, plus, blind = cards.partition(" + ")
    shuffled = [" ".join(rng.sample(h.split(), len(h.split()))) for h in hands.split(" / ")]
    fields = [" ".join([name, *options, *stake]), "/".join(shuffled) + plus + blind]
    fields += [field for field in rest if not re.match("won|lost|lea|thrown", field)]
    text = "|".join(fields)
    if rng.random() < 0.5:
        text = re.sub(r"\d: ?", "", text)
    text = re.sub(r"\bT([CSHD])\b", r"10\1", text)
    for letter, sign in zip("CSHD", "♣♠♥♦", strict=True):
        text = re.sub(rf"\b(10|[A7-9QKJ]){letter}\b", rf"\1{sign}", text)
    return f"  {text.replace(' ', '   ')}\n"


@pytest.mark.parametrize("name", DEALS)
def test_the_deals_of_the_rule_book_end_in_their_scores(name: str) -> None:
    line = format_deal(text_of(whole_deal(name)))

    scores = [int(word) for word in line.rpartition(" | ")[2].split()[1:]]
    assert scores == DEALS[name]["scores"]
    assert parse_deal(line).replay().over


@pytest.mark.parametrize("table", PLAYABLE)
def test_only_options_that_are_not_defaults_are_written(table: str) -> None:
    for key, option in OPTIONS[table].items():
        for value in option.values:
            record = random_record(7, variant(table, {key: value})).cut(0)
            words = format_deal(text_of(record)).partition(" |")[0].split()
            words = [word for word in words if not re.fullmatch(r"x\d+", word)]

            spelt = str(value).lower()
            assert words == [table] + [f"{key}={spelt}"] * (value != option.default)


def test_a_deal_that_was_dealt_at_a_stake_says_so() -> None:
    table = variant("jack-of-diamonds", {"all_pass": "doubler"})
    record = random_record(3, table)
    deal = WrittenDeal(table, record.hands, record.blind, thrown_in=2)

    assert format_deal(deal).startswith("jack-of-diamonds all_pass=doubler x4 | ")
    assert parse_deal(format_deal(deal)).thrown_in == 2


# ------------------------------------------------------------ written by hand


@pytest.mark.parametrize(
    ("line", "actions"),
    [
        pytest.param(f"called-ace | {HANDS}", "", id="nothing-said-yet"),
        pytest.param(BID, "pass, pick, bury 8S 9H, call AC", id="a-call"),
        pytest.param(
            f"{BID} | 0: TC 7C 9C AC 9D / 4: TS",
            "pass, pick, bury 8S 9H, call AC, play TC, play 7C, play 9C, play AC, play 9D, play TS",
            id="a-running-trick",
        ),
        pytest.param(
            f"{UNKNOWN} | 0: TD AH",
            "pick, bury TC TS, call AH unknown TD, play TD, play AH",
            id="an-unknown-is-written-as-its-card",
        ),
        pytest.param(
            f"{JACK} no-crack no-crack crack",
            "pass, pick, bury 8S 9H, no-crack, no-crack, crack",
            id="cracks",
        ),
        pytest.param(f"hoyle-3 | {THREE} | pass pass", "pass, pass", id="two-passes"),
    ],
)
def test_a_line_says_these_actions(line: str, actions: str) -> None:
    deal = parse_deal(line)

    assert ", ".join(map(format_action, deal.actions)) == actions
    assert format_deal(deal) == line


MALFORMED = [
    pytest.param("", 1, "table", "expected one of called-ace, jack-of-diamonds", id="empty"),
    pytest.param("skat | QC", 1, "table", "'skat': expected one of called-ace", id="table"),
    pytest.param("called-ace", 11, "line", "expected ' | ' and the cards", id="no-cards"),
    pytest.param("called-ace leaster |", 12, "table", "expected NAME=VALUE", id="no-option"),
    pytest.param(
        "called-ace crack=crack |", 12, "table", "'crack=crack': expected one of all_pass", id="has"
    ),
    pytest.param(
        "called-ace all_pass=doubler |", 12, "table", "expected one of leaster, forced", id="value"
    ),
    pytest.param(
        "hoyle-4 all_pass=least all_pass=least |", 24, "table", "another option", id="option-twice"
    ),
    pytest.param("jack-of-diamonds x3 |", 18, "table", "a stake of x2, x4, x8 or x16", id="stake"),
    pytest.param("called-ace | QC 1C", 17, "hand of seat 0", "'1C': expected a card", id="card"),
    pytest.param("called-ace | QC / + AC + 7", 24, "blind", "only cards after the +", id="plus"),
    pytest.param(f"{BID[: BID.index(' | pass')]} |", 121, "bidding", "pass or pick", id="bar"),
    pytest.param(f"called-ace | {HANDS} | 0:", 122, "bidding", "'0:': expected pass", id="no-bid"),
    pytest.param(f"called-ace | {HANDS} | pass AC", 122, "bidding", "pass without", id="pass-card"),
    pytest.param(f"{BID[:-3]}", 143, "bidding", "call CARD or call CARD unknown", id="call-what"),
    pytest.param(
        f"called-ace | {HANDS} | pick bury 9H 9H",
        127,
        "bidding",
        "different cards",
        id="bury-twice",
    ),
    pytest.param(f"{BID} | TC 7C / 9C", 159, "trick 1", "5 cards, not 2", id="short-trick"),
    pytest.param(f"{BID} | TC 7C 9C AC 9D TS", 168, "trick 1", "/ after 5 cards", id="long-trick"),
    pytest.param(f"{BID} | TC 0: 7C", 156, "trick 1", "'0:': expected a card", id="late-leader"),
    pytest.param(f"{BID} | TC play 7C", 156, "trick 1", "'play': expected a card", id="play"),
    pytest.param(f"{BID} |", 152, "trick 1", "a card after the bar", id="no-trick"),
    pytest.param(f"{BID} | won-4 1", 153, "result", "'won-4': expected won-1", id="outcome"),
    pytest.param(f"{BID} | won-1 1 x", 161, "result", "'x': expected a score", id="score"),
    pytest.param(f"{BID} | won-1 1 2", 153, "result", "5 scores after the", id="scores"),
    pytest.param(f"{BID} | TC | won-1 0 0 0 0 0 | x", 176, "line", "the end of the", id="more"),
]


@pytest.mark.parametrize(("line", "column", "place", "says"), MALFORMED)
def test_a_line_out_of_format_is_told_where_and_what_belongs_there(
    line: str, column: int, place: str, says: str
) -> None:
    with pytest.raises(MalformedLineError, match=re.escape(says)) as caught:
        parse_deal(line)

    assert (caught.value.column, caught.value.place) == (column, place)
    assert str(caught.value).startswith(f"column {column}, {place}: {caught.value.text!r}: ")


BROKEN = [
    pytest.param("called-ace | QC QC", "QC", "R7: QC is dealt twice, first at column 14", id="R7"),
    pytest.param(f"hoyle-3 | {HANDS}", HANDS[:59] + "…", "R7: 5 hands: expected 3", id="R7-hands"),
    pytest.param(
        f"called-ace | {HANDS[:-3]}", HANDS[:59] + "…", "R7: 1 cards in the blind", id="R7-blind"
    ),
    pytest.param(f"called-ace x2 | {HANDS}", "x2", "R38: 1 deals thrown in", id="R38"),
    pytest.param(f"called-ace | {HANDS} | pass bury 9H 8S", "bury 9H 8S", "R8: ", id="R8"),
    pytest.param(f"called-ace | {HANDS} | pick bury 9H 8S", "bury 9H 8S", "R9: not", id="R9"),
    pytest.param(
        f"hoyle-3 all_pass=forced-pick | {THREE} | pass pass pass", "pass", "R10: ", id="R10"
    ),
    pytest.param(f"{JACK} alone", "alone", "R37: expected crack or no-crack", id="R37"),
    pytest.param(f"{BID[:-2]}AH", "call AH", "R14: no hearts held", id="R14"),
    pytest.param(f"{BID} | 0: AH 7C", "7C", "R17: the picker keeps", id="R17-picker"),
    pytest.param(f"{BID} | 0: TC 7C 9C KC", "KC", "R17: the partner plays", id="R17-partner"),
    pytest.param(f"{UNKNOWN} | QC QH QS 8D 9D / 0: TD", "TD", None, id="an-unknown-may-be-led"),
    pytest.param(f"{BID} | 0: TC 7C QS", "QS", "R15: follow clubs: QS", id="R15"),
    pytest.param(f"{BID} | 1: TC", "1:", "R15: seat 0 leads", id="R15-first-leader"),
    pytest.param(
        f"{BID} | 0: TC 7C 9C AC 9D / 3: KC", "3:", "R15: seat 4 leads", id="R15-next-leader"
    ),
    pytest.param(
        f"{BID} | 0: TC | lost-1 0 0 0 0 0", "lost-1", "R15: expected the play", id="no-result-yet"
    ),
    pytest.param(f"called-ace | {HANDS} | pass | TC", "TC", "R8: expected pick", id="R8-play"),
]


@pytest.mark.parametrize(("line", "text", "rule"), BROKEN)
def test_what_the_rules_refuse_is_refused_with_the_rule(
    line: str, text: str, rule: str | None
) -> None:
    if rule is None:
        assert parse_deal(line)
        return
    with pytest.raises(BrokenRuleError) as caught:
        parse_deal(line)

    assert caught.value.text == text
    assert caught.value.rule.startswith(rule)
    assert caught.value.rule in str(caught.value)


def test_a_wrong_result_is_corrected() -> None:
    line = format_deal(text_of(whole_deal("W4")))
    before, _, result = line.rpartition(" | ")
    assert result == "lost-2 +4 -8 +4 -4 +4"

    with pytest.raises(BrokenRuleError, match="'lost-1': R21: the outcome is lost-2"):
        parse_deal(f"{before} | lost-1 +4 -8 +4 -4 +4")
    with pytest.raises(BrokenRuleError, match=r"'-2': R22: the score of seat 3 is -4"):
        parse_deal(f"{before} | lost-2 +4 -8 +4 -2 +4")
    assert parse_deal(before) == parse_deal(f"{before} | lost-2 4 −8 4 −4 4")


# ------------------------------------------------------------ anything


@given(written_deals(), st.integers(0, 31))
@settings(max_examples=200)
def test_a_card_is_read_as_played_exactly_if_the_rules_allow_it(
    deal: WrittenDeal, card: int
) -> None:
    state = deal.replay()
    if state.phase is not Phase.PLAY:
        return
    line = format_deal(deal)
    size = state.variant.players
    joint = (" " if len(state.plays) % size else " / ") if state.plays else " | "
    longer = f"{line}{joint}{format_cards([card])}"

    rule = state.broken_rule(PLAYS[card])
    if rule is None:
        assert parse_deal(longer).actions == (*deal.actions, PLAYS[card])
        return
    with pytest.raises(BrokenRuleError) as caught:
        parse_deal(longer)
    assert (caught.value.rule, caught.value.step) == (rule, len(deal.actions))
    assert caught.value.column == len(longer) - 1


PIECES = st.sampled_from(
    "called-ace hoyle-4 x2 all_pass=leaster | / + QC 10D Q♣ 7H 0: pick pass bury call unknown "
    "alone won-1 leaster +2 -1 0 : = play".split()
)


@given(st.text() | st.lists(PIECES).map(" ".join))
def test_no_text_raises_anything_but_a_notation_error(text: str) -> None:
    with pytest.raises(NotationError):
        parse_deal(text)


@given(written_deals(), st.integers(0, 600), PIECES)
def test_a_line_with_a_foreign_word_is_read_or_refused(
    deal: WrittenDeal, at: int, piece: str
) -> None:
    line = format_deal(deal)
    try:
        read = parse_deal(f"{line[:at]} {piece} {line[at:]}")
    except NotationError:
        return

    assert parse_deal(format_deal(read)) == read


def test_a_very_long_word_is_not_repeated() -> None:
    with pytest.raises(MalformedLineError) as caught:
        parse_deal(f"called-ace | {'x' * 99_999}")

    assert len(str(caught.value)) < 300
