"""The 27 games as the oracle knows them: tables B1-B3 of RULES.md, typed by hand and not read from the package's data.

A game is what it changes in another one, as in RULES. Cards are text; what depends on the number of players is a table.
"""

SUITS = ["C", "D", "S", "H"]
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
FULL_PACK = [rank + suit for suit in SUITS for rank in RANKS]
HEARTS = [rank + "H" for rank in RANKS]
EVERY_HEART_1 = dict.fromkeys(HEARTS, 1)
# A13: hearts at face value, the ace 14; A4: court cards 10, ace 15.
FACE_VALUE = dict(zip(HEARTS, range(2, 15), strict=True))
GAMERULES_VALUE = {**FACE_VALUE, "JH": 10, "QH": 10, "KH": 10, "AH": 15}

BY_TURNS = {3: ["left", "right", "hold"], 4: ["left", "right", "across", "hold"], 5: ["left", "right", "hold"],
            6: ["left", "right", "across", "hold"]}
FOUR_TWOS = ["2C", "2D", "2S", "2H"]
MARIA_PACK = {3: ["2C"], 5: ["2C", "2D"], 6: FOUR_TWOS}
MOREHEAD_PACK = {3: ["2C"], 5: ["2C", "2D"], 6: ["2C", "2D", "3C", "2S"]}
FOSTER_PACK = {3: ["2S"], 5: ["2S", "2C"], 6: FOUR_TWOS}
CULBERTSON_PACK = {**MARIA_PACK, 7: ["2C", "2D", "2S"]}

# What most games have, and what no game has unless it says so.
PLAIN = {
    "counts": [3, 4, 5, 6], "packs": 1, "removed": {}, "kitty": "none", "kitty_peek": False,
    "pass_count": 3, "pass_cycle": ["left"], "forbidden_pass": [],
    "opening": "eldest", "first_trick": "free", "breakers": [], "waits": [], "lead_escape": "hearts", "forced_play": [],
    "cancel": "none", "last_void": "nobody",
    "points": {**EVERY_HEART_1, "QS": 13}, "moon": "none", "moon_amount": "total", "moon_needs_bonus": False,
    "moon_fallback": False, "no_trick_bonus": 0, "settlement": "running", "jack": "split",
    "target": 100, "deals": None, "exact_target": None, "tie": "shared",
}
EACH_DEALS_ONCE = {"target": None, "deals": "players"}  # G19

# A1, A11, A13, A16.
STANDARD = {
    **PLAIN, "removed": {3: ["2D"], 5: ["2C", "2D"], 6: ["2C", "2D", "2S", "3C"]}, "pass_cycle": BY_TURNS,
    "opening": "lowest_club", "first_trick": "clean", "breakers": HEARTS, "waits": HEARTS, "moon": "old", "moon_amount": 26,
}
STANDARD_SPOT = {**STANDARD, "points": {**FACE_VALUE, "QS": 25}, "moon_amount": "total", "target": 500}
# A2-A4.
BLACK_MARIA = {**PLAIN, "removed": MARIA_PACK, "pass_cycle": ["right"],
               "points": {**EVERY_HEART_1, "QS": 13, "KS": 10, "AS": 7}}
GAMERULES = {**BLACK_MARIA, "counts": [3, 4]}
# A5, A6.
FOSTER = {**PLAIN, "removed": FOSTER_PACK, "settlement": "sweepstake", **EACH_DEALS_ONCE}
BLACK_JACK = {**FOSTER, "points": {**EVERY_HEART_1, "JS": 10}}
# A7-A11, A14.
MOREHEAD = {**PLAIN, "removed": MOREHEAD_PACK, "moon": "old", "moon_amount": 26}
CULBERTSON = {**PLAIN, "counts": [3, 4, 5, 6, 7], "removed": CULBERTSON_PACK, "moon": "void"}
# A12.
CANCELLATION = {
    **PLAIN, "counts": [6, 7, 8, 9, 10, 11], "packs": 2, "kitty": "first", "pass_cycle": ["left", "right"],
    "opening": "eldest_clean", "breakers": [*HEARTS, "QS"], "waits": HEARTS, "cancel": "two_pairs",
    "moon": "choice", "moon_amount": 26, "target": 150,
}
# A15.
BASIC = {**PLAIN, "removed": MOREHEAD_PACK, "pass_count": 0, "pass_cycle": ["hold"], "points": EVERY_HEART_1,
         **EACH_DEALS_ONCE}

GAMES = {
    "standard": STANDARD,
    "standard_spot": STANDARD_SPOT,
    "standard_omnibus": {**STANDARD, "points": {**STANDARD["points"], "JD": -10}},
    "microsoft": {**STANDARD, "counts": [4]},
    "bicycle": {**STANDARD, "counts": [3, 4, 5], "breakers": [*HEARTS, "QS"]},
    "spot": {**STANDARD_SPOT, "removed": MOREHEAD_PACK},
    "black_maria": BLACK_MARIA,
    "black_maria_spot": {**BLACK_MARIA, "points": {**FACE_VALUE, "QS": 25, "KS": 10, "AS": 7}, "target": 500},
    "black_maria_omnibus": {**BLACK_MARIA, "points": {**BLACK_MARIA["points"], "JD": -10}},
    "black_maria_trad": {**BLACK_MARIA, **EACH_DEALS_ONCE},
    "gamerules_us": {**GAMERULES, "points": PLAIN["points"]},
    "gamerules_british": GAMERULES,
    "gamerules_spot": {**GAMERULES, "points": {**GAMERULES_VALUE, "QS": 25}, "target": 500},
    "morehead": MOREHEAD,
    "american": {**MOREHEAD, "pass_cycle": BY_TURNS},
    "hitting_moon": MOREHEAD,
    "pink_lady": {**MOREHEAD, "points": {**EVERY_HEART_1, "QH": 13, "QS": 13}, "moon_amount": "total"},
    "culbertson": CULBERTSON,
    "omnibus": {**CULBERTSON, "points": {**PLAIN["points"], "JD": -10}, "moon": "new", "moon_amount": 26,
                "moon_needs_bonus": True},
    "foster_sweep": FOSTER,
    "foster_howell": {**FOSTER, "settlement": "howell"},
    "black_jack": BLACK_JACK,
    "black_jack_late": {**BLACK_JACK, "forced_play": ["jack"], "settlement": "running", "target": 100, "deals": None},
    "basic": BASIC,
    "basic_1887": {**BASIC, "counts": [4], "settlement": "chips_1887"},
    "cancellation": CANCELLATION,
    "cancellation_culbertson": {**CANCELLATION, "pass_count": 0, "pass_cycle": ["hold"], "opening": "eldest", "breakers": [],
                                "waits": [], "moon": "void", "moon_amount": "total", "target": 100},
}
TABLES = [(name, players) for name, game in GAMES.items() for players in game["counts"]]


def rules_of(name, players, **options):
    """The rules of a game for so many players, with some of them changed."""
    rules = dict(GAMES[name], name=name, players=players)
    if rules["packs"] != options.get("packs", rules["packs"]):
        rules["removed"] = {}
    rules["removed"] = rules["removed"].get(players, [])
    if isinstance(rules["pass_cycle"], dict):
        rules["pass_cycle"] = rules["pass_cycle"][players if players in rules["pass_cycle"] else 4 - players % 2]
    rules.update(options)
    if rules["kitty"] != "none":  # A9, A19-1: nothing is removed, what is left over is the kitty
        rules["removed"] = options.get("removed", [])
    for field in ("breakers", "waits", "forbidden_pass"):
        rules[field] = [card for item in rules[field] for card in (HEARTS if item == "hearts" else [item])]
    return rules


def pack_of(rules):
    """Every card in play; with two packs every kind twice. A card has to be listed twice to lose both (G17)."""
    pack = FULL_PACK * rules["packs"]
    for card in rules["removed"]:
        pack.remove(card)
    return pack


def total_of(rules):
    """The penalty points in play."""
    return sum(max(0, rules["points"].get(card, 0)) for card in pack_of(rules))
