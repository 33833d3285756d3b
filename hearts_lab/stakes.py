"""What a deal's scores are worth to a seat: points beside the others', and near the end of a match the chance to win it.

Undecorated functions, compiled with `playouts`. Whether a match is over, and who has won it, is asked of `score`.
"""

from __future__ import annotations

import numpy as np

from hearts_lab.score import RUNNING, after_deal, best_total, deals_done, target_reached

STAKE = 0.32  # see `share_of_win`


def mean_of(rules, scores):
    """The mean of all seats' scores."""
    total = 0.0
    for seat in range(rules.players):
        total += scores[seat]
    return total / rules.players


def is_near_the_end(rules, before, number):
    """Whether this deal may be the last of its match."""
    most = before[0]
    for seat in range(rules.players):
        most = max(most, before[seat])
    return number == rules.match_deals or (rules.target > 0 and most + rules.total >= rules.target)


def share_of_win(rules, before, scores, seat, number):
    """A seat's share of the win after a deal that ends the match; else, roughly, its chance to win, by the totals.

    That chance is a softmax of the totals. Its heat grows with the points still to come (`STAKE`, fitted to experts' matches).
    """
    after = np.zeros(rules.players)
    for other in range(rules.players):
        after[other] = after_deal(rules, before[other] + scores[other])
    best = best_total(rules, after)
    if target_reached(rules, after) or deals_done(rules, number):
        winners = 0
        for other in range(rules.players):
            winners += 1 if after[other] == best else 0
        return 1.0 / winners if after[seat] == best else 0.0
    most, total = after.max(), 0.0
    heat = STAKE * rules.total * np.sqrt(max(1.0, (rules.target - most) / (rules.total / 2)))
    for other in range(rules.players):
        total += np.exp((best - after[other]) / heat)
    return np.exp((best - after[seat]) / heat) / total


def worth(rules, before, scores, seat, number):
    """What the scores of a deal are worth to a seat, the lower the better: its own less the table's mean.

    Near the end of a match what counts is the chance to win it, and points only where that is equal.
    """
    mine = scores[seat] - mean_of(rules, scores)
    mine = mine if rules.settlement == RUNNING else -mine
    if is_near_the_end(rules, before, number):
        return mine / 100 - 100 * share_of_win(rules, before, scores, seat, number)
    return mine
