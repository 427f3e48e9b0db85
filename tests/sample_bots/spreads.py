"""Prints how far exchanged blocks of the sample bots spread: python -m tests.sample_bots.spreads.

What `arena plan` goes by where no versus event was played comes from here.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from arena.referee.form import first_copies
from arena.referee.question import Question
from arena.rules.actions import Action
from arena.rules.variants import Variant, variant
from arena.schedule.exchange import drawn_seats
from arena.sdk.chance import random_for
from tests.sample_bots.duplicate import play_out, random_legal
from tests.sample_bots.folders import TABLES, Decide, load_decide

SECRET = bytes(range(32))


def blundering(decide: Decide, share: float) -> Decide:
    """*decide* with that *share* of its answers drawn at random, the same in the same place."""

    def decided(question: Question) -> Action:
        blunders = random_for(question).random() < share
        return random_legal(question) if blunders else decide(question)

    return decided


def exchanged_scores(
    table: Variant, bot: Decide, other: Decide, deals: int
) -> Iterator[tuple[Fraction, Sequence[int]]]:
    """Of each deal the difference of *bot* and *other*, and all scores of both playings."""
    seats, copies = table.players, first_copies(table.players)
    for index in range(deals):
        order = drawn_seats(SECRET, index, seats)
        difference, scores = Fraction(), []
        for own in (order[:copies], order[copies:]):
            line_up = [bot if seat in own else other for seat in range(seats)]
            made = play_out(table, SECRET, index, line_up)[0].result().scores
            ours = sum(made[seat] for seat in own)
            difference += Fraction(ours, len(own)) - Fraction(sum(made) - ours, seats - len(own))
            scores += made
        yield difference / 2, scores


def print_spread(table: Variant, what: str, bot: Decide, other: Decide, deals: int) -> None:
    """Mean, variance, share of zeros and sizes of the differences; the variance of a seat."""
    blocks = list(exchanged_scores(table, bot, other, deals))
    differences = [float(difference) for difference, _ in blocks]
    seats = [score for _, scores in blocks for score in scores]
    zeros = sum(not difference for difference in differences)
    sizes = Counter(str(abs(difference)) for difference, _ in blocks if difference)
    print(
        f"{table.name:<18}{what:<32}{deals:>6} blocks  mean {sum(differences) / deals:+.3f}  "
        f"variance {variance(differences):.3f}  zeros {zeros / deals:.3f}  "
        f"a seat's variance {variance(seats):.2f}"
    )
    print(f"    sizes {dict(sizes.most_common())}", flush=True)


def variance(values: Sequence[float]) -> float:
    """Of *values*, around their mean."""
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values) / (len(values) - 1)


def main() -> None:
    """Every table: a version of one bot, and bots of other styles."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", nargs="+", choices=TABLES, default=TABLES)
    parser.add_argument("--deals", type=int, default=600)
    arguments = parser.parse_args()
    house = load_decide("rule-of-thumb")
    pairs = {
        "itself with 2 % random answers": (blundering(house, 0.02), 3 * arguments.deals),
        "timid": (load_decide("timid"), arguments.deals),
        "high-card": (load_decide("high-card"), arguments.deals),
    }
    for name in arguments.tables:
        for what, (other, deals) in pairs.items():
            print_spread(variant(name), what, house, other, deals)


if __name__ == "__main__":
    main()
