"""Hearts Lab: learn, play and analyse the Hearts family of card games in notebooks.

The names below are the front door; each is loaded from its module when it is first used, so that importing the package costs
next to nothing and a table is on the screen before any compiler or data library is needed.
"""

from importlib import import_module

_HOMES = {
    "cards": "Card Cards CardError",
    "rules": "Rules RulesError variant",
    "notation": "NotationError",
    "deal": "Deal DealError IllegalCard IllegalPass Trick View teaching_deal",
    "given": "Given",
    "habits": "HABITS HabitError",
    "players": "StrategyError strategies strategy",
    "match": "Match read",
    "runs": "Run",
    "workers": "WorkerError",
    "simulation": "simulate stream",
    "summaries": "Summary summarise",
    "solver": "Ending solve",
    "tables": "differences may_play scored_under variants",
    "endings": "queen_leads",
    "matches": "MatchRun compare_matches play_matches win_chances",
    "experiments": "compare",
    "tournaments": "tournament",
    "verdicts": "claim claims",
    "coaching": "coach review skill_sheet",
    "positions": "teaching_positions",
    "widgets": "Quiz RerunPanel RulesForm Table Trainer",
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names.split()}
__all__ = sorted(_HOME_OF)


def __getattr__(name):
    if name not in _HOME_OF:
        raise AttributeError(f"hearts_lab has no {name!r}; its names are {', '.join(__all__)}.")
    value = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__():
    return __all__
