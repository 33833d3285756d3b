"""The coach: prices made by hand give the sentence that a player would say, and what it may not know changes nothing."""

import numpy as np
import pandas as pd
import pytest
from setting import begun, play_randomly, played, small
from test_fairness import from_hands, lain_differently

import hearts_lab as hl
from hearts_lab import coaching, remarks
from hearts_lab.cards import Cards, as_bits, read_cards
from hearts_lab.estimates import interval, weighted
from hearts_lab.search import Prices, price_deal


def made(deal, costs, *, weights=None, times=1, **figures):
    """Prices of the choices named by `costs`, a row of scores a choice; what is not given is 0 everywhere, moons -1.

    The table's mean is 0, unless given, and the hands are as they are in the deal. The layouts come so many times.
    """
    scores = np.tile(np.array(list(costs.values()), float), times)
    layouts = scores.shape[1]
    weights = np.full(layouts, 1 / layouts) if weights is None else np.array(weights, float)
    empty = {"tables": float, "points": np.int64, "bonus": np.int64, "queen": np.int64, "trick": np.int64, "takes": bool}
    arrays = {name: np.tile(np.array(figures[name], kind), times) if name in figures else np.zeros(scores.shape, kind)
              for name, kind in empty.items()}
    moon = np.tile(figures["moon"], times) if "moon" in figures else np.full(scores.shape, -1)
    held = [as_bits(deal.hand(other)) for other in range(deal.rules.players)]
    hands, twins = (np.array([[bits[i] for bits in held]] * layouts, np.uint64) for i in (0, 1))
    return Prices(choices=tuple(map(read_cards, costs)), weights=weights, scores=scores, moon=moon,
                  hands=figures.get("hands", hands), twins=twins, **arrays)


@pytest.fixture(autouse=True)
def afresh():
    """No test finds the prices of another."""
    coaching._prices.cache_clear()


@pytest.fixture
def told(monkeypatch):
    """The coach's table where its prices are these."""
    def coach(deal, costs, seat=None, **figures):
        prices = made(deal, costs, **figures)
        coaching._prices.cache_clear()
        monkeypatch.setattr(coaching, "price_deal", lambda *_, **__: prices)
        return hl.coach(deal, seat).set_index("card")

    return coach


def spade_trick():
    """Seat 0 leads 3♠; seat 1 holds K♠ and 5♠, and the queen is with seat 2 or seat 3."""
    return small("standard", "3S 2C", "5S KS", "QS 4C", "4S 5C", waits=(), opening="eldest", first_trick="free").play("3S")


# What the table says.

def test_the_loss_is_paired_over_the_layouts_and_the_best_comes_first(told):
    table = told(spade_trick(), {"KS": [10, 12, 1, 3], "5S": [8, 8, 0, 0]}, weights=[0.5, 0.25, 0.125, 0.125])
    assert list(table.index) == ["5♠", "K♠"]
    assert table["score"].tolist() == [6, 8.5]
    assert table["loss"].tolist() == [0, 2.5]


def test_what_counts_is_the_own_score_against_the_table(told):
    table = told(spade_trick(), {"KS": [0, 0], "5S": [3, 3]}, tables=[[0, 0], [19.5, 19.5]])
    assert list(table.index) == ["5♠", "K♠"]
    assert table["loss"].tolist() == [0, 16.5]


def test_more_counters_are_better(told):
    deal = small("foster_sweep", "3S 2C", "5S KS", "QS 4C", "4S 5C").play("3S")
    table = told(deal, {"KS": [-3, -5], "5S": [6, 8]})
    assert list(table.index) == ["5♠", "K♠"]
    assert table["loss"].tolist() == [0, 11]


def test_chances_are_the_weights_of_their_layouts(told):
    table = told(spade_trick(), {"KS": [0, 0, 0], "5S": [1, 1, 1]}, weights=[0.5, 0.3, 0.2], queen=[[1, 0, 2], [0, 0, 2]],
                 moon=[[1, -1, 3], [0, 2, -1]])
    assert table["queen"].tolist() == pytest.approx([0.7, 0.2])
    assert table["moon"].tolist() == pytest.approx([0.5, 0])
    assert table["their_moon"].tolist() == pytest.approx([0.2, 0.8])


def test_columns_that_a_game_has_no_use_for_are_left_out(told):
    deal = small("basic", "3S 2H", "5S KS", "QS 4H", "4S 5H").play("3S")
    assert list(told(deal, {"KS": [1], "5S": [0]}).columns) == ["score", "low", "high", "loss", "reason"]


@pytest.mark.parametrize("seed", range(5))
def test_equal_weights_give_the_interval_of_plain_values(seed):
    values = np.random.default_rng(seed).normal(5, 3, 40)
    assert weighted(values, np.full(40, 1 / 40)) == pytest.approx(interval(values))


def test_uneven_weights_count_as_fewer_layouts():
    values = np.arange(40) % 7
    even, uneven = np.full(40, 1 / 40), np.r_[np.full(20, 1 / 21), np.full(20, 1 / 420)]
    widths = [high - low for _, low, high in (weighted(values, weights) for weights in (even, uneven))]
    assert widths[1] > 1.2 * widths[0]
    assert weighted([3, 3, 3], [0.2, 0.3, 0.5]) == (3, 3, 3)


# What a sentence is about: the cause is known, the sentence is expected.

def test_the_queen_behind_you(told):
    deal = spade_trick()
    elsewhere = [as_bits(read_cards(cards))[0] for cards in ("2C", "5S KS", "4S 4C", "QS 5C")]
    gone = [as_bits(read_cards(cards))[0] for cards in ("QS", "5S KS", "4S 4C", "5C 6C")]
    hands = np.array([elsewhere] * 61 + [gone] * 39, np.uint64)
    behind = [1] * 61 + [0] * 39
    kings = [13 * here for here in behind]
    table = told(deal, {"KS": kings, "5S": [0] * 100}, hands=hands, queen=[behind, [0] * 100], trick=[kings, [0] * 100],
                 points=[kings, [0] * 100], takes=[[1] * 100, [0] * 100])
    assert table.loc["K♠", "reason"] == "K♠ loses 7.9: in 61 % of the layouts the queen is behind you."
    assert table.loc["5♠", "reason"] == "Best by 7.9: with K♠ instead, in 61 % of the layouts the queen is behind you."


def test_the_queen_in_the_trick(told):
    deal = small("standard", "QS 2C", "5S KS", "3S 4C", "4S 5C", waits=(), opening="eldest", first_trick="free").play("QS")
    table = told(deal, {"KS": [13, 13], "5S": [0, 0]}, queen=[[1, 1], [0, 0]], trick=[[13, 13], [0, 0]],
                 points=[[13, 13], [0, 0]], takes=[[1, 1], [0, 0]])
    assert table.loc["K♠", "reason"] == "K♠ loses 13.0: you win the trick with the queen in it for certain (never after 5♠)."


def test_points_of_the_trick(told):
    table = told(spade_trick(), {"KS": [2, 3], "5S": [0, 0]}, trick=[[2, 3], [0, 0]], points=[[2, 3], [0, 0]],
                 takes=[[1, 1], [0, 0]], times=20)
    assert table.loc["K♠", "reason"] == (
        "K♠ loses 2.5: you win this trick for certain (never after 5♠) and pay 2.5 points more for it.")


def test_the_lead_and_what_it_costs(told):
    table = told(spade_trick(), {"KS": [2, 3, 2, 3, 0], "5S": [0] * 5}, points=[[2, 3, 2, 3, 0], [0] * 5],
                 takes=[[1, 1, 1, 1, 0], [0] * 5], times=20)
    assert table.loc["K♠", "reason"] == (
        "K♠ loses 2.0: you win this trick in 80 % of the layouts (never after 5♠), and having the lead costs 2.0 points later.")


def test_a_card_that_is_better_spent(told):
    table = told(spade_trick(), {"KS": [0, 0], "5S": [2, 3]}, points=[[0, 0], [2, 3]], takes=[[1, 1], [1, 1]], times=20)
    assert table.loc["5♠", "reason"] == "5♠ loses 2.5: keeping K♠ costs 2.5 points later."


def test_a_card_that_is_better_kept(told):
    table = told(spade_trick(), {"KS": [2, 3], "5S": [0, 0]}, points=[[2, 3], [0, 0]], times=20)
    assert table.loc["K♠", "reason"] == "K♠ loses 2.5: you will miss K♠, which costs 2.5 points later."


def test_a_moon_given_up(told):
    table = told(spade_trick(), {"KS": [0, 10], "5S": [10, 10]}, tables=[[19.5, 6.5], [6.5, 6.5]], moon=[[1, -1], [-1, -1]],
                 points=[[26, 10], [10, 10]])
    assert table.loc["5♠", "reason"] == "It need not matter: 11.5 behind K♠, which may be chance."
    table = told(spade_trick(), {"KS": [0] * 9 + [10], "5S": [10] * 10}, tables=[[19.5] * 9 + [6.5], [6.5] * 10],
                 moon=[[1] * 9 + [-1], [-1] * 10], points=[[26] * 9 + [10], [10] * 10])
    assert table.loc["5♠", "reason"] == "5♠ loses 20.7: you give up a moon that K♠ makes in 90 % of the layouts."


def test_a_moon_not_stopped(told):
    table = told(spade_trick(), {"KS": [1] * 10, "5S": [26] * 9 + [0]}, tables=[[6.5] * 10, [19.5] * 9 + [6.5]],
                 moon=[[-1] * 10, [3] * 9 + [-1]], points=[[1] * 10, [0] * 10])
    assert table.loc["5♠", "reason"] == (
        "5♠ loses 10.7: the player opposite shoots the moon in 90 % of the layouts (never after K♠).")


def test_a_bonus_card_lost(told):
    deal = small("omnibus", "3D 2C", "5D KD", "JD 4H", "4D 5C", waits=(), opening="eldest", first_trick="free",
                 target=None, deals=4).play("3D")
    table = told(deal, {"KD": [-10] * 9 + [0], "5D": [0] * 10}, bonus=[[-10] * 9 + [0], [0] * 10])
    assert table.loc["5♦", "reason"] == "5♦ loses 9.0: you never win J♦ (90 % after K♦)."


def test_a_pool_lost(told):
    deal = small("foster_sweep", "3S 2C", "5S KS", "QS 4C", "4S 5C").play("3S")
    table = told(deal, {"KS": [-1] * 10, "5S": [20] * 9 + [-1]}, points=[[1] * 10, [0] * 9 + [1]])
    assert table.loc["K♠", "reason"] == "K♠ loses 18.9: you never win from the pool (90 % after 5♠)."


@pytest.mark.parametrize("seed", range(20))
def test_the_parts_of_a_loss_add_up_to_it(seed):
    dice = np.random.default_rng(seed)
    game = ("standard", "omnibus", "foster_sweep", "foster_howell", "basic_1887", "hitting_moon")[seed % 6]
    deal = hl.Deal(hl.variant(game, pass_count=0), seed=seed)
    seat, shape = deal.to_play, (2, 30)
    prices = made(deal, {"2C": dice.normal(5, 4, 30), "3C": dice.normal(6, 4, 30)}, tables=dice.normal(5, 1, shape),
                  weights=dice.dirichlet(np.ones(30)), queen=dice.integers(0, 3, shape), trick=dice.integers(0, 9, shape),
                  points=dice.integers(0, 20, shape), takes=dice.random(shape) < 0.5, moon=dice.integers(-1, 4, shape),
                  bonus=-10 * dice.integers(0, 2, shape))
    here = coaching._moment(deal, seat)
    compared = coaching._compare(here, prices, 1, 0, 0.95)
    assert set(compared.parts) == set(remarks.PARTS)
    assert sum(compared.parts.values()) == pytest.approx(compared.loss)


# When it hardly matters.

def test_a_difference_that_may_be_chance_is_not_explained(told):
    table = told(spade_trick(), {"KS": [0, 9, 1, 4], "5S": [5, 1, 4, 2]})
    assert table["reason"].tolist() == [
        "It need not matter which card you play: all are within 0.5, which may be chance.",
        "It need not matter: 0.5 behind 5♠, which may be chance."]


def test_cards_that_come_to_the_same(told):
    deal = small("standard", "3S 2C AC", "5S 6S KS", "QS 4C 5C", "4S 6C 7C", waits=(), opening="eldest", first_trick="free")
    table = told(deal.play("3S"), {"KS": [3, 4], "5S": [0, 1], "6S": [0, 1]}, points=[[3, 4], [0, 1], [0, 1]], times=20)
    assert table.loc["6♠", "reason"] == "It comes to the same as 5♠."
    assert table.loc["5♠", "reason"] == "Best by 3.0: with K♠ instead, you will miss K♠, which costs 3.0 points later."
    table = told(deal.play("3S"), {"KS": [3, 4], "5S": [3, 4], "6S": [3, 4]})
    assert table.loc["K♠", "reason"] == "It makes no difference which card you play."


def test_a_few_cards_close_together(told):
    deal = small("standard", "3S 2C AC", "5S 6S KS", "QS 4C 5C", "4S 6C 7C", waits=(), opening="eldest", first_trick="free")
    trick = [[3, 4], [0, 1], [0, 2]]
    table = told(deal.play("3S"), {"KS": [3, 4], "5S": [0, 1], "6S": [1, 0.2]}, trick=trick, points=trick, times=20,
                 takes=[[1, 1], [0, 0], [0, 0]])
    assert table.loc["5♠", "reason"] == (
        "This or 6♠, it hardly matters; but with K♠ instead, you win this trick for certain (never after 5♠) and pay 3.0 "
        "points more for it.")


def test_the_only_card(told):
    assert told(spade_trick(), {"KS": [1, 2]})["reason"].tolist() == ["It is the only card you may play."]


# What is refused.

@pytest.mark.parametrize("how, part", [
    ({"seed": [1]}, "The seed must be a whole number"), ({"seed": 1.5}, "The seed must be a whole number"),
    ({"seed": -1}, "The seed must lie between"), ({"confidence": 95}, "A confidence lies between 0 and 1"),
    ({"confidence": [0.9]}, "A confidence lies between 0 and 1")])
def test_a_seed_or_a_confidence_that_is_none_is_refused_in_a_sentence(how, part):
    deal = small("standard", "3S 2C", "5S KS", "QS 4C", "4S 5C", waits=(), opening="eldest", first_trick="free")
    over = played(deal, "3S 5S QS 4S 4C 5C 2C KS")
    for ask in (lambda: hl.coach(deal, **how), lambda: hl.review(over, 0, **how)):
        with pytest.raises(ValueError, match=part):
            ask()
    if "seed" in how:
        with pytest.raises(ValueError, match=part):
            hl.skill_sheet(over, 0, **how)


def test_the_coach_refuses_what_is_no_choice():
    deal = hl.Deal("standard", seed=7)
    with pytest.raises(hl.DealError, match="looks at a deal, not at 'standard'"):
        hl.coach("standard")
    with pytest.raises(hl.DealError, match="say which one is yours"):
        hl.coach(deal)
    with pytest.raises(hl.DealError, match="seats are 0 to 3"):
        hl.coach(deal, 4)
    with pytest.raises(hl.DealError, match="is not over; a review looks at finished deals"):
        hl.review(deal, 0)
    with pytest.raises(hl.DealError, match="A review looks at a deal"):
        hl.review(hl.Match("standard"), 0)
    with pytest.raises(hl.DealError, match="No deal of this match is finished"):
        hl.skill_sheet(hl.Match("standard"), 0)
    first = hl.teaching_deal("first_deal")
    with pytest.raises(hl.DealError, match="The deal is over"):
        hl.coach(first)
    then = first.before_trick(3)
    with pytest.raises(hl.DealError, match=f"It is seat {then.to_play}'s turn"):
        hl.coach(then, (then.to_play + 1) % 4)
    hands = "AC KC", "2C 3H", "3C 4H", "4C 5H"
    choice = played(small("standard", *hands, moon="choice", opening="eldest"), "AC 2C 3C 4C KC 3H 4H 5H")
    with pytest.raises(hl.DealError, match="has shot the moon and chooses"):
        hl.coach(choice)


# A finished deal, looked at again.

@pytest.fixture
def priced(monkeypatch):
    """Prices drawn at random, but the same for the same moment; in the pass only one pass is looked at of its own accord."""
    asked = []

    def price(deal, seat, playouts, *, choices=(), hands=None, **_):
        asked.append((deal, seat, hands))
        dice = np.random.default_rng([len(deal.plays), seat, deal.number, hands is not None])
        if deal.phase == "pass":
            choices = [Cards(deal.hand(seat)[-deal.due :]), *choices]
        else:
            choices = [Cards([card]) for card in deal.legal_cards()]
        names = [cards.text for cards in choices]
        costs = {name: dice.normal(6, 1, 5) for name in dict.fromkeys(names)}
        return made(deal, costs, tables=dice.normal(6, 1, (len(costs), 5)))

    monkeypatch.setattr(coaching, "price_deal", price)
    return asked


def finished(game="standard", seed=1, **fields):
    return hl.Match(hl.variant(game, **fields), "cautious", seed).play_out(deals=1).deals[0]


@pytest.mark.parametrize("game", ["standard", "black_maria", "culbertson", "foster_howell", "cancellation"])
def test_the_review_has_each_decision_once_the_costliest_first(priced, game):
    deal = finished(game)
    seat = 1
    told = hl.review(deal, seat, progress=False)
    assert list(told.columns) == list(coaching.REVIEWED)
    assert told["loss"].is_monotonic_decreasing
    assert (told["loss"] >= 0).all()
    assert (told["open_loss"] >= 0).all()
    expected = {}
    then = hl.Deal(deal.rules, seed=1)
    if then.phase == "pass":
        expected[0] = str(deal.passes[seat])
        then = then.exchange(deal.passes)
    for player, card in deal.plays:
        if player == seat and len(then.legal_cards()) > 1:
            expected[len(then.tricks) + 1] = str(card)
        then = then.play(card)
    assert dict(zip(told["trick"], told["chosen"], strict=True)) == expected
    assert len(told) == len(expected)


def test_each_row_opens_the_deal_at_its_moment(priced):
    deal = finished()
    for row in hl.review(deal, 2, progress=False).itertuples():
        then = hl.read(row.text)
        if row.trick == 0:
            assert (row.decision, then.phase, str(deal.passes[2])) == ("pass", "pass", row.chosen)
            continue
        led = then.trick[0][1].suit if then.trick else None
        assert (then.to_play, len(then.tricks) + 1) == (2, row.trick)
        assert str(deal.plays[len(then.plays)][1]) == row.chosen
        suit = read_cards(row.chosen)[0].suit
        assert row.decision == ("lead" if led is None else "follow" if suit == led else "discard")


def test_open_losses_are_priced_with_the_hands_as_they_were(priced):
    hl.review(finished(), 2, progress=False)
    open_ones = [(then, hands) for then, _, hands in priced if hands is not None]
    assert len(open_ones) > 5
    assert all(hands == [*(then.hand(seat) for seat in range(4)), then.kitty] for then, hands in open_ones)


def test_a_skill_sheet_after_a_review_asks_for_nothing_anew(priced):
    deal = finished()
    whole = hl.review(deal, 2, progress=False)
    asked = len(priced)
    hl.skill_sheet(deal, 2, progress=False)
    assert asked > len(whole) and len(priced) == asked


def test_the_progress_is_told_and_can_stop_a_review(priced):
    heard, deal = [], finished()
    whole = hl.review(deal, 2, progress=lambda *counts: heard.append(counts))
    assert heard == [(i, len(whole)) for i in range(1, len(whole) + 1)]
    part = hl.review(deal, 2, progress=lambda done, _: done < 3)
    assert len(part) == 3
    assert part.sort_values("trick")["trick"].tolist() == sorted(whole["trick"])[:3]


# Luck and skill.

@pytest.mark.parametrize("game", ["standard", "omnibus", "foster_sweep", "hitting_moon", "basic"])
@pytest.mark.parametrize("seed", [1, 2])
def test_par_luck_and_mistakes_add_up_to_the_score(priced, game, seed):
    deal, seat = finished(game, seed), 3
    (row,) = hl.skill_sheet(deal, seat, progress=False).itertuples()
    assert row.score == deal.scores[seat]
    assert row.par + row.hand + row.play + row.mistakes == pytest.approx(row.score)
    losses = hl.review(deal, seat, progress=False)["loss"].sum()
    assert row.mistakes == pytest.approx(losses if deal.rules.low_wins else -losses)


def test_a_match_has_a_row_a_deal_and_one_for_all(priced):
    match = hl.Match("standard", "cautious", 3).play_out(deals=3)
    told = hl.skill_sheet(match, 1, progress=False)
    assert told["deal"].tolist() == [1, 2, 3, "all"]
    assert told["score"].tolist() == [*(deal.scores[1] for deal in match.deals), sum(deal.scores[1] for deal in match.deals)]
    for name in ("par", "hand", "play", "mistakes"):
        assert told[name].iloc[:3].sum() == pytest.approx(told[name].iloc[3])
    alone = hl.skill_sheet(match.deals[1], 1, progress=False)
    assert alone.iloc[0].tolist() == told.iloc[1].tolist()


def test_a_sheet_that_is_stopped_has_whole_deals_only(priced):
    match = hl.Match("standard", "cautious", 3).play_out(deals=3)
    asked = []
    told = hl.skill_sheet(match, 1, progress=lambda *counts: asked.append(counts) or len(asked) < 20)
    assert len(asked) == 20
    assert told["deal"].tolist() == [1, "all"]


def test_a_hand_that_must_play_its_first_card_is_priced_there(priced):
    deal = finished("standard", pass_count=0)
    seat = next(seat for seat in range(4) if "2C" in deal.dealt(seat))
    told = hl.skill_sheet(deal, seat, progress=False)
    assert priced[0][0].plays == ()
    assert told["hand"].iloc[0] != 0


# With prices of the coach's own.

GAMES = [("standard", 4), ("black_maria", 3), ("omnibus", 5), ("foster_sweep", 4), ("basic", 4)]


@pytest.mark.parametrize("game, seats", GAMES)
def test_unseen_cards_do_not_change_what_the_coach_says(game, seats, dice):
    deal, compared = from_hands(hl.variant(game, players=seats), dice.randrange(10**6), 1), 0
    seat = dice.randrange(seats)
    if deal.phase == "pass":
        other = next(filter(None, (lain_differently(deal, seat, dice) for _ in range(10))))
        pd.testing.assert_frame_equal(hl.coach(deal, seat), hl.coach(other, seat))
    deal = begun(deal, dice)
    while deal.phase == "play" and compared < 3:
        if len(deal.tricks) > 2 and len(deal.legal_cards()) > 1:
            found = filter(None, (lain_differently(deal, deal.to_play, dice) for _ in range(10)))
            if other := next((other for other in found if other != deal), None):
                pd.testing.assert_frame_equal(hl.coach(deal), hl.coach(other))
                compared += 1
        deal = deal.play(dice.choice(deal.legal_cards()))
    assert compared == 3


@pytest.mark.parametrize("game, seats", GAMES)
def test_the_same_seed_says_the_same(game, seats, dice):
    deal = play_randomly(hl.Deal(hl.variant(game, players=seats), seed=dice.randrange(10**6)), dice, 5)
    first = hl.coach(deal)
    coaching._prices.cache_clear()
    second, other = hl.coach(deal), hl.coach(deal, seed=2)
    pd.testing.assert_frame_equal(first, second)
    assert len(first) == 1 or first["score"].tolist() != other["score"].tolist()
    assert sorted(first["card"]) == sorted(other["card"]) == sorted(map(str, deal.legal_cards()))


@pytest.mark.parametrize("spread, asked", [(0.1, [coaching.FIRST]), (9.0, [coaching.FIRST, coaching.MOST])])
def test_more_layouts_are_asked_for_while_a_loss_is_not_told_closely(monkeypatch, spread, asked):
    playouts, dice = [], np.random.default_rng(1)

    def price(deal, seat, number, **_):
        playouts.append(number)
        return made(deal, {"KS": dice.normal(5, spread, 40), "5S": dice.normal(5, spread, 40)})

    monkeypatch.setattr(coaching, "price_deal", price)
    deal = hl.Deal("standard", seed=7, number=4)
    hl.coach(deal)
    assert playouts == asked


@pytest.mark.parametrize("game, seats", [("standard", 3), ("black_maria_omnibus", 3), ("foster_howell", 3)])
def test_where_the_hands_are_certain_a_card_costs_what_the_solver_says(game, seats, dice):
    rules, found = hl.variant(game, players=seats), 0
    while found < 3:
        deal = begun(hl.Deal(rules, seed=dice.randrange(10**6)), dice)
        deal = play_randomly(deal, dice, (rules.hand_size - 3) * seats + dice.randrange(2 * seats))
        if len(deal.legal_cards()) == 1:
            continue
        possible = price_deal(deal, playouts=3_000, equally=True, sure=0).hands  # the unlikely layouts too
        if len(np.unique(possible, axis=0)) > 1:
            continue
        told, best = hl.coach(deal).set_index("card"), hl.solve(deal)
        for card, scores in best.cards.items():
            row = told.loc[str(card)]
            assert (row["score"], row["low"], row["high"]) == (scores[deal.to_play],) * 3, deal.text
        found += 1


@pytest.mark.parametrize("seat", range(4))
def test_scattered_cards_are_priced_for_the_players_who_got_them(seat, monkeypatch):
    monkeypatch.setattr(coaching, "MOST", coaching.FIRST)
    deal = finished("standard", 5, pass_cycle=("scatter",))
    told = hl.review(deal, seat, progress=False).set_index("trick")
    assert told.loc[0, "chosen"] == str(deal.passes[seat])
    assert told.loc[0, "loss"] >= 0
