"""Players that think: they are told the history of the deal, at the table and in bulk, and nobody else's secrets."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest

import hearts_lab as hl
from hearts_lab import players
from hearts_lab.cards import count, nth
from hearts_lab.players import History, Strategy, StrategyError, named
from hearts_lab.views import MOON, PASS

HEARD = []  # what `listener` was told, decision by decision


def counts(view, history, playouts):
    """A player of these tests: which of its legal cards it takes depends on all that it is told."""
    told = sum(history.plays) + 7 * sum(history.leaders) + 5 * sum(history.passes) + history.standing + playouts
    return nth(view.legal, int((told + 3 * len(history.plays) + len(history.leaders)) % count(view.legal)))


def listener(view, history, playouts):
    """Another, that writes down what it is told."""
    HEARD.append((int(view.seat), int(view.decision), int(view.number), history, playouts))
    return counts(view, history, playouts)


COUNTS = Strategy("counts", counts, own=True, playouts=3)
LISTENER = Strategy("listener", listener, own=True, playouts=20)
GAMES = [("standard", 4, {}), ("black_maria", 3, {}), ("standard", 8, {"packs": 2}), ("standard", 5, {"pass_cycle": "scatter"}),
         ("standard", 4, {"moon": "choice"}), ("black_jack", 4, {})]


def variant(game, n, fields):
    return hl.variant(game, n).change(**fields) if "packs" not in fields else hl.variant(game, n, **fields)


def same(a: hl.Run, b: hl.Run) -> bool:
    return all(np.array_equal(getattr(a, log), getattr(b, log)) for log in ("plays", "passes", "leaders", "settled", "pools"))


def line_of(rules):
    """Two players that think among others."""
    return [COUNTS, "cautious", LISTENER, *["random", "smoker"] * 4][: rules.players]


@pytest.mark.parametrize("game, n, fields", GAMES)
def test_a_player_that_thinks_is_told_what_its_seat_has_seen(game, n, fields):
    """Told again by the finished deals: the cards and leaders so far, and its own pass."""
    rules = variant(game, n, fields)
    HEARD.clear()
    run = hl.simulate(rules, line_of(rules), deals=4, seed=9, progress=False)
    assert {number for _, _, number, _, _ in HEARD} == {1, 2, 3, 4}
    for seat, decision, number, told, playouts in HEARD:
        deal = run.deal(number)
        assert (seat, playouts, told.rules, told.standing) == (2, 20, rules, 0) and isinstance(told, History)
        assert {told.plays.dtype, told.leaders.dtype, told.passes.dtype} == {np.dtype(np.int64)}
        played = len(told.plays)
        assert [card for _, card in deal.plays[:played]] == told.plays.tolist()
        assert [player for player, _ in deal.plays[:played:n]] == told.leaders.tolist()
        given = list(deal.passes[seat]) if deal.passes else []
        if decision == PASS:
            assert played == 0 and set(told.passes.tolist()) < set(given)
        else:
            assert told.passes.tolist() == given
            assert decision == MOON or deal.plays[played][0] == seat


@pytest.mark.parametrize("game, n, fields", GAMES)
def test_a_player_that_thinks_does_the_same_in_bulk_at_the_table_and_plain(game, n, fields):
    rules = variant(game, n, fields)
    quick, plain = (hl.simulate(rules, line_of(rules), deals=3, seed=4, progress=False, compiled=way) for way in (True, False))
    assert same(quick, plain)
    match = hl.Match(rules, line_of(rules), seed=4).play_out(deals=1)
    assert match.deal == quick.deal(1)


@pytest.mark.parametrize("game", ["black_maria_trad", "black_jack"])
def test_matches_of_players_that_think(game):
    """In a pool game its standing jack is told too, and changes what these players do."""
    rules = hl.variant(game).change(deals=6, target=None)
    run, plain = (hl.play_matches(rules, line_of(rules), 3, seed=5, progress=False, compiled=way) for way in (True, False))
    assert np.array_equal(run.totals, plain.totals)
    standing = []
    for k in range(1, 4):
        match = run.match(k)
        assert match.over and match.totals == tuple(run.totals[k - 1]) and len(match.deals) == run.deals[k - 1] == 6
        standing += [deal.standing for deal in match.deals]
    assert any(standing) == (game == "black_jack")


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_workers_play_the_same_deals(pool):
    here = hl.simulate("standard", line_of(hl.variant("standard")), deals=5, seed=2, progress=False)
    with pool(2) as executor:
        assert same(here, hl.simulate("standard", line_of(here.rules), deals=5, seed=2, progress=False, executor=executor))


def test_a_function_of_a_readers_own_may_have_a_rest_that_thinks():
    @hl.strategy(rest=COUNTS)
    def lowest(view):
        return nth(view.legal, 0)

    assert lowest.thinks and not named("cautious").thinks
    run = hl.simulate("standard", [lowest, "cautious", "cautious", "cautious"], deals=4, seed=6, progress=False)
    other = hl.simulate("standard", [COUNTS, "cautious", "cautious", "cautious"], deals=4, seed=6, progress=False)
    assert np.array_equal(run.passes[:, 0], other.passes[:, 0]) and not np.array_equal(run.plays, other.plays)
    assert hl.Match("standard", [lowest, "cautious", "cautious", "cautious"], seed=6).play_out(deals=1).deal == run.deal(1)


def test_the_bar_moves_deal_by_deal_and_stops_there():
    seen = []
    hl.simulate("standard", COUNTS, deals=4, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert len(hl.simulate("standard", COUNTS, deals=4, progress=lambda done, _: done < 2)) == 2
    assert [len(run) for run in hl.stream("standard", COUNTS, deals=3, progress=False)] == [1, 1, 1]
    stopped = hl.tournament([COUNTS, "cautious"], deals=40, progress=lambda done, _: done < 3 * 6)
    assert stopped.deals == 2


def test_comparisons_and_summaries_take_players_that_think():
    found = hl.compare("standard", COUNTS, "cautious", deals=3, progress=False)
    assert found.deals == 3 and found.first == "counts"
    assert hl.summarise("standard", COUNTS, deals=3, progress=False) == hl.simulate(
        "standard", COUNTS, deals=3, progress=False).summary
    assert hl.compare_matches(hl.variant("black_maria_trad"), COUNTS, "cautious", 2, progress=False).matches == 2


@pytest.mark.parametrize("name, playouts", [("thinker", players.PLAYOUTS), ("thinker+playouts=500", 500)])
def test_the_name_tells_the_playouts(name, playouts):
    player = named(name)
    assert (player.name, player.playouts, player.thinks) == (name, playouts, True)
    assert player.having(playouts=7).name == "thinker+playouts=7"
    assert player.having(playouts=7).having(playouts=8) == named("thinker+playouts=8")
    assert player.having(playouts=players.PLAYOUTS) == named("thinker")


def test_the_name_of_a_settled_player_stands_for_it_and_keeps_all_that_is_settled():
    for name, habit in (("thinker", {"playouts": 7}), ("steady", {"duck": "low"})):
        first, last = named(name).having(**habit).passing("QS AS"), named(name).passing("QS AS").having(**habit)
        ((field, value),) = habit.items()
        assert first == last and first.name == f"{name}+{field}={value} passing Q♠ A♠" and named(first.name) == first
    twice = named("thinker+playouts=7").keeping("2C").leading("3D").having(playouts=8)
    assert twice.name == "thinker+playouts=8 keeping 2♣ leading 3♦" and named(twice.name) == twice


@pytest.mark.parametrize("wrong, words", [
    (lambda: named("thinker+playouts=few"), "number of playouts must be a whole number, not 'few'"),
    (lambda: named("thinker+playouts=0"), "must lie between 1 and"),
    (lambda: named("thinker+playouts"), "A habit is written as"),
    (lambda: named("thinker").having(playouts=2.5), "must be a whole number, not 2.5"),
    (lambda: named("thinker+duck=low"), "only a number of playouts"), (lambda: named("steady+playouts=5"), "playouts"),
    (lambda: named("thinker")(hl.Deal("standard", seed=1).view(0).record), "cannot be asked with a view alone"),
    (lambda: players.asked(COUNTS, hl.Deal("standard", seed=1).view(0).record), "^counts thinks about what was played so far")])
def test_what_a_player_that_thinks_cannot_do_is_refused_in_a_sentence(wrong, words):
    with pytest.raises(ValueError, match=words):
        wrong()


def test_a_strategy_cannot_ask_one_that_thinks():
    @hl.strategy
    def asks(view):
        return COUNTS(view)

    with pytest.raises(StrategyError, match=r"asks cannot be compiled|no compiled strategy can ask it"):
        hl.simulate("standard", asks, deals=2, progress=False)
    with pytest.raises(StrategyError, match="cannot be asked with a view alone"):
        players.choose(asks, hl.Deal("standard", seed=1), 0)


def test_a_card_that_may_not_be_played_is_told_with_its_deal():
    wrong = Strategy("wrong", lambda view, history, playouts: 99, own=True, playouts=1)
    with pytest.raises(StrategyError, match=r"^wrong in seat 1, deal 3 of seed 1, returned 99, which is no card.*hl\.read\("):
        hl.simulate("standard", ["cautious", wrong, "cautious", "cautious"], deals=2, start=3, progress=False)


@pytest.mark.parametrize("name", ["cautious", "thinker+playouts=5"])
def test_who_is_asked_out_of_turn_says_whose_turn_it_is(name):
    deal = hl.Deal("standard", seed=1, number=4)
    other = (deal.to_play + 1) % 4
    with pytest.raises(StrategyError, match=f"^It is seat {deal.to_play}'s turn, not seat {other}'s.$"):
        players.choose(name, deal, other)
    with pytest.raises(StrategyError, match="There is no moon to choose now"):
        players.choose_moon(name, deal)
    with pytest.raises(StrategyError, match="The deal is over"):
        players.choose(name, hl.teaching_deal("first_deal"), 0)


def test_a_player_that_thinks_says_what_may_be_set():
    with pytest.raises(hl.HabitError, match=r"thinker has no habits to switch, only a number of playouts"):
        named("thinker+duck=low")
