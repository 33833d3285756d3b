"""`Quiz`: a few questions at the end of a lesson, drawn and answered by the engine."""

from __future__ import annotations

from collections.abc import Iterable

from hearts_lab import cards as c
from hearts_lab.rules import Rules, variant
from hearts_lab.widgets import front_end
from hearts_lab.widgets.live import Live
from hearts_lab.widgets.questions import KINDS, Question, ask
from hearts_lab.widgets.situations import SituationError
from hearts_lab.wording import titles

COUNT = 5
_TRIES = 12  # other questions to try before one is asked twice


class Quiz(Live):
    """Five questions about one game or several, with the engine's answer and its reason after each.

    `Quiz("standard")` asks one question of each kind: lead (who leads first), legal (what may be played), trick (who takes
    it), points (what is in it), score (what a deal costs each seat); the sixth is pass (who gets your cards). `kinds`
    chooses among them and orders them; the same seed asks the same questions. `score` is (right, answered), and `questions`
    are those shown now.

    >>> print(repr(Quiz("black_maria", kinds="pass", count=1, seed=2)).splitlines()[1])
    1. It is deal 9. Who gets the cards that you pass?
    """

    _esm = front_end("cards", "quiz", kind="js")
    _css = front_end("cards", "quiz", kind="css")

    def __init__(self, *games: Rules | str, kinds: str | Iterable[str] | None = None, seed: int = 1, players: int | None = None,
                 count: int = COUNT):
        super().__init__()
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**31:
            raise SituationError(f"The seed must be a whole number from 0, not {seed!r}.")
        if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= 20:
            raise SituationError(f"A quiz asks 1 to 20 questions (count), not {count!r}.")
        self._games = tuple(game if isinstance(game, Rules) and players is None else variant(game, players)
                            for game in games or ("standard",))
        if kinds is not None and not isinstance(kinds, Iterable):
            raise SituationError(f"kinds lists kinds of question, {c.one_of(KINDS)}, not {kinds!r}.")
        self._kinds = (kinds,) if isinstance(kinds, str) else tuple(kinds or KINDS)
        self._titles = dict(zip(self._games, titles(*self._games), strict=True))
        for kind in self._kinds:
            if not isinstance(kind, str) or kind not in KINDS:
                raise SituationError(f"A kind of question is {c.one_of(KINDS)}, not {kind!r}.")
        self._seed, self._count, self._asked = seed, count, 0
        self.score = (0, 0)
        self._ask()
        self._publish()
        self._listen()

    def _ask(self) -> None:
        """The next questions, all different: kinds by turns, and games by turns within them."""
        found: list[Question] = []
        self._first = self._asked + 1
        for _ in range(self._count):
            for tried in range(_TRIES):
                turns, place = divmod(self._asked, len(self._kinds))
                game = self._games[(place + turns) % len(self._games)]
                question = ask(self._kinds[place], game, seed=self._seed, number=1 + self._asked + 1000 * tried)
                if all((question.say, question.rows) != (other.say, other.rows) for other in found):
                    break
            found.append(question)
            self._asked += 1
        self.questions, self._chosen = tuple(found), [None] * len(found)

    def __repr__(self):
        """The questions in words, and their answers at the end, for where no widget is drawn."""
        asked = [f"{place}. {f'{self._named(question.rules)}: ' if self._several else ''}{question}"
                 for place, question in enumerate(self.questions, 1)]
        answers = ", ".join(f"{place} {chr(97 + question.right)}" for place, question in enumerate(self.questions, 1))
        return "\n".join([self._title(), *asked, f"Answers: {answers}."])

    @property
    def _several(self) -> bool:
        return len({question.rules for question in self.questions}) > 1

    def _title(self) -> str:
        words = ("no", "one", "two", "three", "four", "five")
        count = f"{words[self._count] if self._count < len(words) else self._count} question{'s' if self._count > 1 else ''}"
        games = list(dict.fromkeys(titles(*self._games)))
        many = words[len(games)] if len(games) < len(words) else len(games)
        about = c.one_of(games, "and") if len(games) < 3 else f"{many} games"
        return f"{count[:1].upper()}{count[1:]} on {about}"

    def _receive(self, content: dict, now: bool) -> None:
        if not now:
            return
        if content.get("action") == "again":
            self._ask()
        elif not (content.get("action") == "answer" and self._answered(content.get("question"), content.get("answer"))):
            return
        self._turn += 1
        self._publish()

    def _answered(self, place, answer) -> bool:
        """Whether this is a first answer to one of the questions; it counts."""
        if type(place) is not int or not 0 <= place < len(self.questions) or self._chosen[place] is not None:
            return False
        question = self.questions[place]
        if type(answer) is not int or not 0 <= answer < len(question.answers):
            return False
        self._chosen[place] = answer
        right, asked = self.score
        self.score = right + (answer == question.right), asked + 1
        return True

    def _named(self, rules: Rules) -> str:
        """The game of a question, told apart from other forms of it in this quiz."""
        return self._titles.get(rules, rules.title)

    def _publish(self) -> None:
        self._draw({
            "title": self._title(), "score": list(self.score), "number": self._first,
            "questions": [_drawn(question, chosen, self._named(question.rules) if self._several else None)
                          for question, chosen in zip(self.questions, self._chosen, strict=True)],
        })


def _drawn(question: Question, chosen: int | None, game: str | None) -> dict:
    """A question as the browser gets it: which answer is right is not told before one is chosen."""
    return {
        "game": game,
        "say": question.say,
        "rows": [{"name": name, "cards": [card.text for card in cards]} for name, cards in question.rows],
        "answers": list(question.answers),
        "chosen": chosen,
        "right": None if chosen is None else question.right,
        "why": None if chosen is None else question.why,
    }
