"""What a seat cannot see: no layout is impossible, none is missing, and none is likelier than another."""

import itertools
import math
from collections import Counter

import numpy as np
import oracle
import pytest
from agreement import drawn_options
from scipy import stats
from setting import TABLES, begun

import hearts_lab as hl
from hearts_lab import play
from hearts_lab.cards import from_bits
from hearts_lab.compiled import entry
from hearts_lab.draws import wrapping
from hearts_lab.unseen import HOLDERS, UNSEEN, look
from hearts_lab.worlds import ROOM, count_layouts, draw_world


def record(dtype):
    return np.zeros(1, dtype).view(np.recarray)[0]


class Seen:
    """What a seat knows at a moment of a deal, and the records that looking and drawing need."""

    def __init__(self, deal, seat, room=ROOM):
        self.rules, self.view = deal.rules.record, deal.view(seat).record
        leads = [trick.leader for trick in deal.tricks]
        leads += [seat for seat, _ in deal.plays[len(leads) * deal.rules.players:][:1]]
        passes = deal.passes[seat] if deal.passes is not None else ()
        cards = [card for _, card in deal.plays]
        self.history = tuple(np.array(list(map(int, what)), np.int64) for what in (cards, leads, passes))
        self.unseen, self.state, self.ways = record(UNSEEN), record(play.STATE), np.zeros(room)
        self.hand, self.twin = np.zeros(HOLDERS, np.uint64), np.zeros(HOLDERS, np.uint64)

    def count(self, *, compiled=True):
        do = entry if compiled else (lambda function: function)
        with wrapping():
            do(looked)(self.rules, self.view, *self.history, self.state, self.unseen)
            self.total = do(counted)(self.unseen, self.ways)
        return self.total

    def draw(self, number, key=1, *, compiled=True):
        """So many layouts, each a tuple of the cards of every holder (the looking seat's are left out)."""
        do, drawn = entry if compiled else (lambda function: function), 0
        for _ in range(number):
            with wrapping():
                drawn = do(drawn_world)(self.rules, self.view, *self.history, self.unseen, self.ways, np.uint64(key), drawn,
                                        self.hand, self.twin, self.state)
            assert drawn >= 0
            yield tuple(() if holder == self.view.seat else from_bits(self.hand[holder], self.twin[holder])
                        for holder in range(self.view.players + 1))


def looked(rules, view, plays, leaders, passes, state, unseen):
    look(rules, view, plays, leaders, passes, state, unseen)


def counted(unseen, ways):
    return count_layouts(unseen, ways)


def drawn_world(rules, view, plays, leaders, passes, unseen, ways, key, drawn, hand, twin, state):
    return draw_world(rules, view, plays, leaders, passes, unseen, ways, key, drawn, hand, twin, state)


# Against a naive count.

def house(dice, *, packs=1, small=False):
    """A random game with rules of its own, for the engine and for the oracle; perhaps with a pack of a few cards."""
    while True:
        game, players = dice.choice([table for table in TABLES if ("cancellation" in table[0]) == (packs == 2)])
        options = {"kitty": "none"} if dice.random() < 0.2 else drawn_options(dice, game, players, packs)
        if small:
            players = dice.choice([3, 3, 4]) if packs == 1 else 6
            options = drawn_options(dice, game, players, packs)
            clubs, others = (dice.sample(cards, len(cards)) for cards in (oracle.FULL_PACK[:13], oracle.FULL_PACK[13:]))
            kinds = clubs[:4] + others[:players * 3 - 2] if packs == 1 else (clubs[:2] + others[:5]) * 2
            options["removed"] = list((Counter(oracle.FULL_PACK * packs) - Counter(kinds)).elements())
            options["kitty"] = "none" if len(kinds) % players == 0 else dice.choice(["first", "last", "first_penalty"])
            options["pass_count"] = dice.choice([1, 1, 2])
            options["pass_cycle"] = dice.choice([["left"], ["right"], ["across"] if players % 2 == 0 else ["hold", "left"]])
        options["kitty_peek"] = options.get("kitty", "none") != "none" and dice.random() < 0.7
        try:
            return hl.variant(game, players=players, **options), oracle.rules_of(game, players, **options)
        except hl.RulesError:
            continue


def moment(dice, rules, plies):
    """A deal after so many random plays."""
    deal = begun(hl.Deal(rules, seed=dice.randrange(10**9), number=dice.randrange(1, 9)), dice)
    for _ in range(plies):
        deal = deal.play(dice.choice(deal.legal_cards()))
    return deal


def is_told(book, deal, seat, hands, kitty):
    """Whether the oracle lets all that was played be played with these hands held now."""
    hands = [[*hand, *(card.text for player, card in deal.plays if player == seat)] for seat, hand in enumerate(hands)]
    if not could_pass(book, deal, seat, hands):
        return False
    told = oracle.Play(book, deal.number, hands, kitty)
    for player, card in deal.plays:
        if told.seat != player or card.text not in told.legal():
            return False
        told.play(card.text)
    return told.seat == deal.to_play


def could_pass(book, deal, seat, hands):
    """Whether some pass that the oracle allows, with what this seat gave and got, leads to these hands after it."""
    many, players = oracle.due(book, deal.number), range(deal.rules.players)
    if many == 0 or not book["forbidden_pass"]:
        return True
    target = [oracle.pass_targets(book, deal.number, giver)[0] for giver in players]
    mine, got = ([card.text for card in cards] for cards in (deal.passes[seat], deal.received(seat)))
    known = {seat: [tuple(got)], target[seat]: [tuple(mine)]}
    choices = [known.get(player) or list(itertools.combinations(hands[player], many)) for player in players]
    for received in itertools.product(*choices):
        dealt = [list((Counter(hands[player]) - Counter(received[player]) + Counter(received[target[player]])).elements())
                 for player in players]
        if all(set(received[target[player]]) <= set(oracle.may_be_passed(book, deal.number, dealt[player]))
               for player in players):
            return True
    return False


def known_passes(deal, seat):
    """Which cards of this seat's pass are held by each other seat for certain."""
    found = [Counter() for _ in range(deal.rules.players + 1)]
    if deal.passes is not None:
        players = deal.rules.players
        for i, card in enumerate(deal.passes[seat]):
            found[(seat + 1 + i) % players if deal.direction == "scatter" else deal.pass_target(seat)][card.text] += 1
        for player, card in deal.plays:
            found[player] -= Counter([card.text])
    return found


def every_layout(book, deal, seat):
    """The possible layouts, as tuples of the cards of every holder, each with its number of layouts of physical cards."""
    sure, peeked = known_passes(deal, seat), deal.view(seat).kitty
    holds = [0 if player == seat else len(deal.hand(player)) for player in range(deal.rules.players)]
    holds.append(0 if peeked else len(deal.kitty))
    free = Counter(card.text for card in deal.unseen(seat)) - Counter(card.text for card in peeked) - sum(sure, Counter())
    cards, found = sorted(free.elements(), key=oracle.FULL_PACK.index), Counter()

    def place(i, hands):
        if i == len(cards):
            found[tuple(tuple(sorted(hand, key=oracle.FULL_PACK.index)) for hand in hands)] += 1
            return
        for holder, hand in enumerate(hands):
            if len(hand) < holds[holder]:
                hand.append(cards[i])
                place(i + 1, hands)
                hand.pop()

    place(0, [list(held.elements()) for held in sure])
    own = [card.text for card in deal.hand(seat)]
    return {hands: many for hands, many in found.items() if is_told(
        book, deal, seat, [own if player == seat else hand for player, hand in enumerate(hands[:-1])],
        [card.text for card in peeked] or hands[-1])}


def naive_size(deal, seat):
    """How many layouts there were if hands could be anything."""
    holds = [len(deal.hand(player)) for player in range(deal.rules.players) if player != seat]
    holds.append(0 if deal.view(seat).kitty else len(deal.kitty))
    return math.factorial(sum(holds)) // math.prod(map(math.factorial, holds))


def as_text(layout):
    return tuple(tuple(card.text for card in hand) for hand in layout)


@pytest.mark.parametrize("packs", [1, 2])
@pytest.mark.parametrize("room", [HOLDERS, ROOM])
def test_layouts_are_those_of_the_naive_count(dice, packs, room):
    met = Counter()
    while met["cases"] < 60:
        rules, book = house(dice, packs=packs, small=True)
        deal = moment(dice, rules, dice.randrange(rules.hand_size * rules.players - 1))
        seat = deal.to_play
        if not 1 < naive_size(deal, seat) <= 300:
            continue
        expected, seen = every_layout(book, deal, seat), Seen(deal, seat, room)
        total = seen.count()
        assert total == sum(expected.values()) or (seen.unseen.joint and total > sum(expected.values())), deal.text
        drawn = Counter(map(as_text, seen.draw(20 * len(expected))))
        assert set(drawn) <= set(expected), deal.text
        if len(expected) > 1:
            wanted = np.array(list(expected.values())) * (drawn.total() / sum(expected.values()))
            assert stats.chisquare([drawn[layout] for layout in expected], wanted).pvalue > 1e-6, deal.text
        met += Counter(cases=1, choices=len(expected) > 1, exact=not seen.unseen.joint)
        met["forbidden"] += seen.unseen.giver >= 0 and len(expected) > 1
    assert min(met["choices"], met["exact"]) > 20 and met["forbidden"] > 2, met
