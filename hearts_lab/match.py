"""`Match`: deals until the end, as a value: who sits where, the sheet, who has won and why it is over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from hearts_lab import cards as c
from hearts_lab import notation
from hearts_lab.deal import Deal, DealError, rebuild
from hearts_lab.notation import NotationError, Record
from hearts_lab.players import Strategy, StrategyError, choose, choose_moon, named
from hearts_lab.rules import Rules, variant
from hearts_lab.score import after_deal, at_target, best_total, deals_done, settled_by, target_reached

LONGEST = 1_000  # deals that a match is played out for
TOO_LONG = f"{LONGEST:,} deals have not ended this match; give its rules a number of deals."


@dataclass(frozen=True, init=False)
class Match:
    """Deals of one set of rules, each with the totals before it, until a target or a number of deals is reached.

    `Match(rules, players=[None, "cautious", "cautious"], seed=1)`: one strategy a seat, None for a person, a single name for
    all seats. The last of `deals` may be unfinished. `practice` holds the deals in which moves were taken back. A match may
    begin in the middle: with totals `before` its first deal, and with that deal's `number`.

    >>> match = Match("black_maria_trad", players="cautious", seed=1).play_out()
    >>> len(match.deals), match.why_over
    (4, 'All 4 deals have been played.')
    """

    rules: Rules
    players: tuple[Strategy | None, ...]
    seed: int
    deals: tuple[Deal, ...]
    practice: frozenset[int]

    def __init__(self, rules: Rules | str, players: str | Strategy | Iterable = "cautious", seed: int = 1, *,
                 before: Iterable[int] | None = None, number: int = 1):
        rules = variant(rules)
        first = Deal(rules, seed=seed, number=number, before=before)
        for name, value in (("rules", rules), ("players", _seats(rules, players)), ("seed", first.seed), ("deals", (first,)),
                            ("practice", frozenset())):
            object.__setattr__(self, name, value)
        if why := self._ended(0):
            raise DealError(f"This match would be over before it begins: {why}")

    def _with(self, **changes) -> Match:
        new = object.__new__(Match)
        for name in ("rules", "players", "seed", "deals", "practice"):
            object.__setattr__(new, name, changes.get(name, getattr(self, name)))
        return new

    def __repr__(self):
        return f"<Match of {self.rules.title}, deal {self.deal.number}, totals {self.totals}{', over' if self.over else ''}>"

    @property
    def deal(self) -> Deal:
        """The current deal: the last one."""
        return self.deals[-1]

    @property
    def start(self) -> dict:
        """Where the match began: the totals `before` its first deal, and that deal's `number`."""
        return {"before": self.deals[0].before, "number": self.deals[0].number}

    @property
    def finished(self) -> tuple[Deal, ...]:
        """The deals that have been scored."""
        return self.deals if self.deal.phase == "over" else self.deals[:-1]

    @property
    def totals(self) -> tuple[int, ...]:
        """What each seat has after the finished deals."""
        return self._after(len(self.finished))

    def _after(self, deals: int) -> tuple[int, ...]:
        """The totals after so many deals; exactly the target may become another number (RULES A19-4)."""
        if deals == 0:
            return self.deals[0].before
        deal = self.deals[deals - 1]
        sums = (before + score for before, score in zip(deal.before, deal.scores, strict=True))
        return tuple(int(after_deal(self.rules.record, total)) for total in sums)

    @property
    def why_over(self) -> str | None:
        """The sentence that says what ended the match; None while it goes on. Tested after whole deals only (RULES A0)."""
        return self._ended(len(self.deals)) if self.deal.phase == "over" else None

    def _ended(self, played: int) -> str | None:
        """Why the match is over after so many of its deals; None if it goes on."""
        rules, record, reasons = self.rules, self.rules.record, []
        for deals in range(played + 1):
            totals = self._after(deals)
            if target_reached(record, totals):
                reached = [f"seat {seat} with {total}" for seat, total in enumerate(totals) if at_target(record, total)]
                earlier = f" in deal {self.deals[deals - 1].number}" if deals else " before the first deal"
                when = "" if deals == played else earlier
                reasons.append(f"{rules.target} points have been reached{when} by {c.one_of(reached, 'and')}.")
                break
        if deals_done(record, self.deals[0].number - 1 + played):
            reasons.append("The one deal has been played." if rules.match_deals == 1 else
                           f"All {rules.match_deals} deals have been played.")
        return " ".join(reasons) if reasons and settled_by(record, self._after(played)) else None

    @property
    def over(self) -> bool:
        return self.why_over is not None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the best total once the match is over; equal ones share the win. () until then.

        The best is the lowest number of points, or with a pool the most counters.
        """
        if not self.over:
            return ()
        best = best_total(self.rules.record, self.totals)
        return tuple(seat for seat, total in enumerate(self.totals) if total == best)

    @cached_property
    def sheet(self):
        """The score sheet, a DataFrame: a row a deal with dealer, pass, the scores of each seat, and the totals after it."""
        from hearts_lab import tables

        return tables.sheet(self)

    def seated(self, players: str | Strategy | Iterable) -> Match:
        """The match as it stands with other players in the seats."""
        return self._with(players=_seats(self.rules, players))

    def with_deal(self, deal: Deal) -> Match:
        """The match with its current deal further on (or further back): the same cards and totals, other passes or plays."""
        mine = self.deal
        same = isinstance(deal, Deal) and (deal.rules, deal.seed, deal.before, deal.pool) == (
            mine.rules, mine.seed, mine.before, mine.pool)
        if not same or deal.number != mine.number:
            raise DealError(f"That is not deal {mine.number} of this match.")
        return self._with(deals=(*self.deals[:-1], deal))

    def practised(self) -> Match:
        """The match with its current deal marked as practice: a move was taken back or a hint asked for."""
        return self._with(practice=self.practice | {self.deal.number})

    def next_deal(self) -> Match:
        """The match with its next deal dealt. Raises DealError while the current one is unfinished, and after the end."""
        if self.deal.phase != "over":
            raise DealError(f"Deal {self.deal.number} is not finished yet.")
        if self.over:
            raise DealError(f"The match is over: {self.why_over}")
        pool, standing = self.deal.pool_after
        deal = Deal(self.rules, seed=self.seed, number=self.deal.number + 1, before=self.totals, pool=pool, standing=standing)
        return self._with(deals=(*self.deals, deal))

    def step(self) -> Match:
        """The match one step further, if no person has to act: all passes, one card, or the next deal."""
        deal = self.deal
        if deal.phase == "over":
            return self.next_deal()
        if deal.phase == "pass":
            return self.with_deal(deal.exchange([choose(self._player(seat), deal, seat) for seat in range(self.rules.players)]))
        if deal.phase == "moon":
            return self.with_deal(deal.choose_moon(choose_moon(self._player(deal.to_play), deal)[0]))
        (card,) = choose(self._player(deal.to_play), deal, deal.to_play)
        return self.with_deal(deal._played(card))

    def _player(self, seat: int) -> Strategy:
        if self.players[seat] is None:
            raise DealError(f"Seat {seat} is a person: nobody else decides there.")
        return self.players[seat]

    def play_out(self, *, deals: int | None = None) -> Match:
        """The match played by its strategies to the end, or until so many deals are finished.

        Raises DealError when a thousand deals have not ended it: under some rules totals need never reach the target.
        """
        match = self
        while not match.over and (deals is None or len(match.finished) < deals):
            match = match.step()
            if deals is None and len(match.finished) > LONGEST:
                raise DealError(TOO_LONG)
        return match

    @property
    def text(self) -> str:
        """The match as one line of text, which `hearts_lab.read` reads back to an equal match."""
        players = ",".join("-" if player is None else player.name for player in self.players)
        start = f"match seed {self.seed} players {players}"
        first = self.deals[0]
        if first.number > 1:
            start += f" first {first.number}"
        if any(first.before):
            start += f" before {','.join(map(str, first.before))}"
        if self.practice:
            start += f" practice {','.join(map(str, sorted(self.practice)))}"
        parts = [notation.write_rules(self.rules), start]
        for deal in self.deals:
            parts += [f"deal {deal.number}", *notation.write_history(deal)]
        return " | ".join(parts)


def _seats(rules: Rules, players) -> tuple[Strategy | None, ...]:
    """A strategy, or None for a person, for each seat."""
    if isinstance(players, str | Strategy) or players is None:
        players = [players] * rules.players
    if not isinstance(players, Iterable):
        raise StrategyError(f"{players!r} names no players; name one strategy a seat, and None for a person.")
    seated = tuple(None if player is None else named(player) for player in players)
    if len(seated) != rules.players:
        raise StrategyError(f"{rules.title} for {rules.players} needs {rules.players} players, not {len(seated)}.")
    return seated


def read(text: str, *, own: Iterable[Strategy] = ()) -> Deal | Match:
    """The deal or the match that a text tells, checked pass by pass and card by card.

    `own` are strategies of the reader's own, which the text knows by their names. Raises NotationError, or another
    ValueError with a sentence, for damaged text and for a history that could not have happened, naming its first illegal card.

    >>> read("black_maria players=3 | deal 1 seed 7").phase
    'pass'
    """
    record = notation.read_record(text)
    if not record.is_match:
        return rebuild(record.rules, record.deals[0])
    known = {player.name: player for player in own}
    return _read_match(replace(record, players=tuple(known.get(name, name) for name in record.players)))


def _read_match(record: Record) -> Match:
    if len(record.players) != record.rules.players:
        raise NotationError(f"A match of {record.rules.players} names so many players, not {len(record.players)}.")
    match = Match(record.rules, record.players, record.seed, before=record.before, number=record.first)
    if [told.number for told in record.deals] != list(range(record.first, record.first + len(record.deals))):
        raise NotationError(f"The deals of {'a' if record.first == 1 else 'this'} match are numbered {record.first}, "
                            f"{record.first + 1}, {record.first + 2} and so on, each once.")
    for told in record.deals:
        if told.number > record.first:
            match = match.next_deal()
        start = match.deal
        deal = rebuild(record.rules, replace(told, seed=record.seed, before=start.before, pool=start.pool,
                                             standing=start.standing))
        match = match.with_deal(deal)
    if not set(record.practice) <= {deal.number for deal in match.deals}:
        raise NotationError("A deal is marked as practice that the match does not have.")
    return match._with(practice=frozenset(record.practice))
