"""Events that compare two bots: stored with their terms, and ended with the match that decides."""

from __future__ import annotations

import pytest

from arena.names import BotId
from arena.ratings.sequential import Hypotheses
from arena.referee.form import Form
from arena.schedule.secrets import match_secret
from arena.store.events import (
    PanelPlan,
    SittingStatus,
    VersusTerms,
    begin_attempt,
    create_event,
    end_event,
    event_matches,
    list_events,
    played_matches,
    read_event,
    sittings,
)
from arena.store.folder import DataFolder
from arena.store.logs import match_folder
from arena.store.versus_terms import decode_versus, encode_versus
from tests.store.situations import SECRET, a_match, an_event, register

PLAN = PanelPlan(
    "e1_panel", (BotId("cat", "1.0.0"), BotId("dan", "2")), frozenset({1}), bytes(range(32, 64))
)
TERMS = VersusTerms(Hypotheses(-0.02, 0.05, 0.01, 0.1), PLAN)
REASON = "decided"


@pytest.fixture
def versus(data: DataFolder) -> DataFolder:
    """A versus event of five matches at a table of five: `e1`."""
    ann, bob = register(data, "ann", "bob")
    line_up = (ann,) * 5 + (bob,) * 5
    matches = [a_match(number, line_up) for number in range(1, 6)]
    create_event(data, an_event(form=Form.VERSUS, versus=TERMS), matches)
    return data


@pytest.mark.parametrize("terms", [TERMS, VersusTerms(Hypotheses(0.0, 0.05))], ids=["panel", "no"])
def test_the_terms_of_a_test_come_back_as_they_were(terms: VersusTerms) -> None:
    assert decode_versus(encode_versus(terms)) == terms


def test_the_secret_of_the_panel_that_follows_is_never_shown() -> None:
    assert PLAN.secret.hex() not in repr(TERMS)
    assert repr(PLAN.secret) not in repr(TERMS)


def test_a_versus_match_has_two_sittings_of_ten_entries(versus: DataFolder) -> None:
    first, *others = event_matches(versus, "e1")

    assert read_event(versus, "e1").versus == TERMS
    assert len(first.bots) == 10
    assert len(others) == 4
    assert [(one.match, one.rotation) for one in sittings(versus, "e1")][:4] == [
        *((1, 0), (1, 1), (2, 0), (2, 1)),
    ]


def test_what_comes_after_the_match_that_decides_is_dropped(versus: DataFolder) -> None:
    for match in (1, 2, 3, 4):
        begin_attempt(versus, "e1", match, 0)
        match_folder(versus, "e1", match).mkdir(parents=True)

    end_event(versus, "e1", 2, REASON)
    end_event(versus, "e1", 2, REASON)

    of_match = {one.match: one for one in sittings(versus, "e1") if one.rotation == 0}
    assert [of_match[match].status for match in range(1, 6)] == [
        *[SittingStatus.RUNNING] * 2,
        *[SittingStatus.DROPPED] * 3,
    ]
    assert [of_match[match].attempts[0].status for match in (2, 3, 4)] == [
        *(SittingStatus.RUNNING, SittingStatus.VOID, SittingStatus.VOID),
    ]
    assert of_match[3].attempts[0].reason == REASON
    assert [match.dropped for match in event_matches(versus, "e1")] == [False] * 2 + [True] * 3
    assert [match.number for match in played_matches(versus, "e1")] == [1, 2]
    (summary,) = list_events(versus)
    assert (summary.matches, summary.sittings, summary.complete) == (2, 4, 0)


def test_what_was_begun_and_dropped_has_its_secret_beside_its_logs(versus: DataFolder) -> None:
    begin_attempt(versus, "e1", 4, 1)
    folder = match_folder(versus, "e1", 4)
    folder.mkdir(parents=True)

    end_event(versus, "e1", 2, REASON)

    assert (folder / "secret").read_text().strip() == match_secret(SECRET, 4).hex()
    assert not match_folder(versus, "e1", 3).exists()
    assert not match_folder(versus, "e1", 1).exists(), "that is not complete yet"
