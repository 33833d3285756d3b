"""`Table`: the card table. The browser draws and proposes; here proposals are carried out, saved and published."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from hearts_lab.deal import Deal
from hearts_lab.match import Match
from hearts_lab.players import Strategy, StrategyError
from hearts_lab.rules import Rules
from hearts_lab.widgets import front_end
from hearts_lab.widgets.errand import Errand
from hearts_lab.widgets.events import events
from hearts_lab.widgets.live import Live
from hearts_lab.widgets.saving import Saved
from hearts_lab.widgets.scene import in_words, scene, thought
from hearts_lab.widgets.seating import seat_names, with_names
from hearts_lab.widgets.sitting import Sitting, TableError, sit_down

_ACTIONS = {
    "pass": lambda sitting, content: sitting.pass_cards(content.get("cards", ())),
    "play": lambda sitting, content: sitting.play(content.get("card")),
    "moon": lambda sitting, content: sitting.choose_moon(content.get("kind")),
    "hint": lambda sitting, content: sitting.ask_hint(),
    "review": lambda sitting, content: sitting.ask_review(),
    "level": lambda sitting, content: sitting.at_level(content.get("level")),
    "undo": lambda sitting, content: sitting.undo(),
    "rest": lambda sitting, content: sitting.rest(),
    "next_deal": lambda sitting, content: sitting.next_deal(),
    "new_match": lambda sitting, content: sitting.new_match(),
    "open": lambda sitting, content: sitting.open(content.get("text", ""), content.get("you")),
    "back": lambda sitting, content: sitting.back(),
}
# What may be set at the table; the first is the usual one.
_SETTINGS = {"speed": ("normal", "slow", "fast", "off"), "colours": (4, 2), "prices": (False, True)}

_KNOWN: set[str] = set()  # who has thought since the start of this kernel, and so is warm


class Table(Live):
    """A card table in the notebook: you play one seat, computer players the others.

    `what` is a game's name, rules, a deal, a match, or the text of one; `players` names the opponents (one name, or one
    a seat clockwise from your left), or `level` says how well all of them play: "beginner", "cautious", "expert" or "thinker";
    `you` is your seat. With `save="match.hearts"` the history is written after every action, and running the cell again goes
    on exactly there. `deal` and `match` are the values on the table now.

    >>> table = Table("black_maria", seed=7)
    >>> table.deal.hand(0)
    5♣ 10♣ A♣ 7♦ 9♦ Q♦ 3♠ 5♠ 8♠ 10♠ 4♥ 10♥ Q♥
    """

    _esm = front_end("cards", "table_felt", "table_hand", "table_moon", "table_notes", "table_side", "table_review",
                     "table_motion", "table", kind="js")
    _css = front_end("cards", "table", "table_review", kind="css")
    _errand: Errand | None = None  # while somebody thinks
    _progress: str | None = None  # how far it is
    _message: dict | None = None  # what you were told at your last action

    def __init__(
        self,
        what: Rules | str | Deal | Match = "black_maria",
        *,
        seed: int = 1,
        players: str | Strategy | Iterable | None = None,
        level: str | None = None,
        you: int | None = None,
        save: str | Path | None = None,
    ):
        super().__init__()
        self._settings = {name: values[0] for name, values in _SETTINGS.items()}
        self._saved = None if save is None else Saved(save)
        sitting, message = sit_down(what, seed=seed, players=players, level=level, you=you), None
        if self._saved:
            sitting, message = self._saved.resume(sitting)
        self._sitting = sitting.quick_steps()
        if self._saved:
            self._saved.write(self._sitting.now)
        self._go_on(events(None, self.deal, self._sitting.you), message)
        self._listen()

    @property
    def deal(self) -> Deal:
        """The deal on the table, as it stands now."""
        return self._sitting.deal

    @property
    def match(self) -> Match | None:
        """The match on the table; None when a single deal is."""
        return self._sitting.match

    def __repr__(self):
        return in_words(self._sitting)

    def close(self) -> None:
        """The table is taken away; whoever is thinking at it stops."""
        self._leave_off()
        super().close()

    def _receive(self, content: dict, now: bool) -> None:
        action = content.get("action")
        if action == "settings":
            found = {name: content[name] for name, values in _SETTINGS.items() if content.get(name) in values}
            self._settings.update(found)
            self._publish()
        elif now and isinstance(action, str) and action in _ACTIONS:
            self._act(action, content)

    def _act(self, action: str, content: dict) -> None:
        before = self._sitting
        try:
            after = _ACTIONS[action](before, content).quick_steps()
        except ValueError as error:
            return self._publish(message=self._refusal(error))
        self._leave_off()
        self._sitting = after
        self._turn += 1
        shown = () if action == "back" else events(before.deal, after.deal, after.you)
        self._go_on(shown, self._save(before))

    def _refusal(self, error: ValueError) -> dict:
        text = with_names(str(error), seat_names(self.deal.rules.players, self._sitting.you))
        if isinstance(error, StrategyError):  # its sentence names the cards that it might have played: nobody's business
            text = f"{str(error).split(' in seat')[0]} did what no player may do, so this deal cannot go on with it."
        return {"kind": "error", "text": text}

    # Thinking, on a thread of its own: what is decided meanwhile drops it, and then it hands nothing over.

    def _leave_off(self) -> None:
        with self._lock:
            if self._errand:
                self._errand.drop()
            self._errand = self._progress = None

    def _go_on(self, shown: Iterable[dict], message: dict | None) -> None:
        """Publish what was decided, and see to what is to be thought about before you go on."""
        with self._lock:
            self._message = message
            if self._sitting.pending:
                self._errand = Errand(partial(self._think, self._sitting))
            self._publish(shown, message)

    def _think(self, sitting: Sitting, errand: Errand) -> None:
        while sitting.pending:
            before = sitting
            try:
                sitting = before.step(partial(self._tell, errand))
                error = None
            except Exception as found:  # whatever it is, the table must not go on waiting
                error = found
            with self._lock:
                if not errand.wanted:
                    return
                if error is not None:
                    return self._give_up(error)
                _KNOWN.add(before.thinker)
                self._sitting = sitting
                if not sitting.pending:
                    self._errand = self._progress = None
                self._publish(events(before.deal, sitting.deal, sitting.you), self._save(before) or self._message)

    def _give_up(self, error: Exception) -> None:
        self._sitting = self._sitting.unasked()
        self._errand = self._progress = None
        known = isinstance(error, ValueError)
        told = error if known else TableError(f"This could not be thought through: {type(error).__name__}: {error}.")
        self._publish(message=self._refusal(told))

    def _tell(self, errand: Errand, progress: str) -> bool:
        """How far an errand is; whether it is to go on."""
        with self._lock:
            if errand.wanted:
                self._progress = progress
                self._publish(message=self._message)
            return errand.wanted

    def _save(self, before: Sitting) -> dict | None:
        """Write the file; gives what the player must be told about it. What you only look at is not saved."""
        if not self._saved:
            return None
        name = self._saved.name
        if self._sitting.home:
            text = f"{name} stays as it is; what is on the table now is not saved."
            return None if before.home else {"kind": "info", "text": text}
        if type(self._sitting.now) is not type(before.now) and not before.home:
            self._saved = None
            return {"kind": "info", "text": f"{name} stays as it is; what is on the table now is not saved."}
        try:
            self._saved.write(self._sitting.now)
        except TableError as error:
            self._saved = None
            return {"kind": "error", "text": str(error)}
        except OSError as error:
            text = f"{name} could not be written: {error.strerror}. It is tried again after your next action."
            return {"kind": "error", "text": text}
        return None

    def _publish(self, shown: Iterable[dict] = (), message: dict | None = None) -> None:
        self._draw({
            **scene(self._sitting),
            "thinking": thought(self._sitting, self._progress, _KNOWN) if self._errand else None,
            "settings": dict(self._settings),
            "events": list(shown),
            "message": message,
            "saved": self._saved.name if self._saved and not self._sitting.home else None,
        })
