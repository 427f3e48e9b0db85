"""Pairs that are worth more to each other than honest play explains, as text and as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from arena.ratings.collusion import HONEST_GAIN, LEAST_BLOCKS, Gain, PairGains
from arena.ratings.sample import NORMAL_95
from arena.report.tables import Column, half_width, plain, signed, text_table

_SHOWN: Final = 5
"""Pairs that stand out most are shown, flagged or not; all that are flagged are."""
_PAIR: Final = (Column("Bot", "<", gives_way=True), Column("With", "<", gives_way=True))
_GAIN: Final = (Column("Score/playing"), Column("±"))
_RESULT: Final = (Column("Blocks"), Column("FDR"), Column("", "<"))
_SINGLE: Final = (*_PAIR, *_GAIN, Column("Other way"), *_RESULT)
_JOINT: Final = (*_PAIR, *_GAIN, *_RESULT)
_LEGEND: Final = f"""\
Score/playing: what the bot scores more or less when the other one is there, beyond what both are
worth to everybody; other way: what the other one does then. ± is 1.96 standard errors from block to
block, enlarged by how far styles suit each other in this pool. FDR: the false discovery rate at
which it would be flagged, among all these tests; up to {HONEST_GAIN:.2f} is taken for honest.

A flag says that two bots do not treat each other as they treat the rest. It proves nothing: one
style may suit another, and bots of one author may share a fault. Being partners in the game is no
reason: the cards make partners, and what a bot does for all of them is in what it is worth to
everybody. No flag clears nobody of small favours. Look at their deals: arena traveller,
arena show MATCH --worst N."""


def format_collusion(gains: PairGains, rate: float) -> str:
    """What stands out, without an end of line.

    Args:
        gains: what was tested.
        rate: the false discovery rate, 0..1, up to which a test is flagged.
    """
    if not gains.bots:
        return "No block of these matches is complete yet."
    if not gains.tests:
        return _nothing_tested(gains)
    tested = [*gains.gains.values(), *gains.joint_gains.values()]
    flags = sum(is_flagged(gain, rate) for gain in tested)
    parts = [
        f"{flags or 'No'} flag{'' if flags == 1 else 's'} in {gains.tests} tests of "
        f"{len(gains.bots)} bots, {gains.blocks} blocks, at a false discovery rate of "
        f"{100 * rate:g} %.",
        _single(gains, rate),
        _joint(gains, rate),
    ]
    if gains.untested:
        parts.append(f"{_pairs(gains.untested)} not tested: {_too_few()}.")
    return "\n\n".join([*parts, _LEGEND])


def _nothing_tested(gains: PairGains) -> str:
    return (
        f"Nothing can be said of {len(gains.bots)} bots in {gains.blocks} blocks: {_too_few()}.\n"
        "More bots than seats are needed, and line-ups that change."
    )


def _too_few() -> str:
    return f"always or never at one table, or in fewer than {LEAST_BLOCKS} blocks"


def _pairs(count: int) -> str:
    return "One pair is" if count == 1 else f"{count} pairs are"


def _single(gains: PairGains, rate: float) -> str:
    rows = []
    for (bot, other), gain in _outstanding(gains.gains, rate):
        other_way = signed(gains.gains[other, bot].score)
        rows.append((bot, other, *_size(gain), other_way, *_result(gain, rate)))
    return f"One bot, with another at its table\n{text_table(_SINGLE, rows)}"


def _joint(gains: PairGains, rate: float) -> str:
    rows = [
        (*pair, *_size(gain), *_result(gain, rate))
        for pair, gain in _outstanding(gains.joint_gains, rate)
    ]
    return f"Two bots together, from the rest\n{text_table(_JOINT, rows)}"


def _outstanding(
    gains: Mapping[tuple[str, str], Gain], rate: float
) -> list[tuple[tuple[str, str], Gain]]:
    """All that are flagged, and at least `_SHOWN`; the least likely first."""
    order = sorted(gains.items(), key=lambda item: (item[1].chance, item[0]))
    flags = sum(is_flagged(gain, rate) for gain in gains.values())
    return order[: max(_SHOWN, flags)]


def is_flagged(gain: Gain, rate: float) -> bool:
    """Whether *gain* is found at the false discovery rate *rate*, 0..1."""
    return gain.enlarged <= rate


def _size(gain: Gain) -> tuple[str, str]:
    return signed(gain.score), half_width(NORMAL_95 * gain.deviation)


def _result(gain: Gain, rate: float) -> tuple[str, str, str]:
    share = "<0.001" if gain.enlarged < 0.001 else f"{gain.enlarged:.3f}"
    return str(gain.blocks), share, "FLAG" if is_flagged(gain, rate) else ""


def collusion_data(gains: PairGains, rate: float) -> dict[str, object]:
    """The same for JSON, with every test, the least likely first."""
    return {
        "false_discovery_rate": rate,
        "honest_gain": HONEST_GAIN,
        "bots": list(gains.bots),
        "blocks": gains.blocks,
        "tests": gains.tests,
        "untested_pairs": gains.untested,
        "style_correlation": plain(gains.correlation),
        "gains": _data(gains.gains, rate, ("bot", "with")),
        "joint_gains": _data(gains.joint_gains, rate, ("bot", "other")),
    }


def _data(
    gains: Mapping[tuple[str, str], Gain], rate: float, names: tuple[str, str]
) -> list[dict[str, object]]:
    order = sorted(gains.items(), key=lambda item: (item[1].chance, item[0]))
    return [
        {
            **dict(zip(names, pair, strict=True)),
            "score_per_playing": plain(gain.score),
            "error": plain(NORMAL_95 * gain.deviation),
            "blocks": gain.blocks,
            "chance": gain.chance,
            "enlarged_chance": gain.enlarged,
            "flag": is_flagged(gain, rate),
        }
        for pair, gain in order
    ]
