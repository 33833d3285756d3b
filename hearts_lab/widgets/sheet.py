"""The score sheet of a table, how a deal or a match ended, and what each moon would do to the sheet: in words and numbers."""

from __future__ import annotations

import csv
import io
import re

from hearts_lab import cards as c
from hearts_lab.deal import Deal
from hearts_lab.match import Match
from hearts_lab.score import after_deal
from hearts_lab.widgets.seating import clockwise, inside, with_names
from hearts_lab.widgets.sitting import Sitting

ARROWS = {"left": "←", "right": "→", "across": "↑", "hold": "hold", "scatter": "✳"}


def signed(value: int) -> str:
    return str(value).replace("-", "−")


def kitty_known(deal: Deal, you: int) -> bool:
    """Whether you may look at the kitty: it is yours and may be looked at, or all cards are played."""
    return deal.phase in ("moon", "over") or (deal.rules.kitty_peek and deal.kitty_taker == you)


def worth(rules, cards) -> int:
    """The penalty points of some cards."""
    return sum(max(0, rules.points[card]) for card in cards)


def _deals(now: Deal | Match) -> tuple[Deal, ...]:
    return now.deals if isinstance(now, Match) else (now,)


def _totals(now: Deal | Match) -> tuple[int, ...]:
    """What each seat has after the finished deals."""
    if isinstance(now, Match):
        return now.totals
    sums = map(sum, zip(now.before, now.scores or [0] * now.rules.players, strict=True))
    return tuple(int(after_deal(now.rules.record, total)) for total in sums) if now.scores else tuple(sums)


def sheet(now: Deal | Match, you: int, names) -> dict:
    """The rows of the score sheet, clockwise from you; `best` are the places of whoever leads."""
    rules, deals = now.rules, _deals(now)
    order = clockwise(rules.players, you)
    rows = [["before", *(deals[0].before[seat] for seat in order)]] if any(deals[0].before) else []
    totals = _totals(now)
    for deal, after in zip(deals, [*(deal.before for deal in deals[1:]), totals], strict=True):
        scores, mark = deal.scores, ""
        if scores is None:
            mark = " …"
            scores = [_so_far(deal, seat, you) for seat in range(rules.players)]
            totals = tuple(total + (score or 0) for total, score in zip(totals, scores, strict=True))
        rows.append([f"{deal.number} {ARROWS[deal.direction]}{mark}", *(scores[seat] for seat in order)])
        moved = [after[seat] - deal.before[seat] - (scores[seat] or 0) for seat in order]
        if not mark and any(moved):  # exactly the target became another number (RULES A19-4)
            rows.append([f"{rules.target} → {rules.exact_target}", *(move or None for move in moved)])
    best = min(totals) if rules.low_wins else max(totals)
    return {
        "columns": ["deal", *(names[seat] for seat in order)],
        "rows": rows,
        "totals": [totals[seat] for seat in order],
        "best": [place for place, seat in enumerate(order) if totals[seat] == best] if len(set(totals)) > 1 else [],
        "caption": "Points of each player in each deal, the fewest win"
        if rules.low_wins
        else "Counters of each player in each deal, the most win",
        "pool": _pool(deals[-1]),
    }


def _so_far(deal: Deal, seat: int, you: int) -> int | None:
    """What an unfinished deal costs a seat as far as you know; with a pool that is settled at its end."""
    if not deal.rules.low_wins:
        return None
    cards = deal.taken(seat)
    return sum(deal.rules.points[card] for card in cards)


def _pool(deal: Deal) -> str | None:
    pool, standing = deal.pool_after
    if not pool:
        return None
    counters = f"{pool} counter{'' if pool == 1 else 's'}"
    return f"A jack stands: {counters} in the pool." if standing else f"{counters} in the pool."


def as_csv(now: Deal | Match, you: int, names) -> str:
    order = clockwise(now.rules.players, you)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    pooled = [] if now.rules.low_wins else ["pool"]
    writer.writerow(["deal", "pass", *(names[seat] for seat in order), *pooled])
    writer.writerows(
        [deal.number, deal.direction, *(deal.scores[seat] for seat in order), *(deal.pool_after[0] for _ in pooled)]
        for deal in _deals(now)
        if deal.scores
    )
    return text.getvalue()


# How it ended.


def _listed(names, values) -> str:
    return ", ".join(f"{name} {signed(value)}" for name, value in zip(names, values, strict=True))


def _moon_words(sitting: Sitting, names) -> str | None:
    """Who shot the moon, what it is worth, and why a computer player chose so."""
    deal = sitting.deal
    if deal.shooter is None:
        return None
    name = names[deal.shooter]
    if not deal.moon:
        return f"{name} took every penalty card. {deal.rules.sentences()['moon']}"
    reason = sitting.moon_reason if deal.shooter != sitting.you else None
    told = " " + re.sub(r"\byou\b", name, reason) if reason else ""
    return f"{name} took every penalty card and chose the {deal.moon} moon.{told}"


def remarks(sitting: Sitting, names) -> list[str]:
    """What there is to say of a finished deal beside its scores and its moon."""
    deal, found = sitting.deal, []
    rules = deal.rules
    idle = [names[seat] for seat in range(rules.players) if not deal.taken(seat)]
    if rules.no_trick_bonus and deal.shooter is None and idle:
        found.append(f"{c.one_of(idle, 'and')} took no trick: {signed(rules.no_trick_bonus)}.")
    if deal.carried:
        found.append(f"Nobody got the last trick; {worth(rules, deal.carried)} points are lost with it.")
    if deal.kitty and deal.kitty_taker is None:
        found.append(f"Nobody got the kitty: {deal.kitty}.")
    pool, standing = deal.pool_after
    if pool:
        stay = f"{pool} counter{' stays' if pool == 1 else 's stay'}"
        found.append(f"{stay} on the table as a jack." if standing else f"{stay} in the pool.")
    return found


def result(sitting: Sitting, names) -> dict | None:
    """How a deal ended, or who won the match and why it is over."""
    now, deal, you = sitting.now, sitting.deal, sitting.you
    if deal.phase != "over":
        return None
    moon, rest = _moon_words(sitting, names), remarks(sitting, names)
    if not isinstance(now, Match) or not now.over:
        what = "Scores" if deal.rules.low_wins else "Counters"
        text = [moon, f"{what}: {_listed(names, deal.scores)}.", *rest]
        return {"title": f"Deal {deal.number} is over", "text": " ".join(filter(None, text)), "won": False}
    whole = c.one_of([names[seat] for seat in now.winners], "and")
    verb = "share the win" if len(now.winners) > 1 else "win the match" if now.winners == (you,) else "wins the match"
    most = [] if deal.rules.low_wins else ["The most counters win."]
    text = [moon, *rest, with_names(now.why_over, inside(names)), *most, f"Totals: {_listed(names, now.totals)}."]
    return {"title": f"{whole} {verb}", "text": " ".join(filter(None, text)), "won": you in now.winners}


# The moon.


def moon_choice(sitting: Sitting, names) -> dict | None:
    """While you choose what your moon is worth: what each choice does to the sheet, clockwise from you."""
    deal, now, you = sitting.deal, sitting.now, sitting.you
    if deal.phase != "moon" or deal.to_play != you:
        return None
    rules, order = deal.rules, clockwise(deal.rules.players, you)
    amount = int(rules.record.moon_amount)
    labels = {"old": f"Old moon: others +{amount}", "new": f"New moon: you −{amount}"}
    choices = []
    for kind, label in labels.items():
        chosen = deal.choose_moon(kind)
        after = now.with_deal(chosen) if isinstance(now, Match) else chosen
        scores, totals = chosen.scores, _totals(after)
        choices.append(
            {
                "kind": kind,
                "label": label,
                "scores": [scores[seat] for seat in order],
                "totals": [totals[seat] for seat in order],
                "end": _what_follows(after, names),
            }
        )
    text = "You took every penalty card. What shall it be worth?"
    if choices[0]["scores"] == choices[1]["scores"]:
        text += " The old moon would end the match against you, so the new one counts."
    return {"text": text, "names": [names[seat] for seat in order], "choices": choices}


def _what_follows(after: Deal | Match, names) -> str:
    if not isinstance(after, Match):
        return ""
    if not after.over:
        return "The match goes on."
    who = c.one_of([inside(names)[seat] for seat in after.winners], "and")
    return f"It ends the match; the winner is {who}." if len(after.winners) == 1 else f"It ends the match; {who} share it."
