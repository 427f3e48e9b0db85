"""The example in docs/search.md runs as it stands, and imagines only what may be."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from arena.rules.actions import Kind
from arena.rules.fast.playouts import can_compile
from arena.rules.observe import observe
from arena.rules.variants import PLAYABLE, variant
from arena.sdk.answers import legal_answers
from tests.docs.pages import read
from tests.rules.records import random_options, random_record


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    """The names that the page's code defines."""
    (code,) = re.findall(r"```python\n(.*?)```", read("docs/search.md"), re.S)
    names: dict[str, Any] = {}
    exec(compile(code, "docs/search.md", "exec"), names)
    return names


@pytest.mark.parametrize("name", PLAYABLE)
def test_imagined_worlds_look_to_the_seat_like_the_deal_it_sees(
    example: dict[str, Any], name: str
) -> None:
    rng = random.Random(name)
    found = 0
    for seed in range(30):
        record = random_record(seed, random_options(name, rng))
        deal = record.cut(rng.randrange(len(record.actions))).replay()
        seen = observe(deal, deal.seat)
        for world in example["worlds"](seen, rng, wanted=2, tries=300):
            found += 1
            assert observe(example["replay"](seen, *world), seen.seat) == seen

    assert found > 30


@pytest.mark.slow
@pytest.mark.skipif(not can_compile(), reason="numba is not installed (extra: search)")
@pytest.mark.parametrize("name", PLAYABLE)
def test_the_best_answer_is_a_legal_one_and_the_same_each_time(
    example: dict[str, Any], name: str
) -> None:
    kinds = set()
    for seed in range(6):
        record = random_record(seed, variant(name))
        for deal, _ in record.positions():
            if deal.kind in kinds:
                continue
            kinds.add(deal.kind)
            seen = observe(deal, deal.seat)
            answer = example["best_answer"](seen, seed, wanted=4, each=4)
            assert answer in legal_answers(seen)
            assert answer == example["best_answer"](seen, seed, wanted=4, each=4)

    assert {Kind.PICK, Kind.PLAY} < kinds
