"""A player that thinks: every choice priced over layouts of the cards that its seat cannot see, by what the seat may know.

A layout agrees with all that was played (`worlds`), and counts as much as the others' own passes and plays are likely in it. In
each, the deal is played out after each choice with experts in all seats (`playouts`), who may err for a player that thinks
(`wary`). The budget is a number of playouts, so that the same view, history and seed give the same play on any machine.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from hearts_lab.cards import DECK, Cards, as_bits, from_bits
from hearts_lab.deal import Deal, DealError
from hearts_lab.draws import decision_key, mixed, wrapping
from hearts_lab.estimates import weighted
from hearts_lab.layout import whole
from hearts_lab.play import SCATTER, direction
from hearts_lab.players import PLAYOUTS, History, told
from hearts_lab.playouts import may_shoot, ponder
from hearts_lab.rules import Rules
from hearts_lab.sense import moon_choice
from hearts_lab.views import MOON, PASS, VIEW

DRAWN = 4  # layouts drawn for each one that is used
EXACT = 3  # from so many tricks before the end a price has each layout played out as the solver says
LOOK, LAYOUTS = 8, 64  # the part of the playouts, and the least number of layouts, in which a card drops a plan
HALVED = 8_000  # playouts that are worth a second thread
NOISE = 0.8  # how freely the others choose among cards where they are not taken for experts


@dataclass(frozen=True, eq=False, kw_only=True)
class Prices:
    """What each choice of a seat comes to in each layout: arrays (choices, layouts), for layouts that count by `weights`.

    `choices` are the legal cards, one each, or the passes looked at. `scores` is the seat's score of the deal, `tables` the
    mean score of all seats, `points` and `bonus` what it takes, `trick` its points in the trick now open, `takes` whether it
    takes that trick, `queen` whether it takes the dearest spade (1 in that trick, 2 later), `moon` the seat that shoots the
    moon or -1. `weights` (layouts) add up to 1; `hands` and `twins` (layouts, players + 1; uint64) are the cards held now, the
    kitty last.
    """

    choices: tuple[Cards, ...]
    weights: np.ndarray
    scores: np.ndarray
    tables: np.ndarray
    points: np.ndarray
    bonus: np.ndarray
    trick: np.ndarray
    takes: np.ndarray
    queen: np.ndarray
    moon: np.ndarray
    hands: np.ndarray
    twins: np.ndarray


def _ponder(view, history: History, playouts: int, key, *, sure: float = 1.0, equally: bool = False,
            shoot: bool = True, exact: int = EXACT, heat: float = 0.0, hands=None, twins=None, more=None, left_out=None):
    """The compiled search, asked with what one seat knows."""
    from hearts_lab.compiled import entry

    nothing = np.zeros((0, history.rules.players + 1), np.uint64)
    with wrapping():
        return entry(ponder)(history.rules.record, view, history.plays, history.leaders, history.passes, history.standing,
                             playouts, DRAWN, float(sure), equally, shoot, exact, float(heat),
                             nothing if hands is None else hands, nothing if twins is None else twins,
                             np.zeros((0, max(1, int(view.to_pass))), np.int64) if more is None else more,
                             np.zeros(0, bool) if left_out is None else left_out, np.uint64(key))


def wary(rules: Rules) -> dict:
    """How a thinker takes the others, whoever they are: their plays tell less of their cards than those of experts would.

    Where a moon may be shot they err, too: who counts on flawless players shoots moons that fail, and lets others' succeed.
    Nothing is solved with all hands known: who sees them stops moons that would be made.
    """
    return {"sure": 2 / 3, "heat": NOISE if rules.moon != "none" else 0.0, "exact": 0}


def think(view, history: History, playouts: int) -> int:
    """What the thinker does with a view: a card to play, the next card to pass, or a moon. `players.thinker` asks."""
    if view.decision == MOON:
        with wrapping():
            return int(moon_choice(view))
    if view.decision == PASS:
        whole_view = _before_pass(view)
        chosen = _passed(whole_view.tobytes(), history.rules, playouts)
        laid = history.passes.tolist()
        for card in chosen:
            if card in laid:
                laid.remove(card)
            elif int(view.legal) >> card & 1:
                return card
        with wrapping():
            return int(from_bits(view.legal)[0])  # other cards are settled for this seat
    best, arms, *_ = _ponder(view, history, playouts, view.key, **wary(history.rules))
    return int(arms[best, 0])  # where no layout was found, the first legal card


def _before_pass(view):
    """The view of a seat that passes, with what it has already laid aside back in its hand."""
    found = view.copy()
    laid, twice = int(view.passed), int(view.passed_twin)
    cards = [*from_bits(view.hand, view.twin), *from_bits(laid, twice)]
    found.hand, found.twin = as_bits(cards)
    found.to_pass += len(cards) - bin(int(view.hand)).count("1") - bin(int(view.twin)).count("1")
    found.passed = found.passed_twin = np.uint64(0)
    found.legal = found.key = np.uint64(0)  # these change from card to card, and the search asks for neither
    return found


@lru_cache(maxsize=64)
def _passed(view: bytes, rules: Rules, playouts: int) -> tuple[int, ...]:
    """The whole pass that the thinker chooses; it is asked for once for each of its cards."""
    record = np.frombuffer(view, VIEW).copy().view(np.recarray)[0]
    nothing = np.zeros(0, np.int64)
    told_nothing = History(rules, nothing, nothing, nothing, 0)
    best, arms, *_ = _ponder(record, told_nothing, playouts, _key_of(record), **wary(rules))
    return tuple(map(int, arms[best]))


def _key_of(view) -> np.uint64:
    """The key of a whole pass's draws, from what does not change while its cards are laid aside one by one."""
    with wrapping():
        return decision_key(mixed(view.hand) ^ view.twin, view.seat, view.number)


def price(view, history: History, playouts: int = PLAYOUTS, *, seed: int = 1, sure: float = 1.0, equally: bool = False,
          shoot: bool = True, exact: int = EXACT, heat: float = 0.0, hands=None, choices: tuple[Cards, ...] = ()) -> Prices:
    """What each choice of a seat is worth, from its view and the history alone.

    With `equally` every choice is played out in every layout (so a coach does); else the worse ones drop out early, and only
    the layouts that all were tried in count. `sure` says how far the others' plays tell of their cards: with 0 every possible
    layout is as likely. In the last `exact` tricks all play as the solver says, unless a `heat` makes the others err. `hands`
    (the cards now held by each seat, and the kitty) prices that one layout, with others who err. `choices` names more passes.
    """
    playouts, given, twins = whole(playouts, "The number of playouts", 1, 10**9), None, None
    if hands is not None:
        rows = [as_bits(cards) for cards in hands]
        rows += [as_bits(())] * (history.rules.players + 1 - len(rows))
        given, twins = (np.array([[row[i] for row in rows]], np.uint64) for i in (0, 1))
    more = [[int(card) for card in cards] for cards in choices]
    more = np.array(more, np.int64).reshape(len(choices), max(1, int(view.to_pass)))
    with wrapping():
        key = decision_key(mixed(np.uint64(whole(seed, "The seed", 0, 2**63 - 1))), view.seat, int(view.trick) + 128)
    how = {"sure": sure, "equally": equally, "shoot": shoot, "exact": exact, "heat": heat if hands is None else NOISE,
           "hands": given, "twins": twins, "more": more}
    arms, outcomes, often, held, held_twin = _looked_at(view, history, playouts, key, **how)
    if direction(history.rules.record, view.number) != SCATTER:  # there each player gets the card of his place
        arms.sort(axis=1)
    if not len(often):
        raise DealError("The unseen cards cannot lie so that all of this could have been played.")
    return _prices(view, arms, outcomes, often, held, held_twin)


def _looked_at(view, history, playouts, key, **how):
    """The search of a price: the choices, and by layouts the outcomes, how often each counts, and the hands.

    With many playouts, equally, where a moon may yet be shot: at first a look with a part of them, which serves for nothing but
    that a card drops its worse plan.
    """
    halved, look, plans = playouts >= HALVED, playouts // LOOK, 2 * bin(int(view.legal)).count("1")
    if how["equally"] and how["shoot"] and view.decision != PASS and look >= LAYOUTS * plans:
        with wrapping():
            shoots, first = may_shoot(history.rules.record, view), mixed(~key)
        if shoots:
            arms, plans, outcomes, often, *_ = _shared(view, history, look, first, halved, how)
            if len(often):
                how["left_out"], playouts = _outdone(arms[:, 0], plans, outcomes["worth"], often), playouts - look
    arms, _, *found = _shared(view, history, playouts, key, halved, how)
    return arms, *found


def _shared(view, history, playouts, key, halved, how):
    """The compiled search, if so by two threads at the same time: the same halves on every computer."""
    with wrapping():
        keys = [key, mixed(~mixed(key))] if halved else [key]
    with ThreadPoolExecutor(len(keys)) as pool:
        found = list(pool.map(lambda each: _ponder(view, history, playouts // len(keys), each, **how), keys))
    _, arms, plans, outcomes, often, held, held_twin, _ = zip(*found, strict=True)
    return arms[0], plans[0], np.concatenate(outcomes, axis=1), *map(np.concatenate, (often, held, held_twin))


def _outdone(cards, plans, worth, often):
    """Which choices are worse than the same card with the other plan, and not by chance; of two that come to the same, one."""
    weights, found = often / often.sum(), np.zeros(len(cards), bool)
    for i in range(len(cards)):
        for j in np.flatnonzero((cards == cards[i]) & (plans != plans[i])):
            _, low, high = weighted(worth[i] - worth[j], weights)
            found[i] |= low > 0 or (low == high == 0 and plans[i] > plans[j])
    return found


def _prices(view, arms, outcomes, often, held, held_twin) -> Prices:
    """The outcomes as prices: only layouts in which all was tried, of the two plans for a card the better one."""
    tried = outcomes["tried"].all(axis=0)
    outcomes, often = outcomes[:, tried], often[tried]
    weights = often / often.sum()
    means = outcomes["worth"] @ weights
    if view.decision == PASS:
        places = list(range(len(arms)))
        choices = tuple(Cards(DECK[card] for card in arm) for arm in arms)
    else:
        choices, places = tuple(Cards([card]) for card in dict.fromkeys(from_bits(view.legal))), []
        for (card,) in choices:  # neighbours that are alike to the rules were tried as one
            alike = max(arm for arm in arms[:, 0] if arm <= card)
            places.append(min(np.flatnonzero(arms[:, 0] == alike), key=lambda i: means[i]))
    found = outcomes[places]
    return Prices(choices=choices, weights=weights, scores=found["score"].astype(float), tables=found["table"].astype(float),
                  points=found["points"], bonus=found["bonus"], trick=found["trick"], takes=found["takes"] == 1,
                  queen=found["queen"], moon=found["moon"], hands=held[tried], twins=held_twin[tried])


def price_deal(deal: Deal, seat: int | None = None, playouts: int = PLAYOUTS, **how) -> Prices:
    """`price` for the seat to play, or for any seat that passes, at a deal as it stands. Raises DealError for another."""
    if deal.phase == "pass":
        seat = deal._seat(seat)
    else:
        seat = deal._turn(seat)
    if deal.phase == "moon":
        raise DealError("A moon is chosen, not a card played.")
    return price(deal.view(seat).record, told(deal, seat), playouts, **how)
