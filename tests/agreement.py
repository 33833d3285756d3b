"""One deal at two tables: the engine's and the oracle's, compared at every card; and options drawn for both."""

from collections import Counter

import oracle
import oracle_scores as counted
from setting import texts

import hearts_lab as hl

compared = Counter()


def compare(rules, book, deal, dice, *, moon=False):
    """Play one deal to its end at both tables. With `moon`, seat 0 plays high and the others keep out of its way."""
    seats = range(rules.players)
    hands, kitty = [[card.text for card in deal.dealt(seat)] for seat in seats], [card.text for card in deal.kitty]
    assert sorted([card for hand in hands for card in hand] + kitty) == sorted(oracle.pack_of(book))
    assert (deal.dealer, deal.eldest) == (oracle.dealer_of(book, deal.number), (deal.number - 1) % rules.players)
    assert (deal.direction, deal.due) == (oracle.direction_of(book, deal.number), oracle.due(book, deal.number))
    if deal.phase == "pass":
        passes = [pass_of(deal, book, seat, hand, dice) for seat, hand in enumerate(hands)]
        hands = oracle.after_the_pass(book, deal.number, hands, passes)
        deal = deal.exchange(dict(enumerate(passes)))
    play = oracle.Play(book, deal.number, hands, kitty)
    while deal.phase == "play":
        same_turn(deal, play)
        card = chosen(play, sorted(play.legal()), dice, moon=moon)
        deal = deal.play(card)
        play.play(card)
        if not play.trick:
            same_tricks(deal, play)
    assert play.over and deal.phase in ("over", "moon")
    same_end(rules, book, deal, play)


def pass_of(deal, book, seat, hand, dice):
    """A random pass that the oracle allows; what it forbids the engine refuses."""
    allowed = oracle.may_be_passed(book, deal.number, hand)
    assert texts(deal.view(seat).legal) == set(allowed)
    number = oracle.due(book, deal.number)
    for card in set(hand) - set(allowed):
        assert deal.why_illegal_pass(seat, [card, *dice.sample(allowed, number - 1)])
    if deal.direction != "scatter":
        assert [deal.pass_target(seat)] * number == oracle.pass_targets(book, deal.number, seat)
    return dice.sample(allowed, number)


def same_turn(deal, play):
    legal = set(play.legal())
    assert deal.to_play == play.seat, deal.text
    assert sorted(card.text for card in deal.hand(play.seat)) == sorted(play.hands[play.seat])
    assert texts(deal.legal_cards()) == legal, f"{deal.text}: the oracle allows {sorted(legal)}"
    for card in set(play.hands[play.seat]) - legal:
        assert deal.why_illegal(card), f"{deal.text}: {card}"
    assert deal.broken == play.broken
    if play.trick:
        assert deal.winning == oracle.winner_of(play.rules, play.trick), deal.text


def same_tricks(deal, play):
    trick, void = deal.tricks[-1], play.winners[-1] is None
    assert [(seat, card.text) for seat, card in zip(trick.seats, trick.cards, strict=True)] == play.finished[-1]
    assert (trick.leader, trick.winner) == (trick.seats[0], play.winners[-1]), deal.text
    assert trick.points == sum(play.rules["points"].get(card, 0) for _, card in play.finished[-1] if play.costs(card))
    assert sorted(card.text for card in deal.carried) == sorted(play.carried), deal.text
    compared["void tricks"] += void


def same_end(rules, book, deal, play):
    seats = range(rules.players)
    for seat in seats:
        assert sorted(card.text for card in deal.taken(seat)) == sorted(play.piles[seat]), deal.text
    assert deal.kitty_taker == play.kitty_taker
    assert list(deal.points) == counted.points(play), deal.text
    assert sum(deal.points) + counted.lost(play) == rules.total == oracle.total_of(book)
    assert list(deal.bonus) == counted.bonus(play)
    assert list(deal.moon_possible) == counted.moon_possible(play), deal.text
    assert deal.shooter == counted.shooter(play), deal.text
    if deal.phase == "moon":
        for kind in ("old", "new"):
            assert list(deal.scores_if(kind)) == list(deal.choose_moon(kind).scores) == counted.scores(
                play, deal.before, kind), deal.text
    elif rules.low_wins:
        assert list(deal.scores) == counted.scores(play, deal.before), deal.text
    else:
        won, pool, standing = counted.counters(book, counted.points(play), deal.pool, deal.standing)
        assert (list(deal.scores), deal.pool_after) == (won, (pool, standing)), deal.text
        assert sum(deal.scores) + deal.pool_after[0] == deal.pool, "every deal sums to zero with the pool"
        compared["pools"] += 1
    compared["deals"] += 1
    compared["moons"] += deal.shooter is not None
    compared["last tricks void"] += play.winners[-1] is None
    compared["kitties"] += deal.kitty_taker is not None


def chosen(play, legal, dice, *, moon):
    """A random card, or one that helps seat 0 to take everything."""
    if not moon or dice.random() < 0.02:
        return dice.choice(legal)
    if play.seat == 0:
        return max(legal, key=oracle.rank_of)
    return min(legal, key=lambda card: (not play.costs(card) if play.trick else oracle.suit_of(card) == "H",
                                        oracle.rank_of(card)))


def stacked(rules, book, dice, number, **start):
    """A deal in which seat 0 is dealt the highest cards, so that moons happen."""
    pack = sorted(oracle.pack_of(book), key=lambda card: oracle.rank_of(card) + dice.random())
    size = rules.hand_size
    hands = [" ".join(pack[len(pack) - size * (seat + 1):len(pack) - size * seat]) for seat in range(rules.players)]
    return hl.Deal(rules, hands=hands, kitty=" ".join(pack[:len(pack) - size * rules.players]), number=number, **start)


def start_of(rules, dice):
    """Totals near the target, or a pool, at a deal's start."""
    if rules.low_wins:
        near = rules.target or 50
        return {"before": tuple(dice.choice([dice.randrange(near), near - dice.choice([1, 13, 16, 26, 36])])
                                for _ in range(rules.players))}
    return {"pool": dice.choice([0, 0, 7, 26]), "standing": dice.random() < 0.4}


BREAKING = [
    {"breakers": [], "waits": []}, {"breakers": ["hearts"], "waits": ["hearts"]},
    {"breakers": ["hearts", "QS"], "waits": ["hearts"]}, {"breakers": ["hearts"], "waits": ["hearts", "QS"]},
    {"breakers": ["hearts", "QS"], "waits": ["hearts", "QS", "KS", "AS"]}, {"breakers": [], "waits": ["hearts"]}]


def drawn_options(dice, game, players, packs=1):
    """A house of its own: some rule of each kind changed, in the words of DESIGN and of the oracle alike."""
    across = [["across", "hold"]] if players % 2 == 0 else []
    scatter = [["scatter"], ["scatter", "right"]] if players < 11 else []  # ten cards of nine cannot be scattered
    options = {
        **dice.choice(BREAKING),
        "opening": dice.choice(["eldest", "eldest_clean", "lowest_club", "holder_any_club"]),
        "first_trick": dice.choice(["free", "clean"]),
        "forced_play": dice.choice([[], [], ["queen"], ["jack"], ["queen", "jack"]]),
        "pass_count": dice.choice([1, 2, 3, 4]),
        "pass_cycle": dice.choice([["left"], ["right", "left"], ["hold", "left"], *across, *scatter]),
        "forbidden_pass": dice.choice([[], [], ["QS", "KS", "AS"], ["hearts"], ["hearts", "QS", "2C", "AC", "AD", "AS"]]),
    }
    options["lead_escape"] = dice.choice(["hearts", "penalties"] + ["pass_left"] * 2 * bool(options["waits"]))
    if (52 * packs % players and dice.random() < 0.6) or oracle.GAMES[game]["kitty"] != "none":
        options["kitty"] = dice.choice(["first", "last", "first_penalty"])
    if packs == 2:
        options["cancel"] = dice.choice(["none", "two_pairs", "two_pairs", "no_live_card"])
        options["last_void"] = "nobody"
        if options["cancel"] != "none":
            options["last_void"] = dice.choice(["nobody", "leader", "previous_winner"])
    has_bonus = any(points < 0 for points in oracle.GAMES[game]["points"].values())
    if not has_bonus and dice.random() < 0.3:
        return options | a_pool(dice)
    return options | a_running_total(dice, has_bonus)


def a_pool(dice):
    settlement = dice.choice(["sweepstake", "sweepstake", "howell", "chips_1887"])
    return {"settlement": settlement, "jack": dice.choice(["split", "foster"]) if settlement == "sweepstake" else "split",
            "moon": "none", "target": None, "deals": 3}


def a_running_total(dice, has_bonus):
    moon = dice.choice(["none", "old", "old", "new", "choice", "void"])
    return {"settlement": "running", "jack": "split", "moon": moon, "moon_amount": dice.choice([26, 43, "total"]),
            "moon_needs_bonus": has_bonus and dice.random() < 0.5,
            "moon_fallback": moon in ("old", "choice") and dice.random() < 0.6,
            "target": 100, "deals": None, "exact_target": dice.choice([None, 0, 50]),
            "no_trick_bonus": dice.choice([0, 0, -5])}
