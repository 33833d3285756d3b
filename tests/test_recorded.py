"""The plays of `random`, `cautious` and `smoker` are fixed: published comparisons hang on them.

The digests were recorded when the strategies were settled. They also hold the shuffle, the passing and the scoring still. One
readable transcript for each game shows what a digest cannot: look there first when this fails.
"""

import hashlib
from pathlib import Path

import pytest

import hearts_lab as hl
from hearts_lab import players, rules

TRANSCRIPTS = Path(__file__).parent / "transcripts"
GAMES = rules.names()

RECORDED = {
    ("standard", "random"): "a3b2fbee48098e62",
    ("standard", "cautious"): "2028e3930734e2ee",
    ("standard", "smoker"): "93365a82ac33ee96",
    ("standard_spot", "random"): "bdb5454ad2592c19",
    ("standard_spot", "cautious"): "a169ffb74f3bd62f",
    ("standard_spot", "smoker"): "6f0f1d1fcf9a0c90",
    ("standard_omnibus", "random"): "dff89838eff64ff6",
    ("standard_omnibus", "cautious"): "7e0e0c568476f559",
    ("standard_omnibus", "smoker"): "d9e6ed3f0ffe5e6f",
    ("black_maria", "random"): "8098c9d58a54283c",
    ("black_maria", "cautious"): "063fa1001103c46f",
    ("black_maria", "smoker"): "7fafad493b235fc7",
    ("black_maria_spot", "random"): "c4480178b792ed87",
    ("black_maria_spot", "cautious"): "2708768a2bece859",
    ("black_maria_spot", "smoker"): "9ed073e0de5e29c4",
    ("black_maria_omnibus", "random"): "d1d82b91145bb0ef",
    ("black_maria_omnibus", "cautious"): "e77449cbcca6a1ea",
    ("black_maria_omnibus", "smoker"): "d3b69d1cae1eaee6",
    ("black_maria_trad", "random"): "8098c9d58a54283c",
    ("black_maria_trad", "cautious"): "063fa1001103c46f",
    ("black_maria_trad", "smoker"): "7fafad493b235fc7",
}


def digest(game: str, player: str) -> str:
    run = hl.simulate(game, player, deals=300, seed=2026, progress=False)
    log = hashlib.sha256()
    for part in (run.passes, run.plays, run.settled[:, 0]):
        log.update(part.tobytes())
    return log.hexdigest()[:16]


@pytest.mark.parametrize("player", ["random", "cautious", "smoker"])
@pytest.mark.parametrize("game", GAMES)
def test_a_fixed_strategy_plays_as_recorded(game, player):
    assert digest(game, player) == RECORDED[game, player]


def test_every_game_and_strategy_is_recorded():
    assert set(RECORDED) == {(game, player) for game in GAMES for player in players.strategies()}


def played(game: str) -> str:
    """Deal 1 of seed 1 with a smoker in seat 0 and cautious players round the table."""
    four = hl.variant(game)
    match = hl.Match(four, players=["smoker", *["cautious"] * (four.players - 1)], seed=1).play_out(deals=1)
    return f"{match.deal.transcript}\n\n{match.deal.text}\n"


@pytest.mark.parametrize("game", GAMES)
def test_the_transcript_of_a_game_is_as_recorded(game):
    assert (TRANSCRIPTS / f"{game}.txt").read_text(encoding="utf-8") == played(game)


def test_no_game_lacks_its_transcript_and_no_transcript_its_game():
    assert {file.stem for file in TRANSCRIPTS.glob("*.txt")} == set(GAMES)
