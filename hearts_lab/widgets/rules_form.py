"""`RulesForm`: a form that makes rules. It knows fields and words, not which rules go together: the engine says that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Any

import ipywidgets
import traitlets

from hearts_lab import cards as c
from hearts_lab import rules as games
from hearts_lab.rules import CARD_SETS, Rules, RulesError, variant

_FOLLOWS = ("players", "packs", "kitty")  # another number of these picks the cards left out and the passing anew


@dataclass(frozen=True)
class Field:
    """One control: what it is called, what it offers (words -> value; None for a line to write in), and a hint."""

    label: str
    options: dict[str, Any] | None = None
    hint: str = ""


YES_NO = {"no": False, "yes": True}
# The groups of the form, each with the sentences (`Rules.sentences`) that tell its rules, and its fields.
GROUPS = {
    "Table and pack": (
        ("points in a deal", "cards left out", "kitty"),
        {
            "packs": Field("packs", {"one": 1, "two": 2}),
            "removed": Field("cards left out", hint="such as 2C 2D; empty for none"),
            "kitty": Field("cards left over", {
                "none, the pack is dealt evenly": "none", "to the winner of the first trick": "first",
                "with the last trick": "last", "with the first penalty card": "first_penalty"}),
            "kitty_peek": Field("its taker may look", YES_NO),
        },
    ),
    "What cards cost": (
        ("penalty cards",),
        {"points": Field("points", hint="such as hearts 1, QS 13, JD −10; a negative card is a bonus")},
    ),
    "Passing": (
        ("passing",),
        {
            "pass_count": Field("cards passed", hint="0 for none"),
            "pass_cycle": Field("where, deal by deal", hint="left, right, across, hold, scatter (one to each)"),
            "forbidden_pass": Field("never passed", hint="such as QS KS AS; empty for none"),
        },
    ),
    "Leading and following": (
        ("first lead", "leading", "first trick", "forced play"),
        {
            "opening": Field("first lead", {
                "dealer's left, any card": "eldest", "dealer's left, no penalty card": "eldest_clean",
                "the lowest club": "lowest_club", "holder of the lowest club, any club": "holder_any_club"}),
            "first_trick": Field("first trick", {"penalty cards allowed": "free", "no penalty cards": "clean"}),
            "waits": Field("not led until broken", hint="such as hearts, or hearts QS; empty for none"),
            "breakers": Field("broken by", hint="such as hearts, or hearts QS"),
            "lead_escape": Field("nothing else to lead", {
                "then it may be led": "hearts", "also from a hand of penalty cards only": "penalties",
                "then the lead passes left": "pass_left"}),
            "forced_play": Field("must be thrown", {
                "nothing": (), "Q♠ at the first chance": ("queen",), "J♠ when void": ("jack",),
                "Q♠ and J♠": ("queen", "jack")}),
        },
    ),
    "Two packs": (
        ("identical cards", "last void trick"),
        {
            "cancel": Field("identical cards", {
                "the first one played is higher": "none", "cancel; two pairs make a trick void": "two_pairs",
                "cancel; void only without a live card": "no_live_card"}),
            "last_void": Field("a last void trick", {
                "goes to nobody": "nobody", "to its leader": "leader", "to the last winner": "previous_winner"}),
        },
    ),
    "Moon and bonuses": (
        ("moon", "no trick"),
        {
            "moon": Field("taking every penalty card", {
                "is no moon": "none", "old: everyone else pays": "old", "new: the shooter's score falls": "new",
                "the shooter chooses": "choice", "the deal counts for nobody": "void"}),
            "moon_amount": Field("worth", hint="a number, or total for the points of a deal"),
            "moon_needs_bonus": Field("needs the bonus card", YES_NO),
            "moon_fallback": Field("never against the shooter", YES_NO),
            "no_trick_bonus": Field("for taking no trick", hint="0, or such as −5"),
        },
    ),
    "Score and end": (
        ("settlement", "end", "exact target"),
        {
            "settlement": Field("a deal is settled", {
                "as points that add up": "running", "as a sweepstake with a pool": "sweepstake",
                "by Howell's payments": "howell", "in the chips of 1887": "chips_1887"}),
            "jack": Field("a standing jack", {"is split by clear players": "split", "goes to one alone (Foster)": "foster"}),
            "target": Field("ends at a total of", hint="a number, or none"),
            "deals": Field("ends after deals", hint="a number, players for one each, or none"),
            "exact_target": Field("exactly the target becomes", hint="0 or another number, or none"),
            "tie": Field("a tie for first place", {"is shared": "shared", "is played on": "play_on"}),
        },
    ),
}
FIELDS = {name: field for _, fields in GROUPS.values() for name, field in fields.items()}


# Between a rule's value and the line it is written in.


def _number(text: str) -> Any:
    """A whole number, None for none, or the word as it stands, for the engine to judge."""
    text = text.strip().replace("−", "-")
    if text.lower() in ("", "none", "no"):
        return None
    digits = text[1:] if text[:1] in ("-", "+") else text
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 19 else text


def write_points(points) -> str:
    """The points of every card that counts, in short: "hearts 1, QS 13"."""
    hearts = {points[card] for card in c.DECK if card.suit == c.HEARTS}
    whole = len(hearts) == 1 and hearts != {0}
    shown = [f"hearts {hearts.pop()}"] if whole else []
    shown += [f"{card.text} {worth}" for card, worth in points.items() if not (whole and card.suit == c.HEARTS)]
    return ", ".join(shown).replace("-", "−")


def read_points(text: str) -> dict[str, Any]:
    """Card or suit -> points. Raises RulesError for a part that is not a card and a number."""
    found = {}
    for part in filter(None, (part.strip() for part in text.replace(";", ",").split(","))):
        name, _, worth = part.replace(":", " ").rpartition(" ")
        if not name.strip() or type(_number(worth)) is not int:
            raise RulesError(f"points: write a card or a suit and a number, as in 'QS 13', not {part!r}.")
        found[name.strip()] = _number(worth)
    return found


def _write(name: str, value: Any) -> str:
    if name == "points":
        return write_points(value)
    if name in CARD_SETS:
        suits = [suit for suit in range(4) if sum(card.suit == suit for card in value) == 13]
        return " ".join([c.SUIT_NAMES[suit] for suit in suits] + [card.text for card in value if card.suit not in suits])
    if isinstance(value, tuple):
        return ", ".join(value)
    return "none" if value is None else str(value).replace("-", "−")


def _read(name: str, value: Any) -> Any:
    """What stands in a control, as a value of the rules."""
    if FIELDS[name].options or not isinstance(value, str):
        return value
    if name == "points":  # the line tells them all
        return {**dict.fromkeys(c.SUIT_NAMES, 0), **read_points(value)}
    if name in CARD_SETS:
        return "" if value.strip().lower() == "none" else value
    return value if name == "pass_cycle" else _number(value)


class RulesForm(ipywidgets.VBox):
    """A form that makes rules: `form = RulesForm("black_maria", players=3)`, then `Table(form.rules)`.

    Pick a game and a number of players, and change any rule. What cannot be played is refused in a sentence (`message`)
    and the last good `rules` stay. `differences` are those from the game the form started with. `on_change(function)`
    calls a function with the new rules whenever they change.

    >>> form = RulesForm("standard", moon="choice")
    >>> form.rules.moon, list(form.differences["rule"])
    ('choice', ['moon'])
    """

    rules = traitlets.Instance(Rules)

    def __init__(self, game: str | Rules = "black_maria", players: int | None = None, **fields: Any):
        start = variant(game, players, **fields)
        self._busy = True
        self._edited = {name: value for name, value in start.changes.items() if name in FIELDS}
        if start.packs != games.games()[start.name].get("packs", 1):
            self._edited["packs"] = start.packs
        titles = {games.games()[name]["title"]: name for name in games.names()}
        self._game = ipywidgets.Dropdown(options=titles, value=start.name, description="game")
        self._players = ipywidgets.Dropdown(options=range(3, games.SEATS + 1), value=start.players, description="players")
        self._inputs = {name: _control(field) for name, field in FIELDS.items()}
        self._sentences = {group: ipywidgets.HTML() for group in GROUPS}
        self._status, self._summary, self._changes = ipywidgets.HTML(), ipywidgets.HTML(), ipywidgets.HTML()
        for control in (self._game, self._players, *self._inputs.values()):
            control.style.description_width = "15em"
            control.layout.width = "36em"
        for control, width in ((self._game, "30em"), (self._players, "10em")):
            control.style.description_width, control.layout.width = "5em", width
        again = ipywidgets.Button(description="Back to the game", tooltip="Undo all changes to the rules of this game")
        again.on_click(lambda _: self._start_from(self._game.value, self._players.value))
        pages = {}
        for group, (_, fields) in GROUPS.items():
            rows = [_row(self._inputs[name], field) for name, field in fields.items()]
            pages[group] = ipywidgets.VBox([self._sentences[group], *rows])
        self._group = ipywidgets.ToggleButtons(options=list(GROUPS), style={"button_width": "auto"})
        page = ipywidgets.VBox([pages[self._group.value]])
        self._group.observe(lambda change: setattr(page, "children", [pages[change["new"]]]), "value")
        super().__init__(
            [ipywidgets.HBox([self._game, self._players, again], layout=ipywidgets.Layout(flex_flow="row wrap")),
             self._summary, self._group, page, self._status, self._changes],
            rules=start,
        )
        self._message = ""
        self._accept(start)
        self._game.observe(lambda change: self._start_from(change["new"], None), "value")
        self._players.observe(lambda change: self._edit("players", change["new"]), "value")
        for name, control in self._inputs.items():
            control.observe(lambda change, name=name: self._edit(name, change["new"]), "value")

    @property
    def message(self) -> str:
        """Why the form as it stands cannot be played; empty when `rules` are what it shows."""
        return self._message

    @property
    def game(self) -> Rules:
        """The game that the form started from, for as many players where it has them, with its own rules."""
        try:
            return variant(self.rules.name, self.rules.players)
        except RulesError:
            return variant(self.rules.name, games.games()[self.rules.name]["players"][-1])

    @property
    def differences(self):
        """A row for each rule that differs from the game the form started from, in words."""
        from hearts_lab import tables

        return tables.differences(self.game, self.rules)

    def on_change(self, function: Callable[[Rules], Any]) -> None:
        """Call a function with the new rules whenever they change."""
        self.observe(lambda change: function(change["new"]), "rules")

    def __repr__(self):
        lines = [f"{self.rules.title} ({' · '.join(self.rules.chips)})"]
        lines += [f"Changed, {row[0]}: {row[2]}" for row in self.differences.itertuples(index=False)]
        return "\n".join([*lines, *([self.message] if self.message else [])])

    def _repr_mimebundle_(self, **options):
        bundle = super()._repr_mimebundle_(**options)
        return {**bundle, "text/plain": repr(self)}

    # What a change does.

    def _start_from(self, name: str, players: int | None) -> None:
        """Another game, or the same one anew: for the same number of players if it can be played by so many."""
        if self._busy:
            return
        self._edited = {}
        wanted = players or self._players.value
        self._accept(variant(name, wanted if wanted in games.games()[name]["players"] else None))

    def _edit(self, name: str, value: Any) -> None:
        """One control has changed: the whole form is read again."""
        if self._busy:
            return
        if name in _FOLLOWS:
            for follower in ("removed", "pass_cycle"):
                self._edited.pop(follower, None)
        if name != "players":
            self._edited[name] = value
        try:
            given = {name: _read(name, value) for name, value in self._edited.items()}
            self._accept(variant(self._game.value, self._players.value, **given))
        except ValueError as error:
            self._say(str(error))

    def _accept(self, rules: Rules) -> None:
        """Show rules that can be played, in every control and in words."""
        self._busy = True
        try:
            self._game.value, self._players.value = rules.name, rules.players
            for name, control in self._inputs.items():
                value = getattr(rules, name)
                control.value = value if FIELDS[name].options else _write(name, value)
        finally:
            self._busy = False
        self.rules = rules
        told = rules.sentences()
        for group, (topics, _) in GROUPS.items():
            self._sentences[group].value = _paragraph(" ".join(told[topic] for topic in topics if topic in told))
        self._summary.value = _paragraph(" · ".join(rules.chips))
        changed = self.differences
        table = f'<div class="jp-RenderedHTMLCommon">{changed.drop(columns="source")._repr_html_()}</div>'
        same = _paragraph(f"These are the rules of {rules.title} as its source has them.")
        self._changes.value = table if len(changed) else same
        self._say("")

    def _say(self, message: str) -> None:
        self._message = message
        kept = f"{message} The rules stay as they were." if message else ""
        self._status.value = f'<span role="status" aria-live="polite">{escape(kept)}</span>'


def _control(field: Field) -> ipywidgets.Widget:
    if field.options:
        return ipywidgets.Dropdown(options=list(field.options.items()), description=field.label)
    return ipywidgets.Text(description=field.label, continuous_update=False)


def _row(control: ipywidgets.Widget, field: Field) -> ipywidgets.Widget:
    return ipywidgets.HBox([control, ipywidgets.Label(field.hint)]) if field.hint else control


def _paragraph(text: str) -> str:
    return f'<p style="max-width: 62em; line-height: 1.4; margin: 4px 0">{escape(text)}</p>'
