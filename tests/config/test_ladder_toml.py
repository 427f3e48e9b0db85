"""ladder.toml: what it may say, and that nothing in it is accepted and ignored."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arena.config.ladder_toml import (
    Ladder,
    find_ladder,
    find_settings,
    packaged_settings,
    read_settings,
)
from arena.errors import ConfigError
from arena.referee.clock import TimeControl
from arena.referee.confinement import Level, SandboxLimits, SandboxPolicy
from arena.referee.policy import FaultPolicy
from arena.rules.variants import PLAYABLE, variant

GOOD = """\
[[ladder]]
name = "ours"
variant = "jack-of-diamonds"
time = "2+0.05"
house = "rule-of-thumb@1.0.0"
[ladder.options]
crack = "crack"
may_go_alone = true
doubler_cap = 4

[[ladder]]
name = "theirs"
variant = "called-ace"
time = "1+0.1"
house = "rule-of-thumb"
margin = 4
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "ladder.toml"
    path.write_text(text)
    return path


def complaints(tmp_path: Path, text: str) -> list[str]:
    """The lines of the refusal of *text*, without the path before each."""
    path = written(tmp_path, text)
    with pytest.raises(ConfigError) as refusal:
        read_settings(path)
    return [line.removeprefix(f"{path}:") for line in str(refusal.value).splitlines()]


def test_ladders_are_read_in_their_order(tmp_path: Path) -> None:
    settings = read_settings(written(tmp_path, GOOD))

    options = {"crack": "crack", "may_go_alone": True, "doubler_cap": 4}
    assert settings.ladders == (
        Ladder(
            name="ours",
            variant=variant("jack-of-diamonds", options),
            time=TimeControl(2000, 50),
            house="rule-of-thumb@1.0.0",
            margin=None,
        ),
        Ladder("theirs", variant("called-ace"), TimeControl(1000, 100), "rule-of-thumb", 4.0),
    )


def test_what_is_left_out_has_the_documented_defaults(tmp_path: Path) -> None:
    settings = read_settings(written(tmp_path, GOOD))

    assert settings.faults == FaultPolicy(margin_ms=0, max_faults=3, penalty=3, ponder=True)
    assert settings.sandbox == SandboxPolicy(level=None, require=Level.STRONG, trusted=None)
    assert (settings.deals, settings.concurrency, settings.same_owner) == (20, None, False)


def test_the_other_tables_are_read(tmp_path: Path) -> None:
    tables = """
[faults]
timemargin = 0.05
max_faults = 5
penalty = 0
ponder = false
[sandbox]
level = "partial"
require = "full"
trusted = false
[sandbox.limits]
memory_mib = 100
scratch_files = 200
[schedule]
deals = 7
concurrency = 2
same_owner = true
"""
    settings = read_settings(written(tmp_path, GOOD + tables))

    assert settings.faults == FaultPolicy(margin_ms=50, max_faults=5, penalty=0, ponder=False)
    assert settings.sandbox == SandboxPolicy(
        level=Level.PARTIAL,
        require=Level.FULL,
        trusted=False,
        limits=SandboxLimits(memory_mib=100, scratch_files=200),
    )
    assert (settings.deals, settings.concurrency, settings.same_owner) == (7, 2, True)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        pytest.param(
            "time =",
            "tiem =",
            "4:1: ladder[0].tiem: unknown key (did you mean 'time'?)",
            id="misspelt-key",
        ),
        pytest.param(
            '"2+0.05"',
            '"fast"',
            "4:1: ladder[0].time: expected base+increment in seconds, as in \"1+0.1\", got 'fast'",
            id="time-that-is-none",
        ),
        pytest.param(
            '"2+0.05"',
            '"0+1"',
            "4:1: ladder[0].time: expected base+increment in seconds, as in \"1+0.1\", got '0+1'",
            id="no-time-at-all",
        ),
        pytest.param(
            '"2+0.05"',
            f'"{"9" * 400}+1"',
            "4:1: ladder[0].time: expected at most 3600 s, got '" + "9" * 59 + "…",
            id="time-beyond-numbers",
        ),
        pytest.param(
            '"2+0.05"',
            '"9000+1"',
            "4:1: ladder[0].time: expected at most 3600 s, got '9000+1'",
            id="time-in-milliseconds",
        ),
        pytest.param(
            '"jack-of-diamonds"',
            '"jack-of-diamond"',
            "3:1: ladder[0].variant: expected one of called-ace, jack-of-diamonds, picker-alone-3, "
            "picker-alone-4, hoyle-3, hoyle-4, got 'jack-of-diamond' "
            "(did you mean 'jack-of-diamonds'?)",
            id="misspelt-variant",
        ),
        pytest.param(
            '"called-ace"\ntime = "1+0.1"\nhouse = "rule-of-thumb"\nmargin = 4\n',
            '"hoyle-3"\ntime = "1+0.1"\nhouse = "rule-of-thumb"\n[ladder.options]\ncrack = "off"\n',
            "17:1: ladder[1].options.crack: unknown option of hoyle-3, expected one of all_pass",
            id="option-of-another-table",
        ),
        pytest.param(
            "may_go_alone",
            "may_go_alon",
            "8:1: ladder[0].options.may_go_alon: unknown option of jack-of-diamonds "
            "(did you mean 'may_go_alone'?)",
            id="misspelt-option",
        ),
        pytest.param(
            '"crack"\n',
            '"crak"\n',
            "7:1: ladder[0].options.crack: expected one of off, crack, crack-recrack, got 'crak' "
            "(did you mean 'crack'?)",
            id="misspelt-value-of-an-option",
        ),
        pytest.param(
            "may_go_alone = true",
            "may_go_alone = 1",
            "8:1: ladder[0].options.may_go_alone: expected one of false, true, got 1",
            id="one-is-not-true",
        ),
        pytest.param(
            "doubler_cap = 4",
            "doubler_cap = 3",
            "9:1: ladder[0].options.doubler_cap: expected one of 8, 1, 2, 4, 16, got 3",
            id="number-that-an-option-has-not",
        ),
        pytest.param(
            '"theirs"',
            '"ours"',
            "12:1: ladder[1].name: 'ours' names an earlier ladder too",
            id="name-used-twice",
        ),
        pytest.param(
            '"rule-of-thumb@1.0.0"',
            '"rule-of-thumb@"',
            '5:1: ladder[0].house: expected a bot, as in "rule-of-thumb" or '
            "\"rule-of-thumb@1.0.0\", got 'rule-of-thumb@'",
            id="house-without-its-version",
        ),
        pytest.param(
            "margin = 4",
            "margin = 0",
            "16:1: ladder[1].margin: expected a number above 0, in score per playing, got 0",
            id="margin-of-nothing",
        ),
        pytest.param(
            "margin = 4",
            "margin = nan",
            "16:1: ladder[1].margin: expected a number above 0, in score per playing, got nan",
            id="margin-that-is-no-number",
        ),
        pytest.param(
            "margin = 4",
            '[faults]\ntimemargin = "0.05"',
            "17:1: faults.timemargin: expected a number of seconds, as in 0.05, got '0.05'",
            id="timemargin-is-a-number",
        ),
        pytest.param(
            "margin = 4",
            "[faults]\ntimemargin = 0.0005",
            "17:1: faults.timemargin: expected seconds to three decimals, as in 0.05, got 0.0005",
            id="timemargin-below-a-millisecond",
        ),
        pytest.param(
            "margin = 4",
            '[faults]\nponder = "no"',
            "17:1: faults.ponder: expected true or false, got 'no'",
            id="ponder-is-true-or-false",
        ),
        pytest.param(
            "margin = 4",
            '[sandbox]\nrequire = "strung"',
            "17:1: sandbox.require: expected one of full, strong, partial, weak, none, got "
            "'strung' (did you mean 'strong'?)",
            id="misspelt-level",
        ),
        pytest.param(
            "margin = 4",
            '[sandbox]\nlevel = "auto"',
            "17:1: sandbox.level: expected one of best, full, strong, partial, weak, none, "
            "got 'auto'",
            id="no-such-level",
        ),
        pytest.param(
            "margin = 4",
            '[sandbox]\ntrusted = "yes"',
            "17:1: sandbox.trusted: expected true or false, got 'yes'",
            id="trust-is-a-yes-or-no",
        ),
        pytest.param(
            "margin = 4",
            "[sandbox.limits]\nmemory_mib = 8",
            "17:1: sandbox.limits.memory_mib: expected a whole number from 64 to 1048576, got 8",
            id="too-little-memory-for-any-bot",
        ),
        pytest.param(
            "margin = 4",
            "[sandbox.limits]\nmemory = 512",
            "17:1: sandbox.limits.memory: unknown key (did you mean 'memory_mib'?)",
            id="a-limit-without-its-unit",
        ),
        pytest.param(
            "margin = 4",
            "[server]\nport = 80",
            "16:1: server: this version has no server: leave it out",
            id="no-server-yet",
        ),
        pytest.param(
            "margin = 4",
            "[schedule]\nconcurrency = 0",
            "17:1: schedule.concurrency: expected a whole number from 1 to 1024, got 0",
            id="no-sittings-at-once",
        ),
        pytest.param(
            "margin = 4",
            "[schedule]\ndeals = true",
            "17:1: schedule.deals: expected a whole number from 1, got true",
            id="true-is-not-one",
        ),
    ],
)
def test_a_mistake_is_named_with_its_place(
    old: str, new: str, complaint: str, tmp_path: Path
) -> None:
    assert old in GOOD
    assert complaints(tmp_path, GOOD.replace(old, new, 1)) == [complaint]


def test_a_file_without_ladders_is_refused(tmp_path: Path) -> None:
    assert complaints(tmp_path, "") == [
        "1:1: ladder: missing, expected one or more tables [[ladder]]"
    ]


def test_single_brackets_around_ladder_are_explained(tmp_path: Path) -> None:
    assert complaints(tmp_path, '[ladder]\nname = "x"\n') == [
        "1:1: ladder: expected one or more tables [[ladder]], got a table"
    ]


def test_all_mistakes_are_named_at_once(tmp_path: Path) -> None:
    text = GOOD.replace("crack =", "crak =").replace("called-ace", "called").replace("2+", "two+")

    places = [line.split(": ")[:2] for line in complaints(tmp_path, text)]

    assert places == [
        ["4:1", "ladder[0].time"],
        ["7:1", "ladder[0].options.crak"],
        ["13:1", "ladder[1].variant"],
    ]


def test_the_packaged_settings_are_right() -> None:
    settings = read_settings(packaged_settings())

    assert [ladder.name for ladder in settings.ladders] == list(PLAYABLE)
    assert {ladder.house for ladder in settings.ladders} == {"rule-of-thumb"}
    assert {str(ladder.time) for ladder in settings.ladders} == {"1+0.1"}


def test_uncommenting_the_options_that_the_packaged_file_shows_changes_nothing(
    tmp_path: Path,
) -> None:
    text = packaged_settings().read_text()
    shown = re.sub(r"(?m)^# (\[[a-z.]+\]|[a-z_]+ = )", r"\1", text)
    shown = shown.replace("concurrency =", "# concurrency =")

    settings = read_settings(written(tmp_path, shown))

    assert settings.ladders == read_settings(packaged_settings()).ladders
    assert settings.sandbox.limits == SandboxLimits()
    for ladder in settings.ladders:
        for option in ladder.variant.options():
            assert f"\n{option} = " in shown


def test_the_file_named_counts_before_the_one_in_this_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert find_settings(None) == packaged_settings()

    Path("ladder.toml").touch()

    assert find_settings(None) == Path("ladder.toml")
    assert find_settings(Path("other.toml")) == Path("other.toml")


def test_a_named_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no such file"):
        read_settings(find_settings(tmp_path / "other.toml"))


def test_a_ladder_is_found_by_name_and_the_first_without(tmp_path: Path) -> None:
    settings = read_settings(written(tmp_path, GOOD))

    assert find_ladder(settings, None).name == "ours"
    assert find_ladder(settings, "theirs").name == "theirs"
    with pytest.raises(ConfigError, match=r"ladder: .*got 'their' \(did you mean 'theirs'\?\)"):
        find_ladder(settings, "their")
