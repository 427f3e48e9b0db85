"""A comparison in the terms of chess testing: its published figures come out of the report."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from arena.ratings.confidence import estimate
from arena.ratings.sequential import Hypotheses, Verdict
from arena.ratings.versus import Standing, VersusResult
from arena.referee.form import Form
from arena.report.versus import Comparison, comparison_data, format_comparison, standing_line

FASTCHESS = (34, 54, 63, 64, 75)
"""Pairs of games with 0, ½, 1, 1½ and 2 points, from fastchess's tests."""


def comparison(counts: tuple[int, ...], margin: float | None) -> Comparison:
    """A comparison whose blocks had differences of -1, -½, 0, ½ and 1 so many times."""
    values = [Fraction(place - 2, 2) for place in range(5)]
    seen = dict(zip(values, counts, strict=True))
    blocks = [value for value, count in seen.items() for _ in range(count)]
    standing = Standing(Hypotheses(0.0, 0.05), len(blocks), 0.0, None, estimate(blocks))
    held = tuple((value, count) for value, count in seen.items() if count)
    result = VersusResult(standing, (), held, 0, None, (0, 0), "0" * 64)
    return Comparison(
        event="e1",
        form=Form.VERSUS,
        bots=("a@1", "b@1"),
        panel=(),
        variant="called-ace",
        time="1+0.1",
        most_deals=1000,
        margin=margin,
        finished=False,
        result=result,
    )


def test_elo_nelo_and_los_are_those_that_fastchess_publishes() -> None:
    # With an M of 1 the pair scores are 0, ¼, ½, ¾ and 1, as pairs of games have them.
    seen = comparison(FASTCHESS, margin=1.0)

    text, data = format_comparison(seen), comparison_data(seen)

    assert "  Elo +55.6 ±27." in text
    assert ", nElo +57.9 ±28.3, LOS 100.0%" in text
    assert [data["elo"], data["elo_error"]] == pytest.approx([55.58, 27.65], abs=0.006)
    assert [data["nelo"], data["nelo_error"]] == pytest.approx([57.94, 28.28], abs=0.006)
    assert data["los"] == pytest.approx(1.0, abs=0.0001)


def test_without_a_ladder_at_the_table_there_is_no_elo() -> None:
    seen = comparison(FASTCHESS, margin=None)

    text, data = format_comparison(seen), comparison_data(seen)

    assert " Elo " not in text
    assert "nElo +57.9 ±28.3" in text
    assert (data["elo"], data["elo_error"]) == (None, None)


PANEL = Hypotheses(-0.05, 0.0)


@pytest.mark.parametrize(
    ("form", "tested", "verdict", "finished", "said"),
    [
        pytest.param(
            *(Form.VERSUS, Hypotheses(0.0, 0.05), Verdict.H1, True),
            "H1 accepted: A less B is nearer 0.05 a playing than 0.00.",
            id="stronger",
        ),
        pytest.param(
            *(Form.VERSUS, Hypotheses(0.0, 0.025), Verdict.H0, True),
            "H0 accepted: A less B is nearer 0.00 a playing than 0.025.",
            id="not-stronger",
        ),
        pytest.param(
            *(Form.PANEL, PANEL, Verdict.H1, True),
            "H1 accepted: among these others A less B is nearer 0.00 a playing than -0.05.",
            id="no-weaker-among-others",
        ),
        pytest.param(
            *(Form.PANEL, PANEL, Verdict.H0, True),
            "H0 accepted: among these others A less B is nearer -0.05 a playing than 0.00.",
            id="weaker-among-others",
        ),
        pytest.param(
            *(Form.VERSUS, Hypotheses(0.0, 0.05), None, True),
            "Inconclusive: 1000 deals, all there are, decide nothing.",
            id="at-the-cap",
        ),
        pytest.param(
            *(Form.VERSUS, Hypotheses(0.0, 0.05), None, False),
            "Undecided so far; at most 1000 deals.",
            id="under-way",
        ),
    ],
)
def test_the_verdict_is_a_sentence(
    form: Form, tested: Hypotheses, verdict: Verdict | None, finished: bool, said: str
) -> None:
    seen = comparison(FASTCHESS, margin=None)
    standing = replace(seen.result.standing, hypotheses=tested, verdict=verdict, llr=-1.234)
    result = replace(seen.result, standing=standing)

    text = format_comparison(replace(seen, form=form, finished=finished, result=result))

    assert said in text.splitlines()


def test_the_line_of_progress_has_the_llr_in_the_fields_format() -> None:
    standing = replace(
        comparison(FASTCHESS, margin=None).result.standing,
        hypotheses=Hypotheses(0.0, 0.025),
        llr=0.1234,
    )

    assert standing_line(standing).startswith(
        "290 blocks, LLR: 0.12 (-2.94, 2.94) [0.00, 0.025], A less B +0.159 ±"
    )


def test_the_longest_names_fit_100_columns() -> None:
    longest = f"{'n' * 32}@{'1' * 32}"
    seen = comparison(FASTCHESS, margin=1.0)

    text = format_comparison(replace(seen, bots=(longest, longest), panel=(longest,) * 4))

    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize(
    "counts",
    [
        pytest.param((0, 0, 0, 0, 0), id="nothing-played"),
        pytest.param((0, 0, 300, 0, 0), id="all-alike"),
        pytest.param((0, 0, 0, 0, 300), id="all-won"),
    ],
)
def test_blocks_that_do_not_tell_are_left_out_of_chess_terms(counts: tuple[int, ...]) -> None:
    seen = comparison(counts, margin=4.0)

    text, data = format_comparison(seen), comparison_data(seen)

    assert "Elo" not in text
    assert (data["elo_error"], data["nelo"], data["los"]) == (None, None, None)
