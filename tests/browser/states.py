"""States of a card table, written by hand: what the front end is drawn from when no Python is behind it."""

from copy import deepcopy

NAMES = {
    3: ["You", "Left", "Right"],
    4: ["You", "Left", "Across", "Right"],
    5: ["You", "Left", "Far left", "Far right", "Right"],
    6: ["You", "Left", "Far left", "Across", "Far right", "Right"],
}
PENALTIES = {"QS": 13, "KS": 10, "AS": 7}
HAND = ["3C", "9C", "KC", "5D", "6D", "QD", "KD", "4S", "5S", "AS", "2H", "JH", "AH"]
CHIPS = ["♥ 1", "Q♠ 13", "K♠ 10", "A♠ 7", "43 a deal", "pass 3 → right", "any lead", "no moon", "to 100"]

LEVEL = {"now": "cautious", "text": "cautious", "choices": [{"name": name, "about": f"They play like a {name}."}
                                                            for name in ("beginner", "cautious", "expert", "thinker")]}


def points(card):
    return PENALTIES.get(card) or (1 if card.endswith("H") else None)


def held(card, why=None, received=False):
    return {"card": card, "points": points(card), "legal": why is None, "why": why, "received": received, "laid": False}


def base(players=4, **changes):
    names = NAMES[players]
    state = {
        "serial": 1,
        "turn": 5,
        "title": "Black Maria",
        "where": "deal 3 · trick 6 of 13",
        "practice": False,
        "phase": "play",
        "you": 0,
        "chips": [{"text": text, "hot": "♠" in text} for text in [f"{players} players", *CHIPS]],
        "settings": {"speed": "off", "colours": 4, "prices": False},
        "level": LEVEL,
        "thinking": None,
        "review": None,
        "home": None,
        "seats": [
            {
                "seat": seat,
                "name": name,
                "player": "cautious" if seat else None,
                "cards": 13,
                "took": 10 if seat == 1 else 0,
                "took_cards": ["K♠"] if seat == 1 else [],
                "voids": "C" if seat == 2 else "",
                "dealer": seat == 1,
                "turn": seat == 0,
                "moon": None,
            }
            for seat, name in enumerate(names)
        ],
        "hand": [held(card) for card in HAND],
        "trick": [],
        "kitty": None,
        "carried": None,
        "moon": None,
        "events": [],
        "pass": None,
        "flags": [{"text": "hearts not led yet", "on": False}, {"text": "Q♠ still out", "on": True}],
        "say": "Your turn: lead any card.",
        "message": None,
        "hint": None,
        "last_trick": {"text": "won by Left", "cards": ["3C", "KS", "KC", "QC"], "cancelled": [False] * 4},
        "tricks": [
            {
                "number": number,
                "leader": 1,
                "plays": [{"seat": seat, "card": card, "cancelled": False} for seat, card in enumerate(cards.split())],
                "winner": 0,
                "points": number,
                "took": number,
            }
            for number, cards in enumerate(["3C KS KC QC", "2D 3D 4D 10D"], 1)
        ],
        "still_out": {"C": "A 10 9 8 7 6", "D": "A J 10 8 7", "S": "Q 8", "H": "A K Q 10 9 5 4 3"},
        "sheet": {
            "columns": ["deal", *names],
            "rows": [
                ["1 → R", *[7, 0, 23, 13, 0, 0][:players]],
                ["2 → R", *[3, 30, 4, 6, 0, 0][:players]],
                ["3 …", *[4, 10, 0, 0, 0, 0][:players]],
            ],
            "totals": [14, 40, 27, 19, 0, 0][:players],
            "best": [0],
            "caption": "Points of each player in each deal",
            "pool": None,
        },
        "csv": "deal,You\n1,7\n",
        "share": "black_maria 4 seed=7 deal=3",
        "saved": None,
        "unfinished": True,
        "can": {"hint": True, "undo": True, "rest": True, "next_deal": False, "new_match": True, "review": False},
        "result": None,
    }
    return {**deepcopy(state), **deepcopy(changes)}


def passing(players=4, target=None):
    target = players - 1 if target is None else target
    name = NAMES[players][target]
    return base(
        players,
        phase="pass",
        where="deal 3 · pass 3 cards",
        say=f"Choose 3 cards for {name}.",
        **{"pass": {"count": 3, "target": target, "order": None, "text": f"Choose 3 cards for {name}"}},
        seats=[{**seat, "turn": False, "took": 0, "took_cards": [], "voids": ""} for seat in base(players)["seats"]],
        last_trick=None,
        tricks=[],
    )


def barred(players=4):
    why = "You must follow spades: 4♠, 5♠ or A♠."
    cards = ["5D", "6D", "QD", "KD", "4S", "5S", "AS", "JH"]
    trick = [("7S", 1), ("10S", 2), ("JS", 3), ("2S", 4), ("8S", 5)][: players - 1]
    return base(
        players,
        hand=[held(card, None if card.endswith("S") else why, card == "QD") for card in cards],
        trick=[{"seat": seat, "card": card, "points": points(card), "winning": card == "JS", "cancelled": False}
               for card, seat in trick],
        say="Your turn. Left led 7♠: you must follow spades.",
        seats=[{**seat, "cards": 8 if seat["seat"] == 0 else 7} for seat in base(players)["seats"]],
    )


def over(*, match=False, won=False):
    state = base(
        hand=[],
        phase="match" if match else "over",
        say="The deal is over.",
        where="deal 3",
        can={"hint": False, "undo": True, "rest": False, "next_deal": not match, "new_match": True, "review": True},
        unfinished=not match,
        result={
            "title": "You win the match" if won else "Deal 3 is over",
            "won": won,
            "text": "Left has 103 points, so the match ends. You have the fewest, 14."
            if match
            else "You took 4 points: J♥, 3♥, 2♥ and 9♥. Left took Q♠.",
        },
    )
    for seat in state["seats"]:
        seat.update(cards=0, turn=False)
    return state
