"""What the tricks cost, by the oracle: points and bonuses, moons, counters and pools, the end of a match."""

from oracle_games import pack_of, total_of


def points(play):
    """Penalty points taken, a seat each; the bonus is apart."""
    return [sum(play.rules["points"].get(card, 0) for card in pile if play.costs(card)) for pile in play.piles]


def bonus(play):
    return [sum(play.rules["points"].get(card, 0) for card in pile if not play.costs(card)) for pile in play.piles]


def gone_for_good(play):
    """After a deal, the cards that nobody got: in a last void trick, in a kitty that nobody reached (G2)."""
    return play.carried + (play.kitty if play.kitty_taker is None else [])


def lost(play):
    return sum(play.rules["points"][card] for card in gone_for_good(play) if play.costs(card))


# ---- moons

def wanted(play):
    """A0, A17: what makes a moon: every penalty card in play, and the bonus card where the rules want it as well."""
    return [card for card in pack_of(play.rules)
            if play.costs(card) or (play.rules["moon_needs_bonus"] and play.rules["points"].get(card, 0) < 0)]


def moon_possible(play):
    """The seats from which nobody else has yet taken a card that they would need; none once one is lost (A12)."""
    needed, seats = set(wanted(play)), range(play.rules["players"])
    if play.rules["moon"] == "none" or (play.over and needed & set(gone_for_good(play))):
        return []
    gone = {seat for seat in seats for card in play.piles[seat] if card in needed}
    return [seat for seat in seats if gone <= {seat}]


def shooter(play):
    """Who took them all."""
    if play.rules["moon"] == "none":
        return None
    needed = sorted(wanted(play))
    for seat, pile in enumerate(play.piles):
        if sorted(card for card in pile if card in needed) == needed:
            return seat
    return None


def total_after(rules, total):
    """A19-4: exactly the target becomes another number, after the whole deal."""
    return rules["exact_target"] if rules["exact_target"] is not None and total == rules["target"] else total


def scores(play, before, choice=None):
    """The deal's score after moon and bonuses where there is a running total (A11, A17, A19-3, G6, G15)."""
    rules, one, seats = play.rules, shooter(play), range(play.rules["players"])
    taken, extra = points(play), bonus(play)
    if one is None:
        return [taken[seat] + extra[seat] + (0 if play.has_taken[seat] else rules["no_trick_bonus"]) for seat in seats]
    if rules["moon"] == "void":
        return [0] * rules["players"]
    amount = total_of(rules) if rules["moon_amount"] == "total" else rules["moon_amount"]
    old = [(0 if seat == one else amount) + extra[seat] for seat in seats]
    new = [(-amount if seat == one else 0) + (0 if rules["moon_needs_bonus"] else extra[seat]) for seat in seats]
    form = choice if rules["moon"] == "choice" else rules["moon"]
    if form == "old" and rules["moon_fallback"]:
        totals = [total_after(rules, now + more) for now, more in zip(before, old, strict=True)]
        if max(totals) >= rules["target"] and totals[one] > min(totals):
            form = "new"
    return old if form == "old" else new


# ---- counters

def counters(rules, taken, pool=0, standing=False):
    """What each wins, and what stays: the pool and whether it stands as a jack (A5, A6, A15, G5, G7, G8)."""
    n, all_taken = rules["players"], sum(taken)
    if rules["settlement"] == "howell":
        paid, drawn = [(n - 1) * mine for mine in taken], [all_taken - mine for mine in taken]
        return [drawn[seat] - paid[seat] for seat in range(n)], pool, standing
    if rules["settlement"] == "chips_1887":
        low = [seat for seat in range(n) if taken[seat] == min(taken)]
        paid = [0 if seat in low else taken[seat] for seat in range(n)]
        share, left = divmod(pool + sum(paid), len(low))
        return [share if seat in low else -paid[seat] for seat in range(n)], left, False
    clear = [seat for seat in range(n) if taken[seat] == 0]
    pool += all_taken
    foster = rules["jack"] == "foster"
    jack = not clear or (foster and (len(clear) >= n - 1 or (standing and len(clear) != 1)))
    if jack:
        return [-mine for mine in taken], pool, True
    share, left = divmod(pool, len(clear))
    return [share if seat in clear else -taken[seat] for seat in range(n)], left, False


# ---- the end of a match

def match_end(rules, deals):
    """(deals played, totals, winners) of a match with these scores by deal (A0, A19-4, B4, G16); None if it goes on."""
    totals, reached = [0] * rules["players"], False
    last = rules["players"] if rules["deals"] == "players" else rules["deals"]
    low = rules["settlement"] == "running"
    for number, scored in enumerate(deals, 1):
        totals = [total_after(rules, total + score) for total, score in zip(totals, scored, strict=True)]
        reached = reached or (rules["target"] is not None and max(totals) >= rules["target"]) or number == last
        best = min(totals) if low else max(totals)
        winners = [seat for seat, total in enumerate(totals) if total == best]
        if reached and (rules["tie"] == "shared" or len(winners) == 1):
            return number, totals, winners
    return None
