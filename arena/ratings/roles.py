"""What each bot did in each role: how often it had it, what it scored, won and lost there."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import takewhile
from typing import TypeAlias

from arena.ratings.blocks import Match, complete_playings
from arena.ratings.ratio import Ratio, ratio
from arena.ratings.role import Role, role_of, roles_at
from arena.referee.playing import Playing
from arena.rules.actions import Word
from arena.rules.variants import Variant


class _Figure(Enum):
    """What is counted of a bot in a block."""

    PLAYINGS = auto()
    SCORE = auto()
    WON = auto()
    SCHNEIDERED = auto()
    """The other side, in class 2 or 3."""
    SCHNEIDER = auto()
    """It was schneidered itself."""
    ASKED = auto()
    """How often it had the choice to pick or pass."""
    CHOSE = auto()
    """How often it then picked."""


_Key: TypeAlias = tuple[Role | None, _Figure]
_Counts: TypeAlias = Counter[_Key]
_PICKING: tuple[str, str] = (Word.PASS.value, Word.PICK.value)


@dataclass(frozen=True, slots=True)
class RoleRecord:
    """One bot in one role. Ratios are by playings in this role, but for *rate*."""

    role: Role
    playings: int
    total: int
    """Score, penalties subtracted."""
    won: int
    """With its side; where all passed, playings with a score above 0."""
    rate: Ratio
    """Of all its playings."""
    score: Ratio
    """Score per playing, penalties subtracted."""
    win_rate: Ratio
    schneidered: Ratio
    """The other side lost with schneider or schwarz."""
    schneider: Ratio
    """Its own side did."""


@dataclass(frozen=True, slots=True)
class BotRoles:
    """One bot in all the roles of its table."""

    bot: str
    playings: int
    """Each copy's counts."""
    total: int
    """Score, penalties subtracted."""
    asked: int
    """How often it had the choice to pick or pass, thrown-in deals (R38) included."""
    chose: int
    """How often it then picked; a forced pick (R10) is none."""
    pick_rate: Ratio
    """Picked of asked."""
    roles: tuple[RoleRecord, ...]
    """All that the table has, in one order; together they have all the playings."""


def roles(matches: Sequence[Match], variant: Variant) -> dict[str, BotRoles]:
    """The roles of every bot that has played a complete block, by name."""
    blocks: defaultdict[str, list[_Counts]] = defaultdict(list)
    for match in matches:
        by_deal: defaultdict[int, list[Playing]] = defaultdict(list)
        for playing in complete_playings(match):
            by_deal[playing.deal].append(playing)
        for playings in by_deal.values():
            for bot, counts in _counted(match, playings, variant).items():
                blocks[bot].append(counts)
    return _records(blocks, variant)


def session_roles(matches: Sequence[Match], variant: Variant) -> dict[str, BotRoles]:
    """The roles of every bot that has played a session, by name: without blocks, no errors."""
    counts: defaultdict[str, _Counts] = defaultdict(Counter)
    for match in matches:
        for bot, counted in _counted(match, match.playings, variant).items():
            counts[bot].update(counted)
    return _records({bot: [counted] for bot, counted in counts.items()}, variant)


def _counted(match: Match, playings: Iterable[Playing], variant: Variant) -> dict[str, _Counts]:
    """By bot, what it did in *playings*."""
    counts: defaultdict[str, _Counts] = defaultdict(Counter)
    for playing in playings:
        for seat, entry in enumerate(playing.seating):
            counts[match.bots[entry]].update(
                _of_seat(playing, seat, role_of(playing, seat, variant))
            )
        for seat, picked in _choices(playing, variant):
            own = counts[match.bots[playing.seating[seat]]]
            own[None, _Figure.ASKED] += 1
            own[None, _Figure.CHOSE] += picked
    return counts


def _of_seat(playing: Playing, seat: int, role: Role) -> Mapping[_Key, int]:
    won, schneider = _won(playing, seat, role), playing.outcome[-2:] in ("-2", "-3")
    return {
        (role, _Figure.PLAYINGS): 1,
        (role, _Figure.SCORE): playing.scores[seat] - playing.penalties[seat],
        (role, _Figure.WON): won,
        (role, _Figure.SCHNEIDERED): won and schneider,
        (role, _Figure.SCHNEIDER): not won and schneider,
    }


def _won(playing: Playing, seat: int, role: Role) -> bool:
    if playing.picker is None:
        return playing.scores[seat] > 0
    return playing.outcome.startswith("lost" if role is Role.DEFENDER else "won")


def _choices(playing: Playing, variant: Variant) -> Iterable[tuple[int, bool]]:
    """Who had the choice to pick or pass, seat by seat, and whether it picked."""
    seats = len(playing.seating)
    for place, text in enumerate(takewhile(lambda text: text in _PICKING, playing.actions)):
        seat = place % seats
        if variant.all_pass == "forced-pick" and seat == seats - 1:
            return
        yield seat, text == Word.PICK.value


def _records(blocks: Mapping[str, Sequence[_Counts]], variant: Variant) -> dict[str, BotRoles]:
    return {bot: _record(bot, blocks[bot], variant) for bot in sorted(blocks)}


def _record(bot: str, blocks: Sequence[_Counts], variant: Variant) -> BotRoles:
    of_table = roles_at(variant)
    playings = [sum(counts[role, _Figure.PLAYINGS] for role in of_table) for counts in blocks]
    records = tuple(_role_record(role, blocks, playings) for role in of_table)
    asked, chose = (None, _Figure.ASKED), (None, _Figure.CHOSE)
    return BotRoles(
        bot=bot,
        playings=sum(playings),
        total=sum(record.total for record in records),
        asked=_sum(blocks, asked),
        chose=_sum(blocks, chose),
        pick_rate=ratio((counts[chose], counts[asked]) for counts in blocks),
        roles=records,
    )


def _role_record(role: Role, blocks: Sequence[_Counts], playings: Sequence[int]) -> RoleRecord:
    def per_playing(figure: _Figure) -> Ratio:
        return ratio((counts[role, figure], counts[role, _Figure.PLAYINGS]) for counts in blocks)

    in_role = [counts[role, _Figure.PLAYINGS] for counts in blocks]
    return RoleRecord(
        role=role,
        playings=sum(in_role),
        total=_sum(blocks, (role, _Figure.SCORE)),
        won=_sum(blocks, (role, _Figure.WON)),
        rate=ratio(zip(in_role, playings, strict=True)),
        score=per_playing(_Figure.SCORE),
        win_rate=per_playing(_Figure.WON),
        schneidered=per_playing(_Figure.SCHNEIDERED),
        schneider=per_playing(_Figure.SCHNEIDER),
    )


def _sum(blocks: Iterable[_Counts], key: _Key) -> int:
    return sum(counts[key] for counts in blocks)
