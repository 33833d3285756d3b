"""`Sitting`: you at a table, as a value. Each action gives the next sitting, or a ValueError with a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from hearts_lab import notation
from hearts_lab.cards import read_card, read_cards
from hearts_lab.deal import Deal, rebuild
from hearts_lab.match import Match, read
from hearts_lab.players import Strategy, advise, choose, choose_moon, named
from hearts_lab.rules import Rules, variant

ADVISER = "cautious"  # who gives hints and plays the rest, and sits where nobody else is named


class TableError(ValueError):
    """Something that cannot be done at this table, said in a sentence."""


@dataclass(frozen=True)
class Sitting:
    """A deal or a match with you in one seat and a strategy in each other; whoever is not you has already played."""

    now: Deal | Match
    you: int
    players: tuple[Strategy | None, ...]
    past: tuple[Deal, ...] = ()  # this deal before each of your choices
    hint: tuple | None = None  # cards and sentence
    alone: bool = False  # whether a deal without a match has become practice
    moon_reason: str | None = None  # why a computer player chose the moon that he did

    @property
    def match(self) -> Match | None:
        return self.now if isinstance(self.now, Match) else None

    @property
    def deal(self) -> Deal:
        return self.now.deal if isinstance(self.now, Match) else self.now

    @property
    def practice(self) -> bool:
        """Whether a move of this deal was taken back or a hint asked for."""
        return self.deal.number in self.match.practice if self.match else self.alone

    @property
    def can_undo(self) -> bool:
        return bool(self.past) or _has_chosen(self.deal, self.you)

    def _with_deal(self, deal: Deal, **changes) -> Sitting:
        now = self.now.with_deal(deal) if isinstance(self.now, Match) else deal
        return replace(self, now=now, hint=None, **changes)

    def others_play(self) -> Sitting:
        """Let the computer players play until it is your turn, or the deal is over."""
        return self._gone_on(self.deal)

    def _gone_on(self, deal: Deal, mine: str | None = None, **changes) -> Sitting:
        """The computer players act until it is your turn; a strategy named in `mine` also acts for you, to the end."""
        reason = self.moon_reason
        while deal.to_play is not None and (mine or deal.to_play != self.you):
            player = self.players[deal.to_play] or mine
            if deal.phase == "moon":
                kind, reason = choose_moon(player, deal)
                deal = deal.choose_moon(kind)
            else:
                deal = deal.play(*choose(player, deal, deal.to_play))
        if deal is self.deal and not changes:
            return self
        return self._with_deal(deal, moon_reason=reason, **changes)

    def _chosen(self, deal: Deal) -> Sitting:
        """Your choice is on the table: remember what was before it, and let the others answer."""
        return self._gone_on(deal, past=(*self.past, self.deal))

    def _exchange(self, mine) -> Deal:
        passes = {seat: choose(player, self.deal, seat) for seat, player in enumerate(self.players) if seat != self.you}
        return self.deal.exchange({**passes, self.you: mine})

    # Actions.

    def pass_cards(self, cards) -> Sitting:
        cards = read_cards(cards)
        why = self.deal.why_illegal_pass(self.you, cards)
        if why:
            raise TableError(why)
        return self._chosen(self._exchange(cards))

    def play(self, card) -> Sitting:
        card = read_card(card)
        why = self.deal.why_illegal(card, self.you)
        if why:
            raise TableError(why)
        return self._chosen(self.deal.play(card))

    def choose_moon(self, kind) -> Sitting:
        """You shot the moon, and say what it is worth."""
        if self.deal.phase == "moon" and self.deal.to_play != self.you:
            raise TableError(f"Seat {self.deal.to_play} shot the moon, and chooses.")
        return self._chosen(self.deal.choose_moon(kind))

    def rest(self) -> Sitting:
        """The adviser makes your choices to the end of the deal."""
        deal = self.deal
        if deal.phase == "over":
            raise TableError("The deal is over; there is nothing left to play.")
        if deal.phase == "pass":
            deal = self._exchange(choose(ADVISER, deal, self.you))
        return self._gone_on(deal, ADVISER, past=(*self.past, self.deal))

    def ask_hint(self) -> Sitting:
        """The adviser's choice with its reason. The deal is practice from now on."""
        deal = self.deal
        if deal.phase == "over":
            raise TableError("The deal is over; there is nothing to choose.")
        if deal.phase == "moon":
            kind, reason = choose_moon(ADVISER, deal)
            return replace(self._practised(), hint=((), f"Choose the {kind} moon. {reason}"))
        cards, reason = advise(ADVISER, deal, self.you)
        return replace(
            self._practised(), hint=(cards, f"{'Pass' if deal.phase == 'pass' else 'Play'} {cards}. {reason}")
        )

    def undo(self) -> Sitting:
        """Take back your last choice and what followed it. The deal is practice from now on."""
        if not self.can_undo:
            raise TableError("There is nothing to take back in this deal.")
        earlier = self.past[-1] if self.past else _before_last_choice(self.deal, self.you)
        return self._with_deal(earlier, past=self.past[:-1], moon_reason=None)._practised()

    def _practised(self) -> Sitting:
        return replace(self, now=self.match.practised()) if self.match else replace(self, alone=True)

    def next_deal(self) -> Sitting:
        if not self.match:
            raise TableError("This deal stands alone; a new match can be started.")
        return Sitting(self.match.next_deal(), self.you, self.players).others_play()

    def new_match(self) -> Sitting:
        """The same players again, with the next seed; from the same totals, where the match began with some."""
        seed, start = (self.match.seed, self.match.start) if self.match else (self.deal.seed or 0, {})
        return Sitting(Match(self.deal.rules, self.players, seed + 1, **start), self.you, self.players).others_play()


def _has_chosen(deal: Deal, you: int) -> bool:
    return deal.passes is not None or any(seat == you for seat, _ in deal.plays)


def _before_last_choice(deal: Deal, you: int) -> Deal:
    """The deal as it was before you chose the moon, or before your last play, or before the pass, told anew."""
    own = [i for i, (seat, _) in enumerate(deal.plays) if seat == you]
    if deal.moon and deal.shooter == you:
        told = replace(deal._told(len(deal.plays)), moon=None)
    elif own:
        told = deal._told(own[-1])
    else:
        told = replace(deal._told(0), passes=None)
    return rebuild(deal.rules, told)


# Sitting down.


def sit_down(
    what, *, seed: int = 1, players: str | Strategy | Iterable | None = None, you: int | None = None
) -> Sitting:
    """Sit down to rules, a game's name, a deal, a match, or the text of any of them."""
    what = read_what(what)
    you = _seat(what, you)
    players = _seated(what, players, you)
    if isinstance(what, Rules):
        what = Match(what, players, seed)
    elif isinstance(what, Match):
        what = what.seated(players)
    return Sitting(what, you, players)


def read_what(what) -> Rules | Deal | Match:
    """The value that was given or that a text tells."""
    if isinstance(what, Rules | Deal | Match):
        return what
    if not isinstance(what, str):
        raise TableError(f"A table takes rules, a game's name, a deal, a match or a text, not {type(what).__name__}.")
    return read(what) if "|" in what else notation.read_rules(what) if "=" in what else variant(what.strip())


def _rules(what: Rules | Deal | Match) -> Rules:
    return what if isinstance(what, Rules) else what.rules


def _seat(what, you: int | None) -> int:
    """Your seat: the one asked for, or the person's seat of a match, or seat 0."""
    persons = [seat for seat, player in enumerate(what.players) if player is None] if isinstance(what, Match) else []
    if len(persons) > 1:
        raise TableError(f"One person plays at a table; this match has {len(persons)}.")
    if you is None:
        return persons[0] if persons else 0
    if isinstance(you, bool) or you not in range(_rules(what).players):
        raise TableError(f"Your seat (you) is one of 0 to {_rules(what).players - 1}, not {you!r}.")
    return you


def _seated(what, players, you: int) -> tuple[Strategy | None, ...]:
    """A strategy a seat, and None in yours."""
    n = _rules(what).players
    if players is None and isinstance(what, Match):
        players = [what.players[(you + step) % n] or ADVISER for step in range(1, n)]
    if players is None or isinstance(players, str | Strategy):
        players = [players or ADVISER] * (n - 1)
    if not isinstance(players, Iterable):
        raise TableError(f"players names the opponents, one strategy or one a seat, not {players!r}.")
    others = [named(player) for player in players]
    if len(others) != n - 1:
        raise TableError(
            f"{_rules(what).title} for {n} has {n - 1} opponents (players), clockwise from your left, "
            f"not {len(others)}."
        )
    return tuple(None if seat == you else others[(seat - you) % n - 1] for seat in range(n))
