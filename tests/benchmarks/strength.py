"""How strong: points a deal that the thinking player saves, against others and against OpenSpiel's tree search, and its time.

    python tests/benchmarks/strength.py
    python tests/benchmarks/strength.py --only standard-expert openspiel --deals 200 --seed 5 --save

Every deal is played in all seatings of one, two and three of our players among the others, so that each holds every hand in
turn. What is told is our players' mean score less that of the others, so negative is better. Its interval (95 %) is by deal;
the deals are of a seed on which nothing was evolved. Figures are printed as they come, so a run may be stopped at any time;
`--save` puts them into data/results/strength.csv, in place of those of the same sections.

Against OpenSpiel (`pip install open_spiel`) the game, its deals and its scores are OpenSpiel's own, with all options as it sets
them. Its player is `ISMCTSBot` with the settings of its own tests: 1,000 simulations, `RandomRolloutEvaluator` with one
rollout, uct_c 5, no limit of sampled worlds, and the most visited action. OpenSpiel passes one seat after the other, and its
bot fails (version 2.0.2) once the seat that passes to it has passed: so each bot passes at a table turned until it is first.
"""

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd

sys.path.insert(0, str(Path(__file__).parents[1]))  # the two programs' cards and rules are matched in test_openspiel

import hearts_lab as hl
from hearts_lab.cards import DECK
from hearts_lab.estimates import average, interval
from hearts_lab.players import PLAYOUTS, Strategy, choose, named
from hearts_lab.rules import DATA
from hearts_lab.search import price, wary
from hearts_lab.views import PLAY

HELD_OUT = 20_261_130
DUELS = {f"{game.replace('_', '-')}-{other}": (game, other) for game in ("standard", "black_maria")
         for other in ("expert", "cautious")}
FORECASTS = {f"forecast-{game.replace('_', '-')}": game for game in ("standard", "black_maria")}
SIMULATIONS, UCT, BOT = 1_000, 5.0, "OpenSpiel's ISMCTSBot"
DIFFERENCE = "own less others"
AIMS = (10, 50, 250)  # milliseconds a card
SAID = 30  # seconds between two figures of one duel
SEATINGS = {own: list(combinations(range(4), own)) for own in (1, 2, 3)}
SAVED = DATA / "results" / "strength.csv"
COLUMNS = ["section", "game", "player", "playouts", "other", "seats", "measure", "value", "low", "high", "deals", "seed"]


class Clock:
    """A player that thinks, and how many milliseconds of one core its cards have taken: those played by choice, not passes."""

    def __init__(self, player: Strategy):
        self.taken: list[float] = []
        self.player = replace(player, function=self._timed)
        self._function = player.function

    def _timed(self, view, history, playouts):
        start = time.process_time()
        card = self._function(view, history, playouts)
        if view.decision == PLAY:
            self.taken.append(1000 * (time.process_time() - start))
        return card

    def rows(self) -> Iterator[dict]:
        for measure, share in (("median ms a card", 50), ("95th percentile ms a card", 95)):
            yield {"measure": measure, "value": np.percentile(self.taken, share)}


class Sheet:
    """The figures of this run, printed as they come and saved when asked."""

    def __init__(self, seed: int, save: bool):
        self.seed, self.save, self.rows = seed, save, []

    def add(self, section: str, deals: int, rows, **same) -> None:
        for row in rows:
            self.rows.append({"section": section, "deals": deals, "seed": self.seed, **same, **row})
            print("   ", told(self.rows[-1]), flush=True)
        if self.save:
            table = pd.DataFrame(self.rows, columns=COLUMNS)
            if SAVED.exists():
                earlier = pd.read_csv(SAVED)
                table = pd.concat([earlier[~earlier["section"].isin(table["section"])], table])
            table.round(3).sort_values(["section"], kind="stable").to_csv(SAVED, index=False)


def told(row: dict) -> str:
    """A figure in a line."""
    value = f"{row['value']:+.2f} ({row['low']:+.2f} to {row['high']:+.2f})" if "low" in row else f"{row['value']:.2f}"
    return f"{row['measure']}{' ' + row['seats'] if 'seats' in row else ''}: {value}, {row['deals']} deals"


def as_row(measure: str, values, **more) -> dict:
    value, low, high = interval(values)
    return {"measure": measure, "value": value, "low": low, "high": high, **more}


def differences(play: Callable[[int, tuple[int, ...]], Iterable[float]], deals: int,
                many: Iterable[int] = tuple(SEATINGS)) -> tuple[int, list[dict]]:
    """Own score less the others', with so many of ours at the table: `play(number, seats)` plays a deal with ours there.

    Gives the deals played, all unless somebody interrupts, and the figures.
    """
    found, said = [], time.monotonic()

    def figures():
        each = dict(zip(many, np.transpose(found), strict=True))
        rows = [as_row(DIFFERENCE, values, seats=f"{own} against {4 - own}") for own, values in each.items()]
        return [*rows, as_row(DIFFERENCE, np.mean(found, axis=1), seats="all")][: len(rows) + (len(rows) > 1)]

    try:
        for number in range(1, deals + 1):
            found.append([np.mean([difference(play(number, seats), list(seats)) for seats in SEATINGS[own]]) for own in many])
            if 1 < number < deals and time.monotonic() - said > SAID:
                said = time.monotonic()
                print("    so far:", told({**figures()[-1], "deals": number}), flush=True)
    except KeyboardInterrupt:
        if len(found) < 2:
            raise
    return len(found), figures()


def difference(scores: Iterable[float], seats: list[int]) -> float:
    """How much more these seats score than the others, on average."""
    scores = np.asarray(scores, float)
    return scores[seats].mean() - np.delete(scores, seats).mean()


def ours(game: str, player: Strategy, other: Strategy, seed: int) -> Callable:
    """Deals of our own engine."""
    def play(number, seats):
        line = [player if seat in seats else other for seat in range(4)]
        return hl.simulate(game, line, 1, seed, start=number, progress=False).settled[0, 0]

    return play


def print_duel(sheet: Sheet, section: str, player: Strategy, deals: int) -> None:
    game, other = DUELS[section]
    clock = Clock(player)
    hl.simulate(game, clock.player, 1, seed=1, progress=False)  # compiled here
    clock.taken.clear()
    print(f"\n{hl.variant(game).title}: {player.name} against {other}")
    played, rows = differences(ours(game, clock.player, named(other), sheet.seed), deals)
    sheet.add(section, played, [*rows, *clock.rows()], game=game, player=player.name, playouts=player.playouts, other=other)


# At OpenSpiel's table.

class Table:
    """OpenSpiel's game, with our players in some seats and its own in the others; our rules know the same deal."""

    def __init__(self, player: Strategy, seed: int):
        import pyspiel
        import test_openspiel as matched

        self.pyspiel, self.matched = pyspiel, matched
        self.game = pyspiel.load_game("hearts")
        self.player, self.seed, self.taken = player, seed, []

    def bot(self, seed: int):
        final = self.pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        return self.pyspiel.ISMCTSBot(seed, self.pyspiel.RandomRolloutEvaluator(1, seed), UCT, SIMULATIONS, -1, final, False,
                                      False)

    def dealt(self, number: int) -> list[int]:
        """The chance actions of a deal: which way the cards are passed, and the cards in dealing order."""
        dice, state, actions = random.Random(f"{self.seed} {number}"), self.game.new_initial_state(), []
        while state.is_chance_node():
            found, chances = zip(*state.chance_outcomes(), strict=True)
            actions.append(dice.choices(found, chances)[0])
            state.apply_action(actions[-1])
        return actions

    def begun(self, actions: list[int], turned: int = 0):
        """OpenSpiel's state of a deal, with everybody so many seats to the right of where he sits."""
        state = self.game.new_initial_state()
        state.apply_action(actions[0])
        for place in range(52):
            state.apply_action(actions[1 + place - place % 4 + (place + turned) % 4])
        return state

    def stepped(self, bot, state) -> int:
        start = time.process_time()
        action = bot.step(state)
        self.taken.append(1000 * (time.process_time() - start))
        return action

    def passes_of(self, bot, actions: list[int], seat: int) -> list[int]:
        state, chosen = self.begun(actions, seat), []
        while state.current_player() == 0:
            chosen.append(self.stepped(bot, state))
            state.apply_action(chosen[-1])
        return chosen

    def play(self, number: int, seats: tuple[int, ...]) -> list[int]:
        """The scores of a deal with our player in these seats."""
        matched, actions = self.matched, self.dealt(number)
        state, way = self.begun(actions), matched.DIRECTIONS[actions[0]]
        rules = matched.our_rules(self.game.get_parameters(), way)
        deal = hl.Deal(rules, hands=[[matched.OURS[card] for card in actions[1 + seat :: 4]] for seat in range(4)])
        bots = {seat: self.bot(4 * number + seat) for seat in range(4) if seat not in seats}
        if way != "hold":
            passes = [self.passes_of(bots[seat], actions, seat) if seat in bots else
                      [matched.THEIRS[card] for card in choose(self.player, deal, seat)] for seat in range(4)]
            for card in (card for cards in passes for card in cards):
                state.apply_action(card)
            deal = deal.exchange([[matched.OURS[card] for card in cards] for cards in passes])
        while not state.is_terminal():
            seat, legal = state.current_player(), state.legal_actions()
            action = legal[0] if len(legal) == 1 else self.stepped(bots[seat], state) if seat in bots else (
                matched.THEIRS[choose(self.player, deal, seat)[0]])
            state.apply_action(action)
            deal = deal.play(matched.OURS[action])
        scores = [26 - round(points) for points in state.returns()]
        assert scores == list(deal.scores), deal.text
        return scores


def print_openspiel(sheet: Sheet, player: Strategy, deals: int) -> None:
    clock = Clock(player) if player.thinks else None
    table = Table(clock.player if clock else player, sheet.seed)
    table.play(0, (0, 1, 2))  # compiled here
    table.taken.clear()
    print(f"\nOpenSpiel's own game: {player.name} against {BOT}, {SIMULATIONS:,} simulations")
    if clock:
        clock.taken.clear()
    played, rows = differences(table.play, deals)
    rows.append({"measure": "median ms a card of the bot", "value": np.median(table.taken)})
    sheet.add("openspiel", played, [*rows, *(clock.rows() if clock else [])], game="OpenSpiel's hearts", player=player.name,
              playouts=player.playouts, other=f"{BOT}, {SIMULATIONS} simulations")


# What more thinking brings.

def for_milliseconds(aim: float, player: Strategy, game: str) -> Strategy:
    """The player with as many playouts as take about so many milliseconds a card: two tries, each put right by the last."""
    playouts = player.playouts
    for _ in range(3):
        clock = Clock(player.having(playouts=playouts))
        hl.simulate(game, clock.player, 1, seed=1, progress=False)
        playouts = max(1, int(float(f"{playouts * aim / np.median(clock.taken):.2g}")))
    return player.having(playouts=playouts)


def print_budgets(sheet: Sheet, player: Strategy, deals: int, game: str = "standard", other: str = "expert") -> None:
    print(f"\n{hl.variant(game).title}: strength by time, against {other}")
    for aim in AIMS:
        clock = Clock(for_milliseconds(aim, player, game))
        print(f"  about {aim} ms: {clock.player.playouts} playouts")
        played, rows = differences(ours(game, clock.player, named(other), sheet.seed), deals, [1])
        sheet.add("budget", played, [*rows, *clock.rows()], game=game, player=player.name, playouts=clock.player.playouts,
                  other=other)


# Whether its forecasts come true.

def print_forecasts(sheet: Sheet, section: str, player: Strategy, deals: int, other: str = "expert") -> None:
    """The chosen card's score as foreseen and as it came, by plan: shoot the moon, or not. One seat thinks, in turn.

    The plan is to shoot where most of the playouts after that card end in an own moon. Layouts drawn for themselves say so, and
    others what is foreseen: with the same ones for both, lucky draws would be told as plans to shoot. Every decision counts
    alike: a mean of each deal would give a plan that soon fails, and so is told of few cards, more weight than it has.
    """
    game = FORECASTS[section]
    print(f"\n{hl.variant(game).title}: scores foreseen by {player.name}, less those that came")
    heard: list[tuple[int, str, float]] = []
    came: dict[int, float] = {}

    def foresees(view, history, playouts):
        card = player.function(view, history, playouts)
        if view.decision == PLAY:
            planned, found = (price(view, history, playouts, seed=seed, equally=True, **wary(history.rules)) for seed in (2, 3))
            place = [each for (each,) in found.choices].index(DECK[card])
            shooting = planned.weights @ (planned.moon[place] == view.seat) > 1 / 2
            heard.append((int(view.number), "shooting" if shooting else "normal", found.weights @ found.scores[place]))
        return card

    teller = replace(player, function=foresees)
    for number in range(1, deals + 1):
        seat = number % 4
        came[number] = ours(game, teller, named(other), sheet.seed)(number, (seat,))[seat]
    table = pd.DataFrame(heard, columns=["deal", "plan", "foreseen"])
    table["came"] = table["deal"].map(came)
    table["difference"] = table["foreseen"] - table["came"]
    for plan, group in table.groupby("plan"):
        if (many := group["deal"].nunique()) > 1:
            rows = [{"measure": f"{plan}: score {what}", "value": group[what].mean()} for what in ("foreseen", "came")]
            value, low, high = average(group, "difference")
            rows.append({"measure": f"{plan}: foreseen less came", "value": value, "low": low, "high": high})
            sheet.add(section, many, rows, game=game, player=player.name, playouts=player.playouts, other=other)


def main() -> None:
    sections = [*DUELS, "openspiel", "budget", *FORECASTS]
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--only", nargs="+", choices=sections, default=sections, metavar="SECTION", help=", ".join(sections))
    asked.add_argument("--deals", type=int, default=100, help="different deals of each section")
    asked.add_argument("--seed", type=int, default=HELD_OUT)
    asked.add_argument("--playouts", type=int, default=PLAYOUTS, help="of the player that thinks, at one decision")
    asked.add_argument("--save", action="store_true", help=f"put the figures into {SAVED.name}")
    options = asked.parse_args()
    player, sheet = named("thinker").having(playouts=options.playouts), Sheet(options.seed, options.save)
    for section in options.only:
        if section in DUELS:
            print_duel(sheet, section, player, options.deals)
        elif section in FORECASTS:
            print_forecasts(sheet, section, player, options.deals)
        else:
            {"openspiel": print_openspiel, "budget": print_budgets}[section](sheet, player, options.deals)


if __name__ == "__main__":
    main()
