"""The arena's speed against its bars, printed; a bar is judged by whoever reads the figures.

Run with ``pytest -m bench -s``. Timing decides no test: what is asserted is that the work was
done. ``arena bench`` prints the same for users.
"""

from __future__ import annotations

import pytest

from arena.rules.variants import PLAYABLE
from arena.run.bench import decide_costs, rules_speed, sitting_speed

pytestmark = pytest.mark.bench


@pytest.mark.parametrize("name", PLAYABLE)
def test_rules_decisions_per_second(name: str) -> None:
    speed = rules_speed(name, 2)

    print(f"\nrules {name}: {speed.decisions_per_s:,.0f} decisions/s")
    assert speed.decisions_per_s > 0


def test_decide_beside_a_plain_socket_pair() -> None:
    costs = list(decide_costs(3))

    for cost in costs:
        print(
            f"\nbatch {cost.grpc.batch}: gRPC {cost.grpc.cpu_us:.1f} µs, floor "
            f"{cost.floor.cpu_us:.1f} µs CPU a decision, ratio {cost.cpu_ratio:.2f}"
        )
    print("bar: ratio at batch 64 at most 4")
    assert [cost.grpc.batch for cost in costs] == [1, 8, 64]


@pytest.mark.parametrize(("deals", "concurrent", "bar"), [(600, 64, 100), (120, 1, 15)])
def test_playings_per_second(deals: int, concurrent: int, bar: int) -> None:
    speed = sitting_speed(deals, concurrent)

    print(f"\n{concurrent} deals at once: {speed.playings_per_s:.1f} playings/s, bar {bar}")
    assert speed.playings == deals
