"""A ladder is what it was at its first use, and says so when asked for something else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arena.errors import ConfigError
from arena.names import BotId
from arena.referee.clock import TimeControl
from arena.rules.variants import variant
from arena.store.folder import DataFolder
from arena.store.ladders import ensure_ladder, find_ladder_record, margin_at
from arena.store.registry import Origin, register_bot
from tests.store.situations import DIGEST, AManifest, Terms, register


def test_a_ladder_is_kept_as_it_was_first_used(data: DataFolder) -> None:
    (ann,) = register(data, "ann")

    record = ensure_ladder(data, Terms(), ann)

    assert record == find_ladder_record(data, "jacks") == ensure_ladder(data, Terms(), ann)
    assert record.variant == variant("jack-of-diamonds")
    assert (record.name, record.time, record.margin, record.house) == ("jacks", "1+0.1", 4.0, ann)


def test_a_ladder_that_was_never_used_is_none(data: DataFolder) -> None:
    assert find_ladder_record(data, "jacks") is None


def test_the_first_ladder_of_a_table_with_a_margin_gives_it(data: DataFolder) -> None:
    table, other = variant("jack-of-diamonds"), variant("called-ace")
    for name, of, margin in (("a", table, None), ("c", table, 3.0), ("b", table, 5.0)):
        ensure_ladder(data, replace(Terms(), name=name, variant=of, margin=margin), None)

    assert (margin_at(data, table), margin_at(data, other)) == (3.0, None)


@pytest.mark.parametrize(
    ("terms", "sentence"),
    [
        pytest.param(
            replace(Terms(), variant=variant("called-ace")),
            "variant was jack-of-diamonds, ladder.toml says called-ace",
            id="variant",
        ),
        pytest.param(
            replace(Terms(), variant=variant("jack-of-diamonds", {"may_go_alone": True})),
            "options.may_go_alone was false, ladder.toml says true",
            id="option",
        ),
        pytest.param(
            replace(Terms(), time=TimeControl(2000, 100)),
            "time was 1+0.1, ladder.toml says 2+0.1",
            id="time",
        ),
        pytest.param(
            replace(Terms(), margin=3.5), "margin was 4.0, ladder.toml says 3.5", id="margin"
        ),
        pytest.param(
            replace(Terms(), margin=None),
            "margin was 4.0, ladder.toml says nothing",
            id="no-margin",
        ),
        pytest.param(
            replace(Terms(), house="bob"), "house was ann@1.0.0, ladder.toml says bob", id="house"
        ),
        pytest.param(
            replace(Terms(), house="ann@2.0.0"),
            "house was ann@1.0.0, ladder.toml says ann@2.0.0",
            id="version-of-the-house",
        ),
    ],
)
def test_other_terms_under_the_same_name_are_refused(
    terms: Terms, sentence: str, data: DataFolder
) -> None:
    (ann,) = register(data, "ann")
    record = ensure_ladder(data, Terms(), ann)

    with pytest.raises(ConfigError) as refusal:
        ensure_ladder(data, terms, ann)

    assert f"ladder 'jacks' was used with other terms: {sentence}: put" in str(refusal.value)
    assert find_ladder_record(data, "jacks") == record


def test_a_newer_version_of_the_house_does_not_take_its_place(data: DataFolder) -> None:
    (ann,) = register(data, "ann")
    ensure_ladder(data, Terms(), ann)
    newer = register_bot(data, AManifest("ann", "2.0.0"), DIGEST, Origin.FOLDER).id

    assert ensure_ladder(data, Terms(), newer).house == ann


def test_what_was_left_open_is_pinned_later_once(data: DataFolder) -> None:
    (ann,) = register(data, "ann")
    assert ensure_ladder(data, Terms(margin=None), None).house is None

    record = ensure_ladder(data, Terms(), ann)

    assert (record.margin, record.house) == (4.0, ann)


def test_a_house_that_is_not_registered_is_refused(data: DataFolder) -> None:
    with pytest.raises(ConfigError, match=r"bot ann@1\.0\.0: not registered"):
        ensure_ladder(data, Terms(), BotId("ann", "1.0.0"))

    assert find_ladder_record(data, "jacks") is None
