"""Ways to put a decision on the wire that tell a seat what it may not know."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from arena.referee.question import Question
from arena.rules.cards import cards_of, points_of
from arena.rules.observe import observe
from arena.v1 import bot_pb2 as pb
from arena.wire.observation import encode_question, proof_of
from tests.hidden.told import KEY, Moment, honest

Sent = Sequence[pb.Observation]


def hand_in_the_order_dealt(moment: Moment) -> Sent:
    messages = honest(moment)
    for message in messages:
        message.hand.sort(key=lambda card: moment.world.decks[-1].index(card - 1))
    return messages


def padding_as_long_as_the_blind_is_rich(moment: Moment) -> Sent:
    messages = honest(moment)
    for message in messages:
        message.totals.extend([0] * points_of(moment.deal.blind))
    return messages


def decision_id_derived_from_the_deck(moment: Moment) -> Sent:
    return _changed(moment, decision_id=_digest(moment))


def bot_seed_derived_from_the_deck(moment: Moment) -> Sent:
    return _changed(moment, bot_seed=int.from_bytes(_digest(moment)))


def time_left_less_the_points_of_the_bury(moment: Moment) -> Sent:
    if moment.question is None:
        return []
    left_ms = moment.question.wall_left_ms - points_of(moment.deal.bury)
    return _changed(moment, wall_left_ms=left_ms)


def proof_over_the_whole_deal(moment: Moment) -> Sent:
    messages = honest(moment)
    for message in messages:
        message.proof = b""
        message.proof = proof_of(message, KEY + bytes(moment.world.decks[-1]))
    return messages


def everybody_is_sent_the_legal_answers_of_the_asked_seat(moment: Moment) -> Sent:
    seen = replace(observe(moment.deal, moment.seat), legal=moment.deal.legal())
    return [encode_question(Question(b"the same", seen, 7, 4000, 1000), KEY)]


def an_empty_message_where_another_seat_has_a_choice(moment: Moment) -> Sent:
    legal = moment.deal.legal()
    choice = legal is None or len(legal) > 1
    return honest(moment) or [pb.Observation()] * choice


def a_message_more_for_each_trump_in_the_blind(moment: Moment) -> Sent:
    trumps = sum(card < 14 for card in cards_of(moment.deal.blind))
    return [*honest(moment), *[pb.Observation()] * trumps]


def a_secret_solo_is_told(moment: Moment) -> Sent:
    solo = bool(moment.deal.bury) and moment.deal.partner is None
    return _changed_view(moment, alone=solo)


def the_secret_partner_is_told(moment: Moment) -> Sent:
    return _changed_view(moment, partner=moment.deal.partner)


def the_unknown_that_is_set_aside_is_shown(moment: Moment) -> Sent:
    return _changed_view(moment, unknown=moment.deal.unknown)


def the_unknown_is_played_with_its_face_up(moment: Moment) -> Sent:
    return _changed_view(moment, tricks=moment.deal.tricks)


def the_unknown_counts_in_the_points_of_its_trick(moment: Moment) -> Sent:
    if moment.question is None:
        return []
    pairs = zip(moment.question.observation.tricks, moment.deal.tricks, strict=True)
    tricks = tuple(replace(seen, points=played.points) for seen, played in pairs)
    return _changed_view(moment, tricks=tricks)


LEAKS = [
    hand_in_the_order_dealt,
    padding_as_long_as_the_blind_is_rich,
    decision_id_derived_from_the_deck,
    bot_seed_derived_from_the_deck,
    time_left_less_the_points_of_the_bury,
    proof_over_the_whole_deal,
    everybody_is_sent_the_legal_answers_of_the_asked_seat,
    an_empty_message_where_another_seat_has_a_choice,
    a_message_more_for_each_trump_in_the_blind,
    a_secret_solo_is_told,
    the_secret_partner_is_told,
    the_unknown_that_is_set_aside_is_shown,
    the_unknown_is_played_with_its_face_up,
    the_unknown_counts_in_the_points_of_its_trick,
]


def everybody_is_sent_what_it_may_know(moment: Moment) -> Sent:
    """More messages than the arena sends, but no leak."""
    seen = observe(moment.deal, moment.seat)
    return [encode_question(Question(b"the same", seen, 7, 4000, 1000), KEY)]


def _digest(moment: Moment) -> bytes:
    return hashlib.sha256(bytes(moment.world.decks[-1])).digest()[:8]


def _changed(moment: Moment, **changes: object) -> Sent:
    return honest(replace(moment, question=moment.question and replace(moment.question, **changes)))


def _changed_view(moment: Moment, **changes: object) -> Sent:
    if moment.question is None:
        return []
    return _changed(moment, observation=replace(moment.question.observation, **changes))
