"""The rules in words: the one wording for chips, lessons, differences between games, and why a card is barred."""

from __future__ import annotations

from hearts_lab import cards as c
from hearts_lab import notation, play
from hearts_lab.cards import Card, Cards, one_of
from hearts_lab.rules import Rules

ARROWS = {"left": "← left", "right": "→ right", "across": "↑ across", "hold": "hold", "scatter": "✳ one to each"}


def card_set(cards: Cards, joint: str = "and", *, one: bool = False) -> str:
    """A set of cards in words: "hearts and Q♠", or with one=True "a heart or Q♠"."""
    suits = [suit for suit in range(4) if sum(card.suit == suit for card in cards) == 13]
    rest = [card for card in cards if card.suit not in suits]
    return one_of([f"a {c.SUIT_NAMES[suit][:-1]}" if one else c.SUIT_NAMES[suit] for suit in suits] + [*map(str, rest)], joint)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def many(number: int, thing: str) -> str:
    """A number of things: "1 card", "3 cards"."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _signed(value: int, *, plus: bool = False) -> str:
    return f"{value:{'+' if plus else ''}d}".replace("-", "−")


def _suit_values(rules: Rules, suit: int) -> list[tuple[int, str]]:
    """What the cards of a suit cost, with the value to sort by: one value and its exceptions, or face value and the courts."""
    kinds = [card for card in dict.fromkeys(rules.pack) if card.suit == suit]
    values = [rules.points[card] for card in kinds]
    common = max(set(values), key=values.count) if values else 0
    symbol = c.SYMBOLS[suit]
    if values.count(common) > len(values) / 2:
        rest = [(rules.points[card], f"{card} {_signed(rules.points[card])}") for card in kinds
                if rules.points[card] != common]
        return ([(common, f"{symbol} {_signed(common)}")] if common else []) + sorted(rest, reverse=True)
    if all(rules.points[card] == card.rank + 2 for card in kinds if card.rank <= c.TEN):
        if all(rules.points[card] == card.rank + 2 for card in kinds):
            return [(14, f"{symbol} at face value, A{symbol} 14")]
        courts: dict[int, list[str]] = {}
        for card in kinds:
            if card.rank > c.TEN:
                courts.setdefault(rules.points[card], []).append(str(card))
        told = ", ".join(f"{' '.join(names)} {_signed(value)}" for value, names in courts.items())
        return [(14, f"{symbol} at face value, {told}")]
    return [(rules.points[card], f"{card} {_signed(rules.points[card])}") for card in kinds if rules.points[card]]


def counting_cards(rules: Rules) -> list[str]:
    """Which cards count and how much, hearts first: "♥ 1", "Q♠ 13", "K♠ 10", "A♠ 7", "J♦ −10"."""
    others = [told for suit in (c.CLUBS, c.DIAMONDS, c.SPADES) for told in _suit_values(rules, suit)]
    others.sort(key=lambda told: -told[0])
    return [words for _, words in _suit_values(rules, c.HEARTS) + others]


def _pass_words(rules: Rules) -> str:
    if rules.pass_count == 0:
        return "no pass"
    if rules.pass_cycle == ("scatter",):
        return "pass one to each"
    if len(set(rules.pass_cycle)) == 1:
        return f"pass {rules.pass_count} {ARROWS[rules.pass_cycle[0]]}"
    return f"pass {rules.pass_count} {', '.join(rules.pass_cycle)}"


def _end_words(rules: Rules) -> str:
    ends = [f"to {rules.target}"] if rules.target else []
    if rules.match_deals:
        ends.append(many(rules.match_deals, "deal"))
    if rules.exact_target is not None:
        ends[0] += f", exactly {rules.target} becomes {rules.exact_target}"
    if rules.tie == "play_on":
        ends.append("until one is lowest")
    return " or ".join(ends[:2]) if rules.tie == "shared" else f"{' or '.join(ends[:-1])}, {ends[-1]}"


def chips(rules: Rules) -> list[str]:
    """The rules in force as short labels for the table and the lists of games."""
    clean = rules.first_trick == "clean"
    openings = {"eldest": "clean first lead" if clean else "any lead", "eldest_clean": "clean first lead",
                "lowest_club": "lowest club leads", "holder_any_club": "a club leads"}
    found = [f"{rules.players} players" + (", 2 packs" if rules.packs == 2 else ""), *counting_cards(rules),
             f"{rules.total} a deal", _pass_words(rules), openings[rules.opening]]
    if rules.first_trick == "clean":
        found.append("clean first trick")
    if rules.waits:
        found.append(card_set(rules.waits) + (" must be broken" if rules.breakers else " never led freely"))
    if rules.breakers and rules.waits and rules.breakers != rules.waits:
        found.append(f"broken by {card_set(rules.breakers, 'or', one=True)}")
    if rules.waits and rules.lead_escape != "hearts":
        found.append("a hand of penalty cards may lead any" if rules.lead_escape == "penalties" else
                     "the lead passes left from a hand that must wait")
    if rules.forced_play:
        found.append(f"{one_of([_FORCED[word] for word in rules.forced_play], 'and')} must be thrown")
    if rules.forbidden_pass:
        found.append(f"{card_set(rules.forbidden_pass)} not passed")
    if rules.kitty != "none" and rules.kitty_size:
        found.append(f"kitty of {rules.kitty_size}: {_KITTY[rules.kitty]}{', who may look' if rules.kitty_peek else ''}")
    if rules.cancel != "none":
        found.append("two pairs void a trick" if rules.cancel == "two_pairs" else "identical cards cancel")
        found.append({"nobody": "a last void trick is lost", "leader": "a last void trick goes to its leader",
                      "previous_winner": "a last void trick goes to the last winner"}[rules.last_void])
    if not rules.low_wins:
        law = ", Foster's jack" if rules.jack == "foster" else ""
        return [*found, _SETTLEMENT[rules.settlement] + law, _end_words(rules)]
    moons = {"none": "no moon", "old": f"moon: others +{_amount(rules)}", "new": f"moon: shooter −{_amount(rules)}",
             "choice": f"moon: others +{_amount(rules)} or shooter −{_amount(rules)}", "void": "moon: nobody scores"}
    found.append(moons[rules.moon] + (" (with the bonus card)" if rules.moon_needs_bonus and rules.moon != "none" else "") +
                 (", never against the shooter" if rules.moon_fallback else ""))
    if rules.no_trick_bonus:
        found.append(f"no trick: {_signed(rules.no_trick_bonus, plus=True)}")
    return [*found, _end_words(rules)]


_FORCED = {"queen": "Q♠", "jack": "J♠"}
_KITTY = {"first": "to the first trick's winner", "last": "with the last trick", "first_penalty": "with the first penalty card"}
_SETTLEMENT = {"sweepstake": "sweepstake", "howell": "Howell", "chips_1887": "chips of 1887"}


def _amount(rules: Rules) -> int:
    return rules.total if rules.moon_amount == "total" else rules.moon_amount



_CYCLE = {"left": "to the left", "right": "to the right", "across": "across", "hold": "none in a hold deal",
          "scatter": "one to each opponent"}


def _passing(rules: Rules) -> str:
    if rules.pass_count == 0:
        return "No cards are passed."
    if rules.pass_cycle == ("scatter",):
        return "In every deal each player passes one card to each opponent."
    barred = f" {_capital(card_set(rules.forbidden_pass))} may not be passed." if rules.forbidden_pass else ""
    number = many(rules.pass_count, "card")
    if len(set(rules.pass_cycle)) == 1:
        return f"In every deal each player passes {number} {_CYCLE[rules.pass_cycle[0]]}.{barred}"
    return f"Each player passes {number}, by turns {', then '.join(_CYCLE[word] for word in rules.pass_cycle)}.{barred}"


def _opening(rules: Rules) -> str:
    clean = rules.first_trick == "clean" and rules.opening in ("eldest", "eldest_clean")
    return {
        "eldest": f"The player at the dealer's left leads first, any card{' but a penalty card' if clean else ''}.",
        "eldest_clean": "The player at the dealer's left leads first, any card but a penalty card.",
        "lowest_club": "Whoever holds the lowest club after the pass leads exactly it.",
        "holder_any_club": "Whoever holds the lowest club after the pass leads any club.",
    }[rules.opening]


def _leading(rules: Rules) -> str:
    if not rules.waits:
        return "Any card may be led at any time."
    waiting = _capital(card_set(rules.waits))
    escape = "only penalty cards" if rules.lead_escape == "penalties" else "nothing else"
    if rules.lead_escape == "pass_left":
        until = f" until {_breaking(rules)}" if rules.breakers else ""
        return f"{waiting} may not be led{until}; a hand that holds nothing else gives the lead to the left."
    if not rules.breakers:
        return f"{waiting} may only be led from a hand that holds {escape}."
    return f"{waiting} may not be led until {_breaking(rules)}, unless the hand holds {escape}."


def _breaking(rules: Rules) -> str:
    return f"{card_set(rules.breakers, 'or', one=True)} has been played"


def _moon(rules: Rules) -> str:
    if rules.moon == "none":
        return f"No moon: whoever takes every penalty card scores all {rules.total}."
    if not rules.low_wins:
        return "There is no moon where a deal is settled in counters."
    needed = " and the bonus card" if rules.moon_needs_bonus else ""
    if rules.moon == "void":
        return f"If someone takes every penalty card{needed}, nothing is recorded for anyone."
    fallback = "; where the old form would end the match against the shooter, the new one counts" if rules.moon_fallback else ""
    if rules.moon == "choice":
        return (f"Whoever takes every penalty card{needed} chooses: {_amount(rules)} to everyone else, or −{_amount(rules)} "
                f"for himself{fallback}.")
    if rules.bonuses and not (rules.moon == "new" and rules.moon_needs_bonus):
        fallback += "; a bonus card counts on top"
    old, new = f"scores nothing and everyone else {_amount(rules)}", f"scores −{_amount(rules)}, the others nothing"
    return f"Whoever takes every penalty card{needed} {old if rules.moon == 'old' else new}{fallback}."


def titles(*games: Rules) -> list[str]:
    """What to call each game in one table; forms of one game are told apart by the fields in which they differ."""
    fields = [notation.write_rules(rules).split()[1:] for rules in games]
    found = []
    for rules, words in zip(games, fields, strict=True):
        alike = [other for same, other in zip(games, fields, strict=True) if same.title == rules.title]
        found.append(" ".join([rules.title, *(word for word in words if not all(word in other for other in alike))]))
    return found


def sentences(rules: Rules) -> dict[str, str]:
    """Each rule of a game in a sentence, by what it is about. Two games differ in a rule when the sentences differ."""
    removed = "The full pack is dealt" if rules.packs == 1 else "Two full packs are dealt"
    if rules.removed:
        copies = _COPIES if rules.packs == 2 else {1: ""}
        left = one_of([f"{copies[rules.removed.count(card)]}{card}" for card in dict.fromkeys(rules.removed)], "and")
        are = "is" if len(rules.removed) == 1 else "are"
        removed = f"{_capital(left) if rules.packs == 2 else f'The {left}'} {are} left out"
    end = []
    if rules.target:
        end.append(f"someone reaches {rules.target}")
    if rules.match_deals:
        end.append(f"{many(rules.match_deals, 'deal')} {'is' if rules.match_deals == 1 else 'are'} played")
    found = {
        "penalty cards": f"Cards that count: {', '.join(counting_cards(rules))}.",
        "points in a deal": f"{many(rules.total, 'penalty point')} {'is' if rules.total == 1 else 'are'} in every deal.",
        "cards left out": f"{removed}; each player holds {many(rules.hand_size, 'card')}.",
        "passing": _passing(rules),
        "first lead": _opening(rules),
        "leading": _leading(rules),
        "first trick": "Penalty cards may be played on the first trick." if rules.first_trick == "free" else
                       "No penalty card on the first trick while another card can be played.",
        "moon": _moon(rules),
        "end": f"The match ends when {' or '.join(end)}; {_winning(rules)}",
    }
    if rules.forced_play:
        found["forced play"] = " ".join(_FORCED_SENTENCES[word] for word in rules.forced_play)
    if rules.kitty != "none" and rules.kitty_size:
        found["kitty"] = f"The kitty of {many(rules.kitty_size, 'card')} goes {_KITTY_SENTENCES[rules.kitty]}" + (
            ", and that player may look at it." if rules.kitty_peek else ".")
    if rules.cancel != "none":
        found["identical cards"] = _CANCEL_SENTENCES[rules.cancel]
        found["last void trick"] = _VOID_SENTENCES[rules.last_void]
    if not rules.low_wins:
        found["settlement"] = _SETTLEMENT_SENTENCES[rules.settlement] + (
            " By Foster's law a standing jack goes only to one clear player alone." if rules.jack == "foster" else "")
    if rules.exact_target is not None:
        found["exact target"] = f"A total of exactly {rules.target} becomes {rules.exact_target}."
    if rules.no_trick_bonus:
        bonus = _signed(rules.no_trick_bonus)
        found["no trick"] = f"A player who takes no trick scores {bonus}, unless someone shot the moon."
    return found


def _winning(rules: Rules) -> str:
    best = "the lowest score wins" if rules.low_wins else "the most counters win"
    if rules.tie == "play_on":
        return f"{best}, and while two share it the match goes on."
    return f"{best}, and equal {'lowest scores' if rules.low_wins else 'ones'} share the win."


_COPIES = {1: "one ", 2: "both "}
_FORCED_SENTENCES = {
    "queen": "Q♠ must be played at the first opportunity: when void in the suit led, or under A♠ or K♠ in a spade trick.",
    "jack": "J♠ must be thrown before any other card when void in the suit led.",
}
_KITTY_SENTENCES = {"first": "to the winner of the first trick won", "last": "to whoever gets the last trick",
                    "first_penalty": "with the first trick won that holds a penalty card"}
_CANCEL_SENTENCES = {
    "two_pairs": "Two identical cards in a trick cancel each other. With two such pairs, or no card of the suit led left, the "
                 "trick is void: its cards go to the next winner, and the same leader leads again.",
    "no_live_card": "Two identical cards in a trick cancel each other. If no card of the suit led is left, the trick is void: "
                    "its cards go to the next winner, and the same leader leads again.",
}
_VOID_SENTENCES = {"nobody": "Nobody gets the cards of a last trick that is void.",
                   "leader": "A last trick that is void goes to its leader.",
                   "previous_winner": "A last trick that is void goes to the winner of the last trick won."}
_SETTLEMENT_SENTENCES = {
    "sweepstake": "Everyone pays a counter for each point; who took none takes the pool, several share it, and otherwise it "
                  "stands as a jack for the next deal.",
    "howell": "Everyone pays each other player a counter for each of his points.",
    "chips_1887": "The player with the fewest points gets from each other as many chips as that one took points.",
}


# Why a card is barred. Each step of legality has the field that it comes from and the section of RULES that settles it.

STEPS = {play.OPENING: ("opening", "A0, G4"), play.FOLLOW: ("following", "A0"), play.CLEAN: ("first_trick", "A1, G12"),
         play.FORCED: ("forced_play", "A6, A19-8, G13"), play.UNBROKEN: ("waits", "A1, A18")}


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
    if step == play.FORCED:
        return f"{one_of([_FORCED[word] for word in rules.forced_play], 'and')} must be played at the first chance: {free}."
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
