"""How many playings a comparison takes, by design: python -m tests.versus.figures [--deals N].

For each pair of bots and each design: v, the variance of a block's difference times the
playings of a block, which is what a playing is worth whatever the blocks are made of; and how
many times fewer playings than separate deals that is.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from arena.rules.variants import Variant, variant
from tests.sample_bots.folders import Decide, load_decide
from tests.versus.blunders import blundering
from tests.versus.in_process import panel, rotated, separate, versus

SECRET: Final = bytes(range(32))
BLUNDERS: Final = 0.02
STRONG: Final = "rule-of-thumb"
TWEAKED: Final = f"{STRONG}, the same with 2 % blunders"
UNLIKE: Final = "timid, the same with 2 % blunders"
"""Two that are like each other and not like the house."""
TABLES: Final = ("called-ace", "picker-alone-4", "picker-alone-3")


@dataclass(frozen=True, slots=True)
class Figure:
    """What a design makes of a pair."""

    mean: float
    """A less B, score per playing."""
    variance: float
    """v: of a block's difference, times the playings of a block."""
    zeros: float
    """Share of the blocks."""


def figure(differences: Iterable[Fraction | int], playings: int) -> Figure:
    """Of a design with so many *playings* a block."""
    seen = [Fraction(one) for one in differences]
    mean = sum(seen, Fraction()) / len(seen)
    variance = sum(((one - mean) ** 2 for one in seen), Fraction()) / (len(seen) - 1)
    return Figure(float(mean), float(variance) * playings, seen.count(Fraction()) / len(seen))


def designs(
    table: Variant, bot: Decide, other: Decide, deals: int, *, rotations: int = 0
) -> dict[str, Figure]:
    """Each design's figure over so many *deals*; the house is the strong sample bot.

    Args:
        rotations: deals of the rotation design, whose blocks are longer; 0 leaves it out.
    """
    pair, house, chosen = (bot, other), load_decide(STRONG), range(deals)
    made = {
        "separate deals": figure(separate(table, SECRET, chosen, pair, house), 2),
        "versus": figure(versus(table, SECRET, chosen, bot, other), 2),
        "panel of house bots": figure(panel(table, SECRET, chosen, pair, house), 2),
    }
    if rotations:
        turned = rotated(table, SECRET, range(rotations), pair, house)
        made["rotations with house bots"] = figure(turned, table.players)
    return made


def pairs() -> dict[str, tuple[Decide, Decide]]:
    """Who is compared: a bot with itself a little worse, and then with others."""
    strong, timid = load_decide(STRONG), load_decide("timid")
    return {
        TWEAKED: (strong, blundering(strong, BLUNDERS)),
        UNLIKE: (timid, blundering(timid, BLUNDERS)),
        **{
            f"{STRONG}, {name}": (strong, load_decide(name))
            for name in ("timid", "bold", "high-card")
        },
    }


def printed(name: str, table: Variant, made: dict[str, Figure]) -> str:
    """A line a design."""
    alone = made["separate deals"].variance
    lines = [f"{table.name}: {name}"]
    for design, one in made.items():
        times = f"{alone / one.variance:6.1f} times fewer" if one.variance else "no variance"
        lines.append(
            f"  {design:26} A less B {one.mean:+.3f}   v {one.variance:6.2f}   {times}"
            f"   {one.zeros:4.0%} of the blocks 0"
        )
    return "\n".join(lines)


def main() -> None:
    """Every pair at five seats, the nearest one at four and three."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=2000)
    deals = parser.parse_args().deals
    for name, (bot, other) in pairs().items():
        for table in map(variant, TABLES if name == TWEAKED else TABLES[:1]):
            made = designs(table, bot, other, deals, rotations=deals // 2)
            print(printed(name, table, made), flush=True)


if __name__ == "__main__":
    main()
