"""`Deal`: one deal as a value that a person handles. Playing a card gives the next deal and leaves the old one alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np

from hearts_lab import cards as c
from hearts_lab import notation, play, score, wording
from hearts_lab.cards import Card, CardError, Cards
from hearts_lab.rules import DATA, DIRECTIONS, Rules, variant


class DealError(ValueError):
    """A deal that cannot be, or a question that this moment of the deal has no answer to."""


class IllegalPass(DealError):
    """Cards that may not be passed, and why."""


class IllegalCard(DealError):
    """A card that may not be played, and why."""


class Trick(NamedTuple):
    """A finished trick: its cards in order of play, from the leader round."""

    number: int
    leader: int
    seats: tuple[int, ...]
    cards: Cards
    winner: int
    points: int


def _whole(value, what: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise DealError(f"{what} must be a whole number, not {value!r}.")
    if not low <= value <= high:
        raise DealError(f"{what} must lie between {low} and {high}; {value} does not.")
    return int(value)


class Deal:
    """A deal: its cards, and all that has happened to them so far.

    `Deal(rules, seed=7, number=1)` deals the cards of deal 1 of seed 7; `Deal(rules, hands=[...], number=1)` takes given
    hands in seat order. `before` holds the totals at its start. Raises DealError for hands that are not the pack.

    >>> deal = Deal("black_maria", seed=7)
    >>> deal.phase, deal.direction, deal.pass_target(0)
    ('pass', 'right', 3)
    """

    # direction: where cards are passed in this deal: left, right, across or hold.
    __slots__ = ("_dealt", "_state", "before", "direction", "number", "passes", "plays", "rules", "seed", "tricks")

    def __init__(self, rules: Rules | str, *, seed: int | None = None, hands: Iterable | None = None, number: int = 1,
                 before: Iterable[int] | None = None):
        rules = variant(rules)
        number = _whole(number, "The number of a deal", 1, 2**31)
        if before is not None and not isinstance(before, list | tuple):
            raise DealError(f"before holds one total a seat, as in (12, 30, 4, 0), not {before!r}.")
        totals = tuple(_whole(total, "A total", -(10**9), 10**9) for total in before or (0,) * rules.players)
        if len(totals) != rules.players:
            raise DealError(f"before needs one total for each of the {rules.players} seats, not {len(totals)}.")
        if (seed is None) == (hands is None):
            raise DealError("Give a deal a seed or hands, one of the two.")
        if hands is None:
            seed = _whole(seed, "The seed", 0, 2**63 - 1)
        state = _new_state(rules, seed or 0, number, totals)
        if hands is None:
            with play.wrapping():
                play.deal_cards(rules.record, state, np.uint64(seed), np.zeros(52 * rules.packs, np.int64))
        else:
            _lay_out(rules, state, hands)
        dealt = tuple(c.from_bits(state.hand[seat], state.twin[seat]) for seat in range(rules.players))
        self._set(rules=rules, seed=seed, number=number, before=totals, passes=None, plays=(), tricks=(), _dealt=dealt,
                  direction=DIRECTIONS[play.direction(rules.record, number)], _state=state)
        if self.direction == "hold":
            with play.wrapping():
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
        return self.rules, self._dealt, self.number, self.before, self.passes, self.plays

    def __eq__(self, other):
        return isinstance(other, Deal) and self._key() == other._key()

    def __hash__(self):
        return hash((self._dealt, self.number, self.passes, self.plays))

    def __reduce__(self):
        return _rebuilt, (self.rules, self.seed, self._dealt, self.number, self.before, self.passes,
                          Cards(card for _, card in self.plays))

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
        """pass, play or over."""
        if self.passes is None and self.direction != "hold":
            return "pass"
        return "over" if len(self.tricks) == self.rules.hand_size else "play"

    @property
    def to_play(self) -> int | None:
        """The seat whose turn it is; None while cards are passed and when all is over."""
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
        short = self.rules.pass_count - len(cards)
        if short > 0:
            return f"Pass {self.rules.pass_count} cards: choose {short} more."
        if short < 0:
            return f"Pass {self.rules.pass_count} cards, not {len(cards)}: put {-short} back."
        return None

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
        given = tuple(c.in_hand_order(c.read_cards(chosen[seat])) for seat in range(self.rules.players))
        state = _copy(self._state)
        with play.wrapping():
            for seat, cards in enumerate(given):
                for card in cards:
                    play.lay_aside(state, seat, card)
            play.exchange(self.rules.record, state)
            play.open_play(self.rules.record, state)
        return self._next(passes=given, _state=state)

    # Playing.

    def _turn(self, seat: int | None = None) -> int:
        """The seat to play, or a DealError that says why nobody plays, or that it is another's turn."""
        if self.phase == "pass":
            raise DealError("The cards are passed first; then the play begins.")
        if self.phase == "over":
            raise DealError("The deal is over; no card is left to play.")
        if seat is not None and self._seat(seat) != self.to_play:
            raise DealError(f"It is seat {self.to_play}'s turn, not seat {seat}'s.")
        return self.to_play

    def legal_cards(self, seat: int | None = None) -> Cards:
        """The kinds of card that the seat to play may play."""
        with play.wrapping():
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
        with play.wrapping():
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
        state, seat = _copy(self._state), self.to_play
        with play.wrapping():
            play.play_card(self.rules.record, state, card)
        plays = (*self.plays, (seat, card))
        tricks = self.tricks
        if state.trick > self._state.trick:
            seats, cards = zip(*plays[-self.rules.players :], strict=True)
            points = sum(max(0, self.rules.points[card]) for card in cards)
            tricks += (Trick(int(state.trick), seats[0], seats, Cards(cards), int(state.leader), points),)
        return self._next(plays=plays, tricks=tricks, _state=state)

    @property
    def trick(self) -> tuple[tuple[int, Card], ...]:
        """The unfinished trick, as (seat, card) in order of play."""
        return self.plays[len(self.plays) - int(self._state.in_trick) :]

    @property
    def winning(self) -> int | None:
        """The seat that wins the unfinished trick so far."""
        return self.trick[int(play.winning_place(self._state))][0] if self.trick else None

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
        found = score.shooter(self.rules.record, self._state) if self.phase == "over" else -1
        return None if found < 0 else int(found)

    @property
    def scores(self) -> tuple[int, ...] | None:
        """What the deal costs each seat, after moon and bonuses; None until it is over."""
        if self.phase != "over":
            return None
        scores = np.zeros(self.rules.players, np.int64)
        score.settle(self.rules.record, self._state, scores)
        return tuple(map(int, scores))

    # Comparing, knowing and telling.

    def under(self, rules: Rules | str) -> Deal:
        """The same hands, as they were after the pass, and the same plays under other rules.

        Raises IllegalCard or DealError, in a sentence, when the history could not have happened there.
        """
        rules = variant(rules, self.rules.players).change(pass_count=0)
        hands = [self._after_pass(seat) for seat in range(rules.players)]
        deal = Deal(rules, hands=hands, number=self.number, before=self.before)
        for seat, card in self.plays:
            if deal.to_play != seat:
                raise DealError(f"Under {rules.title} seat {deal.to_play} would have the lead, not seat {seat}.")
            deal = deal.play(card)
        return deal

    def before_trick(self, number: int) -> Deal:
        """This deal as it stood before a trick, counted from 1: the same cards and passes, fewer plays."""
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= len(self.tricks) + 1:
            raise DealError(f"Trick {number!r} has not come in this deal; ask for 1 to {len(self.tricks) + 1}.")
        told = notation.DealRecord(self.number, self.seed, None if self.seed is not None else self._dealt, self.before,
                                   self.passes, Cards(card for _, card in self.plays[: (number - 1) * self.rules.players]))
        return rebuild(self.rules, told)

    def _after_pass(self, seat: int) -> Cards:
        return c.in_hand_order((*self.hand(seat), *(card for player, card in self.plays if player == seat)))

    def view(self, seat: int) -> View:
        """What a seat may know now."""
        record, seat = np.zeros(1, play.VIEW).view(np.recarray)[0], self._seat(seat)
        decision = play.PASS if self.phase == "pass" else play.PLAY
        allowed = self._state.hand[seat] if decision == play.PASS else c.NO_CARDS
        with play.wrapping():
            if seat == self.to_play:
                allowed = play.legal(self.rules.record, self._state, seat)
            play.introduce(self.rules.record, self._state, record)
            play.see(self.rules.record, self._state, seat, decision, allowed, record)
        return View(record)

    @property
    def text(self) -> str:
        """The deal as one line of text, which `hearts_lab.read` reads back to an equal deal."""
        return " | ".join([notation.write_rules(self.rules), *notation.write_deal(self)])

    @property
    def transcript(self) -> str:
        """The deal as several lines to read."""
        return notation.transcript(self)


# The sets of a view, each with the set of those of its cards that come twice.
_SETS = {"hand": "twin", "passed": "passed_twin", "received": "received_twin", "seen": "seen_twin", "legal": None,
         "penalties": "pack_twin", "bonuses": "pack_twin", "pack": "pack_twin"}


class View:
    """What one seat may know, as a strategy gets it: `.record` holds the numbers, the attributes read them as cards."""

    __slots__ = ("record",)

    def __init__(self, record):
        self.record = record

    def __getattr__(self, name):
        value = getattr(self.record, name)
        if name in _SETS:
            twin = _SETS[name]
            return c.from_bits(value, int(value) & int(self.record[twin]) if twin else 0)
        if name == "card":
            return Cards(c.DECK[card] for card in value[: self.record.in_trick])
        if name in ("points", "before"):
            return tuple(map(int, value[: self.record.players]))
        return int(value) if np.ndim(value) == 0 else tuple(map(int, value))

    def __repr__(self):
        doing = f"pass {self.to_pass} more" if self.decision == play.PASS else f"trick {self.trick}: {self.card}"
        return f"<View of seat {self.seat}, {doing}; holds {self.hand}>"


def _new_state(rules: Rules, seed: int, number: int, before) -> np.record:
    state = np.zeros(1, play.STATE).view(np.recarray)
    with play.wrapping():
        play.clear(rules.record, state[0], np.uint64(seed), number)
    state[0].before[: rules.players] = before
    return state[0]


def _copy(state: np.record) -> np.record:
    new = np.recarray(1, play.STATE)
    new[0] = state
    return new[0]


def _lay_out(rules: Rules, state: np.record, hands) -> None:
    """Put given hands on the table, if together they are the pack."""
    if isinstance(hands, str | Mapping) or not isinstance(hands, Iterable):
        raise DealError("Give the hands in seat order, each as text: hands=['2C 3C ...', ...].")
    try:
        hands = [c.read_cards(hand) for hand in hands]
    except CardError as error:
        raise DealError(str(error)) from None
    if len(hands) != rules.players:
        raise DealError(f"{rules.players} players need {rules.players} hands, not {len(hands)}.")
    left = list(rules.pack)
    for hand in hands:
        for card in hand:
            if card not in left:
                again = card in rules.pack
                raise DealError(f"{card} is in the hands {'more often than in the pack' if again else 'but not in the pack'}.")
            left.remove(card)
    for seat, hand in enumerate(hands):
        if len(hand) != rules.hand_size:
            raise DealError(f"Seat {seat} has {len(hand)} cards; each hand has {rules.hand_size}.")
        for card in hand:
            play.add_card(state, seat, card)


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
    deal = Deal(rules, seed=told.seed, hands=told.hands, number=told.number, before=told.before)
    if told.passes is not None:
        deal = deal.exchange(told.passes)
    for i, card in enumerate(told.plays):
        why = deal.why_illegal(card)
        if why:
            raise notation.NotationError(f"Deal {deal.number}, card {i + 1} of the play ({card}) is illegal: {why}")
        deal = deal._played(card)
    return deal


def _rebuilt(rules, seed, dealt, number, before, passes, plays) -> Deal:
    told = notation.DealRecord(number, seed, None if seed is not None else dealt, before, passes, plays)
    return rebuild(rules, told)
