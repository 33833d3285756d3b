"""The same source, compiled: the rules of play and the strategies as machine code, made on first bulk use.

Every function of the numeric modules is cloned into a namespace in which the names it calls are compiled too; the modules
themselves stay plain. Compiled code is kept in a cache folder named by a hash of all that it was compiled from, because Numba
alone does not notice that a called function in another file has changed; an edit elsewhere compiles nothing anew.
"""

from __future__ import annotations

import dis
import hashlib
import inspect
import os
import random
import re
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import CellType, CodeType, FunctionType, ModuleType

import numba
import numpy as np
from numba.core.errors import NumbaExperimentalFeatureWarning

from hearts_lab import (
    cards,
    draws,
    features,
    habits,
    habitual,
    instructions,
    play,
    policy,
    score,
    sense,
    shooting,
    simple,
    unseen,
    views,
    worlds,
)
from hearts_lab.players import Strategy, StrategyError, quoted_line
from hearts_lab.rules import RECORD, SEATS
from hearts_lab.views import PLAY

NUMERIC = (cards, draws, play, score, views, unseen, worlds, sense, simple, habits, shooting, habitual, features, policy)
_OPTIONS = {"nogil": True, "error_model": "numpy"}
_INNER = {**_OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # called by compiled code only
_READERS = {**_OPTIONS, "boundscheck": True, "error_model": "python"}  # a reader hears of a division by 0
_FOLDER = threading.Lock()  # Numba keeps the name of its folder in one place; a table thinks while a cell runs
_PLAYER = numba.types.int64(numba.from_dtype(views.VIEW))

warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)


def cache_folder(function: FunctionType) -> Path:
    """Where compiled code of a function is kept: named by all that goes into it, for this version of Python and Numba."""
    digest = hashlib.sha256(f"{sys.version}{numba.__version__}{RECORD}{play.STATE}{views.VIEW}{views.SETTING}".encode())
    digest.update(Path(instructions.__file__).read_bytes())
    _take_in(function, digest, set())
    home = os.environ.get("HEARTS_LAB_CACHE") or os.environ.get("XDG_CACHE_HOME")
    base = Path(home) if home else Path.home() / ".cache"
    folder = base / "hearts-lab" / digest.hexdigest()[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(tempfile.gettempdir()) / f"hearts-lab-{os.getuid() if hasattr(os, 'getuid') else 0}" / folder.name
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def _take_in(function: FunctionType, digest, known: set) -> None:
    """Add to a digest what a function is compiled from: its code, the numbers it names, and the functions it calls."""
    known.add(function)
    code = function.__code__
    parts = [function.__name__, code.co_code, code.co_consts, code.co_names, code.co_varnames, function.__defaults__]
    for name in code.co_names:
        value = function.__globals__.get(name)
        if isinstance(value, FunctionType):
            if value not in known:
                _take_in(value, digest, known)
        elif isinstance(value, np.ndarray):
            parts += [name, value.dtype, value.shape, value.tobytes()]
        elif isinstance(value, int | float | tuple | np.generic):
            parts += [name, value]
    digest.update(repr(parts).encode())


@cache
def _clones() -> dict[FunctionType, Callable]:
    """Every plain function of the numeric modules with its compiled clone; nothing is compiled before it is called."""
    found: dict = dict(instructions.INSTRUCTIONS)
    for module in NUMERIC:
        _clone_module(module, found)
    return found


def _clone_module(module: ModuleType, found: dict) -> dict:
    namespace = dict(vars(module))
    for name, value in vars(module).items():
        if isinstance(value, FunctionType) and value in found:
            namespace[name] = found[value]
        elif isinstance(value, FunctionType) and value.__module__ == module.__name__ and not value.__closure__:
            clone = FunctionType(value.__code__, namespace, value.__name__, value.__defaults__)
            found[value] = namespace[name] = numba.njit(**_INNER)(clone)
    return namespace


def _cached(function: FunctionType, clone: FunctionType, *signature):
    """A compiled entry point whose machine code is kept in the cache folder; `clone` is the function calling compiled ones."""
    folder = str(cache_folder(function))
    with _FOLDER:
        before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, folder
        try:
            return numba.njit(*signature, cache=True, **_OPTIONS)(clone)
        finally:
            numba.config.CACHE_DIR = before


def _calls(function: FunctionType, known: set) -> set:
    """The plain functions that a function of the package names, and those that the ones of its own module name."""
    for name in function.__code__.co_names:
        called = function.__globals__.get(name)
        if isinstance(called, FunctionType) and called not in known:
            known.add(called)
            if called.__module__ == function.__module__:
                _calls(called, known)
    return known


@cache
def entry(function: FunctionType):
    """An entry point of a module above (such as the loop of `simulation`), compiled with everything that it calls."""
    module, found = sys.modules[function.__module__], dict(_clones())
    for called in _calls(function, set()):  # the loop of another module too, such as that of a single deal
        if called not in found and called.__module__ != function.__module__:
            _clone_module(sys.modules[called.__module__], found)
    namespace = _clone_module(module, found)
    return _cached(function, FunctionType(function.__code__, namespace, function.__name__, function.__defaults__))


def compiled_strategy(player: Strategy):
    """A strategy as a compiled function `int64(view)`. Raises StrategyError if Numba cannot compile it, and if it thinks."""
    if player.thinks:
        raise StrategyError(f"{player.name} thinks about what was played so far, so no compiled strategy can ask it.")
    parts = _made_of(player.function)
    return _compiled(player.function, parts) if player.rest is None else _joined(player, parts, _made_of(player.rest))


def _names(code: CodeType) -> set[str]:
    """The names that a function uses of what is outside it, those of what is written inside it too."""
    return {*code.co_names, *code.co_freevars}.union(*(_names(one) for one in code.co_consts if isinstance(one, CodeType)))


def _outside(function: FunctionType) -> dict[str, object]:
    """The values, at this moment, of what a reader's function names outside itself."""
    around = inspect.getclosurevars(function).nonlocals
    return {name: around.get(name, function.__globals__.get(name)) for name in sorted(_names(function.__code__))
            if name in around or name in function.__globals__}


def _made_of(what, known: tuple = ()) -> tuple:
    """What a reader's strategy is compiled from, so that it is compiled anew once something that it names was changed."""
    if isinstance(what, Strategy):
        return what, _made_of(what.function, known), _made_of(what.rest, known)
    if isinstance(what, FunctionType):
        if what in known or what in _clones():
            return (what,)
        values = [_made_of(value, (*known, what)) for value in _outside(what).values()]
        return what, repr(what.__defaults__), *values
    if isinstance(what, np.ndarray):
        return what.dtype.str, what.shape, what.tobytes()
    return (type(what), repr(what) if isinstance(what, int | float | str | tuple | list | np.generic) else id(what))


@cache
def _compiled(function: Callable, parts: tuple):
    """A function compiled once, however many players share it, as long as all that it is made of stays the same."""
    name = getattr(function, "__name__", type(function).__name__)
    if function in _clones():
        return _cached(function, _clones()[function].py_func, _PLAYER)
    try:
        clone = _readers_clone(function)
        found = numba.njit(_PLAYER.args, **_READERS)(clone)
        returned = found.nopython_signatures[0].return_type
        if not isinstance(returned, numba.types.Integer) or isinstance(returned, numba.types.Boolean):
            nothing = isinstance(returned, numba.types.Optional | numba.types.NoneType)
            what = "nothing on some way through it" if nothing else "something that is no whole number"
            raise StrategyError(f"{name} returns {what}; a strategy returns a card, a whole number from 0 to 51.")
        return found if returned == numba.types.int64 else numba.njit(_PLAYER, **_READERS)(clone)
    except StrategyError:
        raise
    except Exception as error:  # many kinds; a KeyError says that the view has no such field
        raise StrategyError(f"{name} cannot be compiled{_what_is_wrong(function, error)}") from error


_REASONS = (  # what the compiler says, and what it means to the writer of a strategy
    (r"name '(\w+)' is not defined", "there is no `{}`"),
    (r"Untyped global name '(\w+)'", "`{}` cannot be used in a strategy"),
    (r"nknown attribute '(\w+)' of type Record", "a view has no `{}`"),
    (r"nknown attribute '(\w+)'", "there is no `{}` here"),
    (r"missing a required argument: '(\w+)'", "the argument `{}` is missing"),
    (r"(too many) positional arguments", "there are {} arguments"),
    (r"Cannot unify .* for '(\w+?)(?:\.\d+)?'", "`{}` is sometimes one kind of thing and sometimes another"),
    (r"(getiter|getitem)", "a set of cards is one number, of which `first`, `last` and `nth` give the cards"),
    (r"built-in function (contains)", "`has(cards, card)` says whether a card is in a set"),
    (r"No implementation of function Function\(<built-in function (\w+)>",
     "two things do not go together: a card is a whole number, and `bit(card)` the set of that card"),
)


def _what_is_wrong(function: Callable, error: Exception) -> str:
    """The line of the reader's source that the compiler stumbled over, and why, in the words of somebody who wrote it."""
    text = f"Unknown attribute {error} of type Record" if isinstance(error, KeyError) else str(error)
    why, word, at = "it goes beyond what compiled strategies can do", None, ""
    if isinstance(error, RecursionError):
        why = "it calls itself"
    elif not isinstance(getattr(function, "py_func", function), FunctionType):
        why = "only a function written with `def` or `lambda` can be"
    elif len(inspect.signature(function).parameters) > 1:
        why = "it takes more than the view"
    for pattern, words in _REASONS:
        found = re.search(pattern, text)
        if found:
            word, why = found[1], words.format(found[1])
            break
    if isinstance(function, FunctionType):
        file = Path(function.__code__.co_filename).name
        lines = [int(line) for where, line in re.findall(r'File "([^"]+)", line (\d+)', text) if Path(where).name == file]
        lines = lines or [step.positions.lineno for step in dis.get_instructions(function) if step.argval == word and word]
        at = quoted_line(function, lines[-1]) if lines else ""
    return f"{at}: {why}. Strategies keep to whole numbers, sets of cards and the words of hearts_lab.sense."


@cache
def _joined(player: Strategy, parts: tuple, rests: tuple):
    """A strategy that only plays, with the one that passes and chooses moons for it."""
    plays, rest = _compiled(player.function, parts), _with_habits(player.rest, rests)

    def either(view):
        return plays(view) if view.decision == PLAY else rest(view)

    return numba.njit(_PLAYER, **_OPTIONS)(either)


@cache
def _with_habits(player: Strategy, parts: tuple):
    """A strategy that another one asks, with its own habits in the view."""
    asked, habits = compiled_strategy(player), np.uint64(player.habits)

    def settled(view):
        view.habits = habits
        return asked(view)

    return numba.njit(_PLAYER, **_OPTIONS)(settled)


def _readers_clone(function: FunctionType) -> FunctionType:
    """A reader's function with the functions and strategies that it calls compiled."""
    if not isinstance(function, FunctionType):
        return getattr(function, "py_func", function)
    outside = _outside(function)
    if any(value is random or value is np.random or (value is np and "random" in _names(function.__code__))
           for value in outside.values()):
        raise StrategyError(f"{function.__name__} draws numbers of its own, other ones in every run; chance(view, n) of "
                            "hearts_lab.sense gives one below n, the same whenever the deal is played again.")
    used = {name: _for_readers(value) for name, value in outside.items()}
    around = tuple(CellType(used[name]) if name in used else CellType() for name in function.__code__.co_freevars)
    return FunctionType(function.__code__, {**function.__globals__, **used}, function.__name__, function.__defaults__, around)


def _for_readers(value):
    """Something that a reader's function names, as its compiled clone can use it."""
    if isinstance(value, Strategy):
        return _with_habits(value, _made_of(value))
    if isinstance(value, ModuleType) and value in NUMERIC:
        module = ModuleType(value.__name__)
        vars(module).update(_clone_module(value, dict(_clones())))
        return module
    if isinstance(value, FunctionType):
        return _clones().get(value) or numba.njit(**_READERS)(_readers_clone(value))
    return value


def line_up(strategies) -> tuple:
    """The compiled strategies, seat by seat, padded to the widest table so that one compiled loop serves every table."""
    found = [compiled_strategy(player) for player in strategies]
    return tuple(found + found[:1] * (SEATS - len(found)))
