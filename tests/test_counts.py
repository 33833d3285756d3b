"""Counted legal sequences ("perft"): from a small deal, how many different ways are there to play it out?

Three counters agree: the engine's, the naive oracle's, and the number written down here. One card too many or too few
at any of the plies changes the count. The smallest deals can be counted with a pencil.
"""

from functools import cache

import oracle
import pytest
from setting import small

import hearts_lab as hl

PENCIL = ("2C 2H", "3C 3H", "4D 4H")
TRIO = ("2C QS 4H 9H", "3D 4D KS AS", "5D 6D 7S 2H")
QUARTET = ("2C 5S QS 4H", "3D KS 7H 9C", "JC AD AS 2H", "10C 8D 6S AH")
QUINTET = ("3C 5H KS", "4C QS 6H", "9D AS 7C", "JD 2H 8S", "10D AC AH")
JACKS = ("2C 3C KS 5H", "JS QS 4H 9D", "5D 4C 7S 2H")
SEPTET = ("4C 5H", "5C QS", "9D AS", "JD 2H", "10D AC", "KS AH", "3D 7D")
SEXTET = ("4C 5H", "5C QS", "9D AS", "JD 2H", "10D AC", "KS AH")

# name, game, hands, deal number, options, number of sequences
COUNTS = [
    # 2♣ 3♣ and then, void, 4♦ (the first trick is clean); 3♥ and the rest is forced.
    ("pencil, clean", "standard", PENCIL, 1, {}, 1),
    # The void hand may throw 4♦ or 4♥.
    ("pencil, free", "standard", PENCIL, 1, {"first_trick": "free"}, 2),
    # As before, and 2♥ may be led too; then 4♥ wins and everything is forced.
    ("pencil, any lead", "black_maria", PENCIL, 1, {}, 3),
    # Nothing may be led but 2♣, until a heart has fallen.
    ("pencil, hearts wait", "black_maria", PENCIL, 1, {"waits": "hearts", "breakers": "hearts"}, 2),
    ("trio", "standard", TRIO, 1, {}, 176),
    ("trio, free first trick", "standard", TRIO, 1, {"first_trick": "free"}, 640),
    ("trio, hearts instead of the queen", "standard", TRIO, 1, {"lead_escape": "penalties"}, 592),
    ("trio, the queen waits too", "standard", TRIO, 1, {"waits": "hearts QS"}, 592),
    ("trio", "black_maria", TRIO, 1, {}, 2192),
    ("trio, next seat is eldest", "black_maria", TRIO, 2, {}, 1216),
    ("trio, clean opening", "black_maria", TRIO, 1,
     {"opening": "eldest_clean", "waits": "hearts", "breakers": "hearts"}, 640),
    ("quartet", "standard", QUARTET, 1, {}, 10),
    ("quartet, the queen breaks", "standard", QUARTET, 1, {"breakers": "hearts QS"}, 12),
    ("quartet", "black_maria", QUARTET, 1, {}, 64),
    ("quartet, clean opening", "standard", QUARTET, 1, {"opening": "eldest_clean"}, 18),
    ("quintet", "standard", QUINTET, 1, {}, 12),
    ("quintet", "black_maria", QUINTET, 1, {}, 72),
    ("quintet, any club opens", "black_maria", QUINTET, 1, {"opening": "holder_any_club"}, 24),
    ("sextet", "standard", SEXTET, 1, {}, 2),
    ("trio", "morehead", JACKS, 1, {}, 328),
    ("trio", "black_jack", JACKS, 1, {}, 328),
    ("trio, the jack must go", "black_jack_late", JACKS, 1, {}, 84),
    ("trio, jack and queen must go", "black_jack_late", JACKS, 1, {"forced_play": "queen jack"}, 86),
    ("trio, the queen must go", "morehead", JACKS, 1, {"forced_play": "queen"}, 74),
    ("trio, the lead passes left", "american", TRIO, 1,
     {"waits": "hearts QS", "breakers": "hearts", "lead_escape": "pass_left"}, 896),
    ("quintet", "culbertson", QUINTET, 1, {}, 72),
    ("quintet", "bicycle", QUINTET, 1, {}, 12),
    ("quartet", "basic_1887", QUARTET, 1, {}, 64),
    ("sextet", "foster_howell", SEXTET, 3, {}, 16),
    ("septet", "omnibus", SEPTET, 1, {}, 32),
    ("sextet", "black_maria", SEXTET, 4, {}, 16),
]


def naive_count(game, hands, number, options):
    held = " ".join(hands).split()
    lists = ("waits", "breakers", "forced_play")
    options = {field: value.split() if field in lists else value for field, value in options.items()}
    book = oracle.rules_of(game, len(hands), pass_count=0,
                           removed=[card for card in oracle.FULL_PACK if card not in held], **options)
    return oracle.count_sequences(oracle.Play(book, number, [hand.split() for hand in hands]), 99)


def engine_count(deal):
    if deal.phase == "over":
        return 1
    return sum(engine_count(deal.play(card)) for card in deal.legal_cards())


@pytest.mark.parametrize("name, game, hands, number, options, expected", COUNTS,
                         ids=[f"{game}: {name}" for name, game, *_ in COUNTS])
def test_legal_sequences_from_a_small_deal(name, game, hands, number, options, expected):
    assert naive_count(game, hands, number, options) == expected
    assert engine_count(small(game, *hands, number=number, **options)) == expected


TWINS = ("5C 5C KH", "6C 7C QS", "5D 6C 2H")
PAIRS = ("5C 6D 7C", "5C 6D 7D", "8C QS 7D")
TWO_PAIRS = ("5C 4H 8D", "5C KH 7C", "QS 2D JC", "QS 7D 2C", "6C 4H 9D")


@pytest.mark.parametrize("hands, options, expected", [
    (TWINS, {}, 16), (PAIRS, {}, 24), (PAIRS, {"cancel": "two_pairs"}, 20), (PAIRS, {"cancel": "no_live_card"}, 20),
    (TWO_PAIRS, {"cancel": "two_pairs"}, 74), (TWO_PAIRS, {"cancel": "no_live_card"}, 72)])
def test_two_packs_equal_cards_are_one_choice(hands, options, expected):
    """A hand with both fives of clubs has one five to choose, twice; nobody gains a sequence from the twin.

    Where identical cards cancel, others win and lead, and there are other sequences.
    """
    removed = oracle.FULL_PACK * 2
    for card in " ".join(hands).split():
        removed.remove(card)
    options = {"packs": 2, "removed": removed, "pass_count": 0} | options
    book = oracle.rules_of("black_maria", len(hands), **options)
    assert oracle.count_sequences(oracle.Play(book, 1, [hand.split() for hand in hands]), 99) == expected
    rules = hl.variant("black_maria", players=len(hands), **options)

    @cache
    def engine_kinds(deal):
        return 1 if deal.phase == "over" else sum(engine_kinds(deal.play(card)) for card in set(deal.legal_cards()))

    assert engine_kinds(hl.Deal(rules, hands=hands)) == expected


@pytest.mark.parametrize("game", ["standard", "black_maria"])
def test_first_plies_of_a_full_deal(game):
    """Two plies of a deal of 52 cards."""
    deal = hl.Deal(hl.variant(game, pass_count=0), seed=7)
    play = oracle.Play(oracle.rules_of(game, 4, pass_count=0), 1,
                       [[card.text for card in deal.hand(seat)] for seat in range(4)])
    assert sum(len(deal.play(card).legal_cards()) for card in deal.legal_cards()) == oracle.count_sequences(play, 2)
