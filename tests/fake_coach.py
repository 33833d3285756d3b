"""A coach that answers at once, out of nothing but the adviser's choice: the table's tests need answers, not good ones."""

import sys
from types import ModuleType

import pandas as pd

from hearts_lab.players import advise


def coach(deal, seat=None, **_):
    """The adviser's choice first; each other one costs 0.4 and then 1 more than the one before."""
    best, _ = advise("cautious", deal, seat)
    if deal.phase == "pass":
        hand = deal.hand(seat)
        ways = [" ".join(map(str, cards)) for cards in (best, hand[: deal.due], hand[1 : 1 + deal.due])]
    else:
        ways = [str(best[0]), *(str(card) for card in deal.legal_cards() if card != best[0])]
    losses = [0.0] + [0.4 + i for i in range(len(ways) - 1)]
    reasons = [f"{way} loses {loss}." for way, loss in zip(ways, losses, strict=True)]
    return pd.DataFrame({"card": ways, "loss": losses, "reason": reasons})


def review(deal, seat, *, progress=True, **_):
    """Each trick a decision: that of trick 3 the dearest, then that of trick 1; the others cost nothing."""
    rows = []
    for trick in deal.tricks:
        card = str(trick.cards[trick.seats.index(seat)])
        loss = {1: 1.25, 3: 2.9}.get(trick.number, 0.0)
        then = deal.before_trick(trick.number)
        while then.to_play != seat:
            then = then.play(deal.plays[len(then.plays)][1])
        reason = f"{card} loses {loss}." if loss else f"{card} is best."
        rows.append({"trick": trick.number, "chosen": card, "best": "2♣" if loss else card, "loss": loss, "reason": reason,
                     "open_loss": loss / 2, "text": then.text})
        if progress is not True and not progress(trick.number, len(deal.tricks)):
            break
    return pd.DataFrame(rows).sort_values("loss", ascending=False, kind="stable", ignore_index=True)


def skill_sheet(deal, seat, **_):
    score = float(deal.scores[seat])
    parts = {"par": 6.5, "hand": -1.2, "play": score - 9.45, "mistakes": 4.15}
    return pd.DataFrame([{"deal": deal.number, "score": score, **parts}])


def sit_down(monkeypatch) -> ModuleType:
    """Put this coach in the place of the real one until the test is over; gives the module, for a test to change it."""
    module = ModuleType("hearts_lab.coaching")
    module.coach, module.review, module.skill_sheet = coach, review, skill_sheet
    monkeypatch.setitem(sys.modules, "hearts_lab.coaching", module)
    return module
