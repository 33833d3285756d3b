"""Logs, sheets and rules as tidy DataFrames: one row for one thing, columns named as at the table."""

from __future__ import annotations

import numpy as np
import pandas as pd

from hearts_lab import cards as c
from hearts_lab import rules as games
from hearts_lab.cards import DECK, read_card
from hearts_lab.deal import Deal
from hearts_lab.match import Match
from hearts_lab.rules import Rules, variant
from hearts_lab.simulation import Run
from hearts_lab.wording import titles

SCORE, POINTS, BONUS, TRICKS, EXTRA = range(5)  # the rows of Run.settled


class Words(pd.DataFrame):
    """A table of words: the cells of its HTML are whole sentences and stand at the left."""

    @property
    def _constructor(self):
        return Words

    def _repr_html_(self):
        with pd.option_context("display.max_colwidth", None):
            table = self.to_html(classes="hearts-lab-words", justify="left", index=self.index.name is not None)
        style = ".hearts-lab-words td, .hearts-lab-words th { text-align: left !important; white-space: normal }"
        return f"<style>{style}</style>\n{table}"


# Runs.

def scores(run: Run) -> pd.DataFrame:
    """A row for each deal and seat: what it took and what that cost.

    Columns: deal, seat, player (the strategy), points (penalty points taken), bonus (of bonus cards taken), tricks (won), score
    (after moon, bonus or pool), moon (whether this seat shot it).
    """
    deals, seats = len(run), run.rules.players
    shooter = run.settled[:, EXTRA, :1]
    return pd.DataFrame({
        "deal": np.repeat(run.numbers, seats),
        "seat": np.tile(np.arange(seats), deals),
        "player": np.tile([player.name for player in run.players], deals),
        "points": run.settled[:, POINTS].ravel(),
        "bonus": run.settled[:, BONUS].ravel(),
        "tricks": run.settled[:, TRICKS].ravel(),
        "score": run.settled[:, SCORE].ravel(),
        "moon": (np.arange(seats) == shooter).ravel(),
    })


def _seats(run: Run) -> np.ndarray:
    """(deals, tricks, places): who played each card."""
    return (run.leaders[:, :, None] + np.arange(run.rules.players)) % run.rules.players


def _by_trick(run: Run) -> np.ndarray:
    """(deals, tricks, places): the cards played."""
    return run.plays.reshape(len(run), run.rules.hand_size, run.rules.players)


def _worth(run: Run) -> np.ndarray:
    """The points of each of the 52 kinds of card."""
    return np.array([run.rules.points[card] for card in DECK])


def tricks(run: Run) -> pd.DataFrame:
    """A row for each trick.

    Columns: deal, trick (from 1), leader, winner (a seat, -1 for nobody), suit (that was led), points (penalty points in it).
    """
    deals, count = run.winners.shape
    cards = _by_trick(run)
    return pd.DataFrame({
        "deal": np.repeat(run.numbers, count),
        "trick": np.tile(np.arange(1, count + 1), deals),
        "leader": run.leaders.ravel(),
        "winner": run.winners.ravel(),
        "suit": pd.Categorical.from_codes((cards[:, :, 0] // 13).ravel(), list(c.SYMBOLS)),
        "points": np.maximum(_worth(run)[cards], 0).sum(axis=2).ravel(),
    })


ROLES = ["lead", "follow", "discard"]


def cards(run: Run) -> pd.DataFrame:
    """A row for each card played.

    Columns: deal, trick, place (in the trick, from 1), seat, card, role (lead, follow or discard), winner (of the trick),
    points (what the card costs).
    """
    played = _by_trick(run)
    deals, count, n = played.shape
    role = np.where(played // 13 == played[:, :, :1] // 13, 1, 2)
    role[:, :, 0] = 0
    return pd.DataFrame({
        "deal": np.repeat(run.numbers, count * n),
        "trick": np.tile(np.repeat(np.arange(1, count + 1), n), deals),
        "place": np.tile(np.arange(1, n + 1), deals * count),
        "seat": _seats(run).ravel().astype(np.int8),
        "card": pd.Categorical.from_codes(played.ravel(), [str(card) for card in DECK]),
        "role": pd.Categorical.from_codes(role.ravel(), ROLES),
        "winner": np.repeat(run.winners.ravel(), n),
        "points": _worth(run)[played].ravel(),
    })


def hands(run: Run) -> np.ndarray:
    """(deals, seats): the hands after the pass as sets of cards (bits). With two packs a kind held twice counts once."""
    bits = np.left_shift(np.uint64(1), _by_trick(run).astype(np.uint64))
    seats = _seats(run)
    return np.stack([np.bitwise_or.reduce(np.where(seats == seat, bits, np.uint64(0)), axis=(1, 2))
                     for seat in range(run.rules.players)], axis=1)


def took(run: Run, card: str | int = "QS") -> np.ndarray:
    """(deals, seats): whether a seat took this card; with two packs, the first of the two."""
    return falls(run, card)["taker"].to_numpy()[:, None] == np.arange(run.rules.players)


def caught_at_home(run: Run) -> np.ndarray:
    """(deals, seats): whether Q♠ was taken by the seat that held her after the pass; the same for every seat."""
    fell = falls(run)
    home = (fell["taker"] == fell["holder"]).to_numpy()
    return np.repeat(home[:, None], run.rules.players, axis=1)


def moons(run: Run) -> np.ndarray:
    """(deals, seats): whether a seat shot the moon."""
    return run.settled[:, EXTRA, :1] == np.arange(run.rules.players)


def points_by_trick(run: Run) -> np.ndarray:
    """(deals, tricks, seats): the penalty points that each seat took in each trick."""
    points = np.maximum(_worth(run)[_by_trick(run)], 0).sum(axis=2)
    return np.where(run.takers[:, :, None] == np.arange(run.rules.players), points[:, :, None], 0)


def attempts(run: Run) -> pd.DataFrame:
    """A row for each moon attempt: a seat with every point so far, at least a third of all, when half the tricks are played.

    Columns: deal, seat, points (in the end), moon (whether it succeeded), score.
    """
    taken = points_by_trick(run)
    early = taken[:, : taken.shape[1] // 2].sum(axis=1)
    deals, seats = np.nonzero((early == early.sum(axis=1, keepdims=True)) & (3 * early >= run.rules.total))
    return pd.DataFrame({"deal": run.numbers[deals], "seat": seats, "points": run.settled[deals, POINTS, seats],
                         "moon": moons(run)[deals, seats], "score": run.settled[deals, SCORE, seats]})


def holdings(run: Run) -> pd.DataFrame:
    """A row for each deal and seat about its hand after the pass: what it holds, and what became of it.

    Columns: deal, seat, player, clubs, diamonds, spades, hearts (how many cards of each), honours (which of Q♠ K♠ A♠ it holds,
    as "A", "AK", "Q" ... or "none"), lower (its spades below the queen), high (its A K Q of clubs and diamonds), high_hearts
    (its hearts above the ten), took_queen, points, score. With two packs a kind held twice counts once.
    """
    held = hands(run)
    table = spades(run)[["deal", "seat", "player", "honours", "lower", "took_queen", "score"]]
    for suit, name in enumerate(c.SUIT_NAMES):
        table[name] = np.bitwise_count(held & _kinds(range(13 * suit, 13 * suit + 13))).ravel().astype(int)
    plain = [13 * suit + rank for suit in (c.CLUBS, c.DIAMONDS) for rank in (c.QUEEN, c.KING, c.ACE)]
    hearts = [13 * c.HEARTS + rank for rank in range(c.JACK, 13)]
    for name, cards in (("high", plain), ("high_hearts", hearts)):
        table[name] = np.bitwise_count(held & _kinds(cards)).ravel().astype(int)
    table["points"] = run.settled[:, POINTS].ravel()
    return table[["deal", "seat", "player", *c.SUIT_NAMES, "honours", "lower", "high", "high_hearts", "took_queen", "points",
                  "score"]]


def _kinds(cards) -> np.uint64:
    """A set of cards (numbers from 0 to 51) as bits."""
    return np.uint64(sum(1 << card for card in cards))


def falls(run: Run, card: str | int = "QS") -> pd.DataFrame:
    """A row a deal: when a card fell, and to whom. With two packs, the first of the two cards.

    Columns: deal, trick, holder, role (lead, follow or discard), taker.
    """
    kind = read_card(card)
    found = (run.plays == kind).argmax(axis=1)
    if not (run.plays[np.arange(len(run)), found] == kind).all():
        raise ValueError(f"{kind} is not in the pack of {run.rules.title} for {run.rules.players}.")
    n, every = run.rules.players, np.arange(len(run))
    trick = found // n
    led = run.plays[every, trick * n]
    role = np.where(found % n == 0, 0, np.where(led // 13 == kind // 13, 1, 2))
    return pd.DataFrame({
        "deal": run.numbers,
        "trick": trick + 1,
        "holder": _seats(run).reshape(len(run), -1)[every, found],
        "role": pd.Categorical.from_codes(role, ROLES),
        "taker": run.takers[every, trick],
    })


NO_HIGH, HIGH, LADY = "none of Q♠ K♠ A♠", "K♠ or A♠, not Q♠", "Q♠"


def spades(run: Run) -> pd.DataFrame:
    """A row for each deal and seat about its spades after the pass, and what became of them.

    Columns: deal, seat, player, honours (which of Q♠ K♠ A♠ it holds, as "A", "AK", "Q" ... or "none"), lower (its spades
    below the queen), length (all its spades), took_queen, score.
    """
    held = hands(run)
    suit = [(held >> np.uint64(13 * c.SPADES + rank)) & np.uint64(1) == 1 for rank in range(13)]
    honours = np.full(held.shape, "", dtype=object)
    for rank, letter in ((c.ACE, "A"), (c.KING, "K"), (c.QUEEN, "Q")):
        honours = honours + np.where(suit[rank], letter, "")
    lower = sum(has.astype(int) for has in suit[: c.QUEEN])
    table = run.scores[["deal", "seat", "player"]].copy()
    table["honours"] = np.where(honours == "", "none", honours).ravel()
    table["lower"] = lower.ravel()
    table["length"] = sum(has.astype(int) for has in suit).ravel()
    table["took_queen"] = took(run).ravel()
    table["score"] = run.scores["score"]
    return table


FATES = ("caught", "under A♠ or K♠", "discarded", "led")


def fates(run: Run) -> pd.DataFrame:
    """A row a deal: when Q♠ fell, to whom, and how it came about.

    Columns: deal, trick, holder (after the pass), taker, fate (one of `FATES`).

    Caught: another seat led spades and she won the trick for her own holder. Under A♠ or K♠: a higher spade won it.
    Discarded: another suit was led. Led: her holder opened a trick with her.
    """
    table = falls(run)
    caught, under, discarded, led = FATES
    kept = np.where(table["taker"] == table["holder"], caught, under)
    ways = np.select([table["role"] == "discard", table["role"] == "lead"], [discarded, led], kept)
    table["fate"] = pd.Categorical(ways, FATES)
    return table.drop(columns="role")


# Deals, matches and rules.

def told(deal: Deal, until: int | None = None) -> pd.DataFrame:
    """The finished tricks of a deal, a row each: every seat's card, → before the one led, who wins, its points."""
    seats = range(deal.rules.players)
    rows = []
    for trick in deal.tricks[:until]:
        played = dict(zip(trick.seats, map(str, trick.cards), strict=True))
        played[trick.leader] = f"→ {played[trick.leader]}"
        wins = "void" if trick.winner is None else f"seat {trick.winner}"
        rows.append([trick.number, *(played[seat] for seat in seats), wins, trick.points])
    columns = ["trick", *(f"seat {seat}" for seat in seats), "wins", "points"]
    return pd.DataFrame(rows, columns=columns).set_index("trick")


def _headed(deal: Deal, rules: tuple[str | Rules, ...]) -> dict[str, Deal]:
    """The deal under each of these rules, by title."""
    tried = [variant(game, deal.rules.players) for game in rules] or [deal.rules]
    return {title: deal.under(one) if rules else deal for title, one in zip(titles(*tried), tried, strict=True)}


def may_play(deal: Deal, *rules: str | Rules) -> Words:
    """The hand to play, card by card, under each of these rules: ✓ where it may be played, or the sentence why not."""
    table = Words({"card": [str(card) for card in deal.hand(deal.to_play)]})
    for title, one in _headed(deal, rules).items():
        table[title] = [one.why_illegal(card) or "✓" for card in deal.hand(deal.to_play)]
    return table


def scored_under(deal: Deal, *rules: str | Rules) -> pd.DataFrame:
    """What the same plays cost each seat under each of these rules; the last row is their sum.

    Where the shooter has a choice that is not made yet, both of its moons are shown.
    """
    seats = [f"seat {seat}" for seat in range(deal.rules.players)]
    table = pd.DataFrame(index=pd.Index([*seats, "sum"], name="seat"))
    for title, one in _headed(deal, rules).items():
        if one.phase not in ("moon", "over"):
            raise ValueError("This deal is not finished, so it has no scores yet.")
        forms = {title: one.scores} if one.phase == "over" else {
            f"{title}, {kind} moon": one.scores_if(kind) for kind in ("old", "new")}
        for heading, scores in forms.items():
            table[heading] = [*scores, sum(scores)]
    return table


def sheet(match: Match) -> pd.DataFrame:
    """The score sheet of a match: a row for each finished deal with its dealer, its pass and each seat's score; then totals."""
    seats = [f"seat {seat}" for seat in range(match.rules.players)]
    rows = [[deal.number, deal.dealer, deal.direction, *deal.scores] for deal in match.finished]
    rows.append(["total", "", "", *match.totals])
    return pd.DataFrame(rows, columns=["deal", "dealer", "pass", *seats])


def variants() -> Words:
    """Every game: its name, title, numbers of players, points in a deal, pass, moon, end of a match, and source."""
    rows = []
    for name, game in games.games().items():
        counts = game["players"]
        tables = [variant(name, players) for players in counts]
        four = tables[counts.index(4)] if 4 in counts else tables[0]
        totals = " / ".join(map(str, dict.fromkeys(rules.total for rules in tables)))
        chips = four.chips
        rows.append({"name": name, "title": four.title, "players": "–".join(map(str, dict.fromkeys((counts[0], counts[-1])))),
                     "points": totals,
                     "pass": next(chip for chip in chips if "pass" in chip).removeprefix("pass "),
                     "moon": next((chip for chip in chips if "moon" in chip), "no moon").removeprefix("moon: "),
                     "end": chips[-1], "source": four.source})
    return Words(rows)


def differences(a: str | Rules, b: str | Rules) -> Words:
    """A row for each rule in which two games differ, in words, with the sources of both."""
    a, b = variant(a), variant(b)
    of_a, of_b = a.sentences(), b.sentences()
    rules = [rule for rule in dict.fromkeys([*of_a, *of_b]) if of_a.get(rule) != of_b.get(rule)]
    source = "; ".join(dict.fromkeys([a.source.split(";")[0], b.source.split(";")[0]]))
    title_a, title_b = titles(a, b)
    return Words({"rule": rules, title_a: [of_a.get(rule, "–") for rule in rules],
                  title_b: [of_b.get(rule, "–") for rule in rules], "source": source})
