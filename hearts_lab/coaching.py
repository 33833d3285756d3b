"""The coach: what each card is worth from one seat's view and why, a review of a finished deal, and luck told from skill."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

import numpy as np
import pandas as pd

from hearts_lab import remarks, sense
from hearts_lab.cards import DECK, NO_CARDS, Cards, bit
from hearts_lab.deal import Deal, DealError, rebuild
from hearts_lab.draws import wrapping
from hearts_lab.estimates import CONFIDENCE, normal_width, weighted
from hearts_lab.layout import whole
from hearts_lab.match import Match
from hearts_lab.remarks import Compared, Moment
from hearts_lab.search import Prices, price_deal
from hearts_lab.sense import FORCED, REASONS
from hearts_lab.tables import Words
from hearts_lab.workers import Progress

# Playouts at one decision: to begin with; at most, with a pack of 52; and with all hands known.
FIRST, MOST, SHOWN = 2_000, 56_000, 4_000
CLOSE = 0.3  # points, to either side, to which scores and losses are told where so many playouts allow it
REVIEWED = ("trick", "decision", "chosen", "best", "score", "loss", "low", "high", "reason", "open_loss", "text")


def _chooser(deal, seat: int | None) -> int:
    """The seat that chooses a card or a pass now. Raises DealError, in a sentence, where nobody does or it is not this one."""
    if not isinstance(deal, Deal):
        raise DealError(f"The coach looks at a deal, not at {deal!r}.")
    if deal.phase != "pass":
        return deal._turn(seat)
    if seat is None:
        raise DealError("Every seat passes at once: say which one is yours, as in seat=0.")
    return deal._seat(seat)


def _asked(seed: int, confidence: float = CONFIDENCE) -> int:
    """The seed, where it and the confidence are of use; otherwise a ValueError, in a sentence."""
    normal_width(confidence)
    return whole(seed, "The seed", 0, 2**63 - 1)


def coach(deal: Deal, seat: int | None = None, *, seed: int = 1, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """What each card that the seat to play may play is likely to cost it, the best first, and why; in the pass, each good pass.

    A row a choice: `card`; the expected `score` of the deal with its interval `low` to `high`; the chance to take the `queen`
    (the dearest spade; no such column where no spade costs points), to shoot the `moon`, and that another does (`their_moon`;
    neither column where there is no moon); `loss`, by how much it is worse than the best, in points or counters relative to
    the table's mean; and the `reason`. Nothing is used but what the seat may know (in the pass, name it): the unseen cards are
    laid out in many ways, and every choice is played out in each, by `expert` in all seats: your opponents may be weaker. The
    first call on a computer compiles the search, which takes about a minute. The same `seed` gives the same answer. Raises
    DealError.
    """
    seat, seed = _chooser(deal, seat), _asked(seed, confidence)
    return _table(deal, seat, _prices(deal, seat, seed), confidence)


@lru_cache(maxsize=32)  # a deal's decisions, so that its skill sheet comes quickly after its review
def _prices(deal: Deal, seat: int, seed: int, chosen: Cards | None = None) -> Prices:
    """The prices of a seat's choices, in layouts enough to tell scores and losses to `CLOSE`, or as many as may be asked for.

    In the pass, `chosen` is among them.
    """
    more = {}
    prices = price_deal(deal, seat, FIRST, seed=seed, equally=True)
    if chosen is not None and chosen not in prices.choices:
        more = {"choices": (chosen,)}
    costs = costs_of(deal.rules, prices)
    best = costs[(costs @ prices.weights).argmin()]
    widths = [weighted(values, prices.weights) for values in (*(costs - best), *prices.scores)]
    needed = FIRST * (max(high - low for _, low, high in widths) / (2 * CLOSE)) ** 2
    if needed > FIRST or more:
        most = MOST * len(DECK) // len(deal.rules.pack)
        prices = price_deal(deal, seat, int(min(max(needed, FIRST), most)), seed=seed, equally=True, **more)
    return prices


def costs_of(rules, prices: Prices) -> np.ndarray:
    """(choices, layouts): what is to be kept low: the own score less the table's mean, counters counted backwards."""
    return (prices.scores - prices.tables) * (1.0 if rules.low_wins else -1.0)


def _ranked(rules, prices: Prices) -> np.ndarray:
    """The choices by place, the best first; equal ones, but for rounding, in their own order."""
    return np.argsort((costs_of(rules, prices) @ prices.weights).round(9), kind="stable")


def _table(deal: Deal, seat: int, prices: Prices, confidence: float) -> pd.DataFrame:
    """The rows of `coach`, from prices."""
    rules, weights, order = deal.rules, prices.weights, _ranked(deal.rules, prices)
    here, reasons = _moment(deal, seat), _reasons(deal, seat, prices, confidence)
    costs = costs_of(rules, prices)
    scores = [weighted(prices.scores[i], weights, confidence) for i in order]
    table = {"card": [str(prices.choices[i]) for i in order]}
    table |= dict(zip(("score", "low", "high"), zip(*scores, strict=True), strict=True))
    if here.lady is not None:
        table["queen"] = [weights @ (prices.queen[i] > 0) for i in order]
    if rules.moon != "none":
        table["moon"] = [weights @ (prices.moon[i] == seat) for i in order]
        table["their_moon"] = [weights @ ((prices.moon[i] >= 0) & (prices.moon[i] != seat)) for i in order]
    table["loss"] = [max(0.0, float(weights @ (costs[i] - costs[order[0]]))) for i in order]
    table["reason"] = [reasons[i] for i in order]
    return Words(table)


def _moment(deal: Deal, seat: int) -> Moment:
    with wrapping():
        return remarks.moment(deal, seat, sense.lady(deal.view(seat).record))


def _reasons(deal: Deal, seat: int, prices: Prices, confidence: float) -> list[str]:
    """A sentence for each choice, in the order of the prices."""
    choices, order, here = prices.choices, _ranked(deal.rules, prices), _moment(deal, seat)
    best = order[0]
    if len(choices) == 1 and not here.passing:
        return [REASONS[FORCED]]
    beside = [_compare(here, prices, i, best, confidence) for i in range(len(choices))]
    said = [remarks.of_a_loss(here, choices[i], choices[best], beside[i]) for i in range(len(choices))]
    others = [(choices[i], beside[i]) for i in order[1:]]
    said[best] = remarks.of_the_best(here, choices[best], others)
    return said


def _compare(here: Moment, prices: Prices, choice: int, best: int, confidence: float) -> Compared:
    """A choice beside the best one over the same layouts, with its loss taken apart."""
    weights, costs, pair, seat = prices.weights, costs_of(here.rules, prices), [choice, best], here.seat
    loss, low, high = weighted(costs[choice] - costs[best], weights, confidence)
    held = np.zeros(len(weights), bool)
    if here.lady is not None:
        for other in here.behind:
            held |= prices.hands[:, other] & bit(here.lady) != NO_CARDS
    theirs = (prices.moon >= 0) & (prices.moon != seat)

    def share(what) -> tuple[float, float]:
        return tuple(float(weights @ what[i]) for i in pair)

    by_seat = np.bincount(prices.moon[choice][theirs[choice]], weights[theirs[choice]], here.rules.players)
    return Compared(
        loss=loss, low=low, high=high, parts=_parts(here, prices, costs[choice] - costs[best], choice, best),
        takes=share(prices.takes), queen=share(prices.queen > 0), caught=share(prices.queen == 1),
        mine=share(prices.moon == seat), theirs=share(theirs), bonus=share(prices.bonus < 0), wins=share(prices.scores > 0),
        behind=float(weights @ held), shooter=int(by_seat.argmax()) if by_seat.max() > 0.8 * by_seat.sum() else None)


def _parts(here: Moment, prices: Prices, loss: np.ndarray, choice: int, best: int) -> dict[str, float]:
    """What a loss, layout by layout, comes from: parts that sum to it. A layout in which a moon is won or lost is all moon."""
    rules, seat = here.rules, here.seat

    def more(what: np.ndarray) -> np.ndarray:
        return what[choice].astype(float) - what[best]

    unit = rules.players if rules.settlement == "howell" else 1  # what one point costs: all others are paid for it
    worth = unit * (rules.points[here.lady] if here.lady is not None else 0)
    now, later = worth * more(prices.queen == 1), worth * more(prices.queen == 2)
    trick, bonus = unit * more(prices.trick) - now, unit * more(prices.bonus)
    follows = unit * more(prices.points) - trick - now - later
    rest = loss - trick - now - later - bonus - follows
    pooled = not rules.low_wins
    follows += 0 if pooled else rest
    moved, taken = prices.moon[choice] != prices.moon[best], prices.takes[choice] != prices.takes[best]
    own = moved & ((prices.moon[choice] == seat) | (prices.moon[best] == seat))
    found = {"queen now": now, "queen later": later, "trick": trick, "lead": follows * taken, "later": follows * ~taken,
             "bonus": bonus, "pool": rest * pooled}
    weights = prices.weights
    parts = {name: float(weights @ (part * ~moved)) for name, part in found.items()}
    return parts | {"own moon": float(weights @ (loss * own)), "their moon": float(weights @ (loss * (moved & ~own)))}


# A finished deal, looked at again.

def review(deal: Deal, seat: int, *, seed: int = 1, confidence: float = CONFIDENCE,
           progress: bool | Callable[[int, int], bool] = True) -> pd.DataFrame:
    """What each decision of a seat in a finished deal has cost it, the costliest first, as the coach saw it at that moment.

    A row a decision with more than one choice: the `trick` (0 is the pass); whether the `decision` was a pass, lead, follow or
    discard; what was `chosen` and what was `best`; the expected `score` with what was chosen; its `loss` against the best with
    the interval `low` to `high`; the `reason`; the `open_loss`, what it costs once all hands are known; and the `text` of the
    deal at that moment, for `Table(text, you=seat)`. The first figures use what the seat knew then; where they and `open_loss`
    differ, that was luck. `progress` shows a bar, or is called with the decisions done and in all; if it returns False, the
    review stops there and keeps what is done. Raises DealError for an unfinished deal.
    """
    seat, seed = _of_finished(deal, seat), _asked(seed, confidence)
    rows, decisions = [], [turn for turn in turns_of(deal, seat) if may_choose(turn[0])]
    with Progress(len(decisions), progress, "decisions") as show:
        for done, (then, chosen) in enumerate(decisions, 1):
            rows.append(_reviewed(then, seat, chosen, seed, confidence))
            if not show(done):
                break
    return Words(rows, columns=REVIEWED).sort_values("loss", ascending=False, kind="stable", ignore_index=True)


def _of_finished(deal, seat) -> int:
    if not isinstance(deal, Deal):
        raise DealError(f"A review looks at a deal, not at {deal!r}.")
    if deal.phase != "over":
        raise DealError(f"Deal {deal.number} is not over; a review looks at finished deals.")
    return deal._seat(seat)


def turns_of(deal: Deal, seat: int) -> list[tuple[Deal, Cards]]:
    """Each moment at which a seat passed or played, and what it chose."""
    then, found = rebuild(deal.rules, replace(deal._told(0), passes=None)), []
    if then.phase == "pass":
        found.append((then, deal.passes[seat]))
        then = then.exchange(deal.passes)
    for player, card in deal.plays:
        if player == seat:
            found.append((then, Cards([card])))
        then = then._played(card)
    return found


def may_choose(then: Deal) -> bool:
    """Whether the seat whose turn it is has more than one choice."""
    return then.due < then.rules.hand_size if then.phase == "pass" else len(then.legal_cards()) > 1


def _named(then: Deal, chosen: Cards) -> Cards | None:
    """The pass that was chosen, which has to be named to be priced; a card does not."""
    return chosen if then.phase == "pass" else None


def _reviewed(then: Deal, seat: int, chosen: Cards, seed: int, confidence: float) -> tuple:
    """A row of the review."""
    prices = _prices(then, seat, seed, _named(then, chosen))
    costs, best, place = costs_of(then.rules, prices), _ranked(then.rules, prices)[0], prices.choices.index(chosen)
    loss = weighted(costs[place] - costs[best], prices.weights, confidence)
    hands = [*map(then.hand, range(then.rules.players)), then.kitty]
    shown = price_deal(then, seat, SHOWN, seed=seed, equally=True, hands=hands, choices=(chosen,) * (then.phase == "pass"))
    known = costs_of(then.rules, shown) @ shown.weights
    return (0 if then.phase == "pass" else len(then.tricks) + 1, decision_of(then, chosen), str(chosen),
            str(prices.choices[best]), float(prices.weights @ prices.scores[place]), max(0.0, loss[0]), *loss[1:],
            _reasons(then, seat, prices, confidence)[place], float(known[shown.choices.index(chosen)] - known.min()), then.text)


def decision_of(then: Deal, chosen: Cards) -> str:
    """What sort of decision it was."""
    if then.phase == "pass":
        return "pass"
    if not then.trick:
        return "lead"
    return "follow" if chosen[0].suit == then.trick[0][1].suit else "discard"


# Luck and skill.

def skill_sheet(played: Deal | Match, seat: int, *, seed: int = 1,
                progress: bool | Callable[[int, int], bool] = True) -> pd.DataFrame:
    """Where a seat's score in a finished deal came from: the par of the game, luck of the hand, luck of the play, mistakes.

    A row a deal, and after the finished deals of a match one for `all`: `deal`, `score`, and four columns that add up to it.
    `par` is what every seat could expect among experts, the table's mean as this seat's cards let it foresee; `hand` what the
    seat's own hand was then worth beside it, played as the coach plays; `mistakes` the losses of its decisions, as in `review`;
    `play` all the rest, which lay with the cards and the others. Points to the seat's harm are positive, counters negative.
    `progress` is as in `review`; deals that are not finished when it stops are left out. Raises DealError.
    """
    if isinstance(played, Match):
        deals = played.finished
        if not deals:
            raise DealError("No deal of this match is finished yet.")
    else:
        deals = (played,)
    for deal in deals:
        seat = _of_finished(deal, seat)
    seed = _asked(seed)
    moments = [[turn for i, turn in enumerate(turns_of(deal, seat)) if i == 0 or may_choose(turn[0])] for deal in deals]
    rows, done, going = [], 0, True
    with Progress(sum(map(len, moments)), progress, "decisions") as show:
        for deal, turns in zip(deals, moments, strict=True):
            worth, losses = None, []
            for then, chosen in turns:
                prices = _prices(then, seat, seed, _named(then, chosen))
                costs = costs_of(deal.rules, prices) @ prices.weights
                losses.append(float(costs[prices.choices.index(chosen)] - costs.min()))
                worth = worth or tuple(float(prices.weights @ what[costs.argmin()]) for what in (prices.tables, prices.scores))
                done += 1
                if not (going := show(done)):
                    break
            if len(losses) < len(turns):
                break
            score, mistakes = deal.scores[seat], sum(losses) if deal.rules.low_wins else 0.0 - sum(losses)
            rows.append((deal.number, score, worth[0], worth[1] - worth[0], score - worth[1] - mistakes, mistakes))
            if not going:
                break
    table = pd.DataFrame(rows, columns=["deal", "score", "par", "hand", "play", "mistakes"])
    if isinstance(played, Match):
        table = pd.concat([table, pd.DataFrame([{"deal": "all", **table.drop(columns="deal").sum()}])], ignore_index=True)
    return table
