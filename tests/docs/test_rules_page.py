"""docs/rules.md is what the rules do: every number, option, payment and example."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

import pytest

from arena.rules.actions import format_action
from arena.rules.announcing import announcements, partner_card
from arena.rules.cards import NAMES, cards_of, format_cards, mask_of, parse_card, parse_cards
from arena.rules.legal import legal_calls, partner_plays, picker_plays
from arena.rules.scoring import (
    least_scores,
    leaster_scores,
    picked_result,
    picked_scores,
    verdict,
)
from arena.rules.shuffle import deal_out
from arena.rules.variants import OPTIONS, PLAYABLE, variant
from tests.docs.pages import DOCS, REPOSITORY, read, rows, section, words

RULES = read("docs/rules.md")
SUITS = {"clubs": "C", "spades": "S", "hearts": "H"}


def figures(cell: str) -> list[int]:
    """The numbers of a cell, whose minus is a real one."""
    return [int(word.replace("−", "-")) for word in cell.split()]


def cited_rules() -> Iterator[tuple[str, str]]:
    sources = [*(REPOSITORY / "arena").rglob("*.py"), *(REPOSITORY / "proto").rglob("*.proto")]
    for path in [*sources, *DOCS.glob("*.md")]:
        for rule in re.findall(r"\bR\d+\b", path.read_text(encoding="utf-8")):
            yield rule, path.name


def test_every_rule_that_is_cited_has_its_heading() -> None:
    explained = set(re.findall(r"^### (R\d+)$", RULES, re.M))

    assert {cited for cited in cited_rules() if cited[0] not in explained} == set()


def test_every_rule_is_said_once() -> None:
    numbers = [int(number) for number in re.findall(r"^### R(\d+)$", RULES, re.M)]

    assert numbers == sorted(set(numbers))


@pytest.mark.parametrize("table", PLAYABLE)
def test_the_options_are_those_of_the_table_with_their_defaults(table: str) -> None:
    said = {
        words(name)[0]: (words(default), words(others))
        for name, default, others, _ in rows(section(RULES, f"Options of `{table}`"))[1:]
    }

    spelt = {
        name: [str(value).lower() for value in option.values]
        for name, option in OPTIONS[table].items()
    }
    assert said == {name: ([first], others) for name, (first, *others) in spelt.items()}


def test_the_card_numbers_are_those_of_the_cards() -> None:
    for numbers, names in rows(section(RULES, "R5"))[1:]:
        first, _, last = numbers.partition("–")

        assert words(names)[0].split() == list(NAMES[int(first) : int(last) + 1])


def test_the_examples_of_calls_are_what_the_rules_allow() -> None:
    examples = rows(section(RULES, "R14"))[1:]
    assert len(examples) == 5
    for held, bury, said in examples:
        hand, buried = (mask_of(parse_cards(words(cell)[0])) for cell in (held, bury))
        allowed = [format_action(action) for action in legal_calls(hand, buried, "only-aces")]
        if "unknown" in said:
            named = [f"{word} unknown" for word in words(said) if word != "alone"]
            assert sorted({action[:15] for action in allowed if action != "alone"}) == named
            assert len(allowed) == 6 * len(named) + 1
        else:
            assert words(said) == allowed


def test_the_call_that_another_option_allows_is_one() -> None:
    hand, buried = mask_of(parse_cards("QC JD AD 9D AC KC")), mask_of(parse_cards("TH 9H"))

    actions = legal_calls(hand, buried, "no-callable-suit")

    assert {format_action(action)[:7] for action in actions} == {"call AS", "call AH", "alone"}


def test_the_examples_of_plays_are_what_the_rules_allow() -> None:
    clubs, ace = mask_of(parse_cards("AC TC KC 9C 8C 7C")), mask_of([parse_card("AC")])
    examples = rows(section(RULES, "R17"))[1:]
    assert len(examples) == 11
    for who, held, led, said in examples:
        hand = mask_of(parse_cards(words(held)[0]))
        if "leads" in led:
            lead = 0
        elif led == "trump":
            lead = mask_of(range(14))
        else:
            lead = mask_of(parse_cards(" ".join(rank + SUITS[led] for rank in "ATK987")))
        unknown = mask_of(map(parse_card, words(who)))
        allowed = (
            partner_plays(hand, lead, clubs, ace)
            if who == "partner"
            else picker_plays(hand, lead, clubs, unknown)
        )

        # The page lists a hand as its reader would; the order means nothing.
        assert sorted(words(said)[0].split()) == sorted(format_cards(cards_of(allowed)).split())


def test_the_examples_of_outcomes_are_what_the_rules_give() -> None:
    examples = [row for row in rows(section(RULES, "R21")) if row[0].isdigit() and len(row) == 3]
    outcomes = [row for row in examples if words(row[2])]
    assert len(outcomes) == 7
    for points, tricks, outcome in outcomes:
        assert verdict(int(points), int(tricks), 6).outcome == words(outcome)[0]


def test_the_examples_of_other_tables_outcomes_are_what_the_rules_give() -> None:
    examples = [row for row in rows(section(RULES, "R21")) if len(row) == 4][1:]
    assert {words(row[0])[0] for row in examples} == set(PLAYABLE[2:])
    for table, points, tricks, outcome in examples:
        rules = variant(words(table)[0])
        others, taken = [120 - int(points)], [rules.hand_size - int(tricks)]
        result = picked_result(
            rules,
            [int(points), *others, *[0] * (rules.players - 2)],
            [int(tricks), *taken, *[0] * (rules.players - 2)],
            bury_points=0,
            picker=0,
            partner=None,
            stake=1,
        )

        assert result.outcome == words(outcome)[0]


def test_the_order_of_dealing_is_that_of_the_tables() -> None:
    dealt = set()
    for tables, order in rows(section(RULES, "R7"))[1:]:
        for name in words(tables):
            table = variant(name)
            hands: list[list[int]] = [[] for _ in range(table.players)]
            blind: list[int] = []
            deck = iter(range(32))
            for batch in order.split(", "):
                size = int(batch.split()[0])
                for cards in [blind] if "blind" in batch else hands:
                    cards += itertools.islice(deck, size)
            given = deal_out(table, range(32))
            dealt.add(name)

            assert given.hands == tuple(map(mask_of, hands))
            assert given.blind == mask_of(blind)
    assert dealt == set(PLAYABLE)


def test_the_list_of_the_tables_has_their_sizes() -> None:
    listed = rows(section(RULES, "The tables"))[1:]

    sizes = {words(name)[0]: (seats, hand, blind) for name, seats, hand, blind, *_ in listed}
    assert sizes == {
        name: (str(table.players), str(table.hand_size), str(table.blind_size or "none"))
        for name, table in ((name, variant(name)) for name in PLAYABLE)
    }
    for name, *_, all_pass in listed:
        assert all_pass == OPTIONS[words(name)[0]]["all_pass"].default


def test_the_examples_of_a_black_jack_are_what_the_rules_allow() -> None:
    examples = rows(section(RULES, "R13"))[1:]
    assert len(examples) == 3
    for held, said in examples:
        hand = mask_of(parse_cards(words(held)[0]))
        allowed = [format_action(a) for a in announcements(variant("hoyle-4"), hand, 0)]
        if "call" in words(said):
            assert len(allowed) == 25
            assert {action.split()[0] for action in allowed} == {"call", "alone"}
            continue
        assert allowed == ["partner", "alone"]
        card = partner_card(variant("hoyle-4"), hand)
        assert card is not None
        assert words(said) == ["partner", NAMES[card], "alone"]


def test_the_examples_of_leasts_are_what_the_rules_give() -> None:
    examples = rows(section(RULES, "R31"))[1:]
    assert len(examples) == 5
    for points, winners, scores in examples:
        assert sum(figures(points)) == 120
        assert list(least_scores(figures(points), figures(winners))) == figures(scores)


def test_the_payments_are_those_of_the_tables() -> None:
    paid = 0
    table = ""
    for name, picker, partner, defender in rows(section(RULES, "R22")):
        if name.startswith("`"):
            table = words(name)[0]
            continue
        payer = {"loss_payer": name.split()[-1]} if "loss_payer" in name else {}
        rules = variant(table, payer)
        alone = not partner
        tricks, others = rules.hand_size, rules.players - 2
        for level, seats in enumerate(
            zip(
                figures(picker),
                [0, 0, 0] if alone else figures(partner),
                figures(defender),
                strict=True,
            ),
            1,
        ):
            # Seat 0 picked, seat 1 is the partner if there is one.
            side = won_at(level, tricks) if name.startswith("won") else lost_at(level)
            scores = picked_scores(rules, verdict(*side, tricks), 0, None if alone else 1)
            assert scores == (seats[0], seats[2] if alone else seats[1], *[seats[2]] * others)
            paid += 1
    assert paid == 27 + 3 * (2 + 2 + 2 + 4)


def won_at(level: int, tricks: int) -> tuple[int, int]:
    return ((61, 4), (91, 5), (120, tricks))[level - 1]


def lost_at(level: int) -> tuple[int, int]:
    return ((60, 3), (30, 1), (10, 0))[level - 1]


def test_the_examples_of_leasters_are_what_the_rules_give() -> None:
    examples = rows(section(RULES, "R30"))[1:]
    assert len(examples) == 2
    for points, tricks, scores in examples:
        given = leaster_scores(figures(points), figures(tricks), needs_trick=True)

        assert list(given) == figures(scores)
