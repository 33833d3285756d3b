"""Is the dealing fair? A tally tested, and the shuffle tested over many deals. For notebook 22."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
import pandas as pd

from hearts_lab import cards as c
from hearts_lab.draws import wrapping
from hearts_lab.estimates import CONFIDENCE, share
from hearts_lab.given import Given
from hearts_lab.layout import whole
from hearts_lab.play import STATE, clear, deal_cards, shuffle
from hearts_lab.rules import Rules, variant
from hearts_lab.tables import Words

FALSE_ALARM = 0.05  # how often a fair dealer may be suspected
SURE = 0.9  # how often a dealer who is not fair should be found out
LEAST = 5.0  # deals that a cell of a chi-square test should expect
SHORT = 100  # deals in a series whose longest run is sought


# A tally.

@dataclass(frozen=True)
class Tally:
    """Something that came so often (`hits`) in so many deals, with its chance in one deal when the dealing is fair.

    >>> Tally(13, 36, 0.25)
    13 in 36 deals, where 9.0 are due: a fair dealer gives that many or more in 9.2 % of such tallies.
    """

    hits: int
    deals: int
    chance: float

    def __post_init__(self):
        whole(self.deals, "The number of deals in a tally", 1, 10**9)
        whole(self.hits, "What is counted in a tally", 0, self.deals)
        if not 0 < self.chance < 1:
            raise ValueError(f"The chance in one deal lies between 0 and 1, such as 0.25; {self.chance!r} does not.")

    @property
    def due(self) -> float:
        """How often it comes on average in so many deals."""
        return self.deals * float(self.chance)

    @property
    def at_least(self) -> float:
        """The exact chance of as many or more."""
        from scipy.special import bdtrc

        return 1.0 if self.hits == 0 else float(bdtrc(self.hits - 1, self.deals, float(self.chance)))

    @property
    def at_most(self) -> float:
        """The exact chance of as many or fewer."""
        from scipy.special import bdtr

        return float(bdtr(self.hits, self.deals, float(self.chance)))

    @cached_property
    def surprise(self) -> float:
        """The exact binomial test: the chance of a number that is no likelier than this one, too many or too few."""
        from scipy.stats import binomtest

        return float(binomtest(self.hits, self.deals, float(self.chance)).pvalue)

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float, float]:
        """The share of the deals and its exact interval (Clopper and Pearson's): share, low, high."""
        from scipy.stats import binomtest

        found = binomtest(self.hits, self.deals).proportion_ci(confidence, "exact")
        return self.hits / self.deals, float(found.low), float(found.high)

    def chances(self) -> pd.DataFrame:
        """The exact chance of each number that is not too rare to be seen, and this one.

        Columns: hits, chance, side ("fewer than in the tally" or "as many or more").
        """
        from scipy.stats import binom

        hits = np.arange(self.deals + 1)
        chance = binom.pmf(hits, self.deals, float(self.chance))
        kept = (chance > chance.max() / 500) | (hits == self.hits)
        side = np.where(hits < self.hits, "fewer than in the tally", "as many or more")
        return pd.DataFrame({"hits": hits, "chance": chance, "side": side})[kept]

    def __repr__(self):
        many = self.hits >= self.due
        side, chance = ("or more", self.at_least) if many else ("or fewer", self.at_most)
        return (f"{self.hits:,} in {self.deals:,} deals, where {self.due:.1f} are due: a fair dealer gives that many {side} in "
                f"{in_hundred(chance)} of such tallies.")


def in_hundred(chance: float) -> str:
    """A chance in per cent, with as many figures as it takes: "9.1 %", "0.034 %", or "less than 0.0001 %".

    >>> in_hundred(0.25), in_hundred(0.00034)
    ('25 %', '0.034 %')
    """
    return "less than 0.0001 %" if chance < 1e-6 else f"{float(f'{100 * chance:.2g}'):.6g} %"


def compared(tallies: dict[str, Tally]) -> Words:
    """Some tallies in words, a row each: what came, its chance, how often it came, was due, and would come by chance."""
    return Words([{"what": what, "chance in a deal": f"{float(tally.chance):.1%}", "came": tally.hits,
                   "due": f"{tally.due:.1f}", "as many or more": in_hundred(tally.at_least),
                   "as few or fewer": in_hundred(tally.at_most)} for what, tally in tallies.items()])


def alarming(deals, chance: float, false_alarm: float = FALSE_ALARM):
    """From how many hits in so many deals on a fair dealer is suspected of too many, seldomer than `false_alarm` wrongly."""
    from scipy.stats import binom

    return binom.isf(false_alarm, deals, float(chance)).astype(int) + 1


def noticed(deals, chance: float, more: float, false_alarm: float = FALSE_ALARM):
    """The exact chance that a tally of so many deals finds out a dealer from whom something comes oftener by `more`."""
    from scipy.stats import binom

    return binom.sf(alarming(deals, chance, false_alarm) - 1, deals, _oftener(chance, more))


def deals_to_notice(chance: float, more: float, false_alarm: float = FALSE_ALARM, sure: float = SURE) -> int:
    """From how many deals on a tally finds out such a dealer as often as `sure`, whatever their number is.

    >>> deals_to_notice(0.25, 1.0)
    35
    """
    _oftener(chance, more)
    most = 64
    while (found := noticed(np.arange(1, most + 1), chance, more, false_alarm))[most // 2:].min() < sure:
        if most > 10**7:
            raise ValueError(f"So little more ({more:.2%}) cannot be noticed in ten million deals.")
        most *= 2
    return int(np.flatnonzero(found < sure)[-1]) + 2


def _oftener(chance: float, more: float) -> float:
    if more <= 0 or not 0 < chance * (1 + more) < 1:
        raise ValueError(f"What comes oftener by {more!r} does so by some part of its chance, such as 0.1, and never surely.")
    return float(chance) * (1 + more)


def begun(hits: np.ndarray, chance: float, length: int, evening: int, bad: int) -> pd.DataFrame:
    """How often a tally of a fair dealer "proves" him unfair, by how it was begun or ended; the same deals for each.

    `hits`: for each deal whether the thing came. They are cut into stretches of an evening and a tally. Columns: begun (a way),
    share, low, high (of the tallies that find too many, at the usual 5 %), cases (tallies) and rate (hits a deal in them).
    """
    whole(evening, "An evening", 1, length - 1)
    whole(bad, "What makes an evening bad", 1, evening)
    rows = hits[: len(hits) // (evening + length) * (evening + length)].reshape(-1, evening + length)
    first, after = rows[:, :length], rows[:, evening:]
    awful = rows[:, :evening].sum(axis=1) >= bad
    if awful.sum() < 2:
        raise ValueError("In so few deals there are not two evenings as bad as that: ask for more deals, or a milder evening.")
    sums = np.cumsum(first, axis=1)[:, evening - 1:]
    stopped = sums >= alarming(np.arange(evening, length + 1), chance)
    ends = np.where(stopped.any(axis=1), stopped.argmax(axis=1), length - evening)
    ways = {"any day": (first.sum(axis=1), length),
            "after a bad evening": (after[awful].sum(axis=1), length),
            "with that evening": (first[awful].sum(axis=1), length),
            "ended at the worst": (sums[np.arange(len(sums)), ends], evening + ends)}
    found = []
    for way, (number, deals) in ways.items():
        deals = np.broadcast_to(deals, number.shape)
        found.append((way, *share(np.arange(len(number)), number >= alarming(deals, chance)), len(number),
                      number.sum() / deals.sum()))
    return pd.DataFrame(found, columns=["begun", "share", "low", "high", "cases", "rate"])


# Many deals, dealt and not played.

@dataclass(frozen=True, eq=False)
class Dealt:
    """Deals 1, 2, ... as they are dealt, before anybody passes.

    `packs` (deals, 52) in the order in which the shuffle left the cards, `hands` (deals, seats) sets of cards (bits). What no
    hand holds lies in the kitty or is out of play.
    """

    rules: Rules
    packs: np.ndarray
    hands: np.ndarray

    def __len__(self) -> int:
        return len(self.packs)

    def have(self, given: Given) -> np.ndarray:
        """(deals): in which deals the hands are like this."""
        return given.met(self.rules, self.hands)

    def seats_of(self, card: str | int) -> np.ndarray:
        """(deals): which seat is dealt a card; after the last seat comes the kitty."""
        has = (self.hands >> np.uint64(c.read_card(card))) & np.uint64(1) == 1
        return np.where(has.any(axis=1), has.argmax(axis=1), self.rules.players)

    @cached_property
    def counts(self) -> np.ndarray:
        """(cards in play, seats): how often each card is dealt to each seat; a last column for the kitty, if there is one."""
        found = np.array([[((self.hands[:, seat] >> np.uint64(card)) & np.uint64(1)).sum() for seat in
                           range(self.rules.players)] for card in self.rules.pack]).astype(np.int64)
        return np.column_stack([found, len(self) - found.sum(axis=1)]) if self.rules.kitty_size else found

    @property
    def places(self) -> np.ndarray:
        """(52, 52): how often each card lies in each place of the pack, in the order in which it is dealt."""
        return np.bincount((self.packs.astype(np.int64) * 52 + np.arange(52)).ravel(), minlength=52 * 52).reshape(52, 52)

    def lengths(self, suit: int) -> np.ndarray:
        """(deals, seats): how many cards of a suit each seat is dealt."""
        return np.bitwise_count(self.hands & _suit(suit)).astype(int)

    def shares(self, seat: int = 0) -> pd.DataFrame:
        """How often each card in play is dealt to a seat, less the exact chance: card, suit, rank, beyond, low, high."""
        due = self.rules.hand_size / len(self.rules.pack)
        found = [Tally(int(often), len(self), due).interval() for often in self.counts[:, seat]]
        names = [str(card) for card in self.rules.pack]
        return pd.DataFrame({"card": names, "suit": [name[-1] for name in names], "rank": [name[:-1] for name in names],
                             **{end: [one[i] - due for one in found] for i, end in enumerate(("beyond", "low", "high"))}})

    def neighbours(self) -> np.ndarray:
        """(deals): how many pairs of neighbours of the new pack lie together still, one on the other, after the shuffle."""
        return (np.diff(self.packs, axis=1) == 1).sum(axis=1)


def _suit(suit: int) -> np.uint64:
    return c.as_bits(range(13 * suit, 13 * suit + 13))[0]


# The compiled loop.

def deal_all(rules, seed, shuffled, state, pile, packs, hands):
    """Deal 1, 2, ... as many deals as there is room for, of a seed, or where `shuffled` is set from these very packs."""
    for k in range(packs.shape[0]):
        clear(rules, state, seed, k + 1)
        if shuffled:
            for i in range(pile.shape[0]):
                pile[i] = packs[k, i]
        else:
            shuffle(state, seed, pile)
            for i in range(pile.shape[0]):
                packs[k, i] = pile[i]
        deal_cards(rules, state, pile)
        for seat in range(rules.players):
            hands[k, seat] = state.hand[seat]


def dealt(rules: Rules | str, deals: int, seed: int = 1, *, packs: np.ndarray | None = None) -> Dealt:
    """Deals 1, 2, ... of a seed, the very ones that table, match and `simulate` have; or dealt from these packs."""
    rules = variant(rules)
    if rules.packs != 1:
        raise ValueError(f"The dealing is tested where one pack is dealt; {rules.title} is played with {rules.packs}.")
    seed = np.uint64(whole(seed, "The seed", 0, 2**63 - 1))
    from hearts_lab.compiled import entry

    deals = whole(deals, "The number of deals", 2, 10**8)
    rows = np.zeros((deals, 52), np.int8) if packs is None else packs
    hands = np.zeros((deals, rules.players), np.uint64)
    state, pile = np.zeros(1, STATE).view(np.recarray)[0], np.zeros(52, np.int64)
    with wrapping():
        entry(deal_all)(rules.record, seed, packs is not None, state, pile, rows, hands)
    return Dealt(rules, rows, hands)


def kept(deals: Dealt, seat: int = 0) -> Words:
    """The tally itself, a row a deal: the hand that a seat is dealt, and a ✓ for each thing it had rather not been dealt."""
    table = Words({"deal": np.arange(1, len(deals) + 1), "hand": [str(c.from_bits(hand)) for hand in deals.hands[:, seat]]})
    for words, given in feared(seat).items():
        table[words] = np.where(deals.have(given), "✓", "")
    return table


# Dealers who are not fair, to see whether the tests find them out.

def riffled(deals: int, times: int, seed: int = 1) -> np.ndarray:
    """New packs, each riffled so many times by hand (the model of Gilbert, Shannon and Reeds): (deals, 52)."""
    dice, packs = np.random.default_rng(seed), np.tile(np.arange(52, dtype=np.int8), (deals, 1))
    for _ in range(whole(times, "How often a pack is riffled", 0, 100)):
        order = np.argsort(dice.integers(0, 2, (deals, 52), dtype=np.int8), axis=1, kind="stable")
        new = np.empty_like(packs)
        np.put_along_axis(new, order, packs, axis=1)  # the upper heap falls where there is a 0, the lower one where a 1
        packs = new
    return packs


def beginners_shuffle(deals: int, seed: int = 1) -> np.ndarray:
    """New packs, shuffled as a beginner writes it: each card changes places with any of the 52. (deals, 52)."""
    dice, packs = np.random.default_rng(seed), np.tile(np.arange(52, dtype=np.int8), (deals, 1))
    every = np.arange(deals)
    for place in range(52):
        other = dice.integers(0, 52, deals)
        packs[every, place], packs[every, other] = packs[every, other], packs[every, place].copy()
    return packs


def favouring(fair: Dealt, card: str | int, seat: int, more: float, seed: int = 1) -> Dealt:
    """The same deals by a dealer who lets a seat have a card oftener by `more`: now and then he changes it for another."""
    card, dice = c.read_card(card), np.random.default_rng(seed)
    chance = float(Given(seat=seat, holds=card.text).probability(fair.rules))
    part = chance * more / (1 - chance)
    _oftener(chance, more)
    rows = np.flatnonzero((fair.seats_of(card) != seat) & (dice.random(len(fair)) < part))
    packs = fair.packs.copy()
    own = (fair.hands[rows, seat][:, None] >> packs[rows].astype(np.uint64)) & np.uint64(1) == 1
    place = np.where(own, dice.random(own.shape), -1).argmax(axis=1)
    packs[rows, (packs[rows] == card).argmax(axis=1)] = packs[rows, place]
    packs[rows, place] = card
    return dealt(fair.rules, len(fair), packs=packs)


# The shuffle tested.

def feared(seat: int = 0) -> dict[str, Given]:
    """What a player would rather not be dealt, in words."""
    return {"Q♠": Given(seat, holds="QS"),
            "Q♠ with two guards or fewer": Given(seat, holds="QS", counts={"low spades": (0, 2)}),
            "A♠ or K♠, not Q♠": Given(seat, lacks="QS", counts={"KS AS": (1, 2)}),
            "three of A♥ K♥ Q♥ J♥": Given(seat, counts={"high hearts": (3, 4)})}


def length_chances(rules: Rules, suit: int, seat: int = 0) -> np.ndarray:
    """The exact chance that a hand is dealt 0, 1, 2, ... cards of a suit."""
    most = min(rules.hand_size, sum(card.suit == suit for card in rules.pack))
    return np.array([float(Given(seat, counts={c.SUIT_NAMES[suit]: length}).probability(rules)) for length in range(most + 1)])


def neighbour_chances(cards: int = 52) -> np.ndarray:
    """The exact chance that 0, 1, 2, ... neighbours of a new pack lie together after a fair shuffle."""
    apart = [1, 0]  # in how many ways n cards can be laid out with none in its own place
    for n in range(2, cards + 1):
        apart.append((n - 1) * (apart[-1] + apart[-2]))
    ways = [comb(cards - 1, k) * (apart[cards - k] + apart[cards - k - 1]) for k in range(cards)]
    return np.array([float(way) for way in ways]) / float(sum(ways))


def longest_runs(hits: np.ndarray, series: int = SHORT) -> np.ndarray:
    """(series): the longest run of deals in which something came, in each series of so many deals."""
    rows = hits[: len(hits) // series * series].reshape(-1, series)
    run = longest = np.zeros(len(rows), int)
    for column in rows.T:
        run = np.where(column, run + 1, 0)
        longest = np.maximum(longest, run)
    return longest


def run_chances(chance: float, series: int = SHORT) -> np.ndarray:
    """The exact chance that the longest run in a series of so many deals is 0, 1, 2, ... deals long."""
    chance, below = float(chance), [0.0]  # below[r]: no run of r deals or more
    for length in range(1, series + 1):
        if 1 - below[-1] < 1e-15:
            break
        # From deal to deal: so many hits in a row so far; a miss begins again, a run of `length` is lost for good.
        step = np.diag(np.full(length - 1, chance), 1)
        step[:, 0] = 1 - chance
        below.append(float(np.linalg.matrix_power(step, series)[0].sum()))
    return np.diff([*below, 1.0])


def beside(found: dict[str, np.ndarray], chances: np.ndarray, most: int) -> pd.DataFrame:
    """How often each number from 0 to `most` came, beside its exact chance: dealer, number, share, low, high.

    `found`: by the dealer's name what was counted in each deal (deals,) or in each of its hands (deals, seats).
    """
    rows = [(name, number, *share(np.arange(values.size) // (values.size // len(values)), values.ravel() == number))
            for name, values in found.items() for number in range(most + 1)]
    rows += [("exact chance", number, chance, chance, chance) for number, chance in enumerate(chances[: most + 1])]
    return pd.DataFrame(rows, columns=["dealer", "number", "share", "low", "high"])


def fit(counts, chances) -> float:
    """How surprising some counts are beside their exact chances: the chi-square test, rare cells at the ends put together."""
    from scipy.special import chdtrc

    chances = np.asarray(chances, float)
    counts = np.concatenate([counts, np.zeros(max(0, len(chances) - len(counts)))])[: len(chances)]
    due = counts.sum() * chances
    while len(due) > 1 and due[-1] < LEAST:
        due, counts = (np.append(one[:-2], one[-2:].sum()) for one in (due, counts))
    while len(due) > 1 and due[0] < LEAST:
        due, counts = (np.append(one[:2].sum(), one[2:]) for one in (due, counts))
    return float(chdtrc(len(due) - 1, ((counts - due) ** 2 / due).sum())) if len(due) > 1 else 1.0


def evenness(counts: np.ndarray) -> float:
    """How surprising it is how often each card (a row) came to each place (a column): a chi-square test of all counts together.

    Every card lies somewhere and every place has its cards, so the counts are tied to each other: that takes 1 / cards off the
    sum, and a row and a column off what can vary.
    """
    from scipy.special import chdtrc

    cards, places = counts.shape
    due = counts.sum(axis=0) / cards
    return float(chdtrc((cards - 1) * (places - 1), (cards - 1) / cards * ((counts - due) ** 2 / due).sum()))


def questions(deals: Dealt, seat: int = 0) -> pd.DataFrame:
    """Everything that these deals were asked, a row each, the most surprising answer first.

    Columns: question; surprise, the chance that a fair shuffle answers as oddly or more so; among_all, the same when one is to
    be surprised by none of so many questions (Holm's correction, right however they hang together).
    """
    rules, cards = deals.rules, len(deals.rules.pack)
    queens, places = deals.seats_of("QS"), rules.players + bool(rules.kitty_size)
    shares = np.array([rules.hand_size] * rules.players + [rules.kitty_size] * bool(rules.kitty_size)) / cards
    pairs = queens[: len(deals) // 2 * 2].reshape(-1, 2)
    each, turn = np.arange(len(deals)), np.arange(len(deals)) % rules.players
    queen = feared(seat)["Q♠"]
    runs = longest_runs(deals.have(queen))
    found = {"every card in every seat": evenness(deals.counts),
             "every card in every place of the pack": evenness(deals.places),
             "Q♠ in every seat": fit(np.bincount(queens, minlength=places), shares),
             "Q♠ after the Q♠ of the deal before": fit(np.bincount(pairs @ [places, 1], minlength=places**2),
                                                       np.outer(shares, shares).ravel()),
             "neighbours of the new pack": fit(np.bincount(deals.neighbours()), neighbour_chances()),
             "runs of deals with Q♠": fit(np.bincount(runs), run_chances(queen.probability(rules)))}
    for suit, name in enumerate(c.SUIT_NAMES):
        found[f"length of {name}"] = fit(np.bincount(deals.lengths(suit)[each, turn]), length_chances(rules, suit))
    for words, given in feared(seat).items():
        found[f"seat {seat}: {words}"] = Tally(int(deals.have(given).sum()), len(deals), given.probability(rules)).surprise
    table = pd.DataFrame({"question": list(found), "surprise": list(found.values())})
    table = table.sort_values("surprise", kind="stable", ignore_index=True)
    among = (table["surprise"] * (len(table) - table.index)).cummax()
    return table.assign(among_all=among.clip(upper=1.0))


def told(asked: pd.DataFrame) -> Words:
    """The answers of `questions` in words."""
    return Words({"question": asked["question"], "a fair shuffle answers as oddly": asked["surprise"].map(in_hundred),
                  "after so many questions": asked["among_all"].map(in_hundred)})
