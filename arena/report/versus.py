"""A comparison of two bots as text and as plain data: the verdict, and what it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from textwrap import wrap
from typing import Final

from arena.ratings.confidence import Estimate
from arena.ratings.field_statistics import FieldStatistics, block_scores, field_statistics
from arena.ratings.sequential import Verdict
from arena.ratings.versus import PLAYINGS, Standing, VersusResult
from arena.referee.form import Form
from arena.report.tables import WIDTH, cut, plain

_NAME: Final = 34
_LABEL: Final = 28


class Ending(Enum):
    """Where a test without a verdict stands. JSON holds the values."""

    UNDECIDED = "undecided"
    """There are deals left."""
    INCONCLUSIVE = "inconclusive"
    """All deals are played."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A versus or panel event and what it has found."""

    event: str
    form: Form
    bots: tuple[str, str]
    """A and B."""
    panel: tuple[str, ...]
    """Who else sat at the tables, each once."""
    variant: str
    time: str
    most_deals: int
    margin: float | None
    """M of a ladder at this table, which makes Elo of scores; None if there is none."""
    finished: bool
    result: VersusResult

    @property
    def ending(self) -> Verdict | Ending:
        """The hypothesis accepted, or why there is none."""
        verdict = self.result.standing.verdict
        return verdict or (Ending.INCONCLUSIVE if self.finished else Ending.UNDECIDED)


def standing_line(standing: Standing) -> str:
    """``300 blocks, LLR: 0.12 (-2.94, 2.94) [0.00, 0.05], +0.031 ±0.054``."""
    line = f"{standing.blocks} blocks, {_llr(standing)}"
    found = standing.estimate
    if found is not None:
        line += f", A less B {_signed(float(found.mean))}"
        if found.low is not None and found.high is not None:
            line += f" ±{(found.high - found.low) / 2:.3f}"
    return line


def format_comparison(seen: Comparison) -> str:
    """The report, at most 100 columns wide, without an end of line."""
    standing = seen.result.standing
    first, second = (cut(bot, _NAME) for bot in seen.bots)
    lines = [
        f"{seen.event}: {seen.form.value}, {seen.variant}, {seen.time}",
        f"A {first} against B {second}",
    ]
    if seen.panel:
        lines += _wrapped("among", seen.panel)
    lines += ["", _sentence(seen), _llr(standing), ""]
    lines += [f"{label:{_LABEL}}{text}" for label, text in _figures(seen)]
    lines += ["", f"Results digest {seen.result.digest}", f"of {seen.result.playings} playings."]
    return "\n".join(lines)


def comparison_data(seen: Comparison) -> dict[str, object]:
    """The comparison for JSON."""
    result, standing = seen.result, seen.result.standing
    tested = standing.hypotheses
    found = standing.estimate
    return {
        "event": seen.event,
        "form": seen.form.value,
        "a": seen.bots[0],
        "b": seen.bots[1],
        "panel": list(seen.panel),
        "variant": seen.variant,
        "time": seen.time,
        "verdict": seen.ending.value,
        "delta0": tested.delta0,
        "delta1": tested.delta1,
        "alpha": tested.alpha,
        "beta": tested.beta,
        "llr": plain(standing.llr),
        "bounds": [plain(tested.lower), plain(tested.upper)],
        "score_per_playing": found and plain(found.mean),
        "standard_error": found and plain(found.error),
        "low": found and plain(found.low),
        "high": found and plain(found.high),
        **_field_data(seen),
        "blocks": standing.blocks,
        "zero_blocks": result.zeros,
        "playings": result.playings,
        "most_playings": 2 * seen.most_deals,
        "separate_playings": _separate(result),
        "faults": {"a": result.faults[0], "b": result.faults[1]},
        "differences": [
            {"difference": str(value), "blocks": times} for value, times in result.counts
        ],
        "looks": [{"blocks": look.block, "llr": plain(look.llr)} for look in result.path],
        "results_digest": result.digest,
    }


def _llr(standing: Standing) -> str:
    tested = standing.hypotheses
    return (
        f"LLR: {standing.llr:.2f} ({tested.lower:.2f}, {tested.upper:.2f}) "
        f"[{_delta(tested.delta0)}, {_delta(tested.delta1)}]"
    )


def _sentence(seen: Comparison) -> str:
    tested = seen.result.standing.hypotheses
    subject = "among these others A less B" if seen.form is Form.PANEL else "A less B"
    low, high = _delta(tested.delta0), _delta(tested.delta1)
    match seen.ending:
        case Verdict.H1:
            return f"H1 accepted: {subject} is nearer {high} a playing than {low}."
        case Verdict.H0:
            return f"H0 accepted: {subject} is nearer {low} a playing than {high}."
        case Ending.INCONCLUSIVE:
            return f"Inconclusive: {seen.most_deals} deals, all there are, decide nothing."
        case _:
            return f"Undecided so far; at most {seen.most_deals} deals."


def _delta(value: float) -> str:
    """With two decimals, or as many as it has."""
    short = f"{value:.2f}"
    return short if float(short) == value else f"{value:g}"


def _figures(seen: Comparison) -> list[tuple[str, str]]:
    result, standing = seen.result, seen.result.standing
    blocks, playings = standing.blocks, result.playings
    figures = [("blocks", _blocks(blocks, result.zeros))]
    if standing.estimate is not None:
        figures = [*_estimate(standing.estimate), *_field_terms(seen), *figures]
    figures.append(("playings", f"{playings:,}"))
    separate = _separate(result)
    if separate is not None:
        times = f"{separate / playings:.1f} times as many for the same error"
        figures.append(("separate deals would take", f"{separate:,}: {times}"))
    if any(result.faults):
        figures.append(("faults of A, of B", f"{result.faults[0]}, {result.faults[1]}"))
    return figures


def _estimate(found: Estimate) -> list[tuple[str, str]]:
    figures = [("A less B, score per playing", _signed(float(found.mean)))]
    if found.low is not None and found.high is not None:
        interval = f"{_signed(found.low)} to {_signed(found.high)}"
        figures.append(("95 % interval", f"{interval}, whenever one looks"))
    if found.error is not None:
        figures.append(("standard error", f"{found.error:.3f}, had the end been fixed before"))
    return figures


def _field_terms(seen: Comparison) -> list[tuple[str, str]]:
    """``nElo +17.6 ±11.5, LOS 99.9 %``, and Elo before them where there is a ladder."""
    found = _statistics(seen.result, None)
    terms = []
    if seen.margin is not None:
        rated = _statistics(seen.result, seen.margin)
        terms.append(_with_error("Elo", rated.elo, rated.elo_error))
    terms.append(_with_error("nElo", found.normalized_elo, found.normalized_elo_error))
    if found.superiority is not None:
        terms.append(f"LOS {found.superiority:.1%}")
    text = ", ".join(term for term in terms if term)
    return [("as chess testing has it", text)] if text else []


def _statistics(result: VersusResult, margin: float | None) -> FieldStatistics:
    """With pair scores of M *margin*, or so large that no difference is clipped."""
    largest = max((abs(value) for value, _ in result.counts), default=Fraction(0))
    full = margin or float(largest) or 1.0
    return field_statistics(block_scores(dict(result.counts), full, PLAYINGS))


def _field_data(seen: Comparison) -> dict[str, float | None]:
    if not seen.result.counts:
        return dict.fromkeys(("elo", "elo_error", "nelo", "nelo_error", "los"))
    found = _statistics(seen.result, None)
    rated = None if seen.margin is None else _statistics(seen.result, seen.margin)
    return {
        "elo": None if rated is None else plain(rated.elo),
        "elo_error": None if rated is None else plain(rated.elo_error),
        "nelo": plain(found.normalized_elo),
        "nelo_error": plain(found.normalized_elo_error),
        "los": plain(found.superiority),
    }


def _with_error(word: str, value: float | None, error: float | None) -> str:
    if value is None or error is None:
        return ""
    return f"{word} {value:+.1f} ±{error:.1f}"


def _blocks(blocks: int, zeros: int) -> str:
    if not zeros:
        return f"{blocks:,}"
    return f"{blocks:,}, of which {zeros:,} ({zeros / blocks:.0%}) are exactly 0"


def _separate(result: VersusResult) -> int | None:
    return None if result.saving is None else round(result.saving * result.playings)


def _signed(value: float) -> str:
    return f"{value:+.3f}" if value else "0"


def _wrapped(word: str, bots: Sequence[str]) -> list[str]:
    return wrap(f"{word} {', '.join(bots)}", WIDTH, subsequent_indent=" " * (len(word) + 1))
