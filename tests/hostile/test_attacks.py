"""Hostile bots get nothing that they should not have, at each level that promises so."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

import pytest
from _pytest.mark import ParameterSet

from arena.referee.confinement import Level
from tests.hostile.catalogue import CONTROL, DELAYS, FIELDS, LEAKS, STAGED, delay_of, leak_of
from tests.hostile.conftest import Batch, Where
from tests.hostile.staging import Ran
from tests.hostile.verdict import breaches

pytestmark = [pytest.mark.process, pytest.mark.slow]


def at(level: Level, *, as_user: bool, nightly: bool = False) -> ParameterSet:
    """A place for a batch, which takes a third of a minute on two free cores.

    Args:
        nightly: in the nightly tests alone, where root has batches enough without it.
    """
    marks = [pytest.mark.nightly] if nightly and os.geteuid() == 0 else []
    return pytest.param(where := Where(level, as_user), id=str(where), marks=marks)


WALLED = [
    at(Level.FULL, as_user=False),
    at(Level.STRONG, as_user=False),
    at(Level.PARTIAL, as_user=False),
    at(Level.FULL, as_user=True, nightly=True),
    at(Level.STRONG, as_user=True, nightly=True),
    at(Level.PARTIAL, as_user=True),
]
OPEN = [at(Level.NONE, as_user=False), at(Level.NONE, as_user=True, nightly=True)]
PROMISED = 48
"""At least so many attacks there are."""


@pytest.fixture
def lives(
    batch: Callable[[Where], Batch], where: Where, request: pytest.FixtureRequest
) -> Sequence[Ran]:
    """The attacker's lives, of which each began, as a control that anything was attacked."""
    name = request.node.callspec.params["attack"]
    found = batch(where)[name]
    assert all(ran.began for ran in found), found
    assert all(ran.reported or STAGED[name].killed for ran in found), found
    return found


@pytest.mark.parametrize("attack", STAGED)
@pytest.mark.parametrize("where", WALLED)
def test_an_attack_gets_nothing(where: Where, attack: str, lives: Sequence[Ran]) -> None:
    leak = leak_of(attack, where.level)

    found = breaches(lives, delay_of(attack, where.level, as_user=where.as_user))

    if leak is None:
        assert found == []
    elif leak.always:
        assert found, f"it is contained, so {leak.reason!r} is no longer true"


@pytest.mark.parametrize("attack", [name for name, one in STAGED.items() if one.open_to_root])
@pytest.mark.parametrize("where", OPEN)
def test_without_walls_the_attack_gets_through(
    where: Where, attack: str, lives: Sequence[Ran]
) -> None:
    if where.as_user and not STAGED[attack].open_to_user:
        pytest.skip("it takes root")

    assert breaches(lives)


@pytest.mark.parametrize("where", [*WALLED, *OPEN])
def test_a_bot_that_means_no_harm_has_what_it_needs(
    batch: Callable[[Where], Batch], where: Where
) -> None:
    (ran,) = batch(where)[CONTROL]

    needs = ("serves", "stores", "threads", "children", "reads its submission")
    assert {need: ran.notes.get(need) for need in needs} == dict.fromkeys(needs, True)
    assert breaches([ran]) == []


def test_every_leak_and_delay_is_of_an_attack_that_exists() -> None:
    told_of = (*LEAKS.values(), *DELAYS.values())

    assert {name for attacks in told_of for name in attacks} <= STAGED.keys()


def test_nothing_gets_through_at_the_levels_for_uploads() -> None:
    assert (LEAKS[Level.FULL], LEAKS[Level.STRONG]) == ({}, {})


def test_every_attack_is_on_something_and_there_are_as_many_as_promised() -> None:
    fields = sorted(name for names in FIELDS.values() for name in names)

    assert fields == sorted(STAGED)
    assert len(STAGED) >= PROMISED
