"""The words of a reader's strategy: what each says of a view, against what the deal itself shows; readers' errors."""

# ruff: noqa: F403, F405, SIM115 -- the words are imported as a reader imports them

import inspect
from functools import cache

import numba
import numpy as np
import pytest
from setting import begun

import hearts_lab as hl
from hearts_lab import players, sense
from hearts_lab.cards import DECK, as_bits
from hearts_lab.compiled import _clones
from hearts_lab.draws import wrapping
from hearts_lab.players import StrategyError
from hearts_lab.sense import *

TABLES = {
    "standard": hl.variant("standard"), "maria": hl.variant("black_maria_omnibus", players=5),
    "two packs": hl.variant("standard", players=8, packs=2), "cancellation": hl.variant("cancellation"),
    "scatter": hl.variant("standard", players=4, pass_cycle=("scatter",)),
}


def set_of(cards):
    return as_bits(cards)[0]


@cache
def from_python(plain):
    """The compiled clone of a function, which only compiled code calls, with a way in from here."""
    return numba.njit(error_model="numpy")(_clones()[plain].py_func)


def both(word, *given):
    """What a word of `sense` says, plain and compiled; they must agree."""
    plain = getattr(sense, word)
    with wrapping():
        said = plain(*given), from_python(plain)(*given)
    assert said[0] == said[1], word
    return said[0]


def by_rank(cards):
    """Low to high; of one rank in the order of the suits."""
    return sorted(cards, key=lambda card: (card.rank, card.suit))


def test_lowest_and_highest_of_any_cards(dice):
    for _ in range(200):
        cards = dice.sample(DECK, dice.randrange(0, 14))
        bits, card = set_of(cards), dice.choice(DECK)
        alike = [other for other in cards if other.suit == card.suit]
        under, over = ([other for other in alike if other < card], [other for other in alike if other > card])
        assert both("lowest", bits) == (by_rank(cards)[0] if cards else -1)
        assert both("highest", bits) == (by_rank(cards)[-1] if cards else -1)
        assert both("highest_below", bits, int(card)) == max(under, default=-1)
        assert both("lowest_above", bits, int(card)) == min(over, default=-1)


@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
def test_every_word_says_what_the_deal_shows(rules, dice):
    for _ in range(3):
        deal = begun(hl.Deal(rules, seed=dice.randrange(10**6), number=1), dice)
        while deal.phase == "play":
            check_own_hand(deal)
            check_others(deal)
            check_trick(deal)
            deal = deal.play(dice.choice(deal.legal_cards()))


def check_own_hand(deal):
    view, hand = deal.view(deal.to_play).record, deal.hand(deal.to_play)
    suits = {suit: [card for card in hand if card.suit == suit] for suit in range(4)}
    lengths = {suit: len(cards) for suit, cards in suits.items() if cards}
    assert both("longest_suit", view) == max(lengths, key=lambda suit: (lengths[suit], -suit))
    assert both("shortest_suit", view) == min(lengths, key=lambda suit: (lengths[suit], suit))
    for suit, cards in suits.items():
        assert both("holding", view, suit) == set_of(cards)
    for card in hand:
        assert both("guards", view, int(card)) == sum(other.suit == card.suit and other < card for other in hand)


def check_others(deal):
    seat, rules = deal.to_play, deal.rules
    view = deal.view(seat).record
    played = [card for _, card in deal.plays]
    left = list(rules.pack)
    for card in [*deal.hand(seat), *played]:
        left.remove(card)
    others = [other for other in range(rules.players) if other != seat]
    for suit in range(4):
        assert both("cards_left", view, suit) == sum(card.suit == suit for card in left)
        assert both("voids", view, suit) == sum("CDSH"[suit] in deal.voids(other) for other in others)
        for other in others:
            assert both("is_void", view, other, suit) == ("CDSH"[suit] in deal.voids(other))
    target = deal.pass_target(seat)
    for card in dict.fromkeys(rules.pack):
        assert both("is_out", view, int(card)) == (card in left)
        assert both("nothing_above", view, int(card)) == (not any(c.suit == card.suit and c > card for c in left))
        assert both("has_passed", view, int(card)) == (card in deal.passed(seat))
        known = card in deal.passed(seat) and card not in played and target is not None
        assert both("knows_holder", view, int(card)) == (target if known else -1)
        if known:
            assert card in deal.hand(target)


def check_trick(deal):
    view, trick, legal = deal.view(deal.to_play).record, [card for _, card in deal.trick], list(deal.legal_cards())
    assert both("leads", view) == (not trick) and both("is_last", view) == (len(trick) == deal.rules.players - 1)
    assert both("suit_led", view) == (trick[0].suit if trick else -1)
    assert both("can_follow", view) == bool(trick and any(card.suit == trick[0].suit for card in deal.hand(deal.to_play)))
    assert both("trick_worth", view) == sum(deal.rules.points[card] for card in trick)
    live = [card for card in trick if card.suit == trick[0].suit and (deal.rules.cancel == "none" or trick.count(card) == 1)]
    if trick and deal.rules.cancel == "none":
        assert both("winning_card", view) == max(live)
        assert both("winning_seat", view) == next(seat for seat, card in deal.trick if card == max(live))
        assert both("winning", view) == set_of(card for card in legal if card.suit == trick[0].suit and card > max(live))
        assert both("losing", view) == set_of(legal) & ~both("winning", view)
    if not trick:
        assert both("winning", view) == set_of(legal) and both("losing", view) == 0


def test_the_front_door_has_every_word_with_a_sentence():
    for word in sense.__all__:
        found = getattr(sense, word)
        if inspect.isfunction(found):
            assert found.__doc__.splitlines()[0].endswith((".", ":")) or found.__doc__.strip().endswith("."), word
    assert DECK[QUEEN_OF_SPADES].text == "QS" and DECK[KING_OF_SPADES].text == "KS"
    assert DECK[ACE_OF_SPADES].text == "AS"


# A reader's own strategy, as in a cell.

@hl.strategy(rest="cautious")
def mine(view):
    """Leads low from its longest suit, ducks as high as it can, throws the queen when it may."""
    if leads(view):
        return lowest(view.legal)
    if can_follow(view) and losing(view) != NO_CARDS:
        return highest(losing(view))
    if has(view.legal, QUEEN_OF_SPADES) and not can_follow(view):
        return QUEEN_OF_SPADES
    return highest(view.legal)


@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
def test_a_strategy_in_these_words_plays_every_game_plain_and_compiled(rules):
    line = [mine, *["cautious"] * (rules.players - 1)]
    plain, quick = (hl.simulate(rules, line, deals=4, seed=5, progress=False, compiled=way) for way in (False, True))
    assert np.array_equal(plain.plays, quick.plays) and np.array_equal(plain.passes, quick.passes)


def test_the_rest_may_have_habits():
    """The named strategy that passes brings its own habits to the pass."""
    voider = hl.strategy(rest="voider")(mine.function)
    runs = [hl.simulate("standard", [one, *["cautious"] * 3], deals=30, seed=5, progress=False, compiled=way).passes[:, 0]
            for one in ("voider", voider) for way in (True, False)]
    assert all(np.array_equal(runs[0], run) for run in runs)
    assert not np.array_equal(runs[0], hl.simulate("standard", mine, deals=30, seed=5, progress=False).passes[:, 0])


# What goes wrong in it is told in the reader's words.

@hl.strategy
def plays_any(view):
    return first(view.hand)


@hl.strategy(rest="cautious")
def beyond(view):
    card = first(view.legal)
    return card + view.points[view.trick + 20]


@hl.strategy(rest="cautious")
def forgets(view):
    if leads(view):
        return lowest(view.legal)


@hl.strategy
def passes_twice(view):
    return first(view.passed) if view.passed != NO_CARDS else first(view.legal)


@hl.strategy
def passes_the_ace(view):
    return ACE_OF_SPADES if view.decision == PASS else first(view.legal)


@hl.strategy
def chooses_no_moon(view):
    return 7 if view.decision == MOON else highest(view.legal)


def told(player, deals=60, rules="standard", compiled=True):
    """The sentence with which a run ends when this player sits in seat 2."""
    line = ["cautious", "cautious", player, "cautious"]
    with pytest.raises(StrategyError) as error:
        hl.simulate(rules, line, deals=deals, seed=4, progress=False, compiled=compiled)
    return str(error.value)


def opened(sentence):
    """The deal that the sentence says how to open."""
    code = sentence.split("To open the deal at that moment: ")[1].removesuffix(".")
    return eval(code, {"hl": hl})


@pytest.mark.parametrize("compiled", [True, False])
def test_an_illegal_card_is_told_with_the_rule_and_its_deal_opens_at_that_moment(compiled):
    said = told(hl.strategy(rest="cautious")(plays_any.function), compiled=compiled)
    deal = opened(said)
    assert deal.phase == "play" and deal.to_play == 2 and f"deal {deal.number} of seed 4" in said
    card = deal.hand(2)[0]
    assert f"plays {card} in trick {len(deal.tricks) + 1}. {deal.why_illegal(card)}" in said


@pytest.mark.parametrize("compiled", [True, False])
def test_an_error_is_told_with_the_line_in_which_it_happened(compiled):
    said = told(beyond, compiled=compiled)
    assert "failed in line" in said and "(`return card + view.points[view.trick + 20]`): IndexError" in said
    assert opened(said).to_play == 2


def test_a_strategy_that_returns_nothing_is_told_so():
    assert "forgets returns nothing on some way through it" in told(forgets)
    said = told(forgets, compiled=False)
    assert "returned nothing on this way through it; a strategy returns a card" in said and "in seat 2" in said


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("player, sentence", [
    (passes_twice, "twice: it has laid it aside already"), (passes_the_ace, "passes A♠, which it does not hold"),
    (passes_the_ace.passing("2C"), "passes A♠, which it does not hold|other cards are settled")])
def test_a_wrong_pass_is_told_and_its_deal_opens_before_the_pass(player, sentence, compiled):
    said = told(player, compiled=compiled)
    assert any(words in said for words in sentence.split("|")) and opened(said).phase == "pass"


def test_a_spade_that_must_be_kept_is_told():
    said = told(passes_the_ace, rules=hl.variant("standard", forbidden_pass="AS QS"), deals=200)
    assert "does not hold" in said or "may not be passed under these rules" in said


@pytest.mark.parametrize("compiled", [True, False])
def test_a_wrong_moon_is_told(compiled):
    only = dict.fromkeys((card.text for card in DECK if card.suit == 3 or card == QUEEN_OF_SPADES), 0) | {"2H": 1}
    rules = hl.variant("standard", moon="choice", pass_count=0, points=only)
    said = told(chooses_no_moon, rules=rules, compiled=compiled)
    assert "chooses a moon by 1 (old) or 2 (new), not 7." in said and opened(said).phase == "moon"


def misspells(view):
    return first(view.leagl)


def unknown_word(view):
    return frist(view.legal)


def opens_a_file(view):
    open("somewhere")
    return first(view.legal)


def goes_through_a_set(view):
    for card in view.legal:
        return card
    return -1


def looks_into_a_set(view):
    return QUEEN_OF_SPADES if "QS" in view.legal else first(view.legal)


def mixes(view):
    return first(view.legal & 0.5)


def forgets_the_suit(view):
    return first(holding(view))


def asks_a_card(view):
    return first(view.legal).suit


def uses_more_than_there_is(view):
    with open("somewhere") as file:
        return file


@pytest.mark.parametrize("function, line, why", [
    (misspells, "return first(view.leagl)", "a view has no `leagl`"),
    (unknown_word, "return frist(view.legal)", "there is no `frist`"),
    (opens_a_file, 'open("somewhere")', "`open` cannot be used in a strategy"),
    (goes_through_a_set, "for card in view.legal:", "`first`, `last` and `nth` give the cards"),
    (looks_into_a_set, 'return QUEEN_OF_SPADES if "QS" in view.legal else first(view.legal)', "`has(cards, card)` says"),
    (mixes, "return first(view.legal & 0.5)", "`bit(card)` the set of that card"),
    (forgets_the_suit, "return first(holding(view))", "the argument `suit` is missing"),
    (asks_a_card, "return first(view.legal).suit", "there is no `suit` here"),
    (uses_more_than_there_is, "", "beyond what compiled strategies can do"),
])
def test_what_cannot_be_compiled_is_told_with_its_line(function, line, why):
    """Whatever it is, the compiler's own words stay out of it."""
    said = told(hl.strategy(function))
    assert said.startswith(f"{function.__name__} cannot be compiled{' in line' if line else ''}"), said
    assert line in said and why in said, said
    assert not {"Numba", "numba", "njit", "nopython", "uint64", "typing"} & set(said.split()), said


@hl.strategy
def returns_a_fraction(view):
    return count(view.legal) / 2


def test_what_is_no_number_is_told():
    assert "returns_a_fraction returns something that is no whole number" in told(returns_a_fraction)


veteran = players.named("veteran")


@hl.strategy
def asks_a_veteran(view):
    return veteran(view) if view.decision == PASS else sense.lowest(view.legal)


def test_a_strategy_may_ask_another_with_its_habits_and_use_a_module():
    runs = [hl.simulate("standard", [asks_a_veteran, *["cautious"] * 3], deals=20, seed=5, progress=False, compiled=way)
            for way in (True, False)]
    assert np.array_equal(runs[0].plays, runs[1].plays) and np.array_equal(runs[0].passes, runs[1].passes)
    line = ["veteran", *["cautious"] * 3]
    assert np.array_equal(runs[0].passes[:, 0], hl.simulate("standard", line, deals=20, seed=5, progress=False).passes[:, 0])
