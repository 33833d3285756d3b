"""Every field of Rules does something: an example for each that it changes who may play what, or what a deal costs.

An example gives what the rules say before and after the change, at the same cards. Then: nonsense is refused in a sentence.
"""

from functools import cache

import pytest
from setting import everything, played, small, texts, two_packs, with_points

import hearts_lab as hl
from hearts_lab.rules import RULE_FIELDS

LEAD = ("2C QS 4H 9D", "3D 4D KS AS", "5D 6D 7S 2H")  # then 2C 3D 5D, and seat 0 leads again
KITTY = ("AC 2D 2S", "2C AD 3S", "3C 4H AS")
KITTY_LINE = "AC 2C 3C 2D AD 4H 3S AS 2S"
OPEN = {"opening": "eldest", "first_trick": "free", "waits": "", "breakers": ""}
VOID = ("10S 2C", "9H 3C", "9H 4C", "10S 5C", "3S 6C", "KD 7C")
LAST_VOID = ("5D", "5D", "QS")
MOON_LINE = "2C 3C AC QS 5S 6S AD JD 4D AH 2H 3H"


def second_lead(**fields):
    return texts(played(small("standard", *LEAD, **fields), "2C 3D 5D").legal_cards())


def opening(**fields):
    return texts(small("standard", "2H 3C KC", "2C 9D QS", "5C 6C 7C", **fields).legal_cards())


def follows(game, hand, **fields):
    return texts(small(game, "2C 3S 4C", hand, "5C 6C 7C", **fields).play("2C").legal_cards())


def kitty_points(kitty, **fields):
    deal = two_packs(*KITTY, kitty="QS", kitty_is=kitty, **{**OPEN, "cancel": "none", "moon": "none", **fields})
    return played(deal, KITTY_LINE).points


def peeked(**fields):
    deal = two_packs(*KITTY, kitty="QS", **{**OPEN, "cancel": "none", "moon": "none", **fields})
    return played(deal, "AC 2C 3C").view(0).kitty.text


def passed(**fields):
    """Who may pass what to whom, in deal 1."""
    deal = hl.Deal(hl.variant("morehead", **fields), seed=1)
    return deal.due, deal.pass_target(0)


def may_pass_the_queen(**fields):
    deal = hl.Deal(hl.variant("morehead", **fields), seed=1)
    seat = next(seat for seat in range(4) if "QS" in deal.hand(seat))
    others = [card for card in deal.hand(seat) if card.text != "QS"]
    return deal.why_illegal_pass(seat, ["QS", *others[:2]]) is None


def with_jack(**fields):
    """Seat 0 takes all, J♦ too, or not: small enough to see the bonus."""
    deal = small("standard_omnibus", "AC AH QS AD", "2C 2H 5S JD", "3C 3H 6S 4D", **fields)
    return played(deal, MOON_LINE).scores


def without_jack(**fields):
    deal = small("standard_omnibus", "AC AH QS 2D", "2C 2H 5S JD", "3C 3H 6S 4D", **fields)
    return played(deal, "2C 3C AC QS 5S 6S 2D JD 4D 2H 3H AH").scores


def fallback(**fields):
    """The shooter has 95, the others 40, 60 and 80 (CASES C32)."""
    deal = everything("standard", **fields)
    again = hl.Deal(deal.rules, hands=[deal.dealt(seat) for seat in range(4)], before=(95, 40, 60, 80))
    for _, card in deal.plays:
        again = again.play(card)
    return again.scores


def quiet(**fields):
    deal = small("standard", "2C 5H 3H", "3C QS 8D", "4C 2H 4H", **fields)
    return played(deal, "2C 3C 4C 2H 5H QS 3H 8D 4H").scores


def match(seed=3, **fields):
    return hl.Match(hl.variant("black_maria", **fields), players="random", seed=seed).play_out()


@cache
def first_deal(seed):
    """The scores of deal 1 of a match of this seed, lowest first."""
    return sorted(hl.simulate("black_maria", "random", deals=1, seed=seed, progress=False).settled[0, 0].tolist())


def exactly(**fields):
    """The totals of a match whose first deal takes a seat to exactly 30."""
    start = next(seed for seed in range(1, 999) if first_deal(seed)[-1] == 30)
    first = hl.Match(hl.variant("black_maria", target=30, **fields), players="random", seed=start).play_out(deals=1)
    return max(first.totals), first.over


def tied(**fields):
    """Whether a match over one deal, with two lowest, is over then."""
    start = next(seed for seed in range(1, 999) if first_deal(seed)[0] == first_deal(seed)[1])
    first = hl.Match(hl.variant("black_maria", target=None, deals=1, **fields), players="random", seed=start)
    return first.play_out(deals=1).over


# field: (what is looked at, with the first value, with the second), and what it must be for each.
EXAMPLES = {
    "players": (lambda n: hl.variant("standard", players=n).hand_size, (4, 5), (13, 10)),
    "packs": (lambda n: hl.variant("standard", players=4, packs=n).total, (1, 2), (26, 52)),
    "removed": (lambda cards: hl.variant("black_maria", players=6, removed=cards).total,
                ("2C 2D 2S 2H", "2C 2D 2S 3C"), (42, 43)),
    "kitty": (kitty_points, ("first", "last"), ((13, 1, 0), (0, 1, 13))),
    "kitty_peek": (lambda may: peeked(kitty_peek=may), (False, True), ("", "QS")),
    "pass_count": (lambda n: passed(pass_count=n), (3, 4), ((3, 1), (4, 1))),
    "pass_cycle": (lambda cycle: passed(pass_cycle=cycle), (("left",), ("across",), ("scatter",), ("hold", "left")),
                   ((3, 1), (3, 2), (3, None), (0, None))),
    "forbidden_pass": (lambda cards: may_pass_the_queen(forbidden_pass=cards), ("", "QS"), (True, False)),
    "opening": (lambda way: opening(opening=way, first_trick="free"),
                ("eldest", "eldest_clean", "lowest_club", "holder_any_club"),
                ({"3C", "KC"}, {"3C", "KC"}, {"2C"}, {"2C"})),
    "first_trick": (lambda way: follows("standard", "QS 2H KD", first_trick=way, opening="eldest"), ("clean", "free"),
                    ({"KD"}, {"QS", "2H", "KD"})),
    "breakers": (lambda cards: broken_by(cards), ("hearts", "hearts QS"), ({"9C"}, {"9C", "4H"})),
    "waits": (lambda cards: second_lead(waits=cards), ("hearts", "hearts QS", ""),
              ({"QS", "9D"}, {"9D"}, {"QS", "4H", "9D"})),
    "lead_escape": (lambda way: escape(way), ("hearts", "penalties", "pass_left"), ({"QS"}, {"QS", "4H"}, {"QS"})),
    "forced_play": (lambda words: follows("black_jack", "JS QS KH", forced_play=words), ("", "jack", "queen", "queen jack"),
                    ({"JS", "QS", "KH"}, {"JS"}, {"QS"}, {"JS", "QS"})),
    "cancel": (lambda way: played(two_packs(*VOID, cancel=way), "10S 9H 9H 10S 3S KD").tricks[0].winner,
               ("none", "two_pairs", "no_live_card"), (0, None, 4)),
    "last_void": (lambda way: played(two_packs(*LAST_VOID, last_void=way), "5D 5D QS").points, ("nobody", "leader"),
                  ((0, 0, 0), (13, 0, 0))),
    "points": (lambda worth: quiet(points={"QS": worth}), (13, 25), ((15, 0, 2), (27, 0, 2))),
    "moon": (lambda form: everything("standard", moon=form).scores, ("none", "old", "new", "void"),
             ((26, 0, 0, 0), (0, 26, 26, 26), (-26, 0, 0, 0), (0, 0, 0, 0))),
    "moon_amount": (lambda amount: everything("pink_lady", moon_amount=amount).scores, (26, "total"),
                    ((0, 26, 26, 26), (0, 38, 38, 38))),
    "moon_needs_bonus": (lambda needs: without_jack(moon_needs_bonus=needs), (False, True), ((0, 16, 26), (16, -10, 0))),
    "moon_fallback": (lambda back: fallback(moon_fallback=back), (False, True), ((0, 26, 26, 26), (-26, 0, 0, 0))),
    "no_trick_bonus": (lambda bonus: quiet(no_trick_bonus=bonus), (0, -5), ((15, 0, 2), (15, -5, 2))),
    "settlement": (lambda way: tuple(sorted(with_points("foster_sweep", 14, 7, 5, 0, settlement=way).scores)),
                   ("sweepstake", "howell", "chips_1887"), ((-14, -7, -5, 26), (-30, -2, 6, 26), (-14, -7, -5, 26))),
    "jack": (lambda law: with_points("foster_sweep", 26, 0, 0, 0, jack=law).pool_after, ("split", "foster"),
             ((2, False), (26, True))),
    "target": (lambda target: len(match(target=target).deals) > 1, (1, 60), (False, True)),
    "deals": (lambda deals: len(match(target=None, deals=deals).deals), (1, 3, "players"), (1, 3, 4)),
    "exact_target": (lambda becomes: exactly(exact_target=becomes), (None, 0, 20), ((30, True), None, None)),
    "tie": (lambda way: tied(tie=way), ("shared", "play_on"), (True, False)),
}


def broken_by(cards):
    """Q♠ was thrown on the first trick; what may seat 0 lead then?"""
    deal = small("standard", "AC 4H 9C", "QS KD 5D", "3C 6D 7D", **{**OPEN, "waits": "hearts", "breakers": cards})
    return texts(played(deal, "AC QS 3C").legal_cards())


def escape(way):
    """Seat 0 has won the first trick and holds Q♠ and a heart."""
    deal = small("standard", "AC QS 4H", "2C 4D KS", "3C 6D 7S", lead_escape=way, opening="eldest")
    return texts(played(deal, "AC 2C 3C").legal_cards())


@pytest.mark.parametrize("field", EXAMPLES)
def test_the_field_changes_something(field):
    look, values, expected = EXAMPLES[field]
    found = tuple(look(value) for value in values)
    assert len(set(map(str, found))) > 1, "it changes nothing"
    for value, seen, wanted in zip(values, found, expected, strict=True):
        assert wanted is None or seen == wanted, (field, value)


def test_no_field_lacks_an_example():
    assert set(EXAMPLES) == set(RULE_FIELDS)


def test_the_moon_by_choice_needs_its_shooter():
    deal = everything("standard", moon="choice")
    assert (deal.phase, deal.to_play, deal.scores) == ("moon", 0, None)
    assert deal.scores_if("old") == (0, 26, 26, 26) and deal.scores_if("new") == (-26, 0, 0, 0)


def test_exactly_the_target_becomes_another_number():
    """A19-4: the match then goes on, and at least one more than the target ends it."""
    assert (exactly(exact_target=0)[1], exactly(exact_target=20)[1]) == (False, False)


def test_pass_left_gives_the_lead_away():
    """`lead_escape = pass_left` shows in who leads, not in what: a hand of hearts only."""
    fields = {**OPEN, "waits": "hearts", "breakers": "hearts"}
    leads = {way: small("standard", "4H 5H", "2C QS", "3C 4C", lead_escape=way, **fields).to_play
             for way in ("hearts", "penalties", "pass_left")}
    assert leads == {"hearts": 0, "penalties": 0, "pass_left": 1}


def test_C32_a_moon_that_would_lose_the_match():
    """95 40 60 80: adding 26 ends it against the shooter; with the fallback he takes 26 off and plays on."""
    assert fallback(moon_fallback=True) == (-26, 0, 0, 0)
    assert fallback(moon_fallback=True, target=150) == (0, 26, 26, 26), "nobody reaches 150"
    assert fallback(moon_fallback=True, target=106, exact_target=0) == (0, 26, 26, 26), "G15: 106 becomes 0"


REFUSED = [
    ("standard", {"kitty": "first"}, "no kitty"), ("standard", {"kitty_peek": True}, "kitty_peek"),
    ("standard", {"cancel": "two_pairs"}, "two packs"), ("standard", {"last_void": "leader"}, "last_void"),
    ("cancellation", {"cancel": "none", "last_void": "leader"}, "last_void"),
    ("basic", {"forbidden_pass": "QS"}, "forbidden_pass"), ("black_maria", {"lead_escape": "pass_left"}, "pass_left"),
    ("standard", {"players": 6, "removed": "QS 2C 2D 2S", "forced_play": "queen"}, "Q♠"),
    ("standard", {"forced_play": "king"}, "king"), ("black_maria", {"moon_fallback": True}, "moon_fallback"),
    ("standard", {"moon": "new", "moon_fallback": True}, "moon_fallback"),
    ("standard", {"moon_fallback": True, "target": None, "deals": 4}, "moon_fallback"),
    ("standard", {"exact_target": 100}, "exact_target"), ("standard", {"exact_target": -1}, "exact_target"),
    ("black_maria_trad", {"exact_target": 0}, "exact_target"), ("standard", {"jack": "foster"}, "foster"),
    ("foster_howell", {"jack": "foster"}, "foster"), ("foster_sweep", {"moon": "old"}, "pool"),
    ("foster_howell", {"no_trick_bonus": -5}, "pool"), ("foster_sweep", {"target": 100}, "pool"),
    ("foster_sweep", {"tie": "play_on"}, "pool"), ("foster_sweep", {"points": {"JD": -10}}, "pool|negative"),
    ("basic_1887", {"moon": "void"}, "pool"), ("foster_sweep", {"deals": None}, "deals|end"),
    ("cancellation", {"players": 5}, "5"), ("cancellation", {"players": 12}, "12"), ("culbertson", {"players": 8}, "8"),
    ("basic_1887", {"players": 3}, "3"), ("standard", {"pass_cycle": ("across", "up")}, "up"),
    ("morehead", {"players": 5, "pass_cycle": ("across",)}, "across"), ("standard", {"moon_needs_bonus": True}, "bonus"),
    ("cancellation", {"players": 11, "pass_cycle": ("scatter",)}, "scatter"),
    ("standard", {"tie": "fought"}, "fought"), ("standard", {"cancel": "all"}, "all"),
    ("standard", {"kitty": "second"}, "second"),
]


@pytest.mark.parametrize("game, fields, words", REFUSED)
def test_what_makes_no_sense_together_is_refused_in_a_sentence(game, fields, words):
    with pytest.raises(hl.RulesError, match=words) as caught:
        hl.variant(game, **fields)
    assert str(caught.value).endswith(".") and str(caught.value)[0].isupper()


def test_a_game_of_counters_needs_no_pool_where_there_is_none():
    with pytest.raises(hl.DealError, match="pool"):
        hl.Deal(hl.variant("standard"), seed=1, pool=26)
