"""Habits of the rule player, one by one: what each may be, what it means at the table, and the players named after them.

A player's habits are packed into one number, three bits a habit in the order of the table, which the view brings to
`habitual`. The value that stands first is the default, so that a player without settled habits has the number 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from hearts_lab.cards import one_of


class HabitError(ValueError):
    """A habit that there is not, or a value that it cannot have."""


class Habit(NamedTuple):
    """One habit: the values that it may have, the default first, what they mean, and the claim of RULES D behind it."""

    values: tuple[str, ...]
    meaning: str
    source: str


class Habits(dict):
    """The habits by name; in a notebook a table with their values, the default first."""

    def _repr_html_(self) -> str:
        from hearts_lab.tables import Words

        rows = [(name, ", ".join(habit.values), habit.meaning, habit.source) for name, habit in self.items()]
        return Words(rows, columns=["habit", "values, the default first", "what it means", "source"])._repr_html_()


HABITS = Habits({
    "duck": Habit(("high", "low", "any"), "Which of the cards that lose the trick it plays: the highest, the lowest, or any.",
                  "RULES D1"),
    "cheap_wins": Habit(("on", "off"), "Whether it takes a trick without points with a high card: when nobody can hurt it on "
                        "the first trick, and when last in the first two thirds of a deal.", "RULES D2"),
    "passes": Habit(("danger", "void", "high", "spades_hearts", "random", "low"),
                    "What it passes: what is most likely to cost points, a suit so as to be void, the highest cards, "
                    "A K Q of spades and high hearts, any cards, or the lowest.", "RULES D5, D10"),
    "high_spades": Habit(("guarded", "pass", "keep"), "Whether Q♠ and the spades above her go into the pass: unless four lower "
                         "spades guard them, always, or never.", "RULES D4, D6"),
    "low_spades": Habit(("keep", "pass"), "Whether spades below the queen stay as guards, or go into the pass.", "RULES D9"),
    "void_suit": Habit(("shortest", "clubs", "diamonds", "spades"), "Which suit a player who passes for a void empties; the "
                       "shortest means clubs or diamonds.", "RULES D8"),
    "low_heart": Habit(("any", "keep", "none", "pass_low", "pass_high"), "Hearts in the pass: as it comes, none below the "
                       "eight, none at all, exactly one and a low one, or exactly one and a high one (J Q K A).", "RULES D11"),
    "ace_hearts": Habit(("any", "keep"), "Whether A♥ may be passed, or stays as the surest stopper of moons.", "RULES D11"),
    "discards": Habit(("danger", "points", "rank", "short", "points_only"), "What it throws when void in the suit led: what is "
                      "most likely to cost points; the most points, if it has any, otherwise what is most likely to cost some; "
                      "the highest card; from the shortest suit; or the most points, otherwise its lowest card.", "RULES D31"),
    "smoking": Habit(("off", "clean", "long", "always"), "Whether it leads spades below the queen while she is out: never, "
                     "when it holds no spade above them, also with five spades or more, or with any low spade.",
                     "RULES D14, D15"),
    "self_smoking": Habit(("off", "4", "5", "6", "7", "8"), "From how many spades on the holder of the queen leads low "
                          "spades, to leave another player with a bare A♠ or K♠.", "RULES D16"),
    "moon": Habit(("never", "good", "often"), "Whether it tries for every penalty card: never, with a good hand, or with a "
                  "hand that has some losing cards too. It gives up once a point is lost.", "RULES D18, D19"),
    "stops": Habit(("plain", "never", "keep"), "How it stops moons: it takes a trick from, and gives no points to, a player "
                   "who took them all so far; not at all; or it also keeps its highest heart, Q K or A, until two have points.",
                   "RULES D20"),
    "remembers_pass": Habit(("on", "off"), "Whether it uses that it knows where the cards lie that it passed: when it ducks, "
                            "leads and smokes.", "RULES D13"),
    "feeds": Habit(("off", "leader"), "Whether, once a total is at four fifths of the target, it saves dear cards for the "
                   "player with the lowest total.", "RULES D21"),
    "helps_shooter": Habit(("off", "on", "any_moon"), "Whether it helps a player with all the points so far to a moon, where "
                           "they would end the match without it and we should not win: never, to a new moon, or to any.",
                           "RULES D22"),
})
_BITS = 3


def packed(habits: dict[str, str], before: int = 0) -> int:
    """The number that stands for these habits, the others as they are in `before`. Raises HabitError in a sentence."""
    number = before
    for name, value in habits.items():
        if name not in HABITS:
            raise HabitError(f"There is no habit {name!r}; the habits are {one_of(HABITS, 'and')}.")
        values = HABITS[name].values
        word = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
        if word not in values:
            raise HabitError(f"{name} is {one_of(map(repr, values))}, not {value!r}. {HABITS[name].meaning}")
        shift = _BITS * list(HABITS).index(name)
        number = number & ~(2**_BITS - 1 << shift) | values.index(word) << shift
    return number


def unpacked(number: int) -> dict[str, str]:
    """The habits in a number, by name."""
    return {name: habit.values[number >> _BITS * place & 2**_BITS - 1] for place, (name, habit) in enumerate(HABITS.items())}


def unusual(number: int) -> dict[str, str]:
    """Those habits in a number that are not the default."""
    return {name: value for name, value in unpacked(number).items() if value != HABITS[name].values[0]}


def in_words(number: int) -> str:
    """How a player's habits differ from the default, such as "duck low, smoking clean"."""
    return ", ".join(f"{name} {value}" for name, value in unusual(number).items())


# For the rule player, plain and compiled.

(DUCK, CHEAP_WINS, PASSES, HIGH_SPADES, LOW_SPADES, VOID_SUIT, LOW_HEART, ACE_HEARTS, DISCARDS, SMOKING, SELF_SMOKING, MOONS,
 STOPS, REMEMBERS_PASS, FEEDS, HELPS_SHOOTER) = range(len(HABITS))
_ALL = np.uint64(2**_BITS - 1)


def habit(view, place):
    """The value of a habit, as its place among the values of the table; `place` is one of the names above."""
    return np.int64((view.habits >> np.uint64(_BITS * place)) & _ALL)


# The players named after their habits.

@dataclass(frozen=True)
class Character:
    """A named player: its habits where they are not the default, what it does in a sentence, and where that comes from."""

    habits: dict[str, str]
    about: str
    source: str


CHARACTERS = {
    "steady": Character({}, "The rule player with every habit at its default: ducks high, wins cheap tricks, keeps guarded "
                        "spades, never smokes or shoots.", "RULES D1, D2, D4, D9, D13, D31"),
    "low_ducker": Character({"duck": "low"}, "Loses tricks with its lowest card and keeps its high ones for later.",
                            "the opposite of RULES D1"),
    "patient": Character({"cheap_wins": "off"}, "Never takes a trick that it could lose, however cheap.",
                         "the opposite of RULES D2"),
    "voider": Character({"passes": "void"}, "Passes so as to be void in clubs or diamonds, then discards what costs most.",
                        "RULES D5, D8, D12; CASES C75"),
    "high_passer": Character({"passes": "high", "high_spades": "pass"}, "Passes its highest cards, spades above all.",
                             "RULES D5, D6"),
    "spade_keeper": Character({"high_spades": "keep"}, "Never passes Q♠ K♠ A♠, guarded or not, and so knows where they are.",
                              "the opposite of RULES D6"),
    "dumper": Character({"discards": "points"}, "When void, throws the most points at once, whatever they are.",
                        "the opposite of RULES D31"),
    "clean_smoker": Character({"smoking": "clean"}, "Leads low spades to bring the queen out, if it holds none above them.",
                              "RULES D14"),
    "chain_smoker": Character({"smoking": "always"}, "Leads low spades while the queen is out, even with A♠ or K♠ beside them.",
                              "RULES D14, D15"),
    "self_smoker": Character({"self_smoking": "5"}, "Leads low spades although, with five or more, it holds the queen itself.",
                             "RULES D16"),
    "moon_shooter": Character({"moon": "good"}, "Tries for every penalty card with a good hand.", "RULES D18, D19"),
    "dreamer": Character({"moon": "often"}, "Tries for every penalty card far too often.", "RULES D18"),
    "moon_stopper": Character({"stops": "keep", "ace_hearts": "keep", "low_heart": "pass_low"},
                              "Keeps a high heart and passes one low one, so that nobody shoots the moon.", "RULES D11, D20"),
    "blind": Character({"stops": "never", "remembers_pass": "off"}, "Stops no moon and forgets what it passed.",
                       "CASES C73; the opposite of RULES D13, D20"),
    "feeder": Character({"feeds": "leader", "helps_shooter": "on"}, "Near the end of a match gives points to the player with "
                        "the lowest total, and prolongs it if need be.", "RULES D21, D22"),
    "veteran": Character({"smoking": "long", "self_smoking": "6", "moon": "good", "stops": "keep", "feeds": "leader"},
                         "Does what the sources advise: smokes when it may, shoots with a good hand, keeps a stopper.",
                         "RULES D14–D16, D19–D21"),
}
