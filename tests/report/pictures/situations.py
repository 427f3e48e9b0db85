"""Ladders, events and tests to draw, from few bots to many and with names of any length."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

from arena.ratings.confidence import estimate
from arena.ratings.crosstable import Crosstable, crosstable
from arena.ratings.history import Moment, RatedThen
from arena.ratings.sequential import Hypotheses, SequentialTest
from arena.ratings.versus import Standing, VersusResult
from arena.referee.form import Form
from arena.report.versus import Comparison
from arena.schedule.round_robin import round_robin
from tests.ratings.tables import match_of, random_totals

LONG = "a-rather-long-name-of-a-bot-{:02}@10.20.{}"
SHORT = "b{}@{}"


def named(bots: int, form: str = LONG) -> list[str]:
    return [form.format(place, place) for place in range(bots)]


def a_history(
    bots: int, *, moments: int = 40, events: int = 4, error: float = 150.0, form: str = LONG
) -> tuple[Moment, ...]:
    """Bots that come in one after another; errors shrink from *error* rating points."""
    random = Random(bots)
    names = named(bots, form)
    strengths = [random.gauss(0, error / 3) for _ in names]
    made = []
    for number in range(1, moments + 1):
        off = error / number**0.5
        ratings = {
            name: RatedThen(
                1500 + (strength + random.gauss(0, off / 3) if place else 0.0),
                off if place else None,
                1500,
            )
            for place, (name, strength) in enumerate(zip(names, strengths, strict=True))
            if number > place // 2 or number == moments
        }
        ends = number % max(1, moments // events) == 0 or number == moments
        event = f"season-{1 + (number - 1) * events // moments}"
        made.append(Moment(event, number, ends, number * 10, number * 50, ratings))
    return tuple(made)


def a_crosstable(bots: int, *, deals: int = 4, form: str = LONG, matches: int = 60) -> Crosstable:
    """A round-robin at tables of five of bots of unequal strength, the last far below."""
    random = Random(bots)
    names = named(bots, form)
    strengths = dict(zip(names, [random.gauss(0, 0.4) for _ in names[1:]] + [-3.0], strict=True))
    played = []
    for number, order in enumerate(round_robin(bots, 5, b"picture")[:matches], start=1):
        line_up = [names[0] if bot is None else names[bot] for bot in order]
        totals = random_totals(random, [strengths[bot] for bot in line_up], deals)
        played.append(match_of(line_up, totals, number=number))
    return crosstable(played)


def a_comparison(
    blocks: int, *, mean: float = 0.3, zeros: float = 0.66, form: str = LONG
) -> Comparison:
    """A test of at most so many *blocks*, of which the share *zeros* is exactly 0."""
    random = Random(blocks)
    hypotheses = Hypotheses(0.0, 0.05)
    test = SequentialTest(hypotheses, 48.0)
    seen: list[Fraction] = []
    while len(seen) < blocks and test.verdict is None:
        played = Fraction(5, 12) * round(random.gauss(mean, 4))
        seen.append(Fraction(0) if random.random() < zeros else played)
        test.add(seen[-1])
    standing = Standing(hypotheses, test.blocks, test.llr, test.verdict, estimate(seen))
    counts = Counter(seen)
    result = VersusResult(
        standing, test.path, tuple(sorted(counts.items())), counts[Fraction(0)], None, (0, 0), ""
    )
    first, second = named(2, form)
    return Comparison(
        "test", Form.VERSUS, (first, second), (), "called-ace", "1+0.1", 9000, None, True, result
    )
