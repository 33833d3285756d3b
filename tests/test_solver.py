"""The solver of endings against a naive search over `Deal` values, and endings whose answer a player sees."""

import pickle
import random
from itertools import product

import pytest
from setting import COUNTS, TABLES, play_randomly, played, small, two_packs

import hearts_lab as hl
from hearts_lab.solver import TIES


def naive(deal, root, ties="first"):
    """The scores if everyone plays his best, by trying every card of every seat, with nothing left out or remembered."""
    if deal.phase == "over":
        return deal.scores
    if deal.phase == "moon":
        ahead = [naive(deal.choose_moon(kind), root, ties) for kind in ("old", "new")]
    else:
        ahead = [naive(deal.play(card), root, ties) for card in deal.legal_cards()]
    sign = 1 if deal.rules.low_wins else -1
    roots = {"first": 0, "kind": 1, "cruel": -1}[ties]
    return min(ahead, key=lambda scores: (sign * scores[deal.to_play], roots * sign * scores[root]))  # the first of equals


def shown(deal):
    """What to print when a test fails."""
    print(deal.text)
    return deal


def same_as_naive(deal, ties="first", compiled=True):
    """The solved ending, after its values, its cards, its best cards and its line were compared with the naive search."""
    seat, ending = deal.to_play, hl.solve(shown(deal), ties, compiled=compiled)
    sign = 1 if deal.rules.low_wins else -1
    by_card = {card: naive(deal.play(card), seat, ties) for card in deal.legal_cards()}
    least = min(sign * scores[seat] for scores in by_card.values())
    best = [card for card, scores in by_card.items() if sign * scores[seat] == least]
    assert (ending.cards, list(ending.best), ending.values) == (by_card, best, by_card[best[0]])
    return with_its_line(ending)


def with_its_line(ending):
    """The same ending, after its line of play was played at the table and brought its values."""
    deal = ending.deal
    assert ending.line[0] == (deal.to_play, ending.best[0])
    for player, card in ending.line:
        assert deal.to_play == player
        deal = deal.play(card)
    assert (deal.phase == "moon") == (ending.moon is not None)
    assert (deal.choose_moon(ending.moon) if ending.moon else deal).scores == ending.values
    return ending


def ending_of(rules, cards, dice, **start):
    """A deal played at random until each seat has so many cards, and perhaps a few cards further."""
    deal = hl.Deal(rules, seed=dice.randrange(10**6), number=dice.randrange(1, 9), **start)
    return play_randomly(deal, dice, rules.players * (rules.hand_size - cards) + dice.randrange(rules.players))


def cards_each(players):
    """So many that the naive search takes a second at most."""
    return 3 if players == 3 else 2 if players <= 6 else 1


@pytest.mark.parametrize("game, players", TABLES)
def test_an_ending_of_every_game_has_the_values_of_a_naive_search(game, players, dice):
    same_as_naive(ending_of(hl.variant(game, players=players), cards_each(players), dice))


@pytest.mark.parametrize("game", ["standard", "black_maria", "omnibus"])
def test_three_cards_each_for_four_have_the_values_of_a_naive_search(game, dice):
    same_as_naive(ending_of(hl.variant(game), 3, dice))


@pytest.mark.parametrize("game", COUNTS)
def test_plain_and_compiled_agree(game, dice):
    rules = hl.variant(game, players=COUNTS[game][0])
    deal = shown(ending_of(rules, 3, dice))
    plain, fast = (hl.solve(deal, ties, compiled=compiled) for ties in ("cruel",) for compiled in (False, True))
    assert plain == fast


DANGEROUS = [rank + suit for suit in "SHD" for rank in "10 J Q K A".split()]
SMALL = [f"{rank}{suit}" for rank in range(2, 10) for suit in "CDSH"]


def dangerous_hands(dice, players, cards):
    """Hands full of hearts and high cards, so that moons, Q♠, J♠ and the bonus J♦ are all at stake."""
    wanted, always = players * cards, ["QS", "JS", "JD"]
    chosen = [*always, *dice.sample([card for card in DANGEROUS if card not in always], wanted // 2)]
    chosen += dice.sample(SMALL, wanted - len(chosen))
    dice.shuffle(chosen)
    return [" ".join(chosen[seat::players]) for seat in range(players)]


HOUSE_RULES = [
    {"moon": "old"}, {"moon": "new"}, {"moon": "void"}, {"moon": "choice"},
    {"moon": "choice", "moon_fallback": True, "target": 10}, {"moon": "old", "no_trick_bonus": -5},
    {"points": {"JD": -10}, "moon": "new", "deals": 1},
    {"points": {"JD": -10}, "moon": "choice", "moon_needs_bonus": True, "deals": 1},
    {"forced_play": "queen"}, {"forced_play": "queen jack"}, {"lead_escape": "pass_left"}, {"lead_escape": "penalties"},
    {"waits": "hearts QS", "breakers": "hearts QS"}, {"points": {"KS": 10, "AS": 7}, "moon": "none"},
    {"first_trick": "free", "opening": "eldest", "moon": "choice"}, {"opening": "eldest_clean", "moon": "old"},
]


@pytest.mark.parametrize("fields", HOUSE_RULES, ids=str)
@pytest.mark.parametrize("ties", TIES)
def test_dangerous_hands_under_house_rules(fields, ties, dice):
    hands = dangerous_hands(dice, 3, 3)
    same_as_naive(small("standard", *hands, **{"opening": "eldest", **fields}), ties)


@pytest.mark.parametrize("settlement", ["sweepstake", "howell", "chips_1887"])
@pytest.mark.parametrize("standing", [False, True])
def test_counters_of_a_pool_are_won_and_more_is_better(settlement, standing, dice):
    rules = hl.variant("foster_sweep", players=3, settlement=settlement)
    rules = rules.change(jack="foster") if settlement == "sweepstake" else rules
    deal = ending_of(rules, 3, dice, pool=dice.randrange(50), standing=standing)
    ending = same_as_naive(deal)
    own = [scores[deal.to_play] for scores in ending.cards.values()]
    assert ending.values[deal.to_play] == max(own)


@pytest.mark.parametrize("kitty", ["first", "last", "first_penalty"])
@pytest.mark.parametrize("moon", ["old", "void"])
def test_a_kitty_counts_for_who_gets_it(kitty, moon, dice):
    rules = hl.variant("morehead", players=3, kitty=kitty, moon=moon)
    same_as_naive(ending_of(rules, 3, dice))


@pytest.mark.parametrize("cancel, last_void", [
    ("none", "nobody"), *product(["two_pairs", "no_live_card"], ["nobody", "leader", "previous_winner"])])
def test_void_tricks_carry_their_cards_to_the_next_taker(cancel, last_void, dice):
    kinds = dice.sample("QS KS AH KH QH 2H 9D 9C".split(), 5)
    cards = dice.sample(kinds * 2, 10)
    deal = two_packs(*[" ".join(cards[seat::5]) for seat in range(5)], cancel=cancel, last_void=last_void, opening="eldest")
    same_as_naive(deal)


@pytest.mark.parametrize("game, players", [("standard", 4), ("black_maria", 3), ("cancellation", 8)])
@pytest.mark.parametrize("ties", TIES)
def test_the_line_of_a_longer_ending_brings_its_values(game, players, ties, dice):
    ending = with_its_line(hl.solve(shown(ending_of(hl.variant(game, players=players), 5 if players < 8 else 3, dice)), ties))
    own = [scores[ending.deal.to_play] for scores in ending.cards.values()]
    assert ending.values[ending.deal.to_play] == min(own)


# Endings whose answer a player sees.

FREE = {"opening": "eldest", "first_trick": "free", "waits": "", "moon": "none"}


def solved(*hands, ties="first", **fields):
    """The solved deal of so few cards, in which anything may be led."""
    return hl.solve(small("standard", *hands, **{**FREE, **fields}), ties)


def by_text(ending):
    return {card.text: scores for card, scores in ending.cards.items()}


def test_the_queen_is_led_before_the_dry_king_can_be_thrown():
    ending = solved("QS 5C", "KS 4D", "2S 3C")
    assert by_text(ending) == {"5C": (13, 0, 0), "QS": (0, 13, 0)}
    assert ending.best.text == "QS" and ending.values == (0, 13, 0)


def test_the_last_heart_is_held_up_until_it_can_be_thrown():
    ending = solved("9H 2D", "5D 6C", "3C 7C")
    assert by_text(ending) == {"2D": (0, 1, 0), "9H": (1, 0, 0)}
    assert ending.line[2][1].text == "7C"  # seat 2 gets out of the way of 9♥


def test_a_forced_queen_falls_where_she_would_rather_wait():
    """Seat 1 keeps her for 3♠ and so stops the moon; where she must be thrown when void, A♣ and 3♠ shoot it."""
    hands, moon = ("AC 3S", "QS 5D", "2H 3H"), {"moon": "old", "moon_amount": 26}
    assert solved(*hands, **moon).values == (1, 14, 0)
    assert solved(*hands, forced_play="queen", **moon).values == (0, 26, 26)


def test_whoever_can_shoot_the_moon_does():
    moon = dict(moon="old", moon_amount=26)
    assert solved("AS AH", "QS 2H", "3C 4C", **moon).values == (0, 26, 26)
    assert solved("AS AH", "QS 2H", "3C 4C").values == (15, 0, 0)


def test_a_shooter_takes_the_moon_that_is_better_for_himself():
    ending = solved("AS AH", "QS 2H", "3C 4C", moon="choice", moon_amount=26)
    assert (ending.values, ending.moon) == ((-26, 0, 0), "new")


def test_identical_queens_cancel_and_are_led_last_where_nobody_gets_a_void_last_trick():
    fields = {"last_void": "nobody", "opening": "eldest", "first_trick": "free", "waits": "", "moon": "none"}
    ending = hl.solve(two_packs("QS 5C", "QS 4C", "2D 3D", **fields))
    assert by_text(ending) == {"5C": (0, 0, 0), "QS": (26, 0, 0)}


def test_ties_are_broken_for_or_against_the_seat_to_play():
    """Seat 2 gets rid of Q♠ in any case, on A♣ or on 2♥: whom she hits is all the same to it."""
    by_ties = {ties: solved("AC 2H", "KC 5H", "4D QS", ties=ties).values for ties in TIES}
    assert by_ties == {"first": (0, 15, 0), "kind": (0, 15, 0), "cruel": (13, 2, 0)}


# What is refused, and what an ending is.

def test_what_cannot_be_solved_is_refused_in_a_sentence():
    deal = hl.Deal("black_maria", seed=7)
    with pytest.raises(hl.DealError, match=r"^The cards are passed first; then the play begins\.$"):
        hl.solve(deal)
    over = play_randomly(deal, random.Random(1))
    with pytest.raises(hl.DealError, match=r"^The deal is over; no card is left to play\.$"):
        hl.solve(over)
    with pytest.raises(hl.DealError, match=r"^An ending of 13 cards each is too long to solve\. Play on to about five"):
        hl.solve(over.before_trick(1))
    with pytest.raises(hl.DealError, match=r"^This ending of 32 cards takes more than 1,000 positions\..* positions=\.$"):
        hl.solve(over.before_trick(6), positions=1000)
    with pytest.raises(hl.DealError, match=r"^ties must be first, kind or cruel, not 'fair'\.$"):
        hl.solve(over.before_trick(12), "fair")
    with pytest.raises(hl.DealError, match=r"^The number of positions must lie between 1 and"):
        hl.solve(over.before_trick(12), positions=0)
    with pytest.raises(hl.DealError, match=r"^The solver takes a deal, not 'QS'\.$"):
        hl.solve("QS")


def test_just_enough_positions_are_enough():
    deal = hl.teaching_deal("dry_king")
    ending = hl.solve(deal)
    assert with_its_line(hl.solve(deal, positions=ending.positions)) == ending
    with pytest.raises(hl.DealError, match="takes more than"):
        hl.solve(deal, positions=ending.positions - 1)


def test_a_shooter_who_still_has_to_choose_is_not_solved_but_asked():
    deal = played(small("standard", "AS AH", "QS 2H", "3C 4C", **{**FREE, "moon": "choice"}), "AS QS 3C AH 2H 4C")
    with pytest.raises(hl.DealError, match="seat 0 has shot the moon and chooses what it is worth"):
        hl.solve(deal)


def test_an_ending_reads_well_and_travels():
    ending = solved("QS 5C", "KS 4D", "2S 3C")
    assert repr(ending) == ("<Ending of Standard Hearts: seat 0 should play Q♠; scores (0, 13, 0) after "
                            "Q♠ K♠ 2♠ | 4♦ 3♣ 5♣>")
    assert pickle.loads(pickle.dumps(ending)) == ending
    later = hl.solve(ending.deal.play("QS"))
    assert repr(later).endswith("scores (0, 13, 0) after K♠ 2♠ | 4♦ 3♣ 5♣>")


def test_an_ending_as_a_table_has_a_row_for_each_card():
    table = solved("QS 5C", "KS 4D", "2S 3C").table()
    assert table.to_dict("list") == {
        "card": ["5♣", "Q♠"], "seat 0": [13, 0], "seat 1": [0, 13], "seat 2": [0, 0], "best": [False, True]}
