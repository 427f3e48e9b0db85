"""The rules once more, as number code that numba compiles: deals played out, and nothing else.

A deal is an array of integers (`STATE_SIZE` of them, the places named below), its table
another one (`TABLE_SIZE`), and both are made by `arena.rules.fast.position`. What is played
here is checked against `arena.rules.deal` action by action, so a change there is made here
too and the differential test says whether they still agree.

All compiled code and the places it uses stand in this one file, because numba keeps what it
compiled on disk and only notices changes of the file that a function stands in. Masks are
signed 64-bit integers: numba makes a float of signed and unsigned ones together.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar

import numba
import numpy as np
from numpy.typing import NDArray

from arena.rules.cards import DECK, POINTS, SUIT_MASKS, SUITS

Array: TypeAlias = NDArray[Any]
PolicyTables: TypeAlias = tuple[Array, Array, Array, Array]
"""As `arena.rules.fast.policy.Policy` has them: pick, bury, announce, play."""
_Arguments = ParamSpec("_Arguments")
_Value = TypeVar("_Value")

MOST_SEATS: Final = 5
MOST_ACTIONS: Final = 48
"""More than any deal has decisions: 5 picks, bury, call, 4 cracks, re-crack, 32 plays."""
NOBODY: Final = -1
"""No seat, no card."""

# Phases and words, by their place in `Phase` and `Word`.
PICKING, BURYING, CALLING, CRACKING, RECRACKING, PLAYING, OVER = range(7)
PASS, PICK, BURY, CALL, PARTNER, ALONE, CRACK, NO_CRACK, RECRACK, NO_RECRACK, PLAY = range(11)
# An action: its word; from CARDS_AT up its cards; from UNKNOWN_AT up one more than the unknown.
WORDS: Final = 15
CARDS_AT: Final = 4
UNKNOWN_AT: Final = 36

# A state. The attributes of `Deal`, more or less, with lists by seat at the end.
(
    PHASE,
    SEAT,
    PASSES,
    PICKER,
    BLIND,
    BURIED,
    CALLED,
    UNKNOWN,
    IS_ALONE,
    PARTNER_SEAT,
    LAST_CRACK,
    STAKE,
    LEAD,
    BEST,
    BEST_SEAT,
    TO_PLAY,
    TRICK_POINTS,
    TRICKS,
    LAST_WINNER,
    BOUND,
    CALLED_SUIT,
    WINNING_TEN,
) = range(22)
HANDS: Final = 22
SEAT_POINTS: Final = 27
TAKEN: Final = 32
LAST_TRICK: Final = 37
RUNNING: Final = 42
"""The cards of the running trick that are still to be entered, NOBODY after the last."""
STATE_SIZE: Final = 47

# A table: sizes and options of `Variant`, and twelve payments at class 1: without and with a
# partner, lost and won, to picker, partner and each defender.
(
    PLAYERS,
    HAND_SIZE,
    BLIND_SIZE,
    ALL_PASS,
    PARTNER_RULE,
    ANNOUNCES,
    ONLY_ACES,
    TEN_WINS,
    NEEDS_TRICK,
    BLIND_TO_LAST,
    MAY_CRACK,
    MAY_RECRACK,
    CRACK_LATE,
    DOUBLER_CAP,
    SCHNEIDER,
) = range(15)
PAYMENTS: Final = 15
TABLE_SIZE: Final = 27
# Values of ALL_PASS and PARTNER_RULE.
LEASTER, LEAST, FORCED, DOUBLER = range(4)
NO_PARTNER, CALLED_ACE, JACK, JACK_OF_CLUBS = range(4)

# An end: three lists by seat, then what is said once.
SCORES: Final = 0
END_POINTS: Final = 5
END_TRICKS: Final = 10
END_PICKER: Final = 15
END_PARTNER: Final = 16
OUTCOME: Final = 17
END_SIZE: Final = 18
THROWN_IN, WON, LOST, LEASTER_PLAYED, LEAST_PLAYED = 0, 0, 3, 7, 8
"""Outcomes; the class is added to WON and LOST."""

# A record: how many actions, the cards as dealt, the actions.
LENGTH: Final = 0
DEALT: Final = 1
DEALT_BLIND: Final = 6
ACTIONS: Final = 7
RECORD_SIZE: Final = ACTIONS + MOST_ACTIONS

# Roles and situations of a policy's table of plays.
AS_PICKER, AS_PARTNER, AS_DEFENDER, IN_LEASTER = range(4)
LEADING, LOSES_TO_THEM, BEATS_THEM, LOSES_TO_US, BEATS_US = range(5)
GO_ALONE, SAY_CRACK, SAY_RECRACK, SLIP = range(4)
"""Places in a policy's chances."""

_TRUMPS: Final = SUIT_MASKS[0]
_FAIL: Final = DECK & ~_TRUMPS
_ACES: Final = 1 << 14 | 1 << 20 | 1 << 26
_LAST_TRUMP: Final = 13
_WORST: Final = 32
_JC, _JS, _JD = 4, 5, 7
_POINTS: Final = np.array(POINTS)
_SUIT_OF: Final = np.array([SUIT_MASKS[suit] for suit in SUITS])
_DE_BRUIJN: Final = 0x077CB531
_CARD_OF_BIT: Final = np.zeros(32, np.int64)
for _card in range(32):
    _CARD_OF_BIT[((1 << _card) * _DE_BRUIJN & DECK) >> 27] = _card


def _compiled(function: Callable[_Arguments, _Value]) -> Callable[_Arguments, _Value]:
    """*function* as machine code, kept on disk if numba finds a folder that it may write."""
    made: Callable[_Arguments, _Value]
    try:
        made = numba.njit(cache=True)(function)
    except RuntimeError:  # no folder for it: each process compiles anew
        made = numba.njit(function)
    return made


# ---------------------------------------------------------------- chance and masks


@_compiled
def _word(chance: Array) -> Any:
    """The next 64 bits of splitmix64, whose whole state is *chance*."""
    state = chance[0] + np.uint64(0x9E3779B97F4A7C15)
    chance[0] = state
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return state ^ (state >> np.uint64(31))


@_compiled
def _below(chance: Array, limit: int) -> Any:
    """A number from 0 to *limit* - 1, each as likely up to one in 2**27."""
    high = _word(chance) >> np.uint64(32)
    return np.int64((high * np.uint64(limit)) >> np.uint64(32))


@_compiled
def _happens(chance: Array, probability: float) -> Any:
    return np.float64(_word(chance) >> np.uint64(11)) * 2.0**-53 < probability


@_compiled
def _count(mask: int) -> int:
    mask -= mask >> 1 & 0x55555555
    mask = (mask & 0x33333333) + (mask >> 2 & 0x33333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F
    return (mask * 0x01010101 & 0xFFFFFFFF) >> 24


@_compiled
def _card_at(mask: int, place: int) -> Any:
    """The card of *mask* after *place* lower ones."""
    for _ in range(place):
        mask &= mask - 1
    return _CARD_OF_BIT[((mask & -mask) * _DE_BRUIJN & DECK) >> 27]


@_compiled
def _random_card(mask: int, chance: Array) -> int:
    size = _count(mask)
    return _card_at(mask, _below(chance, size) if size > 1 else 0)


# ---------------------------------------------------------------- before the first lead


@_compiled
def _random_answer(state: Array, table: Array, chance: Array) -> Any:
    """Any legal answer but a play, each as likely."""
    seat = state[SEAT]
    held = state[HANDS + seat]
    phase = state[PHASE]
    if phase == PICKING:
        if table[ALL_PASS] == FORCED and state[PASSES] == table[PLAYERS] - 1:
            return PICK
        return PASS + _below(chance, 2)
    if phase == BURYING:
        cards = 0
        for _ in range(table[BLIND_SIZE]):
            cards |= 1 << _random_card(held & ~cards, chance)
        return BURY | cards << CARDS_AT
    if phase == CALLING:
        plain, with_unknown = _calls(state, table, held)
        return _random_call(table, held, plain, with_unknown, chance)
    if phase == CRACKING:
        return NO_CRACK if seat == state[PARTNER_SEAT] else CRACK + _below(chance, 2)
    return RECRACK + _below(chance, 2)


@_compiled
def _random_call(table: Array, held: int, plain: int, with_unknown: int, chance: Array) -> int:
    if not table[ANNOUNCES] or (plain | with_unknown) == 0:
        is_open = table[PARTNER_RULE] != CALLED_ACE
        return PARTNER + _below(chance, 2) if is_open else ALONE
    place = _below(chance, _count(plain) + _count(with_unknown) * _count(held) + 1)
    if place < _count(plain):
        return CALL | 1 << CARDS_AT + _card_at(plain, place)
    place -= _count(plain)
    if place == _count(with_unknown) * _count(held):
        return ALONE
    card = _card_at(with_unknown, place // _count(held))
    unknown = _card_at(held, place % _count(held))
    return CALL | 1 << CARDS_AT + card | (unknown + 1) << UNKNOWN_AT


@_compiled
def _calls(state: Array, table: Array, held: int) -> tuple[int, int]:
    """What may be called or named: plainly, and with an unknown (R13, R14)."""
    if table[PARTNER_RULE] == JACK_OF_CLUBS and held >> _JC & held >> _JS & 1:
        return DECK & ~held, 0
    if table[PARTNER_RULE] != CALLED_ACE:
        return 0, 0
    own = held | state[BURIED]
    suits = 0
    for ace in (14, 20, 26):
        if held & _SUIT_OF[ace]:
            suits |= _SUIT_OF[ace]
    if own & _ACES == _ACES:
        return suits & _ACES << 1 & ~own, 0
    plain = suits & _ACES & ~own
    barred = held & _FAIL & ~_ACES if table[ONLY_ACES] else plain
    return plain, 0 if barred else _ACES & ~suits & ~own


@_compiled
def _enter(state: Array, table: Array, action: int) -> None:
    """An answer other than a play, and what follows it: the rows of `arena.rules.phases`."""
    word = action & WORDS
    cards = action >> CARDS_AT & DECK
    seat = state[SEAT]
    if word == PASS:
        _enter_pass(state, table)
    elif word == PICK:
        state[PICKER] = seat
        state[HANDS + seat] |= state[BLIND]
        state[PHASE] = BURYING if table[BLIND_SIZE] else CALLING
    elif word == BURY:
        state[BURIED] = cards
        state[HANDS + seat] ^= cards
        if table[ANNOUNCES]:
            state[PHASE] = CALLING
        else:
            _settle_partner(state, table)
            _ask_for_cracks(state, table)
    elif word <= ALONE:
        if word == CALL:
            _enter_call(state, table, _card_at(cards, 0), (action >> UNKNOWN_AT) - 1)
        elif word == PARTNER:
            _settle_partner(state, table)
        else:
            state[IS_ALONE] = 1
        _ask_for_cracks(state, table)
    else:
        _enter_crack(state, table, word)


@_compiled
def _enter_pass(state: Array, table: Array) -> None:
    state[PASSES] += 1
    if state[PASSES] < table[PLAYERS]:
        state[SEAT] += 1
    elif table[ALL_PASS] == DOUBLER and state[STAKE] < table[DOUBLER_CAP]:
        state[PHASE] = OVER
    else:
        _start_play(state, table)


@_compiled
def _enter_call(state: Array, table: Array, card: int, unknown: int) -> None:
    state[CALLED] = card
    _seat_partner(state, table, card)
    if table[PARTNER_RULE] != CALLED_ACE:
        return
    state[CALLED_SUIT] = _SUIT_OF[card]
    state[BOUND] = 1
    state[UNKNOWN] = unknown
    if table[TEN_WINS] and not 1 << card & _ACES:
        state[WINNING_TEN] = card


@_compiled
def _settle_partner(state: Array, table: Array) -> None:
    """The partner of a picker who called nobody (R12, R13)."""
    held = state[HANDS + state[PICKER]]
    if table[PARTNER_RULE] == JACK:
        _seat_partner(state, table, _JD)
    elif table[PARTNER_RULE] == JACK_OF_CLUBS:
        _seat_partner(state, table, _JS if held >> _JC & 1 else _JC)


@_compiled
def _seat_partner(state: Array, table: Array, card: int) -> None:
    for seat in range(table[PLAYERS]):
        if state[HANDS + seat] >> card & 1 and seat != state[PICKER]:
            state[PARTNER_SEAT] = seat


@_compiled
def _ask_for_cracks(state: Array, table: Array) -> None:
    """The next seat that is asked whether it cracks (R37), or the first lead."""
    seat = state[LAST_CRACK] + 1
    if state[LAST_CRACK] == NOBODY and table[CRACK_LATE]:
        seat = state[PICKER] + 1
    if seat == state[PICKER]:
        seat += 1
    if table[MAY_CRACK] and seat < table[PLAYERS]:
        state[PHASE] = CRACKING
        state[SEAT] = seat
    else:
        _start_play(state, table)


@_compiled
def _enter_crack(state: Array, table: Array, word: int) -> None:
    if word in (CRACK, RECRACK):
        state[STAKE] *= 2
    if word == NO_CRACK:
        state[LAST_CRACK] = state[SEAT]
        _ask_for_cracks(state, table)
    elif word == CRACK and table[MAY_RECRACK]:
        state[PHASE] = RECRACKING
        state[SEAT] = state[PICKER]
    else:
        _start_play(state, table)


@_compiled
def _start_play(state: Array, table: Array) -> None:
    state[PHASE] = PLAYING
    state[SEAT] = 0
    state[TO_PLAY] = table[PLAYERS]


# ---------------------------------------------------------------- tricks


@_compiled
def _legal_plays(state: Array) -> Any:
    """As `arena.rules.legal` (R15, R17)."""
    seat = state[SEAT]
    hand = state[HANDS + seat]
    lead = state[LEAD]
    if state[BOUND] and hand & (hand - 1):
        if seat == state[PARTNER_SEAT]:
            return _partner_plays(hand, lead, state[CALLED_SUIT], 1 << state[CALLED])
        if seat == state[PICKER] and lead:
            return _picker_plays(hand, lead, state[CALLED_SUIT], state[UNKNOWN])
    following = hand & lead
    return following if following else hand


@_compiled
def _partner_plays(hand: int, lead: int, suit: int, called: int) -> int:
    if lead == 0:
        return hand & ~suit | called
    if lead == suit:
        return called
    following = hand & lead
    return following if following else hand & ~called


@_compiled
def _picker_plays(hand: int, lead: int, suit: int, unknown: int) -> int:
    if unknown != NOBODY:
        if lead == suit:
            return 1 << unknown
        rest = hand & ~(1 << unknown)
        return rest & lead if rest & lead else rest
    following = hand & lead
    if following:
        return following
    kept = hand & suit
    return hand if kept & (kept - 1) else hand & ~kept


@_compiled
def _beats(state: Array, card: int) -> bool:
    """Whether *card*, not led, takes the trick so far (R16, R18, R19)."""
    best = state[BEST]
    if state[BOUND]:
        if card == state[UNKNOWN]:
            return False
        ten = state[WINNING_TEN]
        if ten != NOBODY and state[LEAD] == state[CALLED_SUIT]:
            if card == ten:
                return best > _LAST_TRUMP
            if best == ten:
                return card <= _LAST_TRUMP
    return card < best and (card <= _LAST_TRUMP or state[LEAD] >> card & 1 == 1)


@_compiled
def _play(state: Array, table: Array, card: int) -> None:
    seat = state[SEAT]
    state[HANDS + seat] ^= 1 << card
    if state[LEAD] == 0:
        is_unknown = card == state[UNKNOWN]
        state[LEAD] = state[CALLED_SUIT] if is_unknown else _SUIT_OF[card]
        state[BEST] = _WORST if is_unknown else card
        state[BEST_SEAT] = seat
    elif _beats(state, card):
        state[BEST] = card
        state[BEST_SEAT] = seat
    state[TRICK_POINTS] += _POINTS[card]
    state[TO_PLAY] -= 1
    if state[TO_PLAY] == 0:
        _end_trick(state, table)
    else:
        state[SEAT] = seat + 1 if seat + 1 < table[PLAYERS] else 0


@_compiled
def _end_trick(state: Array, table: Array) -> None:
    winner = state[BEST_SEAT]
    state[SEAT_POINTS + winner] += state[TRICK_POINTS]
    state[TAKEN + winner] += 1
    state[LAST_TRICK + winner] = state[TRICKS]
    state[TRICKS] += 1
    state[LAST_WINNER] = winner
    state[SEAT] = winner
    if state[LEAD] == state[CALLED_SUIT]:
        state[BOUND] = 0
    state[LEAD] = 0
    state[TRICK_POINTS] = 0
    state[TO_PLAY] = table[PLAYERS]
    if state[TRICKS] == table[HAND_SIZE]:
        state[PHASE] = OVER


# ---------------------------------------------------------------- a policy


@_compiled
def _answer_of_policy(state: Array, table: Array, chance: Array, policy: PolicyTables) -> int:
    """What *policy* answers; what it has no say in is answered at random."""
    pick, bury, announce, _ = policy
    held = state[HANDS + state[SEAT]]
    phase = state[PHASE]
    if phase == PICKING:
        if table[ALL_PASS] == FORCED and state[PASSES] == table[PLAYERS] - 1:
            return PICK
        return PICK if _happens(chance, pick[_count(held & _TRUMPS)]) else PASS
    if phase == BURYING:
        cards = 0
        for _ in range(table[BLIND_SIZE]):
            cards |= 1 << _best_of(held & ~cards, bury)
        return BURY | cards << CARDS_AT
    if phase == CALLING:
        return _call_of_policy(state, table, chance, announce[GO_ALONE])
    if phase == CRACKING:
        cracks = state[SEAT] != state[PARTNER_SEAT] and _happens(chance, announce[SAY_CRACK])
        return CRACK if cracks else NO_CRACK
    return RECRACK if _happens(chance, announce[SAY_RECRACK]) else NO_RECRACK


@_compiled
def _call_of_policy(state: Array, table: Array, chance: Array, alone: float) -> int:
    held = state[HANDS + state[SEAT]]
    plain, with_unknown = _calls(state, table, held)
    calls = plain | with_unknown
    if _happens(chance, alone) or (table[PARTNER_RULE] == CALLED_ACE and not calls):
        return ALONE
    if not calls:
        return PARTNER
    while True:
        action = _random_call(table, held, plain, with_unknown, chance)
        if action != ALONE:
            return action


@_compiled
def _best_of(mask: int, values: Array) -> int:
    """The card of *mask* with the highest value, the lowest number among equals."""
    best = _card_at(mask, 0)
    rest = mask & (mask - 1)
    while rest:
        card = _card_at(rest, 0)
        if values[card] > values[best]:
            best = card
        rest &= rest - 1
    return best


@_compiled
def _play_of_policy(state: Array, mask: int, chance: Array, policy: PolicyTables) -> int:
    """The legal card that the policy values most where the trick stands as it does."""
    if policy[2][SLIP] > 0.0 and _happens(chance, policy[2][SLIP]):
        return _random_card(mask, chance)
    role = _role(state, state[SEAT])
    values = policy[3][role]
    if state[LEAD] == 0:
        return _best_of(mask, values[LEADING])
    ours = 2 if role != IN_LEASTER and _with_us(state, role) else 0
    best = NOBODY
    most = 0.0
    while mask:
        card = _card_at(mask, 0)
        value = values[LOSES_TO_THEM + ours + (1 if _beats(state, card) else 0), card]
        if best == NOBODY or value > most:
            best, most = card, value
        mask &= mask - 1
    return best


@_compiled
def _role(state: Array, seat: int) -> int:
    if state[PICKER] == NOBODY:
        return IN_LEASTER
    if seat == state[PICKER]:
        return AS_PICKER
    return AS_PARTNER if seat == state[PARTNER_SEAT] else AS_DEFENDER


@_compiled
def _with_us(state: Array, role: int) -> bool:
    """Whether a seat of the same side as *role* has the trick so far."""
    return (_role(state, state[BEST_SEAT]) == AS_DEFENDER) == (role == AS_DEFENDER)


# ---------------------------------------------------------------- the end


@_compiled
def _settle(state: Array, table: Array, end: Array) -> None:
    """What the deal came to, as `Deal.result` has it."""
    players = table[PLAYERS]
    end[END_PICKER] = state[PICKER]
    end[END_PARTNER] = state[PARTNER_SEAT]
    for seat in range(players):
        end[END_POINTS + seat] = state[SEAT_POINTS + seat]
        end[END_TRICKS + seat] = state[TAKEN + seat]
        end[SCORES + seat] = 0
    if state[TRICKS] == 0:
        end[OUTCOME] = THROWN_IN
    elif state[PICKER] != NOBODY:
        _settle_picked(state, table, end)
    elif table[ALL_PASS] == LEAST:
        end[OUTCOME] = LEAST_PLAYED
        end[END_POINTS + state[LAST_WINNER]] += _points_of(state[BLIND])
        _settle_least(state, table, end)
    else:
        end[OUTCOME] = LEASTER_PLAYED
        if table[BLIND_TO_LAST]:
            end[END_POINTS + state[LAST_WINNER]] += _points_of(state[BLIND])
        _settle_leaster(state, table, end)


@_compiled
def _points_of(mask: int) -> int:
    points = 0
    while mask:
        points += _POINTS[_card_at(mask, 0)]
        mask &= mask - 1
    return points


@_compiled
def _settle_picked(state: Array, table: Array, end: Array) -> None:
    """R20 to R22."""
    picker, partner = state[PICKER], state[PARTNER_SEAT]
    points = _points_of(state[BURIED]) + state[SEAT_POINTS + picker]
    tricks = state[TAKEN + picker]
    if partner != NOBODY:
        points += state[SEAT_POINTS + partner]
        tricks += state[TAKEN + partner]
    won = points >= 61
    level = 1
    if tricks == (table[HAND_SIZE] if won else 0):
        level = 3
    elif points >= 91 or points <= table[SCHNEIDER]:
        level = 2
    end[OUTCOME] = level + (WON if won else LOST)
    row = PAYMENTS + (6 if partner != NOBODY else 0) + (3 if won else 0)
    for seat in range(table[PLAYERS]):
        place = 0 if seat == picker else 1 if seat == partner else 2
        end[SCORES + seat] = table[row + place] * level * state[STAKE]


@_compiled
def _settle_leaster(state: Array, table: Array, end: Array) -> None:
    """R30, from the points in *end*."""
    players = table[PLAYERS]
    winner = NOBODY
    fewest = 121
    for seat in range(players):
        points = end[END_POINTS + seat]
        if table[NEEDS_TRICK] and state[TAKEN + seat] == 0:
            continue
        if points < fewest:
            winner, fewest = seat, points
        elif points == fewest:
            winner = NOBODY
    if winner != NOBODY:
        for seat in range(players):
            end[SCORES + seat] = (players - 1 if seat == winner else -1) * state[STAKE]


@_compiled
def _settle_least(state: Array, table: Array, end: Array) -> None:
    """R31, from the points in *end*."""
    players = table[PLAYERS]
    trickless = 0
    winner = 0
    for seat in range(players):
        if state[TAKEN + seat] == 0:
            trickless += 1
        margin = end[END_POINTS + seat] - end[END_POINTS + winner]
        earlier = state[LAST_TRICK + seat] < state[LAST_TRICK + winner]
        if margin < 0 or (margin == 0 and earlier):
            winner = seat
    if trickless == 0:
        end[SCORES + winner] = 2
        return
    for seat in range(players):
        if trickless == players - 1:
            end[SCORES + seat] = -4 if state[TAKEN + seat] else 0
        elif state[TAKEN + seat] == 0:
            end[SCORES + seat] = 4 // trickless


# ---------------------------------------------------------------- whole playouts


@_compiled
def _run(
    state: Array,
    table: Array,
    chance: Array,
    policy: PolicyTables,
    follows_policy: bool,
    record: Array,
) -> None:
    """Play *state* to its end; *record* is empty, or takes the actions."""
    length = 0
    while state[PHASE] < PLAYING:
        if follows_policy:
            action = _answer_of_policy(state, table, chance, policy)
        else:
            action = _random_answer(state, table, chance)
        if record.size:
            record[ACTIONS + length] = action
            length += 1
        _enter(state, table, action)
    while state[PHASE] == PLAYING:
        mask = _legal_plays(state)
        if follows_policy and mask & (mask - 1):
            card = _play_of_policy(state, mask, chance, policy)
        else:
            card = _random_card(mask, chance)
        if record.size:
            record[ACTIONS + length] = PLAY | 1 << CARDS_AT + card
            length += 1
        _play(state, table, card)
    if record.size:
        record[LENGTH] = length


@_compiled
def play_out_rows(
    rows: Array,
    each: int,
    table: Array,
    seed: int,
    policy: PolicyTables,
    follows_policy: bool,
    records: Array,
    ends: Array,
) -> None:
    """Play each of *rows* to its end *each* times; *ends*, and *records* if any, row by row."""
    chance = np.empty(1, np.uint64)
    chance[0] = seed
    state = np.empty(STATE_SIZE, np.int64)
    nothing = np.empty(0, np.int64)
    for number in range(rows.shape[0]):
        start = rows[number].copy()
        for place in range(RUNNING, RUNNING + MOST_SEATS):
            if start[place] != NOBODY:
                _play(start, table, start[place])
        for again in range(each):
            at = number * each + again
            state[:] = start
            record = records[at] if records.shape[0] else nothing
            _run(state, table, chance, policy, follows_policy, record)
            _settle(state, table, ends[at])


@_compiled
def play_fresh_deals(
    start: Array,
    table: Array,
    seed: int,
    policy: PolicyTables,
    follows_policy: bool,
    records: Array,
    ends: Array,
) -> None:
    """Shuffle, deal and play as many deals as *ends* has rows, from *start* without its cards.

    Every dealing is as likely; the batches of R7 make no difference to that.
    """
    chance = np.empty(1, np.uint64)
    chance[0] = seed
    state = np.empty(STATE_SIZE, np.int64)
    nothing = np.empty(0, np.int64)
    deck = np.arange(32)
    for at in range(ends.shape[0]):
        state[:] = start
        _deal_cards(state, table, deck, chance)
        record = records[at] if records.shape[0] else nothing
        if record.size:
            record[DEALT : DEALT + MOST_SEATS] = state[HANDS : HANDS + MOST_SEATS]
            record[DEALT_BLIND] = state[BLIND]
        _run(state, table, chance, policy, follows_policy, record)
        _settle(state, table, ends[at])


@_compiled
def _deal_cards(state: Array, table: Array, deck: Array, chance: Array) -> None:
    for last in range(31, 0, -1):
        chosen = _below(chance, last + 1)
        deck[last], deck[chosen] = deck[chosen], deck[last]
    at = 0
    for seat in range(table[PLAYERS]):
        hand = 0
        for _ in range(table[HAND_SIZE]):
            hand |= 1 << deck[at]
            at += 1
        state[HANDS + seat] = hand
    blind = 0
    for place in range(at, 32):
        blind |= 1 << deck[place]
    state[BLIND] = blind
