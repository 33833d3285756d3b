"""What happened between two moments of a deal, in order, so that the browser can show it step by step."""

from __future__ import annotations

from hearts_lab import cards as c
from hearts_lab.cards import Card
from hearts_lab.deal import Deal
from hearts_lab.widgets.scene import carried, hand_items, kitty, taken_words, trick_items
from hearts_lab.widgets.sheet import worth


def events(before: Deal | None, after: Deal, you: int) -> list[dict]:
    """What the browser shows on the way from one moment to a later one: of the same deal, or of a deal that begins now.

    Nothing on the way back (an undo), and nothing for a deal in which you have chosen before.
    """
    found: list[dict] = []
    if before is None or before.number != after.number or before.dealt(you) != after.dealt(you):
        if after.passes is not None or any(seat == you for seat, _ in after.plays):
            return []
        found.append({"kind": "deal"})
        now = after.before_trick(1) if after.plays else after
    elif after.passes is not None and before.passes is None:
        found.append(_exchange(after, you))
        now = after.before_trick(1)
    else:
        now = before
    for _, card in after.plays[len(now.plays) :]:
        then, now = now, now.play(card)
        found.append(_playing(now))
        if len(now.tricks) > len(then.tricks):
            found.append(_taking(then, now, you))
    if after.moon and now.phase == "moon":
        found.append({"kind": "moon", "seat": after.shooter, "moon": after.moon})
    return found


def _playing(now: Deal) -> dict:
    """The card just played, and how the trick lies with it: who wins, whose cards cancel each other."""
    trick = trick_items(now)
    return {
        "kind": "play",
        **{field: trick[-1][field] for field in ("seat", "card", "points")},
        "winning": next((play["seat"] for play in trick if play["winning"]), None),
        "cancelled": [play["seat"] for play in trick if play["cancelled"]],
    }


def _taking(then: Deal, now: Deal, you: int) -> dict:
    """Where the cards of a full trick go: to a player, or nowhere yet."""
    seats = range(now.rules.players)
    taker = next((seat for seat in seats if len(now.taken(seat)) > len(then.taken(seat))), None)
    points = now.tricks[-1].points + worth(now.rules, then.carried)
    if taker is None:
        return {"kind": "void", "points": points, "carried": carried(now)}
    return {
        "kind": "take",
        "seat": taker,
        "points": points,
        "carried": None,
        "kitty": kitty(now, you),
        **taken_words(now, taker, you),
    }


def _gifts(deal: Deal) -> list[tuple[int, int, Card]]:
    """Every passed card with who gave it to whom; scattered ones go clockwise from the left (RULES G9)."""
    n = deal.rules.players
    return [
        (seat, (seat + 1 + place) % n if deal.direction == "scatter" else deal.pass_target(seat), card)
        for seat, cards in enumerate(deal.passes)
        for place, card in enumerate(cards)
    ]


def _exchange(deal: Deal, you: int) -> dict:
    gifts = _gifts(deal)
    given = [(to, card) for giver, to, card in gifts if giver == you]
    received = sorted(((giver, card) for giver, to, card in gifts if to == you), key=lambda gift: gift[1])
    held = list(deal.dealt(you))
    for _, card in given:
        held.remove(card)
    hand = hand_items(deal, you, c.in_hand_order([*held, *(card for _, card in received)]))
    others = [] if deal.direction == "scatter" else sorted({(a, b) for a, b, _ in gifts if you not in (a, b)})
    return {
        "kind": "exchange",
        "given": [{"card": card.text, "seat": seat} for seat, card in given],
        "received": [{"card": card.text, "seat": seat} for seat, card in received],
        "hand": hand,
        "others": [list(pair) for pair in others],
    }
