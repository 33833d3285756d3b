"""What a seat cannot see: no layout is impossible, none is missing, and none is likelier than another."""

import itertools
import math
from collections import Counter

import numpy as np
import oracle
import pytest
from agreement import drawn_options
from scipy import stats
from setting import TABLES, begun, played, small

import hearts_lab as hl
from hearts_lab import play
from hearts_lab.cards import HEARTS, NO_CARDS, count, from_bits
from hearts_lab.compiled import entry
from hearts_lab.draws import wrapping
from hearts_lab.layout import copied
from hearts_lab.play import clear, deal_cards, due, exchange, lay_aside, legal, open_play, play_card, shuffle, to_play
from hearts_lab.unseen import HOLDERS, UNSEEN, leader_of, look
from hearts_lab.views import PASS, PLAY, VIEW, introduce, see
from hearts_lab.worlds import ROOM, can_have_passed, can_have_played, count_layouts, lay_out, set_out


def record(dtype):
    return np.zeros(1, dtype).view(np.recarray)[0]


class Seen:
    """What a seat knows at a moment of a deal, and the layouts that it imagines."""

    def __init__(self, deal, seat, room=ROOM):
        self.rules, self.view = deal.rules.record, deal.view(seat).record
        leads = [trick.leader for trick in deal.tricks]
        leads += [player for player, _ in deal.plays[len(leads) * deal.rules.players:][:1]]
        passes = deal.passes[seat] if deal.passes is not None else ()
        cards = [card for _, card in deal.plays]
        self.history = tuple(np.array(list(map(int, what)), np.int64) for what in (cards, leads, passes))
        self.unseen, self.ways, self.total = record(UNSEEN), np.zeros(room), None

    def draw(self, number, *, compiled=True):
        """So many layouts, each a tuple of the cards of every holder (none for the seat itself); sets `total`."""
        hands, twins = (np.zeros((number, HOLDERS), np.uint64) for _ in range(2))
        with wrapping():
            self.total, drawn = (entry(imagined) if compiled else imagined)(
                self.rules, self.view, *self.history, record(play.STATE), self.unseen, self.ways, np.uint64(1), hands, twins)
        assert drawn >= 0
        return [tuple(from_bits(*cards) for cards in zip(hand[:self.view.players + 1], twin, strict=False))
                for hand, twin in zip(hands, twins, strict=True)]

    def count(self, *, compiled=True):
        self.draw(0, compiled=compiled)
        return self.total


def imagined(rules, view, plays, leaders, passes, state, unseen, ways, key, hands, twins):
    """Look, count and draw as many layouts as there is room for."""
    look(rules, view, plays, leaders, passes, state, unseen)
    total, drawn = count_layouts(unseen, ways), np.int64(0)
    for i in range(hands.shape[0]):
        if drawn >= 0:
            drawn = draw_world(rules, view, plays, leaders, passes, unseen, ways, key, drawn, hands[i], twins[i], state)
    return total, drawn


def is_possible(rules, view, plays, leaders, passes, hand, twin, state):
    """Whether all that has been played could have been played with these hands held now."""
    set_out(rules, view, plays, leaders, passes, hand, twin, state)
    if view.decision == PASS:
        return True
    if not can_have_passed(rules, view, state):
        return False
    for k in range(plays.shape[0]):
        if not can_have_played(rules, state, leader_of(rules, view, leaders, k // rules.players), plays[k]):
            return False
        play_card(rules, state, plays[k])
    return state.leader == view.leader


def draw_world(rules, view, plays, leaders, passes, unseen, ways, key, drawn, hand, twin, state):
    """Draw layouts until one is possible; at once, where the kinds of card say all. -1 after two thousand in vain."""
    for _ in range(2_000):
        drawn = lay_out(unseen, ways, key, drawn, hand, twin)
        if unseen.joint == 0 or is_possible(rules, view, plays, leaders, passes, hand, twin, state):
            return drawn
    return -1


# Against a naive count.

def house(dice, *, packs=1, small=False, forbidden=False):
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
        if forbidden:
            options["pass_count"], options["forbidden_pass"] = 2, dice.sample(kinds, len(kinds) - 4)
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


def same_as_naive(book, deal, seat, room=ROOM):
    """Compare count and draws with the naive count: what the seat has seen, and how many layouts there are."""
    expected, seen = every_layout(book, deal, seat), Seen(deal, seat, room)
    many, drawn = sum(expected.values()), Counter(map(as_text, seen.draw(20 * len(expected))))
    assert seen.total == many or (seen.unseen.joint and seen.total > many), deal.text
    assert set(drawn) <= set(expected), deal.text
    if len(expected) > 1:
        wanted = np.array(list(expected.values())) * (drawn.total() / many)
        assert stats.chisquare([drawn[layout] for layout in expected], wanted).pvalue > 1e-6, deal.text
    return seen, len(expected)


def small_moments(dice, **fields):
    """Moments of small deals with few enough layouts to count them all, without end."""
    while True:
        rules, book = house(dice, small=True, **fields)
        deal = moment(dice, rules, dice.randrange(rules.hand_size * rules.players - 1))
        if 1 < naive_size(deal, deal.to_play) <= 300:
            yield book, deal, deal.to_play


@pytest.mark.parametrize("packs", [1, 2])
@pytest.mark.parametrize("room", [HOLDERS, ROOM])
def test_layouts_are_those_of_the_naive_count(dice, packs, room):
    met = Counter()
    for book, deal, seat in itertools.islice(small_moments(dice, packs=packs), 60):
        seen, many = same_as_naive(book, deal, seat, room)
        met += Counter(choices=many > 1, exact=not seen.unseen.joint, peeked=seen.view.kitty != NO_CARDS)
    assert min(met["choices"], met["exact"]) > 20 and met["peeked"] > 2, met


@pytest.mark.parametrize("room", [HOLDERS, ROOM])
def test_G10_a_forbidden_card_received_tells_what_its_giver_held(dice, room):
    met = 0
    for book, deal, seat in small_moments(dice, forbidden=True):
        if deal.received(seat) and set(deal.received(seat).text.split()) & set(book["forbidden_pass"]):
            seen, many = same_as_naive(book, deal, seat, room)
            met += many > 1 and seen.unseen.least > 0
        if met == 15:
            break


# At the table.

def kinds(cards):
    return set(from_bits(cards).text.split())


def looked_at(deal, seat):
    seen = Seen(deal, seat)
    seen.count(compiled=False)
    return seen


def test_A0_who_discards_a_penalty_card_on_a_clean_first_trick_has_nothing_else():
    deal = small("standard", "2C 3D 4D 9S", "QS AH KH QH", "3C 5D 8S JH", "4C 6D 10H 9H").play("2C").play("QS")
    seen = looked_at(deal, 2)
    assert kinds(seen.unseen.may[1]) == set("AH KH QH 10H 9H".split())
    assert seen.total == math.comb(5, 3) * math.comb(7, 3), "three of five hearts; of the other seven three with the leader"


def test_a_void_is_no_holder_and_a_card_left_with_one_holder_lies_there():
    deal = played(small("black_maria", "2C 3D", "4D 5S", "6C 7H"), "2C 4D")
    seen = looked_at(deal, 2)
    assert (kinds(seen.unseen.may[0]), kinds(seen.unseen.may[1]), seen.total) == ({"3D", "5S"}, {"3D", "5S"}, 2)
    deal = played(small("black_maria", "2C 3D 9D", "3S 5S 6S", "6C 7H KC"), "2C 3S")
    assert looked_at(deal, 2).total == math.comb(4, 2)


def test_A6_a_jack_that_had_to_be_thrown_and_was_not_is_not_held():
    deal = played(small("black_jack_late", "2C 3D JS", "3H 5S 6S", "6C 4D KC"), "2C 3H")
    assert "JS" not in kinds(looked_at(deal, 2).unseen.may[1])


def test_G4_nobody_holds_a_lower_club_than_the_one_that_was_led():
    rules = hl.variant("standard", players=5, kitty="first", pass_count=0)
    deal = hl.Deal(rules, seed=next(seed for seed in range(99) if "2C" in hl.Deal(rules, seed=seed).kitty))
    lead = deal.legal_cards()[0]
    seen = looked_at(deal.play(lead), deal.play(lead).to_play)
    lower = {card for card in oracle.FULL_PACK[:13] if oracle.rank_of(card) < lead.rank}
    assert lower and not any(kinds(seen.unseen.may[seat]) & lower for seat in range(5))
    assert kinds(seen.unseen.may[5]) >= lower, "in the kitty"


def test_G10_who_passed_hearts_that_are_forbidden_holds_many():
    rules = hl.variant("standard", forbidden_pass="hearts")
    hearts, rest = list(rules.pack[39:]), list(rules.pack[:39])
    hands = [[*rest[13:24], *hearts[:2]], [*hearts[2:], *rest[24:26]], rest[:13], rest[26:]]
    deal = hl.Deal(rules, hands=hands).exchange([rest[13:16], hearts[10:], rest[10:13], rest[36:]])
    seen = looked_at(deal, 2)
    most = 2 + 3  # at most two other cards when he passed, and the three that he got
    assert deal.to_play == 2 and (seen.unseen.giver, seen.unseen.least) == (1, 13 - most)
    free = 13 - len(deal.received(2))  # hearts that seat 2 has not seen
    assert seen.total == pytest.approx(sum(
        math.comb(free, many) * math.comb(39 - 3 - free, 13 - many) for many in range(8, free + 1)) * math.comb(23, 13))
    for layout in seen.draw(50):
        assert sum(card.suit == HEARTS for card in layout[1]) >= 8 and set(deal.passed(2)) <= set(layout[3])


def test_G14_who_passed_the_lead_on_holds_only_cards_that_wait():
    deal = small("black_maria", "KH 2H", "3H 4H", "5C 6H", "7C 8H", waits="hearts", breakers="hearts", lead_escape="pass_left")
    seen = looked_at(deal, deal.to_play)
    assert deal.to_play == 2
    assert [kinds(seen.unseen.may[seat]) for seat in (0, 1, 3)] == [hearts := set("KH 2H 3H 4H 8H".split()), hearts,
                                                                  {*hearts, "7C"}]
    assert seen.total == math.comb(5, 2) * math.comb(3, 2)


@pytest.mark.parametrize("game, number", [("standard", 1), ("standard", 2), ("standard", 3), ("cancellation", 1)])
def test_a_passed_card_lies_where_it_went_until_it_is_played(dice, game, number):
    rules = hl.variant(game)
    for _ in range(10):
        deal = begun(hl.Deal(rules, seed=dice.randrange(10**6), number=number), dice)
        target = deal.pass_target(0)
        while deal.to_play != 0 or len(deal.plays) < 3 * rules.players:
            deal = deal.play(dice.choice(deal.legal_cards()))
        left = Counter(deal.passed(0)) - Counter(card for player, card in deal.plays if player == target)
        for layout in Seen(deal, 0).draw(20):
            assert not left - Counter(layout[target]), deal.text


def test_during_the_pass_the_others_hold_whole_hands(dice):
    for game, players in dice.sample([table for table in TABLES if "basic" not in table[0]], 12):
        deal = hl.Deal(hl.variant(game, players=players), seed=dice.randrange(10**6))
        if deal.phase != "pass":
            continue
        seen = Seen(deal, 1)
        aside = int(deal.hand(1)[0])
        state = copied(deal._state)
        with wrapping():
            play.lay_aside(deal.rules.record, state, 1, aside)
            see(deal.rules.record, state, 1, PASS, state.hand[1], seen.view)
        size, spare = deal.rules.hand_size, len(deal.kitty)
        unseen = size * (players - 1) + spare
        assert seen.count() == pytest.approx(
            math.factorial(unseen) / math.factorial(size) ** (players - 1) / math.factorial(spare))
        others = Counter(deal.rules.pack) - Counter(deal.hand(1))
        for layout in seen.draw(20):
            assert sum(map(Counter, layout), Counter()) == others
            assert [len(hand) for hand in layout] == [0 if seat == 1 else size for seat in range(players)] + [spare]


# In every game.

@pytest.mark.parametrize("packs", [1, 2])
def test_every_layout_passes_the_oracle(dice, packs):
    tables = [table for table in TABLES if ("cancellation" in table[0]) == (packs == 2)]
    games = [(hl.variant(*table), oracle.rules_of(*table)) for table in tables] + [house(dice, packs=packs) for _ in range(20)]
    for rules, book in games:
        deal = moment(dice, rules, dice.randrange(rules.hand_size * rules.players))
        seat, seen = deal.to_play, Seen(deal, deal.to_play)
        book = {**book, "forbidden_pass": []}  # too many passes to try them all
        for layout in map(as_text, seen.draw(3)):
            hands = [[card.text for card in deal.hand(seat)] if player == seat else hand
                     for player, hand in enumerate(layout[:-1])]
            kitty = [card.text for card in deal.view(seat).kitty] or layout[-1]
            assert is_told(book, deal, seat, hands, kitty), deal.text
            gone = [card.text for _, card in deal.plays]
            assert Counter([*itertools.chain(*hands), *kitty, *gone]) == Counter(oracle.pack_of(book)), deal.text


def test_plain_and_compiled_agree(dice):
    for packs in (1, 1, 2) * 4:
        rules, _ = house(dice, packs=packs)
        deal = moment(dice, rules, dice.randrange(rules.hand_size * rules.players // 2, rules.hand_size * rules.players))
        ones = [Seen(deal, deal.to_play, 2_000) for _ in range(2)]
        drawn = [one.draw(5, compiled=compiled) for one, compiled in zip(ones, (True, False), strict=True)]
        assert drawn[0] == drawn[1] and ones[0].total == ones[1].total, deal.text
        assert ones[0].unseen.tobytes() == ones[1].unseen.tobytes() and ones[0].ways.tobytes() == ones[1].ways.tobytes()


def another(deal, seat, layout, dice):
    """A deal that looks the same to a seat: the others' hands now, the kitty and the passes among them are others."""
    players = range(deal.rules.players)
    hands = [list(deal.hand(seat) if player == seat else layout[player]) for player in players]
    for player, card in deal.plays:
        hands[player].append(card)
    passes = None
    if deal.passes is not None:
        passes = [dice.sample(hands[deal.pass_target(player)], deal.due) for player in players]
        passes[seat] = list(deal.passes[seat])
        passes[next(player for player in players if deal.pass_target(player) == seat)] = list(deal.received(seat))
        for player in players:
            for card in passes[player]:
                hands[deal.pass_target(player)].remove(card)
        for player in players:
            hands[player] += passes[player]
    new = hl.Deal(deal.rules, hands=hands, kitty=layout[-1] or deal.kitty, number=deal.number)
    new = new if passes is None else new.exchange(dict(enumerate(passes)))
    for _, card in deal.plays:
        new = new.play(card)
    return new


def test_what_cannot_be_seen_changes_nothing(dice):
    changed = 0
    for table in TABLES:
        rules = hl.variant(*table)
        deal = moment(dice, rules, dice.randrange(rules.hand_size * rules.players))
        seen = Seen(deal, deal.to_play)
        layout = seen.draw(1)[0]
        other = another(deal, deal.to_play, layout, dice)
        again = Seen(other, deal.to_play)
        assert again.draw(5) == seen.draw(5), (deal.text, other.text)
        changed += deal.hand((deal.to_play + 1) % rules.players) != other.hand((deal.to_play + 1) % rules.players)
    assert changed > len(TABLES) / 2


def swept(rules, seed, plays, passes, leaders, cuts, number, state, other, pile, view, unseen, ways, hand, twin, wrong):
    """Look on from the seat to play after so many cards of each deal, and note what is wrong with what it then imagines."""
    for k in range(plays.shape[0]):
        clear(rules, state, seed, 1 + k)
        deal_cards(rules, state, shuffle(state, seed, pile))
        to_pass = due(rules, 1 + k)
        for player in range(rules.players if to_pass > 0 else 0):
            for i in range(to_pass):
                lay_aside(rules, state, player, passes[k, player, i])
        if to_pass > 0:
            exchange(rules, state)
        open_play(rules, state)
        for i in range(cuts[k]):
            play_card(rules, state, plays[k, i])
        seat, led = to_play(rules, state), (cuts[k] + rules.players - 1) // rules.players
        introduce(rules, state, view)
        see(rules, state, seat, np.int64(PLAY), legal(rules, state, seat), view)
        history = plays[k, :cuts[k]], leaders[k, :led], passes[k, seat, :to_pass]
        look(rules, view, history[0], history[1], history[2], other, unseen)
        for holder in range(rules.players + 1):
            kitty = holder == rules.players
            hand[holder] = state.kitty & ~view.kitty if kitty else state.hand[holder]
            twin[holder] = state.kitty_twin & ~view.kitty_twin if kitty else state.twin[holder]
            if holder != seat and not may_be(unseen, holder, hand[holder], twin[holder]):
                wrong[k] |= 1
        if not is_possible(rules, view, history[0], history[1], history[2], hand, twin, other):
            wrong[k] |= 2
        wrong[k] |= 4 if count_layouts(unseen, ways) < 1 else 0
        drawn = np.int64(0)
        for _ in range(number):
            drawn = draw_world(rules, view, history[0], history[1], history[2], unseen, ways, seed, drawn, hand, twin, other)
            if drawn < 0:
                wrong[k] |= 8
                drawn = np.int64(0)
            elif not is_possible(rules, view, history[0], history[1], history[2], hand, twin, other):
                wrong[k] |= 16
            elif not is_whole(rules, state, view, seat, hand, twin):
                wrong[k] |= 32


def may_be(unseen, holder, cards, twins):
    """Whether a holder may hold these cards."""
    return (cards & ~unseen.may[holder] == NO_CARDS and unseen.must[holder] & ~cards == NO_CARDS
            and unseen.must_twin[holder] & ~twins == NO_CARDS and count(cards) + count(twins) == unseen.holds[holder])


def is_whole(rules, state, view, seat, hand, twin):
    """Whether every holder has as many cards as it has in truth, and all cards together are the pack."""
    once, twice = view.seen | view.kitty, view.seen_twin | view.kitty_twin | (view.seen & view.kitty)
    twice |= view.twin | (once & view.hand)
    once |= view.hand
    for holder in range(rules.players + 1):
        if holder != seat:
            truth = count(state.kitty) + count(state.kitty_twin) if holder == rules.players else (
                count(state.hand[holder]) + count(state.twin[holder]))
            if holder == rules.players and view.kitty != NO_CARDS:
                truth = 0
            if count(hand[holder]) + count(twin[holder]) != truth or twice & hand[holder] != NO_CARDS:
                return False
            twice |= twin[holder] | (once & hand[holder])
            once |= hand[holder]
    return once == rules.pack and twice == rules.pack_twin


@pytest.mark.parametrize("packs", [1, 2])
def test_a_million_layouts_and_none_impossible(dice, packs):
    games = [hl.variant(*table) for table in TABLES if ("cancellation" in table[0]) == (packs == 2)]
    games += [house(dice, packs=packs)[0] for _ in range(60)]
    state, other, view, unseen, ways = record(play.STATE), record(play.STATE), record(VIEW), record(UNSEEN), np.zeros(ROOM)
    hand, twin, pile = np.zeros(HOLDERS, np.uint64), np.zeros(HOLDERS, np.uint64), np.zeros(52 * packs, np.int64)
    deals = 2 + 1_000 // len(games)
    number, drawn = 1 + 500_000 // (deals * len(games)), 0
    for rules in games:
        seed = dice.randrange(10**9)
        run = hl.simulate(rules, "random", deals=deals, seed=seed, progress=False)
        plays, passes, leaders = (log.astype(np.int64) for log in (run.plays, run.passes, run.leaders))
        cuts = np.array([dice.randrange(plays.shape[1]) for _ in range(deals)])
        wrong = np.zeros(deals, np.int64)
        entry(swept)(rules.record, np.uint64(seed), plays, passes, leaders, cuts, number, state, other, pile, view, unseen,
                     ways, hand, twin, wrong)
        bad = wrong.argmax()
        assert not wrong.any(), (int(wrong[bad]), run.deal(int(bad) + 1, int(cuts[bad])).text)
        drawn += deals * number
    assert drawn >= 500_000
