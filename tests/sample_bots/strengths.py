"""Prints what the sample bots score against each other: python -m tests.sample_bots.strengths."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from arena.rules.variants import Variant, variant
from tests.sample_bots.duplicate import margin, mean_and_error, random_legal, score_by_deal
from tests.sample_bots.folders import TABLES, Decide, load_decide, sdk_bots

SECRET = bytes(range(32))
HOUSE = "rule-of-thumb"


def main() -> None:
    """Every table: each pair among house bots, then one of each against the house alone."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", nargs="+", choices=TABLES, default=TABLES)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--slow-deals", type=int, default=60, help="for pairs with monte-carlo")
    arguments = parser.parse_args()
    bots = {"random-legal": random_legal, **{name: load_decide(name) for name in sdk_bots()}}
    for name in arguments.tables:
        print_pairs(variant(name), bots, arguments.deals, arguments.slow_deals)


def print_pairs(table: Variant, bots: Mapping[str, Decide], deals: int, slow_deals: int) -> None:
    """Row minus column in score per playing, all other seats being the house's, ± 95 %."""
    rivals = table.players - 1
    print(f"\n{table.name}: row minus column; the last column is one against the house alone")
    print(" " * 14 + "".join(f"{name:>15}" for name in bots) + f"{'v house':>15}")
    for row, first in bots.items():
        cells = []
        for column, second in bots.items():
            count = slow_deals if "monte-carlo" in (row, column) else deals
            if row == column:
                cells.append("-")
                continue
            house = [bots[HOUSE]] * (rivals - 1)
            blocks = score_by_deal(table, SECRET, count, [first, second, *house])
            cells.append(str(margin(blocks, 0, 1)))
        count = slow_deals if row == "monte-carlo" else deals
        blocks = score_by_deal(table, SECRET, count, [first, *[bots[HOUSE]] * rivals])
        alone = mean_and_error([block[0] - sum(block[1:]) / rivals for block in blocks])
        cells.append(str(alone))
        print(f"{row:<14}" + "".join(f"{cell:>15}" for cell in cells), flush=True)


if __name__ == "__main__":
    main()
