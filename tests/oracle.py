"""A second, deliberately naive rules book, typed from RULES.md and not from the engine.

Cards are plain text ("QS", "10H"), hands are lists, nothing is fast. It imports nothing of `hearts_lab`, so that when
the engine and this file agree over thousands of deals, two independent readings of the rules agree. Section numbers in
the comments are those of RULES.md. The games are in `oracle_games`, points and counters in `oracle_scores`.
"""

from oracle_games import FULL_PACK, GAMES, RANKS, SUITS, pack_of, rules_of, total_of

__all__ = ["FULL_PACK", "GAMES", "RANKS", "SUITS", "pack_of", "rules_of", "total_of"]


def suit_of(card):
    return card[-1]


def rank_of(card):
    return RANKS.index(card[:-1])


# ---- A0: seats, dealer, passing

def dealer_of(rules, number):
    """Seat 0 is eldest hand in deal 1, and the deal passes one seat to the left each time."""
    dealer = rules["players"] - 1
    for _ in range(number - 1):
        dealer = left_of(rules, dealer)
    return dealer


def left_of(rules, seat):
    return 0 if seat == rules["players"] - 1 else seat + 1


def round_from(rules, seat):
    """All seats clockwise, this one first."""
    seats = [seat]
    while len(seats) < rules["players"]:
        seats.append(left_of(rules, seats[-1]))
    return seats


def direction_of(rules, number):
    cycle = rules["pass_cycle"]
    return "hold" if rules["pass_count"] == 0 else cycle[(number - 1) % len(cycle)]


def due(rules, number):
    """How many cards each seat passes; scattered cards go one to each opponent, whatever the number agreed (G9)."""
    return {"hold": 0, "scatter": rules["players"] - 1}.get(direction_of(rules, number), rules["pass_count"])


def pass_targets(rules, number, seat):
    """Who gets this seat's cards, card by card in the order chosen; nobody in a deal without a pass."""
    steps = {"left": 1, "right": rules["players"] - 1, "across": rules["players"] // 2}
    direction = direction_of(rules, number)
    others = round_from(rules, seat)
    if direction == "scatter":
        return others[1:]
    return [others[steps[direction]]] * due(rules, number) if direction in steps else []


def may_be_passed(rules, number, hand):
    """A19-6, G10: the cards of a hand that are not forbidden; all where too few would be left."""
    allowed = [card for card in hand if card not in rules["forbidden_pass"]]
    return allowed if len(allowed) >= due(rules, number) else list(hand)


def after_the_pass(rules, number, hands, passes):
    """The hands once everyone's cards have changed places at the same time."""
    hands = [list(hand) for hand in hands]
    for seat, cards in enumerate(passes):
        for card in cards:
            hands[seat].remove(card)
    for seat, cards in enumerate(passes):
        for target, card in zip(pass_targets(rules, number, seat), cards, strict=True):
            hands[target].append(card)
    return hands


# ---- tricks

def is_dead(rules, trick, card):
    """A12: identical cards in one trick cancel each other."""
    return rules["cancel"] != "none" and [other for _, other in trick].count(card) == 2


def winner_of(rules, trick):
    """The seat that wins a trick of (seat, card), or None if it is void.

    The highest live card of the suit led wins; where nothing cancels, the first of two equal ones (G17).
    """
    cards = [card for _, card in trick]
    pairs = {card for card in cards if is_dead(rules, trick, card)}
    if rules["cancel"] == "two_pairs" and len(pairs) >= 2:
        return None
    best = None
    for seat, card in trick:
        if suit_of(card) == suit_of(cards[0]) and card not in pairs:
            if best is None or rank_of(card) > rank_of(best[1]):
                best = (seat, card)
    return None if best is None else best[0]


def lowest_club(hands):
    """The lowest club that anyone holds after the pass (G4)."""
    return min((card for hand in hands for card in hand if suit_of(card) == "C"), key=rank_of)


class Play:
    """One deal from the first lead on: hands, tricks and piles, and what the rules say about the next card."""

    def __init__(self, rules, number, hands, kitty=()):
        self.rules, self.number = rules, number
        self.hands = [list(hand) for hand in hands]
        self.kitty, self.kitty_taker = list(kitty), None
        self.finished = []  # tricks, each a list of (seat, card)
        self.winners = []  # who won each, None if it was void
        self.trick = []
        self.piles = [[] for _ in hands]  # the cards that each seat has got
        self.has_taken = [False] * len(hands)  # whether it has taken a trick
        self.carried = []  # the cards of void tricks that wait; after the deal, those that nobody got
        self.broken = False
        self.last_taker = None  # who got the last trick
        self.opening_club = lowest_club(hands) if "club" in rules["opening"] else None
        self.seat = self.who_leads(self.opener())

    def copy(self):
        other = Play.__new__(Play)
        other.__dict__.update(self.__dict__)
        for name in ("hands", "piles"):
            setattr(other, name, [list(cards) for cards in getattr(self, name)])
        for name in ("finished", "winners", "trick", "has_taken", "carried", "kitty"):
            setattr(other, name, list(getattr(self, name)))
        return other

    @property
    def over(self):
        return not any(self.hands)

    def costs(self, card):
        """Whether it is a penalty card (A0): positive points. The bonus card is none."""
        return self.rules["points"].get(card, 0) > 0

    # ---- who leads

    def opener(self):
        """Who leads to the first trick. With two packs: of the holders, the one nearest the dealer's left."""
        eldest = left_of(self.rules, dealer_of(self.rules, self.number))
        if self.opening_club is None:
            return eldest
        return next(seat for seat in round_from(self.rules, eldest) if self.opening_club in self.hands[seat])

    def must_wait(self, seat):
        return all(card in self.rules["waits"] for card in self.hands[seat])

    def who_leads(self, seat):
        """A19-16, G14: a leader whose every card waits may give the lead to the left, if someone there can lead."""
        if self.rules["lead_escape"] != "pass_left" or self.broken or self.over:
            return seat
        return next((other for other in round_from(self.rules, seat) if not self.must_wait(other)), seat)

    # ---- which cards

    def legal(self):
        """The cards that the seat to play may play."""
        return self.legal_leads() if not self.trick else self.legal_answers()

    def legal_leads(self):
        rules, hand = self.rules, self.hands[self.seat]
        if self.finished:
            return self.ready(hand)
        choice = list(hand)
        if rules["opening"] == "lowest_club":
            return [card for card in hand if card == self.opening_club]
        if rules["opening"] == "holder_any_club":
            choice = [card for card in hand if suit_of(card) == "C"]
        if rules["opening"] == "eldest_clean" or rules["first_trick"] == "clean":  # G12, also binds the leader
            harmless = [card for card in choice if not self.costs(card)]
            if not harmless:
                return choice  # G3: "unbroken" does not bind this lead
            choice = harmless
        return self.ready(choice)

    def ready(self, choice):
        """A18: what may be led of these, with cards that wait until something is broken."""
        rules, hand = self.rules, self.hands[self.seat]
        if self.broken:
            return list(choice)
        if rules["lead_escape"] == "penalties" and all(self.costs(card) for card in hand):
            return list(choice)
        return [card for card in choice if card not in rules["waits"]] or list(choice)

    def legal_answers(self):
        rules, hand, led = self.rules, self.hands[self.seat], suit_of(self.trick[0][1])
        choice = [card for card in hand if suit_of(card) == led]
        is_void = not choice
        choice = choice or list(hand)
        if not self.finished and rules["first_trick"] == "clean":
            # A0: with only penalty cards any may be played; the ban comes before every duty (A19-8d).
            choice = [card for card in choice if not self.costs(card)] or choice
        return [card for card in choice if card in self.duties(is_void, led)] or choice

    def duties(self, is_void, led):
        """A6, A19-8: J♠ and Q♠ where they have to go; either where both have to (G13)."""
        forced, found = self.rules["forced_play"], []
        if "jack" in forced and is_void:
            found.append("JS")
        above = any(card in ("KS", "AS") and not is_dead(self.rules, self.trick, card) for _, card in self.trick)
        if "queen" in forced and (is_void or (led == "S" and above)):
            found.append("QS")
        return found

    # ---- playing

    def play(self, card):
        self.hands[self.seat].remove(card)
        self.trick.append((self.seat, card))
        self.broken = self.broken or card in self.rules["breakers"]
        if len(self.trick) < self.rules["players"]:
            self.seat = left_of(self.rules, self.seat)
        else:
            self.end_trick()

    def end_trick(self):
        """A12: who wins, who gets the cards, and who leads next; the same leader after a void trick."""
        leader, winner = self.trick[0][0], winner_of(self.rules, self.trick)
        self.carried += [card for _, card in self.trick]
        self.finished.append(self.trick)
        self.winners.append(winner)
        self.trick = []
        taker = winner
        if winner is None and self.over:
            won = [other for other in self.winners if other is not None]
            taker = {"nobody": None, "leader": leader, "previous_winner": won[-1] if won else None}[self.rules["last_void"]]
        if taker is not None:
            self.take(taker, won=winner is not None)
        if self.over:
            self.last_taker = taker
        self.seat = self.who_leads(leader if winner is None else winner)

    def take(self, seat, *, won):
        """The cards of the trick, what was carried, and perhaps the kitty (G2)."""
        due_now = {"none": False, "first": won, "last": self.over,
                   "first_penalty": won and any(self.costs(card) for card in self.carried)}[self.rules["kitty"]]
        self.piles[seat] += self.carried
        self.carried = []
        self.has_taken[seat] = True
        if due_now and self.kitty and self.kitty_taker is None:
            self.kitty_taker = seat
            self.piles[seat] += self.kitty


def count_sequences(play, plies):
    """How many different legal sequences of so many plays there are (all to the end if there are fewer)."""
    if plies == 0 or play.over:
        return 1
    found = 0
    for card in set(play.legal()):
        after = play.copy()
        after.play(card)
        found += count_sequences(after, plies - 1)
    return found
