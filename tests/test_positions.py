"""The twenty teaching positions: the coach names the right card, and its prices agree with a long simulation and the solver."""

from math import sqrt

import long_simulation as naive
import numpy as np
import pytest

import hearts_lab as hl
from hearts_lab.cards import as_bits
from hearts_lab.features import DISCARD, FOLLOW, LEAD, kind_of
from hearts_lab.policy import ROWS, WEIGHTS, by_plan, planned
from hearts_lab.search import EXACT, price_deal
from hearts_lab.weighing import FLOOR, HEAT

POSITIONS = {row.name: row for row in hl.teaching_positions().itertuples(index=False)}
CLEAR = 1  # points by which the right card is better than any other
LAYOUTS = 2_000  # to either side
WIDE = 4  # standard errors


def is_ending(row):
    deal = hl.read(row.text)
    return deal.phase == "play" and len(deal.hand(row.seat)) <= EXACT


LONG = [name for name, row in POSITIONS.items() if not is_ending(row)]
ENDINGS = [name for name, row in POSITIONS.items() if is_ending(row)]


# The right card.

def test_there_are_twenty():
    assert len(POSITIONS) == 20
    assert len({row.why for row in POSITIONS.values()}) == 20
    assert {hl.read(row.text).rules.players for row in POSITIONS.values()} >= {3, 4, 5, 6}


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_coach_names_the_right_card(name, seed):
    row = POSITIONS[name]
    said = hl.coach(hl.read(row.text), row.seat, seed=seed)
    assert said["card"].iloc[0] == row.right
    assert said["loss"].iloc[1] > CLEAR
    assert said["reason"].iloc[0].startswith("Best by ")


# The price of a card beside a long simulation of the same situation.

@pytest.mark.parametrize("name", LONG)
def test_the_price_of_a_card_agrees_with_a_long_simulation(name):
    row, seed = POSITIONS[name], 1939
    deal = hl.read(row.text)
    many = 1 if deal.phase == "pass" else len(deal.legal_cards())
    prices = price_deal(deal, row.seat, LAYOUTS * (24 if deal.phase == "pass" else many), seed=seed, sure=0, equally=True,
                        shoot=False)
    scores = naive.played_out(deal, row.seat, prices.choices, LAYOUTS, seed)
    print(name, "seed", seed)
    apart = (prices.scores - prices.tables, scores[:, :, row.seat] - scores.mean(axis=2))
    best = [str(choice) for choice in prices.choices].index(row.right)
    for i, choice in enumerate(prices.choices):
        agree(f"{choice}", prices.scores[i], scores[i, :, row.seat])
        agree(f"{choice} against {row.right}", *(costs[i] - costs[best] for costs in apart))


def agree(what, priced, simulated):
    """Two means agree within their joint interval."""
    error = sqrt(sum(values.var() / len(values) for values in (priced, simulated)))
    print(f"{what}: {priced.mean():.2f} and {simulated.mean():.2f} ± {WIDE * error:.2f}")
    assert abs(priced.mean() - simulated.mean()) <= WIDE * error + 1e-6, what


@pytest.mark.parametrize("name", ENDINGS)
def test_the_price_in_an_ending_is_the_mean_of_the_solved_layouts(name):
    row, playouts = POSITIONS[name], 4_000
    deal = hl.read(row.text)
    prices = price_deal(deal, row.seat, playouts, sure=0, equally=True)
    solved = [hl.solve(again).cards for _, again in naive.every(deal, row.seat)]
    for (card,), priced in zip(prices.choices, prices.scores @ prices.weights, strict=True):
        values = np.array([cards[card][row.seat] for cards in solved])
        error = values.std() / sqrt(playouts / len(prices.choices))
        print(f"{card}: {priced:.2f} and {values.mean():.2f} ± {WIDE * error:.2f} over {len(solved)} layouts")
        assert abs(priced - values.mean()) <= WIDE * error + 1e-5


# How much a layout counts.

@pytest.mark.parametrize("sure", [1, 2 / 3])  # as the coach counts, and as a wary thinker does
def test_layouts_count_by_how_likely_the_plays_of_the_others_are(sure):
    deal = hl.Match(hl.variant("standard", pass_count=0), "expert", 1).play_out(deals=1).deals[0].before_trick(10)
    seat, playouts = deal.to_play, 12_000
    logs = {}
    for lie, again in naive.every(deal, seat):
        logs[tuple(int(as_bits(lie[other])[0]) for other in sorted(lie))] = log_likelihood(again, seat, sure)
    likely = np.exp(np.array(list(logs.values())) - max(logs.values()))
    expected = likely / likely.sum()
    assert 1 / (expected**2).sum() > len(expected) / 8  # even enough that none are tempered
    prices = price_deal(deal, seat, playouts, equally=True, sure=sure)
    found = dict.fromkeys(logs, 0.0)
    for hands, weight in zip(prices.hands, prices.weights, strict=True):
        found[tuple(int(hands[other]) for other in range(4) if other != seat)] += weight
    drawn = 4 * playouts / len(deal.legal_cards())
    picked = np.sqrt(expected / len(prices.weights))  # besides, which of the drawn layouts are played out is chance
    errors = 5 * expected * sqrt(len(expected) / drawn) + 4 * picked + 8 / drawn
    print(f"{len(expected)} layouts, the likeliest {expected.max():.3f}, the least {expected.min():.4f}")
    assert expected.max() > 2 * expected.min()
    assert (abs(np.array(list(found.values())) - expected) <= errors).all()


def log_likelihood(played, seat, sure):
    """How likely the others' plays are with these hands: a softmax of the expert's scores, but now and then any card."""
    total = 0.0
    then = played.before_trick(1)
    for player, card in played.plays:
        cards = then.legal_cards()
        if player != seat and len(cards) > 1:
            view, scores = then.view(player).record, np.zeros(52)
            weights = WEIGHTS[ROWS[kind_of(view), view.players]]
            with np.errstate(over="ignore"):
                by_plan(view, weights, planned(view, weights), scores)
            part = LEAD if not then.trick else FOLLOW if cards[0].suit == then.trick[0][1].suit else DISCARD
            chances = np.exp(np.array([scores[one] for one in cards]) / HEAT[part])
            chance = chances[list(cards).index(card)] / chances.sum()
            any_card = 1 - sure + sure * FLOOR[part]
            total += np.log(any_card / len(cards) + (1 - any_card) * chance)
        then = then.play(card)
    return total


# Hands known.

@pytest.mark.parametrize("seed", range(1, 6))
def test_with_hands_known_and_no_choice_left_to_others_the_price_is_the_solved_one(seed):
    done = hl.Match("standard", "cautious", seed).play_out(deals=1).deals[0]
    deal = done.before_trick(12)
    for _, card in done.plays[44:47]:
        deal = deal.play(card)
    seat = deal.to_play
    prices = price_deal(deal, seat, 100, equally=True, hands=[deal.hand(other) for other in range(4)])
    solved = hl.solve(deal).cards
    for (card,), scores, tables in zip(prices.choices, prices.scores, prices.tables, strict=True):
        assert (scores == solved[card][seat]).all()
        assert (tables == np.float32(sum(solved[card]) / 4)).all()
