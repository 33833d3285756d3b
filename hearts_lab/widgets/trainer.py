"""`Trainer`: which cards may you play? The browser shows a situation and proposes an answer; the engine judges."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass

from hearts_lab.deal import Deal
from hearts_lab.match import Match
from hearts_lab.rules import Rules
from hearts_lab.widgets import front_end
from hearts_lab.widgets.live import Live
from hearts_lab.widgets.question import Answer, in_words, read_marks, scene
from hearts_lab.widgets.sitting import read_what
from hearts_lab.widgets.situations import Situation, SituationError, askable, draw, rules_asked, under


@dataclass(frozen=True)
class Score:
    """What has been answered so far: questions and single cards, and how many of each were right."""

    asked: int = 0
    right: int = 0
    cards: int = 0
    cards_right: int = 0

    def __str__(self):
        return f"{self.right} of {self.asked} right"


class Trainer(Live):
    """Which cards may you play? Mark them, check, and read why.

    `Trainer("black_maria")` asks about one game; `Trainer("standard", "black_maria")` about two, in situations where
    they allow different cards. `about` narrows the questions to one rule: opening, following, first_trick or waits. The
    same seed asks the same questions. A deal, its text, or a list of them asks about just these, under their own rules
    or also under those of `b`. `score` tells how many were right; `question` is the situation that is shown now.

    >>> print(repr(Trainer("black_maria", seed=2)).splitlines()[0])
    Black Maria: which cards may you play?
    """

    _esm = front_end("cards", "trainer", kind="js")
    _css = front_end("cards", "trainer", kind="css")

    def __init__(
        self,
        a: Rules | str | Deal | Iterable[Deal | str] = "black_maria",
        b: Rules | str | None = None,
        *,
        seed: int = 1,
        players: int | None = None,
        about: str | None = None,
    ):
        super().__init__()
        self._questions = _questions(a, b, seed, players, about)
        self._number, self.question = 1, self._questions.ask(1)
        self._answer: Answer | None = None
        self.score = Score()
        self._publish()
        self._listen()

    def __repr__(self):
        return in_words(self.question)

    def _receive(self, content: dict, now: bool) -> None:
        acts = {"check": self._check, "show": self._show, "next": self._next}
        if now and isinstance(content.get("action"), str) and content["action"] in acts:
            self._carry_out(acts[content["action"]], content)

    def _carry_out(self, act: Callable[[dict], bool], content: dict) -> None:
        try:
            done = act(content)
        except SituationError as error:
            self._publish(str(error))
        else:
            if done:
                self._turn += 1
                self._publish()

    def _check(self, content: dict) -> bool:
        marks = read_marks(content.get("marks"), len(self.question.deals), len(self.question.hand))
        if self._answer or marks is None:
            return False
        if not all(marks):
            raise SituationError(
                "Mark at least one card first: a player can always play something."
                if len(marks) == 1
                else "Mark at least one card for each game first."
            )
        self._count(Answer(self.question, marks))
        return True

    def _show(self, content: dict) -> bool:
        if self._answer:
            return False
        self._count(Answer(self.question, None))
        return True

    def _count(self, answer: Answer) -> None:
        """A question that was shown counts as asked; its cards were nobody's answer."""
        right = [] if answer.marks is None else [card for game in answer.right for card in game]
        was = self.score
        self.score = Score(
            was.asked + 1,
            was.right + (bool(right) and all(right)),
            was.cards + len(right),
            was.cards_right + sum(right),
        )
        self._answer = answer

    def _next(self, content: dict) -> bool:
        if self._number == self._questions.of:
            return False
        self.question = self._questions.ask(self._number + 1)
        self._number += 1
        self._answer = None
        return True

    def _publish(self, message: str | None = None) -> None:
        self._draw({
            **scene(self.question),
            "message": message,
            "number": self._number,
            "of": self._questions.of,
            "about": self._questions.about,
            "answer": self._answer and self._answer.verdict(),
            "score": asdict(self.score),
        })


# The questions.


@dataclass(frozen=True)
class _Questions:
    ask: Callable[[int], Situation]
    of: int | None = None  # how many there are; None: no end
    about: str | None = None


def _questions(a, b, seed, players, about) -> _Questions:
    """Questions drawn from a game or two, or the given ones."""
    a = _value(a)
    if isinstance(a, Deal):
        a = [a]
    if isinstance(a, list | tuple):
        if players is not None or about is not None:
            raise SituationError("players and about narrow down drawn questions; these deals are given.")
        given = [_given(what, b) for what in a]
        if not given:
            raise SituationError("Give at least one deal to ask about.")
        return _Questions(lambda number: given[number - 1], len(given))
    games = rules_asked(a, b, players)
    fields = askable(games, about)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**63:
        raise SituationError(f"The seed must be a whole number from 0, not {seed!r}.")
    return _Questions(lambda number: draw(*games, about=about, seed=seed, number=number), about=about and fields[0])


def _value(what):
    """Rules or a deal, also where a text or a match stands for it."""
    what = read_what(what) if isinstance(what, str) else what
    return what.deal if isinstance(what, Match) else what


def _given(what: Deal | Match | str, b: Rules | str | None) -> Situation:
    """A given deal as a question, under its own rules or also under those of another game."""
    deal = _value(what)
    if not isinstance(deal, Deal):
        raise SituationError(f"A question is a deal or its text, not {type(deal).__name__}.")
    if deal.phase != "play":
        stands = "over" if deal.phase == "over" else "waiting for the pass"
        raise SituationError(f"Nobody is to play a card in this deal: it is {stands}.")
    return Situation((deal,) if b is None else (deal, under(deal, rules_asked(deal.rules, b)[1])))
