"""What a reader handles in a notebook: the widgets draw and report, and know no rule of play. Each is loaded at first use."""

from importlib import import_module
from pathlib import Path

STATIC = Path(__file__).parent / "static"
_HOME_OF = {
    "Table": "table",
    "Trainer": "trainer",
    "Quiz": "quiz",
    "RerunPanel": "panel",
    "RulesForm": "rules_form",
    "Choice": "panel",
    "Integer": "panel",
    "Several": "panel",
}
__all__ = sorted(_HOME_OF)


def front_end(*parts: str, kind: str) -> str:
    """The text of several files of `static`, in order: they share one scope, so that no build step is needed."""
    return "\n".join((STATIC / f"{part}.{kind}").read_text(encoding="utf-8") for part in parts)


def __getattr__(name):
    if name not in _HOME_OF:
        raise AttributeError(f"hearts_lab.widgets has no {name!r}; its names are {', '.join(__all__)}.")
    return getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
