"""The table while somebody thinks: levels, plays that come one by one, hints with prices, the review of a deal."""

import json
import threading
from itertools import pairwise

import fake_coach
import pytest
from test_table import pass_on, play_first, send

import hearts_lab as hl
from hearts_lab.players import LEVELS, Strategy, named
from hearts_lab.simple import cautious
from hearts_lab.widgets import table as table_module

WAIT = 30  # seconds until a test gives a thread up


class Ponderer:
    """A player who plays like `cautious`, but each time only when he is let go on; `release` lets him for good."""

    def __init__(self):
        self.asked = threading.Semaphore(0)
        self.let = threading.Semaphore(0)
        self.free = False

    def think(self, view, history, playouts):
        self.asked.release()
        if not self.free:
            assert self.let.acquire(timeout=WAIT)
        return cautious(view)

    @property
    def strategy(self):
        return Strategy("ponderer", self.think, playouts=1)

    def is_asked(self):
        assert self.asked.acquire(timeout=WAIT)

    def go_on(self, times=1):
        self.let.release(times)

    def release(self):
        self.free = True
        self.let.release(100)


@pytest.fixture
def ponderer():
    player = Ponderer()
    yield player
    player.release()


def propose(table, action, turn=None, **more):
    """A message as the browser sends it, and what is published at once; nobody is waited for."""
    table._handle_custom_msg({"action": action, "turn": table.state["turn"] if turn is None else turn, **more}, [])
    json.dumps(table.state)
    return table.state


def settled(table):
    while errand := table._errand:
        assert errand.wait(WAIT)
    return table.state


def published(table):
    """A list that grows with every state that the table publishes."""
    states = []
    table.observe(lambda change: states.append(change["new"]), "state")
    return states


def free(state):
    return next(item["card"] for item in state["hand"] if item["legal"])


def at_your_turn(ponderer, **more):
    """A table of hearts without a pass, four ponderers' match, in which it is your turn and another plays after you."""
    rules = hl.variant("standard", pass_count=0, pass_cycle="hold")
    for seed in range(1, 50):
        deal = hl.Deal(rules, seed=seed)
        if deal.to_play == 0:
            return hl.Table(rules, seed=seed, players=ponderer.strategy, **more)
    raise AssertionError("you never lead")


# Levels.


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_seats_its_player_everywhere_and_deals_the_same_cards(level):
    table = hl.Table("black_maria", seed=7, level=level)
    assert {player.name for player in table.match.players if player} == {level}
    assert table.state["level"]["now"] == level and {seat["player"] for seat in table.state["seats"][1:]} == {level}
    assert [table.deal.dealt(seat) for seat in range(4)] == [hl.Deal("black_maria", seed=7).dealt(seat) for seat in range(4)]


def test_the_levels_are_named_players_the_weakest_first():
    assert list(LEVELS) == ["beginner", "cautious", "expert", "thinker"]
    assert [choice["name"] for choice in hl.Table().state["level"]["choices"]] == list(LEVELS)
    assert [named(level).thinks for level in LEVELS] == [False, False, False, True]


@pytest.mark.parametrize("arguments, part", [
    ({"level": "master"}, "no level 'master'; opponents play at the level beginner, cautious, expert or thinker"),
    ({"level": 3}, "no level 3"),
    ({"level": "expert", "players": "smoker"}, "not both"),
])
def test_a_wrong_level_is_refused_in_a_sentence(arguments, part):
    with pytest.raises(ValueError, match=part):
        hl.Table("standard", **arguments)


def test_opponents_named_one_by_one_are_told_by_their_names():
    mixed = hl.Table("standard", players=["smoker", "cautious", "smoker"]).state["level"]
    assert mixed["now"] is None and mixed["text"] == "mixed: smoker, cautious"
    assert hl.Table("standard", players="smoker").state["level"]["text"] == "smoker"
    assert hl.Table("standard", players=["expert"] * 3).state["level"]["now"] == "expert"


def test_a_level_is_changed_in_the_middle_of_a_deal(tmp_path):
    path = tmp_path / "match.hearts"
    table = hl.Table("standard", seed=5, level="beginner", save=path)
    pass_on(table)
    play_first(table)
    deal, hands = table.deal, [item["card"] for item in table.state["hand"]]
    state = send(table, "level", level="expert")
    assert table.deal == deal and [item["card"] for item in state["hand"]] == hands
    assert state["level"]["now"] == "expert" and not state["practice"] and state["events"] == []
    again = hl.Table("standard", seed=5, level="beginner", save=path)
    assert again.state["level"]["now"] == "expert" and again.match == table.match
    play_first(table)
    answer, expert = table.deal, deal.play(next(card for seat, card in table.deal.plays[len(deal.plays) :] if seat == 0))
    for seat, card in answer.plays[len(expert.plays) :]:
        assert hl.players.choose("expert", expert, seat)[0] == card
        expert = expert.play(card)


@pytest.mark.parametrize("level", ["master", None, 3, ["expert"]])
def test_a_level_that_does_not_exist_changes_nothing(level):
    table = hl.Table("standard", seed=5)
    state = send(table, "level", level=level)
    assert "There is no level" in state["message"]["text"] and state["level"]["now"] == "cautious" and state["turn"] == 0


# Thinking.


def test_your_card_is_on_the_table_before_anybody_has_thought(ponderer):
    table = at_your_turn(ponderer)
    card = free(table.state)
    state = propose(table, "play", card=card)
    assert [play["card"] for play in state["trick"]] == [card] and state["turn"] == 1
    assert [event["card"] for event in state["events"]] == [card]
    assert state["thinking"]["seat"] == 1 and state["thinking"]["text"] == state["say"] == "Left is thinking."
    assert not state["can"]["hint"] and state["can"]["undo"] and state["thinking"]["what"] == "play"


def test_plays_are_published_one_by_one_as_they_are_made(ponderer):
    table = at_your_turn(ponderer)
    states = published(table)
    propose(table, "play", card=free(table.state))
    for number in (2, 3):
        ponderer.is_asked()
        assert len(states) == number - 1
        ponderer.go_on()
        while len(states) < number:
            threading.Event().wait(0.005)
        assert len(states[-1]["trick"]) == number and states[-1]["thinking"]["seat"] == number
    ponderer.release()
    state = settled(table)
    assert state["thinking"] is None and state["turn"] == 1
    shown = [[event["seat"] for event in each["events"] if event["kind"] == "play"] for each in states]
    assert all(len(seats) == 1 for seats in shown)
    assert [seat for seats in shown for seat in seats] == [seat for seat, _ in table.deal.plays]
    assert all(b["serial"] == a["serial"] + 1 for a, b in pairwise(states))


def test_thinking_changes_no_card(ponderer, tmp_path):
    """A match with players that think is the one that the same players play at once."""
    ponderer.release()
    thinking = hl.Table("standard", seed=5, players=ponderer.strategy)
    quick = hl.Table("standard", seed=5, players="cautious")
    for table in (thinking, quick):
        pass_on(table)
        for _ in range(5):
            play_first(table)
        send(table, "rest")
        send(table, "next_deal")
    assert [deal.plays for deal in thinking.match.deals] == [deal.plays for deal in quick.match.deals]
    assert thinking.match.totals == quick.match.totals and thinking.state["hand"] == quick.state["hand"]


def test_a_pass_is_laid_aside_while_the_others_think_about_theirs(ponderer):
    table = hl.Table("standard", seed=5, players=ponderer.strategy)
    cards = [item["card"] for item in table.state["hand"][:3]]
    state = propose(table, "pass", cards=cards)
    assert [item["card"] for item in state["hand"] if item["laid"]] == cards and state["pass"] is None
    assert state["say"] == "Left is thinking about the pass." and table.deal.passes is None
    again = propose(table, "pass", cards=cards)
    assert "laid aside" in again["message"]["text"] and again["turn"] == 1
    assert propose(table, "undo")["pass"]["count"] == 3 and not any(item["laid"] for item in table.state["hand"])
    propose(table, "pass", cards=cards)
    ponderer.release()
    settled(table)
    assert [card.text for card in table.deal.passes[0]] == cards and table.state["message"] is None


def test_what_comes_too_late_does_no_harm(ponderer):
    table = at_your_turn(ponderer)
    card = free(table.state)
    propose(table, "play", card=card)
    table._handle_custom_msg({"action": "play", "turn": 0, "card": card}, [])
    assert table.state["message"] is None
    other = table.state["hand"][0]["card"]
    assert propose(table, "play", card=other)["message"]["kind"] == "error"
    assert "not your turn" in propose(table, "hint")["message"]["text"]
    assert len(table.deal.plays) == 1


@pytest.mark.parametrize("action, more", [
    ("undo", {}), ("new_match", {}), ("open", {"text": "standard | deal 1 seed 77"}), ("level", {"level": "cautious"}),
    ("rest", {}),
])
def test_a_decision_drops_what_is_being_thought(ponderer, action, more):
    table = at_your_turn(ponderer)
    propose(table, "play", card=free(table.state))
    ponderer.is_asked()
    old = table._errand
    propose(table, action, **more)
    assert not old.wanted
    here = table.deal
    states = published(table)
    if action == "rest":
        ponderer.release()
        settled(table)
        assert table.deal.phase == "over"
        return
    ponderer.go_on()
    assert old.wait(WAIT) and states == [] and table.deal == here
    if action == "undo":
        assert table.deal.plays == () and table.state["practice"] and table.state["thinking"] is None
    if action == "level":
        assert table.deal.to_play == 0 and len(table.deal.plays) >= 4, "the others have played, and nobody had to think"


def test_the_table_answers_while_somebody_thinks(ponderer):
    """No lock is held: what is set on another thread is answered though the player has not gone on."""
    table = at_your_turn(ponderer)
    propose(table, "play", card=free(table.state))
    ponderer.is_asked()
    other = threading.Thread(target=propose, args=(table, "settings"), kwargs={"speed": "fast"}, daemon=True)
    other.start()
    other.join(WAIT)
    assert table.state["settings"]["speed"] == "fast" and table.state["thinking"]["seat"] == 1


def test_a_table_that_is_closed_ends_its_thread(ponderer):
    table = at_your_turn(ponderer)
    propose(table, "play", card=free(table.state))
    ponderer.is_asked()
    errand, plays = table._errand, table.deal.plays
    table.close()
    ponderer.go_on()
    assert errand.wait(WAIT) and table.deal.plays == plays


def test_a_thinker_who_breaks_the_rules_is_told_and_another_level_goes_on():
    bad = Strategy("stubborn", lambda view, history, playouts: 99, playouts=1)
    table = at_your_turn(type("", (), {"strategy": bad}))
    state = send(table, "play", card=free(table.state))
    assert state["message"]["text"] == "stubborn did what no player may do, so this deal cannot go on with it."
    assert state["thinking"] is None and len(table.deal.plays) == 1 and state["can"]["undo"]
    state = send(table, "level", level="cautious")
    assert table.deal.to_play == 0 and state["message"] is None


def test_every_play_is_saved_and_a_table_goes_on_with_who_was_thinking(ponderer, tmp_path):
    path = tmp_path / "match.hearts"
    table = at_your_turn(ponderer, save=path)
    propose(table, "play", card=free(table.state))
    ponderer.is_asked()
    assert hl.match.read(path.read_text("utf-8"), own=[ponderer.strategy]) == table.match
    ponderer.go_on()
    ponderer.is_asked()
    assert path.read_text("utf-8").strip() == table.match.text and len(table.deal.plays) == 2
    table.close()


def test_who_has_thought_before_is_warm(ponderer):
    table_module._KNOWN.discard("ponderer")
    table = at_your_turn(ponderer)
    state = propose(table, "play", card=free(table.state))
    assert state["thinking"]["slow"] == "The ponderer is warming up, once on this computer."
    ponderer.go_on()
    ponderer.is_asked()
    ponderer.is_asked()
    assert table.state["thinking"]["slow"] is None


# Hints.


def test_a_hint_prices_every_card(coaching):
    table = hl.Table("standard", seed=5)
    pass_on(table)
    state = send(table, "hint")
    legal = {item["card"] for item in state["hand"] if item["legal"]}
    best, _ = hl.players.advise("cautious", table.deal, 0)
    assert set(state["hint"]["prices"]) == legal and state["hint"]["prices"][best[0].text] == "best"
    assert set(state["hint"]["prices"].values()) == {"best", *(f"+{0.4 + i:.1f}" for i in range(len(legal) - 1))}
    assert state["hint"]["cards"] == [best[0].text] and state["hint"]["text"] == f"Play {best[0]}. {best[0]} loses 0.0."
    assert state["practice"] and state["thinking"] is None and table.state["hint"]["passes"] == []


def test_a_hint_for_the_pass_prices_whole_passes(coaching):
    table = hl.Table("standard", seed=5)
    hint = send(table, "hint")["hint"]
    assert hint["text"].startswith("Pass ") and hint["prices"] == {}
    assert [way["price"] for way in hint["passes"]] == ["best", "+0.4", "+1.4"]
    assert hint["passes"][0]["cards"] == hint["cards"] and all(len(way["cards"]) == 3 for way in hint["passes"])


def test_a_hint_is_thought_about_and_dropped_when_you_go_on(coaching):
    table = hl.Table("standard", seed=5)
    pass_on(table)
    asked, let, quick = threading.Event(), threading.Event(), coaching.coach
    coaching.coach = lambda deal, seat: (asked.set(), let.wait(WAIT), quick(deal, seat))[-1]
    state = propose(table, "hint")
    assert state["thinking"]["what"] == "hint" and state["practice"] and not state["can"]["hint"] and state["hint"] is None
    assert asked.wait(WAIT)
    errand = table._errand
    state = propose(table, "play", card=free(table.state))
    let.set()
    assert errand.wait(WAIT) and table.state is state and state["hint"] is None and state["thinking"] is None


def test_a_coach_who_fails_leaves_the_table_free(coaching):
    def coach(deal, seat):
        raise RuntimeError("no layout")

    coaching.coach = coach
    table = hl.Table("standard", seed=5)
    state = send(table, "hint")
    assert state["message"]["text"] == "This could not be thought through: RuntimeError: no layout."
    assert state["thinking"] is None and state["can"]["hint"]
    assert pass_on(table)["phase"] == "play"


# The review.


def finished(coaching, **more):
    table = hl.Table("standard", seed=5, level="expert", **more)
    send(table, "rest")
    return table


def test_a_review_tells_every_decision_the_costliest_first(coaching):
    table = finished(coaching)
    assert table.state["can"]["review"] and table.state["review"] is None
    states = published(table)
    review = send(table, "review")["review"]
    assert [row["when"] for row in review["rows"][:3]] == ["trick 3", "trick 1", "trick 2"] and len(review["rows"]) == 13
    dearest, cheap = review["rows"][0], review["rows"][2]
    assert (dearest["price"], dearest["best"], dearest["known"]) == ("2.9", ["2C"], "with all cards known: 1.4 lost")
    assert (cheap["price"], cheap["best"], cheap["known"]) == ("0", None, "with all cards known: nothing lost")
    assert review["text"] == "2 of 13 decisions cost 4.2 points in all, as far as you could know."
    assert [part["name"] for part in review["parts"]] == ["par", "luck of the hand", "luck of the play", "mistakes", "score"]
    assert review["parts"][-1]["value"] == str(table.deal.scores[0]) and review["parts"][1]["value"] == "−1.2"
    told = [state["thinking"]["text"] for state in states if state["thinking"]]
    assert "Looking back at your deal: 5 of 13 decisions." in told and not table.state["practice"]


def test_a_review_of_a_deal_with_a_pool_is_told_in_counters(coaching):
    table = hl.Table("foster_sweep", seed=5)
    send(table, "rest")
    review = send(table, "review")["review"]
    assert review["text"] == "2 of 13 decisions cost 4.2 counters in all, as far as you could know."
    assert [part["about"] for part in review["parts"]][:: len(review["parts"]) - 1] == [
        "what such a deal brings each player among experts", "what the deal brought you"]


def test_a_part_that_is_nothing_has_no_minus(coaching, monkeypatch):
    sheet = coaching.skill_sheet

    def none_lost(deal, seat, **more):
        return sheet(deal, seat, **more).assign(par=-0.0, mistakes=-0.04)

    monkeypatch.setattr(coaching, "skill_sheet", none_lost)
    parts = {part["name"]: part["value"] for part in send(finished(coaching), "review")["review"]["parts"]}
    assert (parts["par"], parts["mistakes"]) == ("0.0", "+0.0")


def test_a_deal_without_a_choice_has_no_decision_to_review(coaching, monkeypatch):
    review = coaching.review
    monkeypatch.setattr(coaching, "review", lambda deal, seat, **more: review(deal, seat, **more).iloc[:0])
    assert send(finished(coaching), "review")["review"]["text"] == "You never had a choice in this deal."


def test_a_deal_is_reviewed_only_when_it_is_over(coaching):
    table = hl.Table("standard", seed=5)
    assert not table.state["can"]["review"]
    assert send(table, "review")["message"]["text"] == "The deal is reviewed when it is over."


def test_a_moment_is_opened_and_the_match_waits(coaching, tmp_path):
    path = tmp_path / "match.hearts"
    table = finished(coaching, you=2, save=path)
    match, kept = table.match, path.read_text("utf-8")
    review = send(table, "review")["review"]
    state = send(table, "open", text=review["rows"][0]["text"], you=2)
    assert state["you"] == 2 and table.match is None and len(table.deal.tricks) == 2 and table.deal.to_play == 2
    assert state["home"] == "Back to the match" and state["saved"] is None and state["level"]["now"] == "expert"
    played = [card for seat, card in match.deal.plays if seat == 2]
    assert {item["card"] for item in state["hand"]} == {card.text for card in played[2:]}
    play_first(table)
    send(table, "rest")
    assert table.deal.phase == "over" and path.read_text("utf-8") == kept
    state = send(table, "back")
    assert table.match == match and state["review"] == review and state["saved"] == "match.hearts" and state["home"] is None
    assert state["events"] == [] and path.read_text("utf-8") == kept
    assert send(table, "next_deal")["where"].startswith("deal 2") and path.read_text("utf-8") != kept
    assert "nothing to go back to" in send(table, "back")["message"]["text"]


def test_a_review_is_given_up_when_the_next_deal_is_dealt(coaching):
    table = finished(coaching)
    asked, let, told = threading.Event(), threading.Event(), []

    def review(deal, seat, progress):
        asked.set()
        assert let.wait(WAIT)
        told.append(progress(1, 13))
        return fake_coach.review(deal, seat)

    coaching.review = review
    propose(table, "review")
    assert asked.wait(WAIT) and not table.state["can"]["review"]
    errand = table._errand
    state = propose(table, "next_deal")
    let.set()
    assert errand.wait(WAIT) and told == [False] and table.state is state and state["review"] is None


def test_the_coach_himself_gives_hints_and_reviews():
    """What `coaching` gives has the columns that the table reads."""
    table = hl.Table("standard", seed=5)
    hint = send(table, "hint")["hint"]
    assert len(hint["cards"]) == 3 and hint["passes"][0] == {"cards": hint["cards"], "price": "best"}
    send(table, "pass", cards=hint["cards"])
    while len(legal := [item["card"] for item in table.state["hand"] if item["legal"]]) < 3:
        play_first(table)
    hint = send(table, "hint")["hint"]
    assert set(hint["prices"]) == set(legal) and hint["prices"][hint["cards"][0]] == "best"
    send(table, "rest")
    review = send(table, "review")["review"]
    assert 1 < len(review["rows"]) <= 14 and table.state["message"] is None
    losses = [float(row["price"]) for row in review["rows"]]
    assert losses == sorted(losses, reverse=True) and review["parts"][-1]["value"] == str(table.deal.scores[0])
    for row in review["rows"]:
        opened = hl.Table(row["text"]).deal
        assert opened.phase == "pass" if row["when"] == "the pass" else opened.to_play == 0
        assert set(row["chosen"]) <= {card.text for card in opened.hand(0)}
