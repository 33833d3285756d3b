"""Two packs: RULES A12, the worked examples C16-C25, rulings G1, G2, G17, G18, and the cases C59-C65 of CASES.md."""

import pytest
from setting import COUNTS, GAMES, played, texts, two_packs

import hearts_lab as hl

SIX = ("10S 2C", "9H 3C", "9H 4C", "10S 5C", "3S 6C", "KD 7C")


def test_C16_two_pairs_void_a_trick_or_they_do_not():
    deal = played(two_packs(*SIX), "10S 9H 9H 10S 3S KD")
    assert (deal.tricks[0].winner, deal.to_play, deal.points) == (None, 0, (0,) * 6), "the same leader leads again"
    assert texts(deal.carried) == {"10S", "9H", "3S", "KD"} and len(deal.carried) == 6 and deal.tricks[0].points == 2
    deal = played(two_packs(*SIX, cancel="no_live_card"), "10S 9H 9H 10S 3S KD")
    assert (deal.tricks[0].winner, deal.to_play, deal.points) == (4, 4, (0, 0, 0, 0, 2, 0))
    last = played(played(two_packs(*SIX), "10S 9H 9H 10S 3S KD"), "2C 3C 4C 5C 6C 7C")
    assert (last.tricks[1].winner, last.points) == (5, (0, 0, 0, 0, 0, 2)), "carried cards go to the next winner"


@pytest.mark.parametrize("cancel", ["two_pairs", "no_live_card"])
def test_C17_one_pair_dies(cancel):
    deal = two_packs("JC 2D", "JC 3D", "10C 4D", "4C 5D", "QH 6D", "2C 7D", cancel=cancel)
    deal = played(deal, "JC JC 10C 4C QH 2C")
    assert (deal.tricks[0].winner, deal.points[2]) == (2, 1)


@pytest.mark.parametrize("cancel", ["two_pairs", "no_live_card"])
def test_C18_no_live_card_of_the_suit_led(cancel):
    deal = two_packs("7D 2C", "7D 3C", "KC 4C", "2H 5C", "AS 6C", "QS 8C", cancel=cancel)
    deal = played(deal, "7D 7D KC 2H AS QS")
    assert (deal.tricks[0].winner, deal.to_play, sum(deal.points)) == (None, 0, 0)
    assert sum(max(0, deal.rules.points[card]) for card in deal.carried) == 14


LOST = ("AS 7D 9D", "2S 7D 9D", "3S KC 2H", "4S 2H 3H", "5S QS 8C", "6S QC 8C")
LOST_LINE = "AS 2S 3S 4S 5S 6S 7D 7D KC 2H QS QC 9D 9D 2H 3H 8C 8C"


@pytest.mark.parametrize("last_void, scores", [("nobody", (0,) * 6), ("leader", (16, 0, 0, 0, 0, 0)),
                                               ("previous_winner", (16, 0, 0, 0, 0, 0))])
def test_C22_last_trick_void(last_void, scores):
    """It holds 2 points, with 14 carried. CO: nobody gets them, and they are missing from the deal's sum."""
    deal = played(two_packs(*LOST, last_void=last_void, moon="none"), LOST_LINE)
    assert [trick.winner for trick in deal.tricks] == [0, None, None]
    assert deal.scores == deal.points == scores
    assert len(deal.carried) == (12 if last_void == "nobody" else 0)
    assert deal.rules.total - sum(deal.points) == (16 if last_void == "nobody" else 0)


def test_G01_leader_and_previous_winner_differ_when_nothing_was_won():
    hands, line = ("5D", "5D", "QS"), "5D 5D QS"
    taken = {way: played(two_packs(*hands, last_void=way), line) for way in ("leader", "previous_winner", "nobody")}
    assert {way: deal.points for way, deal in taken.items()} == {
        "leader": (13, 0, 0), "previous_winner": (0, 0, 0), "nobody": (0, 0, 0)}


def test_G01_leader_and_previous_winner_differ_when_the_lead_moved():
    fields = {"opening": "eldest", "first_trick": "free", "waits": "hearts", "breakers": "hearts", "lead_escape": "pass_left"}
    hands, line = ("AC 5H", "2C 9D", "3C 9D"), "AC 2C 3C 9D 9D 5H"
    taken = {way: played(two_packs(*hands, last_void=way, moon="none", **fields), line).points
             for way in ("leader", "previous_winner")}
    assert taken == {"leader": (0, 1, 0), "previous_winner": (1, 0, 0)}


def test_G18_who_gets_a_last_void_trick_has_taken_a_trick():
    fields = {"no_trick_bonus": -5, "moon": "none"}
    deals = [played(two_packs("5D", "5D", "QS", last_void=way, **fields), "5D 5D QS") for way in ("leader", "nobody")]
    assert [deal.scores for deal in deals] == [(13, -5, -5), (-5, -5, -5)]


SEVEN = ("7D 2C", "7D 3C", "KC 4C", "2H 5C", "AS 6C", "QS 8C", "KS 9C")


@pytest.mark.parametrize("kitty", ["first", "last", "first_penalty"])
def test_C23_the_kitty_waits_with_a_void_first_trick(kitty):
    deal = two_packs(*SEVEN, kitty="3D 4D 5D 6D 8D QH", kitty_is=kitty)
    deal = played(deal, "7D 7D KC 2H AS QS KS")
    assert (deal.tricks[0].winner, deal.kitty_taker) == (None, None)
    deal = played(deal, "2C 3C 4C 5C 6C 8C 9C")
    assert (deal.kitty_taker, deal.points[6], len(deal.taken(6))) == (6, 15, 20)


def test_G02_who_gets_the_kitty():
    """first: with the first trick won; first_penalty: with the first won that holds a penalty card; last: with the last."""
    hands, line = ("AC 2D 2S", "2C AD 3S", "3C 3D AS"), "AC 2C 3C 2D AD 3D 3S AS 2S"
    hands_hearts = ("AC 2D 2S", "2C AD 3S", "3C 4H AS")
    line_hearts = "AC 2C 3C 2D AD 4H 3S AS 2S"
    rules = {"opening": "eldest", "first_trick": "free", "cancel": "none", "moon": "none"}
    takers = {}
    for kitty in ("first", "last", "first_penalty"):
        deal = two_packs(*hands_hearts, kitty="QS", kitty_is=kitty, **rules)
        deal = played(deal, line_hearts)
        takers[kitty] = deal.kitty_taker
        assert deal.points[deal.kitty_taker] >= 13
    assert takers == {"first": 0, "last": 2, "first_penalty": 1}
    nobody = played(two_packs(*hands, kitty="QS", kitty_is="first_penalty", **rules), line)
    assert nobody.kitty_taker is None and sum(nobody.points) == 0, "a kitty nobody reached is lost"


KINDS = [f"{rank}H" for rank in "2 3 4 5 6 7 8 9 10 J Q K A".split()] + ["QS"]


def all_52(*last):
    """Eight hands: seat 0 cashes four clubs, on which the others throw all hearts and both queens, and then `last`."""
    mine = "AC KC QC JC"
    others = [[KINDS[seat], KINDS[seat + 7], KINDS[seat], KINDS[seat + 7]] for seat in range(7)]
    hands = [mine, *(" ".join(hand) for hand in others)]
    line = " ".join([f"{club} " + " ".join(hand[trick] for hand in others) for trick, club in enumerate(mine.split())])
    return hands, line, others


def test_C24_the_moon_of_eight_players():
    hands, line, _ = all_52()
    deal = played(two_packs(*hands, first_trick="free"), line)
    assert deal.points[0] == deal.rules.total == 52
    assert (deal.phase, deal.to_play, deal.scores) == ("moon", 0, None)
    assert deal.scores_if("new") == deal.choose_moon("new").scores == (-26, *[0] * 7)
    assert deal.scores_if("old") == deal.choose_moon("old").scores == (0, *[26] * 7)
    for wrong in ("both", None, "void"):
        with pytest.raises(ValueError, match=r"\.$"):
            deal.choose_moon(wrong)
    with pytest.raises(ValueError, match=r"\.$"):
        deal.choose_moon("old").choose_moon("old")
    with pytest.raises(hl.IllegalCard, match="moon"):
        deal.play("2C")
    assert hl.read(deal.text) == deal and hl.read(deal.choose_moon("new").text) == deal.choose_moon("new") != deal


def test_C24_no_moon_when_a_heart_died_in_a_void_last_trick():
    _, _, others = all_52()
    others[1][0], heart = "3S", others[1][0]
    lasts = ["5D", heart, "4S", "6S", "7S", "8S", "9S"]
    hands = ["AC KC QC JC 5D", *(" ".join([*hand, last]) for hand, last in zip(others, lasts, strict=True))]
    line = [f"{club} " + " ".join(hand[trick] for hand in others) for trick, club in enumerate("AC KC QC JC".split())]
    deal = played(two_packs(*hands), " ".join([*line, "5D", *lasts]))
    assert (deal.phase, deal.shooter, deal.moon_possible) == ("over", None, ())
    assert deal.scores == (51, *[0] * 7)


def test_C25_only_identical_cards_cancel():
    deal = two_packs("9D 2C", "9H 3C", "2D 4C", "3D 5C", "9S 6C", "4D 7C")
    deal = played(deal, "9D 9H 2D 3D 9S 4D")
    assert deal.tricks[0].winner == 0, "9♥ and 9♦ never cancel"
    for wrong in ("two_pairs", "no_live_card"):
        with pytest.raises(hl.RulesError, match="two packs"):
            hl.variant("standard", cancel=wrong)


def test_A12_a_card_in_a_void_trick_breaks():
    deal = two_packs("7D 2C 5H", "7D 3C 6H", "KC 4C 7H", "2H 5C 8H", "AS 6C 9H", "JS 8C 10H")
    assert deal.play("7D").broken is False
    assert played(deal, "7D 7D KC 2H AS JS").broken


def test_A12_cancellation_opens_clean_and_the_queen_may_be_led_later():
    deal = two_packs("QS 5H 2C", "3C 4C 9D", "5C 6C 9D", "7C 8C 10D", "9C 10C JD", "JC QC QD")
    assert texts(deal.legal_cards()) == {"2C"}, "the opening lead is neither a heart nor Q♠"
    deal = played(two_packs("QS 5H AC", "3C 4C 9D", "5C 6C 9D", "7C 8C 10D", "9C 10C JD", "JC QC QD"), "AC 3C 5C 7C 9C JC")
    assert texts(deal.legal_cards()) == {"QS"}
    rest = played(deal, "QS 4C 6C 8C 10C QC")
    assert rest.broken and texts(rest.legal_cards()) == {"5H"}


def test_A12_the_queen_is_forced_only_under_a_live_spade():
    """DESIGN: a forced queen needs a higher live spade in the trick."""
    hands = ("KS 2C", "KS 3C", "QS 2S", "4S 5C", "6S 6C", "7S 7C")
    deal = played(two_packs(*hands, forced_play="queen"), "KS KS")
    assert texts(deal.legal_cards()) == {"QS", "2S"}, "both kings are dead"
    one = ("KS 2C", "JS 3C", "QS 2S", "4S 5C", "6S 6C", "7S 7C")
    assert texts(played(two_packs(*one, forced_play="queen"), "KS JS").legal_cards()) == {"QS"}


# ---- CASES G

@pytest.mark.parametrize("last_void, points", [("nobody", 0), ("leader", 1), ("previous_winner", 1)])
def test_C59_last_trick_fully_cancelled(last_void, points):
    hands = ("AC 9D", "2C 9D", "3C 4D", "4C 4D", "5C KC", "6C 2H")
    deal = played(two_packs(*hands, last_void=last_void, moon="none"), "AC 2C 3C 4C 5C 6C 9D 9D 4D 4D KC 2H")
    assert deal.tricks[1].winner is None and sum(deal.points) == deal.points[0] == points


def test_C60_two_queens_cancel_and_the_next_spade_takes_both():
    deal = two_packs("QS 2C", "5S 3C", "QS 4C", "JS 5C", "3S 6C", "8S 7C", opening="eldest", moon="choice")
    deal = played(deal, "QS 5S QS JS 3S 8S")
    assert (deal.tricks[0].winner, deal.points) == (3, (0, 0, 0, 26, 0, 0))


@pytest.mark.parametrize("players, hand, left", [(6, 17, 2), (7, 14, 6), (8, 13, 0), (9, 11, 5), (10, 10, 4), (11, 9, 5)])
def test_C62_A12_odd_cards(players, hand, left):
    for game in ("cancellation", "cancellation_culbertson"):
        rules = hl.variant(game, players=players)
        deal = hl.Deal(rules, seed=1)
        assert (rules.hand_size, rules.kitty_size, len(deal.kitty), rules.total) == (hand, left, left, 52)


def test_C63_the_game_that_was_named_is_the_game_that_is_played():
    for game in GAMES:
        rules = hl.variant(game, players=COUNTS[game][0])
        assert rules.name == game and rules.title in hl.Deal(rules, seed=1).transcript


def test_C64_points_in_the_kitty_belong_to_its_taker_and_the_moon_counts_them():
    rules = {"opening": "eldest", "first_trick": "free", "cancel": "none", "moon": "old", "moon_amount": 26}
    for kitty in ("first", "last"):
        deal = two_packs("AC AD AS", "2C 2D QS", "3C 3D 2H", kitty="3H", kitty_is=kitty, **rules)
        deal = played(deal, "AC 2C 3C AD 2D 3D AS QS 2H")
        assert (deal.kitty_taker, deal.points, deal.scores) == (0, (15, 0, 0), (0, 26, 26))


def test_C65_a_title_tells_author_or_year_where_names_are_shared():
    titles = {game: hl.variant(game, players=COUNTS[game][0]).title for game in GAMES}
    assert len(set(titles.values())) == len(GAMES)
    for game in ("foster_sweep", "foster_howell", "black_jack", "culbertson", "hitting_moon", "morehead", "american", "omnibus",
                 "basic", "basic_1887", "black_maria_trad", "cancellation_culbertson"):
        assert any(year in titles[game] for year in ("1887", "1909", "1939", "1950", "2001", "2003", "2011")), titles[game]
