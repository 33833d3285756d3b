"""The engine and the naive oracle play the same deals and must agree at every card.

HEARTS_LAB_DEALS=5000 compares so many deals instead of the default; they are shared out over all games, player counts
and drawn options.
"""

import os

import oracle
import oracle_games
import pytest
from agreement import compare, compared, drawn_options, stacked, start_of
from setting import texts

import hearts_lab as hl
from hearts_lab import rules as games
from hearts_lab.cards import SYMBOLS

DEALS = int(os.environ.get("HEARTS_LAB_DEALS", "0"))
TABLES = oracle_games.TABLES
A_TABLE = DEALS // 3 // len(TABLES) + 1 if DEALS else 2
A_GAME = DEALS // 3 // len(oracle.GAMES) + 1 if DEALS else 14
TWO_PACKS = DEALS // 3 // 20 + 1 if DEALS else 14


@pytest.mark.parametrize("game, players", TABLES)
def test_every_game_and_player_count(game, players, dice):
    rules, book = hl.variant(game, players=players), oracle.rules_of(game, players)
    assert rules.total == oracle.total_of(book)
    assert sorted(card.text for card in rules.pack) == sorted(oracle.pack_of(book))
    assert texts(rules.penalties) == {card for card, points in book["points"].items()
                                      if points > 0 and card in oracle.pack_of(book)}
    for number in range(1, A_TABLE + 1):
        seed = dice.randrange(10**6)
        print("deal", seed, number)
        compare(rules, book, hl.Deal(rules, seed=seed, number=number, **start_of(rules, dice)), dice)
    compare(rules, book, stacked(rules, book, dice, dice.randrange(1, 9), **start_of(rules, dice)), dice, moon=True)


def test_every_field_of_every_game_is_as_in_the_oracle():
    assert set(games.names()) == set(oracle.GAMES)
    for game, players in TABLES:
        rules, book = hl.variant(game, players=players), oracle.rules_of(game, players)
        assert list(games.games()[game]["players"]) == oracle.GAMES[game]["counts"]
        for field in games.RULE_FIELDS:
            mine, known = getattr(rules, field), book[field]
            if field in ("removed", "breakers", "waits", "forbidden_pass"):
                mine, known = sorted(card.text for card in mine), sorted(known)
            elif field == "points":
                mine = {card.text: worth for card, worth in mine.items()}
            elif field in ("pass_cycle", "forced_play"):
                mine = list(mine)
            assert mine == known, (game, players, field)


def drawn(game, players, dice, **fixed):
    """A deal of a house of its own, at both tables."""
    packs = fixed.get("packs", oracle.GAMES[game]["packs"])
    options = drawn_options(dice, game, players, packs) | fixed
    print(game, players, options)
    rules, book = hl.variant(game, players=players, **options), oracle.rules_of(game, players, **options)
    number, start = dice.randrange(1, 12), start_of(rules, dice)
    if dice.random() < 0.5:
        compare(rules, book, stacked(rules, book, dice, number, **start), dice, moon=True)
    else:
        compare(rules, book, hl.Deal(rules, seed=dice.randrange(10**6), number=number, **start), dice)


@pytest.mark.parametrize("game", [game for game in oracle.GAMES if oracle.GAMES[game]["packs"] == 1])
def test_drawn_options(game, dice):
    for _ in range(A_GAME):
        drawn(game, dice.choice(oracle.GAMES[game]["counts"]), dice)


@pytest.mark.parametrize("players", range(6, 12))
def test_drawn_options_of_cancellation_hearts(players, dice):
    for _ in range(TWO_PACKS // 2):
        drawn(dice.choice(["cancellation", "cancellation_culbertson"]), players, dice)


@pytest.mark.parametrize("game", ["standard", "black_maria_omnibus"])
def test_drawn_options_of_other_games_with_two_packs(game, dice):
    """G17 among them: with `cancel: none` and two packs the first of equal cards wins."""
    for _ in range(TWO_PACKS):
        players = dice.choice([3, 4, 5, 7, 8, 11])
        drawn(game, players, dice, packs=2, **{"kitty": "last"} if 104 % players else {})


KINDS = "2C KC 3D 9D QD 2S JS KS 4H 10H QH AH".split()


def small_two_packs(dice):
    """A few cards a hand of few kinds in two packs: pairs everywhere, and last tricks that are void."""
    players, size = dice.choice([3, 4, 5, 6]), dice.choice([1, 2, 3, 4])
    number = min(24, players * size + dice.choice([0, 0, 1, 2]))
    dealt = dice.sample(["QS", *dice.sample([*KINDS, *KINDS, "QS"], number - 1)], number)
    size = number // players
    removed = oracle.FULL_PACK * 2
    for card in dealt:
        removed.remove(card)
    options = drawn_options(dice, "standard", players, packs=2) | {
        "packs": 2, "removed": removed, "pass_count": 0, "pass_cycle": ["hold"], "forbidden_pass": [],
        "forced_play": dice.choice([[], ["queen"]]), "opening": dice.choice(["eldest", "eldest_clean"]),
        "cancel": dice.choice(["two_pairs", "no_live_card"]),
        "kitty": dice.choice(["first", "last", "first_penalty"]) if number % players else "none"}
    hands = [" ".join(dealt[seat * size:(seat + 1) * size]) for seat in range(players)]
    return players, options, hands, dealt[size * players:]


def test_small_deals_of_two_packs(dice):
    for _ in range(25 * TWO_PACKS):
        players, options, hands, kitty = small_two_packs(dice)
        print(players, options, hands, kitty)
        rules, book = hl.variant("standard", players=players, **options), oracle.rules_of("standard", players, **options)
        deal = hl.Deal(rules, hands=hands, kitty=" ".join(kitty), number=dice.randrange(1, 9), **start_of(rules, dice))
        compare(rules, book, deal, dice)


def test_enough_was_compared(capsys):
    """The comparison is only worth something if many deals, and moons and voids among them, went through it."""
    with capsys.disabled():
        print("\nengine and oracle agreed on", ", ".join(f"{number} {what}" for what, number in compared.items()))
    if compared["deals"] < 600:
        pytest.skip("only a part of the comparison was run")
    least = {"moons": 30, "void tricks": 150, "last tricks void": 30, "pools": 60, "kitties": 60}
    assert {what: compared[what] for what, number in least.items() if compared[what] < number} == {}


def test_symbols_and_letters_name_the_same_cards():
    """The oracle speaks in letters and the engine's sentences in symbols; both orders of suits are the same."""
    assert dict(zip(oracle.SUITS, SYMBOLS, strict=True)) == {"C": "♣", "D": "♦", "S": "♠", "H": "♥"}
