"""`Table`: the card table. The browser draws and proposes; here proposals are carried out, saved and published."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from hearts_lab.deal import Deal
from hearts_lab.match import Match
from hearts_lab.players import Strategy, StrategyError
from hearts_lab.rules import Rules
from hearts_lab.widgets import front_end
from hearts_lab.widgets.events import events
from hearts_lab.widgets.live import Live
from hearts_lab.widgets.saving import Saved
from hearts_lab.widgets.scene import in_words, scene
from hearts_lab.widgets.seating import seat_names, with_names
from hearts_lab.widgets.sitting import Sitting, TableError, sit_down

_ACTIONS = {
    "pass": lambda sitting, content: sitting.pass_cards(content.get("cards", ())),
    "play": lambda sitting, content: sitting.play(content.get("card")),
    "moon": lambda sitting, content: sitting.choose_moon(content.get("kind")),
    "hint": lambda sitting, content: sitting.ask_hint(),
    "undo": lambda sitting, content: sitting.undo(),
    "rest": lambda sitting, content: sitting.rest(),
    "next_deal": lambda sitting, content: sitting.next_deal(),
    "new_match": lambda sitting, content: sitting.new_match(),
    "open": lambda sitting, content: sit_down(content.get("text", "")).others_play(),
}
_SETTINGS = {"speed": ("slow", "normal", "fast", "off"), "colours": (4, 2)}


class Table(Live):
    """A card table in the notebook: you play one seat, computer players the others.

    `what` is a game's name, rules, a deal, a match, or the text of one; `players` names the opponents (one name, or one
    a seat clockwise from your left); `you` is your seat. With `save="match.hearts"` the history is written after every
    action, and running the cell again goes on exactly there. `deal` and `match` are the values on the table now.

    >>> table = Table("black_maria", seed=7)
    >>> table.deal.hand(0)
    5♣ 10♣ A♣ 7♦ 9♦ Q♦ 3♠ 5♠ 8♠ 10♠ 4♥ 10♥ Q♥
    """

    _esm = front_end("cards", "table_felt", "table_hand", "table_moon", "table_side", "table_motion", "table", kind="js")
    _css = front_end("cards", "table", kind="css")

    def __init__(
        self,
        what: Rules | str | Deal | Match = "black_maria",
        *,
        seed: int = 1,
        players: str | Strategy | Iterable | None = None,
        you: int | None = None,
        save: str | Path | None = None,
    ):
        super().__init__()
        self._settings = {name: values[1 if name == "speed" else 0] for name, values in _SETTINGS.items()}
        self._saved = None if save is None else Saved(save)
        sitting, message = sit_down(what, seed=seed, players=players, you=you), None
        if self._saved:
            sitting, message = self._saved.resume(sitting)
        self._sitting = sitting.others_play()
        if self._saved:
            self._saved.write(self._sitting.now)
        self._publish(events(None, self.deal, self._sitting.you), message)
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

    def _receive(self, content: dict, now: bool) -> None:
        action = content.get("action")
        if action == "settings":
            self._settings.update({name: content[name] for name, values in _SETTINGS.items() if content.get(name) in values})
            self._publish()
        elif now and isinstance(action, str) and action in _ACTIONS:
            self._act(content)

    def _act(self, content: dict) -> None:
        before = self._sitting
        try:
            self._sitting = _ACTIONS[content["action"]](before, content)
        except StrategyError as error:  # its sentence names the cards that it might have played: they are nobody's business
            text = f"{str(error).split(' in seat')[0]} did what no player may do, so this deal cannot go on with it."
            return self._publish(message={"kind": "error", "text": text})
        except ValueError as error:
            names = seat_names(self.deal.rules.players, before.you)
            return self._publish(message={"kind": "error", "text": with_names(str(error), names)})
        self._turn += 1
        self._publish(events(before.deal, self.deal, self._sitting.you), self._save(content["action"], before))

    def _save(self, action: str, before: Sitting) -> dict | None:
        """Write the file; gives what the player must be told about it."""
        if not self._saved:
            return None
        name = self._saved.name
        if action == "open" or type(self._sitting.now) is not type(before.now):
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
            "settings": dict(self._settings),
            "events": list(shown),
            "message": message,
            "saved": self._saved and self._saved.name,
        })
