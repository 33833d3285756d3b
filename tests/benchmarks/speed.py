"""How fast: our deals a second against OpenSpiel's, in one run on one core, and how long a newcomer waits.

    python tests/benchmarks/speed.py

Standard Hearts for four, with passing. OpenSpiel (`pip install open_spiel`) plays uniform random bots, once with its bulk call
`evaluate_bots`, once with its step loop driven from Python. Rounds alternate between the programs, so that a busy machine
slows all of them alike; the median of each is printed, and ratios against the bulk call of the same round.
"""

import os
import subprocess
import sys
import tempfile
import time
from statistics import median

ROUNDS = 5
BULK = "OpenSpiel, evaluate_bots"
# What was promised: deals a second as a multiple of OpenSpiel's bulk call, and the seconds that a newcomer waits.
AT_LEAST = {"random": 10, "cautious": 5, "expert": 2}
PLAYERS = ("random", "cautious", "smoker", "steady", "expert")
COMPILING, CACHED = 15, 2
FIRST_CARD = """
import time
start = time.perf_counter()
import hearts_lab as hl
imported = time.perf_counter()
deal = hl.Deal("standard", seed=1, number=4)
deal.play(deal.legal_cards()[0])
print(imported - start, time.perf_counter() - start)
"""
FIRST_RUN = """
import time
import hearts_lab as hl
from hearts_lab import simulation
start = time.perf_counter()
hl.simulate("standard", "random", deals=1, progress=False)
print(time.perf_counter() - start)
"""

# The engine with its optional rules cut out: what is left plays the one-pack games of running totals, and only those.
LEAN = """
from hearts_lab import play

def nothing(rules, state): pass
def no_kitty(rules, state, won, is_last): pass
def whole_hand(rules, state, seat): return state.hand[seat]
def no_duty(rules, state, hand): return hand
def never_void(rules, state): return False

for name, lean in {"pass_lead": nothing, "open_kitty": nothing, "take_kitty": no_kitty, "passable": whole_hand,
                   "must_play": no_duty, "is_void_trick": never_void}.items():
    lean.__module__ = play.__name__
    setattr(play, name, lean)
"""
TIMED = """
import time
import hearts_lab as hl
hl.simulate("standard", "random", deals=10, progress=False)
start = time.process_time()
run = hl.simulate("standard", "random", deals=60_000, seed=1, progress=False)
print(len(run) / (time.process_time() - start), run.settled[:, 0].sum())
"""

COUNTED = """
import sys
import time
import resource
import hearts_lab as hl
hl.summarise("standard", "random", deals=10, progress=False)
start = time.process_time()
hl.summarise("standard", "random", deals=int(sys.argv[1]), progress=False)
most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2)
print(time.process_time() - start, most)
"""


def ours(player: str, deals: int) -> float:
    """Deals a second of our own loop, with passing, views and a full log."""
    import hearts_lab as hl

    start = time.process_time()
    hl.simulate("standard", player, deals=deals, seed=1, progress=False)
    return deals / (time.process_time() - start)


def open_spiel_bulk(game, pyspiel, deals: int) -> float:
    """Deals a second of OpenSpiel's bulk call."""
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(4)]
    start = time.process_time()
    for seed in range(deals):
        pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
    return deals / (time.process_time() - start)


def open_spiel_steps(game, deals: int) -> float:
    """Deals a second of OpenSpiel's states stepped from Python, as its examples do."""
    import random

    draw = random.Random(1)
    start = time.process_time()
    for _ in range(deals):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(draw.choice(state.legal_actions()))
    return deals / (time.process_time() - start)


def in_a_new_process(code: str, *words: str, **environment) -> list[float]:
    out = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True,
                         env={**os.environ, **environment})
    return [float(word) for word in out.stdout.split()]


def verdict(bar: str, is_met: bool) -> str:
    return f"   bar {bar}: {'met' if is_met else 'MISSED'}"


def print_waits() -> None:
    first = [in_a_new_process(FIRST_CARD) for _ in range(ROUNDS)]
    print(f"import hearts_lab                    {median(row[0] for row in first):7.2f} s")
    print(f"from import to the first card played {median(row[1] for row in first):7.2f} s")
    with tempfile.TemporaryDirectory() as empty:
        compiling = in_a_new_process(FIRST_RUN, HEARTS_LAB_CACHE=empty)[0]
        cached = median(in_a_new_process(FIRST_RUN, HEARTS_LAB_CACHE=empty)[0] for _ in range(ROUNDS))
    print(f"first bulk use, compiling            {compiling:7.2f} s{verdict(f'{COMPILING} s', compiling <= COMPILING)}")
    print(f"first bulk use, from the cache       {cached:7.2f} s{verdict(f'{CACHED} s', cached <= CACHED)}")


def print_speeds() -> None:
    for name in PLAYERS:
        ours(name, 10)  # compile
    programs = {f"Hearts Lab, {name}": lambda name=name: ours(name, 20_000) for name in PLAYERS}
    try:
        import pyspiel
    except ImportError:
        print("OpenSpiel is not installed (pip install open_spiel): no ratios.")
    else:
        game = pyspiel.load_game("hearts(pass_cards=true)")
        programs = {BULK: lambda: open_spiel_bulk(game, pyspiel, 1_500),
                    "OpenSpiel, steps from Python": lambda: open_spiel_steps(game, 300), **programs}
    rounds = [{name: play() for name, play in programs.items()} for _ in range(ROUNDS)]
    print(f"\n{'deals a second, one core':36} {'median':>10} {'times evaluate_bots':>20}")
    for name in programs:
        speed = f"{name:36} {median(done[name] for done in rounds):10,.0f}"
        ratios = [done[name] / done[BULK] for done in rounds if BULK in done]
        if not ratios:
            print(speed)
            continue
        least = AT_LEAST.get(name.removeprefix("Hearts Lab, "))
        print(f"{speed} {median(ratios):10.2f}  ({min(ratios):.2f}–{max(ratios):.2f})"
              f"{verdict(f'{least} times', median(ratios) >= least) if least else ''}")


def print_cost_of_options() -> None:
    """Two packs, kitties, forced plays and the rest are in the same functions: what they cost a game that uses none."""
    with tempfile.TemporaryDirectory() as whole, tempfile.TemporaryDirectory() as lean:
        rounds = [(in_a_new_process(TIMED, HEARTS_LAB_CACHE=whole), in_a_new_process(LEAN + TIMED, HEARTS_LAB_CACHE=lean))
                  for _ in range(ROUNDS)]
    assert all(ours[1] == cut[1] for ours, cut in rounds), "the lean engine plays other deals"
    ratios = [ours[0] / cut[0] for ours, cut in rounds]
    print(f"\nwith all optional rules, the speed of an engine without them: {median(ratios):.0%} "
          f"({min(ratios):.0%}–{max(ratios):.0%})")


def print_scale() -> None:
    """Time grows with the deals, memory does not: each line is a process of its own, on one core."""
    print(f"\n{'deals counted, log forgotten':36} {'seconds':>10} {'a million':>10} {'MB at most':>11}")
    for deals in (10**4, 10**5, 10**6, 10**7):
        seconds, memory = in_a_new_process(COUNTED, str(deals))
        print(f"{deals:36,} {seconds:10.2f} {seconds * 10**6 / deals:10.2f} {memory:11.0f}")


if __name__ == "__main__":
    print_waits()
    print_speeds()
    print_cost_of_options()
    print_scale()
