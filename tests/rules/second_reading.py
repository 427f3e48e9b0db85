"""The rule book read a second time: slowly, in card names, without masks, phases or shared code.

`Book.read` is a generator that goes through a deal as the book tells it. It
yields what is asked (seat, kind, the legal answers, None for a bury), is sent
the answer's words, and returns the points, tricks, outcome and scores.
`continuations` plays the rest of a deal in every way there is. Nothing here
is imported from the arena.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

Option: TypeAlias = str | bool | int
Asked: TypeAlias = tuple[int, str, frozenset[str] | None]
Ending: TypeAlias = tuple[list[int], list[int], str, list[int]]
Reading: TypeAlias = Generator[Asked, str, Ending]
Won: TypeAlias = list[tuple[int, list[str]]]
"""Each complete trick's winner and cards."""

TRUMPS = "QC QS QH QD JC JS JH JD AD TD KD 9D 8D 7D".split()
FAILS = [rank + suit for suit in "CSH" for rank in "ATK987"]
WORTH = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}

PLAYERS = {
    "called-ace": 5,
    "jack-of-diamonds": 5,
    "picker-alone-3": 3,
    "picker-alone-4": 4,
    "hoyle-3": 3,
    "hoyle-4": 4,
}
FIVE_HAND: dict[str, Option] = {
    "all_pass": "leaster",
    "unknown_when": "only-aces",
    "called_ten_wins": False,
    "leaster_needs_trick": True,
}
PICKER_ALONE: dict[str, Option] = {
    "all_pass": "leaster",
    "leaster_needs_trick": True,
    "leaster_blind": "last-trick",
}
DEFAULTS: dict[str, dict[str, Option]] = {
    "called-ace": {**FIVE_HAND, "leaster_blind": "nobody"},
    "jack-of-diamonds": {
        **FIVE_HAND,
        "partner": "jack",
        "may_go_alone": False,
        "loss_payer": "picker",
        "leaster_blind": "last-trick",
        "crack": "off",
        "crack_by": "any-defender",
        "doubler_cap": 8,
    },
    "picker-alone-3": PICKER_ALONE,
    "picker-alone-4": PICKER_ALONE,
    "hoyle-3": {"all_pass": "least"},
    "hoyle-4": {"all_pass": "least"},
}
"""R10, R12, R14, R19, R22, R30, R37, R38."""


class Table:
    """A table's name and options."""

    def __init__(self, name: str, options: Mapping[str, Option]) -> None:
        self.name = name
        self.players = PLAYERS[name]
        self.option = {**DEFAULTS[name], **options}
        self.calls = name == "called-ace" or self.option.get("partner") == "called-ace"
        self.hoyle = name in ("hoyle-3", "hoyle-4")


@dataclass
class Picked:
    """What is settled before the first lead of a picked deal."""

    picker: int
    bury: list[str] = field(default_factory=list)
    called: str | None = None
    """Only a card that was called by R14: a named one binds nobody."""
    unknown: str | None = None
    partner: int | None = None


def suit_of(card: str) -> str:
    return "trump" if card in TRUMPS else card[1]


def worth(cards: Sequence[str]) -> int:
    return sum(WORTH.get(card[0], 0) for card in cards)


class Book:
    """A deal and how far it has come; who reads may look, and only the reading writes."""

    def __init__(
        self,
        name: str,
        options: Mapping[str, Option],
        hands: Sequence[Sequence[str]],
        blind: Sequence[str],
        stake: int = 1,
    ) -> None:
        self.table = Table(name, options)
        self.hands = [list(hand) for hand in hands]
        self.blind = list(blind)
        self.stake = stake
        self.picked: Picked | None = None
        self.won: Won = []
        self.trick: list[str] = []
        """The cards of the running trick."""

    def read(self) -> Reading:
        """The whole deal."""
        table = self.table
        all_pass = table.option["all_pass"]
        for seat in range(table.players):
            forced = seat == table.players - 1 and all_pass == "forced-pick"
            said = yield seat, "pick", frozenset({"pick"} if forced else {"pick", "pass"})
            if said == "pick":
                yield from self.picking(seat)
                break
        else:
            if all_pass == "doubler" and self.stake < int(table.option["doubler_cap"]):
                nothing = [0] * table.players
                return nothing, nothing, "thrown-in", nothing
        yield from self.tricks()
        return self.ending(self.won)

    def picking(self, seat: int) -> Generator[Asked, str, None]:
        """R9 to R14, R37: all that the pick of *seat* leads to before the first lead."""
        self.picked = Picked(seat)
        if self.blind:
            self.hands[seat] += self.blind
            said = yield seat, "bury", None
            self.picked.bury = said.split()[1:]
            self.hands[seat] = [card for card in self.hands[seat] if card not in self.picked.bury]
        yield from partnership(self.table, self.hands, self.picked)
        self.stake = yield from cracking(self.table, self.picked, self.stake)

    def tricks(self) -> Generator[Asked, str, None]:
        """R15: all tricks."""
        while any(self.hands):
            for _ in range(self.table.players):
                seat = to_play(self.table, self.won, self.trick)
                may = playable(self.hands[seat], self.trick, self.picked, seat, self.won)
                said = yield seat, "play", frozenset(f"play {card}" for card in may)
                card = said.split()[1]
                self.hands[seat].remove(card)
                self.trick.append(card)
            self.won.append((winner(self.table, self.trick, self.picked, self.won), self.trick))
            self.trick = []

    def ending(self, won: Won) -> Ending:
        """R20 to R32: what the tricks *won* are worth."""
        if self.picked:
            return payment(self.table, won, self.picked, self.stake)
        if self.table.hoyle:
            return least(self.table, won, self.blind)
        return leaster(self.table, won, self.blind, self.stake)


def continuations(book: Book) -> Counter[str]:
    """How often each end, as text, comes of playing on from *book* in every way there is."""

    def play_on(hands: list[list[str]], trick: list[str], won: Won) -> Iterator[str]:
        if len(trick) == book.table.players:
            taker = winner(book.table, trick, book.picked, won)
            yield from play_on(hands, [], [*won, (taker, trick)])
            return
        if not any(hands):
            _, _, outcome, scores = book.ending(won)
            yield f"{outcome} {scores}"
            return
        seat = to_play(book.table, won, trick)
        for card in playable(hands[seat], trick, book.picked, seat, won):
            left = [[held for held in hand if held != card] for hand in hands]
            yield from play_on(left, [*trick, card], won)

    return Counter(play_on(book.hands, book.trick, book.won))


def partnership(
    table: Table, hands: list[list[str]], picked: Picked
) -> Generator[Asked, str, None]:
    """R11 to R14: who is with the picker."""
    held = hands[picked.picker]
    holders = {card: seat for seat, hand in enumerate(hands) for card in hand}
    if table.calls:
        said = yield picked.picker, "call", frozenset(calls(table, held, picked.bury))
        if said == "alone":
            return
        words = said.split()
        card = picked.called = words[1]
        picked.unknown = words[3] if len(words) > 2 else None
    elif table.name == "hoyle-4":
        said = yield picked.picker, "call", frozenset(black_jack_answers(held))
        if said == "alone":
            return
        card = "JS" if "JC" in held else "JC"
        if said != "partner":
            card = said.split()[1]
    elif table.name == "jack-of-diamonds":
        card = "JD"
        if table.option["may_go_alone"]:
            said = yield picked.picker, "call", frozenset({"alone", "partner"})
            if said == "alone":
                return
    else:
        return
    holder = holders.get(card)
    picked.partner = None if holder == picked.picker else holder


def black_jack_answers(held: list[str]) -> set[str]:
    """R13: what the picker of hoyle-4 may say."""
    if "JC" in held and "JS" in held:
        return {"alone"} | {f"call {card}" for card in TRUMPS + FAILS if card not in held}
    return {"alone", "partner"}


def calls(table: Table, held: list[str], bury: list[str]) -> set[str]:
    """R14: what the picker may announce."""
    own = held + bury
    fails = [card for card in held if suit_of(card) != "trump"]
    suits = {suit_of(card) for card in fails}
    answers = {"alone"}
    if all("A" + suit in own for suit in "CSH"):
        return answers | {f"call T{suit}" for suit in suits if "T" + suit not in own}
    ordinary = {f"call A{suit}" for suit in suits if "A" + suit not in own}
    if table.option["unknown_when"] == "only-aces":
        allowed = all(card[0] == "A" for card in fails)
    else:
        allowed = not ordinary
    if allowed:
        for suit in "CSH":
            if suit not in suits and "A" + suit not in own:
                answers |= {f"call A{suit} unknown {card}" for card in held}
    return answers | ordinary


def cracking(table: Table, picked: Picked, stake: int) -> Generator[Asked, str, int]:
    """R37: what the stake is in the end."""
    crack = table.option.get("crack", "off")
    for seat in range(table.players):
        if crack == "off" or seat == picked.picker:
            continue
        if table.option["crack_by"] == "not-yet-passed" and seat < picked.picker:
            continue
        may = {"no-crack"} if seat == picked.partner else {"no-crack", "crack"}
        said = yield seat, "crack", frozenset(may)
        if said == "crack":
            stake *= 2
            if crack == "crack-recrack":
                said = yield picked.picker, "recrack", frozenset({"recrack", "no-recrack"})
                stake *= 2 if said == "recrack" else 1
            break
    return stake


def to_play(table: Table, won: Won, trick: list[str]) -> int:
    """R15: seat 0 leads first, then who took the last trick."""
    leader = won[-1][0] if won else 0
    return (leader + len(trick)) % table.players


def suit_led(trick: list[str], picked: Picked | None) -> str:
    """R15, R17 c: an unknown that is led leads the called suit."""
    if picked and picked.called and trick[0] == picked.unknown:
        return picked.called[1]
    return suit_of(trick[0])


def was_led(suit: str, picked: Picked | None, won: Won) -> bool:
    return any(suit_led(trick, picked) == suit for _, trick in won)


def playable(
    hand: list[str], trick: list[str], picked: Picked | None, seat: int, won: Won
) -> list[str]:
    """R15, and R17 while a called suit was not led before this trick."""
    if len(hand) == 1:
        return hand
    led = suit_led(trick, picked) if trick else None
    follow = [card for card in hand if suit_of(card) == led]
    if picked is None or picked.called is None or was_led(picked.called[1], picked, won):
        return follow or hand
    if seat == picked.partner:
        return for_partner(hand, follow, led, picked.called)
    if seat == picked.picker:
        return for_picker(hand, follow, led, picked.called, picked.unknown)
    return follow or hand


def for_partner(hand: list[str], follow: list[str], led: str | None, called: str) -> list[str]:
    """R17 a."""
    if led is None:
        return [card for card in hand if card == called or suit_of(card) != called[1]]
    if led == called[1]:
        return [called]
    return follow or [card for card in hand if card != called]


def for_picker(
    hand: list[str], follow: list[str], led: str | None, called: str, unknown: str | None
) -> list[str]:
    """R17 b, c."""
    if led is None:
        return hand
    if unknown:
        if led == called[1]:
            return [unknown]
        others = [card for card in hand if card != unknown]
        return [card for card in others if suit_of(card) == led] or others
    if follow:
        return follow
    of_suit = [card for card in hand if suit_of(card) == called[1]]
    return hand if len(of_suit) > 1 else [card for card in hand if card not in of_suit]


def winner(table: Table, trick: list[str], picked: Picked | None, won: Won) -> int:
    """R16: the seat that takes a complete trick, the next after *won*."""
    strengths = [strength(table, card, trick, picked, won) for card in trick]
    return to_play(table, won, trick[: strengths.index(max(strengths))])


def strength(table: Table, card: str, trick: list[str], picked: Picked | None, won: Won) -> float:
    """R16, R18, R19: the larger beats the smaller; 0 never wins."""
    led = suit_led(trick, picked)
    if picked and card == picked.unknown:
        return 0
    if card in TRUMPS:
        return 100 - TRUMPS.index(card)
    if card[1] != led:
        return 0
    called_ten = picked and card == picked.called and card[0] == "T"
    if called_ten and table.option["called_ten_wins"] and not was_led(led, picked, won):
        return 50
    return 10 - "ATK987".index(card[0])


def payment(table: Table, won: Won, picked: Picked, stake: int) -> Ending:
    """R20 to R22."""
    points, counts = by_seat(table, won)
    side = {picked.picker, picked.partner} - {None}
    total = worth(picked.bury) + sum(points[seat] for seat in side if seat is not None)
    took = sum(counts[seat] for seat in side if seat is not None)
    wins = total >= 61
    level = 1
    if wins and total >= 91:
        level = 2
    if not wins and total <= (29 if table.name in ("picker-alone-3", "picker-alone-4") else 30):
        level = 2
    if (wins and took == len(won)) or took == 0:
        level = 3
    for_picker, for_partner, for_others = rates(table, wins, picked.partner is None)
    scores = []
    for seat in range(table.players):
        if seat == picked.picker:
            rate = for_picker
        elif seat == picked.partner:
            rate = for_partner
        else:
            rate = for_others
        scores.append(rate * level * stake)
    return points, counts, f"{'won' if wins else 'lost'}-{level}", scores


def rates(table: Table, wins: bool, alone: bool) -> tuple[int, int, int]:
    """R22: to picker, partner and each other seat at class 1."""
    if table.name == "called-ace":
        if alone:
            return (4, 0, -1) if wins else (-8, 0, 2)
        return (2, 1, -1) if wins else (-4, -2, 2)
    if table.name == "jack-of-diamonds":
        if alone:
            return (8, 0, -2) if wins else (-8, 0, 2)
        if wins:
            return 2, 1, -1
        return (-3, 0, 1) if table.option["loss_payer"] == "picker" else (-2, -1, 1)
    sign = 1 if wins else -1
    if table.hoyle:
        return (2 * sign, 0, 0) if alone else (sign, sign, 0)
    return (table.players - 1) * sign, 0, -sign


def leaster(table: Table, won: Won, blind: list[str], stake: int) -> Ending:
    """R30."""
    points, counts = by_seat(table, won)
    if table.option["leaster_blind"] == "last-trick":
        points[won[-1][0]] += worth(blind)
    seats = range(table.players)
    rivals = [s for s in seats if counts[s] > 0 or not table.option["leaster_needs_trick"]]
    best = min(points[seat] for seat in rivals)
    lowest = [seat for seat in rivals if points[seat] == best]
    if len(lowest) > 1:
        return points, counts, "leaster", [0] * table.players
    gain = table.players - 1
    return points, counts, "leaster", [(gain if s in lowest else -1) * stake for s in seats]


def least(table: Table, won: Won, blind: list[str]) -> Ending:
    """R31, in its order."""
    points, counts = by_seat(table, won)
    points[won[-1][0]] += worth(blind)
    scores = [0] * table.players
    if len(won) in counts:
        scores[counts.index(len(won))] = -4
    elif counts.count(0) == 1:
        scores[counts.index(0)] = 4
    elif counts.count(0) == 2:
        scores = [2 if count == 0 else 0 for count in counts]
    else:
        lowest = [seat for seat in range(table.players) if points[seat] == min(points)]
        for seat, _ in reversed(won):
            if seat in lowest and len(lowest) > 1:
                lowest.remove(seat)
        scores[lowest[0]] = 2
    return points, counts, "least", scores


def by_seat(table: Table, won: Won) -> tuple[list[int], list[int]]:
    points, counts = [0] * table.players, [0] * table.players
    for winner, cards in won:
        points[winner] += worth(cards)
        counts[winner] += 1
    return points, counts
