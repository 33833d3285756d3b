"""The rules in words: the one wording for chips, lessons, differences between games, and why a card is barred."""

from __future__ import annotations

from hearts_lab import cards as c
from hearts_lab import play
from hearts_lab.cards import Card, Cards, one_of
from hearts_lab.rules import Rules

ARROWS = {"left": "← left", "right": "→ right", "across": "↑ across", "hold": "hold"}
_FACE = tuple(range(2, 15))


def card_set(cards: Cards, joint: str = "and", *, one: bool = False) -> str:
    """A set of cards in words: "hearts and Q♠", or with one=True "a heart or Q♠"."""
    suits = [suit for suit in range(4) if sum(card.suit == suit for card in cards) == 13]
    rest = [card for card in cards if card.suit not in suits]
    return one_of([f"a {c.SUIT_NAMES[suit][:-1]}" if one else c.SUIT_NAMES[suit] for suit in suits] + [*map(str, rest)], joint)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _heart_values(rules: Rules) -> str:
    values = {rules.points[card] for card in rules.pack if card.suit == c.HEARTS}
    if len(values) == 1:
        return f"♥ {values.pop()}"
    face = all(rules.points[Card(39 + rank)] == _FACE[rank] for rank in range(13))
    return "♥ at face value, A♥ 14" if face else "♥ " + ", ".join(
        f"{c.RANKS[card.rank]} {rules.points[card]}" for card in dict.fromkeys(rules.pack) if card.suit == c.HEARTS)


def counting_cards(rules: Rules) -> list[str]:
    """Which cards count and how much, shortest first: "♥ 1", "Q♠ 13", "K♠ 10", "A♠ 7", "J♦ −10"."""
    others = [card for card in dict.fromkeys(rules.penalties + rules.bonuses) if card.suit != c.HEARTS]
    others.sort(key=lambda card: -rules.points[card])
    hearts = [_heart_values(rules)] if any(rules.points[card] for card in rules.pack if card.suit == c.HEARTS) else []
    return hearts + [f"{card} {str(rules.points[card]).replace('-', '−')}" for card in others]


def _pass_words(rules: Rules) -> str:
    if rules.pass_count == 0:
        return "no pass"
    if len(set(rules.pass_cycle)) == 1:
        return f"pass {rules.pass_count} {ARROWS[rules.pass_cycle[0]]}"
    return f"pass {rules.pass_count} {', '.join(rules.pass_cycle)}"


def _end_words(rules: Rules) -> str:
    ends = [f"to {rules.target}"] if rules.target else []
    if rules.match_deals:
        ends.append(f"{rules.match_deals} deals")
    return " or ".join(ends)


def chips(rules: Rules) -> list[str]:
    """The rules in force as short labels for the table and the lists of games."""
    openings = {"eldest": "any lead", "eldest_clean": "clean first lead",
                "lowest_club": "lowest club leads", "holder_any_club": "a club leads"}
    found = [f"{rules.players} players" + (", 2 packs" if rules.packs == 2 else ""), *counting_cards(rules),
             f"{rules.total} a deal", _pass_words(rules), openings[rules.opening]]
    if rules.first_trick == "clean":
        found.append("clean first trick")
    if rules.waits:
        found.append(card_set(rules.waits) + (" must be broken" if rules.breakers else " never led freely"))
    if rules.breakers and rules.waits and rules.breakers != rules.waits:
        found.append(f"broken by {card_set(rules.breakers, 'or')}")
    if rules.waits and rules.lead_escape == "penalties":
        found.append("a hand of penalty cards may lead any")
    moons = {"none": "no moon", "old": f"moon: others +{_amount(rules)}", "new": f"moon: shooter −{_amount(rules)}"}
    found.append(moons[rules.moon] + (" (with the bonus card)" if rules.moon_needs_bonus else ""))
    if rules.no_trick_bonus:
        found.append(f"no trick: {_signed(rules.no_trick_bonus)}")
    return [*found, _end_words(rules)]


def _amount(rules: Rules) -> int:
    return rules.total if rules.moon_amount == "total" else rules.moon_amount


def _signed(value: int) -> str:
    return f"{value:+d}".replace("-", "−")


_CYCLE = {"left": "to the left", "right": "to the right", "across": "across", "hold": "none in a hold deal"}


def _passing(rules: Rules) -> str:
    if rules.pass_count == 0:
        return "No cards are passed."
    number = f"{rules.pass_count} card{'s' if rules.pass_count > 1 else ''}"
    if len(set(rules.pass_cycle)) == 1:
        return f"In every deal each player passes {number} {_CYCLE[rules.pass_cycle[0]]}."
    return f"Each player passes {number}, by turns {', then '.join(_CYCLE[word] for word in rules.pass_cycle)}."


def _opening(rules: Rules) -> str:
    return {
        "eldest": "The player at the dealer's left leads first, any card.",
        "eldest_clean": "The player at the dealer's left leads first, any card but a penalty card.",
        "lowest_club": "Whoever holds the lowest club after the pass leads exactly it.",
        "holder_any_club": "Whoever holds the lowest club after the pass leads any club.",
    }[rules.opening]


def _leading(rules: Rules) -> str:
    if not rules.waits:
        return "Any card may be led at any time."
    waiting = _capital(card_set(rules.waits))
    escape = "nothing else" if rules.lead_escape == "hearts" else "only penalty cards"
    if not rules.breakers:
        return f"{waiting} may only be led from a hand that holds {escape}."
    return f"{waiting} may not be led until {_breaking(rules)}, unless the hand holds {escape}."


def _breaking(rules: Rules) -> str:
    return f"{card_set(rules.breakers, 'or', one=True)} has been played"


def _moon(rules: Rules) -> str:
    if rules.moon == "none":
        return f"No moon: whoever takes every penalty card scores all {rules.total}."
    needed = " and the bonus card" if rules.moon_needs_bonus else ""
    old, new = f"scores nothing and everyone else {_amount(rules)}", f"scores −{_amount(rules)}, the others nothing"
    return f"Whoever takes every penalty card{needed} {old if rules.moon == 'old' else new}."


def sentences(rules: Rules) -> dict[str, str]:
    """Each rule of a game in a sentence, by what it is about. Two games differ in a rule when the sentences differ."""
    removed = "The full pack is dealt" if rules.packs == 1 else "Two full packs are dealt"
    if rules.removed:
        removed = f"The {one_of(rules.removed, 'and')} {'is' if len(rules.removed) == 1 else 'are'} left out"
    end = []
    if rules.target:
        end.append(f"someone reaches {rules.target}")
    if rules.match_deals:
        end.append(f"{rules.match_deals} deals are played")
    found = {
        "penalty cards": f"Cards that count: {', '.join(counting_cards(rules))}.",
        "points in a deal": f"{rules.total} penalty points are in every deal.",
        "cards left out": f"{removed}; each player holds {rules.hand_size} cards.",
        "passing": _passing(rules),
        "first lead": _opening(rules),
        "leading": _leading(rules),
        "first trick": "Penalty cards may be played on the first trick." if rules.first_trick == "free" else
                       "No penalty card on the first trick while another card can be played.",
        "moon": _moon(rules),
        "end": f"The match ends when {' or '.join(end)}; the lowest score wins, and equal lowest scores share the win.",
    }
    if rules.no_trick_bonus:
        found["no trick"] = f"A player who takes no trick scores {_signed(rules.no_trick_bonus)}, unless someone shot the moon."
    return found


# Why a card is barred. Each step of legality has the field that it comes from and the section of RULES that settles it.

STEPS = {play.OPENING: ("opening", "A0, G4"), play.FOLLOW: ("following", "A0"), play.CLEAN: ("first_trick", "A1, G12"),
         play.UNBROKEN: ("waits", "A1, A18")}


def may_play(hand: Cards, legal: Cards) -> str:
    """The legal cards in words: one by one while they are few, else whole holdings by their suit."""
    if len(legal) <= 5:
        return one_of(legal)
    words = []
    for suit in range(4):
        held, free = [[card for card in cards if card.suit == suit] for cards in (hand, legal)]
        words += [f"any {c.SUIT_NAMES[suit][:-1]}"] if len(free) > 1 and set(held) == set(free) else map(str, free)
    return one_of(words)


def barred(rules: Rules, step: int, led: Card | None, hand: Cards, legal: Cards) -> str:
    """The sentence for a card that drops out at a step of legality."""
    free = may_play(hand, legal)
    if step == play.FOLLOW:
        return f"You must follow {c.SUIT_NAMES[led.suit]}: {free}."
    if step == play.CLEAN:
        return f"No penalty card on the first trick while you can play another: {free}."
    if step == play.UNBROKEN:
        until = f"until {_breaking(rules)}" if rules.breakers else "while you hold anything else"
        return f"{_capital(card_set(rules.waits))} may not be led {until}: play {free}."
    if rules.opening == "eldest_clean":
        return f"The first lead of a deal may not be a penalty card: play {free}."
    what = "it" if rules.opening == "lowest_club" else "a club"
    return f"The holder of the lowest club leads {what} first: {free}."


def not_held(rules: Rules, card: Card, led: Card | None, hand: Cards, legal: Cards) -> str:
    """The sentence for a card that is not in the hand (CASES C47)."""
    free = may_play(hand, legal)
    if led is not None and all(held.suit == led.suit for held in legal):
        return f"You do not hold {card}; you must follow {c.SUIT_NAMES[led.suit]}: {free}."
    return f"You do not hold {card}; you may play {free}."
