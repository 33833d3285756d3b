"""Matches of every game: they end, at the right deal, with the right totals and winners; pools go from deal to deal."""

import oracle
import oracle_scores
import pytest
from setting import COUNTS, GAMES

import hearts_lab as hl
from hearts_lab import players

STRATEGIES = ("random", "cautious", "smoker", "veteran")


def table(game):
    """Four players, or the number nearest to it."""
    return min(COUNTS[game], key=lambda count: abs(count - 4))


def same_end(match, book):
    """The match ended where the oracle ends it, with its totals and winners."""
    scores = [deal.scores for deal in match.deals]
    assert oracle_scores.match_end(book, scores) == (len(scores), list(match.totals), list(match.winners)), match.text
    assert match.over and match.why_over.endswith(".")
    return scores


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("game", GAMES)
def test_every_strategy_finishes_a_match_of_every_game(game, strategy):
    """With a target of one deal's points, so that it does not last; games that count deals have their own number."""
    n = table(game)
    rules = hl.variant(game, players=n)
    fields = {} if rules.target is None else {"target": rules.total}
    match = hl.Match(rules.change(**fields), players=strategy, seed=2).play_out()
    same_end(match, oracle.rules_of(game, n, **fields))
    assert hl.read(match.text) == match


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_ends_within_two_hundred_deals(game, strategy):
    """In bulk, where a deal starts with nothing on the sheet: the scores of its deals reach the game's own end."""
    n = COUNTS[game][0]
    run = hl.simulate(hl.variant(game, players=n), strategy, deals=200, seed=6, progress=False)
    number, totals, winners = oracle_scores.match_end(oracle.rules_of(game, n), run.settled[:, 0].tolist())
    assert 1 <= number <= 200 and winners and len(totals) == n


@pytest.mark.parametrize("game, strategy", [
    ("culbertson", "cautious"), ("black_jack_late", "smoker"), ("cancellation", "random")])
def test_a_whole_match_at_the_table(game, strategy):
    match = hl.Match(hl.variant(game, players=COUNTS[game][0]), players=strategy, seed=4).play_out()
    same_end(match, oracle.rules_of(game, COUNTS[game][0]))
    assert max(match.totals) >= match.rules.target


@pytest.mark.parametrize("fields", [
    {"tie": "play_on", "target": None, "deals": 1}, {"tie": "play_on", "target": 20},
    {"exact_target": 0, "target": 26}, {"exact_target": 13, "target": 26, "tie": "play_on"},
    {"target": 40, "deals": 2, "tie": "play_on"}, {"target": 30, "moon": "choice", "moon_fallback": True}])
def test_the_end_of_a_match_as_the_oracle_has_it(fields):
    """A0, A19-4, B4, G16: exact target, ties played on, target or deals whichever comes first."""
    for seed in range(1, 5):
        match = hl.Match(hl.variant("morehead", players=3, **fields), players="random", seed=seed).play_out()
        same_end(match, oracle.rules_of("morehead", 3, **fields))


def test_C38_a_tie_for_the_lowest_is_shared_or_played_on():
    shared, longer = 0, 0
    for seed in range(1, 40):
        run = hl.simulate("black_maria", "random", deals=1, seed=seed, progress=False)
        low = sorted(run.settled[0, 0].tolist())
        if low[0] != low[1]:
            continue
        ends = {tie: hl.Match(hl.variant("black_maria", target=None, deals=1, tie=tie), players="random", seed=seed).play_out()
                for tie in ("shared", "play_on")}
        shared += len(ends["shared"].winners) == 2
        longer += len(ends["play_on"].deals) > 1 and len(ends["play_on"].winners) == 1
        break
    assert (shared, longer) == (1, 1)


@pytest.mark.parametrize("game, fields", [
    ("foster_sweep", {}), ("foster_sweep", {"jack": "foster", "players": 3}), ("foster_sweep", {"players": 6}),
    ("foster_howell", {"players": 6}), ("black_jack", {"players": 5}), ("basic_1887", {}),
    ("cancellation", {"players": 6, "settlement": "sweepstake", "moon": "none", "target": None, "deals": 3})])
def test_pools_go_from_deal_to_deal_and_sum_to_zero(game, fields):
    """A5, G5, G7, G8: totals and counters on the table together are always zero; the most counters win."""
    for seed in (1, 2):
        match = hl.Match(hl.variant(game, **fields), players="random", seed=seed).play_out()
        pool, standing, totals = 0, False, [0] * match.rules.players
        book = oracle.rules_of(game, match.rules.players, **{key: fields[key] for key in fields if key != "players"})
        for deal in match.deals:
            assert (deal.pool, deal.standing, deal.before) == (pool, standing, tuple(totals))
            won, pool, standing = oracle_scores.counters(book, list(deal.points), pool, standing)
            assert list(deal.scores) == won and deal.pool_after == (pool, standing)
            totals = [total + more for total, more in zip(totals, won, strict=True)]
            assert sum(totals) + pool == 0
        assert match.totals == tuple(totals)
        assert match.winners == tuple(seat for seat, total in enumerate(totals) if total == max(totals))


@pytest.mark.parametrize("game, fields", [("foster_sweep", {}), ("foster_sweep", {"jack": "foster"}), ("basic_1887", {}),
                                          ("foster_howell", {"players": 6}), ("black_jack", {"players": 3})])
def test_pools_in_bulk_as_in_the_oracle(game, fields):
    run = hl.simulate(hl.variant(game, **fields), "random", deals=2000, seed=9, progress=False)
    book = oracle.rules_of(game, run.rules.players, **{key: fields[key] for key in fields if key != "players"})
    pool, standing = 0, False
    for k in range(len(run)):
        assert (pool, standing) == (run.pools[k, 0], bool(run.pools[k, 1]))
        won, pool, standing = oracle_scores.counters(book, run.settled[k, 1].tolist(), pool, standing)
        assert run.settled[k, 0].tolist() == won
        assert sum(won) + pool == run.pools[k, 0]


def test_a_shooter_who_would_lose_by_the_old_moon_takes_the_new_one():
    """C32 again, for the computer players: 95 40 60 80, and the match is to 100."""
    from setting import everything

    deal = everything("standard", moon="choice")
    for before, kind in (((95, 40, 60, 80), "new"), ((20, 40, 60, 80), "old"), ((0, 0, 0, 0), "old")):
        again = hl.Deal(deal.rules, hands=[deal.dealt(seat) for seat in range(4)], before=before)
        for _, card in deal.plays:
            again = again.play(card)
        for strategy in ("cautious", "smoker"):
            chosen, why = players.choose_moon(strategy, again)
            assert chosen == kind and len(why) > 10
        assert players.choose_moon("random", again)[0] in ("old", "new")
