"""How long the coach takes for a full hand, and how sure it then is.

    python tests/benchmarks/coach.py
    python tests/benchmarks/coach.py standard black_maria --deals 40 --seed 5

In each deal experts pass and play two tricks; the coach prices the turn in them that has the most legal cards. Told are the
median and the 90th percentile over the deals: milliseconds by the clock and of processor time (two threads share the work),
and half the width of the 95 % intervals, in points: of the score expected with the best card, of the scores with all cards (the
widest one), and of the losses (the widest one).
"""

import argparse
import time

import numpy as np
import pandas as pd

import hearts_lab as hl
from hearts_lab.coaching import CLOSE, _prices, costs_of
from hearts_lab.estimates import weighted
from hearts_lab.players import choose

GAMES = ("basic", "standard", "black_maria", "standard_omnibus")
TOLD = {"clock": "ms by the clock", "cores": "ms of processor time", "best": "± score of the best card",
        "scores": "± score, widest", "losses": "± loss, widest"}


def widest(game: str, seed: int, number: int) -> hl.Deal:
    """A deal at that turn of its first two tricks that has the most legal cards."""
    deal = hl.Deal(game, seed=seed, number=number)
    if deal.phase == "pass":
        deal = deal.exchange([choose("expert", deal, seat) for seat in range(deal.rules.players)])
    turns = []
    while len(deal.tricks) < 2:
        turns.append(deal)
        deal = deal.play(choose("expert", deal, deal.to_play)[0])
    return max(turns, key=lambda turn: len(turn.legal_cards()))


def half(values: np.ndarray, weights: np.ndarray) -> float:
    _, low, high = weighted(values, weights)
    return (high - low) / 2


def looked_at(deal: hl.Deal) -> dict:
    """The time and the precision of the coach at one decision."""
    clock, cores = time.perf_counter(), time.process_time()
    prices = _prices(deal, deal.to_play, 1)
    clock, cores = time.perf_counter() - clock, time.process_time() - cores
    costs = costs_of(deal.rules, prices)
    best = (costs @ prices.weights).argmin()
    scores = [half(each, prices.weights) for each in prices.scores]
    losses = [half(each - costs[best], prices.weights) for each in costs]
    return {"clock": 1000 * clock, "cores": 1000 * cores, "best": scores[best], "scores": max(scores), "losses": max(losses)}


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("games", nargs="*", default=GAMES, help=", ".join(hl.variants()["name"]))
    asked.add_argument("--deals", type=int, default=24)
    asked.add_argument("--seed", type=int, default=20_261_130)
    options = asked.parse_args()
    print(f"Half the width of 95 % intervals; the coach asks for more until it is {CLOSE}, or as long as it may.")
    for game in options.games:
        deals = [widest(game, options.seed, number) for number in range(1, options.deals + 2)]
        looked_at(deals.pop())  # compiled here
        table = pd.DataFrame(map(looked_at, deals))
        print(f"\n{hl.variant(game).title}, {len(table)} decisions")
        for name, words in TOLD.items():
            digits = 0 if name in ("clock", "cores") else 2
            print(f"    {words}: {table[name].median():.{digits}f}, 90th percentile {table[name].quantile(0.9):.{digits}f}")


if __name__ == "__main__":
    main()
