"""`Deal`: one deal as a value that a person handles. Playing a card gives the next deal and leaves the old one alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np

from hearts_lab import cards as c
from hearts_lab import notation, play, score, wording
from hearts_lab.cards import Card, CardError, Cards, one_of
from hearts_lab.draws import wrapping
from hearts_lab.layout import DealError, copied, lay_out, new_state, whole
from hearts_lab.rules import DATA, DIRECTIONS, WORDS, Rules, variant
from hearts_lab.views import MOON, MOONS, PASS, PLAY, VIEW, View, introduce, see


class IllegalPass(DealError):
    """Cards that may not be passed, and why."""


class IllegalCard(DealError):
    """A card that may not be played, and why."""


class Trick(NamedTuple):
    """A finished trick: its cards in order of play, from the leader round. A void trick has no winner."""

    number: int
    leader: int
    seats: tuple[int, ...]
    cards: Cards
    winner: int | None
    points: int


class Deal:
    """A deal: its cards, and all that has happened to them so far.

    `Deal(rules, seed=7, number=1)` deals the cards of deal 1 of seed 7; `Deal(rules, hands=[...], number=1)` takes given
    hands in seat order. `before` holds the totals at its start. Raises DealError for hands that are not the pack.

    >>> deal = Deal("black_maria", seed=7)
    >>> deal.phase, deal.direction, deal.pass_target(0)
    ('pass', 'right', 3)
    """

    # direction: where cards are passed in this deal: left, right, across or hold.
    __slots__ = ("_dealt", "_state", "before", "direction", "kitty", "moon", "number", "passes", "plays", "pool", "rules",
                 "seed", "standing", "tricks")

    def __init__(self, rules: Rules | str, *, seed: int | None = None, hands: Iterable | None = None, number: int = 1,
                 before: Iterable[int] | None = None, kitty: str | Iterable = "", pool: int = 0, standing: bool = False):
        rules = variant(rules)
        number = whole(number, "The number of a deal", 1, 2**31)
        if before is not None and not isinstance(before, list | tuple):
            raise DealError(f"before holds one total a seat, as in (12, 30, 4, 0), not {before!r}.")
        totals = tuple(whole(total, "A total", -(10**9), 10**9) for total in before or (0,) * rules.players)
        if len(totals) != rules.players:
            raise DealError(f"before needs one total for each of the {rules.players} seats, not {len(totals)}.")
        if (seed is None) == (hands is None):
            raise DealError("Give a deal a seed or hands, one of the two.")
        if hands is None and kitty:
            raise DealError("A kitty comes with given hands; a seed deals its own.")
        if hands is None:
            seed = whole(seed, "The seed", 0, 2**63 - 1)
        pool = whole(pool, "The pool", 0, 10**9)
        if (pool or standing) and rules.low_wins:
            raise DealError(f"{rules.title} is not played with a pool.")
        state = new_state(rules, seed or 0, number, totals)
        state.pool, state.standing = pool, bool(standing)
        if hands is None:
            with wrapping():
                play.deal_cards(rules.record, state, play.shuffle(state, np.uint64(seed), np.zeros(52 * rules.packs, np.int64)))
        else:
            lay_out(rules, state, hands, kitty)
        dealt = tuple(c.from_bits(state.hand[seat], state.twin[seat]) for seat in range(rules.players))
        self._set(rules=rules, seed=seed, number=number, before=totals, passes=None, plays=(), tricks=(), _dealt=dealt,
                  kitty=c.from_bits(state.kitty, state.kitty_twin), moon=None, pool=pool, standing=bool(standing),
                  direction=DIRECTIONS[play.direction(rules.record, number)], _state=state)
        if self.direction == "hold":
            with wrapping():
                play.open_play(rules.record, state)

    def _set(self, **values):
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name, value):
        raise AttributeError("A deal does not change; play(card) gives the next one.")

    def _next(self, **values) -> Deal:
        new = object.__new__(Deal)
        new._set(**{name: getattr(self, name) for name in Deal.__slots__})
        new._set(**values)
        return new

    def _key(self):
        return (self.rules, self._dealt, self.kitty, self.number, self.before, self.pool, self.standing, self.passes,
                self.plays, self.moon)

    def __eq__(self, other):
        return isinstance(other, Deal) and self._key() == other._key()

    def __hash__(self):
        return hash((self._dealt, self.number, self.passes, self.plays))

    def __reduce__(self):
        return rebuild, (self.rules, self._told(len(self.plays)))

    def __repr__(self):
        what = {"pass": f"pass {self.rules.pass_count} {self.direction}", "over": f"over, scores {self.scores}"}
        return f"<Deal {self.number} of {self.rules.title}: {what.get(self.phase) or f'seat {self.to_play} to play'}>"

    # Where the deal stands.

    @property
    def dealer(self) -> int:
        return (self.number - 2) % self.rules.players

    @property
    def eldest(self) -> int:
        return int(play.eldest(self.rules.record, self.number))

    def pass_target(self, seat: int) -> int | None:
        """Who gets this seat's cards; None in a hold deal."""
        target = play.pass_target(self.rules.record, self.number, self._seat(seat))
        return None if target < 0 else int(target)

    @property
    def phase(self) -> str:
        """pass, play, moon (the shooter has to choose) or over."""
        if self.passes is None and self.direction != "hold":
            return "pass"
        if len(self.tricks) < self.rules.hand_size:
            return "play"
        return "moon" if self.rules.moon == "choice" and self.moon is None and self._shooter >= 0 else "over"

    @property
    def to_play(self) -> int | None:
        """The seat whose turn it is, or who chooses the moon; None while cards are passed and when all is over."""
        if self.phase == "moon":
            return int(self._shooter)
        return int(play.to_play(self.rules.record, self._state)) if self.phase == "play" else None

    def _seat(self, seat) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < self.rules.players:
            raise DealError(f"The seats are 0 to {self.rules.players - 1}; {seat!r} is none.")
        return int(seat)

    # Cards.

    def dealt(self, seat: int) -> Cards:
        """The cards dealt to a seat, before any pass."""
        return self._dealt[self._seat(seat)]

    def hand(self, seat: int) -> Cards:
        """The cards that a seat holds now."""
        return self._pile("hand", seat)

    def passed(self, seat: int) -> Cards:
        return self._pile("passed", seat)

    def received(self, seat: int) -> Cards:
        return self._pile("received", seat)

    def taken(self, seat: int) -> Cards:
        """The cards of the tricks that a seat has won."""
        return self._pile("taken", seat)

    def _pile(self, name: str, seat: int) -> Cards:
        seat, twin = self._seat(seat), "twin" if name == "hand" else f"{name}_twin"
        return c.from_bits(self._state[name][seat], self._state[twin][seat])

    def unseen(self, seat: int) -> Cards:
        """The cards that a seat neither holds nor has seen played: they are still out, somewhere."""
        left = list(self.rules.pack)
        for card in (*self.hand(seat), *c.from_bits(self._state.seen, self._state.seen_twin)):
            left.remove(card)
        return Cards(left)

    def voids(self, seat: int) -> str:
        """The suits that a seat has shown to be out of, as letters: "DS"."""
        return "".join(c.SUITS[suit] for suit in range(4) if int(self._state.voids) >> (4 * self._seat(seat) + suit) & 1)

    # Passing.

    def why_illegal_pass(self, seat: int, cards) -> str | None:
        """None, or the sentence that says why a seat may not pass these cards."""
        seat = self._seat(seat)
        if self.direction == "hold":
            return f"Deal {self.number} is a hold deal: nobody passes." if self.rules.pass_count else "No cards are passed."
        if self.passes is not None:
            return "The cards of this deal have been passed already."
        try:
            cards = c.read_cards(cards)
        except CardError as error:
            return str(error)
        left = list(self.hand(seat))
        for card in cards:
            if card not in left:
                twice = card in self.hand(seat)
                return f"{card} is passed twice." if twice else f"Seat {seat} does not hold {card}."
            left.remove(card)
        short = self.due - len(cards)
        if short > 0:
            return f"Pass {wording.many(self.due, 'card')}: choose {short} more."
        if short < 0:
            return f"Pass {wording.many(self.due, 'card')}, not {len(cards)}: put {-short} back."
        barred = [card for card in cards if card in self.rules.forbidden_pass]
        allowed = [card for card in self.hand(seat) if card not in self.rules.forbidden_pass]
        if barred and len(allowed) >= self.due:
            return f"{one_of(dict.fromkeys(barred), 'and')} may not be passed while {self.due} other cards can be."
        return None

    @property
    def due(self) -> int:
        """How many cards each seat passes in this deal; scattered ones go one to each opponent, clockwise from the left."""
        return int(play.due(self.rules.record, self.number))

    def exchange(self, passes: Mapping[int, object] | Iterable) -> Deal:
        """All passes at once, so that nobody sees what comes before choosing: {0: "QS KS AS", 1: ...} or in seat order.

        Raises IllegalPass, in a sentence, for a wrong number, a card not held or named twice, or in a hold deal.
        """
        if isinstance(passes, str) or not isinstance(passes, Mapping | Iterable):
            raise IllegalPass("Give the passes by seat, as in {0: 'QS KS AS', 1: ...}.")
        chosen = dict(passes) if isinstance(passes, Mapping) else dict(enumerate(passes))
        if self.phase != "pass":
            raise IllegalPass(self.why_illegal_pass(0, ()))
        for seat in chosen:
            if isinstance(seat, bool) or seat not in range(self.rules.players):
                raise IllegalPass(f"The seats are 0 to {self.rules.players - 1}; {seat!r} is none.")
        for seat in range(self.rules.players):
            if seat not in chosen:
                raise IllegalPass(f"Seat {seat} has not passed; all seats pass at once.")
            why = self.why_illegal_pass(seat, chosen[seat])
            if why:
                raise IllegalPass(why if f"Seat {seat}" in why else f"Seat {seat}: {why}")
        given = tuple(c.read_cards(chosen[seat]) for seat in range(self.rules.players))
        if self.direction != "scatter":  # the order in which cards were chosen is nobody's business (CASES C20)
            given = tuple(map(c.in_hand_order, given))
        state = copied(self._state)
        with wrapping():
            for seat, cards in enumerate(given):
                for card in cards:
                    play.lay_aside(self.rules.record, state, seat, card)
            play.exchange(self.rules.record, state)
            play.open_play(self.rules.record, state)
        return self._next(passes=given, _state=state)

    # Playing.

    def _turn(self, seat: int | None = None) -> int:
        """The seat to play, or a DealError that says why nobody plays, or that it is another's turn."""
        if self.phase == "pass":
            raise DealError("The cards are passed first; then the play begins.")
        if self.phase == "moon":
            raise DealError(f"All cards are played; seat {self.to_play} has shot the moon and chooses what it is worth.")
        if self.phase == "over":
            raise DealError("The deal is over; no card is left to play.")
        if seat is not None and self._seat(seat) != self.to_play:
            raise DealError(f"It is seat {self.to_play}'s turn, not seat {seat}'s.")
        return self.to_play

    def legal_cards(self, seat: int | None = None) -> Cards:
        """The kinds of card that the seat to play may play."""
        with wrapping():
            return c.from_bits(play.legal(self.rules.record, self._state, self._turn(seat)))

    def why_illegal(self, card, seat: int | None = None) -> str | None:
        """None, or the sentence that says why the seat to play may not play this card."""
        try:
            seat, card = self._turn(seat), c.read_card(card)
        except (DealError, CardError) as error:
            return str(error)
        if card not in self.hand(seat):
            return wording.not_held(self.rules, card, self._led, self.hand(seat), self.legal_cards())
        barred = self.why_barred(card)
        return barred[2] if barred else None

    def why_barred(self, card) -> tuple[int, str, str, str] | None:
        """For a card held by the seat to play: None, or step of legality, field, sentence, and section of the rules."""
        seat, card = self._turn(), c.read_card(card)
        if card not in self.hand(seat):
            raise DealError(f"Seat {seat} does not hold {card}.")
        with wrapping():
            for step, (field, section) in wording.STEPS.items():
                if not c.has(play.after(step, self.rules.record, self._state, seat), card):
                    hand, legal = self.hand(seat), self.legal_cards()
                    return step, field, wording.barred(self.rules, step, self._led, hand, legal), section
        return None

    @property
    def _led(self) -> Card | None:
        return c.DECK[self._state.card[0]] if self._state.in_trick else None

    def play(self, card) -> Deal:
        """The deal after the seat to play has played a card. Raises IllegalCard with the same sentence as `why_illegal`."""
        why = self.why_illegal(card)
        if why:
            raise IllegalCard(why)
        return self._played(c.read_card(card))

    def _played(self, card: Card) -> Deal:
        state, seat = copied(self._state), self.to_play
        with wrapping():
            play.play_card(self.rules.record, state, card)
        plays = (*self.plays, (seat, card))
        tricks = self.tricks
        if state.trick > self._state.trick:
            seats, cards = zip(*plays[-self.rules.players :], strict=True)
            points = sum(max(0, self.rules.points[card]) for card in cards)
            winner = None if state.void else int(state.last_winner)
            tricks += (Trick(int(state.trick), seats[0], seats, Cards(cards), winner, points),)
        return self._next(plays=plays, tricks=tricks, _state=state)

    @property
    def trick(self) -> tuple[tuple[int, Card], ...]:
        """The unfinished trick, as (seat, card) in order of play."""
        return self.plays[len(self.plays) - int(self._state.in_trick) :]

    @property
    def winning(self) -> int | None:
        """The seat that wins the unfinished trick so far; None where identical cards leave nobody."""
        if not self.trick:
            return None
        with wrapping():
            place = int(play.winning_place(self.rules.record, self._state))
        return self.trick[place][0] if place >= 0 else None

    @property
    def carried(self) -> Cards:
        """The cards of void tricks that wait for the next taker; after the deal, those that nobody got."""
        return c.from_bits(self._state.carried, self._state.carried_twin)

    def cancelled(self, cards: Iterable) -> tuple[bool, ...]:
        """For each card of a trick, whether an identical one in it cancels it."""
        return tuple(self.rules.cancel != "none" and cards.count(card) > 1 for card in cards)

    @property
    def kitty_taker(self) -> int | None:
        """Who has got the kitty."""
        return None if self._state.kitty_taker < 0 else int(self._state.kitty_taker)

    def choose_moon(self, kind: str) -> Deal:
        """The deal after its shooter has chosen the old or the new moon, knowing the totals. Raises DealError otherwise."""
        if self.phase != "moon":
            raise DealError("There is no moon to choose now.")
        if kind not in ("old", "new"):
            raise DealError(f"A moon is old or new, not {kind!r}.")
        state = copied(self._state)
        state.moon_choice = WORDS["moon"].index(kind)
        return self._next(moon=kind, _state=state)

    @property
    def broken(self) -> bool:
        """Whether a breaking card has been played in this deal."""
        return bool(self._state.broken)

    # Points.

    @property
    def points(self) -> tuple[int, ...]:
        """The penalty points that each seat has taken so far."""
        return tuple(map(int, self._state.points[: self.rules.players]))

    @property
    def bonus(self) -> tuple[int, ...]:
        """What bonus cards have given each seat so far: negative or 0."""
        return tuple(map(int, self._state.bonus[: self.rules.players]))

    @property
    def moon_possible(self) -> tuple[int, ...]:
        """The seats that can still take every penalty card; none where the rules know no moon."""
        if self.rules.moon == "none":
            return ()
        return tuple(s for s in range(self.rules.players) if score.moon_possible(self.rules.record, self._state, s))

    @property
    def shooter(self) -> int | None:
        """Who shot the moon in this finished deal, if anyone did."""
        found = self._shooter if len(self.tricks) == self.rules.hand_size else -1
        return None if found < 0 else int(found)

    @property
    def _shooter(self) -> int:
        return score.shooter(self.rules.record, self._state)

    @property
    def scores(self) -> tuple[int, ...] | None:
        """What the deal costs each seat, after moon and bonuses; None until it is over."""
        if self.phase != "over":
            return None
        return self._settled()

    def scores_if(self, kind: str) -> tuple[int, ...]:
        """What the deal would cost each seat if its shooter chose this moon."""
        return self.choose_moon(kind)._settled()

    def _settled(self) -> tuple[int, ...]:
        scores = np.zeros(self.rules.players, np.int64)
        score.settle(self.rules.record, self._state, scores)
        return tuple(map(int, scores))

    @property
    def pool_after(self) -> tuple[int, bool]:
        """The counters that stay on the table for the next deal, and whether they stand as a jack."""
        if self.rules.low_wins or self.phase != "over":
            return self.pool, self.standing
        scores = np.zeros(self.rules.players, np.int64)
        pool, standing = score.settle_pool(self.rules.record, self._state.points, self.pool, int(self.standing), scores)
        return int(pool), bool(standing)

    # Comparing, knowing and telling.

    def under(self, rules: Rules | str) -> Deal:
        """The same hands, as they were after the pass, and the same plays under other rules.

        Raises IllegalCard or DealError, in a sentence, when the history could not have happened there.
        """
        rules = variant(rules, self.rules.players).change(pass_count=0)
        hands = [self._after_pass(seat) for seat in range(rules.players)]
        pool = {} if rules.low_wins else {"pool": self.pool, "standing": self.standing}
        deal = Deal(rules, hands=hands, number=self.number, before=self.before, kitty=self.kitty, **pool)
        for seat, card in self.plays:
            if deal.to_play != seat:
                raise DealError(f"Under {rules.title} seat {deal.to_play} would have the lead, not seat {seat}.")
            deal = deal.play(card)
        return deal

    def before_trick(self, number: int) -> Deal:
        """This deal as it stood before a trick, counted from 1: the same cards and passes, fewer plays."""
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= len(self.tricks) + 1:
            raise DealError(f"Trick {number!r} has not come in this deal; ask for 1 to {len(self.tricks) + 1}.")
        return rebuild(self.rules, self._told((number - 1) * self.rules.players))

    def _told(self, cards: int) -> notation.DealRecord:
        """What a text would tell of this deal and the first so many cards of its play."""
        given = self.seed is None
        return notation.DealRecord(
            self.number, self.seed, self._dealt if given else None, self.before, self.passes,
            Cards(card for _, card in self.plays[:cards]), self.moon if cards == len(self.plays) else None,
            self.kitty if given else Cards(), self.pool, self.standing)

    def _after_pass(self, seat: int) -> Cards:
        return c.in_hand_order((*self.hand(seat), *(card for player, card in self.plays if player == seat)))

    def view(self, seat: int) -> View:
        """What a seat may know now."""
        record, seat = np.zeros(1, VIEW).view(np.recarray)[0], self._seat(seat)
        decision = {"pass": PASS, "moon": MOON}.get(self.phase, PLAY)
        allowed = c.NO_CARDS
        with wrapping():
            if decision == PASS:
                allowed = play.passable(self.rules.record, self._state, seat)
            elif seat == self.to_play:
                allowed = MOONS if decision == MOON else play.legal(self.rules.record, self._state, seat)
            introduce(self.rules.record, self._state, record)
            see(self.rules.record, self._state, seat, decision, allowed, record)
        return View(record)

    @property
    def text(self) -> str:
        """The deal as one line of text, which `hearts_lab.read` reads back to an equal deal."""
        return " | ".join([notation.write_rules(self.rules), *notation.write_deal(self)])

    @property
    def transcript(self) -> str:
        """The deal as several lines to read."""
        return notation.transcript(self)


def teaching_deal(name: str) -> Deal:
    """A deal of the lessons, from `data/deals/`. Raises DealError for an unknown name.

    >>> teaching_deal("high_spades").scores
    (3, 0, 8, 15)
    """
    folder = DATA / "deals"
    known = sorted(file.stem for file in folder.glob("*.txt"))
    if name not in known:
        raise DealError(f"There is no teaching deal {name!r}; there are {c.one_of(known, 'and')}.")
    record = notation.read_record((folder / f"{name}.txt").read_text(encoding="utf-8"))
    return rebuild(record.rules, record.deals[0])


def rebuild(rules: Rules, told: notation.DealRecord) -> Deal:
    """The deal that a record tells, with every pass and play checked; the first illegal one is named in the error."""
    deal = Deal(rules, seed=told.seed, hands=told.hands, number=told.number, before=told.before, kitty=told.kitty,
                pool=told.pool, standing=told.standing)
    if told.passes is not None:
        deal = deal.exchange(told.passes)
    for i, card in enumerate(told.plays):
        why = deal.why_illegal(card)
        if why:
            raise notation.NotationError(f"Deal {deal.number}, card {i + 1} of the play ({card}) is illegal: {why}")
        deal = deal._played(card)
    return deal if told.moon is None else deal.choose_moon(told.moon)
