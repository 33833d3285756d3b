"""What users of other Hearts programs ran into: the cases of CASES.md that an engine can get wrong, by number."""

import pytest
from setting import COUNTS, GAMES, after_the_two, begun, everything, play_randomly, played, shared_out, small, texts

import hearts_lab as hl
from hearts_lab import players

ALL_FOURTEEN = "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH QS"


def cards(text):
    return set(text.split())


# ---- A: first trick and opening lead

def test_C01_no_points_on_the_first_trick():
    deal = small("standard", "2C 3C 4C 5C", "KD AH 3H QS", "6C 7C 8C 9C", "10C JC QC KC").play("2C")
    assert texts(deal.legal_cards()) == {"KD"}
    _, field, sentence, section = deal.why_barred("QS")
    assert field == "first_trick" and "K♦" in deal.why_illegal("QS") and sentence and section
    with pytest.raises(hl.IllegalCard, match="K♦"):
        deal.play("AH")


@pytest.mark.parametrize("missing", ["2H", "AH", "QS"])
def test_C02_hand_of_point_cards_only(missing):
    """Thirteen of the fourteen point cards: any of them, and no forced order."""
    hand = [card for card in ALL_FOURTEEN.split() if card != missing]
    deal = after_the_two(hand)
    assert texts(deal.legal_cards()) == set(hand)


def test_C04_thirteen_hearts():
    hearts = ALL_FOURTEEN.split()[:13]
    deal = after_the_two(hearts)
    assert texts(deal.legal_cards()) == set(hearts) and not deal.broken
    assert deal.play("7H").broken


def test_C05_points_on_the_first_trick_as_an_option():
    """The switch changes what is legal, and the computer player reads it: last to a club trick with 9♥, it ducks."""
    deal = small("standard", "2C 5D 6D", "9H QS 7D", "4C 8D 9D", "AC 3C 10D", first_trick="free")
    deal = deal.play("2C")
    assert texts(deal.legal_cards()) == cards("9H QS 7D")
    deal = played(deal, "9H 4C")
    assert players.choose("cautious", deal, 3).text == "3C"


@pytest.mark.parametrize("number", [1, 2, 3, 4])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_C06_the_lowest_club_leads_in_every_deal_passed_or_not(number, seats, dice):
    deal = begun(hl.Deal(hl.variant("standard", players=seats), seed=dice.randrange(99), number=number), dice)
    (lowest,) = deal.legal_cards()
    assert lowest == min(deal.rules.pack) and lowest in deal.hand(deal.to_play)
    assert deal.play(lowest).plays == ((deal.to_play, lowest),)


def test_C08_the_pack_is_data_and_must_divide():
    assert {card.text for card in hl.variant("standard", players=3).removed} == {"2D"}
    assert {card.text for card in hl.variant("black_maria", players=3).removed} == {"2C"}
    with pytest.raises(hl.RulesError, match="divide"):
        hl.variant("standard", players=4, removed="2D")


def test_C09_any_club_may_open_as_an_option():
    hands = ("3D 4D", "2C KC", "5D 6H")
    assert texts(small("standard", *hands).legal_cards()) == {"2C"}
    assert texts(small("standard", *hands, opening="holder_any_club").legal_cards()) == cards("2C KC")


# ---- B: breaking hearts

def test_C10_does_the_queen_break_hearts():
    hands, line = ("2C AD 5H 9C", "3D 10D QS 2H", "4D 5D 6D 7D"), "2C 3D 4D AD 10D 5D"
    line_queen = "2C QS 4D"
    for breakers, legal in (("hearts", {"9C", "AD"}), ("hearts QS", {"9C", "AD", "5H"})):
        deal = small("standard", *hands, breakers=breakers, first_trick="free")
        assert texts(played(deal, line_queen).legal_cards()) == legal
        assert texts(played(deal, line).legal_cards()) == {"9C"}


def test_C11_the_flag_turns_at_the_breaking_card_within_the_trick():
    deal = small("standard", "2C 5H 9C", "3D KD 7H", "4D 5D 6D", first_trick="free").play("2C")
    assert not deal.broken
    broken = deal.play("7H")
    assert broken.broken and not deal.broken
    assert texts(broken.play("4D").legal_cards()) == cards("5H 9C")
    assert texts(played(deal, "3D 4D").legal_cards()) == {"9C"}


def test_C12_hearts_and_the_queen_only():
    hands = ("2C 4H 9H QS", "3D KD KS 8D", "4D 5D 6D 7S")
    strict = played(small("standard", *hands), "2C 3D 4D")
    assert texts(strict.legal_cards()) == {"QS"}
    lenient = played(small("standard", *hands, lead_escape="penalties"), "2C 3D 4D")
    assert texts(lenient.legal_cards()) == cards("4H 9H QS")
    assert strict.why_barred("4H")[1] in ("waits", "lead_escape", "breakers") and "Q♠" in strict.why_illegal("4H")


def test_C13_only_hearts_left():
    deal = played(small("standard", "2C AH 7H", "3D KD 2H", "4D 5D 6D"), "2C 3D 4D")
    assert texts(deal.legal_cards()) == cards("AH 7H")
    assert deal.play("7H").broken


@pytest.mark.parametrize("number", [1, 4])
def test_C14_C15_broken_exactly_when_a_heart_has_been_played(number, dice):
    """Also in a deal without a pass; and it is there to be seen at every ply."""
    deal = begun(hl.Deal(hl.variant("standard"), seed=dice.randrange(999), number=number), dice)
    while deal.phase == "play":
        assert deal.broken == any(card.suit == 3 for _, card in deal.plays)
        deal = deal.play(dice.choice(deal.legal_cards()))


# ---- C: passing

def test_C17_too_few_cards():
    deal = hl.Deal(hl.variant("black_maria"), seed=7)
    two = deal.hand(0).text.split()[:2]
    assert "1 more" in deal.why_illegal_pass(0, two)
    with pytest.raises(hl.IllegalPass):
        deal.exchange({0: two, **{seat: deal.hand(seat)[:3] for seat in (1, 2, 3)}})


def test_C19_spades_that_must_be_kept():
    """Also when too few other cards are there (RULES G10: test_family_examples)."""
    rules = hl.variant("standard", players=5, forbidden_pass="QS KS AS")
    deal = hl.Deal(rules, seed=7)
    seat = next(seat for seat in range(5) if "QS" in deal.hand(seat))
    others = [card for card in deal.hand(seat) if card.text not in ("QS", "KS", "AS")]
    assert "Q♠" in deal.why_illegal_pass(seat, ["QS", *others[:2]]) and deal.why_illegal_pass(seat, others[:3]) is None
    assert not texts(deal.view(seat).legal) & {"QS", "KS", "AS"}
    for strategy in players.strategies():
        assert not texts(players.choose(strategy, deal, seat)) & {"QS", "KS", "AS"}


def test_C20_the_order_of_passed_cards_leaks_nothing():
    deal = hl.Deal(hl.variant("black_maria"), seed=7)
    others = {seat: deal.hand(seat)[:3] for seat in (1, 2, 3)}
    one, other = (deal.exchange({0: order, **others}) for order in (deal.hand(0)[4:7], deal.hand(0)[6:3:-1]))
    assert one == other and one.text == other.text and one.passed(0) == deal.hand(0)[4:7]
    assert list(one.received(3)) == sorted(one.received(3)) == list(one.passed(0))


def test_C21_nobody_peeks_before_passing():
    deal = hl.Deal(hl.variant("standard"), seed=7)
    assert all(len(deal.received(seat)) == 0 and deal.hand(seat) == deal.dealt(seat) for seat in range(4))
    with pytest.raises(hl.IllegalPass):
        deal.exchange({0: deal.hand(0)[:3]})
    with pytest.raises(ValueError):
        deal.play(deal.hand(0)[0])


def test_C23_a_new_match_begins_with_left():
    match = hl.Match(hl.variant("standard"), players=["random"] * 4, seed=5)
    assert match.deal.number == 1 and match.deal.direction == "left"
    again = hl.Match(hl.variant("standard", target=1), players=["random"] * 4, seed=5).play_out()
    assert again.over and hl.Match(again.rules, players=["random"] * 4, seed=6).deal.direction == "left"


def test_C24_where_do_my_cards_go():
    deal = hl.Deal(hl.variant("black_maria", players=5), seed=7)
    passes = {seat: deal.hand(seat)[:3] for seat in range(5)}
    after = deal.exchange(passes)
    for seat in range(5):
        assert after.passed(seat) == passes[seat] == after.received(deal.pass_target(seat))
        assert set(passes[seat]) <= set(after.hand(deal.pass_target(seat)))


def test_C26_black_maria_passes_right_and_never_breaks(dice):
    deal = begun(hl.Deal(hl.variant("black_maria"), seed=2, number=3), dice)
    assert deal.direction == "right" and deal.to_play == 2
    assert deal.legal_cards() == deal.hand(2)


# ---- D: moon and scoring

def test_C27_sixteen_points_are_no_moon():
    deal = shared_out("standard", "2H 3H 4H QS", "5H 6H")
    assert (deal.points, deal.shooter, deal.scores) == ((16, 2, 0), None, (16, 2, 0))


def test_C28_the_jack_and_the_moon():
    assert shared_out("standard_omnibus", ALL_FOURTEEN, "JD").scores == (0, 16, 26)
    strict = shared_out("standard_omnibus", ALL_FOURTEEN, "JD", moon_needs_bonus=True)
    assert (strict.shooter, strict.scores) == (None, (26, -10, 0))


@pytest.mark.parametrize("game, mine, theirs", [
    ("black_maria_trad", "QS KS 2H 3H 4H 2S", "AS 5H"), ("standard_spot", "10H 9H 7H 2S", "2H 3H")])
def test_C29_a_moon_is_counted_in_cards_not_in_points(game, mine, theirs):
    deal = shared_out(game, mine, theirs, moon="new", moon_amount=26)
    assert deal.shooter is None and deal.scores[0] == deal.points[0] == 26


def test_C29_sixteen_points_can_be_a_moon():
    """With the jack the shooter's cards add up to 16, and it is a moon all the same."""
    deal = everything("standard_omnibus")
    assert deal.shooter == 0 and deal.points[0] + deal.bonus[0] == 16
    assert deal.scores == (-10, 26, 26, 26)


def test_C30_the_award_follows_the_points_in_play():
    grey = {"points": {"QS": 7}, "moon_amount": "total"}
    assert everything("standard", **grey).scores == (0, 20, 20, 20)
    assert everything("standard", moon="new", **grey).scores == (-20, 0, 0, 0)


def test_C36_no_trick_bonus_is_not_paid_on_a_moon():
    assert everything("standard", no_trick_bonus=-5).scores == (0, 26, 26, 26)
    assert everything("standard", no_trick_bonus=-3, moon="new").scores == (-26, 0, 0, 0)


@pytest.mark.parametrize("game, fields, plain, moon", [
    ("standard", {}, 26, 78), ("standard", {"moon": "new"}, 26, -26), ("standard_omnibus", {}, 16, 68),
    ("black_maria", {}, 43, 43), ("standard_spot", {}, 129, 387)])
def test_C37_sums_that_must_be(game, fields, plain, moon, dice):
    assert sum(everything(game, **fields).scores) == moon
    for _ in range(3):
        deal = play_randomly(hl.Deal(hl.variant(game, **fields), seed=dice.randrange(10**6)), dice)
        assert sum(deal.scores) == (plain if deal.shooter is None else moon)


def test_moon_possible_by_whom():
    """Need 12 of CASES section 2: who can still do it."""
    deal = small("standard", "2C 5H 3H", "3C QS 8D", "4C 2H 4H")
    assert deal.moon_possible == (0, 1, 2)
    deal = played(deal, "2C 3C 4C 2H 5H QS")
    assert deal.points == (15, 0, 0) and deal.moon_possible == (0,)
    assert played(deal, "3H 8D 4H").moon_possible == ()
    fields = {"moon": "new", "moon_needs_bonus": True}
    deal = played(small("standard_omnibus", "AC AH QS 2D", "2C 2H 5S JD", "3C 3H 6S 4D", **fields), "2C 3C AC 2D JD 4D")
    assert deal.moon_possible == (1,), "where the moon needs the jack, only who has him can still make it"


# ---- E: end of match, ties

def ended(seed, **fields):
    rules = hl.variant("black_maria", **{"target": None, "deals": 1, **fields})
    return hl.Match(rules, players=["random"] * 4, seed=seed).play_out()


def first_match(wanted):
    """The first match of one deal whose totals are as wanted."""
    return next(match for match in map(ended, range(1, 200)) if wanted(sorted(match.totals)))


def test_C41_a_tie_in_the_middle_is_no_draw():
    match = first_match(lambda low: low[0] < low[1] == low[2])
    assert match.winners == (match.totals.index(min(match.totals)),)


def test_C42_a_tie_at_the_bottom_is_shared_whatever_the_seats():
    match = first_match(lambda low: low[0] == low[1] < low[2])
    assert match.winners == tuple(seat for seat in range(4) if match.totals[seat] == min(match.totals))
    assert len(match.winners) == 2


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_C43_exactly_the_target_ends_the_match(seed):
    worst = max(ended(seed).totals)
    reached = ended(seed, target=worst, deals=None)
    assert reached.over and max(reached.totals) == worst and len(reached.deals) == 1 and reached.why_over
    assert len(ended(seed, target=worst + 1, deals=None).deals) > 1


# ---- F: input, illegal moves, state

def test_C47_a_card_not_held():
    deal = small("black_maria", "3H 2C 4C", "6H 5C KS", "8H 8S AS", "9H 9D 9S")
    deal = played(deal, "3H 6H")
    sentence = deal.why_illegal("3H")
    assert "3♥" in sentence and "hold" in sentence
    assert "8♥" in deal.why_illegal("AS")
    for card in ("3H", "AS"):
        with pytest.raises(hl.IllegalCard):
            deal.play(card)
    assert texts(deal.legal_cards()) == {"8H"}


@pytest.mark.parametrize("game", GAMES)
def test_C50_the_rules_in_force_are_echoed(game):
    players = COUNTS[game][-1]
    rules = hl.variant(game, players=players)
    chips = " | ".join(rules.chips)
    assert f"{players} players" in chips and str(rules.total) in chips
    assert rules.chips != hl.variant(game, players=players, opening="holder_any_club").chips
    assert rules.title and rules.sentences()


def test_C51_a_card_played_twice(dice):
    deal = begun(hl.Deal(hl.variant("black_maria"), seed=4), dice)
    card = deal.legal_cards()[0]
    once = deal.play(card)
    with pytest.raises(hl.IllegalCard):
        once.play(card)
    assert once == deal.play(card) and len(once.plays) == 1


def test_C51_a_pass_made_twice():
    deal = hl.Deal(hl.variant("black_maria"), seed=4)
    passes = {seat: deal.hand(seat)[:3] for seat in range(4)}
    after = deal.exchange(passes)
    with pytest.raises(hl.IllegalPass):
        after.exchange(passes)


def test_C55_derived_state_survives_saving(dice):
    """Only the history is kept; whatever is derived from it comes back."""
    deal = play_randomly(hl.Deal(hl.variant("standard_omnibus"), seed=11), dice, plies=30)
    again = hl.read(deal.text)
    assert again == deal
    for name in ("phase", "to_play", "broken", "points", "bonus", "moon_possible", "trick", "tricks", "plays"):
        assert getattr(again, name) == getattr(deal, name), name
    assert [again.voids(seat) for seat in range(4)] == [deal.voids(seat) for seat in range(4)]
    assert [again.taken(seat) for seat in range(4)] == [deal.taken(seat) for seat in range(4)]


# ---- H: computer players

@pytest.mark.parametrize("strategy", ["random", "cautious", "smoker"])
def test_C67_the_deal_does_not_depend_on_who_plays(strategy):
    dealt = hl.Deal(hl.variant("standard"), seed=9)
    match = hl.Match(hl.variant("standard"), players=[strategy] * 4, seed=9)
    assert [match.deal.dealt(seat) for seat in range(4)] == [dealt.dealt(seat) for seat in range(4)]


def test_C68_the_queen_is_dealt_to_everyone_alike():
    """400 deals: a seat gets the queen in a quarter of them (four standard errors either way)."""
    rules = hl.variant("standard")
    holders = [next(seat for seat in range(4) if "QS" in hl.Deal(rules, seed=1, number=number).dealt(seat))
               for number in range(1, 401)]
    assert all(65 <= holders.count(seat) <= 135 for seat in range(4)), [holders.count(seat) for seat in range(4)]


def test_C69_shown_voids_are_known():
    deal = played(small("black_maria", "3H 2C 4C", "5C 6C KS", "8H 8S AS"), "3H 5C")
    assert deal.voids(1) == "H" and deal.voids(0) == deal.voids(2) == ""
    deal = played(deal, "8H 8S 2C KS")
    assert set(deal.voids(0)) == {"S"} and deal.voids(1) == "H"


def test_C73_an_obvious_moon_is_stopped():
    """One player has all the points so far and leads J♥; the cautious player behind him takes it with the queen."""
    hands = ("AC KC JH 2D", "3D QS QH 2H", "4D 5D 3H 5H", "6D 7D 4H 6H")
    fields = {"opening": "eldest", "first_trick": "free", "breakers": "", "waits": ""}
    deal = played(small("standard", *hands, **fields), "AC QS 3H 6H KC 3D 5H 4H JH")
    assert deal.moon_possible == (0,)
    assert players.choose("cautious", deal, 1).text == "QH"


# ---- I: the table

def test_C79_the_last_trick_can_be_looked_at(dice):
    deal = play_randomly(hl.Deal(hl.variant("standard"), seed=6), dice, plies=10)
    assert len(deal.tricks) == 2 and len(deal.trick) == 2
    trick = deal.tricks[-1]
    assert trick.number == 2 and len(trick.cards) == len(trick.seats) == 4 and trick.seats[0] == trick.leader
    assert tuple(zip(trick.seats, trick.cards, strict=True)) == deal.plays[4:8]


def test_C80_grey_means_that_the_rules_refuse_it(dice):
    """Whoever is to play, a legal card has no reason, and a barred one names its rule, its field and its section."""
    for game in ("standard", "black_maria"):
        deal = begun(hl.Deal(hl.variant(game), seed=dice.randrange(999)), dice)
        while deal.phase == "play":
            for card in deal.hand(deal.to_play):
                reason = deal.why_barred(card)
                assert (reason is None) == (card in deal.legal_cards())
                if reason:
                    _, field, sentence, section = reason
                    assert sentence[0].isupper() and sentence.endswith(".") and section
                    assert field == "following" or hasattr(deal.rules, field)
            deal = deal.play(dice.choice(deal.legal_cards()))


def test_C82_suits_are_told_apart_without_colour():
    assert [str(card) for card in hl.Deal(hl.variant("standard"), seed=1).rules.pack[::13]] == ["2♣", "2♦", "2♠", "2♥"]
