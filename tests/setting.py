"""Small tables to test at: deals with a few cards a hand, random passes and plays, cards as text."""

import hearts_lab as hl
from hearts_lab import rules as games
from hearts_lab.cards import DECK, SUIT_NAMES

GAMES = games.names()
COUNTS = {game: games.games()[game]["players"] for game in GAMES}
TABLES = [(game, players) for game in GAMES for players in COUNTS[game]]
STANDARDS = ("standard", "standard_spot", "standard_omnibus")
MARIAS = ("black_maria", "black_maria_spot", "black_maria_omnibus", "black_maria_trad")


def texts(cards):
    """The kinds of card among these, as text: what the oracle speaks."""
    return {card.text for card in cards}


def small(game, *hands, number=1, **fields):
    """A deal without a pass, of these hands only: every other card of the pack is left out."""
    held = " ".join(hands).split()
    removed = [card.text for card in DECK if card.text not in held]
    fields = {"removed": removed, "pass_count": 0, "pass_cycle": ("hold",)} | fields
    return hl.Deal(hl.variant(game, players=len(hands), **fields), hands=list(hands), number=number)


def after_the_two(hand):
    """Standard Hearts: 2♣ has been led, and seat 1 with these thirteen cards is next."""
    rules = hl.variant("standard", pass_count=0)
    rest = [card.text for card in rules.pack if card.text not in ["2C", *hand]]
    return hl.Deal(rules, hands=[["2C", *rest[:12]], hand, rest[12:25], rest[25:]]).play("2C")


def played(deal, cards):
    """The deal after these plays."""
    for card in cards.split():
        deal = deal.play(card)
    return deal


def random_passes(deal, dice):
    """A pass for every seat, drawn at random."""
    def allowed(seat):
        free = [card.text for card in deal.hand(seat) if card not in deal.rules.forbidden_pass]
        return free if len(free) >= deal.due else [card.text for card in deal.hand(seat)]

    return {seat: dice.sample(allowed(seat), deal.due) for seat in range(deal.rules.players)}


def begun(deal, dice):
    """The deal with its pass, if it has one, done at random."""
    return deal.exchange(random_passes(deal, dice)) if deal.phase == "pass" else deal


def play_randomly(deal, dice, plies=10**6):
    """So many random legal plays, or all there are."""
    deal = begun(deal, dice)
    while deal.phase == "play" and plies > 0:
        deal = deal.play(dice.choice(deal.legal_cards()))
        plies -= 1
    return deal.choose_moon(dice.choice(["old", "new"])) if deal.phase == "moon" and plies > 0 else deal


def run_out(deal, first=0):
    """Play on: `first` cashes his highest cards, hearts last; the others play their first legal card."""
    while deal.phase == "play":
        legal = deal.legal_cards()
        highest = max(legal, key=lambda card: (card.suit != 3, card.rank))
        deal = deal.play(highest if deal.to_play == first else legal[0])
    return deal


def everything(game, players=4, **fields):
    """A deal in which seat 0 holds the top of every suit and takes every trick."""
    rules = hl.variant(game, players=players, pass_count=0, **fields)
    pack = list(rules.pack)
    tops = {"clubs": 3, "diamonds": 2, "spades": 3, "hearts": rules.hand_size - 8}
    mine = [card for suit, many in tops.items()
            for card in sorted((c for c in pack if SUIT_NAMES[c.suit] == suit), key=lambda c: -c.rank)[:many]]
    rest = [card for card in pack if card not in mine]
    hands = [mine] + [rest[seat::players - 1] for seat in range(players - 1)]
    deal = run_out(hl.Deal(rules, hands=[" ".join(card.text for card in hand) for hand in hands]))
    assert {trick.winner for trick in deal.tricks} == {0} and deal.points[0] == rules.total
    return deal


def shared_out(game, mine, theirs, **fields):
    """A finished deal for three in which seat 0 takes `mine` (an even number of cards) and seat 1 takes `theirs`.

    Seat 0 cashes his clubs, on which the others, who have none, throw `mine`; then seat 1 cashes diamonds, on which
    seat 2 throws `theirs`.
    """
    mine, theirs = mine.split(), theirs.split()
    firsts, lasts = mine[::2], mine[1::2]
    clubs = ["AC", "KC", "QC", "JC", "10C", "9C", "8C"][:len(firsts)]
    low, high = ["2D", "3D", "4D", "5D"][:len(theirs)], ["AD", "KD", "QD", "10D"][:len(theirs)]
    hands = [" ".join(clubs + low), " ".join(firsts + high), " ".join(lasts + theirs)]
    line = [card for trick in zip(clubs, firsts, lasts, strict=True) for card in trick]
    line += [low[0], high[0], theirs[0]]
    for thrown, top, small_one in zip(theirs[1:], high[1:], low[1:], strict=True):
        line += [top, thrown, small_one]
    fields = {"opening": "eldest", "first_trick": "free", "breakers": "", "waits": ""} | fields
    deal = played(small(game, *hands, **fields), " ".join(line))
    assert texts(deal.taken(0)) >= set(mine) and texts(deal.taken(1)) >= set(theirs)
    return deal


def two_packs(*hands, kitty="", game="cancellation", number=1, **fields):
    """Like `small`, with two packs: each kind of card as often as these hands and the kitty hold it."""
    left = [card.text for card in DECK] * 2
    for card in " ".join([*hands, kitty]).split():
        left.remove(card)
    game = game if len(hands) in COUNTS[game] else "standard"
    fields = {"packs": 2, "removed": left, "pass_count": 0, "pass_cycle": ("hold",), "cancel": "two_pairs"} | fields
    fields = {"kitty_is": "first" if kitty else "none"} | fields
    fields["kitty"] = fields.pop("kitty_is")
    return hl.Deal(hl.variant(game, players=len(hands), **fields), hands=list(hands), kitty=kitty, number=number)


def with_points(game, *wanted, pool=0, standing=False, **fields):
    """A finished deal in which the seats, in whatever order, take these points; it starts with a pool, perhaps."""
    rules = hl.variant(game, players=len(wanted), **fields)
    run = hl.simulate(rules, "random", deals=20_000, seed=5, progress=False)
    number = 1 + next(k for k, taken in enumerate(run.settled[:, 1]) if sorted(taken) == sorted(wanted))
    found = run.deal(number)
    deal = hl.Deal(rules, seed=5, number=number, pool=pool, standing=standing)
    deal = deal.exchange(found.passes) if deal.phase == "pass" else deal
    for _, card in found.plays:
        deal = deal.play(card)
    return deal
