"""Is it fair: tallies, the dealing tested, hidden cards moved and the same deal from every seat, against naive readings."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise, permutations, product
from math import comb

import numpy as np
import pytest

import hearts_lab as hl
from hearts_lab import estimates, notebooks, players
from hearts_lab.analyses import duplicate, fairness, hidden, skill
from hearts_lab.cards import DECK

NOTEBOOK = notebooks.find("22_is_it_fair")
SET = {parameter.name: parameter.value for parameter in notebooks.parameters(NOTEBOOK)}
SEEDS = (SET["my_seed"], 2026)
THINKER = f"thinker+playouts={SET['playouts']}"
QUARTER = Fraction(1, 4)


# A tally.


def ways(hits: int, deals: int, chance: Fraction) -> Fraction:
    return comb(deals, hits) * chance**hits * (1 - chance) ** (deals - hits)


@pytest.mark.parametrize(("hits", "deals", "chance"), [(0, 1, QUARTER), (9, 36, QUARTER), (19, 50, QUARTER),
                                                       (5, 12, Fraction(1, 3)), (20, 20, QUARTER)])
def test_a_tally_is_judged_by_the_exact_chances(hits, deals, chance):
    tally, each = fairness.Tally(hits, deals, chance), [ways(k, deals, chance) for k in range(deals + 1)]
    assert sum(each) == 1
    assert tally.due == pytest.approx(float(sum(k * one for k, one in enumerate(each))))
    assert tally.at_least == pytest.approx(float(sum(each[hits:])))
    assert tally.at_most == pytest.approx(float(sum(each[: hits + 1])))
    assert tally.surprise == pytest.approx(float(sum(one for one in each if one <= each[hits])))
    table = tally.chances().set_index("hits")
    assert table.loc[hits, "side"] == "as many or more"
    for k, row in table.iterrows():
        assert row["chance"] == pytest.approx(float(each[k]))
        assert (row["side"] == "as many or more") == (k >= hits)
    assert table["chance"].sum() > 0.98 or hits == deals


def test_the_exact_interval_holds_the_chances_that_do_not_make_a_tally_surprising():
    share, low, high = fairness.Tally(9, 36, QUARTER).interval()
    assert share == 0.25
    assert float(sum(ways(k, 36, Fraction(low)) for k in range(9, 37))) == pytest.approx(0.025)
    assert float(sum(ways(k, 36, Fraction(high)) for k in range(10))) == pytest.approx(0.025)


def test_a_tally_says_whether_it_is_many_or_few():
    assert str(fairness.Tally(13, 36, 0.25)).endswith("gives that many or more in 9.2 % of such tallies.")
    assert "that many or fewer in" in str(fairness.Tally(5, 36, 0.25))
    few, lots = fairness.Tally(5, 36, QUARTER), fairness.Tally(12, 36, QUARTER)
    assert fairness.compared({"a": few, "b": lots})["came"].tolist() == [5, 12]


@pytest.mark.parametrize(("chance", "words"), [(1.0, "100 %"), (0.25, "25 %"), (0.0912, "9.1 %"), (0.00034, "0.034 %"),
                                               (0.0, "less than 0.0001 %"), (9.2e-7, "less than 0.0001 %")])
def test_chances_in_per_cent(chance, words):
    assert fairness.in_hundred(chance) == words


@pytest.mark.parametrize(("hits", "deals", "chance", "sentence"), [
    (5, 4, 0.25, "What is counted"), (-1, 4, 0.25, "What is counted"), (1, 0, 0.25, "The number of deals"),
    (1, 4, 0.0, "between 0 and 1"), (1, 4, 1.0, "between 0 and 1"), (1.5, 4, 0.25, "What is counted")])
def test_no_tally_is_refused_in_a_sentence(hits, deals, chance, sentence):
    with pytest.raises(ValueError, match=sentence):
        fairness.Tally(hits, deals, chance)


def test_a_dealer_is_suspected_from_the_first_number_that_is_rare_enough():
    for deals in (1, 12, 20, 36, 100):
        tails = [float(sum(ways(k, deals, QUARTER) for k in range(hits, deals + 1))) for hits in range(deals + 2)]
        first = next(hits for hits, tail in enumerate(tails) if tail <= 0.05)
        assert fairness.alarming(deals, QUARTER) == first
        found = float(sum(ways(k, deals, Fraction(3, 8)) for k in range(first, deals + 1)))
        assert fairness.noticed(deals, QUARTER, 0.5) == pytest.approx(found)


@pytest.mark.parametrize("more", [0.5, 1.0])
def test_from_the_deals_needed_on_a_dealer_is_noticed_and_just_before_he_is_not(more):
    needed = fairness.deals_to_notice(0.25, more)
    assert fairness.noticed(np.arange(needed, 4 * needed), 0.25, more).min() >= 0.9
    assert fairness.noticed(needed - 1, 0.25, more) < 0.9
    for nothing in (0, -0.1, 3.0):
        with pytest.raises(ValueError, match="comes oftener"):
            fairness.deals_to_notice(0.25, nothing)


def test_the_first_exercise_asks_for_a_number_that_is_rare_where_the_one_below_is_not():
    assert fairness.alarming(20, 0.25) == 9
    assert fairness.Tally(8, 20, 0.25).at_least > 0.1


def test_tallies_begun_in_four_ways_are_counted_stretch_by_stretch(dice):
    hits = np.array([dice.random() < 0.25 for _ in range(16 * 400 + 5)])
    found = {way: [] for way in ("any day", "after a bad evening", "with that evening",
                                 "ended at the worst")}
    for start in range(0, 16 * 400, 16):
        stretch = [int(hit) for hit in hits[start : start + 16]]
        found["any day"].append((sum(stretch[:12]), 12))
        if sum(stretch[:4]) >= 3:
            found["with that evening"].append((sum(stretch[:12]), 12))
            found["after a bad evening"].append((sum(stretch[4:]), 12))
        stops = [deals for deals in range(4, 13) if sum(stretch[:deals]) >= fairness.alarming(deals, 0.25)]
        found["ended at the worst"].append((sum(stretch[: min(stops, default=12)]), min(stops, default=12)))
    table = fairness.begun(hits, 0.25, 12, 4, 3).set_index("begun")
    assert list(table.index) == ["any day", "after a bad evening", "with that evening",
                                 "ended at the worst"]
    for way, rows in found.items():
        assert table.loc[way, "cases"] == len(rows) > 10
        assert table.loc[way, "rate"] == pytest.approx(sum(k for k, _ in rows) / sum(n for _, n in rows))
        proved = sum(k >= fairness.alarming(n, 0.25) for k, n in rows)
        assert table.loc[way, "share"] == pytest.approx(proved / len(rows))
    with pytest.raises(ValueError, match="not two evenings as bad"):
        fairness.begun(hits[:160], 0.25, 12, 4, 4)


# The dealing.

TABLES = [("standard", 4), ("black_maria", 3), ("black_maria", 6), ("bicycle", 3), ("foster_howell", 5)]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_deals_tested_are_those_of_the_table(game, seats):
    rules = hl.variant(game, seats)
    found = fairness.dealt(rules, 30, 17)
    for row in range(30):
        deal = hl.Deal(rules, seed=17, number=row + 1)
        assert sorted(found.packs[row]) == list(range(52))
        for seat in range(seats):
            assert {card for card in range(52) if int(found.hands[row, seat]) >> card & 1} == set(deal.dealt(seat))
    table = fairness.kept(found, 1)
    assert table["hand"].tolist() == [str(hl.Deal(rules, seed=17, number=k).dealt(1)) for k in range(1, 31)]
    assert (table["Q♠"] == "✓").tolist() == ["Q♠" in hand for hand in table["hand"]]
    again = fairness.dealt(rules, 30, packs=found.packs.copy())
    assert (again.hands == found.hands).all(), "the same packs deal the same hands"


@pytest.mark.parametrize(("game", "seats"), [*TABLES, ("morehead", 3)])
def test_what_is_counted_in_the_deals(game, seats):
    rules = hl.variant(game, seats)
    found, deals = fairness.dealt(rules, 40, 5), [hl.Deal(rules, seed=5, number=k) for k in range(1, 41)]
    queens = [next((seat for seat in range(seats) if "QS" in [card.text for card in deal.dealt(seat)]), seats)
              for deal in deals]
    assert found.seats_of("QS").tolist() == queens
    for place, card in enumerate(rules.pack):
        often = [sum(card in deal.dealt(seat) for deal in deals) for seat in range(seats)]
        assert found.counts[place, :seats].tolist() == often
    assert found.counts.sum() == 40 * len(rules.pack)
    assert found.lengths(2).tolist() == [[sum(card.suit == 2 for card in deal.dealt(seat)) for seat in range(seats)]
                                         for deal in deals]
    assert [found.places[card, place] for card, place in ((0, 0), (7, 51), (38, 20))] == [
        sum(pack[place] == card for pack in found.packs) for card, place in ((0, 0), (7, 51), (38, 20))]
    assert found.neighbours().tolist() == [sum(b == a + 1 for a, b in pairwise(pack))
                                           for pack in found.packs.tolist()]
    beyond = found.shares(1).set_index("card")["beyond"]
    assert beyond["Q♠"] == pytest.approx(queens.count(1) / 40 - rules.hand_size / len(rules.pack))


def test_given_holdings_are_met_where_the_hands_are_like_that():
    rules = hl.variant("standard")
    found = fairness.dealt(rules, 300, 9)
    conditions = {
        hl.Given(2, holds="QS"): lambda hands: "QS" in hands[2],
        hl.Given(0, lacks="AS KS", counts={"hearts": (2, 3)}): lambda hands: not {"AS", "KS"} & set(hands[0])
        and 2 <= sum(card[-1] == "H" for card in hands[0]) <= 3,
        hl.Given(1, elsewhere={3: "QS"}, counts={"low spades": (0, 2)}): lambda hands: "QS" in hands[3]
        and sum(card[-1] == "S" and card[:-1] in "2345678910J" for card in hands[1]) <= 2,
    }
    deals = [hl.Deal(rules, seed=9, number=number) for number in range(1, 301)]
    hands = [[[card.text for card in deal.dealt(seat)] for seat in range(4)] for deal in deals]
    for given, like in conditions.items():
        naive = [like(dealt) for dealt in hands]
        assert given.met(rules, found.hands).tolist() == naive
        assert 0 < sum(naive) < 300
    void = hl.Given(2, holds="QS", counts={"clubs": 0})
    assert fairness.dealt(rules, 50, packs=void.packs(rules, 4, np.arange(1, 51))).have(void).all()
    with pytest.raises(ValueError, match="not in play"):
        hl.Given(0, holds="2C").met(hl.variant("black_maria", 3), found.hands[:, :3])


def test_two_packs_are_refused_in_a_sentence():
    with pytest.raises(ValueError, match="one pack is dealt"):
        fairness.dealt("cancellation", 10)


# Exact chances.


def test_chances_of_a_suit_are_those_of_counting_hands():
    for game, seats in (("standard", 4), ("black_maria", 3), ("black_maria", 6)):
        rules = hl.variant(game, seats)
        pack, size = len(rules.pack), rules.hand_size
        suit = sum(card.suit == 0 for card in rules.pack)
        naive = [comb(suit, k) * comb(pack - suit, size - k) / comb(pack, size) for k in range(min(suit, size) + 1)]
        assert fairness.length_chances(rules, 0) == pytest.approx(naive)


@pytest.mark.parametrize("cards", [2, 3, 5, 7])
def test_chances_of_neighbours_are_those_of_all_orders(cards):
    found = Counter(sum(b == a + 1 for a, b in pairwise(order)) for order in permutations(range(cards)))
    naive = np.array([found[k] for k in range(cards)]) / sum(found.values())
    assert fairness.neighbour_chances(cards) == pytest.approx(naive)


@pytest.mark.parametrize("series", [1, 4, 9])
def test_chances_of_the_longest_run_are_those_of_all_series(series):
    naive = np.zeros(series + 1)
    for hits in product((0, 1), repeat=series):
        longest = max(map(len, "".join(map(str, hits)).split("0")))
        naive[longest] += 0.25 ** sum(hits) * 0.75 ** (series - sum(hits))
        assert fairness.longest_runs(np.array(hits, bool), series).tolist() == [longest]
    assert fairness.run_chances(0.25, series) == pytest.approx(naive)


def test_runs_end_where_a_series_ends():
    hits = np.array([0, 1, 1, 1, 0, 1, 1, 0, 1], bool)
    assert fairness.longest_runs(hits, 3).tolist() == [2, 1, 1]


# The tests of the shuffle: fair deals are not suspected oftener than they should be, others are.


@pytest.fixture(scope="module")
def answers():
    """The questions put to 150 fair shuffles of few deals, as columns."""
    found = [fairness.questions(fairness.dealt("standard", 4_000, seed)).set_index("question")["surprise"]
             for seed in range(1, 151)]
    return {question: np.array([one[question] for one in found]) for question in found[0].index}


def test_fair_deals_surprise_as_seldom_as_they_should(answers):
    for question, surprises in answers.items():
        # 150 fair shuffles: 7.5 below 5 % are due, and 18 or more come in a fifth of a thousandth of such trials.
        assert (surprises < 0.05).sum() < 18, question
        assert 0.38 < surprises.mean() < 0.65, question
    together = [min(each) * len(answers) < 0.05 for each in zip(*answers.values(), strict=True)]
    assert sum(together) < 18, "after so many questions the odd answers are not more than one in twenty"


def test_many_questions_are_corrected_as_holm_does():
    asked = fairness.questions(fairness.dealt("black_maria", 2_000, 3), seat=2)
    assert asked["surprise"].is_monotonic_increasing
    worst, count = 0.0, len(asked)
    for place, row in enumerate(asked.itertuples()):
        worst = max(worst, min(1.0, row.surprise * (count - place)))
        assert row.among_all == pytest.approx(worst)
    assert fairness.told(asked)["question"].tolist() == asked["question"].tolist()
    assert sum("seat 2" in question for question in asked["question"]) == len(fairness.feared())


def test_fit_is_the_chi_square_test_of_a_fair_die():
    assert fairness.fit([10, 10, 10, 10, 10, 10], [1 / 6] * 6) == 1.0
    assert fairness.fit([5, 8, 9, 8, 10, 20], [1 / 6] * 6) == pytest.approx(0.0199, abs=1e-4)
    rare = [0.5, 0.49, 0.005, 0.005]
    assert fairness.fit([50, 49, 1, 0], rare) == pytest.approx(fairness.fit([50, 50], [0.5, 0.5]))


def test_beside_sets_what_came_beside_its_chance():
    values = np.array([[0, 1], [1, 1], [2, 0]])
    table = fairness.beside({"hands": values}, np.array([0.5, 0.3, 0.2]), 1).set_index(["dealer", "number"])
    assert table.loc[("hands", 1), "share"] == 0.5
    assert tuple(table.loc[("hands", 0)]) == pytest.approx(estimates.share([0, 0, 1, 1, 2, 2], values.ravel() == 0))
    assert table.loc[("exact chance", 1)].tolist() == [0.3, 0.3, 0.3]
    assert len(table) == 4


def test_a_dealer_who_slips_a_queen_is_a_fair_one_otherwise_and_is_found_out():
    fair = fairness.dealt("standard", 20_000, 8)
    other = fairness.favouring(fair, "QS", 3, 0.2)
    assert abs((other.seats_of("QS") == 3).mean() - 0.3) < 0.012
    assert (np.sort(other.packs, axis=1) == np.arange(52)).all()
    changed = (other.packs != fair.packs).sum(axis=1)
    assert set(changed) == {0, 2}
    assert (other.seats_of("QS")[changed == 2] == 3).all()
    assert (fair.seats_of("QS")[changed == 2] != 3).all()
    asked = fairness.questions(other, 3).set_index("question")["among_all"]
    assert asked["seat 3: Q♠"] < 1e-6
    assert asked["length of clubs"] > 0.05


def test_riffles_keep_the_packet_order_and_are_found_out():
    once = fairness.riffled(200, 1, 4)
    for pack in once.tolist():
        rising = sum(pack.index(card + 1) < pack.index(card) for card in range(51))
        assert rising <= 1, "one riffle leaves two rising sequences at most"
    assert (fairness.riffled(3, 0) == np.arange(52)).all()
    twice = fairness.riffled(200, 2, 4)
    assert max(sum(pack.index(card + 1) < pack.index(card) for card in range(51)) for pack in twice.tolist()) == 3
    often = fairness.dealt("standard", 20_000, packs=fairness.riffled(20_000, 7, 4))
    assert fairness.questions(often).iloc[0]["question"] == "neighbours of the new pack"


def test_a_beginners_shuffle_is_the_famous_mistake():
    packs = fairness.beginners_shuffle(60_000, 6)
    assert (np.sort(packs, axis=1) == np.arange(52)).all()
    for card in (20, 51):
        chances = np.eye(52)[card]
        for place in range(52):  # at its turn a place changes with any: a card there goes anywhere, any other comes there
            here = chances[place]
            others = np.delete(np.arange(52), place)
            chances[others] = chances[others] * 51 / 52 + here / 52
            chances[place] = 1 - chances[others].sum()
        assert 52 * chances.max() > 1.2 and 52 * chances.min() < 0.9
        assert fairness.fit((packs == card).sum(axis=0), chances) > 0.001
        assert fairness.fit((packs == card).sum(axis=0), np.full(52, 1 / 52)) < 1e-6
    asked = fairness.questions(fairness.dealt("standard", 60_000, packs=packs))
    assert asked.iloc[0]["question"] == "every card in every place of the pack"
    assert asked.iloc[0]["among_all"] < 1e-6


# Hidden cards moved.


@pytest.mark.parametrize(("game", "seats"), [("standard", 4), ("black_maria", 3), ("morehead", 3), ("omnibus", 5)])
def test_a_layout_that_a_seat_cannot_tell_from_the_deal(game, seats, dice):
    seed, tried = dice.randrange(10**6), 0
    run = hl.simulate(hl.variant(game, seats), "random", 2, seed, progress=False)
    for number, cards in product((1, 2), range(0, run.plays.shape[1], 7)):
        deal = hidden.retold(run.deal(number, cards))
        assert deal.plays == run.deal(number, cards).plays
        assert [deal.hand(seat) for seat in range(seats)] == [run.deal(number, cards).hand(seat) for seat in range(seats)]
        seat = deal.to_play
        other = hidden.lain_otherwise(deal, seat, seed)
        if other is None:
            continue
        tried += 1
        assert other.view(seat).record.tobytes() == deal.view(seat).record.tobytes()
        assert (other.hand(seat), other.plays, other.kitty) == (deal.hand(seat), deal.plays, deal.kitty)
        assert [len(other.hand(who)) for who in range(seats)] == [len(deal.hand(who)) for who in range(seats)]
        assert (other.passed(seat), other.received(seat)) == (deal.passed(seat), deal.received(seat))
        naive = sum(len(set(deal.hand(who)) - set(other.hand(who))) for who in range(seats))
        assert hidden.moved(deal, other) == naive > 0
    assert tried > 6


def test_before_the_pass_all_other_cards_are_hidden():
    deal = hl.Deal("standard", seed=3)
    other = hidden.lain_otherwise(deal, 1, 5)
    assert other.hand(1) == deal.hand(1)
    assert 15 < hidden.moved(deal, other) <= 39
    assert hidden.lain_otherwise(deal, 1, 5).text == other.text, "the same seed gives the same layout"


def test_both_layouts_look_alike_at_the_table():
    run = hl.simulate("standard", "expert", 1, SET["my_seed"], progress=False)
    for cards in (9, 22, 35):
        deal = hidden.retold(run.deal(1, cards))
        other = hidden.lain_otherwise(deal, deal.to_play, 3)
        tables = [hl.Table(one, you=deal.to_play, players="expert") for one in (deal, other)]
        assert tables[0].state == tables[1].state


def test_with_all_cards_seen_there_is_no_other_layout():
    run = hl.simulate("standard", "cautious", 1, 4, progress=False)
    assert hidden.lain_otherwise(run.deal(1, 51), run.deal(1, 51).to_play) is None
    with pytest.raises(ValueError, match="one pack"):
        hidden.lain_otherwise(hl.Deal("cancellation", seed=1), 0)


@pytest.mark.parametrize("name", ["random", *SET["levels"], THINKER])
def test_no_player_of_the_notebook_peeks(name):
    seen = hidden.peeks("black_maria", name, 1, seed=12)
    assert seen["same"].all() and (seen["moved"] > 0).all() and len(seen) > 20
    assert set(seen["trick"]) >= {0, 1, 5}


def test_who_peeks_is_caught():
    def lowest_unless_the_queen_is_next(deal, seat):
        if deal.phase == "pass":
            return players.choose("cautious", deal, seat)
        legal, following = sorted(deal.legal_cards()), deal.hand((seat + 1) % 4)
        return legal[-1] if any(card.text == "QS" for card in following) else legal[0]

    seen = hidden.peeks("standard", lowest_unless_the_queen_is_next, 2, seed=1)
    assert 0 < (~seen["same"]).sum() < len(seen)
    assert (seen["choice"] == seen["other"]).tolist() == seen["same"].tolist()


def test_the_careful_cheat_of_the_exercise_is_caught_now_and_then():
    def peeker(deal, seat):
        following = deal.hand((seat + 1) % 4)
        return min(deal.legal_cards(), key=lambda card: (sum(other.suit == card.suit for other in following), card))

    def careful(deal, seat):
        if "QS" not in [card.text for card in deal.hand(seat)] or deal.phase == "pass":
            return players.choose(SET["weaker"], deal, seat)
        return peeker(deal, seat)

    seen = hidden.peeks(SET["game"], careful, 10, SET["my_seed"])
    assert 0 < (~seen["same"]).sum() < len(seen) / 20


# The same deal from every seat.


@pytest.fixture(scope="module")
def contest() -> skill.Contest:
    return skill.contest("standard", "expert", "cautious", 400, seed=6, progress=False)


def test_own_scores_are_those_of_the_seat_in_turn(contest):
    own = duplicate.own_scores(contest)
    for seat, row in product(range(4), (0, 7, 399)):
        assert own[row, seat] == contest.runs[seat].deal(row + 1).scores[seat]
    assert duplicate.by_seat(contest)[7] == max(own[7]) - min(own[7])


def test_the_parts_of_a_score_add_up_and_are_their_definitions(contest):
    equal = hl.simulate("standard", "cautious", 400, seed=6, progress=False)
    parts = duplicate.parts(contest, equal)
    table = parts.table.set_index("part")["share"]
    assert table.sum() == pytest.approx(1)
    better, weaker = duplicate.own_scores(contest).ravel(), equal.settled[:, 0].ravel()
    every = np.concatenate([better, weaker])
    assert table["the cards"] == pytest.approx(((better + weaker) / 2).var() / every.var())
    assert table["the skill"] == pytest.approx((better.mean() - weaker.mean()) ** 2 / 4 / every.var())
    even = parts.deals_until_even
    luck = table["the cards"] + table["the two together"]
    assert even * table["the skill"] >= luck > (even - 1) * table["the skill"]
    with pytest.raises(ValueError, match="cautious in all seats"):
        duplicate.parts(contest, hl.simulate("standard", "random", 400, seed=6, progress=False))


# What the notebook says, with its own parameters and with another seed.


@pytest.fixture(scope="module", params=SEEDS)
def seed(request) -> int:
    return request.param


def test_the_notebooks_shuffle_is_not_surprising_and_others_are(seed):
    dealt = fairness.dealt(SET["game"], SET["many"], seed)
    assert (fairness.questions(dealt, SET["seat"])["among_all"] > 0.05).all()
    few = 60_000  # enough to find out these two
    others = (fairness.favouring(dealt, "QS", SET["seat"], SET["more"]),
              fairness.dealt(SET["game"], few, packs=fairness.beginners_shuffle(few, seed)),
              fairness.dealt(SET["game"], few, packs=fairness.riffled(few, 7, seed)))
    for other in others:
        assert fairness.questions(other, SET["seat"])["among_all"].min() < 1e-6


def test_a_bad_evening_counted_in_makes_fair_dealers_look_guilty(seed):
    dealt = fairness.dealt(SET["game"], SET["many"], seed)
    table = fairness.begun(dealt.have(fairness.feared(SET["seat"])["Q♠"]), 0.25, SET["my_deals"], SET["evening"],
                           SET["bad"]).set_index("begun")
    assert table.loc["with that evening", "low"] > 0.15
    assert table.loc["ended at the worst", "low"] > table.loc["any day", "high"]
    for honest in ("any day", "after a bad evening"):
        assert table.loc[honest, "low"] < 0.05
        assert abs(table.loc[honest, "rate"] - 0.25) < 0.015


def test_the_cards_decide_more_than_skill_and_skill_comes_through(seed):
    size = 3_000
    found = skill.contest(SET["game"], SET["better"], SET["weaker"], size, seed, progress=False)
    parts = duplicate.parts(found, hl.simulate(SET["game"], SET["weaker"], size, seed, progress=False))
    share = parts.table.set_index("part")
    assert share.loc["the cards", "low"] > 0.5
    assert share.loc["the skill", "high"] < 0.02
    assert 10 < found.deals_needed(0.95) < 100
    assert found.ahead(found.deals_needed(0.95)).mean() > 0.9


def test_harder_opponents_cost_points_on_the_same_cards(seed):
    scores = []
    for name in SET["levels"]:
        line = [SET["weaker"] if seat == SET["seat"] else name for seat in range(4)]
        scores.append(hl.simulate(SET["game"], line, 2_000, seed, progress=False).settled[:, 0, SET["seat"]])
    for easier, harder in pairwise(scores):
        assert estimates.interval(harder - easier)[1] > 0


def test_the_levels_are_those_of_the_table():
    assert [*SET["levels"], "thinker"] == list(players.LEVELS)


def test_every_level_is_dealt_the_same_cards(seed):
    first = None
    for name in SET["levels"]:
        match = hl.Match(SET["game"], [name] * 4, seed=seed).play_out(deals=3)
        hands = [[deal.dealt(seat) for seat in range(4)] for deal in match.finished[:3]]
        assert first is None or hands == first
        first = hands
    assert len(DECK) == sum(map(len, first[0]))
