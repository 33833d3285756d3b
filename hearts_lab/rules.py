"""`Rules`: one frozen record that says what is played, and the games of the family as data.

A rule is a field and a game is a difference: `data/variants.toml` writes each game as what it changes in the game it is based
on. The engine reads fields, never a game's name. What cannot be played is refused here, in a sentence, before a card is dealt.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache, cached_property
from pathlib import Path

import numpy as np

from hearts_lab import cards as c
from hearts_lab.cards import Card, CardError, Cards

DATA = next(place for place in (Path(__file__).parent / "data", Path(__file__).parent.parent / "data") if place.is_dir())
SEATS = 11  # the widest table: Cancellation Hearts (RULES A12)

# The closed values of the fields that are one word. Their places in these tuples are their numbers in the compiled record.
WORDS = {
    "kitty": ("none", "first", "last", "first_penalty"),
    "opening": ("eldest", "eldest_clean", "lowest_club", "holder_any_club"),
    "first_trick": ("free", "clean"),
    "lead_escape": ("hearts", "penalties", "pass_left"),
    "cancel": ("none", "two_pairs", "no_live_card"),
    "last_void": ("nobody", "leader", "previous_winner"),
    "moon": ("none", "old", "new", "choice", "void"),
    "settlement": ("running", "sweepstake", "howell", "chips_1887"),
    "jack": ("split", "foster"),
    "tie": ("shared", "play_on"),
}
DIRECTIONS = ("hold", "left", "right", "across", "scatter")
CARD_SETS = ("removed", "forbidden_pass", "breakers", "waits")
FORCED = ("queen", "jack")  # Q♠ and J♠, which some tables make a player play
SWITCHES = ("kitty_peek", "moon_needs_bonus", "moon_fallback")

RECORD = np.dtype([
    ("players", "i8"), ("packs", "i8"), ("hand_size", "i8"), ("total", "i8"), ("pass_count", "i8"), ("cycle_length", "i8"),
    ("cycle", "i8", (12,)), *((field, "i8") for field in WORDS), *((field, "i8") for field in SWITCHES),
    ("moon_amount", "i8"), ("no_trick_bonus", "i8"), ("target", "i8"), ("match_deals", "i8"), ("exact_target", "i8"),
    ("forced_queen", "i8"), ("forced_jack", "i8"), ("pack", "u8"), ("pack_twin", "u8"), ("penalties", "u8"), ("bonuses", "u8"),
    ("forbidden_pass", "u8"), ("breakers", "u8"), ("waits", "u8"), ("points", "i4", (52,)),
])


class RulesError(ValueError):
    """Rules that cannot be played, said in a sentence."""


class Points(dict):
    """Card -> points, for the cards that count. Negative is a bonus. Reads text too: `points["QS"]`; other cards are 0."""

    def __missing__(self, card):
        return self[c.read_card(card)] if isinstance(card, str) else 0

    def __hash__(self):
        return hash(frozenset(self.items()))

    def _fixed(self, *_):
        raise TypeError("Rules do not change; make new ones with rules.change(points={...}).")

    __setitem__ = __delitem__ = __ior__ = update = pop = clear = setdefault = popitem = _fixed

    def __reduce__(self):
        return Points, (dict(self),)


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules for one number of players. Make them with `variant`; `change` gives a copy with some fields changed.

    The closed values of the word fields stand in `WORDS`; `sentences` says in words what the fields mean at the table.
    """

    name: str
    title: str
    source: str
    summary: str
    based_on: str | None
    players: int
    packs: int
    removed: Cards
    kitty: str
    kitty_peek: bool
    pass_count: int
    pass_cycle: tuple[str, ...]
    forbidden_pass: Cards
    opening: str
    first_trick: str
    breakers: Cards
    waits: Cards
    lead_escape: str
    forced_play: tuple[str, ...]
    cancel: str
    last_void: str
    points: Points
    moon: str
    moon_amount: int | str
    moon_needs_bonus: bool
    moon_fallback: bool
    no_trick_bonus: int
    settlement: str
    jack: str
    target: int | None
    deals: int | str | None
    exact_target: int | None
    tie: str

    def __post_init__(self):
        for field, read in _READERS.items():
            try:
                object.__setattr__(self, field, read(getattr(self, field)))
            except CardError as error:
                raise RulesError(f"{field}: {error}") from None
        if self.pass_count == 0:
            object.__setattr__(self, "pass_cycle", ("hold",))
        if set(self.forced_play) <= set(FORCED):
            object.__setattr__(self, "forced_play", tuple(word for word in FORCED if word in self.forced_play))
        _check(self)

    @cached_property
    def pack(self) -> Cards:
        """The cards in play; with two packs a kind that is there twice comes twice."""
        left = list(self.removed)
        kept = []
        for card in c.DECK:
            for _ in range(self.packs):
                if card in left:
                    left.remove(card)
                else:
                    kept.append(card)
        return Cards(kept)

    @cached_property
    def hand_size(self) -> int:
        return len(self.pack) // self.players

    @property
    def kitty_size(self) -> int:
        """How many cards are left over when the pack has been dealt evenly."""
        return len(self.pack) % self.players

    @property
    def penalties(self) -> Cards:
        """The penalty cards in play."""
        return Cards(card for card in self.pack if self.points[card] > 0)

    @property
    def bonuses(self) -> Cards:
        """The bonus cards in play."""
        return Cards(card for card in self.pack if self.points[card] < 0)

    @cached_property
    def total(self) -> int:
        """The penalty points in a deal, summed from the cards in play."""
        return sum(self.points[card] for card in self.penalties)

    @property
    def low_wins(self) -> bool:
        """Whether fewer points are better; with a pool, counters are won and more is better."""
        return self.settlement == "running"

    @property
    def match_deals(self) -> int | None:
        """The number of deals after which a match ends, if there is one."""
        return self.players if self.deals == "players" else self.deals

    @property
    def chips(self) -> list[str]:
        """The rules in force as short labels."""
        from hearts_lab import wording

        return wording.chips(self)

    def sentences(self) -> dict[str, str]:
        """Each rule in a sentence, by what it is about."""
        from hearts_lab import wording

        return wording.sentences(self)

    @property
    def changes(self) -> dict:
        """The fields in which these rules differ from the game they are named after."""
        original = _resolve(self.name, self.players, self.packs, self.kitty)
        found = {field: getattr(self, field) for field in original if getattr(self, field) != original[field]}
        if self.kitty != games()[self.name].get("kitty", "none"):
            found["kitty"] = self.kitty
        if self.pass_count == 0:
            found.pop("pass_cycle", None)  # it follows from passing nothing
        if "points" in found:  # only the cards that differ; 0 takes a card's points away
            found["points"] = {card: self.points[card] for card in sorted({*self.points, *original["points"]})
                               if self.points[card] != original["points"][card]}
        return found

    def change(self, **fields) -> Rules:
        """These rules with some fields changed. Another number of players picks the removed cards and the passing anew."""
        for field in fields:
            if field not in RULE_FIELDS:
                raise RulesError(f"Rules have no field {field!r} to change; they have {c.one_of(RULE_FIELDS, 'and')}.")
        kept = self.changes
        if "points" in kept and isinstance(fields.get("points"), Mapping):
            fields["points"] = {**{card.text: worth for card, worth in kept["points"].items()}, **fields["points"]}
        if fields.get("pass_count") == 0:  # what may not be passed goes with the pass
            kept.pop("forbidden_pass", None)
        if fields.keys() & {"players", "packs", "kitty"}:
            kept = {field: kept[field] for field in kept if field not in ("removed", "pass_cycle")}
        return variant(self.name, **{"players": self.players, "packs": self.packs, **kept, **fields})

    def differs(self, other: Rules) -> list[str]:
        """The fields of play and scoring in which two sets of rules differ."""
        return [field for field in RULE_FIELDS if getattr(self, field) != getattr(other, field)]

    @cached_property
    def record(self) -> np.record:
        """The rules as numbers: what the rules of play read, plain and compiled."""
        one = np.zeros(1, RECORD).view(np.recarray)[0]
        for field in ("players", "packs", "hand_size", "total", "pass_count", "no_trick_bonus", *SWITCHES):
            one[field] = getattr(self, field)
        for field, words in WORDS.items():
            one[field] = words.index(getattr(self, field))
        one["cycle_length"] = len(self.pass_cycle)
        one["cycle"][: len(self.pass_cycle)] = [DIRECTIONS.index(word) for word in self.pass_cycle]
        one["moon_amount"] = self.total if self.moon_amount == "total" else self.moon_amount
        one["target"], one["match_deals"] = self.target or 0, self.match_deals or 0  # 0: none
        one["exact_target"] = -1 if self.exact_target is None else self.exact_target
        one["forced_queen"], one["forced_jack"] = (word in self.forced_play for word in FORCED)
        one["pack"], one["pack_twin"] = c.as_bits(self.pack)
        for field in ("penalties", "bonuses", "forbidden_pass", "breakers", "waits"):
            one[field], _ = c.as_bits(getattr(self, field))
        for card, value in self.points.items():
            one["points"][card] = value
        return one


RULE_FIELDS = tuple(field.name for field in fields(Rules))[5:]  # what is played: not name, title, source, summary, based_on


def _read_set(what) -> Cards:
    """A set of cards in which the word for a suit stands for the whole suit."""
    if isinstance(what, str):
        what = what.replace(",", " ").split()
    if isinstance(what, Mapping) or not isinstance(what, Iterable):
        raise CardError(f"{what!r} is not a set of cards.")
    found = set()
    for item in what:
        found |= set(_suit(item)) if item in c.SUIT_NAMES else set(c.read_cards(item))
    return c.in_hand_order(found)


def _suit(name: str) -> list[Card]:
    return [card for card in c.DECK if c.SUIT_NAMES[card.suit] == name]


def _told_points(what) -> dict[Card, int]:
    """Card -> points from {"hearts": 1, "QS": 13}, zeros too; a suit's value may be a list of thirteen, from two to ace."""
    if not isinstance(what, Mapping):
        raise CardError(f"{what!r} is not a table of points such as {{'hearts': 1, 'QS': 13}}.")
    found = {}
    for key, value in what.items():
        kinds = _suit(key) if key in c.SUIT_NAMES else [c.read_card(key)]
        values = value if isinstance(value, list | tuple) else [value] * len(kinds)
        if len(values) != len(kinds) or not all(type(v) is int and abs(v) <= 1000 for v in values):
            raise CardError(f"the points of {key} must be a whole number (up to 1000), or thirteen of them for a suit.")
        found.update(zip(kinds, values, strict=True))
    return found


def _read_points(what) -> Points:
    """The points of the cards that count."""
    found = _told_points(what)
    return Points({card: found[card] for card in sorted(found) if found[card]})


def _read_words(what) -> tuple[str, ...]:
    words = what.replace(",", " ").split() if isinstance(what, str) else what
    if not isinstance(words, list | tuple) or not all(isinstance(word, str) for word in words):
        raise CardError(f"{what!r} is not a list of words.")
    return tuple(words)


_READERS = {
    "removed": lambda what: c.in_hand_order(c.read_cards(what)), "forbidden_pass": _read_set, "breakers": _read_set,
    "waits": _read_set, "points": _read_points, "pass_cycle": _read_words, "forced_play": _read_words,
}


def _check(rules: Rules) -> None:
    """Refuse what cannot be played, naming the field. Sources: DESIGN's closed lists, RULES B4 and G."""

    def refuse(sentence):
        raise RulesError(f"{rules.title}: {sentence}")

    def whole(field, low, high):
        value = getattr(rules, field)
        if type(value) is not int or not low <= value <= high:
            refuse(f"{field} must be a whole number from {low} to {high}, not {value!r}.")

    whole("packs", 1, 2)
    whole("players", 3, SEATS)
    whole("no_trick_bonus", -1000, 0)
    for field, words in WORDS.items():
        if getattr(rules, field) not in words:
            refuse(f"{field} must be one of {', '.join(words)}, not {getattr(rules, field)!r}.")
    for field in SWITCHES:
        if type(getattr(rules, field)) is not bool:
            refuse(f"{field} must be True or False, not {getattr(rules, field)!r}.")
    for word in rules.pass_cycle:
        if word not in DIRECTIONS:
            refuse(f"pass_cycle may hold {', '.join(DIRECTIONS)}, not {word!r}.")
    for word in rules.forced_play:
        if word not in FORCED:
            refuse(f"forced_play may hold {c.one_of(FORCED, 'and')}, not {word!r}.")
    _check_pack(rules, refuse)
    whole("pass_count", 0, rules.hand_size)
    if "scatter" in rules.pass_cycle and rules.hand_size < rules.players - 1:
        refuse(f"a hand of {rules.hand_size} cards is too small to scatter one to each of {rules.players - 1} opponents.")
    if not 1 <= len(rules.pass_cycle) <= 12:
        refuse("pass_cycle must list 1 to 12 directions.")
    if rules.pass_count and set(rules.pass_cycle) == {"hold"}:  # RULES G11
        refuse(f"pass_count is {rules.pass_count}, but the cycle only holds; set pass_count=0 to play without passing.")
    if "across" in rules.pass_cycle and rules.players % 2:
        refuse(f"nobody sits across at a table of {rules.players}; pass_cycle cannot hold 'across'.")
    if rules.moon_amount != "total":
        if type(rules.moon_amount) is not int or not 0 < rules.moon_amount <= 10_000:
            refuse(f"moon_amount must be 'total' or a whole number above 0, not {rules.moon_amount!r}.")
    if rules.moon_needs_bonus and not rules.bonuses:
        refuse("the moon needs the bonus card (moon_needs_bonus), but no card in play has negative points.")
    for field in ("target", "deals"):
        value = getattr(rules, field)
        if not (value is None or (type(value) is int and 0 < value <= 1_000_000) or (field == "deals" and value == "players")):
            refuse(f"{field} must be a whole number above 0{' or players' if field == 'deals' else ''}, not {value!r}.")
    if rules.target is None and rules.deals is None:
        refuse("a match needs an end: give a target, a number of deals, or both.")
    _check_together(rules, refuse)
    if rules.deals is None and not rules.low_wins:
        refuse("with a pool a match lasts a number of deals: give deals.")
    if rules.deals is None and rules.total + sum(rules.points[card] for card in rules.bonuses) <= 0:
        refuse("the bonus cards outweigh the penalty cards, so nobody need ever reach the target; give a number of deals too.")


def _check_pack(rules: Rules, refuse) -> None:
    for card in set(rules.removed):
        if rules.removed.count(card) > rules.packs:
            refuse(f"{card} is removed {rules.removed.count(card)} times, but there {'is' if rules.packs == 1 else 'are'} "
                   f"only {rules.packs} of it.")
    spare = rules.kitty_size
    if rules.kitty != "none" and rules.hand_size:
        if not spare and rules.packs == 1:  # two packs dealt to eight leave nothing over (RULES A12)
            refuse(f"{len(rules.pack)} cards divide evenly among {rules.players} players, so there is no kitty.")
    elif spare or not rules.pack:
        refuse(f"{len(rules.pack)} cards do not divide among {rules.players} players; remove {spare or 'fewer'}"
               f"{' more' if spare else ''}.")
    if not rules.total:
        refuse("no card in play costs points; give at least one positive value in points.")


def _check_together(rules: Rules, refuse) -> None:
    """Fields that say nothing, or contradict each other, side by side (RULES B4, G8)."""
    if rules.kitty_peek and rules.kitty == "none":
        refuse("kitty_peek lets a player look at the kitty, but there is none.")
    if rules.cancel != "none" and rules.packs == 1:
        refuse("identical cards cancel only where there are two packs.")
    if rules.last_void != "nobody" and rules.cancel == "none":
        refuse("last_void says who gets a last void trick, but no trick is void unless identical cards cancel.")
    if rules.forbidden_pass and rules.pass_count == 0:
        refuse("forbidden_pass bars cards from the pass, but no cards are passed.")
    if rules.lead_escape == "pass_left" and not rules.waits:
        refuse("lead_escape = 'pass_left' is for hands whose every card waits, but no card waits.")
    for word, card in (("queen", "QS"), ("jack", "JS")):
        if word in rules.forced_play and card not in rules.pack:
            refuse(f"forced_play holds {word!r}, but {c.read_card(card)} is not in the pack.")
    if rules.moon_fallback and (rules.moon not in ("old", "choice") or rules.target is None):
        refuse("moon_fallback is for an old or chosen moon in a match to a target.")
    if rules.exact_target is not None:
        if rules.target is None or type(rules.exact_target) is not int or not 0 <= rules.exact_target < rules.target:
            refuse(f"exact_target is what a total of exactly the target becomes: a number from 0, below the target, "
                   f"not {rules.exact_target!r}.")
    if rules.jack == "foster" and rules.settlement != "sweepstake":
        refuse("jack = 'foster' settles a sweepstake; this is none.")
    if not rules.low_wins:
        for field, plain in (("moon", "none"), ("no_trick_bonus", 0), ("target", None), ("tie", "shared")):
            if getattr(rules, field) != plain:
                refuse(f"with a pool every deal is settled in counters, so {field} must be {plain!r}, "
                       f"not {getattr(rules, field)!r}.")
        if rules.bonuses:
            refuse(f"with a pool no card may have negative points, but {c.one_of(rules.bonuses, 'and')} has.")


@cache
def games() -> dict[str, dict]:
    """Every game of `data/variants.toml` with the fields that it takes over from the one it is based on."""
    written = tomllib.loads((DATA / "variants.toml").read_text(encoding="utf-8"))
    found: dict[str, dict] = {}
    for name, own in written.items():
        base = found[own["based_on"]] if own.get("based_on") else {}
        found[name] = {**base, **own, "based_on": own.get("based_on"),
                       "points": _read_points({**base.get("points", {}), **_told_points(own.get("points", {}))})}
    return found


def names() -> list[str]:
    """The names of all games."""
    return list(games())


def _resolve(name: str, players: int | None, packs: int | None, kitty: str | None = None) -> dict:
    """The fields of a game for one number of players."""
    if name not in games():
        raise RulesError(f"There is no game named {name!r}; the games are {c.one_of(names(), 'and')}.")
    for what, number in (("players", players), ("packs", packs)):
        if number is not None and type(number) is not int:
            raise RulesError(f"{what} must be a whole number, not {number!r}.")
    game = dict(games()[name])
    counts = game.pop("players")
    packs = game.get("packs", 1) if packs is None else packs
    if players is None:
        players = 4 if packs == 1 else 8
    if packs == game.get("packs", 1) and players not in counts:
        raise RulesError(f"{game['title']} is for {c.one_of(counts, 'or')} players, not {players!r}"
                         f"{'; for more, say packs=2' if packs == 1 and players > 6 else ''}.")
    at_table = players if players in counts and packs == game.get("packs", 1) else 4 - players % 2
    kitty = game.get("kitty", "none") if kitty is None else kitty
    whole = packs != game.get("packs", 1) or kitty != "none"  # with a kitty nothing is removed
    game["removed"] = "" if whole else game.get("removed", {}).get(str(players), "")
    game["kitty"] = kitty
    cycle = game.get("pass_cycle", "hold")
    game["pass_cycle"] = cycle if isinstance(cycle, str) else cycle[str(at_table)]
    made = {**_DEFAULTS, **game, "name": name, "players": players, "packs": packs}
    for field in ("target", "deals"):
        made[field] = made[field] or None  # TOML has no word for none: `target = false`
    for field, read in _READERS.items():
        made[field] = read(made[field])
    if made["pass_count"] == 0:
        made["pass_cycle"] = ("hold",)
    return made


# What a game's data may leave out.
_DEFAULTS = dict(
    packs=1, kitty="none", kitty_peek=False, forbidden_pass="", opening="eldest", first_trick="free", breakers="", waits="",
    lead_escape="hearts", forced_play="", cancel="none", last_void="nobody", moon="none", moon_amount="total",
    moon_needs_bonus=False, moon_fallback=False, no_trick_bonus=0, settlement="running", jack="split", target=None, deals=None,
    exact_target=None, tie="shared",
)


def variant(name: str | Rules, players: int | None = None, **fields) -> Rules:
    """The rules of a named game, for four players unless told otherwise (eight with two packs), with any field changed.

    `points` are changes too: `points={"JD": -10}` adds a bonus card, `points={"QS": 0}` takes the queen's points away.
    With a number of packs that is not the game's own, nothing is removed and the passing is that of four players, or of
    three at a table where nobody sits across. Raises RulesError, in a sentence, for whatever cannot be played.

    >>> variant("black_maria", players=6).total
    42
    """
    if isinstance(name, Rules):
        if players is not None:
            fields["players"] = players
        return name.change(**fields) if fields else name
    if not isinstance(name, str):
        raise RulesError(f"Name a game, such as 'standard' or 'black_maria', not {name!r}.")
    made = _resolve(name, players, fields.pop("packs", None), fields.pop("kitty", None))
    for field in fields:
        if field not in RULE_FIELDS:
            raise RulesError(f"Rules have no field {field!r}; the fields are {c.one_of(RULE_FIELDS, 'and')}.")
    if "points" in fields:
        try:
            fields["points"] = {**made["points"], **_told_points(fields["points"])}
        except CardError as error:
            raise RulesError(f"points: {error}") from None
    return Rules(**{**made, **fields})
