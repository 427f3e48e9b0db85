"""What stands out between two bots is shown within a hundred columns, flagged where it is found."""

from __future__ import annotations

import json

from arena.ratings.collusion import Gain, PairGains
from arena.report.collusion import collusion_data, format_collusion

FOUND = Gain(score=-1.05, deviation=0.25, blocks=240, chance=1e-6, enlarged=0.002)
FRIEND = Gain(score=0.36, deviation=0.15, blocks=240, chance=0.02, enlarged=0.6)
PLAIN = Gain(score=0.01, deviation=0.15, blocks=240, chance=0.9, enlarged=1.0)
THREE = PairGains(
    bots=("ann", "bob", "cy"),
    blocks=300,
    gains={
        ("ann", "bob"): FOUND,
        ("bob", "ann"): FRIEND,
        ("ann", "cy"): PLAIN,
        ("cy", "ann"): PLAIN,
    },
    joint_gains={("ann", "bob"): PLAIN, ("ann", "cy"): PLAIN},
    correlation=0.001,
)
SHOWN = """\
1 flag in 6 tests of 3 bots, 300 blocks, at a false discovery rate of 5 %.

One bot, with another at its table
Bot  With  Score/playing      ±  Other way  Blocks    FDR
ann  bob           -1.05  ±0.49      +0.36     240  0.002  FLAG
bob  ann           +0.36  ±0.29      -1.05     240  0.600
ann  cy            +0.01  ±0.29      +0.01     240  1.000
cy   ann           +0.01  ±0.29      +0.01     240  1.000

Two bots together, from the rest
Bot  With  Score/playing      ±  Blocks    FDR
ann  bob           +0.01  ±0.29     240  1.000
ann  cy            +0.01  ±0.29     240  1.000

One pair is not tested: always or never at one table, or in fewer than 20 blocks.
"""


def test_the_least_likely_come_first_and_a_flag_is_called_one() -> None:
    assert format_collusion(THREE, 0.05).startswith(SHOWN)


def test_a_smaller_rate_flags_less() -> None:
    assert format_collusion(THREE, 0.001).startswith("No flags in 6 tests")


def test_what_a_flag_does_not_mean_is_said() -> None:
    assert "It proves nothing" in format_collusion(THREE, 0.05)


def test_all_that_is_flagged_is_shown_and_no_line_is_too_long() -> None:
    names = [f"a-bot-with-quite-a-long-name-{n:02}@10.20.30" for n in range(12)]
    gains = {(one, other): FOUND for one in names for other in names if one != other}
    text = format_collusion(PairGains(tuple(names), 5000, gains, {}, 0.0), 0.05)

    assert text.count("FLAG") == 12 * 11
    assert max(map(len, text.splitlines())) <= 100


def test_where_nothing_can_be_tested_that_is_said() -> None:
    text = format_collusion(PairGains(("ann", "bob", "cy"), 40, {}, {}, 0.0), 0.05)

    assert text.startswith("Nothing can be said of 3 bots in 40 blocks")


def test_json_has_every_test() -> None:
    known = json.loads(json.dumps(collusion_data(THREE, 0.05)))

    assert [one["flag"] for one in known["gains"]] == [True, False, False, False]
    assert (known["gains"][0]["bot"], known["gains"][0]["with"]) == ("ann", "bob")
    assert known["gains"][0]["error"] == 0.49
    assert (known["tests"], known["untested_pairs"]) == (6, 1)
