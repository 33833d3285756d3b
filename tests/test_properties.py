"""Properties that hold for every deal of every game, tried by Hypothesis."""

import random
import re

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from setting import TABLES, begun, play_randomly, random_passes

import hearts_lab as hl

settings.register_profile("lab", derandomize=True, deadline=None, print_blob=True, database=None,
                          suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
settings.load_profile("lab")

OPTIONS = st.fixed_dictionaries({}, optional={
    "opening": st.sampled_from(["eldest", "eldest_clean", "lowest_club", "holder_any_club"]),
    "first_trick": st.sampled_from(["free", "clean"]), "lead_escape": st.sampled_from(["hearts", "penalties", "pass_left"]),
    "waits": st.sampled_from(["", "hearts", "hearts QS"]), "breakers": st.sampled_from(["hearts", "hearts QS"]),
    "moon": st.sampled_from(["none", "old", "new", "choice", "void"]), "no_trick_bonus": st.sampled_from([0, -5]),
    "moon_amount": st.sampled_from([26, 43, "total"]), "pass_count": st.integers(1, 5),
    "points": st.sampled_from([{"10D": -10}, {"QS": 0}, {"hearts": 2, "JC": 7}]),
    "deals": st.sampled_from([1, 12, "players"]),
    "pass_cycle": st.sampled_from([("left",), ("right", "left"), ("hold", "right"), ("scatter", "left")]),
    "kitty": st.sampled_from(["first", "last", "first_penalty"]), "forbidden_pass": st.sampled_from(["QS AS", "hearts"]),
    "forced_play": st.sampled_from(["queen", "jack", "queen jack"]), "cancel": st.sampled_from(["two_pairs", "no_live_card"]),
    "last_void": st.sampled_from(["leader", "previous_winner"]), "exact_target": st.sampled_from([0, 50]),
    "settlement": st.sampled_from(["running", "howell", "sweepstake"]), "tie": st.sampled_from(["shared", "play_on"])})
SEEDS = st.integers(0, 2**63 - 1)
FEW, MANY, VERY_MANY = (settings(max_examples=examples) for examples in (40, 100, 250))


@st.composite
def house_rules(draw):
    """A game with some rules changed. What makes no sense together is refused, and then one rule less is changed."""
    game, players = draw(st.sampled_from(TABLES))
    changed = draw(OPTIONS)
    while True:
        try:
            return hl.variant(game, players=players, **changed)
        except hl.RulesError as error:
            assert sentence(error), error
            changed.popitem()


@st.composite
def deals(draw):
    """A deal somewhere between its pass and its end, from a seed or from given hands, perhaps within a match."""
    rules = draw(house_rules())
    start = {"before": draw(st.none() | st.lists(st.integers(-99, 99), min_size=rules.players, max_size=rules.players))}
    if not rules.low_wins:
        start |= {"pool": draw(st.integers(0, 99)), "standing": draw(st.booleans())}
    deal = hl.Deal(rules, seed=draw(SEEDS), number=draw(st.integers(1, 999)), **start)
    if draw(st.booleans()):
        hands = [deal.dealt(seat) for seat in range(rules.players)]
        deal = hl.Deal(rules, hands=hands, kitty=deal.kitty, number=deal.number, **start)
    plies = draw(st.integers(-1, len(rules.pack)))
    return deal if plies < 0 else play_randomly(deal, random.Random(draw(SEEDS)), plies)


def sentence(error):
    """Whether an error speaks to a person: something is said, and not in the words of Python."""
    text = re.sub(r"'[^']*'|\"[^\"]*\"", "it", str(error))
    return len(text) > 10 and re.search(r"[.!?)]$", text) and not re.search(r"object|literal|NoneType|argument|<", text)


@FEW
@given(deals())
def test_cards_are_conserved(deal):
    """Held, on the table or taken: together always the pack; and every seat has played as often as its turn came."""
    rules, seats = deal.rules, range(deal.rules.players)
    dice = random.Random(1)
    deal = begun(deal, dice)
    while True:
        on_table = [card for _, card in deal.trick]
        everywhere = [card for seat in seats for card in (*deal.hand(seat), *deal.taken(seat))]
        everywhere += [*on_table, *deal.carried, *(deal.kitty if deal.kitty_taker is None or deal.phase == "play" else ())]
        assert sorted(everywhere) == sorted(rules.pack)
        assert [card for _, card in deal.plays] == [card for trick in deal.tricks for card in trick.cards] + on_table
        held = [len(deal.hand(seat)) + sum(who == seat for who, _ in deal.plays) for seat in seats]
        assert held == [rules.hand_size] * rules.players
        for seat in seats:
            seen = [card for _, card in deal.plays]
            assert sorted((*deal.unseen(seat), *deal.hand(seat), *seen)) == sorted(rules.pack)
        if deal.phase in ("moon", "over"):
            break
        deal = deal.play(dice.choice(deal.legal_cards()))


@FEW
@given(deals())
def test_points_taken_and_points_out_are_the_total(deal):
    rules, seats = deal.rules, range(deal.rules.players)

    def worth(cards):
        return sum(max(0, rules.points[card]) for card in cards)

    out = [card for seat in seats for card in deal.hand(seat)] + [card for _, card in deal.trick] + [*deal.carried]
    assert sum(deal.points) + worth(out) in (rules.total, rules.total - worth(deal.kitty))
    assert (deal.scores is None) == (deal.phase != "over")
    over = play_randomly(deal, random.Random(2))
    lost = worth(over.carried) + (worth(over.kitty) if over.kitty_taker is None else 0)
    assert sum(over.points) + lost == rules.total
    assert sum(over.points) == sum(worth(over.taken(seat)) for seat in seats)
    if not rules.low_wins:
        assert sum(over.scores) + over.pool_after[0] == over.pool


@FEW
@given(deals())
def test_there_is_always_a_legal_card_and_it_is_held(deal):
    dice = random.Random(3)
    deal = begun(deal, dice)
    while deal.phase == "play":
        legal = deal.legal_cards()
        assert legal and set(legal) <= set(deal.hand(deal.to_play))
        deal = deal.play(dice.choice(legal))
    if deal.phase == "moon":
        assert deal.to_play == deal.shooter and deal.scores is None
        deal = deal.choose_moon("new")
    assert deal.to_play is None and deal.scores is not None


@MANY
@given(deals())
def test_notation_there_and_back(deal):
    again = hl.read(deal.text)
    assert again == deal and hash(again) == hash(deal) and again.text == deal.text and again.rules == deal.rules
    for name in ("phase", "to_play", "points", "scores", "carried", "kitty", "kitty_taker", "pool", "standing", "moon"):
        assert getattr(again, name) == getattr(deal, name)
    assert "\n" not in deal.text


@FEW
@given(deals())
def test_the_transcript_mentions_every_card(deal):
    words = re.split(r"[^0-9AKQJT♣♦♠♥]+", deal.transcript)
    for card in deal.rules.pack:
        assert str(card) in words
    told = " ".join(words)
    for trick in deal.tricks:
        assert " ".join(map(str, trick.cards)) in told


@FEW
@given(house_rules(), SEEDS, st.integers(1, 50), st.integers(1, 5))
def test_rotating_the_seats_rotates_the_scores(rules, seed, number, turn):
    """The same hands, passes and cards, everyone some seats further on, in the deal whose dealer sits there too."""
    rules = rules.change(pass_cycle=rules.pass_cycle[:1]) if set(rules.pass_cycle[:1]) != {"hold"} else rules.change(
        pass_count=0, forbidden_pass="")
    n, dice = rules.players, random.Random(seed)

    def turned(by_seat):
        return [by_seat[(seat - turn) % n] for seat in range(n)]

    one = hl.Deal(rules, seed=seed, number=number)
    other = hl.Deal(rules, hands=turned([one.dealt(seat) for seat in range(n)]), kitty=one.kitty, number=number + turn)
    if one.phase == "pass":
        passes = list(random_passes(one, dice).values())
        one, other = one.exchange(passes), other.exchange(turned(passes))
    while one.phase == "play":
        assert (one.to_play + turn) % n == other.to_play and one.legal_cards() == other.legal_cards()
        card = dice.choice(one.legal_cards())
        one, other = one.play(card), other.play(card)
    if one.phase == "moon":
        one, other = one.choose_moon("old"), other.choose_moon("old")
    assert turned(one.scores) == list(other.scores) and turned(one.points) == list(other.points)


def with_card(deal, card):
    """The deal's text with one more card played, legal or not."""
    if not deal.plays:
        return f"{deal.text} | play {card.text}"
    return deal.text + ("" if deal.trick else " ") + card.text


@MANY
@given(deals(), SEEDS)
def test_an_illegal_history_is_refused_naming_the_first_illegal_card(deal, seed):
    assume(deal.phase not in ("over", "moon"))
    dice = random.Random(seed)
    deal = begun(deal, dice)
    barred = [card for card in deal.rules.pack if deal.why_illegal(card)]
    held = [card for card in barred if card in deal.hand(deal.to_play)]
    card = dice.choice(held or barred)
    text = with_card(deal, card)
    if (len(deal.plays) + 1) % deal.rules.players:
        text += dice.choice(deal.rules.pack).text  # what comes after is not even looked at
    with pytest.raises(hl.NotationError, match=re.escape(str(card))) as caught:
        hl.read(text)
    assert sentence(caught.value) and str(len(deal.plays) + 1) in str(caught.value)


@pytest.mark.parametrize("more", ["2C", " 2C", " 2C3C4C5C", " | play 2C"])
def test_a_history_that_goes_on_after_the_end_is_refused(more, dice):
    over = play_randomly(hl.Deal(hl.variant("standard"), seed=1, number=4), dice)
    with pytest.raises(hl.NotationError, match=r"2♣|twice"):
        hl.read(over.text + more)


@VERY_MANY
@given(deals(), st.data())
def test_damaged_text_gives_a_sentence_and_nothing_else(deal, data):
    """A letter lost or changed, a word lost, doubled or moved, a number grown: a ValueError in words, or a deal."""
    text = deal.text
    kind = data.draw(st.sampled_from(["letter", "lost", "word", "twice", "cut", "number", "swap"]))
    place = data.draw(st.integers(0, len(text) - 1))
    words = text.split(" ")
    word = data.draw(st.integers(0, len(words) - 1))
    if kind == "letter":
        text = text[:place] + data.draw(st.sampled_from("QKSHDC10|= ,-:x♥\n∞é²")) + text[place + 1:]
    elif kind == "lost":
        text = text[:place] + text[place + data.draw(st.integers(1, 9)):]
    elif kind == "word":
        text = " ".join(words[:word] + words[word + 1:])
    elif kind == "twice":
        text = " ".join(words[:word + 1] + words[word:])
    elif kind == "cut":
        text = text[:place]
    elif kind == "number":
        digits = data.draw(st.sampled_from(["0", "-1", "9" * 18, "9" * 19, "9" * 25, "1.5", "²", "none", "total"]))
        numbers = list(re.finditer(r"(?<![0-9A-Z])\d+(?![0-9A-Z])", text))
        if numbers:
            found = data.draw(st.sampled_from(numbers))
            text = text[:found.start()] + digits + text[found.end():]
    else:
        other = data.draw(st.integers(0, len(words) - 1))
        words[word], words[other] = words[other], words[word]
        text = " ".join(words)
    try:
        hl.read(text)
    except ValueError as error:
        assert type(error) is not ValueError and sentence(error), (text, error)


WORDS = [
    "standard", "black_maria", "players=3", "players=total", "packs=2", "moon=new", "points=QS:1", "points=QS",
    "waits=", "target=none", "deals=players", "|", "deal", "1", "seed", "7", "hands", "before", "0,0,0,0", "match",
    "players", "-,cautious,cautious,cautious", "practice", "pass", "play", "2C3C4C", "QS",
    "kitty", "2C", "pool", "26", "jack", "moon", "new", "foster_sweep", "cancellation",
]


@VERY_MANY
@given(st.text(max_size=80) | st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join))
def test_any_text_gives_a_deal_a_match_or_a_sentence(text):
    try:
        hl.read(text)
    except ValueError as error:
        assert type(error) is not ValueError and sentence(error), error


IMPOSSIBLE = [
    "",
    " ",
    "|",
    "|||",
    "standard",
    "standard |",
    "standard | deal",
    "standard | deal 0 seed 7",
    "standard | deal 1",
    "nothing | deal 1 seed 7",
    "standard | deal 9999999999999999999 seed 7",
    "standard | deal 1 seed 9999999999999999999",
    "standard | deal 1 seed -7",
    "standard | deal 1 seed 7 before 1,2,3",
    "standard | deal 1 seed 7 before 9999999999999999999,0,0,0",
    "standard packs=2 players=total | deal 1 seed 7",
    "standard players=7 | deal 1 seed 7",
    "standard moon=blue | deal 1 seed 7",
    "standard points=QS | deal 1 seed 7",
    "standard points= | deal 1 seed 7",
    "standard kitty=first | deal 1 seed 7",
    "standard removed=2C | deal 1 seed 7",
    "standard | deal 1 hands 2C 3C 4C 5C",
    "standard | deal 1 seed 7 hands 2C",
    "standard | deal 1 seed 7 | pass 2C3C4C",
    "standard | deal 1 seed 7 | play 2C",
    "standard | deal 4 seed 7 | pass 2C 3C 4C 5C",
    "standard | deal 4 seed 7 | play 2C | play 3C",
    "standard | deal 1 seed 7 | deal 2 seed 7",
    "standard | deal 1 seed 7 pool 26",
    "foster_sweep | deal 1 seed 7 pool -1",
    "foster_sweep | deal 1 seed 7 jack",
    "standard | deal 1 seed 7 | moon new",
    "standard | deal 1 seed 7 | moon",
    "standard moon=choice | deal 4 seed 7 | moon old | moon new",
    "standard moon=choice | moon new",
    "standard players=3 kitty=first | deal 1 seed 7 kitty 2C",
    "cancellation players=12 | deal 1 seed 7",
    "standard cancel=two_pairs | deal 1 seed 7",
    "standard kitty_peek=perhaps | deal 1 seed 7",
    "standard forced_play=king | deal 1 seed 7",
    "standard | match",
    "standard | match seed 7",
    "standard | match seed 7 players cautious",
    "standard | match seed x players -,-,-,-",
    "standard | match seed 7 players nobody,cautious,cautious,cautious",
    "standard | match seed 7 players -,-,-,- | deal 2",
    "standard | match seed 7 players -,-,-,- | play 2C",
    "standard | match seed 7 players -,-,-,- | deal 1 | deal 2",
]


@pytest.mark.parametrize("text", IMPOSSIBLE)
def test_text_that_tells_nothing_possible(text):
    with pytest.raises(ValueError) as caught:
        hl.read(text)
    assert type(caught.value) is not ValueError and sentence(caught.value), caught.value


@pytest.mark.parametrize("what", [None, 7, b"standard | deal 1 seed 7", ["standard"]])
def test_only_text_is_read(what):
    with pytest.raises(hl.NotationError):
        hl.read(what)
