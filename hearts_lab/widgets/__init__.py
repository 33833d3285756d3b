"""What a reader handles in a notebook: the widgets draw and report, and know no rule of play."""

from importlib import import_module

_HOME_OF = {
    "Table": "table",
    "Trainer": "trainer",
    "RerunPanel": "panel",
    "Choice": "panel",
    "Integer": "panel",
    "Several": "panel",
}
__all__ = sorted(_HOME_OF)


def __getattr__(name):
    if name not in _HOME_OF:
        raise AttributeError(f"hearts_lab.widgets has no {name!r}; its names are {', '.join(__all__)}.")
    return getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
