"""Given holdings: every deal meets the condition, each is as likely as the others, and the chance is counted exactly."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from setting import TABLES

import hearts_lab as hl
from hearts_lab import draws
from hearts_lab.cards import DECK

ONE_PACK = [(game, players) for game, players in TABLES if hl.variant(game, players=players).packs == 1]
LOW_SPADES = "2S 3S 4S 5S 6S 7S 8S 9S 10S JS".split()


def dealt(rules, number, row):
    """The deal that comes of handing out a pack, one card at a time from eldest hand; then come kitty and removed cards."""
    hands, seat, end = [[] for _ in range(rules.players)], (number - 1) % rules.players, len(rules.pack)
    for card in row[: rules.hand_size * rules.players]:
        hands[seat].append(int(card))
        seat = (seat + 1) % rules.players
    kitty = [int(card) for card in row[rules.hand_size * rules.players: end]]
    assert sorted(row[end:]) == sorted(rules.removed)
    return hl.Deal(rules, hands=hands, kitty=kitty, number=number)


def texts(cards):
    return {card.text for card in cards}


def far_off(found, expected):
    """How many standard deviations the chi-square of these counts lies above its mean."""
    chi = sum((found.get(cell, 0) - expected[cell]) ** 2 / expected[cell] for cell in expected)
    assert set(found) <= set(expected), set(found) - set(expected)
    return (chi - (len(expected) - 1)) / sqrt(2 * (len(expected) - 1))


# The exact chance.

@pytest.mark.parametrize(("condition", "chance"), [
    (dict(holds="QS"), Fraction(1, 4)),
    (dict(lacks="QS"), Fraction(3, 4)),
    (dict(seat=3, counts={"clubs": 0}), Fraction(comb(39, 13), comb(52, 13))),
    (dict(holds="AS", lacks="QS KS", counts={"low spades": 4}), Fraction(comb(10, 4) * comb(39, 8), comb(52, 13))),
    (dict(holds="AS", elsewhere={2: "QS"}), Fraction(13 * 13, 52 * 51)),
    (dict(elsewhere={1: "QS KS"}), Fraction(13 * 12, 52 * 51)),
    (dict(holds="clubs"), Fraction(1, comb(52, 13))),
    (dict(counts={"high hearts": (3, 4)}), Fraction(4 * comb(48, 10) + comb(48, 9), comb(52, 13))),
    (dict(counts={"spades": 5, "hearts": (0, 1)}),
     Fraction(comb(13, 5) * (comb(26, 8) + 13 * comb(26, 7)), comb(52, 13))),
    (dict(), 1),
])
def test_the_chance_of_a_holding_is_the_one_that_is_counted_by_hand(condition, chance):
    assert hl.Given(**condition).probability("standard") == chance


def test_a_void_in_clubs_comes_in_one_deal_of_78():
    assert round(100 * float(hl.Given(counts={"clubs": 0}).probability("standard")), 3) == 1.279


@pytest.mark.parametrize(("game", "players"), ONE_PACK)
def test_cards_out_of_play_and_the_kitty_count_in_the_chance(game, players):
    rules = hl.variant(game, players=players)
    assert hl.Given(seat=players - 1, holds="QS").probability(rules) == Fraction(rules.hand_size, len(rules.pack))
    clubs = sum(card.suit == 0 for card in rules.pack)
    chance = Fraction(comb(len(rules.pack) - clubs, rules.hand_size), comb(len(rules.pack), rules.hand_size))
    assert hl.Given(counts={"clubs": 0}).probability(rules) == chance


# Against every deal there is.

SMALL = {  # few cards in play: hands for three, and in the second game a kitty of one card
    "none": dict(removed=[card.text for card in DECK if card.text not in "2C 3C 4C QS KS AS 2H 3H JH".split()]),
    "last": dict(kitty="last", removed=[card.text for card in DECK if card.text not in "2C 3C 4C QS KS 2H JH".split()]),
}
CONDITIONS = [
    dict(),
    dict(holds="QS"),
    dict(seat=1, lacks="QS KS", elsewhere={2: "QS"}),
    dict(seat=2, counts={"low hearts": (0, 1), "high spades": 1}),
    dict(seat=1, holds="2H", lacks="4C", counts={"clubs": (0, 1), "hearts": (1, 2)}, elsewhere={0: "3C"}),
    dict(elsewhere={1: "2C", 2: "KS"}),
    dict(seat=2, holds="JH", counts={"JH QS 2C": (1, 2)}),
]
MEMBERS = {  # what the words mean, written out
    "clubs": "2C 3C 4C", "hearts": "2H 3H JH", "low hearts": "2H 3H", "high spades": "QS KS AS", "JH QS 2C": "JH QS 2C",
}


def every_deal(rules):
    """All deals: the hands of the three seats; what is left is the kitty."""
    pack, size = texts(rules.pack), rules.hand_size
    for first in combinations(sorted(pack), size):
        for second in combinations(sorted(pack - set(first)), size):
            for third in combinations(sorted(pack - set(first) - set(second)), size):
                yield frozenset(first), frozenset(second), frozenset(third)


def meets(hands, seat=0, holds="", lacks="", counts=None, elsewhere=None):
    """Whether these hands, as texts, satisfy a condition: said again, without the code that is tested."""
    for what, number in (counts or {}).items():
        least, most = number if isinstance(number, tuple) else (number, number)
        if not least <= sum(card in MEMBERS[what].split() for card in hands[seat]) <= most:
            return False
    return (set(holds.split()) <= hands[seat] and not set(lacks.split()) & hands[seat]
            and all(set(what.split()) <= hands[other] for other, what in (elsewhere or {}).items()))


@pytest.mark.parametrize("kitty", SMALL)
@pytest.mark.parametrize("condition", CONDITIONS, ids=str)
def test_every_deal_that_satisfies_the_condition_is_equally_likely(kitty, condition):
    rules = hl.variant("standard", players=3, pass_count=0, **SMALL[kitty])
    deals = list(every_deal(rules))
    able = [hands for hands in deals if meets(hands, **condition)]
    wanted = hl.Given(**condition)
    assert wanted.probability(rules) == Fraction(len(able), len(deals))
    size, names = rules.hand_size, [card.text for card in DECK]
    packs = wanted.packs(rules, 5, range(1, 30_001))
    found = Counter()
    for number, row in enumerate(packs, 1):
        hands = [frozenset(names[card] for card in row[place: 3 * size: 3]) for place in range(3)]
        found[tuple(hands[(seat - number + 1) % 3] for seat in range(3))] += 1
    assert far_off(found, dict.fromkeys(able, len(packs) / len(able))) < 4


def test_a_heavily_constrained_hand_is_uniform_among_all_such_hands():
    """A♠ and three of the low spades, six named clubs, two diamonds of four, one high heart; nothing else is free."""
    condition = hl.Given(seat=2, holds="AS 2C 3C 4C 5C 6C 7C", lacks="low hearts high clubs",
                         counts={"low spades": 3, "high spades": 1, "low diamonds": 0, "high diamonds": 2, "8C 9C 10C": 0,
                                 "high hearts": 1})
    able = {frozenset([*"AS 2C 3C 4C 5C 6C 7C".split(), *spades, *diamonds, heart])
            for spades in combinations(LOW_SPADES, 3) for diamonds in combinations("JD QD KD AD".split(), 2)
            for heart in "JH QH KH AH".split()}
    rules, found = hl.variant("standard"), Counter()
    for number, row in enumerate(condition.packs(rules, 9, range(1, 30_001)), 1):
        found[frozenset(DECK[card].text for card in row[(2 - number + 1) % 4:: 4])] += 1
    assert condition.probability(rules) == Fraction(len(able), comb(52, 13))
    assert far_off(found, dict.fromkeys(able, 30_000 / len(able))) < 4


@pytest.mark.parametrize("counts", [{}, {"hearts": (0, 13)}, {"high hearts": (0, 4), "low hearts": (0, 9), "clubs": (0, 13)}],
                         ids=str)
def test_without_a_condition_the_suits_fall_as_in_any_deal(counts):
    """635 billion hands: more than one 32-bit draw can tell apart."""
    packs = hl.Given(counts=counts).packs("standard", 4, range(1, 40_001, 4))  # seat 0 is eldest in all of these
    for cards in (DECK[39:], DECK[26:39], DECK[0:4]):
        held = np.isin(packs[:, ::4], cards).sum(1)
        chances = {k: comb(len(cards), k) * comb(52 - len(cards), 13 - k) / comb(52, 13) for k in range(len(cards) + 1)}
        usual = {k: len(packs) * chance for k, chance in chances.items() if len(packs) * chance > 5}
        assert far_off({k: n for k, n in Counter(held.tolist()).items() if k in usual}, usual) < 4


# Against the ordinary shuffle, taking what satisfies the condition.

@pytest.mark.parametrize(("condition", "kept"), [
    (dict(holds="AS", lacks="QS"), lambda held: held[:, 0, 38] & ~held[:, 0, 36]),
    (dict(seat=1, counts={"spades": (4, 6)}, elsewhere={3: "QS"}),
     lambda held: (held[:, 1, 26:39].sum(1) >= 4) & (held[:, 1, 26:39].sum(1) <= 6) & held[:, 3, 36]),
    (dict(counts={"high hearts": 1, "low clubs": (0, 2)}),
     lambda held: (held[:, 0, 48:52].sum(1) == 1) & (held[:, 0, 0:9].sum(1) <= 2)),
], ids=str)
def test_it_agrees_with_the_ordinary_shuffle(condition, kept):
    """Five unrelated quantities have the same means as in those ordinary deals that happen to satisfy the condition."""
    rules = hl.variant("standard", pass_count=0)
    cards = hl.simulate(rules, "random", deals=20_000, seed=3, progress=False).cards
    held = np.zeros((20_000, 4, 52), bool)
    names = {str(card): int(card) for card in DECK} | {card.text: int(card) for card in DECK}
    held[cards.deal.to_numpy() - 1, cards.seat.to_numpy(), [names[str(card)] for card in cards.card]] = True
    assert (held.sum(1) == 1).all()
    usual = held[kept(held)]
    share, chance = len(usual) / 20_000, float(hl.Given(**condition).probability(rules))
    assert abs(share - chance) < 3.5 * sqrt(chance * (1 - chance) / 20_000)
    packs = hl.Given(**condition).packs(rules, 3, range(1, 20_001))
    mine = np.zeros_like(held)
    for place in range(52):
        mine[np.arange(20_000), (np.arange(20_000) + place) % 4, packs[:, place]] = True
    assert kept(mine).all()
    for quantity in (lambda h: h[:, 2, 39:52].sum(1), lambda h: h[:, 3, 26:39].sum(1), lambda h: h[:, 0, 13:26].sum(1),
                     lambda h: h[:, 1, 37], lambda h: (h[:, 2, 0:13].sum(1) == 0)):
        one, other = quantity(usual).astype(float), quantity(mine).astype(float)
        error = sqrt(one.var() / len(one) + other.var() / len(other))
        assert abs(one.mean() - other.mean()) < 3.5 * error


# Any condition, any game.

@st.composite
def conditions(draw):
    """A game, a deal number, and a condition that some deal satisfies, as it was read off one."""
    game, players = draw(st.sampled_from(ONE_PACK))
    rules = hl.variant(game, players=players)
    dice = random.Random(draw(st.integers(0, 2**32)))
    deal = hl.Deal(rules, seed=dice.randrange(2**32))
    seat = draw(st.integers(0, players - 1))
    mine, pack = list(deal.dealt(seat)), list(rules.pack)
    theirs = [card for card in pack if card not in mine]
    dice.shuffle(pack)
    counts, left = [], pack
    for many in draw(st.lists(st.integers(1, 12), max_size=5)):
        some, left = left[:many], left[many:]
        held = sum(card in mine for card in some)
        counts += [(some, draw(st.integers(0, held)), held + draw(st.integers(0, 3)))] if some else []
    elsewhere = {other: dice.sample(deal.dealt(other), draw(st.integers(1, rules.hand_size)))
                 for other in draw(st.sets(st.integers(0, players - 1), max_size=2)) if other != seat}
    return rules, draw(st.integers(1, 2**31)), dict(
        seat=seat, holds=dice.sample(mine, draw(st.integers(0, len(mine)))),
        lacks=dice.sample(theirs, draw(st.integers(0, len(theirs)))), counts=counts, elsewhere=elsewhere)


def spelled(condition):
    """The condition as a reader would write it."""
    def text(cards):
        return " ".join(card.text for card in cards)

    return hl.Given(seat=condition["seat"], holds=text(condition["holds"]), lacks=text(condition["lacks"]),
                    counts={text(some): (least, most) for some, least, most in condition["counts"]},
                    elsewhere={seat: text(cards) for seat, cards in condition["elsewhere"].items()})


@settings(max_examples=120, derandomize=True, deadline=None, database=None, print_blob=True,
          suppress_health_check=[HealthCheck.too_slow])
@given(conditions(), st.integers(0, 2**63 - 1))
def test_every_deal_is_legal_and_satisfies_the_condition(drawn, seed):
    rules, number, condition = drawn
    wanted = spelled(condition)
    assert 0 < wanted.probability(rules) <= 1
    (row,) = wanted.packs(rules, seed, [number])
    deal = dealt(rules, number, row)  # refuses what is not the pack
    hand = deal.dealt(condition["seat"])
    assert set(condition["holds"]) <= set(hand) and not set(condition["lacks"]) & set(hand)
    for some, least, most in condition["counts"]:
        assert least <= sum(card in hand for card in some) <= most
    for seat, cards in condition["elsewhere"].items():
        assert set(cards) <= set(deal.dealt(seat))


@settings(max_examples=40, derandomize=True, deadline=None, database=None, print_blob=True,
          suppress_health_check=[HealthCheck.too_slow])
@given(conditions(), st.integers(0, 2**63 - 1))
def test_plain_and_compiled_deal_the_same(drawn, seed):
    rules, number, condition = drawn
    numbers, wanted = [number, 1, 2, 3], spelled(condition)
    assert (wanted.packs(rules, seed, numbers) == wanted.packs(rules, seed, numbers, compiled=False)).all()


WIDE = hl.Given(seat=1, holds="AS", lacks="QS KS", counts={"low spades": (2, 5), "hearts": (0, 4)}, elsewhere={2: "QS"})


@pytest.mark.parametrize("chunks", [1, 2, 7])
def test_a_deal_depends_on_its_seed_and_number_alone(chunks):
    numbers = np.arange(1, 501)
    whole = WIDE.packs("black_maria", 11, numbers)
    parts = [WIDE.packs("black_maria", 11, part) for part in np.array_split(numbers, chunks)]
    assert (np.concatenate(parts) == whole).all()
    assert (WIDE.packs("black_maria", 11, numbers[::-1])[::-1] == whole).all()
    other_seed = WIDE.packs("black_maria", 12, numbers)
    assert (other_seed != whole).any(1).all() and len(np.unique(whole, axis=0)) == 500


@pytest.mark.parametrize(("game", "players"), [("standard", 4), ("standard", 3), ("black_maria", 5), ("omnibus", 3)])
def test_a_run_deals_the_packs(game, players):
    rules = hl.variant(game, players=players)
    packs = WIDE.packs(rules, 6, range(3, 43))
    run = hl.simulate(rules, "cautious", 40, 6, start=3, packs=packs, progress=False)
    for number in range(3, 43):
        deal, expected = run.deal(number), dealt(rules, number, packs[number - 3])
        assert [deal.dealt(seat) for seat in range(players)] == [expected.dealt(seat) for seat in range(players)]
        assert deal.kitty == expected.kitty and "QS" in deal.dealt(2) and deal.phase == "over"


def test_no_deals_asked_for_are_no_packs():
    assert WIDE.packs("standard", 1, []).shape == (0, 52)


@pytest.mark.parametrize("n", [1, 6, 2**31, 2**31 + 1, 3 * 2**31, 5 * 2**40 + 17])
def test_a_wide_draw_is_uniform(n):
    """In sixths of the range, for ranges that are and are not wider than one draw."""
    found, key, drawn = Counter(), np.uint64(n % 1_000_003), 0
    with draws.wrapping():
        for _ in range(6_000):
            number, drawn = draws.draw_wide(key, drawn, n)
            assert 0 <= number < n
            found[int(number) * 6 // n] += 1
    if n > 1:
        assert far_off(found, dict.fromkeys(range(6), 1000)) < 4
    else:
        assert found == {0: 6_000}


# The words.

@pytest.mark.parametrize(("words", "cards"), [
    ("low spades", LOW_SPADES), ("high spades", "QS KS AS".split()), ("low hearts", "2H 3H 4H 5H 6H 7H 8H 9H 10H".split()),
    ("high hearts", "JH QH KH AH".split()), ("High Clubs", "JC QC KC AC".split()), ("diamonds", [f"{r}D" for r in
     "2 3 4 5 6 7 8 9 10 J Q K A".split()]), ("high  spades, 2C", "2C QS KS AS".split()),
])
def test_words_stand_for_sets_of_cards(words, cards):
    (row,) = hl.Given(holds=words).packs("standard", 1, [1])
    assert set(cards) <= {DECK[card].text for card in row[::4]}
    least_likely = hl.Given(counts={words: 0}).probability("standard")
    assert least_likely == Fraction(comb(52 - len(cards), 13), comb(52, 13))


def test_a_word_means_the_cards_in_play():
    rules = hl.variant("standard", players=3)  # without 2♦ in the pack
    out = next(card for card in DECK if card not in rules.pack)
    suit = ("clubs", "diamonds", "spades", "hearts")[out.suit]
    (row,) = hl.Given(holds=suit).packs(rules, 1, [1])
    assert {card for card in rules.pack if card.suit == out.suit} <= set(row[:51:3].tolist())
    with pytest.raises(hl.DealError, match=f"{out} is not in play in Standard Hearts for 3"):
        hl.Given(lacks=out.text).packs(rules, 1, [1])


def test_a_condition_is_a_value():
    one = hl.Given(holds="as", lacks=("QS", "K♠"), counts={"low  spades": 4}, elsewhere={2: "QS"})
    same = hl.Given(0, "AS", "QS KS", (("low spades", (4, 4)),), ((2, "QS"),))
    assert one == same and hash(one) == hash(same) and eval(repr(one), {"Given": hl.Given}) == one
    assert str(one) == "seat 0 holds A♠, lacks Q♠ and K♠ and has 4 low spades, seat 2 holds Q♠"
    assert str(hl.Given(counts={"hearts": 0, "2C 3C": (1, 2)})) == "seat 0 has no hearts and 1 to 2 of 2♣ and 3♣"
    assert str(hl.Given()) == "any deal"


# What is refused.

@pytest.mark.parametrize(("condition", "sentence"), [
    (dict(holds="QS 11S"), "holds: '11S' is not a card"),
    (dict(holds="AS QS AS"), "holds: A♠ is named twice"),
    (dict(lacks="spades QS"), "lacks: Q♠ is named twice"),
    (dict(holds="AS", lacks="KS AS"), "Seat 0 cannot both hold and lack A♠"),
    (dict(seat=-1), "The seat must lie between 0 and"),
    (dict(seat="0"), "The seat must be a whole number"),
    (dict(counts={"spades": 4, "low spades": 2}), "in one set only, but 2♠ is in 'spades' and in 'low spades'"),
    (dict(counts={"2S 2S": 1}), "counts: 2♠ is named twice"),
    (dict(counts={"": 1}), "say which cards are counted"),
    (dict(counts={"spades": "4"}), "The count of 'spades' must be a whole number"),
    (dict(counts={"spades": True}), "The count of 'spades' must be a whole number"),
    (dict(counts={"spades": -1}), "The count of 'spades' must lie between 0 and 52"),
    (dict(counts={"spades": (1, 2, 3)}), r"must be a number or a pair \(least, most\)"),
    (dict(counts={"spades": (4, 2)}), "cannot be at least 4 and at most 2"),
    (dict(counts="low spades"), "counts must be a table such as"),
    (dict(holds="KS AS", counts={"high spades": 1}), "The count of 'high spades' is at most 1, but seat 0 holds K♠ and A♠"),
    (dict(elsewhere="QS"), "elsewhere must be a table such as"),
    (dict(elsewhere={0: "QS"}), "elsewhere is for the other seats; write the cards of seat 0 in holds"),
    (dict(holds="QS", elsewhere={1: "QS"}), "Seat 0 and seat 1 cannot both hold Q♠"),
    (dict(elsewhere={2: "QS", 1: "KS QS"}), "Seat 2 and seat 1 cannot both hold Q♠"),
])
def test_nonsense_is_refused_in_a_sentence(condition, sentence):
    with pytest.raises(hl.DealError, match=sentence):
        hl.Given(**condition)


@pytest.mark.parametrize(("game", "condition", "sentence"), [
    ("standard", dict(seat=4), "The seats are 0 to 3; 4 is none"),
    ("standard", dict(elsewhere={7: "QS"}), "The seats are 0 to 3; 7 is none"),
    ("standard", dict(holds="spades QH"), "Seat 0 cannot hold 14 cards; each hand has 13"),
    ("standard", dict(elsewhere={2: "spades QH"}), "Seat 2 cannot hold 14 cards; each hand has 13"),
    ("standard", dict(lacks="QS", counts={"high spades": 3}), "Seat 0 cannot have 3 high spades: at most 2 can come to it"),
    ("standard", dict(elsewhere={1: "KS QS"}, counts={"high spades": (2, 3)}), "at most 1 can come to it"),
    ("standard", dict(counts={"low spades": 8, "low hearts": 6}), "Seat 0 would hold at least 14 cards; each hand has 13"),
    ("standard", dict(holds="AC", counts={"hearts": 13}), "Seat 0 would hold at least 14 cards; each hand has 13"),
    ("standard", dict(lacks="clubs diamonds spades", counts={"hearts": (0, 5)}), "would hold at most 5 cards"),
    ("cancellation", dict(holds="QS"), "where one pack is dealt; Cancellation Hearts .* is played with 2"),
])
def test_what_these_rules_cannot_deal_is_refused_in_a_sentence(game, condition, sentence):
    wanted = hl.Given(**condition)
    for question in (lambda: wanted.packs(game, 1, [1]), lambda: wanted.probability(game)):
        with pytest.raises(hl.DealError, match=sentence):
            question()


@pytest.mark.parametrize(("seed", "numbers", "sentence"), [
    (-1, [1], "The seed must lie between"), (1.5, [1], "The seed must be a whole number"),
    (1, [0], "The number of a deal must lie between 1 and"), (1, [2**31 + 1], "The number of a deal must lie between 1 and"),
    (1, [1.0], "whole numbers from 1"), (1, 3, "Give the numbers of the deals in a row"),
])
def test_seeds_and_numbers_are_checked(seed, numbers, sentence):
    with pytest.raises(hl.DealError, match=sentence):
        hl.Given(holds="QS").packs("standard", seed, numbers)


def test_a_hand_may_be_given_whole():
    hand = "AS 2S 3S 4S 5S QH KH AH 2C 3C 4D 9D AD".split()
    wanted = hl.Given(seat=3, holds=hand, elsewhere={1: "QS"})
    assert wanted.probability("standard") == Fraction(1, comb(52, 13)) * Fraction(1, 3)
    for number, row in enumerate(wanted.packs("standard", 2, range(1, 6)), 1):
        assert texts(dealt(hl.variant("standard"), number, row).dealt(3)) == set(hand)
        assert sorted(row) == list(range(52))
