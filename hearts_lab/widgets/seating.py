"""What to call the seats, seen from one of them."""

from __future__ import annotations

import re

# The other seats as you see them, clockwise from your left, by the number of players.
_NAMES = {
    3: ("Left", "Right"),
    4: ("Left", "Across", "Right"),
    5: ("Left", "Far left", "Far right", "Right"),
    6: ("Left", "Far left", "Across", "Far right", "Right"),
}


def seat_names(players: int, you: int) -> tuple[str, ...]:
    """What to call each seat, in seat order. Round a wide table: L1, L2 ... from your left, R1, R2 ... from your right."""
    half = (players - 1) // 2
    wide = [f"L{step}" for step in range(1, half + 1)] + ["Across"] * (1 - players % 2)
    names = ("You", *(_NAMES.get(players) or wide + [f"R{step}" for step in range(half, 0, -1)]))
    return tuple(names[(seat - you) % players] for seat in range(players))


def clockwise(players: int, you: int) -> list[int]:
    """The seats from yours on, to the left."""
    return [(you + step) % players for step in range(players)]


def inside(names) -> list[str]:
    """The names as they stand inside a sentence."""
    return ["you" if name == "You" else name for name in names]


def with_names(text: str, names) -> str:
    """A sentence of the engine with the seats called by their names."""
    text = re.sub(
        r"\b[Ss]eat (\d+)\b", lambda found: names[int(found[1])] if int(found[1]) < len(names) else found[0], text
    )
    text = re.sub(r"\b[Yy]ou's\b( turn)?", lambda found: "your turn" if found[1] else "yours", text)
    return re.sub(r"\b([Yy]ou) (doe|choose|ha)s\b", lambda found: f"{found[1]} {_PLAIN[found[2]]}", text)


_PLAIN = {"doe": "do", "choose": "choose", "ha": "have"}
