"""The thinking player: legal in every game, the same for a seed, stronger than its own policy; and it knows the match."""

import numpy as np
import pytest
from setting import TABLES, begun, everything, play_randomly, played, small

import hearts_lab as hl
from hearts_lab import search, stakes
from hearts_lab.deal import DealError
from hearts_lab.estimates import weighted
from hearts_lab.players import choose, told
from hearts_lab.playouts import until

QUICK = "thinker+playouts=40"


@pytest.mark.parametrize("game, players", TABLES)
def test_it_plays_every_game_at_every_table(game, players):
    """The loop checks each card; the scores are those of the very deal played again at the table."""
    run = hl.simulate(game if players == 4 else hl.variant(game, players=players), [QUICK] * players, deals=1, seed=players,
                      progress=False)
    assert run.settled[0, 0].tolist() == list(run.deal(1).scores)


HOUSES = [dict(pass_cycle="scatter"), dict(opening="holder_any_club", kitty="first"), dict(forbidden_pass="QS hearts"),
          dict(forced_play="queen", lead_escape="pass_left"), dict(moon="choice", moon_fallback=True),
          dict(moon="new", points={"JD": -10}), dict(kitty="last", kitty_peek=True), dict(no_trick_bonus=-5, exact_target=50),
          dict(waits="hearts QS", lead_escape="penalties")]


@pytest.mark.parametrize("fields", HOUSES, ids=lambda fields: " ".join(fields))
def test_it_plays_house_rules(fields):
    players = 5 if "kitty" in fields else 4
    run = hl.simulate(hl.variant("standard", players=players, **fields), [QUICK] * players, deals=3, seed=4, progress=False)
    assert len(run) == 3


def test_the_same_seed_gives_the_same_play():
    """The budget is a number of playouts, so no clock changes a card; and a pass asked for anew is the same pass."""
    first = hl.simulate("standard", [QUICK, "expert", QUICK, "cautious"], deals=4, seed=8, progress=False)
    assert search._passed.cache_info().hits, "a pass is thought about once"
    search._passed.cache_clear()
    again = hl.simulate("standard", [QUICK, "expert", QUICK, "cautious"], deals=4, seed=8, progress=False)
    assert (first.plays == again.plays).all() and (first.passes == again.passes).all()


def test_other_seeds_lay_the_cards_out_otherwise(dice):
    deal = play_randomly(hl.Deal("standard", seed=3), dice, plies=9)
    a, b, c = (search.price_deal(deal, playouts=100, seed=seed, equally=True) for seed in (1, 1, 2))
    assert (a.scores == b.scores).all() and (a.hands == b.hands).all()
    assert a.hands.shape != c.hands.shape or (a.hands != c.hands).any()


@pytest.mark.parametrize("game, seed", [("standard", 31), ("black_maria", 32)])
def test_it_beats_its_own_policy(game, seed):
    """One against three on the same deals in every seat, with a third of its usual budget (SEARCH, the gate)."""
    deals, gained = 32, []
    for seat in range(4):
        line = ["expert"] * 4
        line[seat] = "thinker+playouts=1000"
        scores = hl.simulate(game, line, deals=deals, seed=seed, progress=False).settled[:, 0]
        gained.append(scores[:, seat] - np.delete(scores, seat, axis=1).mean(axis=1))
    gained = np.mean(gained, axis=0)
    error = gained.std(ddof=1) / np.sqrt(deals)
    print(f"{game}, seed {seed}: {gained.mean():.2f} ± {error:.2f}")
    assert gained.mean() + 2 * error < 0


@pytest.mark.parametrize("many", [1, 2, 3, 7, 13, 26])
def test_the_budget_is_kept(many):
    """A race plays out no more than it may, or else each choice once a round."""
    playouts, rounds, left, spent = 500, max(1, int(np.ceil(np.log2(many)))), many, 0
    for _ in range(rounds):
        spent += left * max(1, playouts // (rounds * left))
        left = (left + 1) // 2
    assert spent <= playouts
    assert until(many, playouts, False) <= playouts
    assert until(many, playouts, True) == playouts // many


def test_a_card_drops_a_plan_only_if_it_is_worse_than_chance_explains():
    """Four cards in two plans: the second plan of 3 is plainly worse, of 7 plainly better, of 9 the same, of 11 luck."""
    dice = np.random.default_rng(5)
    cards, plans, often = np.array([3, 7, 9, 11] * 2), np.repeat([0, 1], 4), dice.integers(1, 4, 200)
    worth = np.concatenate([dice.normal(size=(4, 200))] * 2)
    worth[4] += 1 + dice.normal(size=200)
    worth[5] -= 1 + dice.normal(size=200)
    worth[7] = dice.permutation(worth[7])
    assert np.flatnonzero(search._outdone(cards, plans, worth, often)).tolist() == [1, 4, 6]


def test_without_the_worse_plans_there_are_more_layouts_and_the_same_prices(monkeypatch):
    """The prices of one decision, with both plans of each card to the end and without; both intervals hold (99.9 %)."""
    deal = hl.Match("standard", "expert", 2).play_out(deals=1).deals[0].before_trick(2)
    quick = search.price_deal(deal, playouts=20_000, equally=True)
    monkeypatch.setattr(search, "LAYOUTS", 10**9)
    plain = search.price_deal(deal, playouts=20_000, equally=True, seed=2)
    assert len(quick.weights) > 1.3 * len(plain.weights) and quick.choices == plain.choices
    for few, more in zip(plain.scores - plain.tables, quick.scores - quick.tables, strict=True):
        (_, low, high), (_, least, most) = (weighted(*pair, 0.999) for pair in ((few, plain.weights), (more, quick.weights)))
        assert low <= most and least <= high


def test_two_threads_share_the_layouts_and_tell_the_same_each_time(dice):
    deal = play_randomly(hl.Deal("standard", seed=7, number=4), dice, plies=8)
    first, again = (search.price_deal(deal, playouts=search.HALVED, equally=True) for _ in range(2))
    assert (first.scores == again.scores).all() and (first.hands == again.hands).all()
    half = len(first.hands) // 2
    lower, upper = ({hands.tobytes() for hands in part} for part in (first.hands[:half], first.hands[half:]))
    assert len(lower & upper) < half / 10, "each half has draws of its own"


def test_prices_say_what_happens_in_the_open_trick():
    """Seat 1 is last to a spade trick with the queen in it: A♠ takes her now, 2♠ does not."""
    hands = ["3S 4C 9D", "2S AS 5D", "QS 6C 8D", "KS 7C 2D"]
    deal = small("standard", *hands, waits=(), opening="eldest", first_trick="free", moon="none", number=3)
    deal = played(deal, "QS KS 3S")
    prices = search.price_deal(deal, playouts=200, equally=True)
    assert [str(cards) for cards in prices.choices] == ["2♠", "A♠"]
    two, ace = 0, 1
    assert prices.takes[ace].all() and not prices.takes[two].any()
    assert (prices.queen[ace] == 1).all() and (prices.queen[two] == 0).all()
    assert (prices.trick[ace] == 13).all() and (prices.trick[two] == 0).all()
    assert (prices.scores[ace] == prices.points[ace] + prices.bonus[ace]).all()


def test_a_sure_moon_is_priced_as_one():
    deal = everything("standard").before_trick(11)
    prices = search.price_deal(deal, playouts=200, equally=True)
    best = ((prices.scores - prices.tables) @ prices.weights).argmin()
    assert (prices.moon[best] == deal.to_play).all() and (prices.scores[best] == 0).all()
    assert (prices.tables[best] == 3 * 26 / 4).all()


def test_the_true_layout_can_be_priced_alone(dice):
    deal = play_randomly(hl.Deal("black_maria", seed=6), dice, plies=14)
    prices = search.price_deal(deal, playouts=100, equally=True, hands=[deal.hand(seat) for seat in range(4)])
    for seat in range(4):
        assert {int(hand) for hand in prices.hands[:, seat]} == {sum(1 << card for card in deal.hand(seat))}
    assert len({tuple(scores) for scores in prices.scores.T}) > 1, "its players vary"


def test_what_cannot_be_priced_is_refused(dice):
    with pytest.raises(DealError, match="over"):
        search.price_deal(play_randomly(hl.Deal("basic", seed=1), dice))
    deal = hl.Deal("standard", seed=1)
    with pytest.raises(ValueError, match="seed"):
        search.price_deal(deal, 0, seed=-1)
    deal = begun(deal, dice)
    with pytest.raises(DealError, match="turn"):
        search.price_deal(deal, (deal.to_play + 1) % 4)
    view = deal.view(deal.to_play).record
    view.hand = np.uint64(int(view.hand) & int(view.hand) - 1)  # one card more than anybody can hold
    with pytest.raises(DealError, match="cannot lie"):
        search.price(view, told(deal, deal.to_play), 100)
    with pytest.raises(DealError, match="cannot lie"):
        search.price(view, told(deal, deal.to_play), 20_000, equally=True)
    for many in (0, 2.5, True):
        with pytest.raises(DealError, match="number of playouts"):
            search.price_deal(deal, playouts=many)


# The match.

def record(before, *, game="standard", number=5):
    return hl.variant(game).record, np.array([*before, *[0] * 7]), number


@pytest.mark.parametrize("before", [(0, 0, 0, 0), (90, 40, 60, 20), (99, 98, 97, 96), (50, 50, 90, 91)])
def test_the_shares_of_a_win_add_up_to_one(before):
    rules, totals, number = record(before)
    for scores in ([13, 13, 0, 0], [0, 26, 0, 0], [1, 5, 10, 10]):
        shares = [stakes.share_of_win(rules, totals, np.array(scores), seat, number) for seat in range(4)]
        assert sum(shares) == pytest.approx(1) and min(shares) >= 0


def test_the_share_of_a_win_is_near_what_experts_win():
    """Matches of four experts from drawn totals, seed 12: the softmax is rough, but within a tenth."""
    dice, off = np.random.default_rng(12), []
    for game in ("standard", "black_maria"):
        rules = hl.variant(game)
        for totals in dice.integers(0, rules.target, (12, 4)):
            seed, start = int(dice.integers(1, 10**6)), tuple(map(int, totals))
            run = hl.play_matches(game, "expert", matches=200, seed=seed, before=start, progress=False)
            before, nothing = np.array([*totals, *[0] * 7]), np.zeros(4, np.int64)
            told_ = [stakes.share_of_win(rules.record, before, nothing, seat, 2) for seat in range(4)]
            off.append(run.shares.mean(axis=0) - told_)
    assert np.sqrt(np.mean(np.square(off))) < 0.1


def test_points_count_until_the_deal_may_be_the_last():
    rules, far, number = record((10, 20, 30, 40))
    assert stakes.worth(rules, far, np.array([6, 10, 10, 0]), 0, number) == pytest.approx(6 - 6.5)
    rules, near, number = record((80, 99, 79, 40))
    ends_behind = stakes.worth(rules, near, np.array([0, 26, 0, 0]), 0, number)
    goes_on = stakes.worth(rules, near, np.array([13, 0, 13, 0]), 0, number)
    assert goes_on < ends_behind, "13 points that keep the match going are better than none that end it behind"


def test_it_would_rather_take_the_queen_than_end_the_match_behind():
    """Seat 1, at 99, is winning the queen; then the match is over and seat 3, at 45, has won it. 5♣ takes her instead."""
    hands, fields = ["3C 5C", "4C 9D", "QS 8D", "2S 7D"], dict(opening="eldest", first_trick="free", moon="none", number=2)
    deal = played(small("standard", *hands, **fields), "4C QS 2S")
    late = played(hl.Deal(deal.rules, hands=hands, number=2, before=(50, 99, 70, 45)), "4C QS 2S")
    assert str(choose("thinker", deal, 0)[0]) == "3♣"
    assert str(choose("thinker", late, 0)[0]) == "5♣"
