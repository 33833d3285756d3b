"""Rules, Deal and Match as values: nothing changes an old one, equal histories are equal, nonsense gets a sentence."""

import pickle
import re
from itertools import pairwise

import pytest
from setting import begun, play_randomly, small

import hearts_lab as hl


def passes(deal):
    return {seat: deal.hand(seat)[:3] for seat in range(deal.rules.players)}


def maria():
    return hl.Deal(hl.variant("black_maria"), seed=7)


# ---- Rules

@pytest.mark.parametrize("name, fields, words", [
    ("standrad", {}, "standrad"), ("standard", {"mooon": "old"}, "mooon"), ("standard", {"players": 7}, "7"),
    ("standard", {"players": 4.0}, "4.0"), ("standard", {"players": 2}, "2"), ("standard", {"players": "four"}, "four"),
    ("standard", {"packs": 2, "players": "total"}, "total"), ("standard", {"packs": 2, "players": 2.5}, "2.5"),
    ("standard", {"packs": 3}, "packs"), ("standard", {"removed": "2D"}, "51"), ("standard", {"removed": "ZZ"}, "ZZ"),
    ("standard", {"removed": "2D 2D"}, "2♦"), ("standard", {"pass_count": 14}, "pass_count"),
    ("standard", {"pass_count": -1}, "pass_count"),
    ("standard", {"pass_cycle": ("up",)}, "up"), ("standard", {"pass_cycle": ("hold",)}, "pass_count"),
    ("standard", {"players": 5, "pass_cycle": ("across",)}, "across"), ("standard", {"moon": "blue"}, "blue"),
    ("standard", {"moon_amount": 0}, "moon_amount"), ("standard", {"moon_needs_bonus": True}, "bonus"),
    ("standard", {"target": None}, "end"), ("standard", {"target": -5}, "target"), ("standard", {"deals": 0}, "deals"),
    ("standard", {"points": {"QS": "many"}}, "QS"), ("standard", {"points": {"hearts": 0, "QS": 0}}, "points"),
    ("standard", {"waits": "herats"}, "herats"), ("standard", {"no_trick_bonus": "five"}, "no_trick_bonus")])
def test_nonsense_rules_are_refused_naming_the_field(name, fields, words):
    with pytest.raises(hl.RulesError, match=words) as caught:
        hl.variant(name, **fields)
    assert str(caught.value).endswith(".")


def test_rules_are_values():
    rules = hl.variant("standard", moon="new")
    assert rules == hl.variant("standard", moon="new") != hl.variant("standard")
    assert hash(rules) == hash(hl.variant("standard", moon="new"))
    assert hl.variant("standard").change(moon="new") == rules == hl.variant(rules)
    assert pickle.loads(pickle.dumps(rules)) == rules
    with pytest.raises(AttributeError):
        rules.moon = "old"
    with pytest.raises(TypeError):
        rules.points["QS"] = 1


def test_changes_pile_up():
    """A change keeps the earlier ones, also a card whose points were taken away; another table picks its pack anew."""
    rules = hl.variant("standard", points={"QS": 0}, moon="new")
    assert rules.total == rules.change(target=50).total == 13
    five = rules.change(players=5)
    assert (five.moon, five.hand_size, five.removed.text, five.total) == ("new", 10, "2C 2D", 13)
    assert hl.variant(five).change(players=4) == rules


# ---- Deal: making one

@pytest.mark.parametrize("fields, words", [
    ({"seed": 7, "number": 0}, "1"), ({"seed": 7, "number": 1.5}, "1.5"), ({"seed": 7, "number": 2**63}, "deal|number"),
    ({"seed": -1}, "-1"), ({"seed": "7"}, "'7'"), ({"seed": 2**64}, "seed"), ({}, "seed"),
    ({"seed": 7, "before": (1, 2)}, "before"), ({"seed": 7, "before": 5}, "before"),
    ({"seed": 7, "before": (10**19, 0, 0, 0)}, "total|before"), ({"hands": ["2C"] * 3}, "hands"),
    ({"hands": 5}, "hands"), ({"hands": ["2C", "3C", "4C", "ZZ"]}, "ZZ"), ({"hands": ["2C", "3C", "4C", "5C"]}, "13")])
def test_a_deal_that_cannot_be(fields, words):
    with pytest.raises(hl.DealError, match=words) as caught:
        hl.Deal(hl.variant("standard"), **fields)
    assert str(caught.value).endswith(".")


def test_given_hands_must_be_the_pack():
    deal = maria()
    hands = [list(deal.dealt(seat)) for seat in range(4)]
    assert hl.Deal(deal.rules, hands=hands) == deal == hl.Deal(deal.rules, hands=[str(deal.dealt(s)) for s in range(4)])
    twice = [hands[0], [hands[0][0], *hands[1][1:]], *hands[2:]]
    with pytest.raises(hl.DealError, match=re.escape(str(hands[0][0]))):
        hl.Deal(deal.rules, hands=twice)
    with pytest.raises(hl.DealError, match=r"1[23]"):
        hl.Deal(deal.rules, hands=[hands[0][1:], [*hands[1], hands[0][0]], *hands[2:]])
    with pytest.raises(hl.DealError):
        hl.Deal(hl.variant("black_maria", players=3), hands=hands[:3])


def test_a_card_that_is_not_in_the_pack():
    deal = hl.Deal(hl.variant("black_maria", players=3), seed=7)
    hands = [list(deal.dealt(seat)) for seat in range(3)]
    with pytest.raises(hl.DealError, match="2♣"):
        hl.Deal(deal.rules, hands=[["2C", *hands[0][1:]], *hands[1:]])


def test_the_same_seed_and_number_give_the_same_cards_and_others_do_not():
    rules = hl.variant("standard")
    assert hl.Deal(rules, seed=7, number=3) == hl.Deal(rules, seed=7, number=3)
    assert len({hl.Deal(rules, seed=seed, number=number).dealt(0) for seed in range(5) for number in range(1, 6)}) == 25


# ---- Deal: the old value stays

def test_nothing_changes_the_old_value(dice):
    deal = maria()
    told, key = deal.text, hash(deal)
    later = begun(deal, dice)
    middle = play_randomly(later, dice, plies=20)
    told_middle, cards = middle.text, [middle.hand(seat) for seat in range(4)]
    play_randomly(middle, dice)
    for wrong in ("ZZ", None, "2C", 99):
        if middle.why_illegal(wrong):
            with pytest.raises(hl.IllegalCard):
                middle.play(wrong)
    with pytest.raises(hl.IllegalPass):
        middle.exchange(passes(deal))
    assert (deal.text, hash(deal), deal.phase) == (told, key, "pass")
    assert middle.text == told_middle and [middle.hand(seat) for seat in range(4)] == cards
    with pytest.raises(AttributeError):
        deal.number = 5


def test_equal_histories_are_equal_deals(dice):
    deal = begun(maria(), dice)
    one, other = deal, hl.read(deal.text)
    for _ in range(12):
        card = dice.choice(one.legal_cards())
        assert one.play(card) == other.play(card.text)
        one, other = one.play(card), other.play(card)
    assert one == other and hash(one) == hash(other) and {one: 1}[other] == 1
    assert one != deal and one != hl.read(deal.text) and one != one.text
    assert pickle.loads(pickle.dumps(one)) == one


def test_undo_is_keeping_the_older_value(dice):
    history = [begun(maria(), dice)]
    while history[-1].phase == "play":
        history.append(history[-1].play(dice.choice(history[-1].legal_cards())))
    for earlier, later in pairwise(history):
        assert earlier.play(later.plays[-1][1]) == later
    assert len(history) == 53


# ---- the exchange

@pytest.mark.parametrize("change, words", [
    (lambda deal: {0: deal.hand(0)[:2]}, "1 more"), (lambda deal: {0: deal.hand(0)[:4]}, "3 cards"),
    (lambda deal: {1: deal.hand(2)[:3]}, "hold"), (lambda deal: {2: [deal.hand(2)[i] for i in (0, 0, 1)]}, "twice"),
    (lambda deal: {3: "ZZ 2C 3C"}, "ZZ"), (lambda deal: {4: "2C 3C 4C"}, "4"),
    (lambda deal: {"north": "2C 3C 4C"}, "north"),
    (lambda deal: {0: None}, "None"), (lambda deal: {0: ()}, "3 more")])
def test_a_wrong_pass_has_its_sentence(change, words):
    deal = maria()
    with pytest.raises(hl.IllegalPass, match=words) as caught:
        deal.exchange({**passes(deal), **change(deal)})
    assert str(caught.value).endswith(".") and deal.phase == "pass"


def test_all_seats_pass_at_once():
    deal = maria()
    with pytest.raises(hl.IllegalPass, match="2"):
        deal.exchange({seat: cards for seat, cards in passes(deal).items() if seat != 2})
    for nothing in (None, 5, {}):
        with pytest.raises(hl.IllegalPass):
            deal.exchange(nothing)


def test_nobody_passes_in_a_hold_deal():
    deal = hl.Deal(hl.variant("standard"), seed=7, number=4)
    assert deal.phase == "play" and deal.direction == "hold" and deal.pass_target(0) is None
    assert "hold" in deal.why_illegal_pass(0, deal.hand(0)[:3])
    with pytest.raises(hl.IllegalPass, match="hold"):
        deal.exchange(passes(deal))


def test_why_illegal_pass_agrees_with_exchange():
    deal = maria()
    assert all(deal.why_illegal_pass(seat, cards) is None for seat, cards in passes(deal).items())
    assert deal.exchange(passes(deal)) == deal.exchange(list(passes(deal).values()))
    with pytest.raises(hl.DealError, match="9"):
        deal.why_illegal_pass(9, deal.hand(0)[:3])


# ---- the play

def test_play_before_the_pass_and_after_the_end(dice):
    deal = maria()
    with pytest.raises(hl.IllegalCard, match="passed"):
        deal.play(deal.hand(0)[0])
    over = play_randomly(deal, dice)
    assert (over.phase, over.to_play, over.trick) == ("over", None, ()) and over.scores is not None
    with pytest.raises(hl.IllegalCard, match="over"):
        over.play("2C")
    assert "over" in over.why_illegal("2C")
    with pytest.raises(ValueError):
        over.legal_cards()


def test_another_seats_turn():
    deal = small("black_maria", "2C 3C", "4C 5C", "6C QS")
    assert "0" in deal.why_illegal("4C", seat=1) and deal.why_illegal("2C", seat=0) is None
    assert "hold" in deal.why_illegal("4C") and "ZZ" in deal.why_illegal("ZZ")
    with pytest.raises(hl.DealError, match="7"):
        deal.hand(7)


# ---- Match

def random_match(seed=3, **fields):
    return hl.Match(hl.variant("black_maria", **fields), players=["random"] * 4, seed=seed)


def test_a_match_begins_with_deal_1_of_its_seed():
    match = random_match()
    assert match.deal == hl.Deal(match.rules, seed=3, number=1) and match.deals[-1] == match.deal
    assert (match.totals, match.over, match.why_over, match.winners) == ((0, 0, 0, 0), False, None, ())


def test_a_fixed_number_of_deals_ends_the_match():
    for deals in (1, 3):
        match = random_match(target=None, deals=deals).play_out()
        assert match.over and len(match.deals) == deals and match.why_over
        assert match.totals == tuple(map(sum, zip(*(deal.scores for deal in match.deals), strict=True)))
    trad = hl.Match(hl.variant("black_maria_trad", players=3), players=["random"] * 3, seed=3).play_out()
    assert len(trad.deals) == 3 and {deal.dealer for deal in trad.deals} == {0, 1, 2}, "everyone deals once"


def test_the_target_ends_the_match_only_when_reached():
    match = random_match(target=60).play_out()
    totals = [0] * 4
    for deal in match.deals:
        assert max(totals) < 60 and deal.before == tuple(totals)
        totals = [total + score for total, score in zip(totals, deal.scores, strict=True)]
    assert max(totals) >= 60 and tuple(totals) == match.totals
    assert "60" in match.why_over


def test_the_first_of_target_and_deals_ends_it():
    assert len(random_match(target=10_000, deals=2).play_out().deals) == 2
    assert len(random_match(target=1, deals=5).play_out().deals) == 1


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_dealer_eldest_and_pass_go_round(players):
    rules = hl.variant("standard", players=players, target=None, deals=5)
    match = hl.Match(rules, players=["random"] * players, seed=8).play_out()
    assert [deal.number for deal in match.deals] == [1, 2, 3, 4, 5]
    assert [deal.eldest for deal in match.deals] == [number % players for number in range(5)]
    assert [deal.direction for deal in match.deals] == [rules.pass_cycle[n % len(rules.pass_cycle)] for n in range(5)]


def test_low_wins_and_ties_share():
    shared = 0
    for seed in range(1, 25):
        match = random_match(seed, target=None, deals=1).play_out()
        assert match.winners == tuple(seat for seat in range(4) if match.totals[seat] == min(match.totals))
        shared += len(match.winners) > 1
    assert shared, "no tie among 24 matches: choose other seeds"


def test_a_match_is_a_value(dice):
    match = random_match(deals=2, target=None)
    told = match.text
    with pytest.raises(ValueError):
        match.next_deal()
    later = match.with_deal(play_randomly(match.deal, dice))
    assert match.text == told and not match.deal.plays and later.deal.phase == "over"
    second = later.next_deal()
    assert second.deal.number == 2 and second.deal.before == later.totals == later.deal.scores
    done = second.with_deal(play_randomly(second.deal, dice))
    assert done.over and done.winners and hl.read(done.text) == done
    with pytest.raises(ValueError):
        done.next_deal()
    assert hl.read(match.text) == match and hl.read(second.text) == second != match


def test_only_a_continuation_replaces_the_deal(dice):
    match = random_match()
    stranger = hl.Deal(match.rules, seed=99)
    advanced = match.with_deal(begun(match.deal, dice))
    for wrong in (stranger, hl.Deal(match.rules, seed=3, number=2), None):
        with pytest.raises(ValueError):
            advanced.with_deal(wrong)
    assert len(advanced.deals) == 1


@pytest.mark.parametrize("players", [["random"] * 3, ["random"] * 5, ["nobody"] * 4, 5])
def test_a_match_with_the_wrong_players(players):
    with pytest.raises(ValueError) as caught:
        hl.Match(hl.variant("standard"), players=players, seed=1)
    assert str(caught.value).endswith(".")


def test_a_person_is_waited_for():
    """None is a person: playing out is not possible before he has played."""
    match = hl.Match(hl.variant("black_maria"), players=[None, "random", "random", "random"], seed=1)
    assert match.deal.phase == "pass" and not match.over
