"""RULES.md on the family: worked examples of section C and rulings of section G, by their numbers in the tests' names."""

import pytest
from setting import everything, played, small, texts, with_points

import hearts_lab as hl


def cards(text):
    return set(text.split())


# ---- C: legal cards

def test_C09_queen_at_the_first_opportunity():
    hands = ("9S 2C 3C", "KS 4C 5C", "QS 4S 2D", "AS 6C 7C")
    deal = small("morehead", *hands, forced_play="queen")
    assert texts(played(deal, "9S KS").legal_cards()) == {"QS"}
    low = small("morehead", "9S 2C 3C", "8S 4C 5C", *hands[2:], forced_play="queen")
    deal = played(low, "9S 8S")
    assert texts(deal.legal_cards()) == cards("QS 4S"), "only 9♠ and 8♠ on the table: either"
    after = played(deal, "4S AS")
    assert after.tricks[0].winner == 3 and "QS" in after.hand(2), "a higher spade played later creates no duty"
    assert texts(played(small("morehead", *hands), "9S KS").legal_cards()) == cards("QS 4S"), "no such rule, no duty"


def test_A19_queen_when_void_and_never_on_lead():
    hands = ("9D 2C 3C", "QS 4S 2H", "KD 6C 7C")
    assert texts(small("morehead", *hands, forced_play="queen").play("9D").legal_cards()) == {"QS"}
    lead = small("morehead", "QS 4S 2H", "9D 2C 3C", "KD 6C 7C", forced_play="queen")
    assert texts(lead.legal_cards()) == cards("QS 4S 2H")


def test_A19_first_trick_ban_comes_before_the_duty():
    hands = ("9D 2C 3C", "QS 4S 2H", "KD 6C 7C")
    deal = small("morehead", *hands, forced_play="queen", first_trick="clean").play("9D")
    assert texts(deal.legal_cards()) == {"4S"}


def test_G13_forced_queen_from_penalty_cards_only():
    deal = small("standard", "2C 3C", "QS 2H", "4C 5C", forced_play="queen").play("2C")
    assert texts(deal.legal_cards()) == {"QS"}, "the ban is lifted"
    deal = small("black_maria", "2C 3C 4C", "QS JS 2H", "5C 6C 7C", forced_play="queen jack").play("2C")
    assert texts(deal.legal_cards()) == cards("QS JS"), "both forced: either"


def test_C11_black_jack_thrown_or_kept():
    hands = ("2C 3S 4C", "JS AH KH", "5C 6C 7C")
    assert texts(small("black_jack", *hands).play("2C").legal_cards()) == cards("JS AH KH")
    assert texts(small("black_jack_late", *hands).play("2C").legal_cards()) == {"JS"}
    for game in ("black_jack", "black_jack_late"):
        deal = small(game, "3S 2C 4C", "JS 4S AH", "5C 6C 7C").play("3S")
        assert texts(deal.legal_cards()) == cards("JS 4S"), "the duty covers discarding only"


def test_C13_C06_morehead_opens_with_anything():
    assert texts(small("morehead", "5H 2C QS", "3C 4C AH", "6C 7C KH").legal_cards()) == cards("5H 2C QS")
    both_wait = {"breakers": "hearts", "waits": "hearts QS"}
    assert texts(small("morehead", "QS 4H 9D", "3C 4C AH", "6C 7C KH", **both_wait).legal_cards()) == {"9D"}


def test_G14_the_lead_passes_left_from_a_hand_that_must_wait():
    fields = {"waits": "hearts", "breakers": "hearts", "lead_escape": "pass_left"}
    deal = small("morehead", "5H 6H", "2H 3H", "2C 4H", **fields)
    assert deal.to_play == 2 and texts(deal.legal_cards()) == {"2C"}, "the opening lead too; to the next seat that can"
    deal = played(small("morehead", "AC 6H", "2C 3D", "3C 4D", **fields), "AC 2C 3C")
    assert (deal.tricks[0].winner, deal.to_play) == (0, 1)
    assert played(deal, "3D 4D 6H").tricks[1].leader == 1
    alone = small("morehead", "5H 6H", "2H 3H", "7H 4H", **fields)
    assert alone.to_play == 0 and texts(alone.legal_cards()) == cards("5H 6H"), "nobody can: the leader leads"


def test_G04_the_lowest_club_that_anyone_holds():
    """With a kitty the lowest club of the pack may lie in it."""
    rules = hl.variant("standard", players=3, kitty="last", pass_count=0)
    pack = [card.text for card in rules.pack if card.text != "2C"]
    deal = hl.Deal(rules, hands=[pack[seat::3] for seat in range(3)], kitty="2C")
    assert texts(deal.legal_cards()) == {"3C"}


# ---- passing

@pytest.mark.parametrize("players, seventh, eighth", [(3, "left", "right"), (4, "across", "hold"), (5, "left", "right"),
                                                      (6, "across", "hold")])
def test_C14_american_hearts_passes_as_standard_hearts(players, seventh, eighth):
    rules = hl.variant("american", players=players)
    assert [hl.Deal(rules, seed=1, number=number).direction for number in (7, 8)] == [seventh, eighth]


def test_A12_cancellation_passes_left_and_right_by_turns():
    rules = hl.variant("cancellation", players=7)
    assert [hl.Deal(rules, seed=1, number=number).direction for number in (1, 2, 3)] == ["left", "right", "left"]
    assert hl.Deal(hl.variant("cancellation_culbertson"), seed=1).phase == "play"


def test_G09_scattered_cards_go_one_to_each_opponent():
    rules = hl.variant("standard", pass_cycle=("scatter",), pass_count=1)
    deal = hl.Deal(rules, seed=3)
    passes = {seat: deal.hand(seat)[:3] for seat in range(4)}
    assert deal.due == 3
    after = deal.exchange(passes)
    for seat in range(4):
        for step in (1, 2, 3):
            assert passes[seat][step - 1] in after.received((seat + step) % 4), "clockwise from the left"
    assert deal.exchange({**passes, 0: deal.hand(0)[2::-1]}) != after, "the order says who gets what"


def test_G10_a_forbidden_pass_is_lifted_for_a_hand_that_cannot_comply():
    rules = hl.variant("morehead", forbidden_pass="spades hearts", players=4)
    pack = [card.text for card in rules.pack]
    black = [card for card in pack if card[-1] in "SH"]
    rest = [card for card in pack if card[-1] in "CD"]
    hands = [black[:11] + rest[:2], black[11:21] + rest[2:5], black[21:] + rest[5:13], rest[13:]]
    deal = hl.Deal(rules, hands=hands)
    assert deal.why_illegal_pass(0, black[:3]) is None, "two allowed cards are too few: the ban is lifted wholly"
    assert "may not be passed" in deal.why_illegal_pass(1, black[11:14]) and deal.why_illegal_pass(1, rest[2:5]) is None


# ---- scoring

@pytest.mark.parametrize("game, players, total", [
    ("foster_sweep", 4, 26), ("foster_sweep", 6, 25), ("culbertson", 6, 25), ("culbertson", 7, 26), ("black_jack", 4, 23),
    ("black_jack", 6, 22), ("pink_lady", 4, 38), ("gamerules_spot", 4, 124), ("spot", 4, 129), ("cancellation", 8, 52),
    ("cancellation", 11, 52), ("basic", 4, 13), ("omnibus", 4, 26), ("omnibus", 6, 25), ("morehead", 6, 26)])
def test_C26_deal_totals(game, players, total):
    assert hl.variant(game, players=players).total == total


def test_C26_old_spot_and_pink_lady_without_the_two():
    assert hl.variant("spot", points={"QS": 0}).total == 104
    assert hl.variant("pink_lady", players=6, removed="2C 2D 2S 2H").total == 37


@pytest.mark.parametrize("game, scores", [
    ("morehead", (0, 26, 26, 26)), ("american", (0, 26, 26, 26)), ("hitting_moon", (0, 26, 26, 26)),
    ("culbertson", (0, 0, 0, 0)), ("omnibus", (-26, 0, 0, 0)), ("pink_lady", (0, 38, 38, 38)), ("spot", (0, 129, 129, 129)),
    ("gamerules_british", (43, 0, 0, 0)), ("black_jack_late", (23, 0, 0, 0)), ("basic", (13, 0, 0, 0))])
def test_C27_one_player_takes_all(game, scores):
    assert everything(game).scores == scores


def test_C30_all_but_the_bonus_is_no_slam():
    deal = played(small("omnibus", "AC AH QS 2D", "2C 2H 5S JD", "3C 3H 6S 4D"), "AC 2C 3C QS 5S 6S 2D JD 4D 2H 3H AH")
    assert (deal.shooter, deal.scores) == (None, (16, -10, 0))


def test_A11_six_players_make_the_slam_with_fourteen_counting_cards():
    assert len(hl.variant("omnibus", players=6).penalties) == 13
    assert everything("omnibus", players=6).scores == (-26, 0, 0, 0, 0, 0)


def test_C32_both_ladies_in_one_trick():
    deal = played(small("pink_lady", "KH 2C", "QH 3C", "5H 4C", "QS 5C"), "KH QH 5H QS")
    assert deal.points == (28, 0, 0, 0)


def test_under_void_nothing_is_recorded_for_anyone():
    """Not the bonus either (DESIGN: under `void` nothing is recorded)."""
    assert everything("standard_omnibus", moon="void").scores == (0, 0, 0, 0)
    assert everything("culbertson", no_trick_bonus=-5).scores == (0, 0, 0, 0)


# ---- counters

def test_C39_howell():
    deal = with_points("foster_howell", 14, 7, 5, 0)
    assert sorted(zip(deal.points, deal.scores, strict=True)) == [(0, 26), (5, 6), (7, -2), (14, -30)]
    deal = with_points("basic", 3, 5, 5, 0, settlement="howell")
    assert sorted(zip(deal.points, deal.scores, strict=True)) == [(0, 13), (3, 1), (5, -7), (5, -7)]


def test_C41_howell_with_the_black_jack():
    deal = with_points("black_jack", 11, 6, 6, 0, settlement="howell")
    assert sorted(zip(deal.points, deal.scores, strict=True)) == [(0, 23), (6, -1), (6, -1), (11, -21)]


def test_F6_howell_with_six_players_pays_what_is_there():
    """25 points: everyone's net is 25 - 6 h, and it sums to zero."""
    deal = with_points("foster_howell", 25, 0, 0, 0, 0, 0)
    assert sorted(deal.scores) == [25 - 150, 25, 25, 25, 25, 25] and sum(deal.scores) == 0


def test_C42_sweepstake():
    deal = with_points("foster_sweep", 17, 5, 3, 1)
    assert deal.scores == tuple(-mine for mine in deal.points) and deal.pool_after == (26, True)
    split = with_points("foster_sweep", 0, 0, 20, 6, pool=26, standing=True)
    assert sorted(zip(split.points, split.scores, strict=True)) == [(0, 26), (0, 26), (6, -6), (20, -20)]
    assert split.pool_after == (0, False)
    foster = with_points("foster_sweep", 0, 0, 20, 6, pool=26, standing=True, jack="foster")
    assert sorted(foster.scores) == [-20, -6, 0, 0] and foster.pool_after == (52, True)
    alone = with_points("foster_sweep", 0, 14, 7, 5, pool=52, standing=True, jack="foster")
    assert max(alone.scores) == 78 and alone.pool_after == (0, False)


def test_A5_fosters_law_on_one_who_took_everything():
    """All others clear makes a jack, not a split; several but not all others clear split when no jack stands."""
    assert with_points("foster_sweep", 26, 0, 0, 0, jack="foster").pool_after == (26, True)
    assert with_points("foster_sweep", 26, 0, 0, 0).pool_after == (2, False), "8 each, and the odd counters stay"
    split = with_points("foster_sweep", 20, 6, 0, 0, jack="foster")
    assert (sorted(split.scores), split.pool_after) == ([-20, -6, 13, 13], (0, False))


def test_G05_odd_counters_are_not_a_jack():
    """With three players Foster's law never splits: two clear is all but one."""
    odd = with_points("foster_sweep", 20, 6, 0, 0, pool=1, jack="foster")
    assert odd.pool_after == (1, False) and sorted(odd.scores)[2:] == [13, 13]
    assert with_points("foster_sweep", 26, 0, 0, jack="foster").pool_after == (26, True)


def test_G07_chips_of_1887():
    low = with_points("basic_1887", 1, 3, 4, 5)
    assert sorted(low.scores) == [-5, -4, -3, 12] and low.pool_after == (0, False)
    swept = with_points("basic_1887", 13, 0, 0, 0)
    assert sorted(swept.scores) == [-13, 4, 4, 4] and swept.pool_after == (1, False), "four to each, one to the table"
    tied = with_points("basic_1887", 2, 2, 4, 5, pool=1)
    assert sorted(tied.scores) == [-5, -4, 5, 5] and tied.pool_after == (0, False)


def test_G08_pools_settle_on_points_taken_only():
    """A kitty that nobody reached is not paid for; the counters still sum to zero."""
    rules = hl.variant("foster_howell", players=3, kitty="first_penalty", pass_count=0, points={"hearts": 0, "AC": 3})
    pack = [card.text for card in rules.pack if card.text != "QS"]
    assert rules.total == 16
    deal = hl.Deal(rules, hands=[pack[seat::3] for seat in range(3)], kitty="QS")
    while deal.phase == "play":
        deal = deal.play(deal.legal_cards()[0])
    taken = sum(deal.points)
    assert deal.scores == tuple(taken - 3 * mine for mine in deal.points) and sum(deal.scores) == 0
