"""What the card table shows of a deal or a match: plain values for the browser, in words and cards, seen from one seat.

The wording of rules comes from the engine. Everything is derived from the values of the game, so that a table can be
drawn again at any time; `static/table.js` lists the fields.
"""

from __future__ import annotations

from collections.abc import Collection

from hearts_lab import cards as c
from hearts_lab import wording
from hearts_lab.cards import Cards
from hearts_lab.deal import Deal
from hearts_lab.players import LEVELS
from hearts_lab.rules import Rules
from hearts_lab.widgets.seating import clockwise, inside, seat_names
from hearts_lab.widgets.sheet import as_csv, kitty_known, moon_choice, result, sheet, worth
from hearts_lab.widgets.sitting import Sitting

NONE = Cards()


def _points(rules: Rules, card) -> int | None:
    return rules.points[card] or None


def _texts(cards) -> list[str]:
    return [card.text for card in cards]


# What lies on the table.


def taken_words(deal: Deal, seat: int, you: int) -> dict:
    """What you know a seat has taken: its points, and the cards that count in short."""
    cards = [card for card in deal.taken(seat) if deal.rules.points[card]]
    hearts = sum(card.suit == c.HEARTS for card in cards)
    special = sorted((card for card in cards if card.suit != c.HEARTS), key=lambda card: -deal.rules.points[card])
    return {
        "took": worth(deal.rules, cards),
        "took_cards": [*map(str, special), *([f"♥ ×{hearts}"] if hearts else [])],
    }


def kitty(deal: Deal, you: int) -> dict | None:
    """The cards left over: face down, with whoever took them, and open where you may look."""
    if not deal.kitty:
        return None
    known = kitty_known(deal, you)
    return {"size": len(deal.kitty), "taker": deal.kitty_taker, "cards": _texts(deal.kitty) if known else None}


def carried(deal: Deal) -> dict | None:
    """The cards of void tricks that wait for whoever takes the next trick; lost when the deal is over."""
    cards = deal.carried
    if not cards:
        return None
    counting = [card for card in cards if deal.rules.points[card]]
    return {
        "cards": _texts(counting),
        "others": len(cards) - len(counting),
        "points": worth(deal.rules, cards),
        "lost": len(deal.tricks) == deal.rules.hand_size,
    }


def _seats(deal: Deal, you: int, names, players) -> list[dict]:
    found = []
    for seat in clockwise(deal.rules.players, you):
        moon = deal.points[seat] > 0 and seat in deal.moon_possible
        found.append(
            {
                "seat": seat,
                "name": names[seat],
                "player": players[seat].name if players[seat] and seat != you else None,
                "cards": len(deal.hand(seat)),
                "voids": deal.voids(seat),
                "dealer": seat == deal.dealer,
                "turn": seat == deal.to_play,
                "moon": "can still take every penalty card" if moon else None,
                **taken_words(deal, seat, you),
            }
        )
    return found


def hand_items(deal: Deal, you: int, cards: Cards | None = None, laid: Cards = NONE) -> list[dict]:
    """Your cards, each with what it costs and, when you choose, why it is barred; those `laid` aside wait for the pass."""
    choosing = deal.to_play == you and deal.phase == "play" and cards is None
    fresh = list(deal.received(you)) if not any(seat == you for seat, _ in deal.plays) else []
    found, laid = [], list(laid)
    for card in deal.hand(you) if cards is None else cards:
        barred = deal.why_barred(card) if choosing else None
        why = barred[2] if barred else _why_kept(deal, you, card) if deal.phase == "pass" else None
        received = card in fresh
        aside = card in laid
        if received:
            fresh.remove(card)
        if aside:
            laid.remove(card)
        found.append(
            {
                "card": card.text,
                "points": _points(deal.rules, card),
                "legal": choosing and not barred,
                "why": why,
                "received": received,
                "laid": aside,
            }
        )
    return found


def _why_kept(deal: Deal, you: int, card) -> str | None:
    """Why a card may not be passed: the engine's word on a pass of this card and others that may be."""
    if card not in deal.rules.forbidden_pass:
        return None
    others = list(deal.hand(you))
    others.remove(card)
    others.sort(key=lambda other: other in deal.rules.forbidden_pass)
    return deal.why_illegal_pass(you, [card, *others[: deal.due - 1]])


def trick_items(deal: Deal) -> list[dict]:
    """The cards of the trick on the table, or else of the one just finished: who wins it, and which cancel each other."""
    if deal.trick:
        seats, cards = zip(*deal.trick, strict=True)
        winner = deal.winning
    elif deal.tricks:
        _, _, seats, cards, winner, _ = deal.tricks[-1]
    else:
        return []
    return [
        {
            "seat": seat,
            "card": card.text,
            "points": _points(deal.rules, card),
            "winning": seat == winner,
            "cancelled": cancelled,
        }
        for seat, card, cancelled in zip(seats, cards, deal.cancelled(cards), strict=True)
    ]


# The words round the table.


def _chips(rules: Rules) -> list[dict]:
    counting = set(wording.counting_cards(rules))
    return [{"text": text, "hot": text in counting and text[0] != "♥" and "−" not in text} for text in rules.chips]


def _where(deal: Deal) -> str:
    tricks = deal.rules.hand_size
    moments = {"pass": "the pass", "moon": "the moon", "over": "over"}
    return f"deal {deal.number} · {moments.get(deal.phase) or f'trick {len(deal.tricks) + 1} of {tricks}'}"


def _pass(deal: Deal, you: int, names) -> dict | None:
    """How many cards you pass and to whom: all to one seat, or the first to the first of `order` and so on."""
    if deal.phase != "pass":
        return None
    count = deal.due
    cards = f"{count} card{'' if count == 1 else 's'}"
    if deal.direction == "scatter":
        order = clockwise(deal.rules.players, you)[1:]
        text = f"Choose {cards}, one for each: the first goes to {names[order[0]]}"
        return {"count": count, "target": None, "order": order, "text": text}
    target = deal.pass_target(you)
    return {"count": count, "target": target, "order": None, "text": f"Choose {cards} for {names[target]}"}


def _flags(deal: Deal, you: int, names) -> list[dict]:
    """What is in the air: the waiting suit broken or not, the dearest card, the moon, a trick that nobody wins yet."""
    rules, names, found = deal.rules, inside(names), []
    if deal.trick and deal.winning is None:
        found.append({"text": "nobody wins this trick so far", "on": True})
    if rules.waits and rules.breakers:
        found.append(
            {"text": f"{wording.card_set(rules.waits)} {'' if deal.broken else 'not '}broken", "on": deal.broken}
        )
    special = [card for card in rules.penalties if card.suit != c.HEARTS]
    if special:
        found.append(_whereabouts(deal, you, names, max(special, key=lambda card: (rules.points[card], card))))
    if rules.moon != "none" and any(deal.points) and deal.phase == "play":
        seats = deal.moon_possible
        found.append(
            {
                "text": f"moon still open to {c.one_of([names[seat] for seat in seats])}"
                if seats
                else "no moon any more",
                "on": bool(seats),
            }
        )
    idle = [names[seat] for seat in range(rules.players) if not deal.taken(seat)]
    if rules.no_trick_bonus and deal.phase == "play" and 0 < len(idle) <= 3:
        found.append({"text": f"no trick yet: {c.one_of(idle, 'and')}", "on": "you" in idle})
    return found


def _whereabouts(deal: Deal, you: int, names, card) -> dict:
    """Where the copies of a card are, as far as you know."""
    copies = deal.rules.pack.count(card)

    def named(number: int) -> str:
        return f"both {card}" if number == copies == 2 else str(card)

    held, lying = deal.hand(you).count(card), [played for _, played in deal.trick].count(card)
    got = {names[seat]: deal.taken(seat).count(card) for seat in range(deal.rules.players)}
    out, waiting = _unseen(deal, you).count(card), deal.carried.count(card)
    found = [f"{named(sum(got.values()))} taken by {c.one_of([name for name in got if got[name]], 'and')}"] if any(
        got.values()) else []
    found += [f"{named(waiting)} {'lost' if deal.phase == 'over' else 'waiting'} in a void trick"] if waiting else []
    found += [f"you hold {named(held)}"] if held else []
    found += [f"{named(lying)} in this trick"] if lying else []
    found += [f"{named(out)} still out"] if out else []
    found += [f"{card} in your kitty"] if not found and deal.kitty_taker == you else []
    return {"text": "; ".join(found) or f"{card} lost in the kitty", "on": bool(held or lying or out or waiting)}


def _unseen(deal: Deal, you: int) -> list:
    """The cards that may still be in a hand: those unseen, without a kitty that you know."""
    left = list(deal.unseen(you))
    for card in deal.kitty if kitty_known(deal, you) else ():
        if card in left:
            left.remove(card)
    return left


def _say(sitting: Sitting, names, hand) -> str:
    deal, you, seat = sitting.deal, sitting.you, sitting.waits_for
    if seat is not None and sitting.slow:
        return _thinks(sitting, names)
    if deal.phase == "pass":
        return f"{_pass(deal, you, names)['text']}, then pass them on."
    if deal.phase == "over":
        return "The deal is over."
    if deal.phase == "moon":
        return "All cards are played. You shot the moon: choose what it is worth."
    if seat is not None:
        return f"{names[seat]} is to play."
    why = list(dict.fromkeys(item["why"] for item in hand if item["why"]))
    if len(why) > 1 and deal.trick:
        why = why[:1]
    turn = f"Your turn. {names[deal.trick[0][0]]} led {deal.trick[0][1]}." if deal.trick else "Your turn to lead."
    return " ".join([turn, *(why or ["You may play any card."])])


def _thinks(sitting: Sitting, names) -> str:
    seat, passing = sitting.waits_for, sitting.deal.phase == "pass"
    return f"{names[seat]} {'are' if seat == sitting.you else 'is'} thinking{' about the pass' if passing else ''}."


def thought(sitting: Sitting, progress: str | None, known: Collection[str]) -> dict:
    """What is being thought about, and what to say when that takes long; `known`: who has thought already since the start."""
    names = seat_names(sitting.deal.rules.players, sitting.you)
    who = sitting.thinker
    slow = None if who in known else f"The {who} is warming up, once on this computer."
    if sitting.asked == "review":
        return {"what": "review", "seat": None, "text": progress or "Looking back at your deal.", "slow": slow}
    if sitting.asked == "hint":
        return {"what": "hint", "seat": None, "text": "The coach is thinking.", "slow": slow}
    return {"what": "play", "seat": sitting.waits_for, "text": _thinks(sitting, names), "slow": slow}


def level(sitting: Sitting) -> dict:
    """At what level the opponents play: one of those to choose from, or who they are where they were named otherwise."""
    named = list(dict.fromkeys(player.name for player in sitting.opponents))
    return {
        "now": sitting.level,
        "text": sitting.level or (named[0] if len(named) == 1 else f"mixed: {', '.join(named)}"),
        "choices": [{"name": name, "about": about} for name, about in LEVELS.items()],
    }


def hinted(sitting: Sitting) -> dict | None:
    """The hint, and where every choice is a card the price of each; of passes their prices in words."""
    hint = sitting.hint
    if not hint:
        return None
    passing = sitting.deal.phase == "pass"
    return {
        "cards": _texts(hint.cards),
        "text": hint.text,
        "prices": {} if passing else {card: price for (card,), price in hint.prices},
        "passes": [{"cards": list(cards), "price": price} for cards, price in hint.prices] if passing else [],
    }


def reviewed(sitting: Sitting) -> dict | None:
    found = sitting.review
    return {"rows": list(found.rows), "parts": list(found.parts), "text": found.text} if found else None


def _tricks(deal: Deal) -> list[dict]:
    """The finished tricks; `took` is what the winner of one got with it, void tricks before it included."""
    found, waiting = [], 0
    for trick in deal.tricks:
        waiting += trick.points
        plays = zip(trick.seats, trick.cards, deal.cancelled(trick.cards), strict=True)
        found.append(
            {
                "number": trick.number,
                "leader": trick.leader,
                "winner": trick.winner,
                "points": trick.points,
                "took": waiting,
                "plays": [{"seat": seat, "card": card.text, "cancelled": dead} for seat, card, dead in plays],
            }
        )
        if trick.winner is not None:
            waiting = 0
    return found


def _last_trick(deal: Deal, names) -> dict | None:
    if not deal.tricks:
        return None
    last = deal.tricks[-1]
    won = "void" if last.winner is None else f"won by {names[last.winner]}"
    return {"text": won + (f", {last.points}" if last.points else ""), "cards": _texts(last.cards),
            "cancelled": list(deal.cancelled(last.cards))}


def _still_out(deal: Deal, you: int) -> dict[str, str]:
    out = _unseen(deal, you)
    return {
        letter: " ".join(c.RANKS[card.rank] for card in reversed(out) if card.suit == suit)
        for suit, letter in enumerate(c.SUITS)
    }


def shareable(deal: Deal) -> str | None:
    """The deal as text: once it is over with all that happened, before that as it was dealt, which tells nobody's cards.

    A deal whose hands were given has no such text before it is over.
    """
    if deal.phase == "over":
        return deal.text
    if deal.seed is None:
        return None
    return Deal(deal.rules, seed=deal.seed, number=deal.number, before=deal.before, pool=deal.pool, standing=deal.standing).text


def scene(sitting: Sitting) -> dict:
    """All that the browser draws, seen from your seat. `static/table.js` lists the fields."""
    deal, match, you = sitting.deal, sitting.match, sitting.you
    names = seat_names(deal.rules.players, you)
    hand = hand_items(deal, you, laid=sitting.laid.get(you, NONE))
    over = deal.phase == "over"
    ended = match.over if match else over
    touched = len(match.deals if match else ()) > 1 or sitting.can_undo
    return {
        "title": deal.rules.title,
        "chips": _chips(deal.rules),
        "where": _where(deal),
        "practice": sitting.practice,
        "you": you,
        "phase": "match" if match and ended else deal.phase,
        "seats": _seats(deal, you, names, sitting.players),
        "hand": hand,
        "trick": trick_items(deal) if deal.trick else [],
        "carried": carried(deal),
        "kitty": kitty(deal, you),
        "moon": moon_choice(sitting, names),
        "pass": None if sitting.waits_for is not None else _pass(deal, you, names),
        "flags": _flags(deal, you, names),
        "say": _say(sitting, names, hand),
        "last_trick": _last_trick(deal, names),
        "hint": hinted(sitting),
        "level": level(sitting),
        "review": reviewed(sitting),
        "tricks": _tricks(deal),
        "still_out": _still_out(deal, you),
        "sheet": sheet(sitting.now, you, names),
        "csv": as_csv(sitting.now, you, names),
        "share": shareable(deal),
        "result": result(sitting, names),
        "unfinished": touched and not ended,
        "can": {
            "hint": not over and not sitting.pending,
            "undo": sitting.can_undo,
            "rest": not over and not sitting.resting,
            "next_deal": bool(match) and over and not ended,
            "new_match": True,
            "review": over and sitting.asked is None,
        },
        "home": sitting.home and f"Back to the {'match' if sitting.home.match else 'deal'}",
    }


def in_words(sitting: Sitting) -> str:
    """The table as text, for where no widget is drawn: on GitHub, on paper, in a terminal."""
    deal, you = sitting.deal, sitting.you
    names = seat_names(deal.rules.players, you)
    lines = [f"{deal.rules.title}, {_where(deal)} ({' · '.join(deal.rules.chips)})", f"Your hand: {deal.hand(you)}"]
    if deal.trick:
        lines.append("On the table: " + ", ".join(f"{names[seat]} {card}" for seat, card in deal.trick))
    ended = result(sitting, names)
    lines.append(f"{ended['title']}. {ended['text']}" if ended else _say(sitting, names, hand_items(deal, you)))
    return "\n".join(lines)
