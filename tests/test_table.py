"""The table without a kernel: what may be proposed, what comes back, what is saved (CASES C21, C50-C55, C80)."""

import json
import threading

import pytest

import hearts_lab as hl
from hearts_lab.players import named
from hearts_lab.widgets.seating import seat_names, with_names
from hearts_lab.widgets.sitting import TableError

pytestmark = pytest.mark.usefixtures("coaching")


def send(table, action, turn=None, **more):
    """A message as the browser sends it; gives the state that comes back, when everybody has thought."""
    message = {"action": action, "turn": table.state["turn"] if turn is None else turn, **more}
    table._handle_custom_msg(message, [])
    while errand := table._errand:
        assert errand.wait(600)
    json.dumps(table.state)
    return table.state


def pass_on(table):
    return send(table, "pass", cards=[item["card"] for item in table.state["hand"][:3]])


def play_first(table):
    return send(table, "play", card=next(item["card"] for item in table.state["hand"] if item["legal"]))


def test_a_table_opens_at_the_pass_with_the_rules_in_force():
    state = hl.Table("black_maria", seed=7).state
    assert state["phase"] == "pass" and state["turn"] == 0
    assert state["pass"] == {"count": 3, "target": 3, "order": None, "text": "Choose 3 cards for Right"}
    assert [chip["text"] for chip in state["chips"]] == hl.variant("black_maria").chips
    assert [chip["text"] for chip in state["chips"] if chip["hot"]] == ["Q♠ 13", "K♠ 10", "A♠ 7"]
    assert [seat["name"] for seat in state["seats"]] == ["You", "Left", "Across", "Right"]
    assert {item["card"]: item["points"] for item in state["hand"]}["QH"] == 1
    assert state["events"] == [{"kind": "deal"}]
    assert not state["can"]["undo"] and not state["unfinished"]


def test_a_whole_deal_is_played_and_the_next_one_dealt():
    table = hl.Table("black_maria", seed=7)
    state = pass_on(table)
    assert state["phase"] == "play" and sum(item["received"] for item in state["hand"]) == 3
    shown = list(state["events"])
    while table.deal.phase == "play":
        state = play_first(table)
        assert state["message"] is None
        shown += state["events"]
    assert [event["kind"] for event in shown].count("take") == 13
    assert [(event["seat"], event["card"]) for event in shown if event["kind"] == "play"] == [
        (seat, card.text) for seat, card in table.deal.plays
    ]
    assert [event["took"] for event in shown if event["kind"] == "take"][-1] == table.deal.points[
        table.deal.tricks[-1].winner
    ]
    assert state["result"]["title"] == "Deal 1 is over" and state["can"]["next_deal"]
    assert state["sheet"]["totals"] == list(table.match.totals)
    state = send(table, "next_deal")
    assert table.deal.number == 2 and state["phase"] == "pass" and not state["can"]["undo"]


def test_received_cards_are_marked_until_your_first_play():
    table = hl.Table("standard", seed=3)
    pass_on(table)
    received = {card.text for card in table.deal.received(0)}
    assert {item["card"] for item in table.state["hand"] if item["received"]} == received & {
        card.text for card in table.deal.hand(0)
    }
    play_first(table)
    assert not any(item["received"] for item in table.state["hand"])


def test_no_received_card_is_shown_before_the_exchange():
    """Nobody peeks before passing (C21): what the browser gets depends on no other hand."""
    rules = hl.variant("black_maria")
    hands = [hl.Deal(rules, seed=7).dealt(seat) for seat in range(4)]
    one, other = (hl.Table(hl.Deal(rules, hands=order)) for order in (hands, [hands[0], hands[2], hands[3], hands[1]]))
    assert one.state == other.state


def test_a_barred_card_says_why_in_the_words_of_the_engine():
    table = hl.Table("standard", seed=3)
    pass_on(table)
    while not any(item["why"] for item in table.state["hand"]):
        play_first(table)
    for item in table.state["hand"]:
        assert item["why"] == table.deal.why_illegal(item["card"]) and item["legal"] == (item["why"] is None)
    barred = next(item for item in table.state["hand"] if item["why"])
    before = table.deal
    state = send(table, "play", card=barred["card"])
    assert state["message"] == {"kind": "error", "text": barred["why"]} and table.deal == before


def test_no_card_is_barred_when_it_is_not_your_turn():
    table = hl.Table("standard", seed=3)
    assert not any(item["why"] or item["legal"] for item in table.state["hand"])
    send(table, "rest")
    assert table.state["hand"] == []


@pytest.mark.parametrize(
    "cards, sentence",
    [
        ([], "Pass 3 cards: choose 3 more."),
        (["5C"], "Pass 3 cards: choose 2 more."),
        (["5C", "5C", "10C"], "5♣ is passed twice."),
        (["2C", "5C", "10C"], "You do not hold 2♣."),
        (["1X", "5C", "10C"], "'1X' is not a card; write rank then suit, as in QS, 10H or 2C."),
    ],
)
def test_a_wrong_pass_is_refused_in_a_sentence(cards, sentence):
    table = hl.Table("black_maria", seed=7)
    state = send(table, "pass", cards=cards)
    assert state["message"] == {"kind": "error", "text": sentence}
    assert table.deal.phase == "pass" and state["turn"] == 0


@pytest.mark.parametrize(
    "message",
    [
        None,
        [],
        "play",
        {},
        {"action": "play"},
        {"action": "fly", "turn": 0},
        {"turn": 0},
        {"action": ["play"], "turn": 0},
    ],
)
def test_a_message_that_makes_no_sense_changes_nothing(message):
    table = hl.Table("black_maria", seed=7)
    before = table.state
    table._handle_custom_msg(message, [])
    assert table.state is before


@pytest.mark.parametrize("more", [{}, {"card": None}, {"card": 99}, {"card": "ZZ"}, {"card": ["5C"]}, {"card": "2C"}])
def test_a_card_that_cannot_be_is_refused_in_a_sentence(more):
    table = hl.Table("black_maria", seed=7)
    pass_on(table)
    deal = table.deal
    state = send(table, "play", **more)
    assert state["message"]["kind"] == "error" and state["message"]["text"].endswith(".") and table.deal == deal


def test_a_double_click_and_a_late_message_do_nothing():
    table = hl.Table("black_maria", seed=7)
    pass_on(table)
    turn, card = table.state["turn"], next(item["card"] for item in table.state["hand"] if item["legal"])
    send(table, "play", turn, card=card)
    deal, state = table.deal, table.state
    send(table, "play", turn, card=card)
    send(table, "undo", turn)
    send(table, "new_match", turn - 1)
    assert table.deal == deal and table.state is state


def test_two_views_that_answer_at_once_make_one_play():
    table = hl.Table("black_maria", seed=7)
    pass_on(table)
    turn, cards = table.state["turn"], [item["card"] for item in table.state["hand"] if item["legal"]][:2]
    threads = [threading.Thread(target=send, args=(table, "play", turn), kwargs={"card": card}) for card in cards * 4]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(seat == 0 for seat, _ in table.deal.plays) == 1 and table.state["turn"] == turn + 1


def test_undo_goes_back_choice_by_choice_and_marks_practice():
    table = hl.Table("black_maria", seed=7)
    start = table.deal
    pass_on(table)
    passed = table.deal
    play_first(table)
    assert not table.state["practice"]
    assert send(table, "undo")["practice"] and table.deal == passed and table.state["events"] == []
    send(table, "undo")
    assert table.deal == start and not table.state["can"]["undo"] and table.match.practice == {1}
    state = send(table, "undo")
    assert state["message"]["text"] == "There is nothing to take back in this deal."


def test_undo_takes_the_rest_back_in_one_and_works_on_a_read_match():
    table = hl.Table("black_maria", seed=7)
    pass_on(table)
    play_first(table)
    mine = table.deal
    send(table, "rest")
    assert table.deal.phase == "over"
    again = hl.Table(table.match.text)
    send(table, "undo")
    assert table.deal == mine
    send(again, "undo")
    assert again.deal.phase == "play" and len(again.deal.hand(0)) == 1


def test_a_hint_names_a_card_and_a_reason_and_never_fails():
    table = hl.Table("standard", seed=5)
    while table.deal.phase != "over":
        deal = table.deal
        hint = send(table, "hint")["hint"]
        assert hint["text"].count(".") >= 2 and table.deal == deal and table.state["practice"]
        if deal.phase == "pass":
            send(table, "pass", cards=hint["cards"])
        else:
            send(table, "play", card=hint["cards"][0])
        assert table.state["hint"] is None and table.state["message"] is None
    assert send(table, "hint")["message"]["text"] == "The deal is over; there is nothing to choose."


@pytest.mark.parametrize(
    "game",
    [
        "standard",
        "standard_spot",
        "standard_omnibus",
        "black_maria",
        "black_maria_spot",
        "black_maria_omnibus",
        "black_maria_trad",
    ],
)
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_every_game_is_played_to_its_end(game, players):
    rules = hl.variant(game, players)
    table = hl.Table(rules.change(target=rules.target and 40), seed=players, players="smoker", you=players - 1)
    assert table.state["you"] == players - 1
    while table.state["phase"] != "match":
        state = send(table, "rest")
        assert state["message"] is None and state["seats"][0]["name"] == "You"
        if state["can"]["next_deal"]:
            send(table, "next_deal")
    assert (
        table.match.over
        and table.state["result"]["text"].count("Totals:") == 1
        and "eat " not in table.state["result"]["text"]
    )
    assert table.state["result"]["won"] == (players - 1 in table.match.winners)
    assert not table.state["unfinished"] and send(table, "next_deal")["message"]["text"].startswith(
        "The match is over:"
    )
    send(table, "new_match")
    assert (table.match.seed, table.deal.number, table.state["phase"]) == (players + 1, 1, "pass")


def test_what_is_in_the_air_is_said():
    table = hl.Table("standard", seed=5)
    assert {"text": "hearts not broken", "on": False} in table.state["flags"]
    send(table, "rest")
    assert {"text": "hearts broken", "on": True} in table.state["flags"]
    assert any(flag["text"].startswith("Q♠ taken by ") for flag in table.state["flags"])


def test_settings_are_kept_and_nonsense_is_not():
    table = hl.Table("black_maria", seed=7)
    state = send(table, "settings", speed="fast", colours=2, prices=True)
    assert state["settings"] == {"speed": "fast", "colours": 2, "prices": True} and state["turn"] == 0
    state = send(table, "settings", turn=99, speed="light", colours=[4], prices="yes")
    assert state["settings"] == {"speed": "fast", "colours": 2, "prices": True}


def test_a_deal_a_match_and_a_text_are_opened():
    deal = hl.Deal("black_maria", seed=7, number=3)
    table = hl.Table(deal)
    assert table.deal == deal and table.match is None and not table.state["can"]["next_deal"]
    assert hl.read(table.state["share"]) == deal
    pass_on(table)
    assert hl.read(table.state["share"]) == deal, "before the end, a deal is shared as it was dealt"
    send(table, "rest")
    assert table.state["phase"] == "over" and table.state["can"]["undo"]
    shared = table.state["share"]
    assert hl.Table(shared).deal == table.deal
    match = hl.Match("standard", players=[None, "smoker", "cautious", "random"], seed=9)
    assert hl.Table(match).match == match and hl.Table(match).state["seats"][1]["player"] == "smoker"
    assert hl.Table("standard moon=old", seed=2).match.rules.moon == "old"
    state = send(table, "open", text=match.text)
    assert table.match == match and state["message"] is None
    send(table, "new_match")
    assert table.match.seed == 10 and table.match.players[1].name == "smoker"


@pytest.mark.parametrize(
    "text", ["", "nonsense", "black_maria | deal 1 seed x", "standard | deal 1 seed 7 | play 2C", None, 7, ["a"]]
)
def test_a_text_that_cannot_be_opened_is_refused_and_nothing_is_lost(text):
    table = hl.Table("black_maria", seed=7)
    pass_on(table)
    before = table.match
    state = send(table, "open", text=text)
    assert state["message"]["kind"] == "error" and table.match == before and state["turn"] == 1


@pytest.mark.parametrize(
    "arguments, part",
    [
        ({"what": 5}, "takes rules"),
        ({"what": "blck_maria"}, "no game named"),
        ({"you": 4}, "0 to 3"),
        ({"you": True}, "0 to 3"),
        ({"players": ["cautious"]}, "3 opponents"),
        ({"players": "nobody"}, "no strategy"),
        ({"what": hl.Match("standard", players=[None] * 4)}, "One person"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_a_sentence(arguments, part):
    with pytest.raises(ValueError, match=part):
        hl.Table(**arguments)


def test_a_strategy_of_the_readers_own_sits_at_the_table(tmp_path):
    @hl.strategy
    def highest(view):
        return (
            max(int(card) for card in hl.View(view).legal)
            if view.decision
            else max(int(card) for card in hl.View(view).hand)
        )

    path = tmp_path / "own.hearts"
    table = hl.Table("black_maria", seed=7, players=highest, save=path)
    send(table, "rest")
    assert table.state["seats"][1]["player"] == "highest"
    assert hl.Table("black_maria", seed=7, players=highest, save=path).match == table.match


# Saving.


def test_a_table_goes_on_where_it_stopped(tmp_path):
    path = tmp_path / "match.hearts"
    table = hl.Table("black_maria", seed=7, save=path)
    assert table.state["saved"] == "match.hearts" and table.state["message"] is None
    pass_on(table)
    play_first(table)
    send(table, "hint")
    again = hl.Table("black_maria", seed=7, save=path)
    assert again.match == table.match and again.state["practice"]
    assert again.state["message"] == {"kind": "info", "text": "Going on where match.hearts stopped."}
    for name in ("hand", "trick", "tricks", "seats", "still_out", "sheet", "flags", "where"):
        assert again.state[name] == table.state[name]
    assert send(again, "undo")["message"] is None
    send(again, "rest")
    send(again, "next_deal")
    assert hl.Table("black_maria", save=path).deal.number == 2
    assert [file.name for file in tmp_path.iterdir()] == ["match.hearts"]


def test_every_action_is_in_the_file_before_it_is_shown(tmp_path):
    path = tmp_path / "match.hearts"
    table = hl.Table("standard", seed=3, save=path)
    table.observe(lambda change: seen.append(hl.read(path.read_text("utf-8")) == table.match), "state")
    seen = []
    pass_on(table)
    for action in ("hint", "undo", "rest", "next_deal", "new_match"):
        send(table, action)
    assert seen == [True] * 7, "a hint is published when it is asked for, and when it is there"


@pytest.mark.parametrize(
    "text", ["", "black_maria | match seed 7 players -,cautious", "\x00\x01", "black_maria | deal 1 seed 7 | play 2C2C2C2C"]
)
def test_a_damaged_file_is_kept_and_reported(tmp_path, text):
    path = tmp_path / "match.hearts"
    for number, aside in enumerate(["match.hearts.bak", "match.hearts.bak1", "match.hearts.bak2"]):
        path.write_text(text + " " * number, "utf-8")
        table = hl.Table("black_maria", seed=7, save=path)
        assert table.state["message"]["kind"] == "error" and f"kept as {aside};" in table.state["message"]["text"]
        assert (tmp_path / aside).read_text("utf-8") == text + " " * number
    assert hl.read(path.read_text("utf-8")) == table.match


def test_a_match_with_a_player_that_is_not_here_is_left_alone(tmp_path):
    """The file is sound, only a reader's own strategy is missing: it is neither set aside nor overwritten."""
    path = tmp_path / "match.hearts"
    text = "black_maria | match seed 7 players -,my_own,cautious,cautious | deal 1"
    path.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=r"my_own.*Name it in players"):
        hl.Table("black_maria", seed=7, save=path)
    assert path.read_text("utf-8") == text and list(tmp_path.iterdir()) == [path]


def test_of_two_tables_on_one_file_the_older_destroys_nothing(tmp_path):
    path = tmp_path / "match.hearts"
    older, newer = hl.Table("black_maria", seed=7, save=path), hl.Table("black_maria", seed=7, save=path)
    pass_on(newer)
    play_first(newer)
    kept = path.read_text("utf-8")
    state = send(older, "rest")
    assert "another table" in state["message"]["text"] and state["saved"] is None
    assert path.read_text("utf-8") == kept == newer.match.text + "\n"


@pytest.mark.parametrize("save", ["", 5, "no/such/folder/match.hearts", "."])
def test_a_place_where_nothing_can_be_saved_is_refused_in_a_sentence(save):
    with pytest.raises(ValueError, match=r"\.$"):
        hl.Table("black_maria", seed=7, save=save)


def test_a_player_who_breaks_the_rules_shows_you_none_of_his_cards():
    @hl.strategy
    def stubborn(view):
        return max(int(card) for card in hl.View(view).hand)

    table = hl.Table(hl.variant("standard", pass_count=0), seed=2, players=[stubborn] * 3)
    while table.state["message"] is None and table.state["phase"] == "play":
        play_first(table)
    assert table.state["message"]["text"].startswith("stubborn did what no player may do")


def test_bytes_that_are_no_text_count_as_damaged(tmp_path):
    path = tmp_path / "match.hearts"
    path.write_bytes(b"\xff\xfe\xfa")
    hl.Table("black_maria", save=path)
    assert (tmp_path / "match.hearts.bak").read_bytes() == b"\xff\xfe\xfa"


@pytest.mark.parametrize(
    "other",
    [
        {"what": "standard"},
        {"what": hl.variant("black_maria", 3)},
        {"what": hl.variant("black_maria", target=50)},
        {"you": 2},
        {"what": hl.Deal("black_maria", seed=7)},
    ],
)
def test_a_file_of_another_game_is_never_overwritten(tmp_path, other):
    path = tmp_path / "match.hearts"
    pass_on(hl.Table("black_maria", seed=7, save=path))
    text = path.read_text("utf-8")
    with pytest.raises(TableError, match="left as it is"):
        hl.Table(**{"what": "black_maria", "seed": 7, "save": path, **other})
    assert path.read_text("utf-8") == text


def test_opening_a_shared_deal_leaves_the_file_alone(tmp_path):
    path = tmp_path / "match.hearts"
    table = hl.Table("black_maria", seed=7, save=path)
    pass_on(table)
    text = path.read_text("utf-8")
    state = send(table, "open", text="standard | deal 1 seed 5")
    assert "stays as it is" in state["message"]["text"] and state["saved"] is None
    send(table, "rest")
    assert path.read_text("utf-8") == text


def test_a_file_that_cannot_be_written_does_not_stop_the_play(tmp_path):
    folder = tmp_path / "gone"
    folder.mkdir()
    table = hl.Table("black_maria", seed=7, save=folder / "match.hearts")
    (folder / "match.hearts").unlink()
    folder.rmdir()
    state = pass_on(table)
    assert state["phase"] == "play" and "could not be written" in state["message"]["text"]


def test_the_text_fallback_is_the_hand_in_words():
    table = hl.Table("black_maria", seed=7)
    data, _metadata = table._repr_mimebundle_()
    assert data["text/plain"].splitlines()[1] == f"Your hand: {table.deal.hand(0)}"
    assert "Choose 3 cards for Right" in data["text/plain"] and "application/vnd.jupyter.widget-view+json" in data


def test_a_match_with_settled_players_goes_on_where_it_stopped(tmp_path):
    path = tmp_path / "match.hearts"
    players = [named("cautious").passing("QS KS"), named("steady+duck=low").keeping("AH").leading("2D"), named("expert")]
    table = hl.Table("standard", seed=7, players=players, save=path)
    pass_on(table)
    again = hl.Table("standard", seed=7, players=players, save=path)
    assert again.match == table.match and again.match.players[1:] == tuple(players)
    assert list(tmp_path.iterdir()) == [path]


def test_a_card_out_of_turn_is_refused_by_the_names_of_the_seats():
    table = hl.Table("standard", seed=5)
    pass_on(table)
    deal, you = table.deal, table.deal.to_play
    left = (you + 1) % 4
    assert with_names(deal.why_illegal("2C", left), seat_names(4, you)) == "It is your turn, not Left's."
    assert with_names(deal.why_illegal("2C", left), seat_names(4, left)) == "It is Right's turn, not yours."
