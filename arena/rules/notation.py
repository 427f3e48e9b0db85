"""A deal as one line of text: its table, cards, bidding, tricks and result.

To Sheepshead what FEN and PGN are to chess; docs/notation.md specifies it. The line of a
deal that is cut off is a position. A deal has one canonical line, which `format_deal`
writes; `parse_deal` also takes what people write, and refuses what the rules refuse:

    called-ace | QC … / … / … / … / … + 7C 9H | pass pick bury 9H 8S call AC | 0: 7C … | won-1 …

The file is long because each field is written and read side by side.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from arena.rules.actions import PLAYS, Action, ActionError, Word, format_action, parse_action
from arena.rules.cards import Mask, cards_of, format_card, format_cards, mask_of
from arena.rules.deal import Deal
from arena.rules.dealing import DealError, check_dealing
from arena.rules.notation_words import (
    BrokenRuleError,
    MalformedLineError,
    Piece,
    card_of,
    fields_of,
    joined,
    words_of,
)
from arena.rules.phases import Phase
from arena.rules.variants import OPTIONS, Variant, VariantError, variant

_VERBS: Final = frozenset(word.value for word in Word if word is not Word.PLAY)
_RESULT: Final = re.compile(r"won|lost|lea|thrown")
"""How a result begins, right or wrong; no card does."""
_OUTCOME: Final = re.compile(r"(won|lost)-[123]|leaster|least|thrown-in")
_RESULT_RULES: Final = {
    "leaster": ("R30", "R30"),
    "least": ("R31", "R31"),
    "thrown-in": ("R38", "R38"),
}
"""Which rules give outcome and scores; R21 and R22 where the deal was picked."""


@dataclass(frozen=True, slots=True)
class WrittenDeal:
    """A deal as dealt, and what was done in it so far."""

    variant: Variant
    hands: tuple[Mask, ...]
    """By seat, as dealt."""
    blind: Mask
    thrown_in: int = 0
    """How many deals were thrown in before this one replaced them (R38)."""
    actions: tuple[Action, ...] = ()
    """From the first pass or pick on, those that nobody is asked included."""

    def start(self) -> Deal:
        """The deal before its first action."""
        return Deal(self.variant, self.hands, self.blind, thrown_in=self.thrown_in)

    def replay(self) -> Deal:
        """The deal after its last action; the actions must be legal."""
        deal = self.start()
        for action in self.actions:
            deal.apply(action)
        return deal


@dataclass(frozen=True, slots=True)
class ReadDeal:
    """A line that is in the format, with cards that can be dealt; the rest is not yet judged."""

    written: WrittenDeal
    places: tuple[tuple[Piece, str], ...]
    """Where each action stands."""
    leaders: Mapping[int, Piece]
    """Who leads a trick, as the line says, by the number of actions before it."""
    result: tuple[Piece, ...]
    """The outcome and the scores, as the line says; empty if it does not."""


def format_deal(written: WrittenDeal) -> str:
    """The canonical line of *written*, whose actions must be legal."""
    deal = written.replay()
    bids = [action for action in written.actions if action.word is not Word.PLAY]
    fields = [_format_table(written), _format_cards(written)]
    if bids:
        fields.append(" ".join(format_action(action) for action in bids))
    if deal.plays:
        fields.append(_format_tricks(deal))
    if deal.over:
        fields.append(_format_result(deal))
    return " | ".join(fields)


def parse_deal(line: str) -> WrittenDeal:
    """The deal that *line* says.

    Raises:
        MalformedLineError: it is not in the format.
        BrokenRuleError: it is, and the rules refuse its cards, an action, who leads a
            trick, or its result.
    """
    read = read_deal(line)
    if broken := first_broken(read):
        raise broken
    return read.written


def read_deal(line: str) -> ReadDeal:
    """What *line* says, legal or not.

    Raises:
        MalformedLineError: it is not in the format.
        BrokenRuleError: there is no such deal of the table (R7, R38).
    """
    table, *fields = fields_of(line)
    rules, thrown_in, stake = _read_table(table)
    if not fields:
        raise MalformedLineError(_end_of(line), "line", "' | ' and the cards")
    cards, *fields = fields
    hands, blind = _read_cards(cards, rules)
    _check_thrown_in(rules, hands, blind, thrown_in, stake)
    actions: list[Action] = []
    places: list[tuple[Piece, str]] = []
    leaders: dict[int, Piece] = {}
    if fields:
        _read_bidding(fields.pop(0), actions, places)
    if fields and not _RESULT.match(fields[0].text):
        _read_tricks(fields.pop(0), rules.players, actions, places, leaders)
    result = _read_result(fields.pop(0), rules.players) if fields else ()
    if fields:
        raise MalformedLineError(fields[0], "line", "the end of the line after the result")
    written = WrittenDeal(rules, hands, blind, thrown_in, tuple(actions))
    return ReadDeal(written, tuple(places), leaders, result)


def first_broken(read: ReadDeal) -> BrokenRuleError | None:
    """What the rules refuse first in *read*; None if they refuse nothing."""
    deal = read.written.start()
    for step, action in enumerate(read.written.actions):
        piece, place = read.places[step]
        leader = read.leaders.get(step)
        if leader and deal.phase is Phase.PLAY and int(leader.text[:-1]) != deal.seat:
            rule = f"R15: seat {deal.seat} leads"
            return BrokenRuleError(leader, place, rule, step=step)
        if rule := deal.broken_rule(action) or "":
            return BrokenRuleError(piece, place, rule, step=step, action=action)
        deal.apply(action)
    return _broken_result(deal, read) if read.result else None


# ------------------------------------------------------------ the table


def _format_table(written: WrittenDeal) -> str:
    table = written.variant
    words = [table.name]
    for name, value in table.options().items():
        if value != OPTIONS[table.name][name].default:
            words.append(f"{name}={str(value).lower() if isinstance(value, bool) else value}")
    if written.thrown_in:
        words.append(f"x{1 << written.thrown_in}")
    return " ".join(words)


def _read_table(field: Piece) -> tuple[Variant, int, Piece]:
    """Table, deals thrown in, and where that number stands."""
    words = list(words_of(field, r"\S+"))
    if not words:
        raise MalformedLineError(field, "table", f"one of {', '.join(OPTIONS)}")
    name, *said = words
    thrown_in, stake = 0, name
    if said and re.match(r"x\d", said[-1].text):
        stake = said.pop()
        if stake.text not in ("x2", "x4", "x8", "x16"):
            raise MalformedLineError(stake, "table", "a stake of x2, x4, x8 or x16")
        thrown_in = int(stake.text[1:]).bit_length() - 1
    options: dict[str, object] = {}
    try:
        variant(name.text)
        for word in said:
            key, equals, value = word.text.partition("=")
            if not equals or key in options:
                expected = "another option" if equals else "NAME=VALUE, or a stake at the end"
                raise MalformedLineError(word, "table", expected)
            options[key] = _option_value(value)
            name = word
            variant(words[0].text, {key: options[key]})
    except VariantError as error:
        expected = str(error).rpartition("expected ")[2]
        raise MalformedLineError(name, "table", expected) from None
    return variant(words[0].text, options), thrown_in, stake


def _option_value(text: str) -> object:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else text


# ------------------------------------------------------------ the cards


def _format_cards(written: WrittenDeal) -> str:
    hands = " / ".join(format_cards(cards_of(hand)) for hand in written.hands)
    return f"{hands} + {format_cards(cards_of(written.blind))}" if written.blind else hands


def _read_cards(field: Piece, table: Variant) -> tuple[tuple[Mask, ...], Mask]:
    hands: list[list[int]] = [[]]
    seen: dict[int, Piece] = {}
    blind: list[int] | None = None
    for word in words_of(field, r"[/+]|[^\s/+]+"):
        place = "blind" if blind is not None else f"hand of seat {len(hands) - 1}"
        if word.text in "/+" and blind is not None:
            raise MalformedLineError(word, place, "only cards after the +")
        if word.text == "/":
            hands.append([])
        elif word.text == "+":
            blind = []
        else:
            card = card_of(word, place)
            if card in seen:
                first = f"R7: {format_card(card)} is dealt twice, first at column"
                raise BrokenRuleError(word, place, f"{first} {seen[card].column}")
            seen[card] = word
            (hands[-1] if blind is None else blind).append(card)
    masks, laid = tuple(mask_of(hand) for hand in hands), mask_of(blind or [])
    try:
        check_dealing(table, masks, laid, 0)
    except DealError as error:
        raise BrokenRuleError(field, "cards", f"R7: {error}") from None
    return masks, laid


def _check_thrown_in(
    table: Variant, hands: tuple[Mask, ...], blind: Mask, thrown_in: int, stake: Piece
) -> None:
    try:
        check_dealing(table, hands, blind, thrown_in)
    except DealError as error:
        raise BrokenRuleError(stake, "table", f"R38: {error}") from None


# ------------------------------------------------------------ the bidding


def _read_bidding(field: Piece, actions: list[Action], places: list[tuple[Piece, str]]) -> None:
    """What stands before the first card, in the words of the log; the pair of `format_action`."""
    said: list[list[Piece]] = []
    for word in words_of(field, r"\S+"):
        if word.text in _VERBS:
            said.append([word])
            continue
        if not said:
            raise MalformedLineError(word, "bidding", "pass or pick")
        if word.text != "unknown":
            card_of(word, "bidding")
        said[-1].append(word)
    if not said:
        raise MalformedLineError(field, "bidding", "pass or pick after the bar")
    for words in said:
        piece = joined(words)
        try:
            actions.append(parse_action(piece.text))
        except ActionError:
            raise MalformedLineError(piece, "bidding", _said_with(words[0].text)) from None
        places.append((piece, "bidding"))


def _said_with(verb: str) -> str:
    match verb:
        case "bury":
            return "bury and different cards"
        case "call":
            return "call CARD or call CARD unknown CARD"
        case _:
            return f"{verb} without cards"


# ------------------------------------------------------------ the tricks


def _format_tricks(deal: Deal) -> str:
    size = deal.variant.players
    tricks = []
    for number, first in enumerate(range(0, len(deal.plays), size)):
        cards = format_cards(deal.plays[first : first + size])
        tricks.append(f"{deal.leaders[number]}: {cards}")
    return " / ".join(tricks)


def _read_tricks(
    field: Piece,
    size: int,
    actions: list[Action],
    places: list[tuple[Piece, str]],
    leaders: dict[int, Piece],
) -> None:
    """The cards as plays; a trick has *size*, the last one possibly fewer."""
    bid = len(actions)
    number, cards = 1, 0
    for word in words_of(field, r"/|[0-9]{1,2}:|[^\s/]+"):
        place = f"trick {number}"
        if word.text == "/":
            if cards != size:
                raise MalformedLineError(word, place, f"{size} cards, not {cards}")
            number, cards = number + 1, 0
        elif word.text[-1] == ":":
            if cards or len(actions) in leaders:
                raise MalformedLineError(word, place, f"a card, or / after {size} of them")
            leaders[len(actions)] = word
        elif cards == size:
            raise MalformedLineError(word, place, f"/ after {size} cards")
        else:
            actions.append(PLAYS[card_of(word, place)])
            places.append((word, place))
            cards += 1
    if not cards:
        expected = f"a card after {'the /' if len(actions) > bid else 'the bar'}"
        raise MalformedLineError(field, f"trick {number}", expected)


# ------------------------------------------------------------ the result


def _format_result(deal: Deal) -> str:
    result = deal.result()
    return " ".join([result.outcome, *map(_format_score, result.scores)])


def _format_score(score: int) -> str:
    return f"{score:+d}" if score else "0"


def _read_result(field: Piece, players: int) -> tuple[Piece, ...]:
    words = tuple(words_of(field, r"\S+"))
    if not words or not _OUTCOME.fullmatch(words[0].text):
        expected = "won-1 to won-3, lost-1 to lost-3, leaster, least or thrown-in"
        raise MalformedLineError(words[0] if words else field, "result", expected)
    for word in words[1:]:
        if not re.fullmatch(r"[-+−]?[0-9]{1,4}", word.text, re.ASCII):
            raise MalformedLineError(word, "result", "a score such as +2, 0 or -4")
    if len(words) != players + 1:
        expected = f"{players} scores after the outcome, not {len(words) - 1}"
        raise MalformedLineError(field, "result", expected)
    return words


def _broken_result(deal: Deal, read: ReadDeal) -> BrokenRuleError | None:
    said, *scores = read.result
    step = len(read.written.actions)
    if not deal.over:
        rule = f"{deal.expected()}, not a result"
        return BrokenRuleError(said, "result", rule, step=step)
    result = deal.result()
    of_outcome, of_scores = _RESULT_RULES.get(result.outcome, ("R21", "R22"))
    if said.text != result.outcome:
        rule = f"{of_outcome}: the outcome is {result.outcome}"
        return BrokenRuleError(said, "result", rule, step=step)
    for seat, (word, score) in enumerate(zip(scores, result.scores, strict=True)):
        if int(word.text.replace("−", "-")) != score:
            rule = f"{of_scores}: the score of seat {seat} is {_format_score(score)}"
            return BrokenRuleError(word, "result", rule, step=step)
    return None


def _end_of(line: str) -> Piece:
    return Piece("", len(line) + 1)
