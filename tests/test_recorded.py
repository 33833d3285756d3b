"""The plays of `random`, `cautious` and `smoker` are fixed: published comparisons hang on them.

The digests were recorded when the strategies were settled: passes, plays and scores, which also holds the shuffle still. One
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
    ("standard", "random"): "127c76febe217a37",
    ("standard", "cautious"): "c2bb977728503d8e",
    ("standard", "smoker"): "883de59524aa1861",
    ("standard_spot", "random"): "4cebae4092d05662",
    ("standard_spot", "cautious"): "01e6b2a6a4fd678a",
    ("standard_spot", "smoker"): "14add59c683d7d92",
    ("standard_omnibus", "random"): "948f7ad3648aed9d",
    ("standard_omnibus", "cautious"): "aae3699991b2f22c",
    ("standard_omnibus", "smoker"): "ac05e3df951759f3",
    ("microsoft", "random"): "127c76febe217a37",
    ("microsoft", "cautious"): "c2bb977728503d8e",
    ("microsoft", "smoker"): "883de59524aa1861",
    ("bicycle", "random"): "6df9cacc8aeb21f5",
    ("bicycle", "cautious"): "cf0f273e547b28fc",
    ("bicycle", "smoker"): "57775835f427a438",
    ("spot", "random"): "4cebae4092d05662",
    ("spot", "cautious"): "01e6b2a6a4fd678a",
    ("spot", "smoker"): "14add59c683d7d92",
    ("black_maria", "random"): "bae2bbdbe63650bb",
    ("black_maria", "cautious"): "68bfc4e086d0e58c",
    ("black_maria", "smoker"): "9a1ccadd3ab86d2b",
    ("black_maria_spot", "random"): "76ddcd835be7d7fd",
    ("black_maria_spot", "cautious"): "4b1c9767b9fcc4de",
    ("black_maria_spot", "smoker"): "b234467e4610c139",
    ("black_maria_omnibus", "random"): "fa81366bc7ff83d7",
    ("black_maria_omnibus", "cautious"): "a3738b2be3a6a51f",
    ("black_maria_omnibus", "smoker"): "187294f767049e72",
    ("black_maria_trad", "random"): "bae2bbdbe63650bb",
    ("black_maria_trad", "cautious"): "68bfc4e086d0e58c",
    ("black_maria_trad", "smoker"): "9a1ccadd3ab86d2b",
    ("gamerules_us", "random"): "016fa475cebf34b9",
    ("gamerules_us", "cautious"): "ee6260bba3960a5c",
    ("gamerules_us", "smoker"): "841c78ed402d5629",
    ("gamerules_british", "random"): "bae2bbdbe63650bb",
    ("gamerules_british", "cautious"): "68bfc4e086d0e58c",
    ("gamerules_british", "smoker"): "9a1ccadd3ab86d2b",
    ("gamerules_spot", "random"): "b09da50c6f579b7f",
    ("gamerules_spot", "cautious"): "067c51f1b0fb4493",
    ("gamerules_spot", "smoker"): "bf53c7c3709943ef",
    ("morehead", "random"): "2ece0ea2e9734072",
    ("morehead", "cautious"): "9666f26b61321bf0",
    ("morehead", "smoker"): "43106c2816ba60d4",
    ("american", "random"): "5b1f2bbeed365300",
    ("american", "cautious"): "2db9d29a33526417",
    ("american", "smoker"): "009647d1582e813e",
    ("hitting_moon", "random"): "2ece0ea2e9734072",
    ("hitting_moon", "cautious"): "9666f26b61321bf0",
    ("hitting_moon", "smoker"): "43106c2816ba60d4",
    ("pink_lady", "random"): "ea4d076f3e7c0f18",
    ("pink_lady", "cautious"): "9a29cbb5c5514766",
    ("pink_lady", "smoker"): "38be356b3f0c71f4",
    ("culbertson", "random"): "2ece0ea2e9734072",
    ("culbertson", "cautious"): "81987b7fc9562f5e",
    ("culbertson", "smoker"): "ff9a1866af7137dc",
    ("omnibus", "random"): "157c9ff3052abae3",
    ("omnibus", "cautious"): "4d9b4784ecaa93b3",
    ("omnibus", "smoker"): "9f9b884d09414cf6",
    ("foster_sweep", "random"): "7c67757c47ac1343",
    ("foster_sweep", "cautious"): "4aa09bc2bf829c42",
    ("foster_sweep", "smoker"): "bd997579b9fdcf75",
    ("foster_howell", "random"): "74c976c2a2f7970a",
    ("foster_howell", "cautious"): "ad5ce9c4c625d9e0",
    ("foster_howell", "smoker"): "88df9506c57f3729",
    ("black_jack", "random"): "75c0f1b6727d5139",
    ("black_jack", "cautious"): "1559319c1649c91f",
    ("black_jack", "smoker"): "dfe289a90be002a6",
    ("black_jack_late", "random"): "9c259d959c1e0d87",
    ("black_jack_late", "cautious"): "6a9aa9d78248a433",
    ("black_jack_late", "smoker"): "2215721025165993",
    ("basic", "random"): "9483f656cc1c456b",
    ("basic", "cautious"): "50df02964edf1f23",
    ("basic", "smoker"): "50df02964edf1f23",
    ("basic_1887", "random"): "a7d9afc18792462b",
    ("basic_1887", "cautious"): "00a19dfa0200baf4",
    ("basic_1887", "smoker"): "00a19dfa0200baf4",
    ("cancellation", "random"): "4c4286839bc3f875",
    ("cancellation", "cautious"): "1efffabf2796e295",
    ("cancellation", "smoker"): "fd7515eab5a31b6b",
    ("cancellation_culbertson", "random"): "a68b4aca71c83d03",
    ("cancellation_culbertson", "cautious"): "8d3ab07100cc2ca5",
    ("cancellation_culbertson", "smoker"): "883fc81c3a6482f0",
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
