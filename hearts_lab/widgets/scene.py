"""What the card table shows of a deal or a match: plain values for the browser, in words and cards, seen from one seat.

The wording of rules comes from the engine. Everything is derived from the values of the game, so that a table can be
drawn again at any time; `static/table.js` lists the fields.
"""

from __future__ import annotations

import csv
import io
import re

from hearts_lab import cards as c
from hearts_lab import wording
from hearts_lab.cards import Cards
from hearts_lab.deal import Deal, Trick
from hearts_lab.match import Match
from hearts_lab.rules import Rules
from hearts_lab.widgets.sitting import Sitting

# The other seats as you see them, clockwise from your left, by the number of players.
_NAMES = {
    3: ("Left", "Right"),
    4: ("Left", "Across", "Right"),
    5: ("Left", "Far left", "Far right", "Right"),
    6: ("Left", "Far left", "Across", "Far right", "Right"),
}
_ARROWS = {"left": "←", "right": "→", "across": "↑", "hold": "hold"}


def seat_names(players: int, you: int) -> tuple[str, ...]:
    """What to call each seat, in seat order."""
    others = _NAMES.get(players) or tuple(f"Seat {(you + step) % players}" for step in range(1, players))
    names = ("You", *others)
    return tuple(names[(seat - you) % players] for seat in range(players))


def _inside(names) -> list[str]:
    """The names as they stand inside a sentence."""
    return ["you" if name == "You" else name for name in names]


def with_names(text: str, names) -> str:
    """A sentence of the engine with the seats called by their names."""
    text = re.sub(
        r"\b[Ss]eat (\d+)\b", lambda found: names[int(found[1])] if int(found[1]) < len(names) else found[0], text
    )
    return re.sub(r"\b([Yy]ou) does\b", r"\1 do", text)


def _points(rules: Rules, card) -> int | None:
    return rules.points[card] or None


def _texts(cards) -> list[str]:
    return [card.text for card in cards]


# What a seat has taken, after some tricks.


def _taken(rules: Rules, tricks, seat: int) -> dict:
    cards = [card for trick in tricks if trick.winner == seat for card in trick.cards if rules.points[card]]
    hearts = sum(card.suit == c.HEARTS for card in cards)
    special = sorted((card for card in cards if card.suit != c.HEARTS), key=lambda card: -rules.points[card])
    return {
        "took": sum(rules.points[card] for card in cards if rules.points[card] > 0),
        "took_cards": [*map(str, special), *([f"♥ ×{hearts}"] if hearts else [])],
    }


def _seats(deal: Deal, you: int, names, players) -> list[dict]:
    found = []
    for step in range(deal.rules.players):
        seat = (you + step) % deal.rules.players
        moon = seat in deal.moon_possible and deal.points[seat] > 0
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
                **_taken(deal.rules, deal.tricks, seat),
            }
        )
    return found


def _hand(deal: Deal, you: int, cards: Cards | None = None) -> list[dict]:
    """Your cards, each with what it costs and, on your turn, why it is barred."""
    mine = deal.to_play == you and cards is None
    fresh = list(deal.received(you)) if not any(seat == you for seat, _ in deal.plays) else []
    found = []
    for card in deal.hand(you) if cards is None else cards:
        barred = deal.why_barred(card) if mine else None
        received = card in fresh
        if received:
            fresh.remove(card)
        found.append(
            {
                "card": card.text,
                "points": _points(deal.rules, card),
                "legal": mine and not barred,
                "why": barred[2] if barred else None,
                "received": received,
            }
        )
    return found


def _trick(deal: Deal) -> list[dict]:
    return [
        {"seat": seat, "card": card.text, "points": _points(deal.rules, card), "winning": seat == deal.winning}
        for seat, card in deal.trick
    ]


# What happened between two moments.


def events(before: Deal | None, after: Deal, you: int) -> list[dict]:
    """What the browser shows on the way from one moment to a later one: of the same deal, or of a deal that begins now.

    Nothing on the way back (an undo), and nothing for a deal in which you have chosen before.
    """
    if before is None or before.number != after.number or before.dealt(you) != after.dealt(you):
        if after.passes is not None or any(seat == you for seat, _ in after.plays):
            return []
        found, start = [{"kind": "deal"}], 0
    else:
        found, start = [], len(before.plays)
        if after.passes is not None and before.passes is None:
            found.append(_exchange(after, you))
    n = after.rules.players
    for i in range(start, len(after.plays)):
        seat, card = after.plays[i]
        found.append({"kind": "play", "seat": seat, "card": card.text, "points": _points(after.rules, card)})
        if i % n == n - 1:
            trick = after.tricks[i // n]
            found.append(
                {
                    "kind": "take",
                    "seat": trick.winner,
                    "points": trick.points,
                    **_taken(after.rules, after.tricks[: trick.number], trick.winner),
                }
            )
    return found


def _exchange(deal: Deal, you: int) -> dict:
    seats = range(deal.rules.players)
    target = {seat: deal.pass_target(seat) for seat in seats}
    given, received = deal.passed(you), deal.received(you)
    held = list(deal.dealt(you))
    for card in given:
        held.remove(card)
    hand = _hand(deal, you, c.in_hand_order([*held, *received]))
    for item in hand:
        item["received"] = item["card"] in _texts(received)
    return {
        "kind": "exchange",
        "target": target[you],
        "given": _texts(given),
        "received": _texts(received),
        "hand": hand,
        "giver": next(seat for seat in seats if target[seat] == you),
        "others": [[seat, target[seat]] for seat in seats if seat != you and target[seat] != you],
    }


# The words round the table.


def _chips(rules: Rules) -> list[dict]:
    counting = set(wording.counting_cards(rules))
    return [{"text": text, "hot": text in counting and text[0] != "♥" and "−" not in text} for text in rules.chips]


def _where(deal: Deal) -> str:
    tricks = deal.rules.hand_size
    moment = {"pass": "the pass", "play": f"trick {min(len(deal.tricks) + 1, tricks)} of {tricks}", "over": "over"}[
        deal.phase
    ]
    return f"deal {deal.number} · {moment}"


def _pass(deal: Deal, you: int, names) -> dict | None:
    if deal.phase != "pass":
        return None
    target, count = deal.pass_target(you), deal.rules.pass_count
    return {
        "count": count,
        "target": target,
        "text": f"Choose {count} card{'' if count == 1 else 's'} for {names[target]}",
    }


def _flags(deal: Deal, you: int, names) -> list[dict]:
    """What is in the air: the waiting suit broken or not, the dearest card, the moon."""
    rules, names, found = deal.rules, _inside(names), []
    if rules.waits and rules.breakers:
        found.append(
            {"text": f"{wording.card_set(rules.waits)} {'' if deal.broken else 'not '}broken", "on": deal.broken}
        )
    special = [card for card in rules.penalties if card.suit != c.HEARTS]
    if special:
        found.append(_whereabouts(deal, you, names, max(special, key=lambda card: (rules.points[card], card))))
    if rules.moon != "none" and any(deal.points) and deal.phase != "over":
        seats = deal.moon_possible
        found.append(
            {
                "text": f"moon still open to {c.one_of([names[seat] for seat in seats])}"
                if seats
                else "no moon any more",
                "on": bool(seats),
            }
        )
    return found


def _whereabouts(deal: Deal, you: int, names, card) -> dict:
    takers = [names[seat] for seat in range(deal.rules.players) if card in deal.taken(seat)]
    if card in deal.hand(you):
        return {"text": f"you hold {card}", "on": True}
    if card in [played for _, played in deal.trick]:
        return {"text": f"{card} in this trick", "on": True}
    if card in deal.unseen(you):
        return {"text": f"{card} still out", "on": True}
    return {"text": f"{card} taken by {c.one_of(takers, 'and')}", "on": False}


def _say(deal: Deal, you: int, names, hand) -> str:
    if deal.phase == "pass":
        return f"{_pass(deal, you, names)['text']}, then pass them on."
    if deal.phase == "over":
        return "The deal is over."
    if deal.to_play != you:
        return f"{names[deal.to_play]} is to play."
    why = list(dict.fromkeys(item["why"] for item in hand if item["why"]))
    if len(why) > 1 and deal.trick:
        why = why[:1]
    turn = f"Your turn. {names[deal.trick[0][0]]} led {deal.trick[0][1]}." if deal.trick else "Your turn to lead."
    return " ".join([turn, *(why or ["You may play any card."])])


def _last_trick(tricks: tuple[Trick, ...], names) -> dict | None:
    if not tricks:
        return None
    last = tricks[-1]
    return {
        "text": f"won by {names[last.winner]}" + (f", {last.points}" if last.points else ""),
        "cards": _texts(last.cards),
    }


def _still_out(deal: Deal, you: int) -> dict[str, str]:
    out = deal.unseen(you)
    return {
        letter: " ".join(c.RANKS[card.rank] for card in reversed(out) if card.suit == suit)
        for suit, letter in enumerate(c.SUITS)
    }


def _sheet(now: Deal | Match, you: int, names) -> dict:
    deals = now.deals if isinstance(now, Match) else (now,)
    order = [(you + step) % now.rules.players for step in range(now.rules.players)]
    rows = []
    if any(deals[0].before):
        rows.append(["before", *(deals[0].before[seat] for seat in order)])
    for deal in deals:
        scores = deal.scores or tuple(map(sum, zip(deal.points, deal.bonus, strict=True)))
        mark = "" if deal.scores else " …"
        rows.append([f"{deal.number} {_ARROWS[deal.direction]}{mark}", *(scores[seat] for seat in order)])
    totals = [sum(column) for column in zip(*(row[1:] for row in rows), strict=True)]
    return {"columns": ["deal", *(names[seat] for seat in order)], "rows": rows, "totals": totals}


def _csv(now: Deal | Match, you: int, names) -> str:
    deals = now.deals if isinstance(now, Match) else (now,)
    order = [(you + step) % now.rules.players for step in range(now.rules.players)]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["deal", "pass", *(names[seat] for seat in order)])
    writer.writerows(
        [deal.number, deal.direction, *(deal.scores[seat] for seat in order)] for deal in deals if deal.scores
    )
    return text.getvalue()


def _signed(value: int) -> str:
    return str(value).replace("-", "−")


def _result(now: Deal | Match, you: int, names) -> dict | None:
    """How a deal ended, or who won the match and why it is over."""
    deal = now.deal if isinstance(now, Match) else now
    if deal.phase != "over":
        return None
    text = [f"Scores: {', '.join(f'{name} {_signed(score)}' for name, score in zip(names, deal.scores, strict=True))}."]
    if deal.shooter is not None:
        text.insert(0, f"{names[deal.shooter]} took every penalty card. {deal.rules.sentences()['moon']}")
    if not isinstance(now, Match) or not now.over:
        return {"title": f"Deal {deal.number} is over", "text": " ".join(text), "won": False}
    whole = c.one_of([names[seat] for seat in now.winners], "and")
    verb = "share the win" if len(now.winners) > 1 else "win the match" if now.winners == (you,) else "wins the match"
    totals = ", ".join(f"{name} {_signed(total)}" for name, total in zip(names, now.totals, strict=True))
    return {
        "title": f"{whole} {verb}",
        "text": f"{with_names(now.why_over, _inside(names))} Totals: {totals}.",
        "won": you in now.winners,
    }


def scene(sitting: Sitting) -> dict:
    """All that the browser draws, seen from your seat. `static/table.js` lists the fields."""
    deal, match, you = sitting.deal, sitting.match, sitting.you
    names = seat_names(deal.rules.players, you)
    hand = _hand(deal, you)
    over = deal.phase == "over"
    ended = match.over if match else over
    touched = deal.number > 1 or sitting.can_undo
    return {
        "title": deal.rules.title,
        "chips": _chips(deal.rules),
        "where": _where(deal),
        "practice": sitting.practice,
        "you": you,
        "phase": "match" if match and ended else deal.phase,
        "seats": _seats(deal, you, names, sitting.players),
        "hand": hand,
        "trick": _trick(deal),
        "pass": _pass(deal, you, names),
        "flags": _flags(deal, you, names),
        "say": _say(deal, you, names, hand),
        "last_trick": _last_trick(deal.tricks, names),
        "hint": {"cards": _texts(sitting.hint[0]), "text": sitting.hint[1]} if sitting.hint else None,
        "tricks": [
            {
                "number": trick.number,
                "leader": trick.leader,
                "winner": trick.winner,
                "points": trick.points,
                "plays": [
                    {"seat": seat, "card": card.text} for seat, card in zip(trick.seats, trick.cards, strict=True)
                ],
            }
            for trick in deal.tricks
        ],
        "still_out": _still_out(deal, you),
        "sheet": _sheet(sitting.now, you, names),
        "csv": _csv(sitting.now, you, names),
        "share": deal.text,
        "result": _result(sitting.now, you, names),
        "unfinished": touched and not ended,
        "can": {
            "hint": not over,
            "undo": sitting.can_undo,
            "rest": not over,
            "next_deal": bool(match) and over and not ended,
            "new_match": True,
        },
    }


def in_words(sitting: Sitting) -> str:
    """The table as text, for where no widget is drawn: on GitHub, on paper, in a terminal."""
    deal, you = sitting.deal, sitting.you
    names = seat_names(deal.rules.players, you)
    lines = [f"{deal.rules.title}, {_where(deal)} ({' · '.join(deal.rules.chips)})", f"Your hand: {deal.hand(you)}"]
    if deal.trick:
        lines.append("On the table: " + ", ".join(f"{names[seat]} {card}" for seat, card in deal.trick))
    result = _result(sitting.now, you, names)
    lines.append(f"{result['title']}. {result['text']}" if result else _say(deal, you, names, _hand(deal, you)))
    return "\n".join(lines)
