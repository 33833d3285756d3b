"""A second, deliberately naive rules book, typed from RULES.md and not from the engine.

Cards are plain text ("QS", "10H"), hands are lists, nothing is fast. It imports nothing of `hearts_lab`, so that when
the engine and this file agree over thousands of deals, two independent readings of the rules agree. Section numbers in
the comments are those of RULES.md.
"""

SUITS = ["C", "D", "S", "H"]
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
FULL_PACK = [rank + suit for suit in SUITS for rank in RANKS]
HEARTS = [rank + "H" for rank in RANKS]

# A1: the pack, the passing and the rules of play of standard Hearts.
ROTATION = {3: ["left", "right", "hold"], 4: ["left", "right", "across", "hold"],
            5: ["left", "right", "hold"], 6: ["left", "right", "across", "hold"]}
STANDARD = {
    "packs": 1, "removed": {3: ["2D"], 4: [], 5: ["2C", "2D"], 6: ["2C", "2D", "2S", "3C"]},
    "pass_count": 3, "pass_cycle": ROTATION,
    "opening": "lowest_club", "first_trick": "clean", "breakers": HEARTS, "waits": HEARTS, "lead_escape": "hearts",
    "points": {**dict.fromkeys(HEARTS, 1), "QS": 13},
    "moon": "old", "moon_amount": 26, "moon_needs_bonus": False, "no_trick_bonus": 0,
    "target": 100, "deals": None,
}
# A2: Black Maria lets everything go, and three spades cost.
BLACK_MARIA = {
    "packs": 1, "removed": {3: ["2C"], 4: [], 5: ["2C", "2D"], 6: ["2C", "2D", "2S", "2H"]},
    "pass_count": 3, "pass_cycle": {players: ["right"] for players in (3, 4, 5, 6)},
    "opening": "eldest", "first_trick": "free", "breakers": [], "waits": [], "lead_escape": "hearts",
    "points": {**dict.fromkeys(HEARTS, 1), "QS": 13, "KS": 10, "AS": 7},
    "moon": "none", "moon_amount": "total", "moon_needs_bonus": False, "no_trick_bonus": 0,
    "target": 100, "deals": None,
}
# A13: hearts at face value, the ace 14.
SPOT = {"2H": 2, "3H": 3, "4H": 4, "5H": 5, "6H": 6, "7H": 7, "8H": 8, "9H": 9, "10H": 10, "JH": 11, "QH": 12, "KH": 13,
        "AH": 14, "QS": 25}
GAMES = {
    "standard": STANDARD,
    "standard_spot": {**STANDARD, "points": SPOT, "moon_amount": "total", "target": 500},
    "standard_omnibus": {**STANDARD, "points": {**STANDARD["points"], "JD": -10}},
    "black_maria": BLACK_MARIA,
    "black_maria_spot": {**BLACK_MARIA, "points": {**SPOT, "KS": 10, "AS": 7}, "target": 500},
    "black_maria_omnibus": {**BLACK_MARIA, "points": {**BLACK_MARIA["points"], "JD": -10}},
    "black_maria_trad": {**BLACK_MARIA, "target": None, "deals": "players"},  # A3, G19
}


def suit_of(card):
    return card[-1]


def rank_of(card):
    return RANKS.index(card[:-1])


def rules_of(name, players, **options):
    """The rules of a game for so many players, with some of them changed."""
    rules = dict(GAMES[name], name=name, players=players)
    rules["removed"] = rules["removed"].get(players, [])
    rules["pass_cycle"] = rules["pass_cycle"].get(players, ["left", "right"])
    rules.update(options)
    for field in ("breakers", "waits"):
        rules[field] = [card for item in rules[field] for card in (HEARTS if item == "hearts" else [item])]
    return rules


def pack_of(rules):
    """Every card in play; with two packs every kind twice. A card has to be listed twice to lose both (G17)."""
    pack = FULL_PACK * rules["packs"]
    for card in rules["removed"]:
        pack.remove(card)
    return pack


def total_of(rules):
    """The penalty points in play."""
    return sum(max(0, rules["points"].get(card, 0)) for card in pack_of(rules))


# ---- A0: seats, dealer, passing

def dealer_of(rules, number):
    """Seat 0 is eldest hand in deal 1, and the deal passes one seat to the left each time."""
    dealer = rules["players"] - 1
    for _ in range(number - 1):
        dealer = left_of(rules, dealer)
    return dealer


def left_of(rules, seat):
    return 0 if seat == rules["players"] - 1 else seat + 1


def direction_of(rules, number):
    cycle = rules["pass_cycle"]
    return "hold" if rules["pass_count"] == 0 else cycle[(number - 1) % len(cycle)]


def pass_target(rules, number, seat):
    """Who gets this seat's cards; None in a deal without a pass."""
    steps = {"left": 1, "right": rules["players"] - 1, "across": rules["players"] // 2, "hold": 0}
    direction = direction_of(rules, number)
    if direction == "hold":
        return None
    for _ in range(steps[direction]):
        seat = left_of(rules, seat)
    return seat


def after_the_pass(rules, number, hands, passes):
    """The hands once everyone's cards have changed places at the same time."""
    hands = [list(hand) for hand in hands]
    for seat, cards in enumerate(passes):
        for card in cards:
            hands[seat].remove(card)
    for seat, cards in enumerate(passes):
        hands[pass_target(rules, number, seat)] += cards
    return hands


# ---- the play

def winner_of(trick):
    """The seat that wins a trick of (seat, card): the highest card of the suit led, the first of two equals (G17)."""
    led = suit_of(trick[0][1])
    best_seat, best = trick[0]
    for seat, card in trick[1:]:
        if suit_of(card) == led and rank_of(card) > rank_of(best):
            best_seat, best = seat, card
    return best_seat


def lowest_club(hands):
    """The lowest club that anyone holds after the pass (G4)."""
    return min((card for hand in hands for card in hand if suit_of(card) == "C"), key=rank_of)


def leader_of(rules, number, hands):
    """Who leads to the first trick. With two packs: of the holders, the one nearest the dealer's left."""
    eldest = left_of(rules, dealer_of(rules, number))
    if rules["opening"] in ("eldest", "eldest_clean"):
        return eldest
    seat = eldest
    while lowest_club(hands) not in hands[seat]:
        seat = left_of(rules, seat)
    return seat


class Play:
    """One deal from the first lead on: hands, the cards played in order, and what the rules say about the next."""

    def __init__(self, rules, number, hands):
        self.rules, self.number = rules, number
        self.hands = [list(hand) for hand in hands]
        self.finished = []  # tricks, each a list of (seat, card)
        self.trick = []
        self.seat = leader_of(rules, number, hands)
        self.opening_club = lowest_club(hands) if "club" in rules["opening"] else None

    def copy(self):
        other = Play.__new__(Play)
        other.__dict__.update(self.__dict__)
        other.hands = [list(hand) for hand in self.hands]
        other.finished, other.trick = list(self.finished), list(self.trick)
        return other

    @property
    def over(self):
        return not any(self.hands)

    def costs(self, card):
        """Whether it is a penalty card (A0): positive points. The bonus card is none."""
        return self.rules["points"].get(card, 0) > 0

    @property
    def played(self):
        return [card for trick in [*self.finished, self.trick] for _, card in trick]

    @property
    def broken(self):
        """A18: a breaking card has been played, in any role."""
        return any(card in self.rules["breakers"] for card in self.played)

    def legal(self):
        """The cards that the seat to play may play."""
        rules, hand = self.rules, self.hands[self.seat]
        first_trick, leading = not self.finished, not self.trick
        harmless = [card for card in hand if not self.costs(card)]
        if leading and first_trick:
            if rules["opening"] == "lowest_club":
                return [card for card in hand if card == self.opening_club]
            if rules["opening"] == "holder_any_club":
                return [card for card in hand if suit_of(card) == "C"]
            if rules["opening"] == "eldest_clean" or rules["first_trick"] == "clean":  # G12, also binds the leader
                if not harmless:
                    return list(hand)  # G3
                return self.leads_among(harmless)
            return self.leads_among(hand)
        if leading:
            return self.leads_among(hand)
        following = [card for card in hand if suit_of(card) == suit_of(self.trick[0][1])]
        choice = following or list(hand)
        if first_trick and rules["first_trick"] == "clean":
            clean = [card for card in choice if not self.costs(card)]
            return clean or choice  # A0: with only penalty cards any may be played
        return choice

    def leads_among(self, choice):
        """A18: what may be led of these, with cards that wait until something is broken."""
        rules, hand = self.rules, self.hands[self.seat]
        if self.broken:
            return list(choice)
        if rules["lead_escape"] == "penalties" and all(self.costs(card) for card in hand):
            return list(choice)
        ready = [card for card in choice if card not in rules["waits"]]
        return ready or list(choice)

    def play(self, card):
        self.hands[self.seat].remove(card)
        self.trick.append((self.seat, card))
        if len(self.trick) < self.rules["players"]:
            self.seat = left_of(self.rules, self.seat)
        else:
            self.seat = winner_of(self.trick)
            self.finished.append(self.trick)
            self.trick = []

    # ---- what it costs

    def taken(self, seat):
        """The cards of the tricks that the seat has won."""
        return [card for trick in self.finished if winner_of(trick) == seat for _, card in trick]

    def points(self):
        """Penalty points taken, a seat each; the bonus is apart."""
        return [sum(self.rules["points"].get(card, 0) for card in self.taken(seat) if self.costs(card))
                for seat in range(self.rules["players"])]

    def bonus(self):
        return [sum(self.rules["points"].get(card, 0) for card in self.taken(seat) if not self.costs(card))
                for seat in range(self.rules["players"])]

    def shooter(self):
        """A0, A17: who took every penalty card in play, and the bonus card where the rules want it as well."""
        if self.rules["moon"] == "none":
            return None
        wanted = [card for card in pack_of(self.rules) if self.costs(card)]
        if self.rules["moon_needs_bonus"]:
            wanted += [card for card in pack_of(self.rules) if self.rules["points"].get(card, 0) < 0]
        for seat in range(self.rules["players"]):
            if all(self.taken(seat).count(card) == wanted.count(card) for card in wanted):
                return seat
        return None

    def scores(self):
        """The deal's score after moon and bonuses (A11, A17, A19-3, G6)."""
        rules, points, bonus, shooter = self.rules, self.points(), self.bonus(), self.shooter()
        seats = range(rules["players"])
        if shooter is None:
            without = [rules["no_trick_bonus"] if not self.taken(seat) else 0 for seat in seats]
            return [points[seat] + bonus[seat] + without[seat] for seat in seats]
        amount = total_of(rules) if rules["moon_amount"] == "total" else rules["moon_amount"]
        if rules["moon"] == "old":
            return [(0 if seat == shooter else amount) + bonus[seat] for seat in seats]
        if rules["moon_needs_bonus"]:  # new: the needed bonus is not scored again
            return [-amount if seat == shooter else 0 for seat in seats]
        return [(-amount if seat == shooter else 0) + bonus[seat] for seat in seats]


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
