"""The strategy claims of the sources and what became of them: thresholds set beforehand, experiments, verdicts, saved results.

`data/claims.toml` says what is claimed and from which size on an effect matters; `analyses.trials` has the experiments. What
they gave stands in `data/results/claims.csv` and is made again by `python -m hearts_lab.verdicts` (all claims, or those whose
numbers follow; `--thinking` among players that think, which takes minutes; `--check` compares instead of writing).
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, product
from math import ceil, isfinite

import numpy as np
import pandas as pd

from hearts_lab.analyses.trials import TRIALS
from hearts_lab.analyses.trials.trial import Trial
from hearts_lab.cards import one_of
from hearts_lab.players import Strategy, named
from hearts_lab.rules import DATA, Rules, RulesError, variant
from hearts_lab.simulation import interrupted
from hearts_lab.tables import Words
from hearts_lab.workers import Progress

CLAIMS = 33
CONFIDENCE = 1 - 0.05 / CLAIMS  # of one interval: with 33 claims, one in twenty such books has any interval that misses
PERFECT = "perfect"  # the level at which solved endings are played on
BASE_TOTAL = 26  # the points in a deal for which thresholds in points are stated
HOLDS, FAILS, SMALL, UNDECIDED, DEPENDS = "holds", "fails", "too small to matter", "undecided", "depends"
FACTORS = {"part": "what is meant", "game": "the game", "level": "the players"}
VERDICTS = (HOLDS, FAILS, SMALL, UNDECIDED)  # of one condition
THINKING = 200  # deals where somebody thinks, in a claim that says no other number
STRONG = {"expert": "among experts", PERFECT: "in perfect play"}  # the strongest players that do not think, the better one last
WORD_OF = {"at least": "≥", "less than": "<", "differs by": "beyond ±", "within": "within ±", "exactly": "="}
SAVED = ("claim", "part", "game", "level", "effect", "low", "high", "threshold", "deals", "seed", "verdict")
DIGITS = 4  # of the saved effects


# One condition.

def seldom(deals: int) -> float:
    """How likely something may still be, at `CONFIDENCE`, that happened in none of so many deals (the "rule of three")."""
    return 1 - ((1 - CONFIDENCE) / 2) ** (1 / deals)


def judge(claimed: str, threshold: float, low: float, high: float) -> str:
    """What an interval says of a claim about the size of an effect.

    "at least": *holds* when the whole interval is at or above the threshold; *too small to matter* when it lies inside plus and
    minus the threshold; *fails* when it lies below 0 and is not that small, so that the opposite is true.
    "less than": *holds* when the whole interval is below the threshold, *fails* when it is at or above it.
    "differs by": *holds* when the interval lies beyond plus or minus the threshold, *too small to matter* when it lies inside.
    "within": *holds* when it lies inside plus and minus the threshold, *fails* when it lies beyond either.
    "exactly": *holds* when both ends are that number, otherwise *fails*.
    Whatever remains is *undecided*: more deals would tell.
    """
    inside, beyond = -threshold < low and high < threshold, low >= threshold or high <= -threshold
    if claimed == "exactly":
        return HOLDS if low == high == threshold else FAILS
    if claimed == "at least":
        return HOLDS if low >= threshold else SMALL if inside else FAILS if high < 0 else UNDECIDED
    if claimed == "less than":
        return HOLDS if high < threshold else FAILS if low >= threshold else UNDECIDED
    if claimed == "within":
        return HOLDS if inside else FAILS if beyond else UNDECIDED
    if claimed == "differs by":
        return HOLDS if beyond else SMALL if inside else UNDECIDED
    raise ValueError(f"What is claimed of an effect is one of {one_of(map(repr, WORD_OF))}, not {claimed!r}.")


def deals_to_settle(claimed: str, threshold: float, effect: float, low: float, high: float, deals: int) -> int | None:
    """About how many deals would turn an undecided interval into a verdict, if the effect is as found; None: nobody knows."""
    edges = {"at least": (threshold, -threshold, 0), "less than": (threshold,)}.get(claimed, (threshold, -threshold))
    margin = min(abs(effect - edge) for edge in edges if edge or effect < -threshold)
    needed = deals * ((high - low) / 2 / margin) ** 2 if margin else float("inf")
    return ceil(needed) if isfinite(needed) and needed < 1e9 else None


def thinks(level: str) -> bool:
    """Whether the players of this name think."""
    return level.partition("+")[0] == "thinker"


# All conditions of a claim.

@dataclass(frozen=True, eq=False)
class Findings:
    """What an experiment gave, a row for each part of the claim, game and level of players; `table` has the columns

    claim, part, game, level, effect, low, high, threshold, deals, seed, verdict, and settled_by (about how many deals would
    settle what is undecided). The intervals are at `CONFIDENCE`, which is corrected for 33 claims.
    """

    claim: Claim
    table: pd.DataFrame

    @property
    def verdict(self) -> str:
        """*holds*, *fails*, *too small to matter*, *depends* or *undecided*.

        Conditions that are undecided are left out, unless all are. Of the others: all hold, *holds*; none holds, *too small to
        matter* if that is so everywhere, else *fails*; some hold and some do not, *depends*.
        """
        decided = self.table.loc[self.table["verdict"] != UNDECIDED, "verdict"]
        if decided.empty:
            return UNDECIDED
        if (decided == HOLDS).all():
            return HOLDS
        if (decided == HOLDS).any():
            return DEPENDS
        return SMALL if (decided == SMALL).all() else FAILS

    @property
    def words(self) -> str:
        """The verdict in words: on what it depends, what is not settled yet, and what is otherwise among players that think."""
        think = np.array([thinks(level) for level in self.table["level"]])
        if think.all() or not think.any():
            return self._told()
        others, thinkers = (Findings(self.claim, self.table[some]) for some in (~think, think))
        return f"{others._told()}; {thinkers._beside(others.table)}"

    def _beside(self, others: pd.DataFrame) -> str:
        """What was found among these players, which think, and where that is otherwise than among the strongest others."""
        strongest = next((level for level in reversed(STRONG) if (others["level"] == level).any()), others["level"].iloc[-1])
        before = others[others["level"] == strongest].set_index(["part", "game"])["verdict"]
        rows = self.table.join(before.rename("before"), on=["part", "game"])
        deals, like = one_of([f"{deals:,}" for deals in rows["deals"].unique()]), STRONG.get(strongest, f"among {strongest}")
        found: dict[str, list] = {}
        for row in rows.itertuples():
            alike, new = row.verdict == row.before != UNDECIDED, row.verdict != UNDECIDED and row.before in VERDICTS
            words = f"as {like}" if alike else row.verdict + f", otherwise than {like}" * new
            found.setdefault(words, []).append(row.Index)
        told = [words + f" {_conditions(rows.loc[here].assign(level=''))}" * (len(found) > 1) for words, here in found.items()]
        return f"among thinkers, after {deals} deals: {'; '.join(told)}"

    def _told(self) -> str:
        """The verdict of all conditions together: on what it depends, and what is not settled yet."""
        told, open_ = self.verdict, self.table[self.table["verdict"] == UNDECIDED]
        if told == DEPENDS:
            told = f"depends on {self._depends()}"
        elif told == FAILS:
            small = self.table[self.table["verdict"] == SMALL]
            told += "" if small.empty else f"; {SMALL} {_conditions(small)}"
        if len(self.table) / 2 < len(open_) < len(self.table):
            return f"undecided in {len(open_)} of {len(self.table)} conditions; of the others: {told}"
        if 0 < len(open_) < len(self.table):
            told += f"; undecided {_conditions(open_)}"
        return told

    def _depends(self) -> str:
        """Which factors, as few as possible, tell where the claim holds and where not, and where that is."""
        table = self.table[self.table["verdict"] != UNDECIDED]
        for some in (list(some) for size in (1, 2, 3) for some in combinations(FACTORS, size)):
            outcomes = table.assign(holds=table["verdict"] == HOLDS).groupby(some, sort=False)["holds"].agg(["min", "max"])
            if (outcomes["min"] == outcomes["max"]).all():
                break
        yes, no = (outcomes.index[outcomes["min"] == truth] for truth in (True, False))
        otherwise = " or ".join(dict.fromkeys(table.loc[table["verdict"] != HOLDS, "verdict"]))
        name = one_of([FACTORS[factor] for factor in some], "and")
        if len(some) == 1:
            return f"{name}: holds for {one_of(yes, 'and')}; {otherwise} for {one_of(no, 'and')}"
        if min(len(yes), len(no)) > 4:
            return f"{name}: holds in {len(yes)} of {len(outcomes)} conditions; {otherwise} in the others"
        if len(yes) <= len(no):
            return f"{name}: holds only {_places(some, yes)}; {otherwise} elsewhere"
        return f"{name}: holds except {_places(some, no)}, where it {otherwise.replace(SMALL, f'is {SMALL}')}"

    def __repr__(self):
        return f"Claim {self.claim.number}, {self.claim.name}: {self.words}.\n{self._shown().to_string(index=False)}"

    def _repr_html_(self):
        return f"<p><b>Claim {self.claim.number}, {self.claim.name}: {self.words}.</b></p>\n{self._shown()._repr_html_()}"

    def _shown(self) -> Words:
        """The table as it is read: what was measured, its interval, what would be needed, the verdict."""
        several = [name for name in ("part", "game", "level") if self.table[name].nunique() > 1 or name == "level"]
        shown = Words(self.table[several].assign(level=self.table["level"].map(_called)))
        rows = [(self.claim.part(row.part), row) for row in self.table.itertuples()]
        shown["effect"] = [part.in_unit(row.effect) for part, row in rows]
        shown["interval"] = [f"{part.in_unit(row.low)} to {part.in_unit(row.high)}" for part, row in rows]
        shown["claimed"] = [f"{WORD_OF[part.claimed]} {part.in_unit(row.threshold)}" for part, row in rows]
        shown["deals"] = [f"{row.deals:,}" for _, row in rows]
        more = self.table["settled_by"].fillna(0)
        shown["verdict"] = [row.verdict + (f": about {float(f'{deals:.1e}'):,.0f} deals would settle it" if deals else "")
                            for (_, row), deals in zip(rows, more, strict=True)]
        return shown

    @property
    def chart(self):
        """The effects with their intervals, players side by side, a panel for each part; the title says the verdict."""
        from hearts_lab import charts

        table, parts = self.table, self.claim.parts
        units, short = {part.unit for part in parts}, self.words.split(";")[0]
        short = short if len(short) < 120 else short.split(":")[0]
        chart = charts.points_with_intervals(
            table.assign(level=table["level"].map(_called)), "level", "effect", "low", "high", color="game",
            facet="part" if len(parts) > 1 else None,
            title=f"{self.claim.name[:1].upper()}{self.claim.name[1:]}: {short}", x_title="players",
            y_title=parts[0].effect if len(parts) == 1 else "effect", y_format=".1%" if units == {"chance"} else ".2f",
            subtitle=f"{CONFIDENCE * 100:.2f} % intervals, seed {table['seed'].iloc[0]}")
        return chart.resolve_scale(y="independent") if len(units) > 1 else chart


def _called(level: str) -> str:
    """A level of players as it is read."""
    name, _, playouts = level.partition("+playouts=")
    return f"{name} ({playouts} playouts)" if playouts else name


def _places(factors: list[str], values: Iterable) -> str:
    """Where something was found, such as "in Black Maria among random"."""
    words = {"part": "({})", "game": "in {}", "level": "among {}"}
    order = [factor for factor in ("game", "level", "part") if factor in factors]
    return one_of([" ".join(words[factor].format(_called(value[factors.index(factor)])) for factor in order
                            if value[factors.index(factor)]) for value in values], "and")


def _conditions(rows: pd.DataFrame) -> str:
    """Where something was found; of more than three conditions, in how many."""
    if len(rows) > 3:
        return f"in {len(rows)} conditions"
    return _places(list(FACTORS), rows[list(FACTORS)].itertuples(index=False))


# The claims.

# What a claim may need of a game: how it is said that a game lacks it, and whether rules have it.
NEEDS: dict[str, tuple[str, Callable[[Rules], bool]]] = {
    "queen": ("no points on Q♠", lambda rules: rules.points["QS"] > 0),
    "moon": ("no moon", lambda rules: rules.moon != "none"),
    "pass": ("no pass", lambda rules: rules.pass_count > 0),
}


@dataclass(frozen=True)
class Part:
    """One side of a claim: what is measured, in which unit, and what is claimed of it."""

    part: str
    effect: str
    unit: str
    claimed: str
    threshold: float

    def threshold_in(self, rules: Rules) -> float:
        """The threshold in a game: one in points grows with the points in a deal."""
        return self.threshold * rules.total / BASE_TOTAL if self.unit == "points" else self.threshold

    def in_unit(self, value: float) -> str:
        """An effect as it is read: a chance in per cent."""
        written = f"{value + 0.0:.1%}" if self.unit == "chance" else f"{value + 0.0:.2f}"
        return written.replace("-", "−")


@dataclass(frozen=True)
class Claim:
    """A claim of the sources: what it says, how it is tried, and what was found. Fields as in `data/claims.toml`."""

    number: int
    name: str
    claim: str
    source: str
    notebook: str
    games: tuple[str, ...]
    levels: tuple[str, ...]
    tested: str
    because: str
    deals: int
    parts: tuple[Part, ...]
    seed: int = 1
    needs: tuple[str, ...] = ()
    thinking: int = THINKING

    def part(self, name: str) -> Part:
        """One part by its name; a claim without parts has the one named ""."""
        return next(part for part in self.parts if part.part == name)

    def run(self, deals: int | None = None, seed: int | None = None, rules: str | Rules | Iterable | None = None,
            players: str | Strategy | Iterable | None = None,
            progress: bool | Callable[[int, int], bool] = True) -> Findings:
        """Try the claim again: with other deals, in other games (one or several), among other players (one level or several).

        Where somebody thinks, `thinking` of the claim's deals are played; unless the players are named too, never more.
        `progress` shows a bar, or is a function of (conditions done, conditions in all) that stops the trial, keeping what is
        done, by returning False.

        >>> claim(30).run(deals=20, rules="black_maria 6", players="random").verdict
        'fails'
        """
        if self.number not in TRIALS:
            raise ValueError(f"Claim {self.number} has no experiment yet.")
        seed = self.seed if seed is None else seed
        conditions = list(product(map(self._game, _several(rules, self.games)), _several(players, self.levels)))
        rows, done = [], 0
        with Progress(len(conditions), progress, "conditions") as show:
            for game, level in conditions:
                level = level if level == PERFECT else named(level)
                number = self._deals(level, deals, usual=players is None)
                try:
                    found = TRIALS[self.number](Trial(game, level, number, seed, CONFIDENCE))
                except KeyboardInterrupt:
                    interrupted(done, len(conditions), "conditions")
                    break
                rows += [self._row(part, game, level, found[part.part], number, seed) for part in self.parts]
                done += 1
                if not show(done):
                    break
        order = {part.part: place for place, part in enumerate(self.parts)}
        table = pd.DataFrame(rows).sort_values("part", key=lambda parts: parts.map(order), kind="stable", ignore_index=True)
        return Findings(self, table)

    def _deals(self, level: str | Strategy, deals: int | None, usual: bool) -> int:
        """How many deals are played among these players, where so many were asked for (None: as usual)."""
        if level == PERFECT or not level.thinks:
            return self.deals if deals is None else deals
        return self.thinking if deals is None else min(deals, self.thinking) if usual else deals

    def _game(self, game: str | Rules) -> Rules:
        """The rules of a game in which the claim says something."""
        rules = _game(game)
        for need in self.needs:
            told, has = NEEDS[need]
            if not has(rules):
                raise ValueError(f"Claim {self.number} says nothing about {rules.title}, which has {told}.")
        return rules

    def _row(self, part: Part, rules: Rules, level, estimate, deals: int, seed: int) -> dict:
        effect, low, high = estimate
        if low == high and part.unit == "chance" and part.claimed != "exactly":  # it never differed: it still may, now and then
            low, high = low - seldom(deals), high + seldom(deals)
        effect, low, high = (round(value, DIGITS) + 0.0 for value in (effect, low, high))  # 0.0 turns −0 into 0
        threshold = part.threshold_in(rules)
        verdict = judge(part.claimed, threshold, low, high)
        more = deals_to_settle(part.claimed, threshold, effect, low, high, deals) if verdict == UNDECIDED else None
        return {"claim": self.number, "part": part.part, "game": self.title(rules), "level": getattr(level, "name", level),
                "effect": effect, "low": low, "high": high, "threshold": round(float(threshold), DIGITS), "deals": deals,
                "seed": seed, "verdict": verdict, "settled_by": more}

    def title(self, rules: Rules) -> str:
        """What a game is called here: with its number of players, where the claim is tried with several."""
        several = sum(_game(game).title == rules.title for game in self.games) > 1
        return rules.title.split(" (")[0] + (f", {rules.players} players" if several else "")

    @cached_property
    def saved(self) -> Findings | None:
        """What was found and saved, with the default deals, games and players; None where nothing is saved yet."""
        rows = saved_results()
        rows = rows[rows["claim"] == self.number].reset_index(drop=True)
        return None if rows.empty else Findings(self, rows)

    def __repr__(self):
        told = f"Verdict: {self.saved.words}" if self.saved else "Not tried yet"
        return f"Claim {self.number}, {self.name} ({self.source}). {self.claim} Tried so: {self.tested} {told}."


def _game(game: str | Rules) -> Rules:
    """Rules from a name that may be followed by a number of players, as in "black_maria 6"."""
    if isinstance(game, Rules):
        return game
    name, _, players = game.partition(" ") if isinstance(game, str) else (game, "", "")
    if players and not players.isdecimal():
        raise RulesError(f"A game is named as in 'standard' or 'black_maria 6', not {game!r}.")
    return variant(name, int(players) if players else None)


def _several(what, default: tuple) -> tuple:
    """One or several of what was asked for, or what is usual."""
    if what is None:
        return default
    found = (what,) if isinstance(what, str) or not isinstance(what, Iterable) else tuple(what)
    if not found:
        raise ValueError("Name at least one game and one level of players, or leave them out for the usual ones.")
    return found


@cache
def book() -> dict[int, Claim]:
    """All claims of `data/claims.toml`, by number."""
    found = {}
    for entry in tomllib.loads((DATA / "claims.toml").read_text(encoding="utf-8"))["claim"]:
        entry = dict(entry)
        sides = entry.pop("part", [{"part": ""}])
        shared = {field: entry.pop(field) for field in ("effect", "unit", "claimed", "threshold") if field in entry}
        parts = tuple(Part(**{**shared, **side}) for side in sides)
        entry.update({field: tuple(entry.get(field, ())) for field in ("games", "levels", "needs")})
        found[entry["number"]] = Claim(**entry, parts=parts)
    return found


def claim(number: int) -> Claim:
    """A claim by its number. `.run(...)` tries it again, `.saved` has what was found.

    >>> claim(14).name
    'smoke out the queen'
    """
    if isinstance(number, bool) or not isinstance(number, int) or number not in book():
        raise ValueError(f"The claims are numbered 1 to {CLAIMS}; there is no claim {number!r}.")
    return book()[number]


def claims() -> Words:
    """All claims, a row each: number, name, what is claimed, the saved verdict in words, and the notebook that shows it."""
    return Words({"claim": list(book()), "name": [one.name for one in book().values()],
                  "says": [one.claim for one in book().values()],
                  "verdict": [one.saved.words if one.saved else "not tried yet" for one in book().values()],
                  "notebook": [one.notebook for one in book().values()]})


# Saved results.

RESULTS = DATA / "results" / "claims.csv"


@cache
def saved_results() -> pd.DataFrame:
    """The saved results, a row for each condition of each claim."""
    if not RESULTS.exists():
        return pd.DataFrame(columns=[*SAVED, "settled_by"])
    table = pd.read_csv(RESULTS, keep_default_na=False)
    table["settled_by"] = [
        deals_to_settle(claim(row.claim).part(row.part).claimed, row.threshold, row.effect, row.low, row.high, row.deals)
        if row.verdict == UNDECIDED else None for row in table.itertuples()]
    return table


def _of(rows: pd.DataFrame, findings: Findings) -> pd.Series:
    """Which of these rows are of the same claim and the same players."""
    return (rows["claim"] == findings.claim.number) & rows["level"].isin(findings.table["level"])


def save(findings: Iterable[Findings]) -> None:
    """Write results, replacing those of the same claims and players."""
    table = saved_results()
    for one in findings:
        kept = table[~_of(table, one)]
        table = pd.concat([kept, one.table], ignore_index=True) if len(kept) else one.table
    every = [(one.number, part.part, one.title(_game(game)), level) for one in book().values()
             for part, game, level in product(one.parts, one.games, one.levels)]
    table = table.set_index(["claim", "part", "game", "level"])
    table = table.loc[[place for place in every if place in table.index]].reset_index()
    RESULTS.parent.mkdir(exist_ok=True)
    table[list(SAVED)].to_csv(RESULTS, index=False, lineterminator="\n")
    saved_results.cache_clear()


def reproduces(findings: Findings) -> bool:
    """Whether these are the saved results of their claim and players, to the last digit."""
    columns, saved = list(SAVED), saved_results()
    saved = saved.loc[_of(saved, findings), columns].reset_index(drop=True)
    return saved.astype(str).equals(findings.table[columns].astype(str))


def main(words: list[str] | None = None) -> int:
    """Try the claims whose numbers are given, or all; save what is found, or with --check compare it with what was saved.

    Among players that do not think; with --thinking among those that do.
    """
    parser = argparse.ArgumentParser(prog="python -m hearts_lab.verdicts", description=main.__doc__)
    parser.add_argument("claims", nargs="*", type=int, metavar="CLAIM", help=f"1 to {CLAIMS}; all if none is given")
    parser.add_argument("--check", action="store_true", help="write nothing, say what differs from the saved results")
    parser.add_argument("--thinking", action="store_true", help="among the players that think, which takes minutes")
    told, wrong = parser.parse_args(words), 0
    for number in told.claims:
        if number not in TRIALS:
            parser.error(f"There is no experiment for claim {number}; there are for {one_of(map(str, sorted(TRIALS)), 'and')}.")
        if told.thinking and not any(map(thinks, claim(number).levels)):
            parser.error(f"Claim {number} is not tried among players that think.")
    for number in told.claims or sorted(TRIALS):
        levels = [level for level in claim(number).levels if thinks(level) == told.thinking]
        if not levels:
            continue
        found = claim(number).run(players=levels, progress=False)
        if told.check:
            same = reproduces(found)
            wrong += not same
            print(f"Claim {number}: {'the same as saved' if same else 'NOT as saved'}.", flush=True)
        else:
            save([found])
            print(f"Claim {number}, {found.claim.name}: {found.words}.", flush=True)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
