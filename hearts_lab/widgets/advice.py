"""What the table advises: the best choice now with its reason and the price of each card, and the review of a finished deal.

Plain values for the browser, in words and signs, made of what `coaching` finds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hearts_lab.cards import Cards, read_cards
from hearts_lab.deal import Deal
from hearts_lab.players import choose_moon
from hearts_lab.rules import Rules
from hearts_lab.wording import many

ADVISER = "cautious"  # who chooses moons and plays the rest for you, and sits where nobody else is named
SHOWN = 0.05  # points: what costs less is drawn as nothing


@dataclass(frozen=True)
class Hint:
    """The best choice, why in a sentence, and what each other choice would cost: the texts of its cards, and the price."""

    cards: Cards
    text: str
    prices: tuple[tuple[tuple[str, ...], str], ...] = ()


@dataclass(frozen=True)
class Review:
    """Your decisions of a deal, the costliest first, and what its score was made of; both as the browser draws them."""

    rows: tuple[dict, ...]
    parts: tuple[dict, ...]
    text: str


def price(loss: float) -> str:
    """What a choice loses against the best one, as it stands on its card."""
    return "best" if loss < SHOWN else f"+{loss:.1f}"


def ask_hint(deal: Deal, you: int) -> Hint:
    """The coach's choice, with the price of each; a moon is the adviser's business."""
    if deal.phase == "moon":
        kind, reason = choose_moon(ADVISER, deal)
        return Hint(Cards(), f"Choose the {kind} moon. {reason}")
    from hearts_lab.coaching import coach

    rows = coach(deal, you).to_dict("records")
    best, cards = rows[0], read_cards(rows[0]["card"])
    prices = tuple((tuple(card.text for card in read_cards(row["card"])), price(row["loss"])) for row in rows)
    verb = "Pass" if deal.phase == "pass" else "Play"
    return Hint(cards, f"{verb} {cards}. {best['reason']}", prices)


def ask_review(deal: Deal, you: int, tell: Callable[[str], bool] | None = None) -> Review:
    """Every decision of yours in a finished deal with what it cost, and the deal's score split into luck and mistakes.

    `tell` is told how far it is, in a sentence; where it says False the rest is left out.
    """
    from hearts_lab.coaching import review, skill_sheet
    from hearts_lab.remarks import amount

    def telling(start: str) -> Callable[[int, int], bool]:
        return lambda done, total: tell is None or tell(f"{start}: {done} of {total} decisions.")

    found = review(deal, you, progress=telling("Looking back at your deal"))
    sheet = skill_sheet(deal, you, progress=telling("Telling luck from mistakes"))
    rows = tuple(_row(row) for row in found.to_dict("records"))
    dear, decisions, lost = sum(row["costs"] for row in rows), many(len(rows), "decision"), sum(found["loss"])
    text = (
        f"{dear} of {decisions} cost {amount(deal.rules, lost)} in all, as far as you could know."
        if dear
        else f"{decisions} cost nothing."
        if rows
        else "You never had a choice in this deal."
    )
    return Review(rows, _parts(sheet, deal.rules), text)


def _row(row: dict) -> dict:
    chosen, best = read_cards(row["chosen"]), read_cards(row["best"])
    costs = row["loss"] >= SHOWN
    open_loss = row["open_loss"]
    return {
        "when": "the pass" if row["trick"] == 0 else f"trick {row['trick']}",
        "chosen": [card.text for card in chosen],
        "best": [card.text for card in best] if costs else None,
        "costs": bool(costs),
        "price": f"{row['loss']:.1f}" if costs else "0",
        "reason": row["reason"],
        "known": "with all cards known: " + ("nothing lost" if open_loss < SHOWN else f"{open_loss:.1f} lost"),
        "text": row["text"],
    }


# What a deal's score is made of: the columns of `coaching.skill_sheet`, what to call them, and what they mean.
PARTS = {
    "par": ("par", "what such a deal {costs} each player among experts"),
    "hand": ("luck of the hand", "what your cards made of that"),
    "play": ("luck of the play", "how the other cards lay, and what the others did"),
    "mistakes": ("mistakes", "what your decisions cost, as far as you could know"),
    "score": ("score", "what the deal {cost} you"),
}


def _parts(sheet, rules: Rules) -> tuple[dict, ...]:
    """The score of the deal as a sum, term by term."""
    words = {"costs": "costs", "cost": "cost"} if rules.low_wins else {"costs": "brings", "cost": "brought"}
    (row,) = sheet[list(PARTS)].to_dict("records")
    return tuple(
        {"name": name, "value": _number(row[part], part), "about": about.format(**words)}
        for part, (name, about) in PARTS.items()
    )


def _number(value: float, part: str) -> str:
    shown = {"par": ".1f", "score": ".0f"}.get(part, "+.1f")
    return f"{round(value, 1) + 0.0:{shown}}".replace("-", "−")  # + 0.0: there is no −0
