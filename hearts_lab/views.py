"""What one seat may know: the view that strategies get. Undecorated functions over records, like the rules of play."""

from __future__ import annotations

import numpy as np

from hearts_lab.cards import DECK, NO_CARDS, Cards, from_bits
from hearts_lab.draws import decision_key
from hearts_lab.play import due, held, keep
from hearts_lab.rules import SEATS

VIEW = np.dtype([
    ("decision", "i8"), ("seat", "i8"), ("players", "i8"), ("number", "i8"), ("hand_size", "i8"),
    ("hand", "u8"), ("twin", "u8"), ("legal", "u8"),
    ("to_pass", "i8"), ("pass_to", "i8"), ("pass_from", "i8"),
    ("passed", "u8"), ("passed_twin", "u8"), ("received", "u8"), ("received_twin", "u8"),
    ("trick", "i8"), ("leader", "i8"), ("in_trick", "i8"), ("card", "i4", (SEATS,)), ("broken", "i8"),
    ("seen", "u8"), ("seen_twin", "u8"), ("voids", "u8"), ("points", "i4", (SEATS,)), ("before", "i4", (SEATS,)),
    ("pack", "u8"), ("pack_twin", "u8"), ("penalties", "u8"), ("bonuses", "u8"), ("waits", "u8"), ("worth", "i4", (52,)),
    ("total", "i8"), ("moon", "i8"), ("target", "i8"), ("clean", "i8"), ("reason", "i8"), ("key", "u8"), ("drawn", "i8"),
    ("cancel", "i8"), ("carried", "u8"), ("carried_twin", "u8"), ("kitty", "u8"), ("kitty_twin", "u8"), ("moon_amount", "i8"),
    ("low_wins", "i8"), ("pool", "i8"), ("exact_target", "i8"), ("bonus", "i4", (SEATS,)), ("habits", "u8"),
])
# A view as a seat is shown it, and what is common to all views of a deal, from which each is made afresh. One record: an array
# of two would be counted in and out at every decision, and that costs a tenth of a deal.
VIEWS = np.dtype([("shown", VIEW), ("common", VIEW)])
# What may be settled for a seat beforehand: a number for its strategy, and cards to pass, to keep and to lead.
SETTING = np.dtype([("habits", "u8"), ("pass_first", "u8"), ("pass_never", "u8"), ("lead_first", "u8")])
PASS, PLAY, MOON = 0, 1, 2  # what `decision` asks for
MOONS = np.uint64(0b110)  # `legal` for the moon: 1 is the old one, 2 the new one


def introduce(rules, state, view):
    """Fill in what every seat knows all through a deal: the rules in force and the totals before it."""
    view.players = rules.players
    view.number = state.number
    view.hand_size = rules.hand_size
    view.pack = rules.pack
    view.pack_twin = rules.pack_twin
    view.penalties = rules.penalties
    view.bonuses = rules.bonuses
    view.waits = rules.waits
    view.total = rules.total
    view.moon = rules.moon
    view.target = rules.target
    view.clean = rules.first_trick
    view.cancel = rules.cancel
    view.moon_amount = rules.moon_amount
    view.low_wins = 1 if rules.settlement == 0 else 0
    view.pool = state.pool
    view.exact_target = rules.exact_target
    for card in range(52):
        view.worth[card] = rules.points[card]
    for seat in range(SEATS):
        view.before[seat] = state.before[seat]
        view.card[seat] = -1


def see(rules, state, seat, decision, allowed, view):
    """Fill in what one seat may know now, in a fresh copy of the view that `introduce` made.

    `allowed` are the cards that it may choose now. Nothing in a view depends on a card that the seat cannot see, nor on the
    draws of the shuffle.
    """
    view.decision = decision
    view.seat = seat
    view.legal = allowed
    view.hand = state.hand[seat]
    view.twin = state.twin[seat]
    view.pass_to = state.pass_to[seat]
    view.pass_from = state.pass_from[seat]
    view.passed = state.passed[seat]
    view.passed_twin = state.passed_twin[seat]
    if decision == PASS:
        laid = rules.hand_size - held(state, seat)
        view.to_pass = due(rules, state.number) - laid
        view.received = NO_CARDS
        view.received_twin = NO_CARDS
        view.leader = -1
        step = laid
    else:
        view.to_pass = 0
        view.received = state.received[seat]
        view.received_twin = state.received_twin[seat]
        view.leader = state.leader
        step = 128 + state.trick
    peeked = rules.kitty_peek == 1 and state.kitty_taker == seat
    view.kitty = state.kitty if peeked else NO_CARDS
    view.kitty_twin = state.kitty_twin if peeked else NO_CARDS
    view.carried = state.carried
    view.carried_twin = state.carried_twin
    view.trick = state.trick + 1
    view.in_trick = state.in_trick
    view.broken = state.broken
    view.seen = state.seen
    view.seen_twin = state.seen_twin
    view.voids = state.voids
    for place in range(state.in_trick):
        view.card[place] = state.card[place]
    for other in range(rules.players):
        view.points[other] = state.points[other]
        view.bonus[other] = state.bonus[other]
    view.key = decision_key(state.key, seat, step)
    view.drawn = 0
    view.reason = 0


def wished(setting, state, seat, decision, allowed):
    """The cards that a seat may choose among, narrowed by what an experiment has settled for it: never to none.

    Cards to pass go first, cards to keep last; the first lead is one of those named, once one of them is allowed.
    """
    if decision == PASS:
        return keep(keep(allowed, setting.pass_first), ~setting.pass_never)
    if decision == PLAY and state.in_trick == 0 and state.led[seat] & setting.lead_first == NO_CARDS:
        return keep(allowed, setting.lead_first)
    return allowed


# The sets of a view, each with the set of those of its cards that come twice.
_SETS = {"hand": "twin", "passed": "passed_twin", "received": "received_twin", "seen": "seen_twin", "legal": None,
         "carried": "carried_twin", "kitty": "kitty_twin",
         "penalties": "pack_twin", "bonuses": "pack_twin", "pack": "pack_twin"}


class View:
    """What one seat may know, as a strategy gets it: `.record` holds the numbers, the attributes read them as cards."""

    __slots__ = ("record",)

    def __init__(self, record):
        self.record = record

    def __getattr__(self, name):
        if name == "record":
            raise AttributeError(name)
        value = getattr(self.record, name)
        if name in _SETS:
            twin = _SETS[name]
            return from_bits(value, int(value) & int(self.record[twin]) if twin else 0)
        if name == "card":
            return Cards(DECK[card] for card in value[: self.record.in_trick])
        if name in ("points", "bonus", "before"):
            return tuple(map(int, value[: self.record.players]))
        return int(value) if np.ndim(value) == 0 else tuple(map(int, value))

    def __reduce__(self):
        return View, (self.record.copy(),)

    def __repr__(self):
        doing = f"pass {self.to_pass} more" if self.decision == PASS else f"trick {self.trick}: {self.card}"
        return f"<View of seat {self.seat}, {doing}; holds {self.hand}>"
