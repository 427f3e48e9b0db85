"""How many deals to plan, as text and as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from arena.ratings.plan import LadderPlan, Plan
from arena.ratings.sequential import Hypotheses
from arena.report.tables import Column, plain, text_table

_COLUMNS: Final = (
    Column("Bots", "<", gives_way=True),
    Column("Blocks"),
    Column("Variance"),
    Column("No lead"),
    Column("Half"),
    Column("All of it"),
    Column("Fixed"),
    Column("Either"),
    Column("Separate"),
)
_LEGEND: Final = (
    "No lead, half, all of it: what `arena versus` takes on average if that is the truth; in fact\n"
    "up to a tenth more, and half as much again where nearly all blocks are 0. Fixed: a test of a\n"
    "fixed length. Either: one of who is ahead. Separate: one that deals anew each time; in\n"
    "the others a deal is two playings. Variance: of a block's difference, from so many blocks."
)


@dataclass(frozen=True, slots=True)
class Plans:
    """What it takes to tell an effect from none."""

    variant: str
    ladder: str
    tested: Hypotheses
    plans: tuple[Plan, ...]
    """Of events, newest first; or of what is packaged."""
    of_ladder: LadderPlan | None
    """None where too little was played on it."""


def format_plans(seen: Plans) -> str:
    """The report, at most 100 columns wide, without an end of line."""
    tested = seen.tested
    heading = (
        f"Playings of {seen.variant} that tell a lead of {tested.delta1:g} in score per playing "
        f"from none,\nerring in {tested.alpha:g} where there is none and in {tested.beta:g} where "
        "there is one"
    )
    parts = [heading, text_table(_COLUMNS, [_row(plan) for plan in seen.plans])]
    if not any(plan.spread.event for plan in seen.plans):
        parts.append(
            "No versus event of this table played here tells: these are measured defaults\n"
            "of rule-of-thumb against the bots named. Those of your own bots may be others."
        )
    return "\n\n".join([*parts, _LEGEND, _ladder(seen)])


def plans_data(seen: Plans) -> dict[str, object]:
    """The same for JSON."""
    ladder = seen.of_ladder
    return {
        "variant": seen.variant,
        "effect": seen.tested.delta1,
        "alpha": seen.tested.alpha,
        "beta": seen.tested.beta,
        "versus": [
            {
                "bots": plan.spread.what,
                "event": plan.spread.event,
                "blocks_seen": plan.spread.blocks,
                "variance": plain(plan.spread.variance),
                "playings": {
                    "no_lead": plan.if_none,
                    "half": plan.if_half,
                    "whole": plan.if_whole,
                    "fixed": plan.fixed,
                    "fixed_either": plan.either,
                    "fixed_separate": plan.separate,
                },
            }
            for plan in seen.plans
        ],
        "ladder": ladder
        and {
            "ladder": seen.ladder,
            "pairs": ladder.pairs,
            "blocks_seen": ladder.blocks,
            "variance": plain(ladder.variance),
            "blocks": ladder.needed,
            "playings": ladder.playings,
        },
    }


def _row(plan: Plan) -> Sequence[str]:
    spread = plan.spread
    figures = (plan.if_none, plan.if_half, plan.if_whole, plan.fixed, plan.either, plan.separate)
    return (
        f"{spread.event}: {spread.what}" if spread.event else spread.what,
        f"{spread.blocks:,}",
        f"{spread.variance:.2f}",
        *(f"{figure:,}" for figure in figures),
    )


def _ladder(seen: Plans) -> str:
    if seen.of_ladder is None:
        return f"Ladder {seen.ladder}: too little was played on it to plan by."
    found = seen.of_ladder
    return (
        f"Ladder {seen.ladder}: {found.pairs:,} pairs of bots shared {found.blocks:,} blocks, in "
        f"which their difference has a\nvariance of {found.variance:.2f}. Which of two that differ "
        f"by {seen.tested.delta1:g} is ahead shows after {found.needed:,} shared\n"
        f"blocks, {found.playings:,} playings."
    )
