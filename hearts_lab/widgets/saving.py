"""The file in which a table keeps its history: written after every action, read again when the cell is run again."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import NamedTemporaryFile

from hearts_lab import notation
from hearts_lab.deal import Deal
from hearts_lab.match import Match, read
from hearts_lab.players import StrategyError
from hearts_lab.widgets.sitting import Sitting, TableError


class Saved:
    """One file with the text of one match, or of one deal. It is never half written, and never thrown away unread."""

    def __init__(self, path: str | Path):
        if not isinstance(path, str | Path) or not str(path):
            raise TableError(f"save names a file, as in save='match.hearts', not {path!r}.")
        self.path = Path(path)
        self.name = self.path.name
        if self.path.is_dir() or not self.path.parent.is_dir():
            why = "is a folder" if self.path.is_dir() else "lies in a folder that does not exist"
            raise TableError(f"A match cannot be saved in {path}: it {why}.")
        self._known: str | None = None  # what the file held when this table last read or wrote it

    def write(self, now: Deal | Match) -> None:
        """Replace the file in one step: a kernel killed meanwhile leaves the old one or the new one, whole.

        Raises TableError when somebody else, such as a second table, has written the file meanwhile: it is left alone.
        """
        if self._known is not None and self.path.exists() and self.path.read_text(encoding="utf-8") != self._known:
            raise TableError(f"{self.name} has been written by another table. It stays as it is; this table goes on unsaved.")
        text = now.text + "\n"
        with NamedTemporaryFile("w", encoding="utf-8", dir=self.path.parent, prefix=f".{self.name}.", delete=False) as new:
            new.write(text)
        os.replace(new.name, self.path)
        self._known = text

    def resume(self, wanted: Sitting) -> tuple[Sitting, dict | None]:
        """The sitting that the file holds if it is of the wanted game, else the new one; and what to tell the player.

        Raises TableError for a file of another game: it is not overwritten. A damaged file is set aside.
        """
        if not self.path.exists():
            return wanted, None
        try:
            told = self.path.read_text(encoding="utf-8")
            found = _read(told, wanted.players)
        except StrategyError as error:
            why = f"{self.name} is a match with a player that is not at this table. {error} Name it in players."
            raise TableError(why) from None
        except ValueError as error:
            aside = self._set_aside()
            return wanted, {
                "kind": "error",
                "text": f"{self.name} could not be read: {str(error).rstrip('.')}. "
                f"It is kept as {aside.name}; this is a new start.",
            }
        if not _is_same_game(found, wanted):
            raise TableError(
                f"{self.path} holds {_in_short(found)}, and this table would play {_in_short(wanted.now)}. The file is "
                f"left as it is: give another name to save, or open it with hl.Table(open({str(self.path)!r}).read())."
            )
        self._known = told
        players = found.players if isinstance(found, Match) else wanted.players
        went_on = found.text != wanted.now.text
        return (
            Sitting(found, wanted.you, players),
            {"kind": "info", "text": f"Going on where {self.name} stopped."} if went_on else None,
        )

    def _set_aside(self) -> Path:
        number = 0
        while (aside := self.path.with_name(f"{self.name}.bak{number or ''}")).exists():
            number += 1
        os.replace(self.path, aside)
        return aside


def _read(text: str, players) -> Deal | Match:
    """The saved value. A strategy of the reader's own is saved by its name: it is the one now at the table."""
    return read(text, own=[player for player in players if player is not None and player.own])


def _is_same_game(found: Deal | Match, wanted: Sitting) -> bool:
    """Matches of the same rules, seat and beginning may differ in seed and opponents (New match); a deal is its cards."""
    now = wanted.now
    if type(found) is not type(now) or found.rules != now.rules:
        return False
    if isinstance(found, Match):
        persons = [seat for seat, player in enumerate(found.players) if player is None]
        return found.start == now.start and persons == [wanted.you]
    return found.number == now.number and all(
        found.dealt(seat) == now.dealt(seat) for seat in range(found.rules.players)
    )


def _in_short(what: Deal | Match) -> str:
    if isinstance(what, Deal):
        return f"deal {what.number} of {notation.write_rules(what.rules)}"
    persons = [str(seat) for seat, player in enumerate(what.players) if player is None]
    return f"a match of {notation.write_rules(what.rules)} with you in seat {', '.join(persons) or 'none'}"
