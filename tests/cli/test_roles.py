"""The roles of a real event add up to its crosstable and to its playings."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.cli.main import run
from arena.store.folder import create_data
from tests.cli.commands import Arena
from tests.store.situations import schedule


@pytest.mark.process
@pytest.mark.slow
def test_roles_add_up_to_the_crosstable(played: Arena) -> None:
    text = played.look("roles", "first").out
    bots = played.look("roles", "first", "--json").json["bots"]
    standings = played.look("crosstable", "first", "--json").json["standings"]

    assert max(map(len, text.splitlines())) <= 100
    assert [one["bot"] for one in bots] == [one["bot"] for one in standings]
    for one, standing in zip(bots, standings, strict=True):
        parts = one["roles"]
        assert sum(part["playings"] for part in parts.values()) == standing["playings"]
        assert sum(part["total"] for part in parts.values()) == standing["total"]
        picked = parts["picker"], parts["alone"]
        assert sum(part["playings"] for part in picked) == standing["picked"] == one["picked"]
        assert sum(part["won"] for part in picked) == standing["picked_and_won"]


@pytest.mark.process
@pytest.mark.slow
def test_every_playing_has_its_picker_partner_and_defenders(played: Arena) -> None:
    bots = played.look("roles", "first", "--json").json["bots"]
    playings = [
        playing
        for match in (1, 2, 3, 4)
        for playing in played.look("show", f"first-000{match}", "--json").json["playings"]
    ]

    def in_all(role: str) -> int:
        return sum(one["roles"][role]["playings"] for one in bots)

    partners = sum(one["partner"] is not None for one in playings)
    leasters = sum(one["picker"] is None for one in playings)
    alone = 60 - partners - leasters
    assert len(playings) == 60
    assert (in_all("picker"), in_all("alone"), in_all("partner")) == (partners, alone, partners)
    assert in_all("defender") == 3 * partners + 4 * alone
    assert in_all("leaster") == 5 * leasters


def test_an_event_of_which_nothing_is_complete_has_no_roles(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with create_data(tmp_path / "data") as data:
        schedule(data)

    assert run(["roles", "e1", "--data", str(tmp_path / "data")]) == 0

    assert "Not finished: 0 of 5 sittings are complete.\n" in capsys.readouterr().out
