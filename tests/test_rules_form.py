"""The rules form without a kernel: every rule has a control, nonsense is refused in a sentence, the last good rules stay."""

import pytest

import hearts_lab as hl
from hearts_lab import rules
from hearts_lab.widgets.rules_form import FIELDS, GROUPS, read_points, write_points


def put(form, **values):
    """What a reader does: one control after another."""
    for name, value in values.items():
        (form._players if name == "players" else form._inputs[name]).value = value


def test_every_rule_has_a_control_and_every_word_of_a_rule_an_option():
    assert set(FIELDS) == set(rules.RULE_FIELDS) - {"players"}
    for field, words in rules.WORDS.items():
        assert sorted(FIELDS[field].options.values()) == sorted(words)


def test_every_sentence_of_a_game_stands_in_one_group():
    topics = [topic for topics, _ in GROUPS.values() for topic in topics]
    assert len(topics) == len(set(topics))
    for name in rules.names():
        assert set(hl.variant(name).sentences()) <= set(topics)
    full = hl.variant("cancellation", 7, no_trick_bonus=-5, exact_target=0, forced_play="queen").sentences()
    assert set(full) | {"settlement"} == set(topics)


@pytest.mark.parametrize("name", rules.names())
def test_a_game_is_shown_and_read_back_unchanged(name):
    form = hl.RulesForm(name)
    assert form.rules == hl.variant(name) and form.differences.empty and not form.message
    for field, control in form._inputs.items():
        form._edit(field, control.value)
        assert not form.message, field
        assert form.rules.differs(hl.variant(name)) == [], field
    assert "as its source has them" in form._changes.value


@pytest.mark.parametrize("name", rules.names())
def test_another_game_is_picked_for_as_many_players_where_it_can_be(name):
    form = hl.RulesForm("american" if name == "standard" else "standard", 5, moon="new")
    form._game.value = name
    counts = rules.games()[name]["players"]
    assert form.rules == hl.variant(name, 5 if 5 in counts else None)
    assert form._players.value == form.rules.players


def test_nonsense_is_refused_in_the_words_of_the_engine_and_the_last_good_rules_stay():
    form = hl.RulesForm("standard")
    put(form, kitty_peek=True)
    with pytest.raises(rules.RulesError) as refused:
        hl.variant("standard", kitty_peek=True)
    assert form.message == str(refused.value) and form.message in form._status.value.replace("&#x27;", "'")
    assert form.rules == hl.variant("standard") and repr(form).endswith(form.message)
    put(form, kitty_peek=False)
    assert not form.message and form.rules == hl.variant("standard")


def test_rules_that_only_hold_together_are_reached_step_by_step():
    form, seen = hl.RulesForm("standard"), []
    form.on_change(seen.append)
    put(form, settlement="sweepstake", moon="none", target="none")
    assert "a match needs an end" in form.message and not [rules for rules in seen if not rules.low_wins]
    put(form, deals="players")
    assert not form.message and seen[-1] == form.rules
    assert (form.rules.settlement, form.rules.match_deals, form.rules.low_wins) == ("sweepstake", 4, False)
    assert list(form.differences["rule"]) == ["moon", "end", "settlement"]
    assert "Everyone pays a counter for each point" in form._sentences["Score and end"].value


@pytest.mark.parametrize(
    "field, line, part",
    [
        ("points", "hearts x", "a card or a suit and a number"),
        ("points", "13", "a card or a suit and a number"),
        ("points", "hearts 0", "no card in play costs points"),
        ("points", "", "no card in play costs points"),
        ("points", "ZZ 3", "is not a card"),
        ("removed", "2X", "is not a card"),
        ("removed", "2C", "do not divide"),
        ("pass_cycle", "left up", "not 'up'"),
        ("pass_cycle", "", "1 to 12 directions"),
        ("pass_count", "three", "not 'three'"),
        ("pass_count", "none", "not None"),
        ("target", "-5", "above 0"),
        ("moon_amount", "0", "above 0"),
        ("deals", "9" * 30, "above 0"),
        ("no_trick_bonus", "5", "from -1000 to 0"),
        ("exact_target", "100", "below the target"),
    ],
)
def test_a_line_that_makes_no_sense_is_refused(field, line, part):
    form = hl.RulesForm("standard")
    put(form, **{field: line})
    assert part in form.message and form.message.endswith(".") and form.rules == hl.variant("standard")


def test_lines_are_read_as_they_are_written():
    form = hl.RulesForm("standard")
    put(form, points="hearts 1, QS 13, JD −10", forbidden_pass="QS KS", waits="hearts QS", breakers="hearts QS")
    put(form, no_trick_bonus="−5", exact_target="50", forced_play=("queen",), pass_cycle="scatter")
    expected = hl.variant("standard", points={"JD": -10}, forbidden_pass="QS KS", waits="hearts QS", breakers="hearts QS",
                          no_trick_bonus=-5, exact_target=50, forced_play="queen", pass_cycle="scatter")
    assert not form.message and form.rules == expected
    assert form._inputs["waits"].value == "hearts QS" and form._inputs["no_trick_bonus"].value == "−5"
    assert form._inputs["points"].value == "hearts 1, JD −10, QS 13"
    put(form, forbidden_pass="none")
    assert form.rules == expected.change(forbidden_pass="")


@pytest.mark.parametrize("name", rules.names())
def test_points_are_written_and_read_back(name):
    points = hl.variant(name).points
    assert hl.variant("standard", points={"hearts": 0, "QS": 0, **read_points(write_points(points))}).points == points


def test_another_number_of_players_picks_the_pack_and_the_passing_anew():
    form = hl.RulesForm("standard", removed="2S", players=3, moon="new")
    put(form, players=6)
    assert form.rules == hl.variant("standard", 6, moon="new")
    put(form, players=7)
    assert "is for 3, 4, 5 or 6 players" in form.message and form.rules.players == 6
    put(form, packs=2, kitty="first")
    assert not form.message and (form.rules.players, form.rules.packs, form.rules.kitty_size) == (7, 2, 6)


def test_back_to_the_game():
    form = hl.RulesForm("black_maria", 3, moon="new", target=50)
    assert form.rules.moon == "new" and not form.differences.empty
    form.children[0].children[-1].click()
    assert form.rules == hl.variant("black_maria", 3) and form.differences.empty


def test_the_rules_go_to_table_trainer_and_analyses():
    form = hl.RulesForm("standard", moon="choice", points={"JD": -10})
    assert hl.Table(form.rules).deal.rules == form.rules
    assert hl.Trainer("black_maria", form.rules).score.asked == 0
    assert len(hl.Match(form.rules, players="cautious").play_out(deals=1).finished) == 1


def test_a_form_of_rules_begins_with_their_changes():
    rules = hl.variant("black_maria", 5, moon="new", points={"AS": 0})
    form = hl.RulesForm(rules)
    put(form, target="50")
    assert form.rules == rules.change(target=50)


def test_the_text_fallback_tells_the_rules_and_what_was_changed():
    form = hl.RulesForm("black_maria", moon="new")
    data = form._repr_mimebundle_()
    first, changed = data["text/plain"].splitlines()
    assert first.startswith("Black Maria (4 players · ♥ 1 · Q♠ 13") and "widget-view" in " ".join(data)
    assert changed.startswith("Changed, moon: Whoever takes every penalty card scores −43")


def test_a_form_that_cannot_be_is_refused_at_once():
    with pytest.raises(rules.RulesError, match="no game named"):
        hl.RulesForm("blck_maria")
    with pytest.raises(rules.RulesError, match="no field 'colour'"):
        hl.RulesForm("standard", colour="red")
