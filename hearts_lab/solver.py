"""The exact solver for short endings: all hands known, each player looks only to his own score.

Undecorated functions over the records of `play`, compiled like the loop of `simulation`: what may be played, who wins and what
a deal costs is asked there and stated nowhere else. The search goes depth first; the positions of the line that it is looking
at stand in an array, one record for each card played, so nothing is allocated on the way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from hearts_lab import wording
from hearts_lab.cards import DECK, NO_CARDS, ONE, Card, Cards, below, bit, first, from_bits, has, last, one_of, suit_of
from hearts_lab.deal import Deal, DealError
from hearts_lab.draws import mixed, wrapping
from hearts_lab.layout import copied, whole
from hearts_lab.play import BLACK_JACK, BLACK_QUEEN, CANCEL_NONE, STATE, in_the_trick, legal, play_card, to_play
from hearts_lab.score import CHOSEN_MOON, NEW_MOON, OLD_MOON, RUNNING, VOID_MOON, moon_possible, settle, shooter

TIES = ("first", "kind", "cruel")
FIRST, KIND, CRUEL = range(len(TIES))
POSITIONS = 20_000_000  # looked at before the solver gives up: some ten seconds
LONGEST = 9  # cards in a hand: more are not tried
ADVICE = "Play on to about five cards each, or go back there from a later moment with before_trick."
ROOM = 1 << 16  # positions kept in memory, a power of 2
PROBES = 8  # rows in which a position may be kept


# Which cards are worth trying.

def is_alike(rules, a, b):
    """Whether the rules make no difference between two cards of a suit but their rank."""
    for forced, card in ((rules.forced_queen, BLACK_QUEEN), (rules.forced_jack, BLACK_JACK)):
        if forced == 1 and (a == card or b == card):
            return False
    return (suit_of(a) == suit_of(b) and rules.points[a] == rules.points[b]
            and has(rules.breakers, a) == has(rules.breakers, b) and has(rules.waits, a) == has(rules.waits, b))


def different(rules, state, seat):
    """The legal cards of the seat to play, of neighbours only the lowest.

    Neighbours are alike to the rules, and no card that another seat holds or that lies in the trick is between them, or the
    same as one of them: whichever is played, what follows is the same but for their names.
    """
    cards = legal(rules, state, seat)
    others, _ = in_the_trick(state)
    for other in range(rules.players):
        if other != seat:
            others |= state.hand[other]
    found, left = cards, cards
    while left != NO_CARDS:
        card = first(left)
        left &= left - ONE
        lower = (state.hand[seat] | others) & below(card)
        if lower != NO_CARDS and not has(others, card):
            next_lower = last(lower)
            if has(cards, next_lower) and not has(others, next_lower) and is_alike(rules, card, next_lower):
                found &= ~bit(card)
    return found


# What is decided.

def is_moon_open(rules, state):
    """Whether some seat can still shoot the moon."""
    if rules.moon != 0:
        for seat in range(rules.players):
            if moon_possible(rules, state, seat):
                return True
    return False


def is_decided(rules, state):
    """Whether the rest of the play changes no score: no card that counts is still to be taken, and no trick counts itself."""
    if rules.no_trick_bonus != 0 or state.kitty != NO_CARDS:
        return False
    out, _ = in_the_trick(state)
    out |= state.carried
    for seat in range(rules.players):
        out |= state.hand[seat]
    return out & (rules.penalties | rules.bonuses) == NO_CARDS


def is_least(rules, state, seat, score):
    """Whether it is plain that a seat can score no less: it has these points already, or none and no score is below 0.

    Never said where a bonus or a pool is open, nor of points that a moon could still take away.
    """
    if rules.settlement != RUNNING or rules.bonuses != NO_CARDS or rules.no_trick_bonus != 0:
        return False
    if score <= 0 and (rules.moon == VOID_MOON or (rules.moon == OLD_MOON and rules.moon_fallback == 0)):
        return True
    return score <= state.points[seat] and not is_moon_open(rules, state)


def is_settled(rules, ties, root, state, seat, scores):
    """Whether no other card can be preferred to the best one so far: another can at most be equal, and comes later."""
    if ties == CRUEL and seat != root:
        return False
    return is_least(rules, state, seat, scores[seat]) and (ties == FIRST or is_least(rules, state, root, scores[root]))


def is_better(rules, ties, root, seat, new, old):
    """Whether a seat prefers the new scores: its own first, then, among equals, what the tie rule says of the root's."""
    sign = 1 if rules.settlement == RUNNING else -1
    gain = sign * (old[seat] - new[seat])
    if gain == 0 and ties != FIRST:
        gain = sign * (old[root] - new[root]) if ties == KIND else sign * (new[root] - old[root])
    return gain > 0


def finish(rules, state, ties, root, scores, other):
    """The scores of a decided deal; a shooter who may choose takes the moon that is better for himself."""
    settle(rules, state, scores)
    if rules.moon == CHOSEN_MOON:
        moon = shooter(rules, state)
        if moon >= 0:
            state.moon_choice = NEW_MOON
            settle(rules, state, other)
            if is_better(rules, ties, root, moon, other, scores):
                copy_scores(other, scores)


def copy_scores(given, scores):
    """Seat by seat: a slice assignment takes two seconds to compile, since it words an error."""
    for seat in range(scores.shape[0]):
        scores[seat] = given[seat]


# Positions met before.

IN_USE = ONE << np.uint64(63)  # tells the first word of a key from an empty row


def words(rules):
    """How many words a key has."""
    return 3 + 2 * rules.packs * rules.players


def write_key(rules, state, key):
    """All that the rest of a deal depends on between two tricks: cards held and taken that count, lead, what waits, and so on.

    The rest of a state is the same all through a search or is read by no rule of play.
    """
    counting = rules.penalties | rules.bonuses
    at, trickless = 3, NO_CARDS
    for seat in range(rules.players):
        key[at] = state.hand[seat]
        key[at + 1] = state.taken[seat] & counting
        at += 2
        if rules.packs == 2:
            key[at] = state.twin[seat]
            key[at + 1] = state.taken_twin[seat] & counting
            at += 2
        if rules.no_trick_bonus != 0 and state.tricks[seat] == 0:
            trickless |= bit(seat)
    last_winner = state.last_winner + 1 if rules.cancel != CANCEL_NONE else 0
    numbers = ((last_winner * 16 + state.kitty_taker + 1) * 16 + state.leader) * 2 + state.broken
    key[0] = IN_USE | np.uint64(numbers) | trickless << np.uint64(16)
    key[1] = state.carried
    key[2] = state.carried_twin


def place_of(keys, key):
    """The row in which a position is kept, and whether it is there; else the row to keep it in, whatever was there before."""
    number = NO_CARDS
    for word in key:
        number = mixed(number ^ word)
    home = np.int64(number & np.uint64(keys.shape[0] - 1))
    for step in range(PROBES):
        row = (home + step) & (keys.shape[0] - 1)
        if keys[row, 0] == NO_CARDS:
            return row, False
        same = True
        for i in range(key.shape[0]):
            same = same and keys[row, i] == key[i]
        if same:
            return row, True
    return home, False


# The search.

def run_on(rules, state):
    """Play on while there is nothing to choose. Returns the cards to try, or none when the deal's scores are decided."""
    while state.trick < rules.hand_size:
        if state.in_trick == 0 and is_decided(rules, state):
            return NO_CARDS
        cards = different(rules, state, to_play(rules, state))
        if cards & (cards - ONE) != NO_CARDS:
            return cards
        play_card(rules, state, first(cards))
    return NO_CARDS


def take_over(rules, ties, root, seat, card, new, best, scores):
    """What a seat makes of the scores that one of its cards leads to: its best card so far."""
    if best < 0 or is_better(rules, ties, root, seat, new, scores):
        copy_scores(new, scores)
        return card
    return best


def search(rules, ties, root, most, states, scores, keys, kept, by_card):
    """The scores if all play their best from `states[0]` on, in `scores[0]`, and for each card tried there in `by_card`.

    Every position is searched to the end of the deal, card by card; a seat stops trying when it cannot score less. `states`
    and `scores` have a row for each card still to be played and one more; `keys` and `kept` hold the positions of this ending
    met before. `root` is the seat that the tie rule favours or not. Where `by_card` has no rows, not all cards are tried at the
    start either. Returns the best card, or -1 after `most` positions, how many were looked at, and the set of cards to try.
    """
    depth, looked = 0, 0
    left = np.zeros(states.shape[0], np.uint64)
    best = np.full(states.shape[0], -1, np.int64)
    tried = np.full(states.shape[0], -1, np.int64)
    key, other = np.zeros(keys.shape[1], np.uint64), np.zeros(scores.shape[1], np.int64)
    to_try = different(rules, states[0], to_play(rules, states[0]))
    left[0] = to_try
    while True:
        known = left[depth] == NO_CARDS
        if known:
            if states[depth].in_trick == 0:
                write_key(rules, states[depth], key)
                row, _ = place_of(keys, key)
                keys[row] = key
                kept[row] = scores[depth]
            if depth == 0:
                return best[0], looked, to_try
            depth -= 1
        else:
            card = first(left[depth])
            left[depth] &= left[depth] - ONE
            tried[depth] = card
            states[depth + 1] = states[depth]
            child = states[depth + 1]
            play_card(rules, child, card)
            looked += 1
            if looked > most:
                return -1, looked, to_try
            cards = run_on(rules, child)
            if cards == NO_CARDS:
                known = True
                finish(rules, child, ties, root, scores[depth + 1], other)
            elif child.in_trick == 0:
                write_key(rules, child, key)
                row, known = place_of(keys, key)
                if known:
                    scores[depth + 1] = kept[row]
        if known:
            seat = to_play(rules, states[depth])
            best[depth] = take_over(rules, ties, root, seat, tried[depth], scores[depth + 1], best[depth], scores[depth])
            if depth == 0 and by_card.shape[0] > 0:
                by_card[tried[0]] = scores[1]
            elif is_settled(rules, ties, root, states[depth], seat, scores[depth]):
                left[depth] = NO_CARDS
        else:
            depth += 1
            left[depth] = cards
            best[depth] = -1


# At the table.

@dataclass(frozen=True)
class Ending:
    """A solved ending: what each seat scores if all play their best from here, and what each card to play leads to.

    `values` are the scores of the deal, one a seat; `cards` maps each legal card of the seat to play to the scores after it;
    `best` are those that are best for that seat; `line` is one best play to the end as (seat, card) pairs, and `moon` the moon
    that its shooter then chooses, where the rules let him; `ties` is the tie rule; `positions` how many were looked at.
    """

    deal: Deal = field(repr=False)
    values: tuple[int, ...]
    cards: dict[Card, tuple[int, ...]] = field(hash=False)
    best: Cards
    line: tuple[tuple[int, Card], ...]
    moon: str | None
    ties: str
    positions: int

    def __repr__(self):
        n, played = self.deal.rules.players, [str(card) for _, card in self.line]
        cuts = [0, *range(n - len(self.deal.trick), len(played) + 1, n)]
        tricks = [" ".join(played[start:end]) for start, end in pairwise(cuts)]
        return (f"<Ending of {self.deal.rules.title}: seat {self.deal.to_play} should play {one_of(self.best)}; "
                f"scores {self.values} after {' | '.join(tricks)}>")

    def table(self):
        """DataFrame, a row for each card that may be played: the scores of all seats after it, and whether it is best."""
        from hearts_lab import endings

        return endings.by_card(self)


def solve(deal: Deal, ties: str = "first", *, positions: int = POSITIONS, compiled: bool = True) -> Ending:
    """Solve a short ending with all hands known: what each seat scores when everyone, at every turn, plays for himself.

    Each seat plays the card that leads to the lowest score for itself (with a pool, to most counters), knowing that all the
    others do so too: the max^n search of Luckhardt and Irani (1986), over the deal's scores after moons, bonuses and
    settlement. Nobody joins others against someone, and nobody plays safe: the values are what selfish players with open
    cards reach, no promise against players of another mind. Between cards that are equal for himself a player takes the first
    in hand order; with ties="kind" the one that is best, with ties="cruel" the one that is worst for the seat now to play.
    With more than two seats such ties can decide the values. The three rules are three samples, not the limits of what
    ties can do.

    Five cards each take a few hundredths of a second, seven may take some seconds; an ending that needs more than so many
    `positions`, or has more than nine cards in a hand, is refused. `compiled=False` runs the plain source, slowly. Raises
    DealError, in a sentence, for those and when no card is to be played.

    >>> from hearts_lab.deal import teaching_deal
    >>> solve(teaching_deal("high_spades").before_trick(13), compiled=False).values
    (3, 0, 8, 15)
    """
    if not isinstance(deal, Deal):
        raise DealError(f"The solver takes a deal, not {deal!r}.")
    if ties not in TIES:
        raise DealError(f"ties must be {one_of(TIES)}, not {ties!r}.")
    positions = whole(positions, "The number of positions", 1, 10**12)
    legal_cards, seat = deal.legal_cards(), deal.to_play  # refuses, in a sentence, a deal in which no card is to be played now
    sizes = [len(deal.hand(one)) for one in range(deal.rules.players)]
    if max(sizes) > LONGEST:
        raise DealError(f"An ending of {max(sizes)} cards each is too long to solve. {ADVICE}")
    look = _searching(deal, ties, compiled)
    card, looked, values, by_card = look(deal, positions)
    if card < 0:
        raise DealError(f"This ending of {wording.many(sum(sizes), 'card')} takes more than {positions:,} positions. {ADVICE} "
                        "More can be allowed with positions=.")
    by = {one: by_card[max(tried for tried in by_card if tried <= one)] for one in legal_cards}
    line, over = [], deal
    while over.phase == "play":
        card = look(over)[0] if line else card
        line.append((over.to_play, DECK[card]))
        over = over.play(DECK[card])
    moon = None
    if over.phase == "moon":
        moon = next(kind for kind in ("old", "new") if over.scores_if(kind) == values)
    best = Cards(one for one in legal_cards if by[one][seat] == values[seat])
    return Ending(deal, values, by, best, tuple(line), moon, ties, looked)


def _searching(root: Deal, ties: str, compiled: bool) -> Callable:
    """The search from any deal that follows from this one: best card, positions looked at, scores, scores by card tried.

    It gives up after so many positions; without a limit it looks for the best card only.
    """
    rules, seat, n = root.rules.record, root.to_play, root.rules.players
    rows = 1 + sum(len(root.hand(one)) for one in range(n))
    states = np.zeros(rows, STATE).view(np.recarray)
    scores = np.zeros((rows, n), np.int64)
    keys, kept = np.zeros((ROOM, words(rules)), np.uint64), np.zeros((ROOM, n), np.int64)
    run = search
    if compiled:
        from hearts_lab.compiled import entry

        run = entry(search)

    def look(deal: Deal, most: int | None = None) -> tuple[int, int, tuple[int, ...], dict[Card, tuple[int, ...]]]:
        states[0] = copied(deal._state)
        by_card = np.zeros((len(DECK) if most else 0, n), np.int64)
        with wrapping():
            best, looked, tried = run(rules, TIES.index(ties), seat, most or 2**62, states, scores, keys, kept, by_card)
        found = {card: tuple(map(int, by_card[card])) for card in from_bits(tried)} if most else {}
        return int(best), int(looked), tuple(map(int, scores[0])), found

    return look
