"""Where numba is missing everything else works, and compiled playouts say what to install."""

from __future__ import annotations

import subprocess
import sys

import pytest

from arena.rules.deal import Deal
from arena.rules.fast.playouts import play_out
from arena.rules.fast.policy import SENSIBLE, Policy, PolicyError
from arena.rules.variants import variant

WITHOUT_NUMBA = """
import importlib.util as util
found = util.find_spec
util.find_spec = lambda name, package=None: None if name == "numba" else found(name, package)

from arena.rules.fast.playouts import CompilerMissingError, can_compile, fresh_deals, prepare
from arena.rules.variants import variant

assert not can_compile()
for use in (prepare, lambda: fresh_deals(variant("called-ace"), 1, seed=0)):
    try:
        use()
    except CompilerMissingError as error:
        print(error)
import sys
assert "numba" not in sys.modules
"""


def test_without_numba_the_module_loads_and_each_use_names_the_extra() -> None:
    said = subprocess.run(
        [sys.executable, "-c", WITHOUT_NUMBA], check=True, capture_output=True, text=True
    ).stdout.splitlines()

    assert len(said) == 2
    assert all("'search'" in line for line in said)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        pytest.param({"pick": (0.5,)}, "pick", id="too-few-chances"),
        pytest.param({"pick": (1.5,) * 15}, "1.5", id="chance-above-one"),
        pytest.param({"bury": ("QC",) * 32}, "bury", id="no-numbers"),
        pytest.param({"play": SENSIBLE.play[:3]}, "play", id="a-role-is-missing"),
        pytest.param({"slip": -0.1}, "-0.1", id="negative-chance"),
    ],
)
def test_a_policy_of_the_wrong_shape_is_refused(changed: dict[str, object], message: str) -> None:
    parts = {"pick": SENSIBLE.pick, "bury": SENSIBLE.bury, "play": SENSIBLE.play, **changed}

    with pytest.raises(PolicyError, match=message):
        Policy(**parts)  # type: ignore[arg-type]


def test_deals_of_different_tables_are_not_played_out_together() -> None:
    hands = [0b111111 << 6 * seat for seat in range(5)]
    deals = [Deal(variant(name), hands, 3 << 30) for name in ("called-ace", "jack-of-diamonds")]

    with pytest.raises(ValueError, match="different tables"):
        play_out(deals, 1, seed=0)
    with pytest.raises(ValueError, match="no deal"):
        play_out([], 1, seed=0)
