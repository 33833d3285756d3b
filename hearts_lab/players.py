"""Computer players by name: the package's own and a reader's (`@strategy`), what they are asked, what is settled for them.

A strategy takes the view of one seat and returns one card: in the pass one card at a time, in the play a legal one. The same
source runs plain at the table and compiled in bulk (`simulation`), so strategies keep to the functions on sets of `cards`, to
`sense`, and to whole numbers. A strategy may say why by setting `view.reason` to one of `sense.REASONS`. A player that thinks
is told the public history of the deal too, and how many playouts it may use at one decision.
"""

from __future__ import annotations

import inspect
import linecache
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import NamedTuple

import numpy as np

from hearts_lab import cards as c
from hearts_lab import habits as h
from hearts_lab import policy, simple
from hearts_lab.cards import Cards, as_bits, has, read_cards
from hearts_lab.draws import wrapping
from hearts_lab.habits import CHARACTERS, HabitError
from hearts_lab.habitual import habitual
from hearts_lab.layout import DealError, whole
from hearts_lab.play import SCATTER, direction, lay_aside, passable
from hearts_lab.rules import Rules
from hearts_lab.score import NEW_MOON, OLD_MOON
from hearts_lab.sense import NO_REASON, REASONS
from hearts_lab.views import PASS, PLAY, SETTING, see, wished

PLAYOUTS = 3_000  # at one decision of a player that thinks, where its name tells no other number


class StrategyError(ValueError):
    """A strategy that cannot be used, or that returned a card it may not play."""


class History(NamedTuple):
    """What a seat knows of a deal beside its view: who led which trick, who played what, and what it passed itself.

    `plays` and `leaders` are int64: the cards in the order played, and the seat that led each trick begun so far. `passes` are
    the cards that this very seat passed, one to each opponent from the left where they scatter, otherwise in the order of a
    hand. `standing` is 1 where a jack stands in the pool.
    """

    rules: Rules
    plays: np.ndarray
    leaders: np.ndarray
    passes: np.ndarray
    standing: int


def history(rules: Rules, number: int, plays, leaders, passes, standing) -> History:
    """The history of deal `number`. In which order cards were chosen for a pass is nobody's business (CASES C20)."""
    passes = np.array(passes, np.int64)
    if direction(rules.record, number) != SCATTER:
        passes.sort()
    return History(rules, np.array(plays, np.int64), np.array(leaders, np.int64), passes, int(standing))


def told(deal, seat: int, passes: tuple = ()) -> History:
    """The history of a deal at the table for one of its seats, which has laid these cards aside if it is passing."""
    leaders = [trick.leader for trick in deal.tricks] + [player for player, _ in deal.trick[:1]]
    passes = passes if deal.passes is None else deal.passes[seat]
    return history(deal.rules, deal.number, [card for _, card in deal.plays], leaders, passes, deal.standing)


@dataclass(frozen=True)
class Strategy:
    """A named function of a view, with what is settled for it beforehand. Call it like the function itself.

    `habits` is a number that the function finds in its view, filled by `having`; `pass_first`, `pass_never` and `lead_first`
    are sets of cards (bits) that `passing`, `keeping` and `leading` fill. `rest` passes and chooses moons where the function
    only plays. With `playouts`, a number, the function thinks: it is called with the view, the `History` of the deal and that
    number, which it may play out at one decision. `about` says what it does, `source` where that comes from.
    """

    name: str
    function: Callable
    own: bool = False  # a reader's: compiled with bounds checks
    habits: int = 0
    pass_first: int = 0
    pass_never: int = 0
    lead_first: int = 0
    rest: Strategy | None = None
    playouts: int = 0
    about: str = ""
    source: str = ""

    def __call__(self, view, history: History | None = None):
        player = self.deciding(view, history)
        view.habits = player.habits
        return player.function(view, history, player.playouts) if player.playouts else player.function(view)

    def deciding(self, view, history: History | None = None) -> Strategy:
        """Who decides: itself, or its rest. Raises StrategyError where that one thinks and is not told the history."""
        if self.rest is not None and view.decision != PLAY:
            return self.rest.deciding(view, history)
        if self.playouts and history is None:
            raise StrategyError(f"{self.name} thinks about what was played so far, so it cannot be asked with a view alone.")
        return self

    @property
    def thinks(self) -> bool:
        """Whether it, or its rest, is told the history of the deal."""
        return self.playouts > 0 or (self.rest is not None and self.rest.thinks)

    def __repr__(self):
        words = self.habits_in_words
        return f"<Strategy {self.name}{f': {words}' if words else ''}>"

    def having(self, **habits: str) -> Strategy:
        """The same player with these habits switched (`hl.HABITS` lists them), so `having(duck="low")`.

        One that thinks has another number of playouts instead: `having(playouts=500)`. The name tells them, and stands for the
        player wherever a name is: "steady+duck=low", "thinker+playouts=500". Raises HabitError.
        """
        if self.playouts:
            if set(habits) != {"playouts"}:
                raise HabitError(f"{self.name} has no habits to switch, only a number of playouts, as in thinker+playouts=500.")
            return self._thinking(habits["playouts"])
        if self.function is not habitual:
            raise HabitError(f"{self.name} has no habits to switch; players that have are {c.one_of(CHARACTERS, 'and')}.")
        number = h.packed(habits, self.habits)
        told = [f"+{name}={value}" for name, value in habits.items() if h.unpacked(self.habits)[name] != str(value)]
        name, space, rest = self.name.partition(" ")
        return replace(self, name="".join((name, *told, space, rest)), habits=number)

    def _thinking(self, playouts: int | str) -> Strategy:
        """The same player with so many playouts at one decision; its name tells them unless they are the usual ones."""
        number = int(playouts) if isinstance(playouts, str) and playouts.isdecimal() else playouts
        number = whole(number, "The number of playouts", 1, 10**9)
        name, space, rest = self.name.partition(" ")
        name = name.partition("+playouts=")[0] + ("" if number == PLAYOUTS else f"+playouts={number}")
        return replace(self, name=name + space + rest, playouts=number)

    @property
    def habits_in_words(self) -> str:
        """How its habits differ from those of `steady`, such as "duck low, smoking clean"; nothing where they do not."""
        return h.in_words(self.habits) if self.function is habitual else ""

    def passing(self, cards) -> Strategy:
        """The same player, but those of these cards that it holds go into the pass before any other."""
        return self._settled("passing", "pass_first", cards)

    def keeping(self, cards) -> Strategy:
        """The same player, but these cards are not passed unless there is nothing else to pass."""
        return self._settled("keeping", "pass_never", cards)

    def leading(self, cards) -> Strategy:
        """The same player, but its first lead is one of these cards, once it may lead one."""
        return self._settled("leading", "lead_first", cards)

    def _settled(self, how: str, field: str, cards) -> Strategy:
        cards = read_cards(cards)
        if not cards:
            raise StrategyError(f"Name a card or more for {self.name} {how}.")
        name = f"{self.name} {how} {' '.join(map(str, cards))}"
        return replace(self, name=name, **{field: getattr(self, field) | int(as_bits(cards)[0])})

    @property
    def setting(self) -> tuple[int, int, int, int]:
        """What is settled for the seat, in the order of `views.SETTING`."""
        return tuple(getattr(self, field) for field in SETTING.names)


def _fixed(function: Callable, source: str) -> Strategy:
    return Strategy(function.__name__, function, about=function.__doc__.splitlines()[0], source=source)


def thinker(view, history, playouts):
    """Deals the unseen cards many times as they may lie, plays each choice out with experts and takes the best."""
    from hearts_lab.search import think

    return think(view, history, playouts)


_STRATEGIES = {player.name: player for player in (
    _fixed(simple.random, "CASES section 3"),
    _fixed(simple.cautious, "RULES D1, D2, D9, D31; CASES C05, C73"),
    _fixed(simple.smoker, "RULES D14, D15"),
    _fixed(simple.beginner, "half random, half cautious"),
    _fixed(policy.expert, "evolved: data/policies.json"),
    replace(_fixed(thinker, "search: hearts_lab/search.py"), playouts=PLAYOUTS),
    *(Strategy(name, habitual, habits=h.packed(who.habits), about=who.about, source=who.source)
      for name, who in CHARACTERS.items()),
)}

# Four levels of skill to sit against, the weakest first: the names of strategies, each with what it is like to play him.
LEVELS = {
    "beginner": "Half of their cards are chance, the others careful.",
    "cautious": "Careful: they duck, shed what is dangerous and stop plain moons.",
    "expert": "They judge every card by what thousands of deals have taught.",
    "thinker": "They try every card in many deals that may be: slower, and the strongest.",
}


class Strategies(dict):
    """The named strategies with what each does; in a notebook a table that also shows its habits and its source."""

    def _repr_html_(self) -> str:
        from hearts_lab.tables import Words

        players = [_STRATEGIES[name] for name in self]
        return Words({"name": list(self), "what it does": list(self.values()),
                      "habits that differ": [player.habits_in_words or "–" for player in players],
                      "source": [player.source for player in players]})._repr_html_()


def strategies() -> Strategies:
    """The named strategies, each with what it does in one sentence."""
    return Strategies((name, player.about) for name, player in _STRATEGIES.items())


def strategy(function: Callable | str | None = None, *, rest: str | Strategy | None = None) -> Strategy | Callable:
    """Make a strategy of a function that takes a view and returns a card (an integer); usable wherever a name is.

    With `rest="cautious"` the function only plays: that named strategy passes the cards and chooses a moon. Given a name
    instead of a function, the named strategy: `strategy("steady").having(duck="low")`.

    >>> from hearts_lab.cards import first
    >>> @strategy(rest="cautious")
    ... def lowest(view):
    ...     return first(view.legal)
    """
    if function is None:
        return lambda function: strategy(function, rest=rest)
    if isinstance(function, str) and rest is None:
        return named(function)
    if not callable(function):
        raise StrategyError(f"A strategy is a function of a view, not {function!r}.")
    name = getattr(function, "__name__", type(function).__name__)
    try:
        inspect.signature(function).bind(None)
    except TypeError:
        raise StrategyError(f"A strategy is asked with one thing, the view; {name} does not take just that.") from None
    except ValueError:  # a function that does not say what it takes is found out when it is asked
        pass
    return Strategy(name, function, own=True, rest=None if rest is None else named(rest))


def named(what: str | Strategy) -> Strategy:
    """The strategy of this name, such as "cautious", "steady+duck=low" or "expert passing Q♠"; a strategy is given back.

    Raises StrategyError for anything else.
    """
    if isinstance(what, Strategy):
        return what
    if isinstance(what, str):
        words, *settled = re.split(" (passing|keeping|leading) ", what)
        name, *switched = words.split("+")
        if name in _STRATEGIES:
            player = _STRATEGIES[name].having(**_read_habits(switched)) if switched else _STRATEGIES[name]
            for how, cards in zip(settled[::2], settled[1::2], strict=True):
                player = getattr(player, how)(cards)
            return player
    if callable(what):
        name = getattr(what, "__name__", type(what).__name__)
        raise StrategyError(f"{name} is a function, not yet a strategy: put @hl.strategy on it.")
    near = get_close_matches(what, _STRATEGIES, 1) if isinstance(what, str) else []
    meant = f" Did you mean {near[0]!r}?" if near else ""
    known = c.one_of(_STRATEGIES, "and")
    raise StrategyError(f"There is no strategy {what!r}.{meant} The named ones are {known}. Put @hl.strategy on a function of "
                        "your own.")


def _read_habits(words: list[str]) -> dict[str, str]:
    habits = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise HabitError(f"A habit is written as in 'steady+duck=low', not {word!r}.")
        habits[name] = value
    return habits


def choose(what: str | Strategy, deal, seat: int) -> Cards:
    """The card that a strategy plays from a seat, or the cards that it passes. Raises StrategyError if it may not."""
    return advise(what, deal, seat)[0]


def advise(what: str | Strategy, deal, seat: int) -> tuple[Cards, str]:
    """A strategy's card (or pass) for a seat, and its reason in a sentence."""
    player = named(what)
    where = whose(player, deal, seat)
    if deal.phase == "moon":
        raise StrategyError("A moon is chosen, not a card played: ask choose_moon.")
    if deal.phase != "pass":
        try:
            deal._turn(seat)
        except DealError as error:
            raise StrategyError(str(error)) from None
        view = deal.view(seat).record
        view.legal = wished(_setting(player), deal._state, seat, PLAY, view.legal)
        card = asked(player, view, where, told(deal, seat))
        if not 0 <= card < 52:
            raise StrategyError(f"{where} {_no_card(card)}")
        if not has(view.legal, card):
            why = deal.why_illegal(card, seat) or "Another card is settled for its first lead."
            raise StrategyError(f"{where} plays {c.DECK[card]} in trick {len(deal.tricks) + 1}. {why}")
        return Cards([c.DECK[card]]), _reason(view)
    chosen, reasons = [], []
    state = deal._state.copy()
    with wrapping():
        for _ in range(deal.due):
            view = deal.view(seat).record
            allowed = wished(_setting(player), state, seat, PASS, passable(deal.rules.record, state, seat))
            see(deal.rules.record, state, seat, PASS, allowed, view)
            card = asked(player, view, where, told(deal, seat, tuple(chosen)))
            if not 0 <= card < 52 or not has(allowed, card):
                raise StrategyError(f"{where} {_why_not_passed(deal.rules.record, state, seat, card)}")
            lay_aside(deal.rules.record, state, seat, card)
            chosen.append(c.DECK[card])
            reasons.append(_reason(view))
    return Cards(chosen), " ".join(dict.fromkeys(reasons))


def choose_moon(what: str | Strategy, deal) -> tuple[str, str]:
    """The moon that a strategy takes for the shooter of a deal, "old" or "new", and its reason in a sentence."""
    if deal.phase != "moon":
        raise StrategyError("There is no moon to choose now.")
    player, view = named(what), deal.view(deal.to_play).record
    where = whose(player, deal, deal.to_play)
    kind = asked(player, view, where, told(deal, deal.to_play))
    if kind not in (OLD_MOON, NEW_MOON):
        raise StrategyError(f"{where} chooses a moon by {OLD_MOON} (old) or {NEW_MOON} (new), not {kind}.")
    return "old" if kind == OLD_MOON else "new", _reason(view)


def _setting(player: Strategy):
    return settings([player])[0]


def settings(players) -> np.ndarray:
    """What is settled for each seat, as records for the compiled loop."""
    return np.array([player.setting for player in players], SETTING).view(np.recarray)


def _reason(view) -> str:
    return REASONS[view.reason if 0 <= view.reason < len(REASONS) else NO_REASON]


def asked(player: Strategy, view, where: str | None = None, history: History | None = None) -> int:
    """What a strategy returns, if it is a whole number; StrategyError, in a sentence, for anything else or an error in it."""
    where = where or player.name
    player.deciding(view, history)  # refuses to ask one that thinks without the history
    try:
        with wrapping(), np.errstate(divide="raise" if player.own else "warn"):
            card = player(view, history)
    except Exception as error:
        raise StrategyError(f"{where} {_how_it_failed(player, error)}") from error
    if isinstance(card, bool) or not isinstance(card, int | np.integer):
        what = "nothing on this way through it" if card is None else repr(card)
        raise StrategyError(f"{where} returned {what}; a strategy returns a card, a whole number from 0 to 51.")
    return int(card)


# What a reader's strategy did wrong, in words that follow its name, seat and deal.

def whose(player: Strategy, deal, seat: int) -> str:
    """Whose mistake it is: the beginning of every such sentence."""
    return f"{player.name} in seat {seat}, deal {deal.number},"


def _no_card(card: int) -> str:
    """That a number is no card."""
    is_set = " Is it a set of cards? lowest and highest pick one of a set." if card > 51 else ""
    return f"returned {card}, which is no card; cards are the whole numbers from 0 to 51.{is_set}"


def _why_not_passed(rules, state, seat: int, card: int) -> str:
    """Why a seat may not lay this card aside next."""
    if not 0 <= card < 52:
        return _no_card(card)
    if has(state.passed[seat], card) and not has(state.hand[seat], card):
        return f"passes {c.DECK[card]} twice: it has laid it aside already."
    if not has(state.hand[seat], card):
        return f"passes {c.DECK[card]}, which it does not hold."
    if not has(passable(rules, state, seat), card):
        return f"passes {c.DECK[card]}, which may not be passed under these rules."
    return f"passes {c.DECK[card]}, but other cards are settled for its pass."


def _how_it_failed(player: Strategy, error: Exception) -> str:
    """That an error stopped it, and in which line of the reader's own source."""
    code = getattr(player.function, "__code__", None)
    lines, trace = [], error.__traceback__
    while trace is not None:
        if code is not None and trace.tb_frame.f_code.co_filename == code.co_filename:
            lines.append(trace.tb_lineno)
        trace = trace.tb_next
    at = quoted_line(player.function, lines[-1]) if lines else ""
    return f"failed{at}: {type(error).__name__}: {error}."


def quoted_line(function: Callable, number: int) -> str:
    """A line of the source in which a function stands, as " in line 3 (`return first(view.legal)`)"."""
    text = linecache.getline(function.__code__.co_filename, number).strip()
    return f" in line {number} (`{text}`)" if text else f" in line {number}"
