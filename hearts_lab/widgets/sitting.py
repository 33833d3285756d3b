"""`Sitting`: you at a table, as a value. Each action gives the next sitting, or a ValueError with a sentence.

An action does what you decided and no more; `pending` says whether somebody else is to act, or something is to be thought
about, before you go on, and `step` does the next piece of that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from hearts_lab import cards as c
from hearts_lab import notation
from hearts_lab.cards import Cards, read_card, read_cards
from hearts_lab.deal import Deal, rebuild
from hearts_lab.match import Match, read
from hearts_lab.players import LEVELS, Strategy, choose, choose_moon, named
from hearts_lab.rules import Rules, variant
from hearts_lab.widgets.advice import ADVISER, Hint, Review, ask_hint, ask_review


class TableError(ValueError):
    """Something that cannot be done at this table, said in a sentence."""


@dataclass(frozen=True)
class Sitting:
    """A deal or a match with you in one seat and a strategy in each other."""

    now: Deal | Match
    you: int
    players: tuple[Strategy | None, ...]
    past: tuple[Deal, ...] = ()  # this deal before each of your choices
    hint: Hint | None = None
    review: Review | None = None
    asked: str | None = None  # "hint" or "review": what you asked for and have not got yet
    laid: dict[int, Cards] = field(default_factory=dict)  # the passes chosen so far, while others choose theirs
    resting: bool = False  # whether the adviser makes your choices to the end of this deal
    alone: bool = False  # whether a deal without a match has become practice
    moon_reason: str | None = None  # why a computer player chose the moon that he did
    home: Sitting | None = None  # what you left to look at something else, and can go back to

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

    # What happens before you go on.

    @property
    def waits_for(self) -> int | None:
        """The seat that is to act before you; None when it is your turn, or the deal is over."""
        deal = self.deal
        if deal.phase == "pass":
            choosing = self.laid or self.resting
            return next(seat for seat in range(deal.rules.players) if seat not in self.laid) if choosing else None
        return deal.to_play if self.resting or deal.to_play != self.you else None

    @property
    def pending(self) -> bool:
        return self.asked is not None or self.waits_for is not None

    @property
    def slow(self) -> bool:
        """Whether the next step takes thinking, so that nobody should wait for it."""
        if self.asked:
            return self.deal.phase != "moon"
        seat = self.waits_for
        return seat is not None and self._actor(seat).thinks

    @property
    def thinker(self) -> str:
        """Who does what is pending: the coach, or a player by his name."""
        return "coach" if self.asked else self._actor(self.waits_for).name

    def _actor(self, seat: int) -> Strategy:
        return self.players[seat] or named(ADVISER)

    def step(self, tell: Callable[[str], bool] | None = None) -> Sitting:
        """The next thing that is pending done: one card, pass or moon of one player, or what you asked for.

        A review tells how far it is, in a sentence, and is cut short where that gives False.
        """
        deal, seat = self.deal, self.waits_for
        if self.asked == "hint":
            return replace(self, hint=ask_hint(deal, self.you), asked=None)
        if self.asked == "review":
            return replace(self, review=ask_review(deal, self.you, tell), asked=None)
        player = self._actor(seat)
        if deal.phase == "pass":
            laid = {**self.laid, seat: choose(player, deal, seat)}
            whole = len(laid) == deal.rules.players
            return self._with_deal(deal.exchange(laid)) if whole else replace(self, laid=laid)
        if deal.phase == "moon":
            kind, reason = choose_moon(player, deal)
            return self._with_deal(deal.choose_moon(kind), moon_reason=reason)
        return self._with_deal(deal.play(*choose(player, deal, seat)))

    def quick_steps(self) -> Sitting:
        """What is pending done as far as nobody has to think."""
        sitting = self
        while sitting.pending and not sitting.slow:
            sitting = sitting.step()
        return sitting

    def _with_deal(self, deal: Deal, **changes) -> Sitting:
        now = self.now.with_deal(deal) if isinstance(self.now, Match) else deal
        return replace(self, now=now, **{"hint": None, "review": None, "asked": None, "laid": {}, **changes})

    def _chosen(self, deal: Deal, **changes) -> Sitting:
        """Your choice is on the table: remember what was before it."""
        return self._with_deal(deal, past=(*self.past, self.deal), **changes)

    # Actions.

    def pass_cards(self, cards) -> Sitting:
        cards = read_cards(cards)
        if self.laid:
            raise TableError("Your cards are laid aside; the others are choosing theirs.")
        why = self.deal.why_illegal_pass(self.you, cards)
        if why:
            raise TableError(why)
        return self._chosen(self.deal, laid={self.you: cards})

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
        if self.deal.phase == "over":
            raise TableError("The deal is over; there is nothing left to play.")
        return self._chosen(self.deal, laid=self.laid, resting=True)

    def ask_hint(self) -> Sitting:
        """You want to know the best choice and its reason. The deal is practice from now on."""
        if self.deal.phase == "over":
            raise TableError("The deal is over; there is nothing to choose.")
        if self.waits_for is not None:
            raise TableError("It is not your turn yet.")
        return replace(self._practised(), asked="hint")

    def ask_review(self) -> Sitting:
        """You want to know what each of your decisions in the finished deal cost."""
        if self.deal.phase != "over":
            raise TableError("The deal is reviewed when it is over.")
        return self if self.review else replace(self, asked="review")

    def unasked(self) -> Sitting:
        """Without the answer that you waited for."""
        return replace(self, asked=None)

    def undo(self) -> Sitting:
        """Take back your last choice and what followed it. The deal is practice from now on."""
        if not self.can_undo:
            raise TableError("There is nothing to take back in this deal.")
        earlier = self.past[-1] if self.past else _before_last_choice(self.deal, self.you)
        return self._with_deal(earlier, past=self.past[:-1], moon_reason=None, resting=False)._practised()

    def _practised(self) -> Sitting:
        return replace(self, now=self.match.practised()) if self.match else replace(self, alone=True)

    def next_deal(self) -> Sitting:
        if not self.match:
            raise TableError("This deal stands alone; a new match can be started.")
        return Sitting(self.match.next_deal(), self.you, self.players, home=self.home)

    def new_match(self) -> Sitting:
        """The same players again, with the next seed; from the same totals, where the match began with some."""
        seed, start = (self.match.seed, self.match.start) if self.match else (self.deal.seed or 0, {})
        return Sitting(Match(self.deal.rules, self.players, seed + 1, **start), self.you, self.players, home=self.home)

    def open(self, text, you: int | None = None) -> Sitting:
        """What a text tells, on this table: the same opponents sit down to a deal. What was here waits until you come back."""
        what = read_what(text)
        opened = sit_down(what, players=None if isinstance(what, Match) else self._opponents_for(_rules(what)), you=you)
        return replace(opened, home=self.home or self)

    def back(self) -> Sitting:
        """Where you came from."""
        if self.home is None:
            raise TableError("There is nothing to go back to.")
        return self.home

    # The opponents.

    @property
    def opponents(self) -> tuple[Strategy, ...]:
        """Clockwise from your left."""
        n = len(self.players)
        return tuple(self.players[(self.you + step) % n] for step in range(1, n))

    @property
    def level(self) -> str | None:
        """The level at which all opponents play; None where they are named otherwise, or one by one."""
        first, *others = self.opponents
        return first.name if first.name in LEVELS and not first.own and all(other == first for other in others) else None

    def at_level(self, level) -> Sitting:
        """The same moment against opponents of a level: from the next decision on they play so."""
        player = _of_level(level)
        players = tuple(None if seat == self.you else player for seat in range(len(self.players)))
        return replace(self, players=players, now=self.match.seated(players) if self.match else self.now)

    def _opponents_for(self, rules: Rules) -> Iterable | str | None:
        return self.opponents if len(self.players) == rules.players else self.level


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
    what,
    *,
    seed: int = 1,
    players: str | Strategy | Iterable | None = None,
    level: str | None = None,
    you: int | None = None,
) -> Sitting:
    """Sit down to rules, a game's name, a deal, a match, or the text of any of them."""
    what = read_what(what)
    you = _seat(what, you)
    if level is not None:
        if players is not None:
            raise TableError("Give a level or name the players, not both.")
        players = _of_level(level)
    players = _seated(what, players, you)
    if isinstance(what, Rules):
        what = Match(what, players, seed)
    elif isinstance(what, Match):
        what = what.seated(players)
    return Sitting(what, you, players)


def _of_level(level) -> Strategy:
    if not isinstance(level, str) or level not in LEVELS:
        raise TableError(f"There is no level {level!r}; opponents play at the level {c.one_of(LEVELS)}.")
    return named(level)


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
