"""Claim 17, "when someone holds a dry A♠ or K♠, lead Q♠": teaching endings, and the moments of a run in which it arises."""

import pytest

import hearts_lab as hl
from hearts_lab import endings
from hearts_lab.solver import TIES


def holders(deal):
    """The seats that hold A♠ or K♠ as their only spade, apart from the seat to play, with that card."""
    found = {}
    for seat in range(deal.rules.players):
        spades = [card.text for card in deal.hand(seat) if card.text.endswith("S")]
        if seat != deal.to_play and spades in (["AS"], ["KS"]):
            found[seat] = spades[0]
    return found


@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("name, queen, others", [("dry_king", 5, 24), ("dry_ace", 5, 25)])
def test_the_queen_falls_to_a_dry_honour_and_every_other_lead_catches_her(name, queen, others, ties):
    deal = hl.teaching_deal(name)
    ending = hl.solve(deal, ties)
    (holder,) = holders(deal)
    assert ending.best.text == "QS" and ending.values[deal.to_play] == queen
    assert {scores[deal.to_play] for card, scores in ending.cards.items() if card.text != "QS"} == {others}
    assert deal.points[holder] + 13 <= ending.values[holder]
    assert ending.line[deal.rules.players][0] == holder  # he has to lead to the next trick


@pytest.mark.parametrize("ties", TIES)
def test_the_queen_is_not_led_to_a_dry_ace_that_shoots_the_moon_with_her(ties):
    deal = hl.teaching_deal("dry_shooter")
    (shooter,) = holders(deal)
    assert deal.moon_possible == (shooter,)
    ending = hl.solve(deal, ties)
    assert ending.best.text == "10C" and ending.values[deal.to_play] == 2
    moon = [0 if seat == shooter else 26 for seat in range(4)]
    assert [list(scores) for card, scores in ending.cards.items() if card.text != "10C"] == [moon] * 3
    without = hl.solve(deal.under(hl.variant("standard", moon="none")), ties)
    assert "QS" in without.best


@pytest.fixture(scope="module")
def run():
    return hl.simulate("standard", "cautious", deals=3000, seed=1, progress=False)


def test_the_moments_are_those_that_a_look_at_every_hand_finds():
    """In a short pack, five cards each, where they are many, from the first trick on."""
    kept = "9S 10S JS QS KS AS 2C 3C 4C 5C 2D 3D 4D 5D 2H 3H 4H 5H 6H 7H".split()
    removed = [card.text for card in hl.variant("standard").pack if card.text not in kept]
    rules = hl.variant("standard", removed=removed, pass_count=0, opening="eldest", waits="")
    run = hl.simulate(rules, "random", deals=150, seed=2, progress=False)
    found = []
    for number in run.numbers:
        for played in range(0, 20, 4):
            deal = run.deal(number, played)
            if "QS" in deal.hand(deal.to_play) and (dry := holders(deal)):
                holder = min(dry, key=dry.get)  # the ace before the king
                found.append([number, played, deal.to_play, holder, {"AS": "A♠", "KS": "K♠"}[dry[holder]]])
    assert {0, 4, 8} <= {played for _, played, *_ in found} and {seat for _, _, seat, *_ in found} == {0, 1, 2, 3}
    assert endings.dry_honours(run, 5).to_numpy().tolist() == found
    assert endings.dry_honours(run, 3).to_numpy().tolist() == [row for row in found if row[1] >= 8]


def test_each_row_says_what_she_is_worth(run):
    table = hl.queen_leads(run, 4, most=12)
    assert 0 < len(table) <= 12 and table.columns.tolist() == [
        "deal", "cards", "seat", "holder", "honour", "queen", "other", "difference"]
    assert (table.difference == table.other - table.queen).all()
    for row in table.itertuples():
        ending = hl.solve(run.deal(row.deal, row.cards))
        own = {card.text: scores[row.seat] for card, scores in ending.cards.items()}
        assert own.pop("QS") == row.queen and min(own.values()) == row.other


def test_with_a_pool_more_counters_are_better():
    run = hl.simulate("foster_howell", "cautious", deals=3000, seed=1, progress=False)
    table = hl.queen_leads(run, 4, most=10)
    assert len(table) > 0 and (table.difference == table.queen - table.other).all()
    row = next(table.itertuples())
    own = {card.text: scores[row.seat] for card, scores in hl.solve(run.deal(row.deal, row.cards)).cards.items()}
    assert own.pop("QS") == row.queen and max(own.values()) == row.other


def test_no_more_rows_than_asked_for(run):
    assert len(hl.queen_leads(run, 4, most=3)) == 3
    assert hl.queen_leads(run.first(1), 1).empty


@pytest.mark.parametrize("cards", [0, 14, True, "five"])
def test_a_number_of_cards_that_no_hand_has_is_refused(run, cards):
    with pytest.raises(ValueError, match=r"^cards must be a whole number from 1 to the 13 of a hand, not"):
        endings.dry_honours(run, cards)
