"""Notebook 21: mistakes named and priced by two looks, what stands behind a price, and what is saved."""

import numpy as np
import pandas as pd
import pytest
from setting import small
from test_coaching import made

import hearts_lab as hl
from hearts_lab import notebooks
from hearts_lab.analyses import mistakes, pricing
from hearts_lab.cards import read_cards

SET = {parameter.name: parameter.value for parameter in notebooks.parameters(notebooks.find("21_the_coach"))}


# What a mistake is called.

def leads(hand, *others):
    """Seat 0 leads from this hand."""
    return small("standard", hand, *others, waits=(), opening="eldest", first_trick="free")


def follows(hand, led, *others):
    """Seat 3 leads a card, and seat 0 plays next."""
    deal = small("standard", hand, *others, waits=(), opening="eldest", first_trick="free", number=4)
    return deal.play(led)


HIDDEN_QUEEN = ("QS 2D 3D", "4C 4D 5D", "5C 6D 7D")
MINE = ("2S 2D 3D", "4C 4D 5D", "5C 6D 7D")
LEADS = [
    ("QS 2C AC", MINE, "QS", "2C", (0.5, 0), "leads the queen"),
    ("KS 2C AC", HIDDEN_QUEEN, "KS", "2C", (0.9, 0), "leads a spade above the queen while she is out"),
    ("QS 3S AC", MINE, "3S", "AC", (0.9, 0.9), "leads a spade with the queen in his hand"),
    ("QS 2C AC", MINE, "2C", "AC", (0, 0.9), "leads the wrong card with the queen in his hand"),
    ("3S 2C AC", HIDDEN_QUEEN, "2C", "3S", (0, 0), "does not lead a spade to force out the queen"),
    ("KS 3S AC", HIDDEN_QUEEN, "3S", "AC", (0, 0.9), "leads a spade below the queen at the wrong time"),
    ("KS 2C 9H", HIDDEN_QUEEN, "9H", "2C", (0.5, 0), "leads a heart at the wrong time"),
    ("KS 2C AC", HIDDEN_QUEEN, "AC", "2C", (0.9, 0), "leads a high card where a low one would do"),
    ("KS 2C AC", HIDDEN_QUEEN, "2C", "AC", (0, 0.9), "leads a low card where a high one is cheaper"),
    ("8D 2C AC", HIDDEN_QUEEN, "8D", "2C", (0, 0), "leads the wrong suit"),
    ("8D 2C 3C", HIDDEN_QUEEN, "3C", "2C", (0, 0), "leads the wrong card of the right suit"),
]
FOLLOWS = [
    ("QS 3S 2C", "KS", "3S", "QS", (0, 0), "keeps the queen when he could be rid of her"),
    ("QS 3S 2C", "JS", "QS", "3S", (0.9, 0), "plays the queen where she stays with him"),
    ("KS 3S 2C", "4S", "KS", "3S", (0.9, 0), "plays a spade above the queen while she is out"),
    ("9D 3D 2C", "4D", "9D", "3D", (0.9, 0), "takes a trick that he could duck"),
    ("9D 3D 2C", "4D", "3D", "9D", (0, 0.9), "ducks a trick that he should win"),
    ("AD KD 2C", "4D", "KD", "AD", (1, 1), "wins the trick with the wrong card"),
    ("9D 3D 2C", "JD", "3D", "9D", (0, 0), "ducks low and keeps his high card"),
    ("9D 3D 2C", "JD", "9D", "3D", (0, 0), "ducks high and misses that card later"),
]
DISCARDS = [
    ("QS AH 2C", "2C", "QS", "keeps the queen when he could throw her"),
    ("QS AH 2C", "QS", "AH", "throws the queen at the wrong time"),
    ("KS 9H 2C", "9H", "KS", "keeps a spade above the queen when he could throw it"),
    ("KS 3S AC", "3S", "AC", "throws small spades that guard"),
    ("3S 9H AC", "AC", "9H", "throws a harmless card and keeps one that costs points"),
    ("3S 9H AC", "9H", "AC", "throws a point and keeps a dangerous card"),
    ("3S 2C AC", "2C", "AC", "throws a low card and keeps a high one"),
    ("3S 2C AC", "AC", "2C", "throws another wrong card"),
]
PASSES = [
    ("QS KS 3S 2C 5C 9D KD JH 2H 3D 4D 6C 7C", "2C 3D 4D", "QS 3D 4D", "keeps the queen that he should pass"),
    ("QS 9S 8S 4S 3S 2C 5C 9D KD JH 2H 3D 4D", "QS 3D 4D", "KD 3D 4D", "passes the queen that he should keep"),
    ("KS 3S 2C 5C 9D KD JH 2H 3D 4D 6C 7C 8C", "2C 3D 4D", "KS 3D 4D", "keeps a spade above the queen that he should pass"),
    ("KS 3S 2C 5C 9D KD JH 2H 3D 4D 6C 7C 8C", "3S KD JH", "9D KD JH", "passes small spades that guard"),
    ("4S 3S 2C 5C 9D KD JH 2H 3D 4D 6C 7C 8C", "2C KD 9D", "JH KD 9D", "keeps a high heart that he should pass"),
    ("4S 3S 2C 5C 9D KD JH 2H 3D 4D 6C 7C 8C", "2C 9D 2H", "KD 9D 2H", "passes low cards and keeps high ones"),
    ("4S 3S 2C 5C 9D KD JH 2H 3D 4D 6C 7C 8C", "KD 9D 2H", "2C 9D 2H", "passes other wrong cards"),
]


@pytest.mark.parametrize(("hand", "others", "chosen", "best", "takes", "words"), LEADS)
def test_a_lead_is_called_by_its_mistake(hand, others, chosen, best, takes, words):
    deal = leads(hand, *others)
    assert mistakes.kind(deal, 0, read_cards(chosen), read_cards(best), takes) == words


@pytest.mark.parametrize(("hand", "led", "chosen", "best", "takes", "words"), FOLLOWS)
def test_a_card_of_the_suit_led_is_called_by_its_mistake(hand, led, chosen, best, takes, words):
    queen = "8S" if "QS" in hand else "QS"
    deal = follows(hand, led, f"5C {queen} 2D", "6C 7C 5D", f"8C 9C {led}")
    assert mistakes.kind(deal, 0, read_cards(chosen), read_cards(best), takes) == words


@pytest.mark.parametrize(("hand", "chosen", "best", "words"), DISCARDS)
def test_a_discard_is_called_by_its_mistake(hand, chosen, best, words):
    queen = "8S" if "QS" in hand else "QS"
    deal = follows(hand, "7D", f"5C {queen} 2D", "6C 7C 5D", "8C 9C 7D")
    assert mistakes.kind(deal, 0, read_cards(chosen), read_cards(best)) == words


@pytest.mark.parametrize(("hand", "chosen", "best", "words"), PASSES)
def test_a_pass_is_called_by_its_mistake(hand, chosen, best, words):
    rules = hl.variant("standard")
    rest = [card.text for card in rules.pack if card.text not in hand.split()]
    deal = hl.Deal(rules, hands=[hand, rest[:13], rest[13:26], rest[26:]])
    assert mistakes.kind(deal, 0, read_cards(chosen), read_cards(best)) == words


def test_every_kind_is_tried_here():
    tried = {row[-1] for row in (*LEADS, *FOLLOWS, *DISCARDS, *PASSES)}
    assert tried == {words for kinds in mistakes.KINDS.values() for words, _ in kinds}


def test_a_game_without_a_dear_spade_knows_no_queen():
    deal = small("basic", "KS 2C AC", "QS 2D 3H", "4C 4D 5D", "5C 6D 7D", waits=(), opening="eldest")
    words = mistakes.kind(deal, 0, read_cards("KS"), read_cards("2C"), (0.9, 0))
    assert words == "leads a high card where a low one would do"


# Two looks.

@pytest.fixture
def looks(monkeypatch):
    """The cards of seat 0 cost, in one look and in the other, what is set here; a look is one layout."""
    costs = {}

    def price(deal, seat, playouts, *, seed, **_):
        names = [card.text for card in deal.legal_cards()]
        return made(deal, {name: [costs.get(name, (9, 9))[seed % 2]] for name in names})

    monkeypatch.setattr(mistakes, "price_deal", price)
    return costs


def of_one_deal():
    """A run of one deal, the first card that seat 0 chose in it, and another that it might have chosen."""
    run = hl.simulate(hl.variant("standard", pass_count=0), "cautious", 1, seed=11, compiled=False)
    then = hl.Deal(run.rules, seed=11)
    for player, card in run.deal(1).plays:
        if player == 0 and len(then.legal_cards()) > 1:
            return run, card, next(other for other in then.legal_cards() if other != card)
        then = then.play(card)


def test_one_look_finds_the_mistake_and_the_other_prices_it(looks):
    run, first, other = of_one_deal()
    looks.update({first.text: (5, 1), other.text: (2, 4)})
    table = mistakes.priced(run)
    moment = table[table["trick"] == table["trick"].min()]
    assert set(moment["chosen"]) == {str(first)}
    assert moment["best"].tolist() == [str(other), str(first)]
    assert moment["loss"].tolist() == [1 - 4, 0]
    assert moment["kind"].iloc[0] != mistakes.FINE
    assert moment["kind"].iloc[1] == mistakes.FINE


def test_prices_made_of_chance_alone_cost_nothing(monkeypatch):
    dice = np.random.default_rng(7)

    def price(deal, seat, playouts, **_):
        return made(deal, {card.text: dice.normal(6, 3, 4) for card in deal.legal_cards()})

    monkeypatch.setattr(mistakes, "price_deal", price)
    run = hl.simulate(hl.variant("standard", pass_count=0), "cautious", 40, seed=3, progress=False)
    found = mistakes.ranked(mistakes.priced(run, progress=False)).iloc[0]
    assert abs(found.loss) < 2 * (found.high - found.loss)  # four standard errors
    assert found.high - found.loss < 2 < 0.5 * found.times  # one look alone would find a loss of a point at each of them


def test_a_mistake_has_two_rows_and_only_real_choices_are_priced(looks):
    run, *_ = of_one_deal()
    then, expected = hl.Deal(run.rules, seed=11), 0
    for player, card in run.deal(1).plays:
        expected += player == 0 and len(then.legal_cards()) > 1
        then = then.play(card)
    table = mistakes.priced(run)
    assert len(table) == 2 * expected
    assert (table["kind"] == mistakes.FINE).all()


def test_pricing_stops_when_it_is_told_to(looks):
    run = hl.simulate(hl.variant("standard", pass_count=0), "cautious", 5, seed=11, progress=False)
    assert mistakes.priced(run, progress=lambda done, total: done < 2)["deal"].unique().tolist() == [1, 2]


# What it comes to.

def test_kinds_are_ranked_by_points_a_deal():
    rows = [(1, 3, "lead", "a", 4.0), (1, 3, "lead", "a", 2.0), (2, 5, "lead", "b", 1.0), (2, 5, "lead", mistakes.FINE, 0.0),
            (3, 6, "discard", "c", 9.0), (3, 6, "discard", "c", 9.0)]
    table = pd.DataFrame(rows, columns=["deal", "trick", "decision", "kind", "loss"])
    found = mistakes.ranked(table)
    assert found["kind"].tolist() == ["all", "all", "all", "c", "a", "b", mistakes.FINE]
    assert found["decision"].tolist()[:3] == ["all", "lead", "discard"]
    assert found["loss"].tolist() == pytest.approx([12.5 / 3, 3.5 / 3, 3, 3, 1, 0.5 / 3, 0])
    assert found["times"].tolist() == pytest.approx([1, 2 / 3, 1 / 3, 1 / 3, 1 / 3, 1 / 6, 1 / 6])
    assert found["each"].tolist() == pytest.approx([12.5 / 3, 1.75, 9, 9, 3, 1, 0])
    c = found[found["kind"] == "c"].iloc[0]
    error = 4.302653 * np.std([0, 0, 9], ddof=1) / np.sqrt(3)  # Student's t, two degrees of freedom
    assert (c.low, c.high) == pytest.approx((3 - error, 3 + error))
    assert mistakes.costly(found)["kind"].tolist() == ["c", "a", "b"]


def test_prices_are_held_against_scores():
    found = mistakes.behind("random", "cautious", 300, 5)
    beside = []
    for name in ("random", "cautious"):
        scores = hl.simulate("standard", [name, *["cautious"] * 3], 300, 5, progress=False).scores
        table = scores.pivot(index="deal", columns="seat", values="score")
        beside.append(table[0] - table.mean(axis=1))
    assert found[0] == pytest.approx((beside[0] - beside[1]).mean())
    assert 0 < found[1] < found[0] < found[2]


# What is saved.

@pytest.mark.parametrize("player", sorted(mistakes.saved()["player"].unique()))
def test_saved_kinds_add_up(player):
    table = mistakes.saved(player)
    whole, sorts, kinds = table.iloc[0], table.query("kind == 'all' and decision != 'all'"), table.query("kind != 'all'")
    for part in (sorts, kinds):
        assert part[["loss", "times"]].sum().tolist() == pytest.approx([whole.loss, whole.times], abs=0.005)
    known = {(decision, words) for decision, found in mistakes.KINDS.items() for words, _ in found}
    known |= {(decision, mistakes.FINE) for decision in mistakes.KINDS}
    assert set(zip(kinds["decision"], kinds["kind"], strict=True)) <= known
    assert (table["low"] <= table["loss"]).all()
    assert (table["loss"] <= table["high"]).all()
    assert kinds["loss"].is_monotonic_decreasing
    assert set(table["deals"]) == {mistakes.DEALS}


def test_what_is_saved_is_small_and_no_price_in_it_flatters_itself():
    assert mistakes.RESULTS.stat().st_size < 100_000
    beginner = mistakes.saved("beginner")
    assert beginner.iloc[0].low > 5
    fine = beginner[beginner["kind"] == mistakes.FINE]["loss"].sum()
    assert abs(fine) < 0.3
    with pytest.raises(ValueError, match="No mistakes of 'nobody' are saved"):
        mistakes.saved("nobody")


def test_results_are_saved_in_place_of_those_of_the_same_player(monkeypatch, tmp_path, capsys):
    def measured(player, deals):
        return pd.DataFrame({"player": [player], "decision": "all", "kind": "all", "loss": float(deals), "deals": deals,
                             "seed": 1, "playouts": 1})

    monkeypatch.setattr(mistakes, "RESULTS", tmp_path / "mistakes.csv")
    monkeypatch.setattr(mistakes, "measured", measured)
    mistakes._read.cache_clear()
    try:
        mistakes.main(["a", "b", "--deals", "3"])
        mistakes.main(["a", "--deals", "4"])
        assert mistakes.saved().set_index("player")["loss"].to_dict() == {"b": 3, "a": 4}
    finally:
        mistakes._read.cache_clear()
    assert "4.0" in capsys.readouterr().out


def test_a_deal_measured_is_priced_in_the_seat_of_the_player():
    table = mistakes.measured("beginner", 2, 5, playouts=20, progress=False)
    assert table["player"].unique().tolist() == ["beginner"]
    assert table.iloc[0].times <= 13 + 1
    assert table["deals"].unique().tolist() == [2]


# Behind a price.

def test_a_card_lies_with_each_other_player_as_often_as_it_should():
    deal = hl.read(SET["position"])
    table = pricing.whereabouts(deal, SET["watched"], playouts=6_000)
    for _, part in table.groupby("layouts"):
        assert part["share"].sum() == pytest.approx(1)
        assert len(part) == 3
    alike = table[table["layouts"] == pricing.ALIKE]
    held = np.array([len(deal.hand(seat)) for seat in (1, 2, 3)])
    chance = held / held.sum()  # nobody has shown a void of spades
    assert not any("S" in deal.voids(seat) for seat in (1, 2, 3))
    assert (np.abs(alike["share"] - chance) < 4.5 * np.sqrt(chance * (1 - chance) / 2_000)).all()
    assert alike["behind"].tolist() == [True, False, False]
    with pytest.raises(ValueError, match="is no card that seat 0 wonders about"):
        pricing.whereabouts(deal, "KS")


def test_more_playouts_make_the_interval_narrower():
    deal = hl.read(SET["position"])
    table = pricing.precision(deal, "KS", [6_000, 300])
    assert table["playouts"].tolist() == [300, 6_000]
    assert table["layouts"].is_monotonic_increasing
    widths = table["high"] - table["low"]
    assert widths.iloc[1] < widths.iloc[0] / 2
    coach = hl.coach(deal).set_index("card").loc["K♠", "loss"]
    assert table["low"].iloc[1] - 0.3 < coach < table["high"].iloc[1] + 0.3


def test_strength_is_told_where_it_is_saved(monkeypatch, tmp_path):
    monkeypatch.setattr(pricing, "STRENGTH", tmp_path / "strength.csv")
    assert pricing.strength("budget") is None
    rows = [("budget", "thinker", 800, "expert", "1 against 3", "own less others", -2.0, -3.0, -1.0, 16),
            ("budget", "thinker", 800, "expert", None, "median ms a card", 9.0, None, None, 16)]
    columns = ["section", "player", "playouts", "other", "seats", "measure", "value", "low", "high", "deals"]
    pd.DataFrame(rows, columns=columns).to_csv(pricing.STRENGTH, index=False)
    (row,) = pricing.strength("budget").itertuples(index=False)
    assert (row.lead, row.low, row.high, row.deals) == (2, 1, 3, 16)
    assert pricing.strength("openspiel") is None


# What the notebook says.

def test_king_of_spades_is_the_dear_card_of_the_position():
    table = hl.coach(hl.read(SET["position"])).set_index("card")
    assert table["loss"].idxmax() == "K♠"
    assert table.loc["K♠", "low"] > table.drop("K♠")["high"].max()
    assert "the queen is behind you" in table.loc["K♠", "reason"]
    led = hl.read(SET["position"]).trick[0]
    assert led[0] == 2  # opposite
    assert str(led[1]) == "J♠"


def test_the_reviewed_deal_has_a_good_card_that_ended_badly_and_a_mistake_forgiven():
    line = [SET["player"], *[SET["others"]] * 3]
    deal = hl.simulate(SET["game"], line, SET["reviewed"], SET["seed"], progress=False).deal(SET["reviewed"])
    table = hl.review(deal, 0, progress=False)
    luck = table["open_loss"] - table["loss"]
    assert luck[table["loss"] < mistakes.CLEAR].max() > 2
    assert luck[table["loss"] > 1].min() < -1
