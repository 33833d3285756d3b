"""What the trainer shows: a situation, and the verdict on an answer, as plain values for the browser.

The verdicts and the sentences are the engine's; `static/trainer.js` lists the fields.
"""

from __future__ import annotations

from dataclasses import dataclass

from hearts_lab import cards as c
from hearts_lab import wording
from hearts_lab.rules import Rules
from hearts_lab.widgets.seating import seat_names
from hearts_lab.widgets.situations import Situation, why_legal
from hearts_lab.wording import titles

_LOOKED_UP = (
    "penalty cards",
    "first lead",
    "first trick",
    "leading",
    "forced play",
)  # what of Rules.sentences() is about playing cards

# The situation.


def _worth(rules: Rules, card) -> int | None:
    return rules.points[card] or None


def _facts(question: Situation) -> list[dict]:
    """What has happened that matters: which trick it is, and what has been broken."""
    deal, games = question.deals[0], [deal.rules for deal in question.deals]
    tricks = deal.rules.hand_size
    first = not deal.tricks
    found = [{"text": "first trick" if first else f"trick {len(deal.tricks) + 1} of {tricks}", "on": first}]
    hearts = {card for card in deal.rules.pack if card.suit == c.HEARTS}
    breaking = {card for rules in games for card in rules.breakers} or hearts
    fallen = next(((place, card) for place, (_, card) in enumerate(deal.plays) if card in breaking), None)
    what = wording.card_set(c.in_hand_order(breaking), "or").replace("hearts", "heart")
    if fallen is None:
        text = f"no {what} played yet"
    else:
        text = f"{fallen[1]} fell on trick {fallen[0] // deal.rules.players + 1}"
    if len(games) == 1 and deal.rules.waits and deal.rules.breakers:
        text = f"{wording.card_set(deal.rules.waits)} {'broken' if deal.broken else 'not broken'}: {text}"
    found.append({"text": text, "on": fallen is not None})
    if len(games) > 1 and "removed" in games[1].changes:
        found.append({"text": f"dealt with the pack of {games[0].title}", "on": False})
    return found


def _said(question: Situation, names: tuple[str, ...]) -> str:
    deal = question.deals[0]
    both = " in each game" if len(question.deals) > 1 else ""
    if not deal.trick:
        return f"You lead{'' if deal.tricks else ' to the first trick'}. Which cards may you lead{both}?"
    leader, led = deal.trick[0]
    return f"{names[leader]} led {led}. Which cards may you play{both}?"


def scene(question: Situation) -> dict:
    """All that the browser draws of a question; `static/trainer.js` lists the fields."""
    deal, games = question.deals[0], tuple(deal.rules for deal in question.deals)
    seats = deal.rules.players
    names = seat_names(seats, question.seat)
    leader = deal.trick[0][0] if deal.trick else question.seat
    played = dict(deal.trick)
    slots = []
    for seat in ((leader + step) % seats for step in range(seats)):
        worths = {_worth(rules, played[seat]) for rules in games} if seat in played else {None}
        slots.append(
            {
                "name": names[seat],
                "card": played[seat].text if seat in played else None,
                "points": worths.pop() if len(worths) == 1 else None,
                "leads": seat == leader,
                "dealer": seat == deal.dealer,
                "you": seat == question.seat,
            }
        )
    return {
        "games": [
            {
                "title": name,
                "hand": [{"card": card.text, "points": _worth(rules, card)} for card in question.hand],
                "rules": [text for key, text in rules.sentences().items() if key in _LOOKED_UP],
            }
            for name, rules in zip(titles(*games), games, strict=True)
        ],
        "slots": slots,
        "facts": _facts(question),
        "say": _said(question, names),
        "tricks": [
            {
                "number": trick.number,
                "cards": [card.text for card in trick.cards],
                "text": f"{names[trick.leader]} led, "
                + ("it was void" if trick.winner is None else f"{names[trick.winner]} took it"),
            }
            for trick in deal.tricks
        ],
    }


def in_words(question: Situation) -> str:
    """A question as text, for where no widget is drawn: on GitHub, on paper, in a terminal."""
    deal, games = question.deals[0], tuple(deal.rules for deal in question.deals)
    names = seat_names(deal.rules.players, question.seat)
    happened = "; ".join(fact["text"] for fact in _facts(question))
    lines = [
        f"{c.one_of(titles(*games), 'and')}: which cards may you play?",
        f"{happened[:1].upper()}{happened[1:]}.",
        f"Your hand: {question.hand}",
    ]
    if deal.trick:
        lines.append("On the table: " + ", ".join(f"{names[seat]} {card}" for seat, card in deal.trick))
    return "\n".join([*lines, _said(question, names)])


# The answer.


def read_marks(marks, games: int, cards: int) -> tuple[frozenset[int], ...] | None:
    """The places of the marked cards for each game, or None when a message is not an answer."""
    if not isinstance(marks, list) or len(marks) != games:
        return None
    for game in marks:
        if not isinstance(game, list) or not all(type(place) is int and 0 <= place < cards for place in game):
            return None
    return tuple(map(frozenset, marks))


@dataclass(frozen=True)
class Answer:
    """The marks for each game as places in the hand, or None when the answer was asked for."""

    question: Situation
    marks: tuple[frozenset[int], ...] | None

    @property
    def right(self) -> list[list[bool]]:
        """For each game and card, whether the mark agrees with the engine."""
        return [
            [
                self.marks is not None and (place in self.marks[game]) == (card in legal)
                for place, card in enumerate(self.question.hand)
            ]
            for game, legal in enumerate(self.question.legal)
        ]

    def verdict(self) -> dict:
        """What the browser shows: each card's verdict, and the cards together that one sentence decides."""
        hand = self.question.hand
        games = []
        for game, (deal, legal, right) in enumerate(
            zip(self.question.deals, self.question.legal, self.right, strict=True)
        ):
            groups: dict[tuple[bool, str], list[int]] = {}
            for place, card in enumerate(hand):
                free = card in legal
                groups.setdefault((free, why_legal(deal, card) if free else deal.why_illegal(card)), []).append(place)
            games.append(
                {
                    "marked": [self.marks is not None and place in self.marks[game] for place in range(len(hand))],
                    "legal": [card in legal for card in hand],
                    "right": right,
                    "groups": [
                        {"legal": free, "why": why, "cards": places}
                        for (free, why), places in sorted(groups.items(), key=lambda group: not group[0][0])
                    ],
                }
            )
        return {"shown": self.marks is None, "games": games, **self._words()}

    def _words(self) -> dict:
        names = titles(*tuple(deal.rules for deal in self.question.deals))
        cards = [right for game in self.right for right in game]
        if self.marks is None:
            free = [
                f"{f'{name}: ' if len(names) > 1 else ''}{legal} may be played."
                for name, legal in zip(names, self.question.legal, strict=True)
            ]
            return {"title": "The answer", "text": " ".join(free)}
        if all(cards):
            return {"title": "Right!", "text": f"All {len(cards)} cards{' over both games' if len(names) > 1 else ''}."}
        text = [f"{sum(cards)} of {len(cards)} cards are right."]
        for game, name in enumerate(names):
            wrong = [card for card, right in zip(self.question.hand, self.right[game], strict=True) if not right]
            barred = [card for card in wrong if card not in self.question.legal[game]]
            missed = [card for card in wrong if card in self.question.legal[game]]
            found = [f"{_named(barred, 'marked')} {'is' if len(barred) == 1 else 'are'} barred"] if barred else []
            found += [f"{_named(missed, 'left out')} may be played"] if missed else []
            if found:
                text.append(f"{f'{name}: ' if len(names) > 1 else ''}{', but '.join(found)}.")
        return {"title": "Not quite", "text": " ".join(text)}


def _named(cards: list, what: str) -> str:
    return c.one_of(cards, "and") if len(cards) <= 4 else f"{len(cards)} cards that you {what}"
