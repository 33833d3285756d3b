"""Section A's facts and section C's worked examples of RULES.md; the sections' numbers are in the tests' names."""

import pytest
from setting import MARIAS, STANDARDS, TABLES, after_the_two, begun, everything, played, small, texts

import hearts_lab as hl


def cards(text):
    return set(text.split())


# ---- A: the games

@pytest.mark.parametrize("game", STANDARDS)
@pytest.mark.parametrize("players, out, size", [(3, "2D", 17), (4, "", 13), (5, "2C 2D", 10), (6, "2C 2D 2S 3C", 8)])
def test_A1_standard_pack(game, players, out, size):
    rules = hl.variant(game, players=players)
    assert (texts(rules.removed), rules.hand_size) == (cards(out), size)
    assert len(rules.pack) == size * players
    assert sum(card.suit == 3 for card in rules.pack) == 13, "no heart ever leaves"


@pytest.mark.parametrize("game", MARIAS)
@pytest.mark.parametrize("players, out, size", [(3, "2C", 17), (4, "", 13), (5, "2C 2D", 10), (6, "2C 2D 2S 2H", 8)])
def test_A2_black_maria_pack(game, players, out, size):
    rules = hl.variant(game, players=players)
    assert (texts(rules.removed), rules.hand_size) == (cards(out), size)


@pytest.mark.parametrize("game", STANDARDS)
@pytest.mark.parametrize("players, cycle", [(3, "left right hold"), (4, "left right across hold"),
                                            (5, "left right hold"), (6, "left right across hold")])
def test_A1_standard_passing(game, players, cycle):
    rules = hl.variant(game, players=players)
    assert rules.pass_count == 3
    assert [hl.Deal(rules, seed=1, number=number).direction for number in range(1, 9)] == (cycle.split() * 3)[:8]


@pytest.mark.parametrize("game, players", [(game, players) for game, players in TABLES if game in MARIAS])
def test_A2_black_maria_passes_three_to_the_right_always(game, players):
    rules = hl.variant(game, players=players)
    for number in range(1, 9):
        deal = hl.Deal(rules, seed=1, number=number)
        assert (deal.direction, rules.pass_count) == ("right", 3)
        assert [deal.pass_target(seat) for seat in range(players)] == [(seat - 1) % players for seat in range(players)]


def test_A0_seats():
    """Left of i is i+1, right is i-1, across is half the table away; a hold has no target."""
    rules = hl.variant("standard", players=6)
    deals = [hl.Deal(rules, seed=1, number=number) for number in (1, 2, 3, 4)]
    targets = [[deal.pass_target(seat) for seat in range(6)] for deal in deals]
    assert targets == [[1, 2, 3, 4, 5, 0], [5, 0, 1, 2, 3, 4], [3, 4, 5, 0, 1, 2], [None] * 6]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_A0_the_deal_passes_one_seat_left(players):
    rules = hl.variant("black_maria", players=players)
    deals = [hl.Deal(rules, seed=3, number=number) for number in range(1, 10)]
    assert [deal.eldest for deal in deals] == [number % players for number in range(9)]
    assert [deal.dealer for deal in deals] == [(number - 1) % players for number in range(9)]


@pytest.mark.parametrize("game, players", [(game, players) for game, players in TABLES if game in STANDARDS + MARIAS])
def test_A1_A2_who_opens_with_what(game, players, dice):
    """C1: the holder, after the pass, of the lowest club in the pack leads it. Black Maria: dealer's left, any card."""
    lowest = {3: "2C", 4: "2C", 5: "3C", 6: "4C"}[players]
    for number in (1, 2, 3, 4):
        deal = begun(hl.Deal(hl.variant(game, players=players), seed=dice.randrange(999), number=number), dice)
        if game in STANDARDS:
            assert lowest in deal.hand(deal.to_play) and texts(deal.legal_cards()) == {lowest}
        else:
            assert deal.to_play == deal.eldest and deal.legal_cards() == deal.hand(deal.eldest)


@pytest.mark.parametrize("game, spades", [
    ("standard", "QS 13"), ("standard_omnibus", "QS 13 JD -10"), ("standard_spot", "QS 25"),
    ("black_maria", "QS 13 KS 10 AS 7"), ("black_maria_trad", "QS 13 KS 10 AS 7"),
    ("black_maria_omnibus", "QS 13 KS 10 AS 7 JD -10"), ("black_maria_spot", "QS 25 KS 10 AS 7")])
def test_A2_A11_A13_card_points(game, spades):
    words = spades.split()
    hearts = range(2, 15) if "spot" in game else [1] * 13
    expected = {f"{rank}H": points for rank, points in
                zip(["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"], hearts, strict=True)}
    expected |= {card: int(points) for card, points in zip(words[::2], words[1::2], strict=True)}
    assert {card.text: points for card, points in hl.variant(game).points.items()} == expected


@pytest.mark.parametrize("game, target, deals", [("standard", 100, None), ("standard_spot", 500, None),
                                                 ("black_maria", 100, None), ("black_maria_spot", 500, None),
                                                 ("black_maria_trad", None, "players")])
def test_B3_end_of_the_match(game, target, deals):
    rules = hl.variant(game)
    assert (rules.target, rules.deals) == (target, deals)


# ---- C: worked examples

VOID_HAND = ("2C 7C 8C 9C 10C", "AH 5H QS KS 3D", "3C JC QC KC AC")


def test_C02_first_trick_without_a_club():
    deal = small("standard", *VOID_HAND).play("2C")
    assert texts(deal.legal_cards()) == cards("KS 3D"), "the king is no penalty card in standard Hearts"
    deal = small("black_maria", *VOID_HAND).play("2C")
    assert texts(deal.legal_cards()) == cards("AH 5H QS KS 3D")
    deal = small("black_maria", *VOID_HAND, first_trick="clean").play("2C")
    assert texts(deal.legal_cards()) == {"3D"}, "a clean first trick bars all that cost points, the king too"


def test_C03_first_trick_with_penalty_cards_only():
    hand = "3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH QS"
    assert texts(after_the_two(hand.split()).legal_cards()) == cards(hand)


ON_LEAD = ("2C QS 4H 9H", "3D 4D KS AS", "5D 6D 7S 2H")
OPENING = "2C 3D 5D"


def test_C05_hearts_and_the_queen_on_lead():
    def leads(**fields):
        return texts(played(small("standard", *ON_LEAD, **fields), OPENING).legal_cards())

    assert leads() == {"QS"}
    assert leads(lead_escape="penalties") == cards("QS 4H 9H")
    assert leads(waits="hearts QS") == cards("QS 4H 9H"), "nothing else to lead"
    assert leads(waits="", breakers="") == cards("QS 4H 9H")


def test_C06_the_queen_waits_too():
    deal = played(small("standard", "2C QS 4H 9D", *ON_LEAD[1:], waits="hearts QS"), OPENING)
    assert texts(deal.legal_cards()) == {"9D"}
    deal = played(small("standard", "2C QS 4H 9D", *ON_LEAD[1:]), OPENING)
    assert texts(deal.legal_cards()) == cards("9D QS"), "where she does not wait she may be led"


def test_C08_black_maria_opens_with_a_heart_and_takes_the_ace():
    deal = small("black_maria", "5H 2C 3C", "AS 4C 5C", "6H 6C 7C")
    assert deal.to_play == deal.eldest == 0 and "5H" in deal.legal_cards()
    deal = deal.play("5H")
    assert "AS" in deal.legal_cards()
    assert played(deal, "AS 6H").points == (0, 0, 9)


def test_C13_eldest_may_open_with_a_heart():
    """Morehead's default, as options of standard Hearts."""
    fields = {"opening": "eldest", "first_trick": "free", "breakers": "", "waits": ""}
    deal = small("standard", "5H 2C 3C", "QS 4C 5C", "6H 6C 7C", **fields)
    assert texts(deal.legal_cards()) == cards("5H 2C 3C")


@pytest.mark.parametrize("players, seventh, eighth", [(3, "left", "right"), (4, "across", "hold"), (5, "left", "right"),
                                                      (6, "across", "hold")])
def test_C14_passing_in_deals_7_and_8(players, seventh, eighth):
    rules = hl.variant("standard", players=players)
    assert hl.Deal(rules, seed=1, number=7).direction == seventh
    assert hl.Deal(rules, seed=1, number=8).direction == eighth


@pytest.mark.parametrize("game, totals", [
    ("standard", (26, 26, 26, 26)), ("standard_omnibus", (26, 26, 26, 26)), ("standard_spot", (129, 129, 129, 129)),
    ("black_maria", (43, 43, 43, 42)), ("black_maria_trad", (43, 43, 43, 42)),
    ("black_maria_omnibus", (43, 43, 43, 42)), ("black_maria_spot", (146, 146, 146, 144))])
def test_C26_deal_totals(game, totals):
    assert tuple(hl.variant(game, players=players).total for players in (3, 4, 5, 6)) == totals


@pytest.mark.parametrize("game, players, net", [("standard_omnibus", 4, 16), ("black_maria_omnibus", 4, 33),
                                                ("black_maria_omnibus", 6, 32)])
def test_C26_net_of_the_bonus(game, players, net):
    rules = hl.variant(game, players=players)
    assert rules.total + sum(rules.points[card] for card in rules.bonuses) == net


def test_A2_other_pack_for_six_keeps_43():
    assert hl.variant("black_maria", players=6, removed="2C 2D 2S 3C").total == 43


@pytest.mark.parametrize("fields, scores", [
    ({}, (0, 26, 26, 26)), ({"moon": "new"}, (-26, 0, 0, 0)), ({"moon": "none"}, (26, 0, 0, 0))])
def test_C27_one_player_takes_all(fields, scores):
    assert everything("standard", **fields).scores == scores


# Seat 0 takes every penalty card; the jack of diamonds falls to seat 1 (or, the other way round, to seat 0).
NO_JACK, JACK_LINE = ("AC AH QS 2D", "2C 2H 5S JD", "3C 3H 6S 4D"), "2C 3C AC QS 5S 6S 2D JD 4D 2H 3H AH"
WITH_JACK, ACE_LINE = ("AC AH QS AD", "2C 2H 5S JD", "3C 3H 6S 4D"), "2C 3C AC QS 5S 6S AD JD 4D AH 2H 3H"


def test_C30_omnibus_slam_needs_all_counting_cards():
    rules = {"moon": "new", "moon_needs_bonus": True, "moon_amount": 26}
    assert played(small("standard_omnibus", *WITH_JACK, **rules), ACE_LINE).scores == (-26, 0, 0)
    deal = played(small("standard_omnibus", *NO_JACK, **rules), JACK_LINE)
    assert (deal.points, deal.bonus, deal.shooter) == ((16, 0, 0), (0, -10, 0), None)
    assert deal.scores == (16, -10, 0)
    assert everything("standard_omnibus", moon="new", moon_needs_bonus=True).scores == (-26, 0, 0, 0)


def test_A11_omnibus_bonus_apart_from_the_moon():
    """Old moon, shooter without the jack: 0, and the holder of the jack 26 - 10 = 16."""
    deal = played(small("standard_omnibus", *NO_JACK), JACK_LINE)
    assert (deal.shooter, deal.scores) == (0, (0, 16, 26))
    assert played(small("standard_omnibus", *WITH_JACK), ACE_LINE).scores == (-10, 26, 26)
    assert played(small("standard_omnibus", *WITH_JACK, moon="new"), ACE_LINE).scores == (-36, 0, 0)
    assert played(small("standard_omnibus", *NO_JACK, moon="none"), JACK_LINE).scores == (16, -10, 0)


def test_G6_under_old_the_needed_bonus_is_scored_on_top():
    deal = played(small("standard_omnibus", *WITH_JACK, moon_needs_bonus=True), ACE_LINE)
    assert (deal.shooter, deal.scores) == (0, (-10, 26, 26))


def test_C31_black_maria_has_no_moon():
    deal = everything("black_maria", players=6)
    assert (deal.shooter, deal.scores) == (None, (42, 0, 0, 0, 0, 0))
    assert everything("black_maria").scores == (43, 0, 0, 0)


def test_C31_G20_optional_moon_of_the_customary_form():
    """The deal's total is deducted: 43, and with six players 42."""
    assert everything("black_maria_trad", moon="new", moon_amount="total").scores == (-43, 0, 0, 0)
    assert everything("black_maria_trad", players=6, moon="new").scores == (-42, 0, 0, 0, 0, 0)


def test_C34_spot_moon_is_worth_the_deal():
    assert everything("standard_spot").scores == (0, 129, 129, 129)
    assert everything("standard_spot", moon_amount=26).scores == (0, 26, 26, 26)


def test_C35_no_trick_bonus():
    line = "2C 3C 4C 2H 5H QS 3H 8D 4H"
    quiet = played(small("standard", "2C 5H 3H", "3C QS 8D", "4C 2H 4H", no_trick_bonus=-5), line)
    assert (quiet.points, quiet.scores) == ((15, 0, 2), (15, -5, 2))
    assert everything("standard", no_trick_bonus=-5).scores == (0, 26, 26, 26), "not +21"
    assert everything("standard", no_trick_bonus=-5, moon="none").scores == (26, -5, -5, -5)


def test_A1_a_heart_in_any_role_breaks_and_the_queen_does_not():
    hands = ("2C QS 4H 9C", "3D 4D KS AS", "5D 6D 7S 2H")
    deal = played(small("standard", *hands), OPENING)
    assert not deal.broken and texts(deal.legal_cards()) == cards("9C QS")
    deal = played(deal, "QS KS 7S")
    assert not deal.broken, "she breaks nothing"
    assert played(deal, "4D 6D 4H").broken, "a discard does"
    deal = played(small("standard", *hands, breakers="hearts QS"), OPENING)
    assert not deal.broken and deal.play("QS").broken


def test_G3_opening_lead_with_penalty_cards_only():
    """Any card: neither the clean first trick nor unbroken hearts bind this lead."""
    hands = ("QS 4H 9H", "3D 4D KS", "5D 6D 2H")
    for fields in ({"opening": "eldest_clean"}, {"opening": "eldest", "first_trick": "clean"}):
        deal = small("standard", *hands, **fields)
        assert texts(deal.legal_cards()) == cards("QS 4H 9H")


def test_G12_clean_binds_the_leader_and_black_maria_spades():
    hands = ("QS 4H AS 9C", "3D 4D KS 2S", "5D 6D 2H 3S")
    assert texts(small("standard", *hands, opening="eldest").legal_cards()) == cards("AS 9C")
    assert texts(small("black_maria", *hands, opening="eldest_clean").legal_cards()) == {"9C"}


def test_G11_a_pass_that_only_holds_is_refused():
    with pytest.raises(hl.RulesError, match="pass_count"):
        hl.variant("standard", pass_count=3, pass_cycle=("hold",))


def test_G17_the_first_of_equal_cards_wins():
    rules = hl.variant("standard", players=4, packs=2, pass_count=0, opening="eldest")
    pack = [card.text for card in rules.pack]
    hands = [["AC", "2C"], ["AC", "2C"], ["3C"], ["3C"]]
    for hand in hands:
        for card in hand:
            pack.remove(card)
    for hand in hands:
        hand += [pack.pop() for _ in range(26 - len(hand))]
    deal = played(hl.Deal(rules, hands=[" ".join(hand) for hand in hands]), "AC AC 3C 3C")
    assert deal.tricks[0].winner == 0
