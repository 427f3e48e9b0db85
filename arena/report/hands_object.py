"""One deal in all its rotations, and the dearest playings of a match, as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby

from arena.names import BotId
from arena.ratings.hands import Holding
from arena.ratings.role import role_of
from arena.referee.playing import Playing
from arena.report.playing_words import action_of, side_points, stake, thrown_in
from arena.report.tables import plain
from arena.report.traveller import Traveller
from arena.rules.actions import Word
from arena.rules.cards import Mask, cards_of, format_card
from arena.rules.variants import Variant


def traveller_object(traveller: Traveller) -> dict[str, object]:
    """*traveller* as a JSON object; what a playing has for each seat is by seat."""
    return {
        "match": traveller.match,
        "deal": traveller.deal,
        "variant": {"name": traveller.variant.name, **traveller.variant.options()},
        "time": traveller.time,
        "rotations": traveller.rotations,
        "bots": [str(bot) for bot in traveller.bots],
        "playings": [_playing_object(playing) for playing in traveller.playings],
        "hands": [
            _hand_object(traveller, seat, tuple(held))
            for seat, held in groupby(traveller.held, key=lambda one: one.seat)
        ],
    }


def worst_object(
    match: str,
    variant: Variant,
    rotations: tuple[int, int],
    bots: Sequence[BotId],
    held: Iterable[Holding],
) -> dict[str, object]:
    """The dearest playings as a JSON object.

    Args:
        rotations: how many are complete, of how many.
        bots: by entry.
        held: the worst first.
    """
    return {
        "match": match,
        "rotations_done": rotations[0],
        "rotations": rotations[1],
        "bots": [str(bot) for bot in bots],
        "worst": [
            {
                "place": place_of(match, one.playing),
                "deal": one.playing.deal,
                "seat": one.seat,
                "outcome": one.playing.outcome,
                **_holding_object(one, bots, variant),
            }
            for one in held
        ],
    }


def place_of(match: str, playing: Playing) -> str:
    """What `arena show` takes: ``MATCH/ROTATION/DEAL``."""
    return f"{match}/{playing.rotation}/{playing.deal}"


def _playing_object(playing: Playing) -> dict[str, object]:
    bury, call = action_of(playing, Word.BURY), action_of(playing, Word.CALL)
    return {
        "rotation": playing.rotation,
        "seating": list(playing.seating),
        "thrown_in": thrown_in(playing),
        "picker": playing.picker,
        "partner": playing.partner,
        "bury": None if bury is None else _cards(bury.cards),
        "called": None if call is None else format_card(call.card),
        "unknown": _cards(call.unknown)[0] if call is not None and call.unknown else None,
        "stake": stake(playing),
        "outcome": playing.outcome,
        "side_points": side_points(playing),
        "scores": list(playing.scores),
        "penalties": list(playing.penalties),
        "faults": [{"entry": entry, "fault": fault} for entry, fault in playing.faults],
    }


def _hand_object(traveller: Traveller, seat: int, held: Sequence[Holding]) -> dict[str, object]:
    return {
        "seat": seat,
        "cards": _cards(traveller.hands[seat]),
        "mean": plain(Fraction(sum(one.score for one in held), len(held))),
        "holders": [_holding_object(one, traveller.bots, traveller.variant) for one in held],
    }


def _holding_object(one: Holding, bots: Sequence[BotId], variant: Variant) -> dict[str, object]:
    return {
        "rotation": one.playing.rotation,
        "entry": one.entry,
        "bot": str(bots[one.entry]),
        "role": role_of(one.playing, one.seat, variant).value,
        "score": one.score,
        "others": plain(one.others),
        "against": plain(one.against),
    }


def _cards(cards: Mask) -> list[str]:
    return [format_card(card) for card in cards_of(cards)]
