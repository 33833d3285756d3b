"""Deals and matches as one line of text, both ways, and as a transcript to read.

    black_maria players=3 | deal 1 seed 7 | pass QSKSAS 2C3C4C 5D6D7D | play 2D3DKD 4S9SAS
    standard moon=new | match seed 7 players -,cautious,smoker,cautious | deal 1 | pass ... | play ... | deal 2 | ...

The first section is the game with the fields that were changed. A deal is named by its seed and number, or by all its hands
(`deal 3 hands 2C3C... 4C...`, in seat order, `kitty 2C3D` after them). Counters on the table are `pool 26`, or `jack 26` when
they stand as one; a chosen moon is a last section, `moon new`. A match that begins in the middle says where, before its deals:
`match seed 7 players ... first 4 before 90,60,40,70`. Passes are in seat order, a word a seat; plays are in order, a word a
trick.
This module reads and writes the words; `deal` and `match` check that what they tell could have happened.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from hearts_lab import cards as c
from hearts_lab.cards import Cards
from hearts_lab.rules import CARD_SETS, RULE_FIELDS, SWITCHES, WORDS, Rules, games, variant

_NUMBERS = ("players", "packs", "pass_count", "no_trick_bonus")
_ENDS = ("target", "deals", "exact_target", "moon_amount")


class NotationError(ValueError):
    """Text that tells no deal or match, or one that could not have happened."""


NO_PLAYS = Cards()


@dataclass(frozen=True)
class DealRecord:
    """One deal as told by a text, not yet checked."""

    number: int
    seed: int | None = None
    hands: tuple[Cards, ...] | None = None
    before: tuple[int, ...] | None = None
    passes: tuple[Cards, ...] | None = None
    plays: Cards = NO_PLAYS
    moon: str | None = None
    kitty: Cards = NO_PLAYS
    pool: int = 0
    standing: bool = False


@dataclass(frozen=True)
class Record:
    """A text taken apart: the rules, and one deal, or a match with its deals."""

    rules: Rules
    deals: tuple[DealRecord, ...]
    is_match: bool = False
    seed: int | None = None
    players: tuple[str | None, ...] = ()
    practice: tuple[int, ...] = ()
    first: int = 1
    before: tuple[int, ...] | None = None


# Rules.

def write_rules(rules: Rules) -> str:
    """A game and its changed fields: `black_maria players=3 moon=new`."""
    words = [rules.name]
    if rules.packs != games()[rules.name].get("packs", 1):
        words.append(f"packs={rules.packs}")
    if rules.players != (4 if rules.packs == 1 else 8):
        words.append(f"players={rules.players}")
    return " ".join([*words, *(f"{name}={_write_value(name, value)}" for name, value in rules.changes.items())])


def _write_value(name: str, value) -> str:
    if isinstance(value, dict):
        return ",".join(f"{card.text}:{worth}" for card, worth in value.items())
    if isinstance(value, Cards):
        return ",".join([card.text for card in value] if name == "removed" else _card_words(value)) or "none"
    if isinstance(value, tuple):
        return ",".join(value)
    return {True: "yes", False: "no", None: "none"}[value] if value is None or isinstance(value, bool) else str(value)


def _card_words(cards: Cards) -> list[str]:
    """The words of a set of cards: a whole suit by its name."""
    whole = [suit for suit in range(4) if len({card for card in cards if card.suit == suit}) == 13]
    return [c.SUIT_NAMES[suit] for suit in whole] + [card.text for card in cards if card.suit not in whole]


def read_rules(text: str) -> Rules:
    """The rules that a text names. Raises NotationError or RulesError in a sentence."""
    words = text.split()
    if not words:
        raise NotationError("The text names no game; it begins with one, such as 'standard' or 'black_maria'.")
    changed = {}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if not equals or name not in RULE_FIELDS:
            raise NotationError(f"{word!r} is not a changed rule; write a field, = and its value, as in moon=new.")
        if name in changed:
            raise NotationError(f"The rule {name!r} is given twice.")
        changed[name] = _read_value(name, value)
    return variant(words[0], changed.pop("players", None), **changed)


def _read_value(name: str, value: str):
    if name in SWITCHES:
        if value not in ("yes", "no"):
            raise NotationError(f"{name} is yes or no, not {value!r}.")
        return value == "yes"
    if name == "points":
        pairs = [pair.partition(":") for pair in value.split(",")]
        if len({key for key, _, _ in pairs}) < len(pairs):
            raise NotationError("The points of a card are given twice.")
        return {key: _whole(worth, f"The points of {key}") for key, _, worth in pairs}
    if name in CARD_SETS and value == "none":
        return ""
    if name in WORDS or name in CARD_SETS or name in ("pass_cycle", "forced_play"):
        return value
    if name in _ENDS and value == "none":
        return None
    if (name, value) in (("moon_amount", "total"), ("deals", "players")):
        return value
    return _whole(value, name)


def _whole(text: str, what: str) -> int:
    if not re.fullmatch(r"-?\d{1,19}", text):
        raise NotationError(f"{what} must be a whole number, not {text!r}.")
    return int(text)


# Deals and matches.

def write_deal(deal) -> list[str]:
    """The sections of a deal after the rules."""
    start = [f"deal {deal.number}"]
    if deal.seed is None:
        start.append("hands " + " ".join(_join(deal.dealt(seat)) for seat in range(deal.rules.players)))
    else:
        start.append(f"seed {deal.seed}")
    if deal.kitty and deal.seed is None:
        start.append(f"kitty {_join(deal.kitty)}")
    if deal.pool or deal.standing:
        start.append(f"{'jack' if deal.standing else 'pool'} {deal.pool}")
    if any(deal.before):
        start.append("before " + ",".join(map(str, deal.before)))
    return [" ".join(start), *write_history(deal)]


def write_history(deal) -> list[str]:
    """Its passes and its plays, as sections; nothing for what has not happened."""
    sections = []
    if deal.passes is not None:
        sections.append("pass " + " ".join(map(_join, deal.passes)))
    if deal.plays:
        played = [card for _, card in deal.plays]
        n = deal.rules.players
        sections.append("play " + " ".join(_join(played[i : i + n]) for i in range(0, len(played), n)))
    if deal.moon:
        sections.append(f"moon {deal.moon}")
    return sections


def _join(cards) -> str:
    return "".join(card.text for card in cards)


def read_record(text: str) -> Record:
    """Take a text apart. Raises NotationError (or RulesError, CardError) in a sentence when it is damaged."""
    if not isinstance(text, str):
        raise NotationError(f"A deal is told by a text, not by {type(text).__name__}.")
    rules_text, *sections = (part.strip() for part in text.strip().split("|"))
    rules = read_rules(rules_text)
    if not sections:
        raise NotationError("The text names a game but no deal; after ' | ' comes 'deal 1 seed 7' or 'match seed 7 ...'.")
    words = sections[0].split()
    if words[:1] == ["match"]:
        return _read_match(rules, words[1:], sections[1:])
    return Record(rules, _read_deals(rules, sections, in_match=False))


def _read_match(rules: Rules, words: list[str], sections: list[str]) -> Record:
    starts = [i for i, word in enumerate(words) if word in ("seed", "players", "first", "before", "practice")]
    parts = [words[start:end] for start, end in pairwise((*starts, len(words)))]
    given = {key: " ".join(values) for key, *values in parts}  # the name of a player may have several words
    if starts[:1] != [0] or not {"seed", "players"} <= given.keys() or len(given) != len(parts) or not all(given.values()):
        raise NotationError("A match begins 'match seed 7 players -,cautious,cautious', with - for a person.")
    players = tuple(None if name == "-" else name for name in given["players"].split(","))
    practised = given["practice"].split(",") if "practice" in given else []
    practice = tuple(_whole(number, "A practice deal") for number in practised)
    deals = _read_deals(rules, sections, in_match=True)
    before = _totals(given["before"]) if "before" in given else None
    return Record(rules, deals, True, _whole(given["seed"], "The seed"), players, practice,
                  _whole(given.get("first", "1"), "The number of the first deal"), before)


def _totals(text: str) -> tuple[int, ...]:
    return tuple(_whole(total, "A total") for total in text.split(","))


def _read_deals(rules: Rules, sections: list[str], *, in_match: bool) -> tuple[DealRecord, ...]:
    deals: list[dict] = []
    for section in sections:
        kind, *words = section.split() or [""]
        if kind == "deal":
            deals.append(_read_start(words, in_match))
        elif kind == "moon" and deals and len(words) == 1 and "moon" not in deals[-1]:
            deals[-1]["moon"] = words[0]
        elif kind in ("pass", "play") and deals:
            name = "passes" if kind == "pass" else "plays"
            if name in deals[-1] or (kind == "pass" and "plays" in deals[-1]):
                raise NotationError(f"Deal {deals[-1]['number']} has its {kind} section twice, or out of order.")
            cards = [c.read_cards(word) for word in words]
            if kind == "play" and any(len(trick) != rules.players for trick in cards[:-1]):
                raise NotationError(f"Every word of a play section is a trick of {rules.players} cards, but for the last.")
            deals[-1][name] = tuple(cards) if kind == "pass" else Cards(card for trick in cards for card in trick)
        else:
            raise NotationError(f"{section!r} is no part of a deal; the parts are deal, pass and play, in this order.")
    if not in_match and len(deals) != 1:
        raise NotationError("The text tells more than one deal, but no match.")
    return tuple(DealRecord(**deal) for deal in deals)


def _read_start(words: list[str], in_match: bool) -> dict:
    if not words:
        raise NotationError("A deal has a number: 'deal 1'.")
    found: dict = {"number": _whole(words[0], "The number of a deal")}
    place = 1
    while place < len(words):
        key, values = words[place], words[place + 1 :]
        if key in found or not values or in_match:
            raise NotationError(f"{' '.join(words)!r} does not say which deal; write 'deal 1 seed 7' or 'deal 1 hands ...'.")
        if key == "seed":
            found["seed"] = _whole(values[0], "The seed")
        elif key == "before":
            found["before"] = _totals(values[0])
        elif key in ("pool", "jack"):
            found["pool"], found["standing"] = _whole(values[0], "The pool"), key == "jack"
        elif key == "kitty":
            found["kitty"] = c.read_cards(values[0])
        elif key == "hands":
            end = next((i for i, word in enumerate(values) if word in ("kitty", "pool", "jack", "before")), len(values))
            values = values[:end]
            found["hands"] = tuple(c.read_cards(word) for word in values)
            place += len(values) - 1
        else:
            raise NotationError(f"{key!r} is no part of a deal's beginning:  a number, a seed or hands, and totals before.")
        place += 2
    if not in_match and ("seed" in found) == ("hands" in found):
        raise NotationError("A deal is named by its seed or by all its hands: 'deal 1 seed 7' or 'deal 1 hands ...'.")
    return found


# For reading.

def transcript(deal) -> str:
    """A deal as it would be told afterwards: hands, passes, every trick, points and scores."""
    rules, seats = deal.rules, range(deal.rules.players)
    where = f"seed {deal.seed}" if deal.seed is not None else "given hands"
    lines = [f"{rules.title}, {rules.players} players. Deal {deal.number} ({where}), seat {deal.dealer} deals.", ""]
    lines += [f"Seat {seat} is dealt {deal.dealt(seat)}" for seat in seats]
    if deal.kitty:
        lines.append(f"The kitty is {deal.kitty}")
    if deal.pool:
        lines.append(f"{deal.pool} counters {'stand as a jack' if deal.standing else 'are in the pool'}")
    if deal.passes is not None:
        lines += ["", *(f"Seat {seat} passes {deal.passes[seat]} {_to(deal, seat)}" for seat in seats)]
    if deal.plays:
        lines.append("")
    for trick in deal.tricks:
        cost = f", {trick.points} point{'' if trick.points == 1 else 's'}" if trick.points else ""
        won = "void" if trick.winner is None else f"seat {trick.winner} wins"
        lines.append(f"Trick {trick.number}: seat {trick.leader} leads {trick.cards}; {won}{cost}")
    if deal.trick:
        lines.append(f"Trick {len(deal.tricks) + 1}: seat {deal.trick[0][0]} leads {Cards(card for _, card in deal.trick)} ...")
    if deal.scores is not None:
        lines += ["", f"Points taken: {_row(deal.points)}"]
        if deal.kitty_taker is not None:
            lines.append(f"Seat {deal.kitty_taker} got the kitty.")
        if deal.carried:
            lines.append(f"Nobody got {deal.carried}.")
        if deal.shooter is not None:
            chosen = f" and chose the {deal.moon} moon" if deal.moon else ""
            lines.append(f"Seat {deal.shooter} took every penalty card{chosen}.")
        lines.append(f"Scores: {_row(deal.scores)}")
        if not deal.rules.low_wins:
            pool, standing = deal.pool_after
            lines.append(f"Counters left: {pool}{', a jack' if standing else ''}")
    return "\n".join(lines)


def _to(deal, seat: int) -> str:
    return "one to each, from the left" if deal.direction == "scatter" else f"to seat {deal.pass_target(seat)}"


def _row(values) -> str:
    return ", ".join(f"seat {seat} {str(value).replace('-', '−')}" for seat, value in enumerate(values))
