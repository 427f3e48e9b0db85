"""The rule book read a second time: slowly, in card names, without masks or phases.

`read` is a generator that goes through a deal as the book tells it. It yields
what is asked (seat, kind, the legal answers, None for a bury), is sent the
answer's words, and returns the points, tricks, outcome and scores.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from arena.rules.variants import Variant

Asked: TypeAlias = tuple[int, str, frozenset[str] | None]
Ending: TypeAlias = tuple[list[int], list[int], str, list[int]]
Reading: TypeAlias = Generator[Asked, str, Ending]

TRUMPS = "QC QS QH QD JC JS JH JD AD TD KD 9D 8D 7D".split()
WORTH = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}


def suit_of(card: str) -> str:
    return "trump" if card in TRUMPS else card[1]


def worth(cards: Sequence[str]) -> int:
    return sum(WORTH.get(card[0], 0) for card in cards)


@dataclass
class Picked:
    """What is settled before the first lead of a picked deal."""

    picker: int
    bury: list[str] = field(default_factory=list)
    called: str | None = None
    unknown: str | None = None
    partner: int | None = None


def read(table: Variant, hands: list[list[str]], blind: list[str], stake: int) -> Reading:
    """The whole deal; *hands* are used up."""
    for seat in range(5):
        forced = seat == 4 and table.all_pass == "forced-pick"
        said = yield seat, "pick", frozenset({"pick"} if forced else {"pick", "pass"})
        if said == "pick":
            break
    else:
        if table.all_pass == "doubler" and stake < table.doubler_cap:
            return [0] * 5, [0] * 5, "thrown-in", [0] * 5
        won = yield from tricks(table, hands, None)
        return leaster(table, won, blind, stake)
    picked = Picked(seat)
    hands[seat] += blind
    said = yield seat, "bury", None
    picked.bury = said.split()[1:]
    hands[seat] = [card for card in hands[seat] if card not in picked.bury]
    yield from partnership(table, hands, picked)
    stake = yield from cracking(table, picked, stake)
    won = yield from tricks(table, hands, picked)
    return payment(table, won, picked, stake)


def partnership(
    table: Variant, hands: list[list[str]], picked: Picked
) -> Generator[Asked, str, None]:
    """R12, R14: who is with the picker."""
    held = hands[picked.picker]
    holders = {card: seat for seat, hand in enumerate(hands) for card in hand}
    card = "JD"
    if table.partner == "called-ace":
        said = yield picked.picker, "call", frozenset(calls(table, held, picked.bury))
        if said == "alone":
            return
        words = said.split()
        card = picked.called = words[1]
        picked.unknown = words[3] if len(words) > 2 else None
    elif table.may_go_alone:
        said = yield picked.picker, "call", frozenset({"alone", "partner"})
        if said == "alone":
            return
    holder = holders.get(card)
    picked.partner = None if holder == picked.picker else holder


def calls(table: Variant, held: list[str], bury: list[str]) -> set[str]:
    """R14: what the picker may announce."""
    own = held + bury
    fails = [card for card in held if suit_of(card) != "trump"]
    suits = {suit_of(card) for card in fails}
    answers = {"alone"}
    if all("A" + suit in own for suit in "CSH"):
        return answers | {f"call T{suit}" for suit in suits if "T" + suit not in own}
    ordinary = {f"call A{suit}" for suit in suits if "A" + suit not in own}
    if table.unknown_when == "only-aces":
        allowed = all(card[0] == "A" for card in fails)
    else:
        allowed = not ordinary
    if allowed:
        for suit in "CSH":
            if suit not in suits and "A" + suit not in own:
                answers |= {f"call A{suit} unknown {card}" for card in held}
    return answers | ordinary


def cracking(table: Variant, picked: Picked, stake: int) -> Generator[Asked, str, int]:
    """R37: what the stake is in the end."""
    for seat in range(5):
        if table.crack == "off" or seat == picked.picker:
            continue
        if table.crack_by == "not-yet-passed" and seat < picked.picker:
            continue
        may = {"no-crack"} if seat == picked.partner else {"no-crack", "crack"}
        said = yield seat, "crack", frozenset(may)
        if said == "crack":
            stake *= 2
            if table.crack == "crack-recrack":
                said = yield picked.picker, "recrack", frozenset({"recrack", "no-recrack"})
                stake *= 2 if said == "recrack" else 1
            break
    return stake


def tricks(
    table: Variant, hands: list[list[str]], picked: Picked | None
) -> Generator[Asked, str, list[tuple[int, list[str]]]]:
    """R15 to R19: each trick's winner and cards."""
    leader, taken, suits_led = 0, [], set()
    for _ in range(6):
        trick: list[str] = []
        led = None
        for turn in range(5):
            seat = (leader + turn) % 5
            bound = (
                picked if picked and picked.called and picked.called[1] not in suits_led else None
            )
            may = playable(hands[seat], led, bound, seat)
            said = yield seat, "play", frozenset(f"play {card}" for card in may)
            card = said.split()[1]
            hands[seat].remove(card)
            trick.append(card)
            if led is None:
                unknown_led = bound is not None and card == bound.unknown and bound.called
                led = unknown_led[1] if unknown_led else suit_of(card)
        strongest = max(
            range(5), key=lambda turn: strength(table, trick[turn], led, picked, suits_led)
        )
        leader = (leader + strongest) % 5
        taken.append((leader, trick))
        suits_led.add(led)
    return taken


def playable(hand: list[str], led: str | None, picked: Picked | None, seat: int) -> list[str]:
    """R15, and R17 if *picked* has called a suit that was not led before this trick."""
    if len(hand) == 1:
        return hand
    follow = [card for card in hand if suit_of(card) == led]
    if picked is None or picked.called is None or seat not in (picked.picker, picked.partner):
        return follow or hand
    suit = picked.called[1]
    if seat == picked.partner:
        if led is None:
            return [card for card in hand if card == picked.called or suit_of(card) != suit]
        if led == suit:
            return [picked.called]
        return follow or [card for card in hand if card != picked.called]
    if led is None:
        return hand
    if picked.unknown:
        if led == suit:
            return [picked.unknown]
        others = [card for card in hand if card != picked.unknown]
        return [card for card in others if suit_of(card) == led] or others
    if follow:
        return follow
    of_suit = [card for card in hand if suit_of(card) == suit]
    return hand if len(of_suit) > 1 else [card for card in hand if card not in of_suit]


def strength(
    table: Variant, card: str, led: str | None, picked: Picked | None, suits_led: set[str | None]
) -> float:
    """R16, R18, R19: the larger beats the smaller; 0 never wins."""
    if picked and card == picked.unknown:
        return 0
    if card in TRUMPS:
        return 100 - TRUMPS.index(card)
    if card[1] != led:
        return 0
    called_ten = picked and card == picked.called and card[0] == "T"
    if called_ten and table.called_ten_wins and led not in suits_led:
        return 50
    return 10 - "ATK987".index(card[0])


def payment(table: Variant, won: list[tuple[int, list[str]]], picked: Picked, stake: int) -> Ending:
    """R20 to R22."""
    points, counts = by_seat(won)
    side = {picked.picker, picked.partner} - {None}
    total = worth(picked.bury) + sum(points[seat] for seat in side)
    took = sum(counts[seat] for seat in side)
    wins = total >= 61
    level = 1
    if (wins and total >= 91) or (not wins and total <= 30):
        level = 2
    if (wins and took == 6) or took == 0:
        level = 3
    alone = picked.partner is None
    if table.name == "called-ace":
        rates = (
            ((4, 0, -1) if alone else (2, 1, -1))
            if wins
            else ((-8, 0, 2) if alone else (-4, -2, 2))
        )
    elif alone:
        rates = (8, 0, -2) if wins else (-8, 0, 2)
    elif wins:
        rates = (2, 1, -1)
    else:
        rates = (-3, 0, 1) if table.loss_payer == "picker" else (-2, -1, 1)
    roles = [0 if s == picked.picker else 1 if s == picked.partner else 2 for s in range(5)]
    scores = [rates[role] * level * stake for role in roles]
    return points, counts, f"{'won' if wins else 'lost'}-{level}", scores


def leaster(
    table: Variant, won: list[tuple[int, list[str]]], blind: list[str], stake: int
) -> Ending:
    """R30."""
    points, counts = by_seat(won)
    if table.leaster_blind == "last-trick":
        points[won[-1][0]] += worth(blind)
    rivals = [s for s in range(5) if counts[s] > 0 or not table.leaster_needs_trick]
    best = min(points[seat] for seat in rivals)
    lowest = [seat for seat in rivals if points[seat] == best]
    if len(lowest) > 1:
        return points, counts, "leaster", [0] * 5
    return points, counts, "leaster", [(4 if s in lowest else -1) * stake for s in range(5)]


def by_seat(won: list[tuple[int, list[str]]]) -> tuple[list[int], list[int]]:
    points, counts = [0] * 5, [0] * 5
    for winner, cards in won:
        points[winner] += worth(cards)
        counts[winner] += 1
    return points, counts
