"""A run: deals as they were played, with the log of every card, from which all tables are made and any deal can be opened."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from hearts_lab.cards import DECK, Cards, from_bits
from hearts_lab.deal import Deal, rebuild
from hearts_lab.draws import wrapping
from hearts_lab.notation import DealRecord
from hearts_lab.play import STATE, clear, deal_cards, due
from hearts_lab.players import Strategy
from hearts_lab.rules import Rules
from hearts_lab.turns import Turns, look_back

LOGS = ("plays", "passes", "leaders", "winners", "settled")


@dataclass(frozen=True, eq=False)
class Run:
    """Deals of a seed as they were played, from number `start` on: the log, and tables made from it when asked for.

    `plays` (deals, cards) and `passes` (deals, seats, cards passed) hold cards in the order played and chosen, `leaders` and
    `winners` (deals, tricks) who led and won each trick (-1 if it was void), `settled` (deals, 5, seats) scores, points taken,
    bonus, tricks, and in its last row the moon's seat (or -1), who got the last trick (or -1), and the moon chosen (1 old,
    2 new). `pools` (deals + 1, 2) holds the counters and the standing jack before each deal and after the last, `before` the
    totals of the seats before each deal (or one row for all), `packs` the cards in dealing order where they were not shuffled
    from the seed (otherwise no rows).
    """

    rules: Rules
    players: tuple[Strategy, ...]
    seed: int
    plays: np.ndarray
    passes: np.ndarray
    leaders: np.ndarray
    winners: np.ndarray
    settled: np.ndarray
    pools: np.ndarray
    before: np.ndarray
    packs: np.ndarray
    start: int = 1

    def __len__(self) -> int:
        return len(self.plays)

    def __repr__(self):
        players = ", ".join(player.name for player in self.players)
        return f"<Run of {len(self):,} deals of {self.rules.title}, seed {self.seed}: {players}>"

    @property
    def numbers(self) -> np.ndarray:
        """The numbers of the deals."""
        return np.arange(self.start, self.start + len(self))

    def deal(self, number: int, cards: int | None = None) -> Deal:
        """That very deal, with its passes and plays, or only its first cards played."""
        if isinstance(number, bool) or not isinstance(number, int | np.integer) or not 0 <= number - self.start < len(self):
            last = self.start + len(self) - 1
            raise IndexError(f"This run has the deals {self.start} to {last}; {number!r} is not among them.")
        cards = self.plays.shape[1] if cards is None else cards
        if not isinstance(cards, int | np.integer) or not 0 <= cards <= self.plays.shape[1]:
            raise IndexError(f"A deal of this run has {self.plays.shape[1]} plays; {cards!r} is no number of them.")
        return self.replayed(int(number), int(cards))

    def first(self, deals: int) -> Run:
        """The first deals of this run."""
        logs = (self.plays, self.passes, self.leaders, self.winners, self.settled)
        before = self.before[:deals] if len(self.before) > 1 else self.before
        return Run(self.rules, self.players, self.seed, *(log[:deals] for log in logs), self.pools[: deals + 1], before,
                   self.packs[:deals], self.start)

    @cached_property
    def takers(self) -> np.ndarray:
        """(deals, tricks): who got the cards of each trick, those of void ones with the next that was taken; -1 for nobody."""
        found = self.winners.copy()
        found[:, -1] = self.settled[:, 4, 1]
        for trick in range(found.shape[1] - 2, -1, -1):
            found[:, trick] = np.where(found[:, trick] < 0, found[:, trick + 1], found[:, trick])
        return found

    @cached_property
    def turns(self) -> Turns:
        """What each turn offered: among how many cards it could choose, and whom the last card of a trick could give it to."""
        from hearts_lab.compiled import entry

        state, pile = np.zeros(1, STATE).view(np.recarray), np.zeros(52 * self.rules.packs, np.int64)
        found = Turns(self.rules.players, np.zeros(self.plays.shape, np.int8), np.zeros(self.winners.shape, np.int32))
        with wrapping():
            entry(look_back)(self.rules.record, np.uint64(self.seed), self.start, self.packs, self.passes, self.plays, state[0],
                             pile, found.choices, found.ends)
        return found

    @property
    def choices(self) -> np.ndarray:
        """(deals, tricks): among how many legal cards a seat could choose at its turn, the mean of each trick."""
        return self.turns.choices.reshape(*self.winners.shape, -1).mean(axis=2)

    @property
    def forced(self) -> np.ndarray:
        """(deals, tricks): in what share of the turns there was but one legal card."""
        return (self.turns.choices == 1).reshape(*self.winners.shape, -1).mean(axis=2)

    def replayed(self, number: int, cards: int, *, passed: bool = True) -> Deal:
        k, passes, due_now = number - self.start, None, int(due(self.rules.record, number))
        if due_now and passed:
            passes = tuple(Cards(DECK[card] for card in hand[:due_now]) for hand in self.passes[k])
        plays = Cards(DECK[card] for card in self.plays[k, :cards])
        pool, standing = self.pools[k]
        moon = {1: "old", 2: "new"}.get(int(self.settled[k, 4, 2])) if cards == self.plays.shape[1] else None
        before = tuple(map(int, self.before[k if len(self.before) > 1 else 0, : self.rules.players]))
        dealt = _hands(self.rules, number, self.packs[k]) if len(self.packs) else {"seed": self.seed}
        return rebuild(self.rules, DealRecord(number, before=before if any(before) else None, passes=passes, plays=plays,
                                              moon=moon, pool=int(pool), standing=bool(standing), **dealt))

    @cached_property
    def scores(self):
        """DataFrame, a row for each deal and seat: what it took and what that cost; columns as in `tables.scores`."""
        from hearts_lab import tables

        return tables.scores(self)

    @cached_property
    def tricks(self):
        """DataFrame, a row for each trick; columns as in `tables.tricks`."""
        from hearts_lab import tables

        return tables.tricks(self)

    @cached_property
    def cards(self):
        """DataFrame, a row for each card played; columns as in `tables.cards`."""
        from hearts_lab import tables

        return tables.cards(self)

    @cached_property
    def hands(self):
        """DataFrame, a row for each deal and seat about its hand after the pass; columns as in `tables.holdings`."""
        from hearts_lab import tables

        return tables.holdings(self)

    @cached_property
    def summary(self):
        """What these deals come to, seat by seat; summaries can be added up."""
        from hearts_lab import summaries

        return summaries.of(self)


def empty(rules: Rules, players: tuple[Strategy, ...], seed: int, start: int, deals: int, before: np.ndarray,
          packs: np.ndarray) -> Run:
    """A run before its first deal: the log with its room, and what each deal starts from."""
    widest = max(int(due(rules.record, number)) for number in range(1, len(rules.pass_cycle) + 1))
    played, tricks = rules.hand_size * rules.players, (deals, rules.hand_size)
    return Run(rules, players, seed, np.zeros((deals, played), np.int8),
               np.zeros((deals, rules.players, widest), np.int8), np.zeros(tricks, np.int8), np.zeros(tricks, np.int8),
               np.zeros((deals, 5, rules.players), np.int32), np.zeros((deals + 1, 2), np.int64), before, packs, start)


def _hands(rules: Rules, number: int, pack: np.ndarray) -> dict[str, object]:
    """The hands and the kitty that a pack in dealing order gives."""
    state = np.zeros(1, STATE).view(np.recarray)[0]
    with wrapping():
        clear(rules.record, state, np.uint64(0), number)
        deal_cards(rules.record, state, pack)
    hands = tuple(from_bits(state.hand[seat], state.twin[seat]) for seat in range(rules.players))
    return {"hands": hands, "kitty": from_bits(state.kitty, state.kitty_twin)}
