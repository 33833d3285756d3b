"""Many deals at once: the rules of play compiled, one seed a deal, every returned card checked, everything replayable."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np

from hearts_lab.cards import DECK, NO_CARDS, ONE, Cards, count, first, from_bits, has
from hearts_lab.deal import Deal, rebuild
from hearts_lab.draws import wrapping
from hearts_lab.notation import DealRecord
from hearts_lab.play import (
    STATE,
    clear,
    deal_cards,
    due,
    exchange,
    lay_aside,
    legal,
    open_play,
    passable,
    play_card,
    shuffle,
    to_play,
)
from hearts_lab.players import Strategy, StrategyError, asked, named, settings
from hearts_lab.rules import SEATS, Rules, variant
from hearts_lab.score import CHOSEN_MOON, settle, settle_pool, shooter
from hearts_lab.views import MOON, MOONS, PASS, PLAY, VIEW, introduce, see, wished

if TYPE_CHECKING:
    from hearts_lab.given import Given

CHUNK = 20_000  # deals between two looks at the clock; the result does not depend on it
MOST = 20_000_000  # deals in one run: a log of some 150 to 300 bytes each
_SHOW_AFTER = 2.0  # seconds before a progress bar appears


# The compiled loop.

def ask(rules, state, seat, decision, setting, strategy, views):
    """One decision of one seat, in a fresh view: whether it may choose the card, and the card that it chose.

    A seat that has only one legal card plays it without being asked.
    """
    allowed = MOONS if decision == MOON else passable(rules, state, seat) if decision == PASS else legal(rules, state, seat)
    allowed = wished(setting, state, seat, decision, allowed)
    if decision == PLAY and allowed & (allowed - ONE) == NO_CARDS:
        return True, first(allowed)
    views[0] = views[1]
    see(rules, state, seat, decision, allowed, views[0])
    views[0].habits = setting.habits
    card = strategy(views[0])
    return 0 <= card < 52 and has(allowed, card), card


def play_deal(rules, state, settings, strategies, pile, views, plays, passes, leaders, winners, settled):
    """Play one deal from its pack to the scores. Returns -1, or the seat whose strategy failed, and its card.

    The table has been cleared for it, what stands on the sheet before it is in the state, and its cards lie in `pile`.
    """
    deal_cards(rules, state, pile)
    introduce(rules, state, views[1])
    to_pass = due(rules, state.number)
    if to_pass > 0:
        for seat in range(rules.players):
            for i in range(to_pass):
                allowed, card = ask(rules, state, seat, PASS, settings[seat], strategies[seat], views)
                if not allowed:
                    return seat, card
                passes[seat, i] = card
                lay_aside(rules, state, seat, card)
        exchange(rules, state)
    open_play(rules, state)
    for i in range(rules.hand_size * rules.players):
        seat = to_play(rules, state)
        allowed, card = ask(rules, state, seat, PLAY, settings[seat], strategies[seat], views)
        if not allowed:
            return seat, card
        plays[i] = card
        if state.in_trick == 0:
            leaders[state.trick] = state.leader
        play_card(rules, state, card)
        if state.in_trick == 0:
            winners[state.trick - 1] = -1 if state.void == 1 else state.last_winner
    moon = shooter(rules, state)
    if moon >= 0 and rules.moon == CHOSEN_MOON:
        allowed, kind = ask(rules, state, moon, MOON, settings[moon], strategies[moon], views)
        if not allowed:
            return moon, kind
        state.moon_choice = kind
    settle(rules, state, settled[0])
    for seat in range(rules.players):
        settled[1, seat] = state.points[seat]
        settled[2, seat] = state.bonus[seat]
        settled[3, seat] = state.tricks[seat]
    settled[4, 0] = moon
    settled[4, 1] = state.taker
    settled[4, 2] = state.moon_choice
    return -1, -1


def play_deals(rules, seed, start, settings, strategies, before, packs, state, views, pile, plays, passes, leaders, winners,
               settled):
    """Play the deals numbered start, start + 1, ...: as many as there is room for in the log.

    `before` has the totals of the seats before each deal, or one row for all; `packs` the cards of each in dealing order, or no
    row, and they are shuffled. Stops at a strategy that fails; returns the index of that deal, the seat and the returned card,
    or -1 three times.
    """
    for k in range(plays.shape[0]):
        clear(rules, state, seed, start + k)
        if packs.shape[0] > 0:
            pile[:] = packs[k]
        else:
            shuffle(state, seed, pile)
        for seat in range(rules.players):
            state.before[seat] = before[k if before.shape[0] > 1 else 0, seat]
        seat, card = play_deal(rules, state, settings, strategies, pile, views, plays[k], passes[k], leaders[k], winners[k],
                               settled[k])
        if seat >= 0:
            return k, seat, card
    return -1, -1, -1


def count_choices(rules, seed, start, packs, passes, plays, state, pile, counts):
    """Play logged deals again and count, trick by trick, the legal cards that the seats had to choose from."""
    for k in range(plays.shape[0]):
        clear(rules, state, seed, start + k)
        if packs.shape[0] > 0:
            pile[:] = packs[k]
        else:
            shuffle(state, seed, pile)
        deal_cards(rules, state, pile)
        to_pass = due(rules, start + k)
        if to_pass > 0:
            for seat in range(rules.players):
                for i in range(to_pass):
                    lay_aside(rules, state, seat, int(passes[k, seat, i]))
            exchange(rules, state)
        open_play(rules, state)
        for i in range(plays.shape[1]):
            counts[k, i // rules.players] += count(legal(rules, state, to_play(rules, state)))
            play_card(rules, state, int(plays[k, i]))


def settle_pools(rules, settled, pools):
    """Settle deals in counters one after the other, each with what the one before it left: pool and standing jack."""
    for k in range(settled.shape[0]):
        pools[k + 1, 0], pools[k + 1, 1] = settle_pool(rules, settled[k, 1], pools[k, 0], pools[k, 1], settled[k, 0])


# Running it.

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
        return self._replayed(int(number), int(cards))

    def first(self, deals: int) -> Run:
        """The first deals of this run."""
        logs = (self.plays, self.passes, self.leaders, self.winners, self.settled)
        before = self.before[:deals] if len(self.before) > 1 else self.before
        return Run(self.rules, self.players, self.seed, *(log[:deals] for log in logs), self.pools[: deals + 1], before,
                   self.packs[:deals], self.start)

    @cached_property
    def choices(self) -> np.ndarray:
        """(deals, tricks): among how many legal cards a seat could choose at its turn, the mean of each trick."""
        from hearts_lab.compiled import entry

        state, pile = np.zeros(1, STATE).view(np.recarray), np.zeros(52 * self.rules.packs, np.int64)
        counts = np.zeros(self.winners.shape, np.int64)
        with wrapping():
            entry(count_choices)(self.rules.record, np.uint64(self.seed), self.start, self.packs, self.passes, self.plays,
                                 state[0], pile, counts)
        return counts / self.rules.players

    def _replayed(self, number: int, cards: int) -> Deal:
        k, passes, passed = number - self.start, None, int(due(self.rules.record, number))
        if passed:
            passes = tuple(Cards(DECK[card] for card in hand[:passed]) for hand in self.passes[k])
        plays = Cards(DECK[card] for card in self.plays[k, :cards])
        pool, standing = self.pools[k]
        moon = {1: "old", 2: "new"}.get(int(self.settled[k, 4, 2])) if cards == self.plays.shape[1] else None
        before = tuple(map(int, self.before[k if len(self.before) > 1 else 0, : self.rules.players]))
        dealt = _hands(self.rules, number, self.packs[k]) if len(self.packs) else {"seed": self.seed}
        return rebuild(self.rules, DealRecord(number, before=before if any(before) else None, passes=passes, plays=plays,
                                              moon=moon, pool=int(pool), standing=bool(standing), **dealt))

    @cached_property
    def scores(self):
        """DataFrame, a row for each deal and seat: player, points, bonus, tricks, score, moon (whether this seat shot it)."""
        from hearts_lab import tables

        return tables.scores(self)

    @cached_property
    def tricks(self):
        """DataFrame, a row for each trick: deal, trick, leader, winner, suit led, points in it."""
        from hearts_lab import tables

        return tables.tricks(self)

    @cached_property
    def cards(self):
        """DataFrame, a row for each card played: deal, trick, place, seat, card, role in the trick, winner, points."""
        from hearts_lab import tables

        return tables.cards(self)


def _hands(rules: Rules, number: int, pack: np.ndarray) -> dict[str, object]:
    """The hands and the kitty that a pack in dealing order gives."""
    state = np.zeros(1, STATE).view(np.recarray)[0]
    with wrapping():
        clear(rules.record, state, np.uint64(0), number)
        deal_cards(rules.record, state, pack)
    hands = tuple(from_bits(state.hand[seat], state.twin[seat]) for seat in range(rules.players))
    return {"hands": hands, "kitty": from_bits(state.kitty, state.kitty_twin)}


def seated(rules: Rules, players: str | Strategy | Iterable) -> tuple[Strategy, ...]:
    """One strategy a seat; a single one sits everywhere. Raises StrategyError for another number."""
    if isinstance(players, str | Strategy):
        players = [players] * rules.players
    if not isinstance(players, Iterable):
        raise StrategyError(f"{players!r} names no players; name one strategy a seat, or one for all.")
    found = tuple(named(player) for player in players)
    if len(found) != rules.players:
        raise StrategyError(f"{rules.title} for {rules.players} needs {rules.players} players, not {len(found)}.")
    return found


def simulate(rules: Rules | str, players: str | Strategy | Iterable, deals: int, seed: int = 1, *, start: int = 1,
             before: Iterable | None = None, packs: np.ndarray | None = None, given: Given | None = None,
             progress: bool | Callable[[int, int], bool] = True, compiled: bool = True) -> Run:
    """Play the deals `start`, `start` + 1, ... of a seed, one strategy a seat, and keep the log.

    The dealer and the pass move on from deal to deal as in a match, but every deal starts with nothing on the sheet, or with
    the totals `before` (one a seat, or a row of them for each deal). The same seed gives the same deals whoever plays, unless
    `packs` says the cards of each deal in dealing order, or `given` what the hands hold when they are dealt. A bar appears when
    it takes long; `progress` may instead be a function of (deals done, deals in all) that is called now and then, and stops the
    run, keeping what is done, by returning False. `compiled=False` runs the plain source, slowly. Raises StrategyError, naming
    the deal, when a strategy returns a card that it may not play.

    >>> simulate("black_maria", "cautious", deals=4, seed=1, compiled=False).scores.points.sum() == 4 * 43
    True
    """
    rules = variant(rules)
    line = seated(rules, players)
    if isinstance(deals, bool) or not isinstance(deals, int | np.integer) or not 1 <= deals <= MOST:
        raise ValueError(f"deals must be a whole number from 1 to {MOST:,} (their log is kept in memory), not {deals!r}.")
    Deal(rules, seed=seed, number=start)  # refuses a bad seed or number in a sentence
    if given is not None:
        if packs is not None:
            raise ValueError("Give the cards of each deal (packs) or what the hands hold (given), not both.")
        packs = dealt(rules, given.packs(rules, seed, np.arange(start, start + deals)))
    run = _empty(rules, line, int(seed), int(start), int(deals), before, packs)
    loop = play_deals
    strategies: tuple = tuple(partial(asked, player) for player in line)
    if compiled:
        from hearts_lab.compiled import entry, line_up

        loop, strategies = entry(play_deals), line_up(line)
    settled, state, views = settings(line), np.zeros(1, STATE).view(np.recarray), np.zeros(2, VIEW).view(np.recarray)
    pile = np.zeros(52 * rules.packs, np.int64)
    done = 0
    with _Progress(deals, progress) as show, wrapping():
        while done < deals:
            size = min(CHUNK if compiled else 10, deals - done)
            part = slice(done, done + size)
            totals = run.before[part] if len(run.before) > 1 else run.before
            try:
                k, seat, card = loop(rules.record, np.uint64(seed), start + done, settled, strategies, totals, run.packs[part],
                                     state[0], views, pile, run.plays[part], run.passes[part], run.leaders[part],
                                     run.winners[part], run.settled[part])
            except Exception as error:
                seat = int(views[0].seat) if 0 <= views[0].seat < rules.players else int(to_play(rules.record, state[0]))
                raise _failed(run, state[0], seat, f"failed: {type(error).__name__}: {error}") from error
            if k >= 0:
                raise _failed(run, state[0], seat, _why_not(run, state[0], views[0], seat, card))
            done += size
            if not show(done):
                run = run.first(done)
                break
    if not rules.low_wins:
        (entry(settle_pools) if compiled else settle_pools)(rules.record, run.settled, run.pools)
    return run


def dealt(rules: Rules, cards: np.ndarray) -> np.ndarray:
    """Whole packs in dealing order from the cards in play (deals, cards): the removed cards come first and are skipped."""
    removed = np.array([int(card) for card in rules.removed], np.int8)
    return np.hstack([np.broadcast_to(removed, (len(cards), len(removed))), cards])


def _empty(rules: Rules, line: tuple[Strategy, ...], seed: int, start: int, deals: int, before, packs) -> Run:
    """A run before its first deal: the log with its room, and what each deal starts from."""
    totals = np.zeros((1, SEATS), np.int64)
    if before is not None:
        rows = np.atleast_2d(np.asarray(before))
        if rows.dtype.kind not in "iu" or rows.shape not in {(1, rules.players), (deals, rules.players)}:
            raise ValueError(f"before has the total of each of the {rules.players} seats, once or for each of the {deals:,} "
                             f"deals, in whole numbers, not {before!r}.")
        totals = np.zeros((len(rows), SEATS), np.int64)
        totals[:, : rules.players] = rows
    size = 52 * rules.packs
    packs = np.zeros((0, size), np.int8) if packs is None else np.ascontiguousarray(packs, np.int8)
    if packs.shape not in {(0, size), (deals, size)}:
        raise ValueError(f"packs has {size} cards for each of the {deals:,} deals, not the shape {packs.shape}.")
    widest = max(int(due(rules.record, number)) for number in range(1, len(rules.pass_cycle) + 1))
    played, tricks = rules.hand_size * rules.players, (deals, rules.hand_size)
    return Run(rules, line, seed, np.zeros((deals, played), np.int8), np.zeros((deals, rules.players, widest), np.int8),
               np.zeros(tricks, np.int8), np.zeros(tricks, np.int8), np.zeros((deals, 5, rules.players), np.int32),
               np.zeros((deals + 1, 2), np.int64), totals, packs, start)


def _why_not(run: Run, state, view, seat: int, card: int) -> str:
    if not 0 <= card < 52:
        return f"returned {card}, which is no card; cards are the whole numbers from 0 to 51."
    if view.decision == PASS:
        return f"passes {DECK[card]}, which it does not hold."
    played = int(state.trick) * run.rules.players + int(state.in_trick)
    deal = run._replayed(int(state.number), played)
    why = deal.why_illegal(DECK[card], seat) or "Another card is settled for its first lead."
    return f"plays {DECK[card]} in trick {len(deal.tricks) + 1}. {why}"


def _failed(run: Run, state, seat: int, what: str) -> StrategyError:
    number = int(state.number)
    return StrategyError(f"{run.players[seat].name} in seat {seat}, deal {number} of seed {run.seed}, {what} "
                         f"Look at it with hl.Deal({run.rules.name!r}, seed={run.seed}, number={number}).")


class _Progress:
    """A bar that appears only when a run takes long, or the caller's own function of (done, total)."""

    def __init__(self, total: int, show: bool | Callable[[int, int], bool], unit: str = "deals"):
        self.total, self.show, self.unit, self.bar = total, show, unit, None

    def __enter__(self):
        if self.show is True and not os.environ.get("HEARTS_LAB_STATIC"):
            from tqdm.auto import tqdm

            self.bar = tqdm(total=self.total, unit=f" {self.unit}", unit_scale=True, delay=_SHOW_AFTER, leave=False)
        return self

    def __call__(self, done: int) -> bool:
        if self.bar is not None:
            self.bar.update(done - self.bar.n)
        return self.show(done, self.total) is not False if callable(self.show) else True

    def __exit__(self, *_):
        if self.bar is not None:
            self.bar.close()
