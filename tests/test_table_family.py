"""The table from 3 to 11 seats: two packs, kitty, scattered and forbidden passes, the moon to choose, counters and pools."""

import json

import pytest
from setting import everything, played, small
from test_table import play_first, send

import hearts_lab as hl
from hearts_lab import rules
from hearts_lab.cards import DECK
from hearts_lab.widgets.events import events
from hearts_lab.widgets.seating import seat_names

pytestmark = pytest.mark.usefixtures("coaching")


def packs(*hands, kitty="", **fields):
    """A deal of two packs that holds these cards only, without a pass, any lead."""
    held = [*" ".join(hands).split(), *kitty.split()]
    removed = [card.text for card in DECK for _ in range(2 - held.count(card.text))]
    fields = {"pass_count": 0, "opening": "eldest", "breakers": "", "waits": "", "kitty": "first" if kitty else "none"} | fields
    made = hl.variant("cancellation", len(hands), removed=removed, **fields)
    return hl.Deal(made, hands=list(hands), kitty=kitty)


VOID = ("10S 2C", "9H 3C", "9H 4C", "10S 5C", "3S 6C", "KD 7C")  # RULES C16: two pairs


def finish(table):
    """Play card by card to the end of the deal, the first choice each time."""
    state = table.state
    while state["phase"] not in ("over", "match"):
        if state["phase"] == "pass":
            free = [item["card"] for item in state["hand"] if not item["why"]]
            state = send(table, "pass", cards=free[: state["pass"]["count"]])
        else:
            state = send(table, "moon", kind="old") if state["phase"] == "moon" else play_first(table)
        assert state["message"] is None
        check(table)
    return state


def check(table):
    """What is shown adds up, and only what can be known is shown."""
    deal, state = table.deal, table.state
    waiting = state["carried"]["points"] if state["carried"] else 0
    shown = sum(seat["took"] for seat in state["seats"]) + waiting
    assert shown == sum(deal.points) + sum(max(0, deal.rules.points[card]) for card in deal.carried)
    assert state["trick"] == [] or len(state["trick"]) == len(deal.trick)
    assert state["say"] and "None" not in json.dumps([state["say"], state["flags"], state["result"], state["last_trick"]])


TABLES = [(name, None) for name in rules.names()] + [("cancellation", 11), ("cancellation", 6), ("culbertson", 7)]


@pytest.mark.parametrize("name, players", TABLES)
def test_a_match_of_every_game_is_played_to_its_end(name, players):
    table = hl.Table(hl.variant(name, players), seed=2)
    finish(table)
    while table.state["phase"] != "match":
        assert send(table, "next_deal")["message"] is None
        finish(table) if table.deal.number == 2 else send(table, "rest")
        if table.state["phase"] == "moon":
            send(table, "moon", kind="new")
    match = table.match
    assert match.over and table.state["result"]["won"] == (0 in match.winners)
    assert table.state["sheet"]["totals"] == list(match.totals)
    assert [chip["text"] for chip in table.state["chips"]] == match.rules.chips
    for part in (match.text, table.state["share"]):
        assert hl.Table(part).deal == match.deal


@pytest.mark.parametrize("players", range(3, 12))
def test_seats_are_told_apart_whoever_looks(players):
    for you in range(players):
        names = seat_names(players, you)
        assert names[you] == "You" and len(set(names)) == players and max(map(len, names)) <= 9
    assert seat_names(8, 0) == ("You", "L1", "L2", "L3", "Across", "R3", "R2", "R1")


# Two packs.


def test_cancelled_cards_and_a_trick_that_nobody_wins_are_shown():
    start = packs(*VOID)
    deal = played(start, "10S 9H 9H 10S 3S")
    state = hl.Table(deal, you=5).state
    assert [play["cancelled"] for play in state["trick"]] == [True, True, True, True, False]
    assert not any(play["winning"] for play in state["trick"])
    assert state["flags"][0] == {"text": "nobody wins this trick so far", "on": True}
    after = deal.play("KD")
    found = events(deal, after, 5)
    assert [event["kind"] for event in found] == ["play", "void"]
    assert found[0]["cancelled"] == [0, 1, 2, 3] and found[0]["winning"] is None
    assert found[1]["carried"] == {"cards": ["9H", "9H"], "others": 4, "points": 2, "lost": False}
    state = hl.Table(after, you=0).state
    assert state["carried"] == found[1]["carried"] and state["trick"] == []
    assert state["last_trick"]["text"] == "void, 2" and state["last_trick"]["cancelled"] == [True] * 4 + [False] * 2
    over = played(after, "2C 3C 4C 5C 6C 7C")
    assert events(after, over, 0)[-1] | {"kitty": None} == {
        "kind": "take", "seat": 5, "points": 2, "carried": None, "kitty": None, "took": 2, "took_cards": ["♥ ×2"]}
    tricks = hl.Table(over, you=0).state["tricks"]
    assert [(trick["winner"], trick["took"]) for trick in tricks] == [(None, 2), (5, 2)]


def test_the_other_reading_of_the_same_trick_has_a_winner():
    deal = played(packs(*VOID, cancel="no_live_card"), "10S 9H 9H 10S 3S")
    state = hl.Table(deal, you=5).state
    assert [play["seat"] for play in state["trick"] if play["winning"]] == [4]


def test_a_last_void_trick_is_lost_and_the_result_says_so():
    deal = played(packs(*(hand.split()[0] for hand in VOID)), "10S 9H 9H 10S 3S KD")
    state = hl.Table(deal, you=0).state
    assert state["carried"]["lost"]
    assert "Nobody got the last trick; 2 points are lost with it." in state["result"]["text"]


def test_of_two_identical_cards_one_is_played_and_the_other_stays():
    deal = packs("QS QS 2H", "3S 4S 5S", "6S 7S 8S", "9S 10S JS", "2C 3C 4C", "5C 6C 7C")
    table = hl.Table(deal)
    assert [item["card"] for item in table.state["hand"]] == ["QS", "QS", "2H"]
    assert "you hold both Q♠" in [flag["text"] for flag in table.state["flags"]]
    state = send(table, "play", card="QS")
    assert [item["card"] for item in state["hand"]] == ["QS", "2H"] and table.deal.points[0] == 13
    assert "Q♠ taken by you; you hold Q♠" in [flag["text"] for flag in state["flags"]]


# The kitty.


def test_a_kitty_that_you_may_not_see_changes_nothing_that_you_see():
    """Only how many cards lie there is known; afterwards all is open (RULES A19-2)."""
    hands = ("AC 2C 5D", "KC 3C 6D", "QC 4C {}", "JC 5C 7D", "10C 6C 8D", "9C 7C 9D")
    states = []
    for kitty, other in (("QS", "3D"), ("3D", "QS")):
        deal = played(packs(*(hand.format(other) for hand in hands), kitty=kitty), "AC KC QC JC 10C 9C")
        for you in (0, 1):
            state = hl.Table(deal, you=you).state
            assert state["kitty"] == {"size": 1, "taker": 0, "cards": None}
            states.append(state)
    assert states[:2] == states[2:]


@pytest.mark.parametrize("you, peek, seen", [(0, True, True), (1, True, False), (0, False, False)])
def test_who_takes_the_kitty_may_look_at_it_where_the_rules_say_so(you, peek, seen):
    start = hl.Deal(hl.variant("morehead", 3, kitty="first", kitty_peek=peek, pass_count=0), seed=3)
    assert hl.Table(start).state["kitty"] == {"size": 1, "taker": None, "cards": None}
    table = hl.Table(start, you=you)
    while table.deal.kitty_taker is None:
        play_first(table)
    mine = table.deal.kitty_taker == you
    cards = [card.text for card in table.deal.kitty]
    assert table.state["kitty"]["cards"] == (cards if mine and peek else None)
    assert not seen or peek
    send(table, "rest")
    assert table.state["kitty"]["cards"] == cards


# Passing.


def test_scattered_cards_go_one_to_each_in_the_order_chosen():
    table = hl.Table(hl.variant("standard", pass_cycle="scatter", opening="eldest"), seed=9)
    state = table.state
    assert state["pass"]["order"] == [1, 2, 3] and state["pass"]["target"] is None and state["pass"]["count"] == 3
    chosen = [table.state["hand"][at]["card"] for at in (5, 0, 9)]
    state = send(table, "pass", cards=chosen)
    assert [card.text for card in table.deal.passes[0]] == chosen
    exchange = state["events"][0]
    assert exchange["given"] == [{"card": card, "seat": seat} for card, seat in zip(chosen, (1, 2, 3), strict=True)]
    assert sorted(gift["seat"] for gift in exchange["received"]) == [1, 2, 3]
    for gift in exchange["received"]:
        assert gift["card"] in [card.text for card in table.deal.dealt(gift["seat"])]
    assert hl.Table(table.match.text).deal == table.deal


def test_a_card_that_may_not_be_passed_is_dimmed_with_its_sentence():
    table = hl.Table(hl.variant("standard", forbidden_pass="QS KS AS"), seed=9)
    barred = {item["card"]: item["why"] for item in table.state["hand"] if item["why"]}
    assert barred == {"KS": "K♠ may not be passed while 3 other cards can be."}
    state = send(table, "pass", cards=["KS", "2C", "6C"])
    assert state["message"] == {"kind": "error", "text": barred["KS"]}
    hint = send(table, "hint")["hint"]["cards"]
    assert "KS" not in hint and send(table, "pass", cards=hint)["phase"] == "play"


def test_the_ban_is_lifted_for_a_hand_that_cannot_comply():
    forbidden = hl.variant("standard").pack
    table = hl.Table(hl.variant("standard", forbidden_pass=[card.text for card in forbidden]), seed=9)
    assert not any(item["why"] for item in table.state["hand"])


# The moon.


@pytest.fixture
def moon():
    """A deal in which seat 0 took everything and may choose."""
    done = everything("standard", moon="choice", opening="eldest", first_trick="free", waits="", breakers="")
    again = hl.Deal(done.rules, hands=[done.dealt(seat) for seat in range(4)], before=(88, 60, 95, 40))
    return played(again, " ".join(card.text for _, card in done.plays))


def test_you_choose_your_moon_and_see_what_each_does_to_the_sheet(moon):
    table = hl.Table(moon)
    state = table.state
    assert state["phase"] == "moon" and state["result"] is None and state["where"] == "deal 1 · the moon"
    old, new = state["moon"]["choices"]
    assert (tuple(old["scores"]), tuple(new["scores"])) == (moon.scores_if("old"), moon.scores_if("new"))
    assert (old["totals"], new["totals"]) == ([88, 86, 121, 66], [62, 60, 95, 40])
    state = send(table, "moon", kind="new")
    assert table.deal == moon.choose_moon("new") and state["phase"] == "over"
    assert state["result"]["text"].startswith("You took every penalty card and chose the new moon.")
    assert state["sheet"]["totals"] == [62, 60, 95, 40]
    assert send(table, "moon", kind="old")["message"]["text"] == "There is no moon to choose now."
    assert send(table, "undo")["phase"] == "moon" and table.deal == moon


@pytest.mark.parametrize("kind", [None, "void", 3, ["old"]])
def test_a_moon_that_there_is_not_is_refused(moon, kind):
    table = hl.Table(moon)
    assert send(table, "moon", kind=kind)["message"]["text"].startswith("A moon is old or new")
    assert table.deal == moon


def test_hint_rest_share_and_resume_at_the_moon(moon, tmp_path):
    path = tmp_path / "moon.hearts"
    table = hl.Table(moon, save=path)
    hint = send(table, "hint")["hint"]
    assert hint["text"].startswith("Choose the ") and hint["cards"] == []
    assert hl.Table(table.deal.text).state["moon"] == table.state["moon"]
    assert hl.Table(moon, save=path).state["phase"] == "moon"
    send(table, "rest")
    assert table.deal.moon and table.state["phase"] == "over"
    again = hl.Table(moon, save=path)
    assert again.deal == table.deal
    assert send(again, "undo")["phase"] == "moon"


def test_a_computer_player_chooses_and_says_why(moon):
    table = hl.Table(moon, you=1)
    assert table.deal.moon == "new"
    text = table.state["result"]["text"]
    assert "Right took every penalty card and chose the new moon. The old moon would end the match" in text
    before = moon.before_trick(13)
    assert events(before, table.deal, 1)[-1] == {"kind": "moon", "seat": 0, "moon": "new"}


def test_in_a_match_the_choice_says_whether_it_ends():
    """Where the queen alone costs points, whoever takes her has shot the moon."""
    queen = hl.variant("standard", points={"hearts": 0}, moon="choice", target=26)
    for seed in range(1, 40):
        table = hl.Table(queen, seed=seed)
        while table.deal.phase in ("pass", "play"):
            cards = [item["card"] for item in table.state["hand"][:3]]
            send(table, "pass", cards=cards) if table.deal.phase == "pass" else play_first(table)
        if table.deal.phase == "moon":
            break
        assert table.deal.shooter != 0 and table.deal.moon
    old, new = table.state["moon"]["choices"]
    assert old["end"] == "It ends the match; the winner is you." and new["end"] == "The match goes on."
    path = hl.Table(table.match.text)
    assert path.state["moon"] == table.state["moon"] and path.state["can"]["undo"]
    assert send(path, "moon", kind="old")["result"]["title"] == "You win the match"


# Counters, and other ways to score.


def test_counters_a_standing_jack_and_the_leader_stand_on_the_sheet():
    table = hl.Table("foster_sweep", seed=1)
    jacks = 0
    while table.state["phase"] != "match":
        send(table, "rest")
        state, deal = table.state, table.deal
        pool, standing = deal.pool_after
        sheet = state["sheet"]
        assert sheet["caption"].startswith("Counters") and sum(sheet["totals"]) + pool == 0
        assert [sheet["totals"][place] for place in sheet["best"]] == [max(sheet["totals"])] * len(sheet["best"])
        if standing:
            jacks += 1
            assert sheet["pool"] == f"A jack stands: {pool} counters in the pool."
            assert f"{pool} counters stay on the table as a jack." in state["result"]["text"]
        if state["can"]["next_deal"]:
            assert state["result"]["text"].startswith("Counters: ")
            row = send(table, "next_deal")["sheet"]["rows"][-1]
            assert row[1:] == [None] * 4
    assert "The most counters win." in table.state["result"]["text"]
    assert table.state["csv"].splitlines()[0].endswith(",pool")


def test_who_leads_is_marked_where_few_points_are_better():
    table = hl.Table("black_maria", seed=7)
    assert table.state["sheet"]["best"] == []
    send(table, "rest")
    totals = table.state["sheet"]["totals"]
    assert table.state["sheet"]["best"] == [place for place in range(4) if totals[place] == min(totals)]


def test_who_takes_no_trick_is_told_and_paid():
    deal = small("standard", "AC KC 2S", "2C 3C 2H", "4C 5C AS", "6C 7C 3H", no_trick_bonus=-5, moon="none")
    first = hl.Table(played(deal, "2C 4C 6C AC"), you=0).state
    assert {"text": "no trick yet: Left, Across and Right", "on": False} in first["flags"]
    over = played(deal, "2C 4C 6C AC KC 3C 5C 7C 2S 2H AS 3H")
    assert "Left and Right took no trick: −5." in hl.Table(over).state["result"]["text"]


def test_exactly_the_target_is_a_line_of_its_own():
    rules = hl.variant("standard", target=13, exact_target=0)
    match = hl.Match(rules, players=[None, *["cautious"] * 3], seed=1)
    for seed in range(1, 60):
        match = hl.Match(rules, players=["cautious"] * 4, seed=seed).play_out(deals=1)
        if 13 in match.deal.scores:
            break
    sheet = hl.Table(match, players="cautious", you=0).state["sheet"]
    assert sheet["rows"][-1][0] == "13 → 0" and -13 in sheet["rows"][-1]
    assert sheet["totals"] == list(match.totals)
