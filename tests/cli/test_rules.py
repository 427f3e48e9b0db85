"""`arena rules`: the rule book in the terminal."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from arena.cli.main import run
from arena.cli.rules import packaged_rules
from arena.report.rule_book import rule_numbers
from arena.rules.variants import OPTIONS, PLAYABLE, variant

Prints = Callable[..., str]


@pytest.fixture
def prints(capsys: pytest.CaptureFixture[str]) -> Prints:
    """What `arena rules` prints with these arguments."""

    def printed(*argv: str) -> str:
        assert run(("rules", *argv)) == 0
        return capsys.readouterr().out

    return printed


def test_all_tables_are_listed(prints: Prints) -> None:
    lines = prints().splitlines()

    assert {line.split()[0] for line in lines if line} >= set(PLAYABLE)
    assert max(map(len, lines)) <= 100


@pytest.mark.parametrize("table", PLAYABLE)
def test_the_page_of_a_table_has_every_option_with_its_values(prints: Prints, table: str) -> None:
    text = prints(table)

    lines = text.splitlines()
    assert lines[0] == table
    assert max(map(len, lines)) <= 100
    assert not any(mark in text for mark in ("**", "`", "](", "|"))
    options = lines[lines.index("Options:") :]
    for name, option in OPTIONS[table].items():
        (row,) = (line.split() for line in options if line.split()[:1] == [name])
        assert row[1 : len(option.values) + 1] == [str(v).lower() for v in option.values]


def test_every_rule_can_be_printed(prints: Prints) -> None:
    rules = rule_numbers(packaged_rules().read_text(encoding="utf-8"))

    assert {"R1", "R14", "R31", "R52"} <= set(rules)
    for rule in rules:
        lines = prints(rule.lower()).splitlines()
        assert lines[0] == rule
        assert len(lines) > 2
        assert max(map(len, lines)) <= 100


def test_options_are_listed_for_programs(prints: Prints) -> None:
    tables = json.loads(prints("--json"))
    one = json.loads(prints("hoyle-4", "--json"))

    assert [table["name"] for table in tables] == list(PLAYABLE)
    for table in tables:
        options = {option["name"]: option["default"] for option in table["options"]}
        assert variant(table["name"]).options() == options
        assert table["seats"] == variant(table["name"]).players
    assert one in tables
    assert one["options"] == [
        {"name": "all_pass", "default": "least", "values": ["least", "forced-pick"]}
    ]
    assert json.loads(prints("R8", "--json"))["rule"] == "R8"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        pytest.param("caled-ace", "did you mean 'called-ace'?", id="misspelt"),
        pytest.param("skat", "expected one of called-ace, jack-of-diamonds", id="another-game"),
        pytest.param("R99", "or a rule such as R14", id="no-such-rule"),
    ],
)
def test_an_unknown_name_is_refused(
    capsys: pytest.CaptureFixture[str], name: str, says: str
) -> None:
    assert run(("rules", name)) == 2

    assert says in capsys.readouterr().err
