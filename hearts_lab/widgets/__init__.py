"""What is drawn in a notebook: the card table, the trainers, the rerun panel. Each is loaded when it is first used."""

from importlib import import_module
from pathlib import Path

STATIC = Path(__file__).parent / "static"
_HOME_OF = {"Table": "table", "Trainer": "trainer", "RerunPanel": "rerun"}
__all__ = sorted(_HOME_OF)


def front_end(*parts: str, kind: str) -> str:
    """The text of several files of `static`, in order: they share one scope, so that no build step is needed."""
    return "\n".join((STATIC / f"{part}.{kind}").read_text(encoding="utf-8") for part in parts)


def __getattr__(name):
    if name not in _HOME_OF:
        raise AttributeError(f"hearts_lab.widgets has no {name!r}.")
    return getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
