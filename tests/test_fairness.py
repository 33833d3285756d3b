"""Nobody sees through cards: a player does the same when the cards he cannot see lie differently (CASES C66, C67)."""

import pytest
from setting import begun

import hearts_lab as hl
from hearts_lab import players, views

TABLES = [("standard", 4), ("standard_omnibus", 3), ("standard_spot", 5), ("black_maria", 3), ("black_maria", 6),
          ("black_maria_spot", 4), ("black_maria_omnibus", 4), ("black_jack_late", 4), ("foster_howell", 5), ("omnibus", 7)]
STRATEGIES = ["random", "cautious", "smoker", "expert", "veteran", "moon_stopper",
              "thinker+playouts=20"]


def from_hands(rules, seed, number):
    """A deal that does not carry its seed, so that no player's dice depend on who holds what."""
    deal = hl.Deal(rules, seed=seed, number=number)
    return hl.Deal(rules, hands=[deal.dealt(seat) for seat in range(rules.players)], number=number, before=deal.before)


def lain_differently(deal, seat, dice):
    """The same deal as far as `seat` can know, with the unseen cards shuffled among the other hands.

    Each other hand keeps its size, the suits that it has shown it lacks, and the cards that the seat itself passed to
    it. None if the draw tells a history that could not have been (a forced first discard, say).
    """
    rules, others = deal.rules, [other for other in range(deal.rules.players) if other != seat]
    target = deal.pass_target(seat)
    known = {other: [card for card in deal.hand(other) if other == target and card in deal.passed(seat)]
             for other in others}
    loose = [card for other in others for card in deal.hand(other) if card not in known[other]]
    room = {other: len(deal.hand(other)) - len(known[other]) for other in others}
    hands = {other: list(known[other]) for other in others}
    dice.shuffle(loose)
    loose.sort(key=lambda card: sum("CDSH"[card.suit] not in deal.voids(other) for other in others))
    for card in loose:
        able = [other for other in others if room[other] and "CDSH"[card.suit] not in deal.voids(other)]
        if not able:
            return None
        other = dice.choices(able, [room[other] for other in able])[0]
        hands[other].append(card)
        room[other] -= 1
    if deal.phase == "pass":
        dealt = {**hands, seat: deal.dealt(seat)}
        return hl.Deal(rules, hands=[dealt[s] for s in range(rules.players)], number=deal.number, before=deal.before)
    after = {other: hands[other] + [card for who, card in deal.plays if who == other] for other in others}
    return told_again(deal, seat, after, dice)


def told_again(deal, seat, after, dice):
    """A deal in which the others held `after` once the cards were passed, and then the same cards were played."""
    rules = deal.rules
    seats = range(rules.players)
    if deal.passes is None:
        hands = [after.get(s) or deal.dealt(s) for s in seats]
        new = hl.Deal(rules, hands=hands, number=deal.number, before=deal.before)
    else:
        came_from = {deal.pass_target(s): s for s in seats}
        received = {s: list(deal.received(s)) if seat in (s, came_from[s]) else dice.sample(after[s], rules.pass_count)
                    for s in seats}
        passes = {came_from[s]: received[s] for s in seats}
        dealt = {s: [card for card in after[s] if card not in received[s]] + passes[s] for s in after}
        dealt[seat] = deal.dealt(seat)
        new = hl.Deal(rules, hands=[dealt[s] for s in seats], number=deal.number, before=deal.before).exchange(passes)
    try:
        for _, card in deal.plays:
            new = new.play(card)
    except hl.IllegalCard:
        return None
    return new


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("game, seats", TABLES)
def test_C66_unseen_cards_do_not_change_a_decision(strategy, game, seats, dice):
    moved = 0

    def check(deal, seat):
        nonlocal moved
        others = filter(None, (lain_differently(deal, seat, dice) for _ in range(10)))
        other = next((other for other in others if any(other.hand(s) != deal.hand(s) for s in range(seats))), None)
        if other is None:
            return
        assert other.hand(seat) == deal.hand(seat) and other.plays == deal.plays and other.trick == deal.trick
        assert other.view(seat).record.tobytes() == deal.view(seat).record.tobytes(), "the views differ"
        assert players.choose(strategy, other, seat) == players.choose(strategy, deal, seat), (deal.text, other.text)
        moved += 1

    for number in (1, 4) if game == "standard" else (dice.randrange(1, 5),):
        deal = from_hands(hl.variant(game, players=seats), dice.randrange(10**6), number)
        if deal.phase == "pass":
            for seat in range(seats):
                check(deal, seat)
            deal = deal.exchange({seat: players.choose(strategy, deal, seat) for seat in range(seats)})
        while deal.phase == "play":
            check(deal, deal.to_play)
            deal = deal.play(players.choose(strategy, deal, deal.to_play)[0])
    print(moved, "decisions checked with the unseen cards lying differently")
    assert moved > 25


KNOWN = {
    "standard": hl.variant("standard"), "maria": hl.variant("black_maria_omnibus", players=5),
    "two packs": hl.variant("standard", players=4, packs=2), "pool": hl.variant("foster_sweep", players=3),
    "cancellation": hl.variant("cancellation_culbertson"),
    "peek": hl.variant("standard", players=5, kitty="first", kitty_peek=True),
}


@pytest.mark.parametrize("rules", KNOWN.values(), ids=KNOWN)
def test_a_view_says_what_its_seat_may_know(rules, dice):
    """Item by item: what the view holds is what the deal shows to everyone, and the seat's own cards."""
    seats = range(rules.players)
    start = {} if rules.low_wins else {"pool": 26, "standing": True}
    deal = hl.Deal(rules, seed=dice.randrange(999), number=2, before=dice.sample(range(50), rules.players), **start)
    came_from = {deal.pass_target(seat): seat for seat in seats}
    for seat in seats:
        view = deal.view(seat)
        assert (view.decision, view.to_pass) == (views.PASS if deal.due else views.PLAY, deal.due)
        assert len(view.passed) == len(view.received) == len(view.seen) == len(view.kitty) == 0
    deal = begun(deal, dice)
    while True:
        for seat in seats:
            view = deal.view(seat)
            assert (view.seat, view.players, view.number, view.total) == (seat, rules.players, 2, rules.total)
            assert (view.hand, view.passed, view.received) == (deal.hand(seat), deal.passed(seat), deal.received(seat))
            if deal.due:
                assert (view.pass_to, view.pass_from) == (deal.pass_target(seat), came_from[seat])
            assert list(view.seen) == sorted(card for _, card in deal.plays)
            assert list(view.card) == [card for _, card in deal.trick] and len(deal.trick) == view.in_trick
            assert (view.points, view.before, bool(view.broken)) == (deal.points, deal.before, deal.broken)
            assert [view.voids >> 4 * s + suit & 1 for s in seats for suit in range(4)] == [
                letter in deal.voids(s) for s in seats for letter in "CDSH"]
            assert set(view.penalties) == set(rules.penalties) and set(view.bonuses) == set(rules.bonuses)
            assert {card: view.worth[card] for card in rules.points} == rules.points and view.pack == rules.pack
            assert (view.hand_size, view.to_pass, view.target or None) == (rules.hand_size, 0, rules.target)
            assert (view.carried, view.pool, bool(view.low_wins)) == (deal.carried, deal.pool, rules.low_wins)
            assert view.kitty == (deal.kitty if rules.kitty_peek and deal.kitty_taker == seat else ())
            assert view.waits == sum(1 << card for card in rules.waits)
            assert list(view.legal) == (list(deal.legal_cards()) if seat == deal.to_play else [])
        if deal.phase == "over":
            break
        if deal.phase == "moon":
            break
        assert deal.view(deal.to_play).trick == len(deal.tricks) + 1
        assert deal.view(deal.to_play).leader == (deal.trick[0][0] if deal.trick else deal.to_play)
        deal = deal.play(dice.choice(deal.legal_cards()))


@pytest.mark.parametrize("peek", [False, True])
@pytest.mark.parametrize("place", ["first", "first_penalty", "last"])
def test_nobody_sees_into_the_kitty(place, peek, dice):
    """A19-2: the taker may look if the table says so, the others never: not through the points it brings either."""
    rules = hl.variant("morehead", players=3, kitty=place, kitty_peek=peek, pass_count=0)
    one = hl.Deal(rules, seed=dice.randrange(10**6))
    hands, kitty = [list(one.dealt(seat)) for seat in range(3)], list(one.kitty)
    # A card of seat 2 and the kitty's change places; one of the two costs points.
    card = next(card for card in hands[2] if (rules.points[card] > 0) != (rules.points[kitty[0]] > 0))
    swapped = [*hands[:2], [*(other for other in hands[2] if other != card), *kitty]]
    one, other = hl.Deal(rules, hands=hands, kitty=kitty), hl.Deal(rules, hands=swapped, kitty=[card])
    compared = 0
    while one.phase == "play":
        legal = [each for each in one.legal_cards() if each in other.legal_cards() and each not in (card, *kitty)]
        if not legal or one.to_play != other.to_play:
            break
        one, other = (deal.play(legal[0]) for deal in (one, other))
        for seat in (0, 1):
            if not (peek and one.kitty_taker == seat) and one.phase != "over":
                compared += one.kitty_taker is not None
                assert one.view(seat).record.tobytes() == other.view(seat).record.tobytes(), one.text
    assert compared or place != "first"


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("game, seats", TABLES)
def test_a_choice_is_always_allowed_and_has_a_reason(strategy, game, seats, dice):
    deal = hl.Deal(hl.variant(game, players=seats), seed=dice.randrange(10**6), number=dice.randrange(1, 9))
    if deal.phase == "pass":
        passes = {seat: players.choose(strategy, deal, seat) for seat in range(seats)}
        assert all(deal.why_illegal_pass(seat, cards) is None for seat, cards in passes.items())
        advised, why = players.advise(strategy, deal, 0)
        assert set(advised) == set(passes[0]) and why
        deal = deal.exchange(passes)
    while deal.phase == "play":
        (card,) = players.choose(strategy, deal, deal.to_play)
        assert deal.why_illegal(card) is None
        advised, why = players.advise(strategy, deal, deal.to_play)
        assert list(advised) == [card] and len(why) > 10
        deal = deal.play(card)


def test_every_advertised_strategy_is_there():
    assert {name.partition("+")[0] for name in STRATEGIES} <= set(players.strategies())


def test_the_same_seed_gives_the_same_choices(dice):
    """Players have dice of their own: asking twice, or asking someone else first, changes nothing."""
    deal = begun(hl.Deal(hl.variant("standard"), seed=5), dice)
    (first,) = players.choose("random", deal, deal.to_play)
    players.choose("random", deal.play(first), deal.play(first).to_play)
    assert list(players.choose("random", deal, deal.to_play)) == [first]
