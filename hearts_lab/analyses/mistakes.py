"""What kinds of mistakes a player makes and what they cost: his decisions priced as the coach prices them. For notebook 21.

Each decision is looked at twice, with layouts drawn afresh. The one look says which choice is best and of what kind the mistake
is, the other what it costs, and then the other way round. So no mistake looks dear because the dice were against it. What was
best in one look need not be quite the best, so losses are told a little too small, never too large.

    python -m hearts_lab.analyses.mistakes
    python -m hearts_lab.analyses.mistakes beginner --deals 200
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import pandas as pd

from hearts_lab import sense
from hearts_lab.cards import HEARTS, SPADES, TEN, Card, Cards
from hearts_lab.coaching import costs_of, decision_of, may_choose, turns_of
from hearts_lab.deal import Deal
from hearts_lab.draws import wrapping
from hearts_lab.estimates import interval
from hearts_lab.players import Strategy
from hearts_lab.remarks import moment
from hearts_lab.rules import DATA, Rules, variant
from hearts_lab.runs import Run
from hearts_lab.search import Prices, price_deal
from hearts_lab.simulation import simulate
from hearts_lab.workers import Progress

PLAYOUTS = 500  # in one look at a card to play
PASSING = 4  # a look at a pass has so many times more, for there are more choices
CLEAR = 0.3  # points that a mistake seems to cost in the look that finds it, at least
APART = 0.1  # by how much oftener one card takes the trick than another, at least, to be called higher
FINE = "nothing, or next to nothing"
RESULTS = DATA / "results" / "mistakes.csv"
GAME, SEAT, DEALS, SEED = "standard", 0, 1_000, 2_026  # what is saved
PLAYERS, OTHERS = ("beginner", "cautious", "expert"), "cautious"


# Kinds.

@dataclass(frozen=True)
class Mistake:
    """A choice beside a better one: where, the cards of each that the other does not have, and how often each takes the trick.

    `out` says whether the dearest spade, the lady, is in a hand that the seat cannot see; it may hold her itself.
    """

    rules: Rules
    decision: str
    hand: Cards
    led: int | None
    lady: Card | None
    out: bool
    chosen: tuple[Card, ...]
    best: tuple[Card, ...]
    takes: tuple[float, float]

    def has(self, what: Callable[[Card], bool]) -> tuple[bool, bool]:
        """Whether a card of the choice, and of the better one, is so."""
        return any(map(what, self.chosen)), any(map(what, self.best))

    def is_lady(self, card: Card) -> bool:
        return card == self.lady

    def above_her(self, card: Card) -> bool:
        """Whether she would fall on this card."""
        return self.out and self.lady is not None and card.suit == SPADES and card > self.lady

    def below_her(self, card: Card) -> bool:
        """Whether it is a spade that she beats, while she is in somebody's hand."""
        held = self.out or self.lady in self.hand
        return held and self.lady is not None and card.suit == SPADES and card < self.lady

    @property
    def holds_danger(self) -> bool:
        """Whether the seat holds her, or a spade on which she may fall."""
        return any(self.is_lady(held) or self.above_her(held) for held in self.hand)

    def guards(self, card: Card) -> bool:
        """Whether it is a lower spade beside the lady or a higher one that she may fall on."""
        return self.holds_danger and self.below_her(card)

    def costs_points(self, card: Card) -> bool:
        return self.rules.points[card] > 0

    @property
    def lower(self) -> bool:
        """Whether the choice is of lower cards."""
        return sum(card.rank for card in self.chosen) < sum(card.rank for card in self.best)

    @property
    def takes_more(self) -> bool:
        return self.takes[0] - self.takes[1] >= APART

    @property
    def takes_less(self) -> bool:
        return self.takes[1] - self.takes[0] >= APART


def _only(mistake: Mistake, what: Callable[[Card], bool], better: bool) -> bool:
    """Whether only the better choice has a card that is so; with better=False, only the choice made."""
    made, instead = mistake.has(what)
    return instead and not made if better else made and not instead


# The kinds of each decision, in the order in which they are tried: the first that fits is the kind.
KINDS: dict[str, tuple[tuple[str, Callable[[Mistake], bool]], ...]] = {
    "pass": (
        ("keeps the queen that he should pass", lambda m: _only(m, m.is_lady, True)),
        ("passes the queen that he should keep", lambda m: _only(m, m.is_lady, False)),
        ("keeps a spade above the queen that he should pass", lambda m: _only(m, m.above_her, True)),
        ("passes small spades that guard", lambda m: _only(m, m.guards, False)),
        ("keeps a high heart that he should pass",
         lambda m: _only(m, lambda card: card.suit == HEARTS and card.rank >= TEN, True)),
        ("passes low cards and keeps high ones", lambda m: m.lower),
        ("passes other wrong cards", lambda m: True),
    ),
    "lead": (
        ("leads the queen", lambda m: _only(m, m.is_lady, False)),
        ("leads a spade above the queen while she is out", lambda m: _only(m, m.above_her, False)),
        ("leads a spade with the queen in his hand", lambda m: m.lady in m.hand and _only(m, m.below_her, False)),
        ("leads the wrong card with the queen in his hand", lambda m: m.lady in m.hand),
        ("does not lead a spade to force out the queen",
         lambda m: _only(m, m.below_her, True) and not m.holds_danger),
        ("leads a spade below the queen at the wrong time", lambda m: _only(m, m.below_her, False)),
        ("leads a heart at the wrong time", lambda m: _only(m, lambda card: card.suit == HEARTS, False)),
        ("leads a high card where a low one would do", lambda m: m.takes_more),
        ("leads a low card where a high one is cheaper", lambda m: m.takes_less),
        ("leads the wrong suit", lambda m: m.chosen[0].suit != m.best[0].suit),
        ("leads the wrong card of the right suit", lambda m: True),
    ),
    "follow": (
        ("keeps the queen when he could be rid of her", lambda m: _only(m, m.is_lady, True)),
        ("plays the queen where she stays with him", lambda m: _only(m, m.is_lady, False)),
        ("plays a spade above the queen while she is out", lambda m: _only(m, m.above_her, False)),
        ("takes a trick that he could duck", lambda m: m.takes_more),
        ("ducks a trick that he should win", lambda m: m.takes_less),
        ("wins the trick with the wrong card", lambda m: m.takes[0] > 0.5),
        ("ducks low and keeps his high card", lambda m: m.lower),
        ("ducks high and misses that card later", lambda m: True),
    ),
    "discard": (
        ("keeps the queen when he could throw her", lambda m: _only(m, m.is_lady, True)),
        ("throws the queen at the wrong time", lambda m: _only(m, m.is_lady, False)),
        ("keeps a spade above the queen when he could throw it", lambda m: _only(m, m.above_her, True)),
        ("throws small spades that guard", lambda m: _only(m, m.guards, False)),
        ("throws a harmless card and keeps one that costs points", lambda m: _only(m, m.costs_points, True)),
        ("throws a point and keeps a dangerous card", lambda m: _only(m, m.costs_points, False)),
        ("throws a low card and keeps a high one", lambda m: m.lower),
        ("throws another wrong card", lambda m: True),
    ),
}


def kind(then: Deal, seat: int, chosen: Cards, best: Cards, takes: tuple[float, float] = (0.0, 0.0)) -> str:
    """What kind of mistake it is to choose these cards and not the better ones, in words that follow "he".

    `takes` says how often the card chosen takes the trick, and the better one.
    """
    with wrapping():
        here = moment(then, seat, sense.lady(then.view(seat).record))
    out = here.lady is not None and here.lady in then.unseen(seat)
    made, instead = list(chosen), list(best)
    for card in chosen:
        if card in instead:
            made.remove(card)
            instead.remove(card)
    what = decision_of(then, chosen)
    mistake = Mistake(then.rules, what, here.hand, here.led, here.lady, out, tuple(made), tuple(instead), takes)
    return next(words for words, fits in KINDS[what] if fits(mistake))


# Prices.

def priced(run: Run, seat: int = SEAT, playouts: int = PLAYOUTS, *,
           progress: bool | Callable[[int, int], bool] = True) -> pd.DataFrame:
    """What each decision of a seat cost it in the deals of a run: two rows a decision, one from either look.

    Columns: deal, trick (0 is the pass), decision, kind (`FINE` where nothing better was clearly seen), chosen, best and loss,
    in points beside the table's mean. Half the sum of `loss` is what the decisions cost. Decisions without a choice are left
    out. `progress` shows a bar, or is called with the deals done and in all; if it returns False, those done are kept.
    """
    rows = []
    with Progress(len(run), progress) as show:
        for done, number in enumerate(run.numbers.tolist(), 1):
            for then, chosen in turns_of(run.deal(number), seat):
                if may_choose(then):
                    trick = 0 if then.phase == "pass" else len(then.tricks) + 1
                    rows += [(number, trick, decision_of(then, chosen), *found)
                             for found in _twice(then, seat, chosen, playouts, number)]
            if not show(done):
                break
    return pd.DataFrame(rows, columns=["deal", "trick", "decision", "kind", "chosen", "best", "loss"])


def _twice(then: Deal, seat: int, chosen: Cards, playouts: int, number: int) -> list[tuple[str, str, str, float]]:
    """Kind, chosen, best and loss of one decision: first by the one look, priced by the other, then the other way round."""
    more, many = ((chosen,), PASSING * playouts) if then.phase == "pass" else ((), playouts)
    looks = [price_deal(then, seat, many, seed=2 * number + look, equally=True, choices=more) for look in (0, 1)]
    return [_found(then, seat, chosen, one, other) for one, other in (looks, looks[::-1])]


def _found(then: Deal, seat: int, chosen: Cards, one: Prices, other: Prices) -> tuple[str, str, str, float]:
    """The best choice and the kind by one look, the loss by the other."""
    seen, place = costs_of(then.rules, one) @ one.weights, one.choices.index(chosen)
    best = int(seen.argmin()) if seen[place] - seen.min() > 1e-9 else place
    paid = costs_of(then.rules, other) @ other.weights
    loss = float(paid[other.choices.index(chosen)] - paid[other.choices.index(one.choices[best])])
    if seen[place] - seen[best] < CLEAR:
        return FINE, str(chosen), str(one.choices[best]), loss
    takes = tuple(float(one.weights @ one.takes[i]) for i in (place, best))
    return kind(then, seat, chosen, one.choices[best], takes), str(chosen), str(one.choices[best]), loss


# What it comes to.

def ranked(table: pd.DataFrame) -> pd.DataFrame:
    """The kinds by what they cost, the dearest first: decision, kind, times (a deal), loss (a deal) with its interval, each.

    `each` is the loss at one such mistake. Before them stands a row for all decisions and one for each sort, with `all` for the
    kind: in those `FINE` counts too. Raises ValueError for fewer than two deals.
    """
    half = table.assign(times=0.5, loss=table["loss"] / 2)
    numbers = half["deal"].unique()

    def row(words: tuple[str, str], part: pd.DataFrame) -> tuple:
        lost = part.groupby("deal")["loss"].sum().reindex(numbers, fill_value=0.0)
        times = part["times"].sum() / len(numbers)
        return (*words, times, *interval(lost), lost.mean() / times)

    rows = [row(words, part) for words, part in half.groupby(["decision", "kind"], sort=False)]
    rows.sort(key=lambda found: -found[3])
    sorts = [row((name, "all"), part) for name in KINDS if len(part := half[half["decision"] == name])]
    return pd.DataFrame([row(("all", "all"), half), *sorts, *rows],
                        columns=["decision", "kind", "times", "loss", "low", "high", "each"])


def costly(table: pd.DataFrame) -> pd.DataFrame:
    """The rows of kinds that are mistakes: neither `all` nor `FINE`."""
    return table[~table["kind"].isin(["all", FINE])].reset_index(drop=True)


# What is saved.

def measured(player: str | Strategy, deals: int = DEALS, seed: int = SEED, *, game: str | Rules = GAME, others=OTHERS,
             playouts: int = PLAYOUTS, progress: bool | Callable[[int, int], bool] = True) -> pd.DataFrame:
    """The kinds of a player's mistakes in so many deals against others, as `ranked` has them, with what they hang on."""
    rules = variant(game)
    line = [player if seat == SEAT else others for seat in range(rules.players)]
    run = simulate(rules, line, deals, seed, progress=False)
    name = run.players[SEAT].name
    table = ranked(priced(run, SEAT, playouts, progress=progress))
    return table.assign(player=name, deals=deals, seed=seed, playouts=playouts)[
        ["player", "decision", "kind", "times", "loss", "low", "high", "each", "deals", "seed", "playouts"]]


def behind(player: str | Strategy, better: str | Strategy, deals: int = DEALS, seed: int = SEED, *, game: str | Rules = GAME,
           others=OTHERS) -> tuple[float, float, float]:
    """How much worse a player scores beside the table's mean than another in the same seat, on the same deals: mean, low, high.

    What the prices of their decisions should come to.
    """
    rules = variant(game)
    beside = []
    for name in (player, better):
        line = [name if seat == SEAT else others for seat in range(rules.players)]
        scores = simulate(rules, line, deals, seed).settled[:, 0]
        beside.append(scores[:, SEAT] - scores.mean(axis=1))
    return interval((beside[0] - beside[1]) * (1 if rules.low_wins else -1))


@lru_cache(maxsize=1)
def _read() -> pd.DataFrame:
    return pd.read_csv(RESULTS)


def saved(player: str | None = None) -> pd.DataFrame:
    """The saved rows of `measured`, of one player or of all. Raises ValueError for a player of whom none are saved."""
    table = _read()
    if player is None:
        return table.copy()
    if player not in set(table["player"]):
        raise ValueError(f"No mistakes of {player!r} are saved; those of {', '.join(table['player'].unique())} are.")
    return table[table["player"] == player].reset_index(drop=True)


def main(words: list[str] | None = None) -> None:
    """Price the mistakes of some players and save them, in place of what was saved of them."""
    parser = argparse.ArgumentParser(prog="python -m hearts_lab.analyses.mistakes", description=main.__doc__)
    parser.add_argument("players", nargs="*", default=PLAYERS, metavar="PLAYER", help=f"{', '.join(PLAYERS)} if none is given")
    parser.add_argument("--deals", type=int, default=DEALS, help="how many deals")
    told = parser.parse_args(words)
    for player in told.players:
        table = measured(player, told.deals)
        print(table.drop(columns=["player", "deals", "seed", "playouts"]).round(3).to_string(index=False), flush=True)
        earlier = [old[old["player"] != player] for old in ([_read()] if RESULTS.exists() else [])]
        kept = pd.concat([*earlier, table.round(4)])
        kept.to_csv(RESULTS, index=False, lineterminator="\n")
        _read.cache_clear()


if __name__ == "__main__":
    main()
