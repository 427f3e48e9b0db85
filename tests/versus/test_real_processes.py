"""What is simulated in process is what real bots play: the same differences, deal by deal."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.ratings.exchange import differences
from arena.rules.variants import variant
from arena.run.results import event_results
from arena.schedule.secrets import match_secret
from arena.store.folder import open_data
from tests.cli.commands import SECRET, Arena, at_one_table
from tests.versus.figures import BLUNDERS, STRONG, TWEAKED, pairs
from tests.versus.in_process import versus

TABLE = "picker-alone-3"
DEALS = 40
BOT = f"""\
from arena.sdk.bot import serve
from blunders import blundering
from strategy import decide

if __name__ == "__main__":
    serve(blundering(decide, {BLUNDERS}), name="blunders", version="1.1.0")
"""


def blunders(place: Path) -> Path:
    """The submission of the strong sample bot with blunders."""
    folder = at_one_table(STRONG, TABLE, place)
    manifest = folder / "bot.toml"
    manifest.write_text(manifest.read_text().replace(f'"{STRONG}"', '"blunders"'))
    (folder / "bot.py").write_text(BOT)
    (folder / "blunders.py").write_text(Path(__file__).with_name("blunders.py").read_text())
    return folder


@pytest.mark.process
@pytest.mark.slow
def test_real_processes_make_the_differences_that_are_simulated(
    initial: Arena, tmp_path_factory: pytest.TempPathFactory
) -> None:
    place = tmp_path_factory.mktemp("real")
    arena = initial.copied(place)
    arena("submit", blunders(place / "bots"))

    arena(
        *("versus", STRONG, "blunders", "--variant", TABLE, "--secret", SECRET),
        *("--max-deals", str(DEALS), "--no-panel", "--event", "real"),
    )

    with open_data(arena.data) as data:
        (match,) = event_results(data, "real")
    secret = match_secret(bytes.fromhex(SECRET), 1)
    simulated = tuple(versus(variant(TABLE), secret, range(DEALS), *pairs()[TWEAKED]))
    assert differences(match) == simulated
    assert any(simulated), "else it says nothing"
