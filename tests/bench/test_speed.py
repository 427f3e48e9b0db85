"""The arena's speed against its bars, printed; a bar is judged by whoever reads the figures.

Run with ``pytest -m bench -s``. Timing decides no test: what is asserted is that the work was
done. ``arena bench`` prints the same for users.
"""

from __future__ import annotations

import pytest

from arena.host.sandbox.cage import OPEN
from arena.referee.confinement import SandboxPolicy
from arena.rules.fast.playouts import can_compile
from arena.rules.variants import PLAYABLE
from arena.run.bench import decide_costs, sitting_speed
from arena.run.confining import best_level
from arena.run.rules_bench import (
    DEALS_BAR,
    GAME,
    HOW_TO_COMPARE,
    HOW_TO_COMPILE,
    RATIO_BAR,
    compiled_speed,
    rules_speed,
)

pytestmark = pytest.mark.bench


@pytest.mark.parametrize("name", PLAYABLE)
def test_rules_decisions_per_second_beside_open_spiel(name: str) -> None:
    speed = rules_speed(name, 2)

    print(f"\nrules {name}: {speed.decisions_per_s:,.0f} decisions/s")
    if speed.ratio is None:
        print(HOW_TO_COMPARE)
    else:
        print(
            f"OpenSpiel {GAME}: {speed.open_spiel_per_s:,.0f} decisions/s, ratios "
            f"{' '.join(f'{ratio:.2f}' for ratio in speed.ratios)}, median {speed.ratio:.2f}, "
            f"bar {RATIO_BAR}, aim 1.0"
        )
    assert speed.decisions_per_s > 0


@pytest.mark.skipif(not can_compile(), reason=HOW_TO_COMPILE)
@pytest.mark.parametrize("play", ["random", "policy"])
@pytest.mark.parametrize("name", PLAYABLE)
def test_compiled_deals_per_second(name: str, play: str) -> None:
    speed = compiled_speed(name, play, 1)

    print(f"\ncompiled {name}, {play}: {speed.deals_per_s:,.0f} deals/s, bar {DEALS_BAR:,} random")
    assert speed.deals_per_s > 0


def test_decide_beside_a_plain_socket_pair() -> None:
    costs = list(decide_costs(3))

    for cost in costs:
        print(
            f"\nbatch {cost.grpc.batch}: gRPC {cost.grpc.cpu_us:.1f} µs, floor "
            f"{cost.floor.cpu_us:.1f} µs CPU a decision, ratio {cost.cpu_ratio:.2f}"
        )
    print("bar: ratio at batch 64 at most 4")
    assert [cost.grpc.batch for cost in costs] == [1, 8, 64]


@pytest.mark.parametrize("confined", [True, False])
@pytest.mark.parametrize(("deals", "concurrent", "bar"), [(600, 64, 100), (120, 1, 15)])
def test_playings_per_second(deals: int, concurrent: int, bar: int, confined: bool) -> None:
    confinement = best_level(SandboxPolicy()).confinement if confined else OPEN

    speed = sitting_speed(deals, concurrent, confinement)

    print(
        f"\n{concurrent} deals at once at level {speed.level.value}: "
        f"{speed.playings_per_s:.1f} playings/s, bar {bar}"
    )
    assert speed.playings == deals
